"""Lemario: a bilingual glossary generator. See `lemario.pipeline` for the library's front door."""

from importlib.metadata import version

__version__ = version("lemario")
