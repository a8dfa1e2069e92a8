"""How long a round takes: drawing it for 1,000 entrants, and creating 250 games. Run it by itself.

    .venv/bin/python -m tests.bench.tournaments

The games are those of a round of Swiss in tables of four, of 1,000 entrants who are players, on the embedded server
with its append-only file. The clock starts when the organiser has the round seated, and stops when all its games are
there and all players have been told.
"""

import time
from itertools import pairwise

import msgspec

from domain.registry import RULESETS
from service.play import keys
from service.play.bottega import Bottega
from service.play.callers import Caller
from service.play.creation import Terms
from service.play.tournaments import creating, log, organising
from service.play.tournaments.creating import Wanted
from service.play.tournaments.log import Running
from service.store import Profile
from service.tournament.events import AnyEvent, Ruled
from service.tournament.plan import Plan, Stage
from tests.bench.installation import installed

ENTRANTS, TABLE_SIZE, ROUNDS = 1000, 4, 5
RULESET = RULESETS["riddle"]
LONG_AGO = "2026-01-01T00:00:00.000000Z"
ORGANISER = Caller("pl_" + "o" * keys.ID_LENGTH, frozenset(keys.SCOPES))


def main() -> None:
    """Measure, and print a line for each round."""
    with installed() as installation:
        bottega = installation.bottega
        players = [f"pl_{number:020d}" for number in range(ENTRANTS)]
        for player in (ORGANISER.player, *players):
            bottega.store.players.meet(player, Profile(LONG_AGO, player.replace("pl_", "rp_")))
        created, _ = creating.create(bottega, ORGANISER, _plan(), entrants=[Wanted(player=each) for each in players])
        organising.start(bottega, created["tournament"], ORGANISER)
        for number in range(1, ROUNDS + 1):
            _measure(bottega, created["tournament"], number)


def _plan() -> Plan:
    """Return a plan whose rounds the organiser has seated."""
    options, terms = (msgspec.Raw(msgspec.json.encode(each)) for each in (RULESET.options_type(), Terms(rated=True)))
    stage = Stage("swiss", table_size=TABLE_SIZE, rounds=ROUNDS)
    return Plan("Measured", RULESET.name, RULESET.version, options, terms, (stage,), next_round="organiser")


def _measure(bottega: Bottega, name: str, number: int) -> None:
    """Have a round drawn, and drawn and seated; then decide all its matches."""
    times = [time.perf_counter()]
    organising.preview(bottega, name, ORGANISER)
    times.append(time.perf_counter())
    organising.next_round(bottega, name, ORGANISER)
    times.append(time.perf_counter())
    drawn, seated = (later - earlier for earlier, later in pairwise(times))
    print(f"round {number}: drawn in {drawn:.2f} s; with its {_tables(bottega, name)} games created in {seated:.2f} s")
    log.change(bottega, name, lambda running: _ruled(bottega, running))


def _tables(bottega: Bottega, name: str) -> int:
    """Count the tables of the last round."""
    return len(log.load(bottega, name).tournament.rounds[-1].tables)


def _ruled(bottega: Bottega, running: Running) -> list[AnyEvent]:
    """Decide all matches of the last round."""
    last, ranks = running.tournament.rounds[-1], tuple(range(1, TABLE_SIZE + 1))
    return [log.note(bottega, Ruled, round=last.number, table=each.number, ranks=ranks) for each in last.tables]


if __name__ == "__main__":
    main()
