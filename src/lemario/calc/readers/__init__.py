"""Readers of what models are published as: `config.json`, and the headers of GGUF files."""
