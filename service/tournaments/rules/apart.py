"""Find the entrants who should not meet, as the plan says: team mates, and the entrants of a group."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET

from service.texts import compared
from service.tournaments.rules.plan import KeepApart
from service.tournaments.rules.state import Apart, Labels, Tournament

NOBODY: Labels = {}
NO_LABELS: frozenset[str] = frozenset()


def apart_now(tournament: Tournament) -> Apart:
    """Return who should not meet in the next round, and for how many rounds this holds; 0: for all."""
    keep, played = tournament.plan.keep_apart, len(tournament.rounds)
    if keep is UNSET or 0 < keep.rounds <= played:
        return Apart(NOBODY, 0)
    return Apart(_labels(tournament, keep), max(0, keep.rounds - played))


def labels_now(tournament: Tournament) -> Labels:
    """Return who should not meet in the next round."""
    return apart_now(tournament).labels


def should_not_meet(labels: Labels, one: int, other: int) -> bool:
    """Whether two entrants have a common label."""
    return not labels.get(one, NO_LABELS).isdisjoint(labels.get(other, NO_LABELS))


def team_of(name: str) -> str:
    """Return the form in which names of teams are compared."""
    return compared(name)


def _labels(tournament: Tournament, keep: KeepApart) -> Labels:
    """Return the labels that at least two entrants have."""
    found = [*_stated(tournament, keep)]
    times = Counter(each.label for each in found)
    labels: dict[int, frozenset[str]] = defaultdict(frozenset)
    for each in found:
        if times[each.label] > 1:
            labels[each.entrant] |= {each.label}
    return dict(labels)


class _Labelled(NamedTuple):
    entrant: int
    label: str


def _stated(tournament: Tournament, keep: KeepApart) -> Iterator[_Labelled]:
    for number, group in enumerate(keep.groups):
        yield from (_Labelled(each, f"group {number}") for each in sorted({*group}))
    if keep.team_mates:
        yield from (_Labelled(each.number, f"team {team_of(each.team)}") for each in tournament.entrants if each.team)
