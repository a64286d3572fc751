"""Orders over a glossary: alphabet, categories, mentions, search."""
