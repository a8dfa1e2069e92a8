"""Rank the entrants of a tournament, a stage or a group, best first.

Random tie-breaks come last, so no two entrants share a place. Withdrawn entrants keep the place that their points earn.
In a knock-out they rank below entrants who reached the same round and are still in. An entrant who sits out a knock-out
round that the organiser paired is eliminated, below all who played in it.

Order within:

- a stage of several groups: all group winners, then all second places, and so on; then points and tie-breaks
- a knock-out: entrants still in, then the eliminated, latest round first, then by place at the table
- a tournament: the entrants of the last stage, then those of the stage before only, and so on
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

import msgspec

from service.match_places import MOST_TABLE
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.match_order import count_advancing, match_order
from service.tournaments.rules.points import penalty
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.tie_breaks import TIE_BREAKS, Tally, games_won, tally, tie_breaks_of


class Standing(msgspec.Struct, frozen=True):
    """The standing of one entrant."""

    place: int
    """The place, from 1; never shared."""
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


class Change(msgspec.Struct, frozen=True):
    """The change of one entrant's standing."""

    entrant: int
    place_before: int
    place_after: int
    points_before: int
    """The points before the change, in sixtieths."""
    points_after: int


def standings(tournament: Tournament, stage: int | None = None, group: int | None = None) -> list[Standing]:
    """Return the standings of a group, a stage (from 0), or the whole tournament; empty before the start."""
    found: dict[int, Standing] = {}
    for each in reversed(range(len(tournament.stages))) if stage is None else (stage,):
        for standing in _of_stage(tournament, each, group):
            found.setdefault(standing.entrant, standing)
    return [msgspec.structs.replace(each, place=place) for place, each in enumerate(found.values(), 1)]


def changes(before: Iterable[Standing], after: Iterable[Standing]) -> list[Change]:
    """List the entrants whose place or points changed, in their new order."""
    was = {each.entrant: each for each in before}
    pairs = [(was[each.entrant], each) for each in after if each.entrant in was]
    return [
        Change(new.entrant, old.place, new.place, old.points, new.points)
        for old, new in pairs
        if (old.place, old.points) != (new.place, new.points)
    ]


def _of_stage(tournament: Tournament, stage: int, group: int | None) -> list[Standing]:
    listed = _by_result(tournament, stage, group)
    return sorted(listed, key=lambda each: each.disqualified)


def _by_result(tournament: Tournament, stage: int, group: int | None) -> list[Standing]:
    counted = tally(tournament, stage)
    groups = tournament.stages[stage] if group is None else [tournament.stages[stage][group]]
    if traits_of(tournament.plan.stages[stage]).is_knockout:
        came = _progress(tournament, stage)
        return _ordered(counted, _split(groups, came.__getitem__))
    if len(groups) == 1:
        return _ordered(counted, groups)
    listed = [_ordered(counted, [each]) for each in groups]
    places = {standing.entrant: -place for each in listed for place, standing in enumerate(each)}
    return _ordered(counted, _split([[*places]], places.__getitem__))


def _ordered(counted: Tally, tied: Sequence[Sequence[int]]) -> list[Standing]:
    """Order entrants by points and tie-breaks within each part; earlier parts rank higher."""
    tied = _split(tied, counted.points.__getitem__)
    tie_breaks: dict[int, list[Fraction]] = {each: [] for part in tied for each in part}
    for name in tie_breaks_of(counted.tournament.plan):
        values = {each: value for part in tied for each, value in TIE_BREAKS[name](counted, part).items()}
        for each, value in values.items():
            tie_breaks[each].append(value)
        tied = _split(tied, values.__getitem__)
    return [_standing(counted, each, tie_breaks[each]) for part in tied for each in part]


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
    )


def _progress(tournament: Tournament, stage: int) -> Mapping[int, tuple[int, int]]:
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
