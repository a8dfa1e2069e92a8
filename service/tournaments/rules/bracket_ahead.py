"""Lay out the first round of a knock-out stage that has not been paired: where its entrants will come from.

The bracket has as many entrants as the stage would have now. The matches are those of `round_pairings`, unless entrants
exchange places because they should not meet.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from service.tournaments.rules import stages
from service.tournaments.rules.apart import labels_now
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.formats.seeded_pairing import spread
from service.tournaments.rules.limits import LEAST_TABLE
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.round_pairings import stage_is_over
from service.tournaments.rules.state import Tournament

SourceKind = Literal["seed", "place", "group_place", "replacement"]


class Source(msgspec.Struct, frozen=True):
    """Where an entrant of a first match comes from."""

    kind: SourceKind
    number: int
    """The seed or the place, from 1."""
    entrant: int | UnsetType = UNSET
    """The entrant who has this seed or place now; absent while it is open."""


FirstMatches = tuple[tuple[Source, ...], ...]
"""The sources of each match of a first round, from the top of the bracket; a bye is a match with one source."""


def next_knockout(tournament: Tournament) -> int | None:
    """Return the current stage if it is a knock-out, else the next knock-out stage; None without one."""
    numbers = range(max(0, tournament.stage_index), len(tournament.plan.stages))
    return next((each for each in numbers if traits_of(tournament.plan.stages[each]).is_knockout), None)


def first_matches(tournament: Tournament, number: int) -> FirstMatches:
    """Return the matches of the first round of a knock-out stage without rounds."""
    sources = _sources(tournament, number)
    places = _first_places(tournament.plan.stages[number], len(sources))
    return tuple(tuple(sources[each] for each in match) for match in places)


def _first_places(stage: Stage, count: int) -> Iterator[Sequence[int]]:
    """Return the seeds of each match of a first round, from 0."""
    bracket = traits_of(stage).bracket
    if count < LEAST_TABLE:
        return
    if stage.table_size > LEAST_TABLE or bracket is None:
        tables, byes = spread(count, stage.table_size)
        yield from [*tables, *([each] for each in range(byes))]
        return
    for match in bracket(count):
        if match.level == 1:
            yield [source.at for source in match.sources if source.at < count]


def _sources(tournament: Tournament, number: int) -> list[Source]:
    """Return the source of each seed."""
    if number < len(tournament.stages):
        return [Source("seed", at, each) for at, each in enumerate(tournament.stages[number][0], 1)]
    if number == 0:
        return [*_seeds(tournament)]
    if number == len(tournament.stages):
        return [*_places(tournament, number)]
    return [*_later_places(tournament, number)]


def _seeds(tournament: Tournament) -> Iterator[Source]:
    """List the seeds before the start. A draw decides between equal ratings, so that their seeds have no entrant."""
    entrants = [tournament.entrants[each] for each in tournament.all_present]
    ratings = sorted((each.entered.rating for each in entrants), reverse=True)
    owners = {each.entered.rating: each.number for each in entrants}
    is_sure = not labels_now(tournament)
    for seed, rating in enumerate(ratings, 1):
        yield Source("seed", seed, owners[rating] if is_sure and ratings.count(rating) == 1 else UNSET)


def _places(tournament: Tournament, number: int) -> Iterator[Source]:
    """List the places of the current stage that qualify, with their entrants once it is over."""
    stage = tournament.plan.stages[number - 1]
    is_over = traits_of(stage).has_rounds and tournament.is_between_rounds and stage_is_over(tournament)
    order: Sequence[int | UnsetType] = stages.next_groups(tournament)[0] if is_over else ()
    kind: SourceKind = "group_place" if len(tournament.stages[-1]) > 1 else "place"
    for at, place in enumerate(stages.qualifying_places(tournament)):
        entrant = order[at] if at < len(order) else UNSET
        yield Source("replacement", 1, entrant) if place is None else Source(kind, place + 1, entrant)


def _later_places(tournament: Tournament, number: int) -> Iterator[Source]:
    """List the places that qualify from a stage that has not started, if no entrant leaves before."""
    before = tournament.plan.stages[number - 1]
    sizes = _group_sizes(tournament, number - 1)
    kind: SourceKind = "group_place" if len(sizes) > 1 else "place"
    for place in range(min(before.qualify, max(sizes, default=0))):
        yield from [Source(kind, place + 1)] * sum(size > place for size in sizes)


def _group_sizes(tournament: Tournament, number: int) -> list[int]:
    """Return the number of entrants of each group of a stage, as it is now or will be."""
    if number < len(tournament.stages):
        return [len(tournament.present(group)) for group in tournament.stages[number]]
    count = len(tournament.all_present)
    if number:
        before = tournament.plan.stages[number - 1]
        count = sum(min(before.qualify, size) for size in _group_sizes(tournament, number - 1))
    return [len(each) for each in stages.into_groups(range(count), tournament.plan.stages[number].groups)]
