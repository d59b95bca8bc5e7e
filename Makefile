# Every target does its own set-up. Needed beforehand: Python >= 3.11, Node.js >= 20 with npm, and make.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
# Two steps of the set-up at a time: packages of Python and of Node.js come from different places.
MAKEFLAGS += --no-print-directory --no-builtin-rules --jobs=2
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

STEP := scripts/step.sh
PYTHON := .venv/bin/python
# Each stamp lies inside what it speaks of, so that removing a folder by hand is enough to have it made again.
VENV := .venv/.made
# A checkout that has the tools for testing keeps them: `make run` after `make test` must not take them away.
PYTHON_DEV := .venv/.packages-dev
PYTHON_RUN := $(if $(wildcard $(PYTHON_DEV)),$(PYTHON_DEV),.venv/.packages-run)
WEB_PACKAGES := web/node_modules/.packages
E2E_PACKAGES := e2e/node_modules/.packages
WEB_BUILD := src/greenroom/web/index.html
WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -name "*.test.*" 2>/dev/null | sed 's/ /\\ /g')

.PHONY: help run build dev test check lint e2e images openapi docs migration bench rows lock clean

help: ## Show this list
	@echo "Greenroom: make <target>"
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "  %-9s %s\n", $$1, $$2 }' Makefile

run: $(PYTHON_RUN) $(WEB_BUILD) ## Start Greenroom with the rehearsal and print the address
	@exec .venv/bin/greenroom rehearse

build: $(PYTHON_RUN) $(WEB_BUILD) ## Set everything up and build the pages, without starting anything

dev: $(PYTHON_DEV) $(WEB_PACKAGES) ## Start everything for development: server reload and Vite
	@exec $(PYTHON) scripts/dev.py

test: $(PYTHON_DEV) $(WEB_PACKAGES) $(WEB_BUILD) $(E2E_PACKAGES) ## Check everything: linters, unit, API, contract, faults, browser
	@exec $(PYTHON) scripts/suite.py test

check: $(PYTHON_DEV) $(WEB_PACKAGES) $(WEB_BUILD) $(E2E_PACKAGES) ## Run the linters and the tests of what changed (SINCE=commit)
	@exec $(PYTHON) scripts/suite.py check $(SINCE)

lint: $(PYTHON_DEV) $(WEB_PACKAGES) $(E2E_PACKAGES) ## Run every linter and type checker
	@exec $(PYTHON) scripts/suite.py lint

e2e: $(PYTHON_DEV) $(WEB_BUILD) $(E2E_PACKAGES) ## Run the browser journeys (ARGS="sign-in --headed")
	@exec $(PYTHON) scripts/suite.py e2e $(ARGS)

images: $(PYTHON_RUN) $(WEB_BUILD) $(E2E_PACKAGES) ## Take the pictures in docs/images
	@cd e2e && npx playwright test --config images/playwright.config.ts

openapi: $(PYTHON_DEV) $(WEB_PACKAGES) ## Write openapi.json and the web's API types
	@$(STEP) "openapi.json" sh -c 'mkdir -p .cache && .venv/bin/greenroom openapi > .cache/openapi.json && mv .cache/openapi.json openapi.json'
	@$(STEP) "web/src/api/schema.ts" npm --prefix web run openapi

docs: $(PYTHON_DEV) ## Write the pages of docs/ that are generated from the code
	@$(STEP) "docs/settings.md, docs/permissions.md, docs/commands.md" $(PYTHON) scripts/reference_docs.py

migration: $(PYTHON_DEV) ## Write the next migration from the models (NAME=timers)
	@exec $(PYTHON) scripts/migration.py $(NAME)

bench: $(PYTHON_DEV) $(WEB_BUILD) $(E2E_PACKAGES) ## Measure against bench/budgets.toml (ONLY=name for one bar)
	@exec $(PYTHON) -m bench $(if $(ONLY),--only $(ONLY))

rows: $(PYTHON_DEV) ## Print each row of docs/requirements.md with the tests that prove it
	@exec $(PYTHON) scripts/rows.py

lock: $(VENV) ## Recompile requirements.lock and requirements-dev.lock from pyproject.toml
	@$(STEP) "requirements.lock" scripts/lock.sh requirements.lock
	@$(STEP) "requirements-dev.lock" scripts/lock.sh requirements-dev.lock --group dev

clean: ## Remove everything that make made (data/ is kept)
	@rm -rf .venv .cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache web/node_modules src/greenroom/web e2e/node_modules e2e/test-results e2e/screenshots bench/results
	@find src tests bench scripts -name __pycache__ -type d -prune -exec rm -rf {} +
	@rm -rf src/*.egg-info

$(VENV): scripts/venv.sh requirements-dev.lock
	@$(STEP) "Python environment" scripts/venv.sh
	@touch $@

.venv/.packages-run: requirements.lock pyproject.toml scripts/packages.sh | $(VENV)
	@$(STEP) "Python packages" scripts/packages.sh requirements.lock
	@touch $@

$(PYTHON_DEV): requirements-dev.lock pyproject.toml scripts/packages.sh | $(VENV)
	@$(STEP) "Python packages" scripts/packages.sh requirements-dev.lock
	@touch $@

$(WEB_PACKAGES): web/package.json web/package-lock.json
	@scripts/node.sh
	@$(STEP) "Web packages" npm --prefix web ci --no-audit --no-fund
	@touch $@

$(E2E_PACKAGES): e2e/package.json e2e/package-lock.json
	@scripts/node.sh
	@$(STEP) "Browser test packages" env PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm --prefix e2e ci --no-audit --no-fund
	@touch $@

$(WEB_BUILD): $(WEB_PACKAGES) $(WEB_SOURCES)
	@$(STEP) "Web build" npm --prefix web run build
	@touch $@
