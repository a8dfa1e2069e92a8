"""Tie-breaks: by what those are told apart who have the same points. More is always better.

Each is one function of the stage's tally and of those who are tied, the tied among themselves only where it says so. A
value is exact: a fraction in points, scores or games.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from service.tournament.match_order import difference, match_differences, match_wins
from service.tournament.plan import SIXTIETHS, Plan, TieBreak
from service.tournament.points import match_points, ranks_by_game, stage_points
from service.tournament.random_choice import drawn_order
from service.tournament.state import Tournament, matches

TWELFTHS = 12
"""Into which the mean of one to four opponents' points is divided."""


class Match(NamedTuple):
    """What came of a table that has a result, as far as it is told; all in the order of its entrants."""

    entrants: tuple[int, ...]
    points: tuple[int, ...]
    """In sixtieths."""
    wins: tuple[int, ...]
    differences: tuple[int, ...]
    """In twelfths."""
    games: int


@dataclass(frozen=True)
class Tally:
    """What counts in a stage, by entrant."""

    tournament: Tournament
    stage: int
    points: Mapping[int, int]
    """In sixtieths."""
    matches: Mapping[int, Sequence[Match]]
    byes: Mapping[int, int]


def tally(tournament: Tournament, stage: int) -> Tally:
    """Count what has been played in a stage."""
    by_entrant: dict[int, list[Match]] = {each: [] for group in tournament.stages[stage] for each in group}
    for match in _played(tournament, stage):
        for entrant in match.entrants:
            by_entrant[entrant].append(match)
    byes = Counter(each for played in tournament.rounds if played.stage == stage for each in played.byes)
    return Tally(tournament, stage, stage_points(tournament, stage), by_entrant, byes)


def _played(tournament: Tournament, stage: int) -> Iterable[Match]:
    """List the matches of a stage that have a result, be it of one game only."""
    for table in matches(tournament, stage):
        games = len(ranks_by_game(table))
        if games:
            points = match_points(tournament.plan, table)
            yield Match(table.entrants, points, match_wins(table), match_differences(table), games)


def opponents(tally: Tally, tied: Sequence[int]) -> dict[int, Fraction]:
    """Return how strong the opponents were: over one's matches, the sum of the mean points of the others at the table.

    At tables of two that is the sum of the opponents' points. All points that they have won in the stage count, also of
    those who have withdrawn. A bye counts like an opponent who has as many points as oneself.
    """
    return {each: Fraction(_opponents(tally, each), SIXTIETHS * TWELFTHS) for each in tied}


def _opponents(tally: Tally, entrant: int) -> int:
    """Return the sum of the means, in twelfths of sixtieths."""
    points, own = tally.points, tally.points[entrant]
    total = tally.byes.get(entrant, 0) * own * TWELFTHS
    for match in tally.matches[entrant]:
        others = sum([points[each] for each in match.entrants]) - own
        total += others * (TWELFTHS // (len(match.entrants) - 1))
    return total


def head_to_head(tally: Tally, tied: Sequence[int]) -> dict[int, Fraction]:
    """Return the points won at tables where some of the tied have met.

    They count only if each of the tied has met each of the others; if not, and for one who is tied with nobody, all
    have 0.
    """
    among, points = set(tied), dict.fromkeys(tied, 0)
    for entrant in tied if len(tied) > 1 else ():
        met = [match for match in tally.matches[entrant] if len(among.intersection(match.entrants)) > 1]
        if among.difference(*(match.entrants for match in met)):
            return dict.fromkeys(tied, Fraction(0))
        points[entrant] = sum(match.points[match.entrants.index(entrant)] for match in met)
    return {each: Fraction(won, SIXTIETHS) for each, won in points.items()}


def score_difference(tally: Tally, tied: Sequence[int]) -> dict[int, Fraction]:
    """Return the sum over all games of one's own score less the mean of the others' at the table."""
    return {each: difference(_sum(tally, each, "differences")) for each in tied}


def wins(tally: Tally, tied: Sequence[int]) -> dict[int, Fraction]:
    """Return how many games were won, alone or with others."""
    return {each: Fraction(_sum(tally, each, "wins")) for each in tied}


def games_won(tally: Tally, entrant: int) -> int:
    """Count the games that an entrant has won, alone or with others."""
    return _sum(tally, entrant, "wins")


def _sum(tally: Tally, entrant: int, what: str) -> int:
    """Add up what an entrant has of something in each of its matches."""
    total = 0
    for match in tally.matches[entrant]:
        total += getattr(match, what)[match.entrants.index(entrant)]
    return total


def lots(tally: Tally, tied: Sequence[int]) -> dict[int, Fraction]:
    """Return how many of the tied were drawn after an entrant, by lots from the tournament's seed."""
    if len(tied) == 1:
        return {tied[0]: Fraction(0)}
    order = drawn_order(tally.tournament.seed, tied, "standings", tally.stage)
    return {each: Fraction(after) for after, each in enumerate(reversed(order))}


TIE_BREAKS: Mapping[TieBreak, Callable[[Tally, Sequence[int]], dict[int, Fraction]]] = {
    "opponents": opponents,
    "head_to_head": head_to_head,
    "difference": score_difference,
    "wins": wins,
    "lots": lots,
}


def tie_breaks_of(plan: Plan) -> tuple[TieBreak, ...]:
    """Return the tie-breaks in the order in which they are compared; lots are always the last."""
    named = dict.fromkeys(each for each in plan.tie_breaks if each != "lots")
    return (*named, "lots")
