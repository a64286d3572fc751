#!/bin/sh
# Makes the virtual environment named by $1 with $PYTHON, or says plainly why it cannot.
set -eu

target=$1
python=${PYTHON:-python3}

if ! command -v "$python" >/dev/null; then
  echo "There is no '$python' here. Lemario needs Python 3.11 or newer: make PYTHON=/path/to/python3" >&2
  exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  echo "'$python' is $("$python" -V). Lemario needs Python 3.11 or newer: make PYTHON=python3.12" >&2
  exit 1
fi

rm -rf "$target"
if ! "$python" -m venv "$target"; then
  # Half an environment would pass for a whole one on the next run.
  rm -rf "$target"
  echo "'$python -m venv' failed. On Debian and Ubuntu: apt-get install python3-venv" >&2
  exit 1
fi
