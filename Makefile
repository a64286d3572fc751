# Every target that begins with a word and has a `##` comment is listed by a bare `make`.

PYTHON ?= python3
BIN := .venv/bin
# Written by the rules below once a step is done: what is up to date is not installed again.
VENV := .venv/.made
RUNTIME := .venv/.runtime-installed
SERVE := .venv/.serve-installed
DEV := .venv/.dev-installed
NODE := node_modules/.installed
ORACLE_BIN := .venv-oracle/bin
ORACLE := .venv-oracle/.installed

PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
ORACLE_PIP := $(ORACLE_BIN)/python -m pip --disable-pip-version-check --no-input --quiet
# The build backend is pinned with the rest, so it comes from the environment, not from a fresh one.
INSTALL := $(PIP) install --constraint constraints.txt --no-build-isolation --editable

SITE := build/site
# Options for `lemario build`, such as BUILD="--base-url https://example.org/glosario/".
BUILD ?=
# Options for `lemario serve`, such as SERVE_OPTIONS="--port 9000".
SERVE_OPTIONS ?=
# Options for `benchmarks/build.py`.
BENCH ?=
# Options for `scripts/oracle`, such as ORACLE_OPTIONS="--only qwen3-4b" or ORACLE_OPTIONS=--check.
ORACLE_OPTIONS ?=
# How `make check` reports: full, concise, json or github.
FORMAT ?= full
# Options for pytest, such as PYTEST="-k search -x".
PYTEST ?=

FAST_TESTS := $(wildcard tests/unit tests/golden tests/diagnostics)
CASES := $(wildcard tests/golden tests/diagnostics)
TORTURES := tests/unit/output $(addprefix tests/property/test_,kills.py faults.py) \
	$(shell grep -rl --include='*.py' 'import.* given' tests)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# --- The site ------------------------------------------------------------------------------------

.PHONY: site
site: $(RUNTIME) ## build the glossary into build/site (options: BUILD="--base-url URL")
	$(BIN)/lemario build $(BUILD)

.PHONY: serve
serve: $(SERVE) ## show the site in the browser and reload it on every change (SERVE_OPTIONS="--port N")
	$(BIN)/lemario serve $(SERVE_OPTIONS)

.PHONY: check
check: $(RUNTIME) ## report what is wrong in the glossary, write nothing (FORMAT=full|concise|json|github)
	$(BIN)/lemario check --format $(FORMAT)

# --- Tests ---------------------------------------------------------------------------------------

.PHONY: test
test: $(DEV) $(NODE) test-tools lint ## install what the tests need, then run lint and every test
	$(BIN)/python -m pytest $(PYTEST)

.PHONY: test-fast
test-fast: $(DEV) ## run the unit, golden and diagnostics tests (no browser, no Node)
	$(BIN)/python -m pytest $(FAST_TESTS) $(PYTEST)

.PHONY: torture
torture: $(DEV) ## long fault tests: kills, full disks, random edits; says how many it tried
	LEMARIO_TORTURE=1 $(BIN)/python -m pytest $(TORTURES) $(PYTEST)

.PHONY: lint
lint: $(DEV) $(NODE) ## check style, types, layers of imports and the types of the scripts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	node_modules/.bin/tsc --project tsconfig.json

.PHONY: format
format: $(DEV) ## rewrite Python code in the project's style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

.PHONY: golden
golden: $(DEV) ## rewrite the expected output of the golden and diagnostics tests: read the diff!
	$(BIN)/python -m pytest --rewrite $(CASES) $(PYTEST)

.PHONY: bench
bench: $(RUNTIME) ## measure what builds of generated glossaries cost (BENCH="--terms 300 1000")
	$(BIN)/python benchmarks/build.py $(BENCH)

.PHONY: oracle
oracle: $(ORACLE) ## ask a real llama.cpp about every model, compare, store (ORACLE_OPTIONS="--only ID")
	$(ORACLE_BIN)/python -m scripts.oracle $(ORACLE_OPTIONS)

.PHONY: speed
speed: $(DEV) ## fit the constants of the speed formulas to public benchmarks, print them and their errors
	$(BIN)/python -m scripts.speed_fit

# --- Upkeep --------------------------------------------------------------------------------------

.PHONY: lock
lock: ## pin the newest versions allowed: constraints.txt and package-lock.json
	PYTHON="$(PYTHON)" sh scripts/lock.sh

.PHONY: clean
clean: ## remove what was built and every cache (what was installed stays)
	rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: distclean
distclean: clean ## remove what was installed, too
	rm -rf .venv .venv-oracle node_modules

# --- What the targets need -----------------------------------------------------------------------

$(VENV):
	PYTHON="$(PYTHON)" sh scripts/make-venv.sh .venv
	@touch $@

$(RUNTIME): $(VENV) pyproject.toml constraints.txt
	@echo "Installing Lemario into .venv"
	$(PIP) install --constraint constraints.txt hatchling editables
	$(INSTALL) .
	@touch $@

$(SERVE): $(RUNTIME)
	@echo "Installing what the preview needs into .venv"
	$(INSTALL) '.[serve]'
	@touch $@

$(DEV): $(RUNTIME)
	@echo "Installing the development tools into .venv"
	$(INSTALL) '.[dev,serve,search]'
	@touch $@

$(ORACLE): scripts/oracle/requirements.txt pyproject.toml constraints.txt
	PYTHON="$(PYTHON)" sh scripts/make-venv.sh .venv-oracle
	@echo "Installing Lemario and the llama.cpp to ask into .venv-oracle"
	$(ORACLE_PIP) install --constraint constraints.txt hatchling editables
	$(ORACLE_PIP) install --constraint constraints.txt --no-build-isolation --editable .
	$(ORACLE_PIP) install --requirement scripts/oracle/requirements.txt
	@touch $@

$(NODE): package.json package-lock.json .npmrc
	@command -v npm >/dev/null || { \
	  echo "The tests need Node.js 20 or newer with npm (nodejs.org, or your system's packages)." >&2; \
	  echo "Without it, 'make site', 'make check' and 'make test-fast' still work." >&2; exit 1; }
	@echo "Installing the Node packages"
	npm ci --no-fund --no-audit
	@touch $@

.PHONY: test-tools
test-tools: $(DEV)
	@PYTHON=$(BIN)/python sh scripts/install-test-tools.sh
