"""Say how far the entrants of a knock-out came."""

from collections import Counter
from collections.abc import Mapping

from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.limits import MOST_TABLE
from service.tournaments.rules.match_order import count_advancing, match_order
from service.tournaments.rules.state import Tournament


def progress(tournament: Tournament, stage: int) -> Mapping[int, tuple[int, int]]:
    """Return how far each entrant came in a knock-out: last round, then place at the last table; more is better."""
    seen, place, out = _eliminations(tournament, stage)
    still_in = len(tournament.rounds) + 1
    return {
        each: (
            out.get(each, seen.get(each, 0) if tournament.entrants[each].withdrawn else still_in),
            -place.get(each, 0),
        )
        for each in tournament.stages[stage][0]
    }


def eliminated(tournament: Tournament, stage: int) -> set[int]:
    """Return the entrants of a knock-out who are out by their results."""
    return {*_eliminations(tournament, stage)[2]}


def _eliminations(tournament: Tournament, stage: int) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """Return by entrant the last round in a knock-out stage, the last place, and the round of elimination."""
    lives = Counter(dict.fromkeys(tournament.stages[stage][0], traits_of(tournament.plan.stages[stage]).lives))
    seen: dict[int, int] = {}
    place: dict[int, int] = {}
    out: dict[int, int] = {}
    for played in tournament.rounds_of(stage):
        seen.update(dict.fromkeys(played.byes, played.number))
        seen.update(dict.fromkeys(played.sitting_out, played.number))
        out.update(dict.fromkeys(played.sitting_out, played.number))
        place.update(dict.fromkeys(played.sitting_out, MOST_TABLE))
        for table in played.tables:
            seen.update(dict.fromkeys(table.entrants, played.number))
            order = match_order(tournament, table) if table.is_closed else []
            place.update({each: at for at, each in enumerate(order)})
            lost = order[count_advancing(tournament, played, table) :]
            lives.subtract(lost * 2 if table.is_lost_by_all else lost)
            out.update({each: played.number for each in lost if lives[each] <= 0})
    return seen, place, out
