"""Which pages exist, where they lie and what each of them shows."""
