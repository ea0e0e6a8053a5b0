# paydays_widgets: `make run` to play, `make test` to test, `make help` for everything else.
# Everything is installed from the hash-pinned locks in tools/requirements/, and only into .venv.

PYTHON  ?= python3
PORT    ?= 8866
PREHEAT ?= 0

BIN     := .venv/bin
PYTEST  := $(BIN)/pytest -n 2
UNIT    := $(PYTEST) --dist=worksteal -m 'not hosting' --ignore=tests/browser --ignore=tests/notebooks
UV_PIP  := $(BIN)/uv pip install --quiet --python $(BIN)/python
LOCK    := $(BIN)/uv pip compile --upgrade --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
           --custom-compile-command 'make lock'

# A third worker has something to do while two wait for a page, a server or a process.
THIRD   := -n 3

DOMAINS := $(patsubst %/locale/,%,$(wildcard paydays_widgets/*/locale/ paydays_widgets/*/*/locale/ tests/*/locale/))
PO      := $(wildcard $(DOMAINS:%=%/locale/*.po) notebooks/lessons/locale/*.po)
MO      := $(PO:.po=.mo)

# Open a browser only if there is a screen.
SYSTEM  := $(shell uname)
SCREEN  := $(if $(CI),,$(or $(DISPLAY),$(WAYLAND_DISPLAY),$(filter Darwin,$(SYSTEM))))
BROWSER_OPTIONS := $(if $(SCREEN),,--no-browser)

# Voila uses the template in the checkout, so an edit shows after a reload.
export JUPYTER_PATH := $(CURDIR)/paydays_widgets/hosting/jupyter

# Compile each module once, not again in every process.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run class lab quick test test-hosting test-package test-marks test-site lowest newest site pages docs links site-run exact style prepared unit browser bench format dist changelog catalogs compiled lock

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

run: .venv/.run $(MO) ## play: serve the dashboards at http://127.0.0.1:8866/ (PORT=…)
	@$(BIN)/paydays serve notebooks --port=$(PORT) --ready=$(PREHEAT) $(if $(SCREEN),--browser)

class: .venv/.run $(MO) ## play with a class: phones in the same network join
	@$(BIN)/paydays serve notebooks --port=$(PORT) --class $(if $(SCREEN),--browser)

lab: .venv/.run $(MO) ## open the notebooks in JupyterLab
	@$(BIN)/jupyter lab notebooks --ip=127.0.0.1 $(BROWSER_OPTIONS)

quick: style $(MO) ## check in a minute: style, types, tests without a browser, one set-up per game
	$(UNIT) --quick

test: ## check everything: style, types, tests, of products the pairs; coverage
	@$(MAKE) --no-print-directory -j2 style prepared unit
	@$(MAKE) --no-print-directory browser

test-hosting: .venv/.test site .venv/.chromium .venv/.postgres .venv/.hub .venv/.nbgrader ## run the rest of every product, and the slow checks: other servers, dying kernels; needs nginx, npm
	$(PYTEST) -m hosting

test-package: .venv/.test .venv/.chromium ## install the wheel as a new user would, and play from an empty folder
	$(PYTEST) -m hosting tests/browser/test_package.py

test-marks: .venv/.test .venv/.nbgrader $(MO) ## have nbgrader mark its assignment: right, wrong, endless
	$(PYTEST) -m hosting tests/notebooks/test_nbgrader.py

test-site: .venv/.test .venv/.chromium site ## run every lesson on the site without a server
	$(PYTEST) -m 'hosting or not hosting' tests/browser/test_site.py

site: pages docs ## build the site without a server, in build/site: games, lessons, documentation; SITE is its address; needs Node.js
	$(if $(SITE),$(BIN)/python tools/site/sitemap.py build/site $(SITE))

pages: .venv/.run .venv/.site $(MO) ## build the games and lessons of the site alone
	$(BIN)/python tools/site/build.py build/site $(SITE)

docs: pages .venv/.docs ## build the documentation alone
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -b html -D html_baseurl=$(SITE:%=%docs/) -d build/doctrees docs build/site/docs

links: docs ## report links from the documentation to other sites that lead nowhere
	$(BIN)/sphinx-build --quiet -b linkcheck -d build/doctrees docs build/links

site-run: site ## show the site at http://127.0.0.1:8866/ (PORT=…)
	$(BIN)/python -m http.server $(PORT) --bind 127.0.0.1 --directory build/site

lowest: .venv/.uv $(MO) ## run the unit tests with the lowest versions that pyproject.toml allows, in .venv/lowest
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv/lowest
	$(BIN)/uv pip install --quiet --python .venv/lowest/bin/python --resolution lowest-direct --group test --group build \
	  --editable '.[serve,class,lab,cluster,postgres]'
	.venv/lowest/bin/python -m pytest -n 2 --dist=worksteal -m 'not hosting' --ignore=tests/browser --ignore=tests/notebooks

newest: .venv/.uv $(MO) ## run the unit tests with what pip resolves today, in .venv/newest
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv/newest
	$(BIN)/uv pip install --quiet --python .venv/newest/bin/python --group test --group build --editable '.[all,cluster,postgres]'
	.venv/newest/bin/python -m pytest -n 2 --dist=worksteal -m 'not hosting' --ignore=tests/browser --ignore=tests/notebooks

exact: .venv/.test ## compare 20,000 games of each game's compiled kernel with its engine
	$(PYTEST) --dist=load --games=20000 tests/lab/test_kernels.py

# The checks of `make test`, in three parts. Coverage is of the first one: the others start programs.
style: .venv/.test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 paydays_widgets

# The largest of the compiled games, beside the checks of style; the tests begin when one is done.
prepared: .venv/.test
	$(BIN)/python -m paydays_widgets.lab.preparing master_builder

unit: .venv/.test .venv/.postgres $(MO)
	$(UNIT) $(THIRD) --cov

browser: .venv/.test .venv/.chromium pages
	$(PYTEST) $(THIRD) -m 'not hosting' tests/browser tests/notebooks

bench: .venv/.bench .venv/.otree .venv/.pgx .venv/.chromium site ## measure the engines against their peers
	$(BIN)/pytest -s -o python_files='bench_*.py' -o python_functions='bench_*' tests/benchmarks

format: .venv/.test ## format the code
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

dist: .venv/.run ## build wheel and sdist
	rm -rf dist
	$(BIN)/hatchling build

changelog: .venv/.test ## gather the changes of a new version into CHANGELOG.md
	$(BIN)/towncrier build

catalogs: .venv/.run $(DOMAINS:%=%/locale/messages.pot) ## extract the sentences to translate, compile the translations
	for domain in $(DOMAINS); do for language in fr de; do \
	  $(BIN)/pybabel --quiet update --init-missing --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --width 99 \
	    -i $$domain/locale/messages.pot -o $$domain/locale/$$language.po -l $$language || exit; \
	done; rm $$domain/locale/messages.pot; done
	$(BIN)/paydays catalogs notebooks/lessons
	@$(MAKE) --no-print-directory compiled

compiled: $(MO)

lock: .venv/.run ## pin the newest versions of everything, with hashes
	echo uv | $(LOCK) --output-file tools/requirements/uv.txt -
	$(LOCK) --extra serve --extra lab --extra class --group build --output-file tools/requirements/run.txt pyproject.toml
	$(LOCK) --extra cluster --extra postgres --group test --constraint tools/requirements/run.txt --output-file tools/requirements/test.txt pyproject.toml
	$(LOCK) --group bench --constraint tools/requirements/test.txt --output-file tools/requirements/bench.txt pyproject.toml
	$(LOCK) --group dist --output-file tools/requirements/dist.txt
	$(LOCK) --group docs --constraint tools/requirements/run.txt --constraint tools/requirements/test.txt --output-file tools/requirements/docs.txt pyproject.toml
	echo pgx | $(LOCK) --constraint tools/requirements/run.txt --output-file tools/requirements/pgx.txt -
	echo jupyterhub | $(LOCK) --constraint tools/requirements/run.txt --output-file tools/requirements/hub.txt -
	echo nbgrader | $(LOCK) --constraint tools/requirements/run.txt --output-file tools/requirements/nbgrader.txt -
	echo otree | $(LOCK) --output-file tools/requirements/otree.txt -
	cp tools/requirements/run.txt binder/requirements.txt
	npm install --prefix tools/site --package-lock-only --omit-lockfile-registry-resolved --silent

# Stamps in .venv record what is installed; a changed lock makes its stamp stale.
.venv/.uv: tools/requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=…")'
	@echo Installing into .venv…
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

.venv/.run: tools/requirements/run.txt pyproject.toml tools/hatch_build.py | .venv/.uv
	@$(UV_PIP) --require-hashes --compile-bytecode -r $<
	@$(UV_PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.docs: tools/requirements/docs.txt | .venv/.run
	@$(UV_PIP) --require-hashes -r $<
	@touch $@

.venv/.test .venv/.bench: .venv/.%: tools/requirements/%.txt .venv/.run
	@$(UV_PIP) --require-hashes -r $<
	@touch $@
.venv/.bench: .venv/.test

# For `make bench` alone, and apart: it brings a package `tests`, which would hide the one here.
.venv/.pgx: tools/requirements/pgx.txt | .venv/.uv
	$(BIN)/python -m venv .venv/pgx
	$(BIN)/uv pip install --quiet --python .venv/pgx/bin/python --require-hashes -r $<
	@touch $@

# JupyterHub and its proxy, with a path to the packages of .venv.
.venv/.hub: tools/requirements/hub.txt tools/install/hub .venv/.test
	tools/install/hub
	@touch $@

# nbgrader, likewise.
.venv/.nbgrader: tools/requirements/nbgrader.txt tools/install/nbgrader .venv/.test
	tools/install/nbgrader
	@touch $@

# Pyodide and the wheels that run in it, for `make site`.
.venv/.site: tools/install/site tools/site/package-lock.json tools/requirements/run.txt | .venv/.run
	tools/install/site
	@touch $@

.venv/.otree: tools/requirements/otree.txt tools/install/otree .venv/.uv
	tools/install/otree
	@touch $@

.venv/.chromium .venv/.postgres: .venv/.%: tools/install/% .venv/.test
	tools/install/$*
	@touch $@

.venv/.postgres: | .venv/.chromium  # a machine installs one package at a time

%/messages.pot: FORCE | .venv/.run
	$(BIN)/pybabel --quiet extract -F pyproject.toml --no-default-keywords -k text -k plural:1,2 -k Complaint -k StaleMove -k StrategyError -k RecordError:2 --no-location \
	  --no-wrap --sort-output --omit-header -o $@ $(@:%/locale/messages.pot=%)

%.mo: %.po | .venv/.run
	@$(BIN)/pybabel --quiet compile -i $< -o $@

notebooks/lessons/locale/%.mo: notebooks/lessons/locale/%.po | .venv/.run  # “20% of it” is no format: nothing is checked
	@$(BIN)/python -c 'from pathlib import Path; from tools.hatch_build import compile_catalogues as c; c(Path("$(<D)"))'

FORCE:
