#!/bin/sh
# Resolves the dependencies afresh and pins what came out: constraints.txt for Python,
# package-lock.json for Node. Neither file says where a package was fetched from.
set -eu

cd "$(dirname "$0")/.."
venv=build/lock-venv

mkdir -p build
sh scripts/make-venv.sh "$venv"
"$venv/bin/python" -m pip install --disable-pip-version-check --quiet hatchling editables
"$venv/bin/python" -m pip install --disable-pip-version-check --quiet --no-build-isolation \
  --editable '.[dev,serve,search]'
{
  echo "# Versions known to work together. Made by 'make lock'; do not edit."
  "$venv/bin/python" -m pip freeze --disable-pip-version-check --exclude-editable
} >build/constraints.txt
mv build/constraints.txt constraints.txt
rm -rf "$venv"

rm -f package-lock.json
npm install --package-lock-only --no-fund --no-audit
