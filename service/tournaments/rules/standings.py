"""Rank the entrants of a tournament, a stage or a group, best first.

Withdrawn entrants keep the place that their points earn.
In a knock-out they rank below entrants who reached the same round and are still in. An entrant who sits out a knock-out
round that the organiser paired is eliminated, below all who played in it.

Order within:

- a stage of several groups: all group winners, then all second places, and so on; then points and tie-breaks
- a ladder: entrants who take part, by their places in the ladder; then those who have left
- a knock-out: entrants still in, then the eliminated, latest round first, then by place at the table
- a knock-out of teams: in this order by their teams, then by points and tie-breaks
- a tournament: the entrants of the last stage, then those of the stage before only, and so on

With `shared_places`, entrants between whom nothing decides share a place. They left a knock-out in the same round at
the same place, or have equal points and tie-breaks in a plan without the tie-break `random`. Entrants who never played
then share the last place. Without `shared_places`, the random order decides, and no place is shared.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.formats import ladder
from service.tournaments.rules.knockout_progress import progress
from service.tournaments.rules.no_shows import never_played
from service.tournaments.rules.points import penalty
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.team_matches import has_team_matches, teams_of
from service.tournaments.rules.team_tournament import as_teams
from service.tournaments.rules.tie_breaks import TIE_BREAKS, Tally, games_won, tally, tie_breaks_of

NEVER_PLAYED = "never played"


class Standing(msgspec.Struct, frozen=True):
    """The standing of one entrant."""

    place: int
    """The place, from 1; the first one of those that the entrant shares."""
    entrant: int
    points: int
    """The points in sixtieths: in the listed stage, or in the entrant's last stage."""
    tie_breaks: tuple[Fraction, ...]
    """Values in the order of `tie_breaks_of`, in points, scores or games; more is better."""
    played: int
    """Number of counted games; `wins` counts those won, alone or shared."""
    wins: int
    byes: int
    """Number of rounds with a bye."""
    withdrawn: bool
    disqualified: bool = False
    """Whether the organiser has disqualified the entrant, which ranks it last in its stage."""
    penalty: int = 0
    """Penalty in whole points, already subtracted from `points`."""
    place_to: int | UnsetType = UNSET
    """The last one of the places that the entrant shares. Absent if the place is not shared, or is the last one."""
    rating: int | UnsetType = UNSET
    """The rating in a ladder by rating. Absent elsewhere."""


class _Ranked(NamedTuple):
    """An entrant in the order of the standings."""

    standing: Standing
    decided: Hashable
    """What decides about its place; neighbours with equal values share a place."""


class Change(msgspec.Struct, frozen=True):
    """The change of one entrant's standing."""

    entrant: int
    place_before: int
    place_after: int
    points_before: int
    """The points before the change, in sixtieths."""
    points_after: int


def standings(tournament: Tournament, stage: int | UnsetType = UNSET, group: int | UnsetType = UNSET) -> list[Standing]:
    """Return the standings of a group, a stage (from 0), or the whole tournament; empty before the start.

    The state holds them: no caller may change the list.
    """
    key = "standings", stage, group
    if key not in tournament.derived:
        tournament.derived[key] = _standings(tournament, stage, group)
    return tournament.derived[key]  # type: ignore[no-any-return]


def _standings(tournament: Tournament, stage: int | UnsetType, group: int | UnsetType) -> list[Standing]:
    found: dict[int, _Ranked] = {}
    for each in reversed(range(len(tournament.stages))) if stage is UNSET else (stage,):
        for ranked in _of_stage(tournament, each, group):
            found.setdefault(ranked.standing.entrant, ranked)
    if tournament.stages and traits_of(tournament.plan.stages[0]).by_challenge:
        return [*_numbered(found.values())]
    last = never_played(tournament) if tournament.plan.shared_places is True else frozenset()
    return [*_numbered(_with_last(list(found.values()), last))]


def places_before(tournament: Tournament) -> Mapping[int, int]:
    """Return the places in a ladder before the latest change of its order, by entrant; empty in other formats."""
    if not tournament.stages or not traits_of(tournament.stage).by_challenge:
        return {}
    return {entrant: place for place, entrant in enumerate(ladder.order_before(tournament), 1)}


def _with_last(ranked: Sequence[_Ranked], last: Collection[int]) -> list[_Ranked]:
    """Return an order with the entrants who never played behind the others, ahead of disqualified ones at the end."""
    played: list[_Ranked] = []
    others: list[_Ranked] = []
    for each in ranked:
        if each.standing.entrant not in last or each.standing.disqualified:
            played.append(each)
        else:
            others.append(each._replace(decided=NEVER_PLAYED))
    end = len(played)
    while end and played[end - 1].standing.disqualified:
        end -= 1
    return [*played[:end], *others, *played[end:]]


def _numbered(ranked: Iterable[_Ranked]) -> Iterator[Standing]:
    """Return standings with their places; entrants who never played share the last of theirs."""
    last = 0
    for decided, group in groupby(ranked, lambda each: each.decided):
        tied = [each.standing for each in group]
        first, last = last + 1, last + len(tied)
        if decided == NEVER_PLAYED:
            first = last
        place_to = last if last > first else UNSET
        yield from (msgspec.structs.replace(each, place=first, place_to=place_to) for each in tied)


def changes(before: Iterable[Standing], after: Iterable[Standing]) -> list[Change]:
    """List the entrants whose place or points changed, in their new order."""
    was = {each.entrant: each for each in before}
    pairs = [(was[each.entrant], each) for each in after if each.entrant in was]
    return [
        Change(new.entrant, old.place, new.place, old.points, new.points)
        for old, new in pairs
        if (old.place, old.points) != (new.place, new.points)
    ]


def _of_stage(tournament: Tournament, stage: int, group: int | UnsetType) -> list[_Ranked]:
    listed = _by_result(tournament, stage, group)
    return sorted(listed, key=lambda each: each.standing.disqualified)


def _by_result(tournament: Tournament, stage: int, group: int | UnsetType) -> list[_Ranked]:
    counted = tally(tournament, stage)
    groups = tournament.stages[stage] if group is UNSET else [tournament.stages[stage][group]]
    if traits_of(tournament.plan.stages[stage]).by_challenge:
        return _ordered(counted, [[each] for each in ladder.order(tournament)])
    if traits_of(tournament.plan.stages[stage]).is_knockout:
        came = _progress(tournament, stage)
        return _ordered(counted, _split(groups, came.__getitem__))
    if len(groups) == 1:
        return _ordered(counted, groups)
    listed = [_numbered(_ordered(counted, [each])) for each in groups]
    places = {standing.entrant: -standing.place for each in listed for standing in each}
    return _ordered(counted, _split([[*places]], places.__getitem__))


def _progress(tournament: Tournament, stage: int) -> Mapping[int, tuple[int, int]]:
    """Return how far each entrant came in a knock-out, alone or with a team; more is better."""
    if not has_team_matches(tournament.plan):
        return progress(tournament, stage)
    listed = teams_of(tournament)
    came = progress(as_teams(tournament, listed), stage)
    return {each: came[number] for number, team in enumerate(listed) if number in came for each in team}


def _ordered(counted: Tally, parts: Sequence[Sequence[int]]) -> list[_Ranked]:
    """Order entrants by points and tie-breaks within each part; earlier parts rank higher."""
    tied = _split(parts, counted.points.__getitem__)
    tie_breaks: dict[int, list[Fraction]] = {each: [] for part in tied for each in part}
    compared: dict[int, list[int]] = {each: [] for each in tie_breaks}
    for name in tie_breaks_of(counted.tournament.plan):
        values = {each: value for part in tied for each, value in TIE_BREAKS[name](counted, part).items()}
        integers = _as_integers(values)
        for each, value in values.items():
            tie_breaks[each].append(value)
            compared[each].append(integers[each])
        tied = _split(tied, integers.__getitem__)
    part_of = {each: number for number, part in enumerate(parts) for each in part}
    standings = [_standing(counted, each, tie_breaks[each]) for part in tied for each in part]
    return [
        _Ranked(each, (counted.stage, part_of[each.entrant], *_decided(counted, each, compared[each.entrant])))
        for each in standings
    ]


def _as_integers(values: Mapping[int, Fraction]) -> Mapping[int, int]:
    """Return values in units of their common denominator: integers are compared ten times as fast as fractions.

    >>> _as_integers({0: Fraction(1, 2), 1: Fraction(2, 3)})
    {0: 3, 1: 4}
    """
    unit = lcm(*(each.denominator for each in values.values()))
    return {entrant: each.numerator * (unit // each.denominator) for entrant, each in values.items()}


def _decided(counted: Tally, standing: Standing, tie_breaks: Sequence[int]) -> tuple[Hashable, ...]:
    """Return what decides about a place within a part of the order; the last tie-break is random."""
    plan = counted.tournament.plan
    if plan.shared_places is not True:
        return (standing.entrant,)
    if traits_of(plan.stages[counted.stage]).is_knockout and not has_team_matches(plan):
        return (standing.disqualified,)
    named = tie_breaks if "random" in plan.tie_breaks else tie_breaks[:-1]
    return (standing.disqualified, standing.points, *named)


def _split(parts: Iterable[Iterable[int]], value: Callable[[int], Any]) -> list[list[int]]:
    return [[*tied] for part in parts for _, tied in groupby(sorted(part, key=value, reverse=True), value)]


def _standing(counted: Tally, entrant: int, values: Sequence[Fraction]) -> Standing:
    return Standing(
        place=0,
        entrant=entrant,
        points=counted.points[entrant],
        tie_breaks=tuple(values),
        played=sum(match.games for match in counted.matches[entrant]),
        wins=games_won(counted, entrant),
        byes=counted.byes.get(entrant, 0),
        withdrawn=counted.tournament.entrants[entrant].withdrawn,
        disqualified=counted.tournament.entrants[entrant].disqualified,
        penalty=penalty(counted.tournament, entrant, counted.stage),
        rating=_rating(counted.tournament, entrant),
    )


def _rating(tournament: Tournament, entrant: int) -> int | UnsetType:
    by_challenge = traits_of(tournament.plan.stages[0]).by_challenge
    return ladder.places_of(tournament).ratings.get(entrant, UNSET) if by_challenge else UNSET
