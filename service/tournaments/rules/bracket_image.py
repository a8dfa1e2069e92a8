"""Draw a bracket as SVG: rounds from left to right, with lines that connect each winner's matches."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import UNSET

from service import svg
from service.tournaments.rules.bracket import Bracket, BracketMatch
from service.tournaments.rules.bracket_layout import (
    BETWEEN,
    BOX,
    HEAD,
    MARGIN,
    SLOT,
    BracketLayout,
    MatchPosition,
    key_of,
    lay_out,
    source_of,
)
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.plan import SIXTIETHS
from service.tournaments.rules.points import decimal
from service.tournaments.rules.state import Tournament

LONGEST_NAME = 18
"""The maximum length of a name in letters; bold letters are wide, and points follow the name."""
PADDING = 7
"""The space around a name in its box."""
ROUNDS = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
"""Names of rounds in a single knock-out of pairs, by the number of matches."""


def draw(tournament: Tournament, bracket: Bracket) -> str:
    """Return a bracket as SVG; winners are bold, and points follow the names."""
    layout = lay_out(tournament, bracket)
    columns = max(1, len(bracket.rounds) + len(layout.upcoming))
    width = 2 * MARGIN + columns * (BOX + BETWEEN) - BETWEEN
    title = f"{svg.shortened(tournament.plan.name, max(1, width // 10 - 9))}: bracket"
    shapes = [
        svg.text(MARGIN, MARGIN + 14, title, "title"),
        *_headings(tournament, bracket, layout),
        *(shape for match in layout.matches.values() for shape in _lines(match, layout)),
        *(shape for key, match in layout.matches.items() for shape in _match(tournament, match, layout.places[key])),
        *_empty(tournament, bracket, layout),
    ]
    return svg.document(width, layout.bottom, title, _description(tournament, bracket), shapes)


def _headings(tournament: Tournament, bracket: Bracket, layout: BracketLayout) -> Iterator[str]:
    first = bracket.rounds[0][0].round if bracket.rounds else 1
    is_single = traits_of(tournament.plan.stages[bracket.stage]).lives == 1
    is_pairs = is_single and tournament.plan.stages[bracket.stage].table_size == 2
    for column, count in enumerate(map(len, [*bracket.rounds, *layout.upcoming])):
        name = ROUNDS.get(count) if is_pairs or (is_single and count == 1) else None
        yield svg.text(MARGIN + column * (BOX + BETWEEN), HEAD - 14, name or f"Round {first + column}", "faint")
    if layout.losers_top is not None:
        yield svg.text(MARGIN, layout.losers_top + 30, "Losers' bracket", "strong")


def _match(tournament: Tournament, match: BracketMatch, place: MatchPosition) -> Iterator[str]:
    yield svg.box(place.x, place.y, BOX, len(match.slots) * SLOT, "box", round_by=5)
    for at, slot in enumerate(match.slots):
        base = place.y + at * SLOT + 16.5
        style = "strong" if slot.advances else "faint" if slot.place else ""
        if slot.advances:
            yield svg.box(place.x, place.y + at * SLOT + 3, 3, SLOT - 6, "mark", round_by=1.5)
        yield svg.text(place.x + 10, base, svg.shortened(tournament.entrants[slot.entrant].name, LONGEST_NAME), style)
        won = slot.points if slot.score is UNSET else slot.score
        if slot.place or won:
            points = decimal(Fraction(won, SIXTIETHS), 2) if match.table else "bye"
            yield svg.text(place.x + BOX - 8, base, points, style if match.table else "faint", "end")
        if at:
            yield svg.line(place.x, place.y + at * SLOT, place.x + BOX, place.y + at * SLOT)


def _lines(match: BracketMatch, layout: BracketLayout) -> Iterator[str]:
    """Draw lines from each match to the next match of its winners."""
    target = layout.places[key_of(match)]
    for at, slot in enumerate(match.slots):
        source = source_of(slot)
        for before, origin in enumerate(layout.matches[source].slots if source in layout.matches else ()):
            if origin.entrant == slot.entrant and origin.advances:
                start = layout.places[source]
                level, to_level = start.y + (before + 0.5) * SLOT, target.y + (at + 0.5) * SLOT
                yield svg.curve(start.x + BOX, level, target.x, to_level, "way")


def _empty(tournament: Tournament, bracket: Bracket, layout: BracketLayout) -> Iterator[str]:
    """Draw the matches that are not paired yet, the lines to them, and whose winners come there."""
    last = bracket.rounds[-1][0].round if bracket.rounds else 0
    before = [
        (place, len(layout.matches[key].slots) * SLOT / 2) for key, place in layout.places.items() if key[0] == last
    ]
    names = _winners(tournament, [match for key, match in layout.matches.items() if key[0] == last])
    for places in layout.upcoming:
        for at, (start, half) in enumerate(before):
            target = places[at // 2]
            yield svg.curve(start.x + BOX, start.y + half, target.x, target.y + (at % 2 + 0.5) * SLOT, "line")
        for target in places:
            yield svg.box(target.x, target.y, BOX, 2 * SLOT, "box", round_by=5)
            yield svg.line(target.x, target.y + SLOT, target.x + BOX, target.y + SLOT)
        for at, name in enumerate(names):
            target = places[at // 2]
            yield svg.text(target.x + PADDING, target.y + (at % 2 + 1) * SLOT - PADDING, name, "faint")
        before = [(target, float(SLOT)) for target in places]
        names = [winner_of(len(places), number) for number in range(1, len(places) + 1)]


def _winners(tournament: Tournament, matches: Sequence[BracketMatch]) -> list[str]:
    """Return who comes from each match of a round: the winner, or the match that is still played."""
    won = [[tournament.entrants[slot.entrant].name for slot in match.slots if slot.advances] for match in matches]
    return [
        svg.shortened(names[0], LONGEST_NAME) if names else winner_of(len(matches), number)
        for number, names in enumerate(won, 1)
    ]


def winner_of(count: int, number: int) -> str:
    """Return the name of a place in the bracket, from the number of matches of the round before.

    >>> [winner_of(2, 1), winner_of(16, 3)]
    ['Winner of semi-final 1', 'Winner of table 3']
    """
    return f"Winner of {ROUNDS[count].lower().removesuffix('s') if count in ROUNDS else 'table'} {number}"


def _description(tournament: Tournament, bracket: Bracket) -> str:
    lines = [f"{len(bracket.rounds)} rounds."]
    for match in (each for matches in bracket.rounds for each in matches):
        names = [svg.shortened(tournament.entrants[slot.entrant].name) for slot in match.slots]
        won = [name for name, slot in zip(names, match.slots, strict=True) if slot.advances]
        outcome = f"{' and '.join(won)} won" if won and match.table else "bye" if won else "not over"
        lines.append(f"Round {match.round}: {', '.join(names)}: {outcome}.")
    return " ".join(lines)
