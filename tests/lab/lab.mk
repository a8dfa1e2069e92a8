# Targets of the laboratory; the Makefile of the project includes this file. README.md describes them.

LAB := $(BIN)/python -m tests.lab
PEERS := .peers/installed
DUTCH := .dutch/installed

.PHONY: lab-test dutch .dutch arena train blunders bench peers .peers thinking long-game load million soak undo records

lab-test: $(INSTALLED)  ## test the laboratory itself
	@$(BIN)/pytest -n auto --dist worksteal tests/lab

arena: $(INSTALLED) $(wildcard $(COMPILED))  ## Measure: play games between AI levels and write tests/lab/strength/STRENGTH.md, compiled if possible (ARENA=--help)
	@PYTHONPATH="$(firstword $(wildcard .compiled/lib/python*/site-packages) .):$(CURDIR)" $(BIN)/python -P -m tests.lab.strength $(ARENA)

train: $(INSTALLED) $(wildcard $(COMPILED))  ## learn the values of positions of a game from games, and write them beside its rules (RULESET=azul)
	@PYTHONPATH="$(firstword $(wildcard .compiled/lib/python*/site-packages) .):$(CURDIR)" $(BIN)/python -P -m workers.command.entry train $(or $(RULESET),azul) --output domain/$(or $(RULESET),azul)/values.json

blunders: $(INSTALLED)  ## test the AI levels at positions with one right action and write tests/lab/strength/BLUNDERS.md
	@$(LAB).strength.blunders $(BLUNDERS)

bench: $(INSTALLED) $(COMPILED) $(PEERS)  ## Measure: measure the rules and the cost of a request, and both builds beside other projects
	@$(LAB).bench
	@$(LAB).bench.ratios

peers: $(INSTALLED) $(COMPILED) $(PEERS)  ## measure both builds and the service beside other projects only
	@$(LAB).bench.ratios

.peers: $(PEERS)  ## install the other projects in an environment of their own
$(PEERS): tests/lab/requirements.lock tests/lab/bench/peers/package-lock.json
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -m venv .peers
	@.peers/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r tests/lab/requirements.lock
	@cp tests/lab/bench/peers/package.json tests/lab/bench/peers/package-lock.json .peers
	@PATH="$(CURDIR)/.peers/bin:$$PATH" npm ci --prefix .peers --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

dutch: $(INSTALLED) $(DUTCH)  ## compare Swiss pairings with those of the Dutch system of FIDE (DUTCH_ARGS="--seeds 3")
	@$(LAB).dutch $(DUTCH_ARGS)

.dutch: $(DUTCH)  ## install py4swiss in an environment of its own
$(DUTCH): tests/lab/dutch/requirements.lock
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name one with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -m venv .dutch
	@.dutch/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r tests/lab/dutch/requirements.lock
	@touch $@

thinking: $(INSTALLED)  ## measure AI turns in worker processes, with one and with two workers (THINKING="moves")
	@$(LAB).bench.thinking $(THINKING)

long-game: $(INSTALLED)  ## play a game with two expert seats through the API and print the time of each decision (RULESET=name)
	@$(LAB).bench.long_game $(RULESET)

load: $(INSTALLED)  ## Measure: measure the load of an installation in 25 minutes; continues an earlier run (LOAD="--quick", LOAD="soak --minutes 60")
	@$(LAB).load $(LOAD)

million: $(INSTALLED)  ## store a million games and measure lists and sweeps (MILLION="--stored 100000")
	@$(LAB).load.fill $(MILLION)

soak: $(INSTALLED)  ## play 1,000 random games for each number of players, with all invariants checked after each action
	@$(LAB).soak

undo: $(INSTALLED)  ## check in 50 games per ruleset and seat count that an undo by one player reveals nothing hidden
	@$(LAB).undo

records: $(INSTALLED)  ## verify 100 records of each ruleset, and 100 with one random byte changed
	@$(LAB).records
