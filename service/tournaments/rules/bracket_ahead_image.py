"""Draw a bracket before its first round as SVG: each place names where its entrant will come from."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from service import svg
from service.tournaments.rules.bracket import Bracket
from service.tournaments.rules.bracket_ahead import Source
from service.tournaments.rules.bracket_image import LONGEST_NAME, PADDING, ROUNDS, winner_of
from service.tournaments.rules.bracket_layout import BETWEEN, BOX, GAP, HEAD, MARGIN, SLOT, MatchPosition, halved
from service.tournaments.rules.state import Tournament

LONGEST_SOURCE = 23
"""The maximum length of a source in letters; they are smaller than those of names."""


def draw(tournament: Tournament, bracket: Bracket) -> str:
    """Return a bracket without rounds as SVG, with the expected matches of the first round."""
    names = [[_name(tournament, each) for each in match] for match in bracket.ahead]
    first = [*_first_places([len(each) for each in names])]
    middles = [place.y + len(match) * SLOT / 2 for place, match in zip(first, names, strict=True)]
    later = [*halved(middles, MARGIN)] if bracket.fixed else []
    columns = 1 + len(later)
    width = 2 * MARGIN + columns * (BOX + BETWEEN) - BETWEEN
    title = f"{svg.shortened(tournament.plan.name, max(1, width // 10 - 9))}: bracket"
    bottom = max((place.y + len(match) * SLOT for place, match in zip(first, names, strict=True)), default=HEAD)
    shapes = [
        svg.text(MARGIN, MARGIN + 14, title, "title"),
        *(_heading(at, len(places)) for at, places in enumerate([first, *later]) if bracket.fixed),
        *(shape for place, match in zip(first, names, strict=True) for shape in _match(place, match)),
        *_later(names, middles, later),
    ]
    return svg.document(width, bottom + MARGIN, title, _description(names), shapes)


def _first_places(sizes: Sequence[int]) -> Iterator[MatchPosition]:
    y = float(HEAD)
    for size in sizes:
        yield MatchPosition(MARGIN, y)
        y += size * SLOT + GAP


def _heading(column: int, count: int) -> str:
    return svg.text(MARGIN + column * (BOX + BETWEEN), HEAD - 14, ROUNDS.get(count, f"Round of {2 * count}"), "faint")


def _match(place: MatchPosition, names: Sequence[str]) -> Iterator[str]:
    yield svg.box(place.x, place.y, BOX, len(names) * SLOT, "box", round_by=5)
    for at, name in enumerate(names):
        yield svg.text(place.x + PADDING, place.y + (at + 1) * SLOT - PADDING, name, "faint")
        if at:
            yield svg.line(place.x, place.y + at * SLOT, place.x + BOX, place.y + at * SLOT)


def _later(names: Sequence[Sequence[str]], middles: Sequence[float], later: list[list[MatchPosition]]) -> Iterator[str]:
    """Draw the matches of later rounds, and the lines to them; who has a bye is named there."""
    winners = [*_first_winners(names)]
    before = [(float(MARGIN), middle) for middle in middles]
    for places in later:
        for at, (x, middle) in enumerate(before):
            target = places[at // 2]
            yield svg.curve(x + BOX, middle, target.x, target.y + (at % 2 + 0.5) * SLOT, "line")
        for at, place in enumerate(places):
            yield from _match(place, winners[2 * at : 2 * at + 2])
        before = [(place.x, place.y + SLOT) for place in places]
        winners = [winner_of(len(places), number) for number in range(1, len(places) + 1)]


def _first_winners(names: Sequence[Sequence[str]]) -> Iterator[str]:
    """Name the winner of each first match. Byes have no tables."""
    tables = 0
    for number, match in enumerate(names, 1):
        tables += len(match) > 1
        yield winner_of(len(names), number if len(names) in ROUNDS else tables) if len(match) > 1 else match[0]


def _name(tournament: Tournament, source: Source) -> str:
    words = {
        "seed": f"Seed {source.number}",
        "place": f"{ordinal(source.number)} place",
        "group_place": f"{ordinal(source.number)} of a group",
        "replacement": "Next in the standings",
    }[source.kind]
    if source.entrant is UNSET:
        return words
    name = svg.shortened(tournament.entrants[source.entrant].name, min(LONGEST_NAME, LONGEST_SOURCE - len(words) - 3))
    return f"{words} ({name})"


def ordinal(number: int) -> str:
    """Return the ordinal of a number.

    >>> [ordinal(each) for each in (1, 2, 3, 4, 11, 22, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd', '113th']
    """
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ends.get(number % 10, 'th')}"


def _description(names: Sequence[Sequence[str]]) -> str:
    lines = [f"{', '.join(match)}: {'bye' if len(match) == 1 else 'not paired'}." for match in names]
    return " ".join(["The first round is not paired.", *lines])
