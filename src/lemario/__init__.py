"""Lemario: a bilingual glossary generator. See `lemario.pipeline` for the library's front door."""

__version__ = "0.1.0"
