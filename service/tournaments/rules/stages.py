"""Seed the entrants of a stage and divide them into groups."""

from collections import Counter
from collections.abc import Iterable, Sequence

from service.tournaments.rules.apart import NO_LABELS, labels_now
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.formats.group_separation import bracket_tiers, keep_apart
from service.tournaments.rules.formats.seeded_pairing import separate, separate_labelled, spread
from service.tournaments.rules.limits import LEAST_TABLE
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.random_choice import drawn_order
from service.tournaments.rules.standings import standings
from service.tournaments.rules.state import Labels, Tournament

Groups = tuple[tuple[int, ...], ...]


def next_groups(tournament: Tournament) -> Groups:
    """Return the groups of the next stage; the entrants of each group are in seeding order."""
    stage = tournament.plan.stages[len(tournament.stages)]
    labels = labels_now(tournament)
    order = _qualified(tournament, stage, labels) if tournament.stages else _entered(tournament, stage, labels)
    return tuple(tuple(group) for group in _in_groups(order, stage.groups, labels))


def _in_groups(order: Sequence[int], count: int, labels: Labels) -> list[list[int]]:
    """Deal entrants to groups. Those who should not meet exchange places with others, if possible of their row."""
    places = into_groups(range(len(order)), count)
    if count > 1 and labels:
        own = [labels.get(each, NO_LABELS) for each in order]
        order = separate_labelled(order, [at // count for at in range(len(order))], places, _never, own)
    return [[order[place] for place in group] for group in places]


def _never(_one: int, _other: int) -> int:
    return 0


def into_groups(order: Sequence[int], count: int) -> list[list[int]]:
    """Deal entrants to groups in snake order, so that all groups are equally strong.

    >>> into_groups(range(7), 2)
    [[0, 3, 4], [1, 2, 5, 6]]
    """
    groups: list[list[int]] = [[] for _ in range(count)]
    for place, entrant in enumerate(order):
        row, column = divmod(place, count)
        groups[-1 - column if row % 2 else column].append(entrant)
    return groups


def _entered(tournament: Tournament, stage: Stage, labels: Labels) -> list[int]:
    """List participating entrants by rating; equal ratings are ordered at random, from the seed.

    In a ladder, equal ratings are in the order of entry.

    In a bracket of pairs, entrants who should not meet exchange places with others of their tier.
    """
    takes_part = [each.number for each in tournament.entrants if tournament.takes_part(each.number)]
    by_entry = traits_of(stage).by_challenge
    drawn = takes_part if by_entry else drawn_order(tournament.seed, takes_part, "seeding")
    order = sorted(drawn, key=lambda each: -tournament.entrants[each].entered.rating)
    if not labels or not traits_of(stage).is_knockout or stage.table_size > LEAST_TABLE:
        return order
    return keep_apart(order, bracket_tiers(len(order)), {}, labels)


def _qualified(tournament: Tournament, stage: Stage, labels: Labels) -> list[int]:
    """List the entrants who advance: all group winners, then all second places, and so on, each by the standings.

    The plan says who replaces an entrant who has withdrawn. For a knock-out, entrants with equal group places are
    exchanged, so that entrants of one group meet as late as possible, and those who should not meet even more so.
    """
    last = tournament.stage_index
    group_of = {each: number for number, group in enumerate(tournament.stages[last]) for each in group}
    places = _places(tournament, last)
    order = sorted(places, key=lambda each: places[each])
    if not traits_of(stage).is_knockout:
        return order
    tiers = [places[each] for each in order]
    if stage.table_size == LEAST_TABLE:
        return keep_apart(order, tiers, group_of, labels)
    tables = spread(len(order), stage.table_size)[0]
    return separate(order, tiers, tables, lambda one, other: group_of[one] == group_of[other])


def qualified(tournament: Tournament, stage: int) -> set[int]:
    """Return the present entrants who qualify from a finished stage."""
    return {*_places(tournament, stage)}


def qualifying_places(tournament: Tournament) -> list[int | None]:
    """Return the group places (from 0) that qualify from the current stage, in the order of the next one.

    None stands for an entrant who replaces one who has withdrawn.
    """
    qualify = tournament.stage.qualify
    places = sorted(_places(tournament, tournament.stage_index).values())
    return [place if place < qualify else None for place in places]


def _places(tournament: Tournament, stage: int) -> dict[int, int]:
    """Return the group place (from 0) of each qualified entrant, in standings order."""
    listed, rule = _ranked(tournament, stage), tournament.plan.replacement or "group"
    places = _group_places(tournament, stage, tournament.present(listed) if rule == "group" else listed)
    present = tournament.present(places)
    if rule == "standings":
        next_ones = tournament.present(each for each in listed if each not in places)
        places |= dict.fromkeys(next_ones[: len(places) - len(present)], len(places))
    return {each: places[each] for each in tournament.present(places)}


def _ranked(tournament: Tournament, stage: int) -> list[int]:
    """Return the entrants of a stage, best first."""
    return tournament.ranked.get(stage) or [each.entrant for each in standings(tournament, stage)]


def _group_places(tournament: Tournament, stage: int, listed: Iterable[int]) -> dict[int, int]:
    """Return the group places of those who qualify among the listed entrants."""
    group_of = {each: number for number, group in enumerate(tournament.stages[stage]) for each in group}
    places, ahead = {}, Counter[int]()
    for each in listed:
        places[each] = ahead[group_of[each]]
        ahead[group_of[each]] += 1
    qualify = tournament.plan.stages[stage].qualify
    return {each: place for each, place in places.items() if place < qualify}
