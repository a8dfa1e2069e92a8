"""The bracket as a picture: rounds from left to right, with the way of whoever goes on drawn from match to match."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from service.tournament import svg
from service.tournament.bracket import Bracket, BracketMatch, Slot
from service.tournament.plan import SIXTIETHS
from service.tournament.points import decimal
from service.tournament.state import Tournament

MARGIN = 20
HEAD = 84
"""Above the first match: the title, and the names of the rounds."""
BOX = 196
BETWEEN = 52
"""From one round to the next."""
SLOT = 24
GAP = 16
"""Between two matches of a round."""
MOST_TABLES = 10_000
"""More than a round has; byes come after the tables."""
LONGEST_NAME = 18
"""Strong letters are wide, and points stand beside them."""
ROUNDS = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
"""What a round of a single knock-out of pairs is called, by the number of its matches."""

Key = tuple[int, int, int]
"""Of a match: its round, its table, and the entrant who has a bye there, else -1."""


class Place(NamedTuple):
    """Where the upper left corner of a match is."""

    x: float
    y: float


def draw(tournament: Tournament, bracket: Bracket) -> str:
    """Draw a bracket as SVG: who goes on is strong, and the points of a match stand beside the names."""
    every = {_key(each): each for matches in bracket.rounds for each in matches}
    upper = {key: each for key, each in every.items() if each.part != "losers"}
    places, middle = _placed(upper, HEAD)
    lower, bottom = _placed({key: each for key, each in every.items() if key not in upper}, middle + HEAD - MARGIN)
    places |= lower
    width = max(2 * MARGIN + len(bracket.rounds) * (BOX + BETWEEN) - BETWEEN, 2 * MARGIN + BOX)
    title = f"{tournament.plan.name}: bracket"
    shapes = [
        svg.text(MARGIN, MARGIN + 14, svg.shortened(title, width // 10), "title"),
        *_headings(tournament, bracket, middle if lower else None),
        *(shape for match in every.values() for shape in _ways(match, every, places)),
        *(shape for key, match in every.items() for shape in _match(tournament, match, places[key])),
    ]
    return svg.picture(width, bottom if lower else middle, title, _description(tournament, bracket), shapes)


# Where each match is


def _key(match: BracketMatch) -> Key:
    return match.round, match.table, -1 if match.table else match.slots[0].entrant


def _source(slot: Slot) -> Key:
    """Return the match from which an entrant came."""
    return slot.from_round, slot.from_table, -1 if slot.from_table else slot.entrant


def _placed(matches: Mapping[Key, BracketMatch], top: float) -> tuple[dict[Key, Place], float]:
    """Find a place for each match, below `top`, and tell where they end: each is level with those it comes from."""
    places: dict[Key, Place] = {}
    ends: dict[int, float] = {}
    """By round, where its lowest match ends."""
    first = min((key[0] for key in matches), default=0)
    for key in _in_order(matches):
        match = matches[key]
        sources = [_source(slot) for slot in match.slots]
        levels = [places[each].y + len(matches[each].slots) * SLOT / 2 for each in sources if each in places]
        height = len(match.slots) * SLOT
        free = ends.get(match.round, top) if levels else max(ends.values(), default=top)
        y = max(free, sum(levels) / len(levels) - height / 2) if levels else free
        places[key] = Place(MARGIN + (match.round - first) * (BOX + BETWEEN), y)
        ends[match.round] = y + height + GAP
    return places, max(ends.values(), default=top) + MARGIN - GAP


def _in_order(matches: Mapping[Key, BracketMatch]) -> list[Key]:
    """List matches so that each comes after those its entrants come from, and these are next to each other."""
    order: dict[Key, None] = {}

    def visit(key: Key) -> None:
        if key in matches and key not in order:
            for slot in matches[key].slots:
                visit(_source(slot))
            order[key] = None

    for key in sorted(matches, key=lambda each: (-each[0], each[1] or MOST_TABLES, each[2])):
        visit(key)
    return [*order]


# What is drawn


def _headings(tournament: Tournament, bracket: Bracket, lower: float | None) -> Iterator[str]:
    """Name the rounds, and the two brackets where there are two."""
    is_single = tournament.plan.stages[bracket.stage].format == "knockout"
    for column, matches in enumerate(bracket.rounds):
        is_pairs = is_single and all(len(each.slots) <= 2 for each in matches)
        name = ROUNDS.get(len(matches)) if is_pairs or (len(matches) == 1 and is_single) else None
        yield svg.text(MARGIN + column * (BOX + BETWEEN), HEAD - 14, name or f"Round {matches[0].round}", "faint")
    if lower is not None:
        yield svg.text(MARGIN, lower + 30, "Losers' bracket", "strong")


def _match(tournament: Tournament, match: BracketMatch, place: Place) -> Iterator[str]:
    """Draw a match: a line for each entrant."""
    yield svg.box(place.x, place.y, BOX, len(match.slots) * SLOT, "box", round_by=5)
    for at, slot in enumerate(match.slots):
        base = place.y + at * SLOT + 16.5
        look = "strong" if slot.goes_on else "faint" if slot.place else ""
        if slot.goes_on:
            yield svg.box(place.x, place.y + at * SLOT + 3, 3, SLOT - 6, "mark", round_by=1.5)
        yield svg.text(place.x + 10, base, svg.shortened(tournament.entrants[slot.entrant].name, LONGEST_NAME), look)
        if slot.place or slot.points:
            points = decimal(Fraction(slot.points, SIXTIETHS), 2) if match.table else "bye"
            yield svg.text(place.x + BOX - 8, base, points, look if match.table else "faint", "end")
        if at:
            yield svg.line(place.x, place.y + at * SLOT, place.x + BOX, place.y + at * SLOT)


def _ways(match: BracketMatch, every: Mapping[Key, BracketMatch], places: Mapping[Key, Place]) -> Iterator[str]:
    """Draw the ways by which entrants came to a match from others that they won."""
    here = places[_key(match)]
    for at, slot in enumerate(match.slots):
        source = _source(slot)
        for before, origin in enumerate(every[source].slots if source in every else ()):
            if origin.entrant == slot.entrant and (origin.goes_on or every[source].part == match.part):
                there = places[source]
                level, to_level = there.y + (before + 0.5) * SLOT, here.y + (at + 0.5) * SLOT
                yield svg.curve(there.x + BOX, level, here.x, to_level, "way")


def _description(tournament: Tournament, bracket: Bracket) -> str:
    """Return in words what is drawn."""
    lines = [f"{len(bracket.rounds)} rounds."]
    for match in (each for matches in bracket.rounds for each in matches):
        names = [svg.shortened(tournament.entrants[slot.entrant].name) for slot in match.slots]
        won = [name for name, slot in zip(names, match.slots, strict=True) if slot.goes_on]
        outcome = f"{' and '.join(won)} won" if won and match.table else "bye" if won else "not over"
        lines.append(f"Round {match.round}: {', '.join(names)}: {outcome}.")
    return " ".join(lines)
