"""The mathematics of local AI: formulas, their inputs, and the catalogue of models and devices."""
