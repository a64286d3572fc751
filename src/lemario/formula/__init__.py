"""Formulas written once: Python source → checked tree → Python, JavaScript, MathML, trace."""
