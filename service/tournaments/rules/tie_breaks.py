"""Compute tie-breaks between entrants with equal points; a higher value is better.

Each tie-break is a function of the stage's tally and the tied entrants. Values are exact fractions in points, scores or
games.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from service.tournaments.rules.match_order import TWELFTHS, difference, match_differences, match_wins
from service.tournaments.rules.plan import SIXTIETHS, Plan, TieBreak
from service.tournaments.rules.points import match_points, ranks_by_game, stage_points
from service.tournaments.rules.random_choice import drawn_order
from service.tournaments.rules.state import Tournament, matches


class Match(NamedTuple):
    """The result of a match so far; tuples are in the order of its entrants."""

    entrants: tuple[int, ...]
    points: tuple[int, ...]
    """The points, in sixtieths of a point."""
    wins: tuple[int, ...]
    differences: tuple[int, ...]
    """The score differences, in twelfths of a point of the game."""
    games: int


@dataclass(frozen=True)
class Tally:
    """The counted results of a stage, by entrant."""

    tournament: Tournament
    stage: int
    points: Mapping[int, int]
    """The points by entrant, in sixtieths of a point."""
    matches: Mapping[int, Sequence[Match]]
    byes: Mapping[int, int]


def tally(tournament: Tournament, stage: int) -> Tally:
    """Count the results of a stage."""
    by_entrant: dict[int, list[Match]] = {each: [] for group in tournament.stages[stage] for each in group}
    for match in _played(tournament, stage):
        for entrant in match.entrants:
            by_entrant[entrant].append(match)
    byes = Counter(each for played in tournament.rounds if played.stage == stage for each in played.byes)
    return Tally(tournament, stage, stage_points(tournament, stage), by_entrant, byes)


def _played(tournament: Tournament, stage: int) -> Iterable[Match]:
    for table in matches(tournament, stage):
        points = match_points(tournament.plan, table)
        known: Match | None = table.derived.get("match")
        if known is None or known.points is not points:
            games = len(ranks_by_game(table))
            known = Match(table.entrants, points, match_wins(table), match_differences(table), games)
            table.derived["match"] = known
        if known.games:
            yield known


def opponents(tally: Tally, tied: Sequence[int]) -> dict[int, Fraction]:
    """Return the opponents' strength: over all matches, the sum of the mean points of the others at the table.

    At tables of two, this is the sum of the opponents' points. All points of the stage count, including those of
    withdrawn entrants. A bye counts as an opponent with equal points.
    """
    return {each: Fraction(_opponents(tally, each), SIXTIETHS * TWELFTHS) for each in tied}


def _opponents(tally: Tally, entrant: int) -> int:
    """Return the opponents' strength of one entrant as an integer: twelve times the value in sixtieths of a point."""
    points, own = tally.points, tally.points[entrant]
    total = tally.byes.get(entrant, 0) * own * TWELFTHS
    for match in tally.matches[entrant]:
        others = sum([points[each] for each in match.entrants]) - own
        total += others * (TWELFTHS // (len(match.entrants) - 1))
    return total


def head_to_head(tally: Tally, tied: Sequence[int]) -> dict[int, Fraction]:
    """Return the points won at tables where tied entrants met.

    All values are 0 if two of the tied entrants have never met. The value of a single entrant is 0.
    """
    among, points = set(tied), dict.fromkeys(tied, 0)
    for entrant in tied if len(tied) > 1 else ():
        met = [match for match in tally.matches[entrant] if len(among.intersection(match.entrants)) > 1]
        if among.difference(*(match.entrants for match in met)):
            return dict.fromkeys(tied, Fraction(0))
        points[entrant] = sum(match.points[match.entrants.index(entrant)] for match in met)
    return {each: Fraction(won, SIXTIETHS) for each, won in points.items()}


def score_difference(tally: Tally, tied: Sequence[int]) -> dict[int, Fraction]:
    """Return the sum over all games of the entrant's score minus the mean score of the others at the table."""
    return {each: difference(_sum(tally, each, "differences")) for each in tied}


def wins(tally: Tally, tied: Sequence[int]) -> dict[int, Fraction]:
    """Return the number of games won, alone or shared."""
    return {each: Fraction(_sum(tally, each, "wins")) for each in tied}


def games_won(tally: Tally, entrant: int) -> int:
    """Return how many games an entrant has won, alone or shared."""
    return _sum(tally, entrant, "wins")


def _sum(tally: Tally, entrant: int, name: str) -> int:
    total = 0
    for match in tally.matches[entrant]:
        total += getattr(match, name)[match.entrants.index(entrant)]
    return total


def random_order(tally: Tally, tied: Sequence[int]) -> dict[int, Fraction]:
    """Return how many of the tied entrants follow each one in a random order from the tournament's seed."""
    if len(tied) == 1:
        return {tied[0]: Fraction(0)}
    order = drawn_order(tally.tournament.seed, tied, "standings", tally.stage)
    return {each: Fraction(after) for after, each in enumerate(reversed(order))}


TIE_BREAKS: Mapping[TieBreak, Callable[[Tally, Sequence[int]], dict[int, Fraction]]] = {
    "opponents": opponents,
    "head_to_head": head_to_head,
    "difference": score_difference,
    "wins": wins,
    "random": random_order,
}


def tie_breaks_of(plan: Plan) -> tuple[TieBreak, ...]:
    """Return the tie-breaks in the order of comparison; `random_order` is always last."""
    named = dict.fromkeys(each for each in plan.tie_breaks if each != "random")
    return (*named, "random")
