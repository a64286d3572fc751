"""Formulas of a glossary."""

import os
