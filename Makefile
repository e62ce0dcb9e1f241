# Two commands do all the set-up on a machine with only Python (3.11 or newer) and make: `make demo` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
WORKERS ?= 2

.PHONY: demo test lint types layers rules unit adapters clean

demo: $(VENV)/installed
	$(BIN)/summarylint check --exit-zero --statistics corpora/demo

test: lint types layers rules unit

lint: $(VENV)/developed
	$(BIN)/ruff check .

types: $(VENV)/developed
	$(BIN)/mypy

layers: $(VENV)/developed
	$(BIN)/lint-imports

rules: $(VENV)/developed
	$(BIN)/summarylint test

unit: $(VENV)/developed
	$(BIN)/python -m pytest -q -n $(WORKERS)

# Every agent framework that there is an adapter for, in an environment of their own: a missing one fails, none is skipped. The
# types of the frameworks are known here alone.
adapters: $(VENV)-adapters/installed
	$(VENV)-adapters/bin/mypy --config-file tests/adapters/mypy.toml
	DEEPEVAL_TELEMETRY_OPT_OUT=1 $(VENV)-adapters/bin/python -m pytest -q tests/adapters

clean:
	rm -rf $(VENV) $(VENV)-adapters

$(VENV)/created:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "summarylint needs Python 3.11 or newer; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	touch $@

# An editable install reads the checkout, so that it stays right while the sources change.
$(VENV)/installed: $(VENV)/created pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/developed: $(VENV)/created pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/installed

$(VENV)-adapters/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)-adapters
	$(VENV)-adapters/bin/python -m pip install --quiet --disable-pip-version-check -e '.[adapters]'
	touch $@
