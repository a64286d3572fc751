"""`python -m lemario`."""

from lemario.cli import main

main(prog_name="lemario")
