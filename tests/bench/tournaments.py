"""Measure the pairing of 1,000 entrants and the creation of 250 games in a round. Run it alone.

.venv/bin/python -m tests.bench.tournaments [milliseconds of a flush]

The games are a Swiss round of 1,000 players in matches of four, on the embedded server with its append-only file. The
optional milliseconds slow each flush of that file, as on a slow disk; this needs a C compiler. Three times are
measured for the start and for each round. They end when the organiser has the response, after the longest portion of
the sweeper, and when all games exist and all players are notified.
"""

import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from domain.registry import RULESETS
from service.play import keys
from service.play.bottega import Bottega
from service.play.callers import Caller
from service.play.tournaments import control, creation, log
from service.play.tournaments.extension import TOURNAMENTS
from service.play.tournaments.log import LoadedTournament
from service.resources.entrants import NewEntrant
from service.resources.stages import NewStage
from service.resources.tournaments import NewTournament
from service.store import Profile
from service.tournament.events import AnyEvent, Ruled
from tests.bench.installation import installed
from tests.chaos.tampering import Tampering
from workers.processes.sweeper import sweep_of

sweep_tournaments = sweep_of(TOURNAMENTS)

ENTRANTS, TABLE_SIZE, ROUNDS = 1000, 4, 5
RULESET = RULESETS["riddle"]
LONG_AGO = "2026-01-01T00:00:00.000000Z"
ORGANISER = Caller("pl_" + "o" * keys.ID_LENGTH, frozenset(keys.SCOPES))


def main() -> None:
    """Measure, and print a line for each round."""
    flush = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    with TemporaryDirectory(prefix="bottega-flush-") as directory:
        disk = Tampering(Path(directory), "disk")
        with disk.inherited(), installed() as installation:
            bottega = installation.bottega
            players = [f"pl_{number:020d}" for number in range(ENTRANTS)]
            for player in (ORGANISER.player, *players):
                bottega.store.players.ensure(player, Profile(LONG_AGO, player.replace("pl_", "rp_")))
            name = creation.create(bottega, ORGANISER, _request(players))[0].tournament
            disk.tell(flush_milliseconds=flush)
            times = [time.perf_counter()]
            control.start(bottega, name, ORGANISER)
            print(f"start: {_finished(bottega, times)}", flush=True)
            for number in range(1, 2 + (not flush) * (ROUNDS - 1)):
                _measure(bottega, name, number)


def _request(players: Sequence[str]) -> NewTournament:
    """Return a plan whose rounds the organiser has seated."""
    return NewTournament(
        name="Measured",
        ruleset=RULESET.name,
        stages=(NewStage("swiss", table_size=TABLE_SIZE, rounds=ROUNDS),),
        next_round="organiser",
        entrants=tuple(NewEntrant(player=each) for each in players),
    )


def _finished(bottega: Bottega, times: list[float]) -> str:
    """Do the work that the last request left to the sweeper; return the times with the total."""
    times.append(time.perf_counter())
    while sweep_tournaments(bottega, time.time()):
        times.append(time.perf_counter())
    times.append(time.perf_counter())
    request, *portions = (later - earlier for earlier, later in pairwise(times))
    return (
        f"response after {request:.2f} s, {len(portions)} portions of {max(portions):.2f} s at most, "
        f"all done after {times[-1] - times[0]:.2f} s"
    )


def _measure(bottega: Bottega, name: str, number: int) -> None:
    """Measure a round: with its pairings drawn, then also seated; set the results of all its matches."""
    began = time.perf_counter()
    control.preview(bottega, name, ORGANISER)
    times = [time.perf_counter()]
    control.next_round(bottega, name, ORGANISER)
    reported = _finished(bottega, times)
    games = _tables(bottega, name)
    print(f"round {number}: drawn in {times[0] - began:.2f} s; with its {games} games: {reported}", flush=True)
    log.change(bottega, name, lambda running: _ruled(bottega, running))


def _tables(bottega: Bottega, name: str) -> int:
    """Count the tables of the last round."""
    return len(log.load(bottega, name).tournament.rounds[-1].tables)


def _ruled(bottega: Bottega, running: LoadedTournament) -> list[AnyEvent]:
    """Set the results of all matches of the last round."""
    last, ranks = running.tournament.rounds[-1], tuple(range(1, TABLE_SIZE + 1))
    return [log.new_entry(bottega, Ruled, round=last.number, table=each.number, ranks=ranks) for each in last.tables]


if __name__ == "__main__":
    main()
