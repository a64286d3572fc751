"""Foundations without knowledge of glossaries: diagnostics, suggestions, languages, text."""
