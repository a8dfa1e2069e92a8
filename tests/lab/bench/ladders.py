"""Measure operations on a ladder with many matches: `python -m tests.lab.bench.ladders [matches ...]`."""

import sys
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from domain.registry import RULESETS
from service.installation.installation import Installation
from service.tournaments import challenges, creation, log, progress, queries, registration
from service.tournaments.resources.entrants import EntrantBody
from service.tournaments.resources.rounds import ChallengeRequest
from service.tournaments.resources.stages import ChallengesRequest, StageRequest
from service.tournaments.resources.standings import StandingsQuery
from service.tournaments.resources.tournaments import TournamentRequest
from service.tournaments.rules import entrant_events, events, match_events
from service.tournaments.store.tournaments import tournaments_in
from tests.lab.bench.installation import installed
from tests.lab.bench.tournaments import CALLER, meet_organiser, timed

MATCHES: Final = (0, 100, 1000)
ENTRANTS: Final = 20
WINNER, LOSER = (1, 2), (2, 1)


def main(sizes: list[int]) -> None:
    """Print the time of each operation for each number of matches."""
    with installed() as running:
        rows = [measured(running.installation, size) for size in sizes]
    sys.stdout.write(f"{'matches':24}{''.join(f'{size:>10}' for size in sizes)}\n")
    for name in rows[0]:
        sys.stdout.write(f"{name:24}{''.join(f'{row[name]:>10.1f}' for row in rows)}\n")


def measured(installation: Installation, matches: int) -> Mapping[str, float]:
    """Return the milliseconds of each operation on a ladder with this many matches."""
    name = founded(installation)
    play(installation, name, matches)
    tournaments_in(installation.store).note_sent(name, len(log.load(installation, name).log))
    pairs = iter([(at, at - 1) for at in range(1, ENTRANTS, 2)])

    order = [each.entrant for each in queries.standings(installation, name, None, StandingsQuery()).standings]

    def challenge() -> None:
        challenger, challenged = next(pairs)
        body = ChallengeRequest(order[challenged], challenger=order[challenger])
        challenges.challenge(installation, name, CALLER, body)

    found = {"challengeEntrant": timed(challenge)}
    numbers = iter(range(matches + 1, matches + ENTRANTS))
    found["end of a game"] = timed(lambda: _end(installation, name, next(numbers)))
    found["check by the sweeper"] = timed(lambda: progress.drive(installation, name))
    found["addEntrant"] = timed(lambda: registration.enter(installation, name, CALLER, EntrantBody(level="random")))
    found["getTournament"] = timed(lambda: queries.tagged(installation, name, CALLER))
    found["getStandings, again"] = timed(lambda: queries.standings(installation, name, None, StandingsQuery()))
    challenge()
    found["getStandings, changed"] = timed(lambda: _end_and_list(installation, name, next(numbers)), 1)
    found["listRounds"] = timed(lambda: queries.rounds(installation, name, None), 1)
    running = log.load(installation, name)
    found["fold of the log"] = timed(lambda: log.folded(running.header, running.log), 1)
    found["log, in kB"] = sum(len(msgspec.json.encode(each)) for each in running.log) / 1000
    return found


def founded(installation: Installation) -> str:
    """Create a ladder with entrants, and start it; return its id."""
    stage = StageRequest(format="ladder", challenges=ChallengesRequest(10, 0))
    ruleset = next(iter(RULESETS))
    body = TournamentRequest(name="Long", ruleset=ruleset, stages=(stage,), late_entries=True, max_entrants=100)
    meet_organiser(installation)
    name = creation.create(installation, CALLER, body)[0].tournament
    entered = [
        log.new_entry(installation, entrant_events.Entered, entrant=each, name=f"E{each}", kind="level", level="random")
        for each in range(ENTRANTS)
    ]
    log.append(installation, log.load(installation, name), [*entered, log.new_entry(installation, events.Started)])
    running = log.load(installation, name)
    log.append(installation, running, [progress.start_stage(installation, running)])
    return name


def play(installation: Installation, name: str, matches: int) -> None:
    """Append finished challenges."""
    entries: list[events.AnyEvent] = []
    for number in range(1, matches + 1):
        entries += _match(installation, number)
    for first in range(0, len(entries), 300):
        assert log.append(installation, log.load(installation, name), entries[first : first + 300])


def _match(installation: Installation, number: int) -> Iterator[events.AnyEvent]:
    challenger = number % (ENTRANTS - 1) + 1
    pair = (challenger, (challenger + number // ENTRANTS % (ENTRANTS - 1) + 1) % ENTRANTS)
    seated = events.SeatedTable(1, pair, (installation.sources.game_id(),))
    yield log.new_entry(
        installation, events.Paired, round=number, stage=0, tables=(seated,), by=CALLER.player, challenger=challenger
    )
    yield log.new_entry(installation, events.Opened, round=number)
    yield _finished(installation, number, seated.games[0], WINNER if number % 3 else LOSER)


def _finished(installation: Installation, number: int, game_id: str, ranks: tuple[int, int]) -> match_events.Finished:
    return log.new_entry(
        installation,
        match_events.Finished,
        round=number,
        table=1,
        game=0,
        game_id=game_id,
        ranks=ranks,
        totals=(90, 80) if ranks == WINNER else (80, 90),
        record="0" * 64,
    )


def _end(installation: Installation, name: str, number: int) -> None:
    """Append the result of the game of a challenge."""
    running = log.load(installation, name)
    table = running.tournament.round(number).tables[0]
    log.append(installation, running, [_finished(installation, number, table.seating.games[0], WINNER)])


def _end_and_list(installation: Installation, name: str, number: int) -> None:
    _end(installation, name, number)
    queries.standings(installation, name, None, StandingsQuery())


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]] or [*MATCHES])
