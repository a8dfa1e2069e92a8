"""Who is ahead: the entrants of a tournament, of a stage or of a group, the best first.

Lots decide where nothing else does, so no two share a place. Whoever has withdrawn keeps the place that its points
give: what has been won counts. In a knock-out it stands behind those who came as far and are still there.

In a round of a knock-out that the organiser seats, who sits out is out, behind all who played in it.

A stage of several groups lists all first of their groups, then all second, and so on; among these, points and
tie-breaks count. A knock-out lists by how far each came: whoever is still in, then those who went out, the latest
first, and of one round by place at the table. A tournament lists those of its last stage, then those who were in the
stage before only, and so on back.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

import msgspec

from service.tournament.match_order import match_order, through
from service.tournament.plan import MOST_TABLE
from service.tournament.points import penalty
from service.tournament.state import Tournament
from service.tournament.tie_breaks import TIE_BREAKS, Tally, games_won, tally, tie_breaks_of

KNOCKOUTS = ("knockout", "double_knockout")


class Standing(msgspec.Struct, frozen=True):
    """Where one entrant stands."""

    place: int
    """From 1; no two share one."""
    entrant: int
    points: int
    """In sixtieths: of the stage that is listed, or of the last one that the entrant was in."""
    tie_breaks: tuple[Fraction, ...]
    """In the order of `tie_breaks_of`, in points, scores or games; more is better."""
    played: int
    """How many games count, and of these in `wins` how many were won, alone or with others."""
    wins: int
    byes: int
    """How many rounds it had a bye in."""
    withdrawn: bool
    disqualified: bool = False
    """Whether it stands behind all others of its stage, since the organiser has put it out."""
    penalty: int = 0
    """How many points it has lost to a penalty, in whole points; they are not among its `points`."""


class Change(msgspec.Struct, frozen=True):
    """What has become of one entrant's standing."""

    entrant: int
    place_before: int
    place_after: int
    points_before: int
    """In sixtieths."""
    points_after: int


def standings(tournament: Tournament, stage: int | None = None, group: int | None = None) -> list[Standing]:
    """List the standings of a group, of a stage (from 0), or of the whole tournament; nobody before it has begun."""
    found: dict[int, Standing] = {}
    for each in reversed(range(len(tournament.stages))) if stage is None else (stage,):
        for standing in _of_stage(tournament, each, group):
            found.setdefault(standing.entrant, standing)
    return [msgspec.structs.replace(each, place=place) for place, each in enumerate(found.values(), 1)]


def changes(before: Iterable[Standing], after: Iterable[Standing]) -> list[Change]:
    """List those whose place or points are others than before, in their new order."""
    was = {each.entrant: each for each in before}
    pairs = [(was[each.entrant], each) for each in after if each.entrant in was]
    return [
        Change(new.entrant, old.place, new.place, old.points, new.points)
        for old, new in pairs
        if (old.place, old.points) != (new.place, new.points)
    ]


def _of_stage(tournament: Tournament, stage: int, group: int | None) -> list[Standing]:
    """List the standings of a stage, or of one group of it; who was disqualified comes last."""
    listed = _by_result(tournament, stage, group)
    return sorted(listed, key=lambda each: each.disqualified)


def _by_result(tournament: Tournament, stage: int, group: int | None) -> list[Standing]:
    """List the standings of a stage, or of one group of it, by what was won."""
    counted = tally(tournament, stage)
    groups = tournament.stages[stage] if group is None else [tournament.stages[stage][group]]
    if tournament.plan.stages[stage].format in KNOCKOUTS:
        came = _progress(tournament, stage)
        return _ordered(counted, _split(groups, came.__getitem__))
    if len(groups) == 1:
        return _ordered(counted, groups)
    listed = [_ordered(counted, [each]) for each in groups]
    places = {standing.entrant: -place for each in listed for place, standing in enumerate(each)}
    return _ordered(counted, _split([[*places]], places.__getitem__))


def _ordered(counted: Tally, tied: Sequence[Sequence[int]]) -> list[Standing]:
    """Put entrants into order who come in several parts, the better first: within each, points and tie-breaks count."""
    tied = _split(tied, counted.points.__getitem__)
    told: dict[int, list[Fraction]] = {each: [] for part in tied for each in part}
    for name in tie_breaks_of(counted.tournament.plan):
        values = {each: value for part in tied for each, value in TIE_BREAKS[name](counted, part).items()}
        for each, value in values.items():
            told[each].append(value)
        tied = _split(tied, values.__getitem__)
    return [_standing(counted, each, told[each]) for part in tied for each in part]


def _split(parts: Iterable[Iterable[int]], value: Callable[[int], Any]) -> list[list[int]]:
    """Divide each part by a value of its entrants, the highest first."""
    return [[*alike] for part in parts for _, alike in groupby(sorted(part, key=value, reverse=True), value)]


def _standing(counted: Tally, entrant: int, values: Sequence[Fraction]) -> Standing:
    """Return where an entrant stands, but for its place."""
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
    """Return how far each came in a knock-out: until which round, and its place at its last table; more is better."""
    seen, place, out = _course(tournament, stage)
    still_in = len(tournament.rounds) + 1
    return {
        each: (
            out.get(each, seen.get(each, 0) if tournament.entrants[each].withdrawn else still_in),
            -place.get(each, 0),
        )
        for each in tournament.stages[stage][0]
    }


def _course(tournament: Tournament, stage: int) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    """Return by entrant of a knock-out the last round it was in, its place there from 0, and the round it went out."""
    plan = tournament.plan.stages[stage]
    lives = Counter(dict.fromkeys(tournament.stages[stage][0], 2 if plan.format == "double_knockout" else 1))
    seen: dict[int, int] = {}
    place: dict[int, int] = {}
    out: dict[int, int] = {}
    for played in (each for each in tournament.rounds if each.stage == stage):
        seen.update(dict.fromkeys(played.byes, played.number))
        seen.update(dict.fromkeys(played.sitting_out, played.number))
        out.update(dict.fromkeys(played.sitting_out, played.number))
        place.update(dict.fromkeys(played.sitting_out, MOST_TABLE))
        for table in played.tables:
            seen.update(dict.fromkeys(table.entrants, played.number))
            order = match_order(tournament, table) if table.is_closed else []
            place.update({each: at for at, each in enumerate(order)})
            lost = order[through(tournament, played, table) :]
            lives.subtract(lost * 2 if table.is_lost_by_all else lost)
            out.update({each: played.number for each in lost if lives[each] <= 0})
    return seen, place, out
