"""Measure how operations on a tournament grow with its entrants: `python -m tests.lab.bench.tournaments 100 1000`.

A tournament of AI players at tables of four has one round, in which every second table has a result. The log is
written at once, without games. A figure is the median of some calls, in milliseconds of processor time of this process.
Redis runs in a process of its own, and is not included.
"""

import sys
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any, Final

import msgspec

from domain.registry import RULESETS
from service.game.game import timestamp
from service.installation.installation import Installation
from service.players.callers import Caller
from service.store import Profile, StoredKey
from service.tournaments import creation, log, progress, queries, registration, rulings
from service.tournaments.resources.entrants import EntrantBody
from service.tournaments.resources.rounds import ResultRequest
from service.tournaments.resources.stages import StageRequest
from service.tournaments.resources.standings import StandingsQuery
from service.tournaments.resources.tournaments import TournamentRequest
from service.tournaments.rules import entrant_events, events, limits, match_events, round_pairings
from service.tournaments.rules.pairing_types import RoundPairing
from tests.lab.bench.installation import installed

SIZES: Final = (100, 1000)
CALLS: Final = 5
TABLE: Final = 4
CALLER: Final = Caller("pl_organiser", frozenset({"organise"}))
RANKS: Final = {3: (1, 2, 3), 4: (1, 2, 3, 4)}


def main(sizes: list[int]) -> None:
    """Print the time of each operation for each number of entrants."""
    with installed() as running:
        rows = [measured(running.installation, size) for size in sizes]
    names = [*rows[0]]
    sys.stdout.write(f"{'entrants':24}{''.join(f'{size:>10}' for size in sizes)}\n")
    for name in names:
        sys.stdout.write(f"{name:24}{''.join(f'{row[name]:>10.1f}' for row in rows)}\n")


def measured(installation: Installation, size: int) -> Mapping[str, float]:
    """Return the milliseconds of each operation on a tournament of this size."""
    name = founded(installation, size - CALLS)
    number = iter(range(CALLS))
    entering = EntrantBody(level="random")
    found = {
        "addEntrant": timed(lambda: registration.enter(installation, name, CALLER, _named(entering, next(number))))
    }
    found["pairing of a round"] = timed(lambda: _start(installation, name), 1)
    tables = iter(range(1, 2 * CALLS, 2))

    def rule() -> None:
        ranks = RANKS[len(log.load(installation, name).tournament.round(1).tables[0].entrants)][::-1]
        place = rulings.Match(name, 1, next(tables))
        rulings.set_result(installation, place, CALLER, ResultRequest(ranks=ranks, reason="A mistake"))

    found["setMatchResult"] = timed(rule)
    found["getStandings"] = timed(lambda: queries.standings(installation, name, None, StandingsQuery()))
    found["getTournament"] = timed(lambda: queries.tagged(installation, name, None))
    found["listRounds"] = timed(lambda: queries.rounds(installation, name, None))
    found["end of a game"] = timed(lambda: _next_result(installation, name))
    found["check by the sweeper"] = timed(lambda: progress.drive(installation, name))
    found["load of the log"] = timed(lambda: log.load(installation, name))
    running = log.load(installation, name)
    found["fold of the log"] = timed(lambda: log.folded(running.header, running.log))
    found["log, in kB"] = sum(len(msgspec.json.encode(each)) for each in running.log) / 1000
    return found


def meet_organiser(installation: Installation) -> None:
    """Create the player who manages the tournaments."""
    at = timestamp(installation)
    installation.store.players.create(
        CALLER.player, Profile(at, "rp_organiser", "Organiser"), "k", StoredKey("0" * 64, ("play",), at)
    )


def timed(call: Callable[[], Any], calls: int = CALLS) -> float:
    """Return the median of the milliseconds of some calls."""
    taken = []
    for _ in range(calls):
        began = time.process_time()
        call()
        taken.append((time.process_time() - began) * 1000)
    return median(taken)


def founded(installation: Installation, size: int) -> str:
    """Create a tournament with entrants; return its id."""
    stage = StageRequest(format="swiss", table_size=TABLE, rounds=3)
    body = TournamentRequest(
        name="Big",
        ruleset=next(iter(RULESETS)),
        stages=(stage,),
        max_entrants=limits.MOST_ENTRANTS,
        next_round="organiser",
        registration="organiser",
    )
    meet_organiser(installation)
    name = creation.create(installation, CALLER, body)[0].tournament
    entered = [
        log.new_entry(installation, entrant_events.Entered, entrant=each, name=f"E{each}", kind="level", level="random")
        for each in range(size)
    ]
    log.append(installation, log.load(installation, name), entered)
    return name


def _named(body: EntrantBody, number: int) -> EntrantBody:
    return msgspec.structs.replace(body, name=f"Late {number}")


def _start(installation: Installation, name: str) -> None:
    """Pair the first round and decide every second table, without games."""
    running = log.load(installation, name)
    log.append(installation, running, [log.new_entry(installation, events.Started)])
    log.append(installation, running, [progress.start_stage(installation, running)])
    drawn = _drawn(running)
    seated = progress.pairing(installation, running, drawn)
    log.append(installation, running, [seated, log.new_entry(installation, events.Opened, round=1)])
    log.append(installation, running, [_finished(installation, each) for each in seated.tables[::2]])


def _drawn(running: log.LoadedTournament) -> RoundPairing:
    drawn = round_pairings.next_round(running.tournament)
    assert drawn is not None
    return drawn


def _finished(installation: Installation, table: events.SeatedTable) -> match_events.Finished:
    ranks = RANKS[len(table.entrants)]
    totals = tuple(50 - rank for rank in ranks)
    return log.new_entry(
        installation,
        match_events.Finished,
        round=1,
        table=table.table,
        game=0,
        game_id=table.games[0],
        ranks=ranks,
        totals=totals,
    )


def _next_result(installation: Installation, name: str) -> None:
    """Append the result of a game."""
    running = log.load(installation, name)
    table = running.tournament.round(1).tables[0]
    log.append(installation, running, [_finished(installation, table.seating)])


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]] or [*SIZES])
