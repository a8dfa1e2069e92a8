"""Order the entrants of a ladder by the results of its matches.

The first order is that of the seeding, and newcomers go to the end. An entrant who wins a match takes the place of an
opponent above, and all between move down by one. In a challenge this holds for the challenger alone. The matches count
in the order of their results. An entrant who has left and returns goes to the end. In a ladder by rating, the ratings
alone decide: see `ladder_ratings`.
"""

from collections.abc import Iterator

from msgspec import UNSET

from service.tournaments.rules.formats import ladder_ratings
from service.tournaments.rules.match_events import Finished, Ruled
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.pairing_types import RoundPairing
from service.tournaments.rules.points import match_points
from service.tournaments.rules.state import Places, Round, Tournament, matches

Step = tuple[int, int | None]
"""The entrant who moves, and the opponent whose place that entrant takes; None: the last place."""


def next_round(_tournament: Tournament) -> RoundPairing | None:
    """Return None: only challenges and the organiser create the rounds of a ladder."""
    return None


def order(tournament: Tournament) -> list[int]:
    """Return the entrants by place; those who have left are at the end."""
    return _present_first(tournament, places_of(tournament).now)


def order_before(tournament: Tournament) -> list[int]:
    """Return the order before its latest change by a result or a return."""
    return _present_first(tournament, places_of(tournament).before)


def places_of(tournament: Tournament) -> Places:
    """Return the places of a tournament, which holds them from then on."""
    if tournament.places is None:
        tournament.places = computed_places(tournament)
    return tournament.places


def decided_by(table: MatchTable) -> Finished | Ruled:
    """Return the log entry that decided a closed match."""
    games = range(len(table.seating.games))
    found = (table.finished.get(game) or table.ruling(game) for game in games)
    return max((each for each in found if each), key=lambda each: each.number)


def _present_first(tournament: Tournament, entrants: list[int]) -> list[int]:
    return sorted(entrants, key=lambda each: tournament.entrants[each].withdrawn)


def computed_places(tournament: Tournament) -> Places:
    """Return the places by all results and returns, in the order of their log entries."""
    if ladder_ratings.is_by_rating(tournament):
        return _rated_places(tournament)
    places = Places([*tournament.stages[0][0]], [*tournament.stages[0][0]])
    for _, step in sorted(_steps(tournament), key=lambda numbered: numbered[0]):
        places = moved(places, *step)
    return places


def _rated_places(tournament: Tournament) -> Places:
    places = ladder_ratings.first_places(tournament, tournament.stages[0][0])
    for table in sorted(filter(_is_closed, matches(tournament)), key=lambda each: decided_by(each).number):
        places = ladder_ratings.rated(tournament, places, table)
    return places


def _is_closed(table: MatchTable) -> bool:
    return table.is_closed


def moved(places: Places, entrant: int, opponent: int | None) -> Places:
    """Return the places after a step."""
    now = places.now
    to = len(now) - 1 if opponent is None else now.index(opponent)
    at = now.index(entrant)
    is_move = (at > to) if opponent is not None else (at < to)
    return Places(now, _moved(now, at, to)) if is_move else places


def _moved(entrants: list[int], at: int, to: int) -> list[int]:
    """Return a list with the entrant at an index moved to another one."""
    others = [*entrants[:at], *entrants[at + 1 :]]
    return [*others[:to], entrants[at], *others[to:]]


def _steps(tournament: Tournament) -> Iterator[tuple[int, Step]]:
    """List what can change the order, with the number of the log entry, in any order."""
    for each in tournament.entrants:
        yield from ((number, (each.number, None)) for number in each.returned)
    for played in tournament.rounds:
        for table in played.tables:
            step = step_of(tournament, played, table) if table.is_closed else None
            if step is not None:
                yield decided_by(table).number, step


def step_of(tournament: Tournament, played: Round, table: MatchTable) -> Step | None:
    """Return the step that follows from a closed match; None if no entrant moves."""
    winner = _winner(tournament, played, table)
    return None if winner is None else (winner, next(each for each in table.entrants if each != winner))


def _winner(tournament: Tournament, played: Round, table: MatchTable) -> int | None:
    """Return the entrant who moves up by a closed match; None after a draw, or if the challenger has not won."""
    won = match_points(tournament.plan, table)
    best = [each for each, points in zip(table.entrants, won, strict=True) if points == max(won)]
    is_move = len(best) == 1 and played.challenger in (UNSET, best[0])
    return best[0] if is_move else None
