"""Place the matches of a bracket in its chart, each level with the matches that feed it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from service.tournaments.rules.bracket import PAIR, Bracket, BracketMatch, Slot, ranks
from service.tournaments.rules.state import Tournament

MARGIN = 20
HEAD = 84
"""Height above the first match, for the title and the names of rounds."""
BOX = 196
BETWEEN = 52
"""Width between two rounds."""
SLOT = 24
GAP = 16
"""Height between two matches of a round."""

Key = tuple[int, int, int]
"""Round and table of a match; the last number is the entrant in a bye, else -1."""


class MatchPosition(NamedTuple):
    """The upper left corner of a match."""

    x: float
    y: float


@dataclass(frozen=True)
class BracketLayout:
    """A bracket with the positions of its matches."""

    matches: Mapping[Key, BracketMatch]
    """The matches by key; in a fixed bracket, the entrants of each match are ordered from top to bottom."""
    places: Mapping[Key, MatchPosition]
    upcoming: list[list[MatchPosition]]
    """Positions of the matches in each unpaired round of a fixed bracket."""
    losers_top: float | None
    """Top of the losers' bracket; None if there is none."""
    bottom: float


def lay_out(tournament: Tournament, bracket: Bracket) -> BracketLayout:
    """Return the positions of all matches."""
    rank = ranks(tournament, bracket.stage)
    matches = {key_of(each): _sorted(each, rank) for each in (each for played in bracket.rounds for each in played)}
    first = min((key[0] for key in matches), default=0)
    upper = {key: each for key, each in matches.items() if each.part != "losers"}
    lower = {key: each for key, each in matches.items() if each.part == "losers"}
    places, bottom = _placed(upper, rank, first, HEAD)
    if not lower:
        return BracketLayout(matches, places, _upcoming(bracket, places, upper), None, bottom)
    more, end = _placed(lower, rank, first, bottom + HEAD - MARGIN)
    return BracketLayout(matches, places | more, [], bottom, end)


def key_of(match: BracketMatch) -> Key:
    """Return the key of a match."""
    return match.round, match.table, -1 if match.table else match.slots[0].entrant


def source_of(slot: Slot) -> Key:
    """Return the key of the match that an entrant came from."""
    return slot.from_round, slot.from_table, -1 if slot.from_table else slot.entrant


def _sorted(match: BracketMatch, rank: Mapping[int, int]) -> BracketMatch:
    slots = sorted(match.slots, key=lambda slot: rank[slot.entrant])
    return BracketMatch(match.round, match.table, match.part, tuple(slots))


def _placed(
    matches: Mapping[Key, BracketMatch], rank: Mapping[int, int], first: int, top: float
) -> tuple[dict[Key, MatchPosition], float]:
    """Return the position of each match, below `top` and right of the `first` round, and the lowest end."""
    places: dict[Key, MatchPosition] = {}
    ends: dict[int, float] = {}
    """The lower end of each round's lowest match."""
    for key in _in_order(matches, rank):
        match = matches[key]
        levels = [_middle(matches[each], places[each]) for each in map(source_of, match.slots) if each in places]
        height = len(match.slots) * SLOT
        free = ends.get(match.round, top) if levels else max(ends.values(), default=top)
        y = max(free, sum(levels) / len(levels) - height / 2) if levels else free
        places[key] = MatchPosition(MARGIN + (match.round - first) * (BOX + BETWEEN), y)
        ends[match.round] = y + height + GAP
    return places, max(ends.values(), default=top) + MARGIN - GAP


def _middle(match: BracketMatch, place: MatchPosition) -> float:
    return place.y + len(match.slots) * SLOT / 2


def _in_order(matches: Mapping[Key, BracketMatch], rank: Mapping[int, int]) -> list[Key]:
    """List matches so that each comes after the matches that feed it."""
    order: dict[Key, None] = {}

    def visit(key: Key) -> None:
        if key in matches and key not in order:
            for slot in matches[key].slots:
                visit(source_of(slot))
            order[key] = None

    for key in sorted(matches, key=lambda each: (-each[0], min(rank[slot.entrant] for slot in matches[each].slots))):
        visit(key)
    return [*order]


def _upcoming(
    bracket: Bracket, places: Mapping[Key, MatchPosition], matches: Mapping[Key, BracketMatch]
) -> list[list[MatchPosition]]:
    """Return the positions of future rounds up to the final, if winners of neighbouring matches meet."""
    last = [key for key in places if key[0] == bracket.rounds[-1][0].round] if bracket.rounds else []
    middles = [_middle(matches[key], places[key]) for key in last]
    if not bracket.fixed or len(middles) & (len(middles) - 1):
        return []
    x = max((place.x for place in places.values()), default=MARGIN)
    return [*halved(middles, x)]


def halved(middles: list[float], x: float) -> Iterator[list[MatchPosition]]:
    """Return the positions of each round up to the final, from the middles of the matches before and their x."""
    while len(middles) > 1:
        x += BOX + BETWEEN
        middles = [sum(two) / PAIR for two in zip(middles[::2], middles[1::2], strict=True)]
        yield [MatchPosition(x, middle - SLOT) for middle in middles]
