"""Play tournaments round by round with computed pairings, without withdrawals."""

from collections.abc import Collection
from random import Random

from service.tournaments.rules import round_pairings
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.round_pairings import RoundPairing
from service.tournaments.rules.state import Tournament
from tests.tournament.building import Log, a_plan
from tests.tournament.playing import play


def started(stage: Stage, entrants: int, seed: int = 0, **stated) -> Log:
    """Start a tournament of one stage."""
    log = Log(a_plan(stage, **stated), bytes([seed] * 32)).enter(entrants).begin()
    return log.stage(*round_pairings.next_groups(log.tournament))


def played(stage: Stage, entrants: int, seed: int = 0, **stated) -> Tournament:
    """Play a tournament of one stage to its end, with random results."""
    return play(a_plan(stage, **stated), entrants, Random(seed), bytes([seed] * 32), quietly=True).tournament


def drawn(log: Log) -> RoundPairing:
    """Return the pairings of the next round."""
    return round_pairings.next_round(log.tournament)


def tables(drawn: RoundPairing) -> list[set[int]]:
    """Return the entrants of each match."""
    return [set(each.entrants) for each in drawn.tables]


def seat(log: Log, drawn: RoundPairing, winners: Collection[int] = ()) -> None:
    """Play a paired round: these entrants win their matches, in others the entrant with the lowest number."""
    log.pair(*((each.entrants, each.group, each.bracket) for each in drawn.tables), byes=drawn.byes)
    for number, table in enumerate(drawn.tables, 1):
        log.finish(number, tuple(50 * (each in winners) - each for each in table.entrants))
