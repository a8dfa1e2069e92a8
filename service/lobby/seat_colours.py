"""Assign the colours of the seats.

The colours belong to the hosting of a game and not to its rules: they have no effect on play.
"""

from collections.abc import Sequence

import msgspec

from domain.ruleset import AnyRuleset
from service import problems
from service.game.game import Game
from service.store import GameInfo, SeatSetup


def coloured(ruleset: AnyRuleset, seats: Sequence[SeatSetup]) -> tuple[SeatSetup, ...]:
    """Return the seats with a different colour each; unchanged if the ruleset has no seat colours.

    A seat without a chosen colour gets that of its place in `seat_colours` or, if another seat has chosen it, the first
    free one. Raises UnknownColour and ColourTaken.
    """
    colours = ruleset.seat_colours
    chosen = [seat.colour for seat in seats if seat.colour]
    for index, colour in enumerate(chosen):
        _check_known(ruleset, colour)
        if colour in chosen[:index]:
            raise problems.ColourTaken(
                "Send different colours. Two seats have the colour {colour}.", {"colour": colour}
            )
    if not colours:
        return tuple(seats)
    usual = [seat.colour or ("" if colour in chosen else colour) for seat, colour in zip(seats, colours, strict=False)]
    free = (colour for colour in colours if colour not in usual)
    return tuple(
        msgspec.structs.replace(seat, colour=colour or next(free)) for seat, colour in zip(seats, usual, strict=True)
    )


def with_colour(game: Game, seat: int, colour: str) -> GameInfo:
    """Return the info of a game after a seat took a colour; a free seat with it gets the previous colour in exchange.

    Raises UnknownColour, and ColourTaken if the other seat is not free.
    """
    _check_known(game.ruleset, colour)
    seats = game.seats
    other = next((each for each, setup in enumerate(seats) if setup.colour == colour), seat)
    if other == seat and seats[seat].colour == colour:
        return game.info
    if other != seat and other not in game.free:
        raise problems.ColourTaken("Choose another colour. Another seat has the colour {colour}.", {"colour": colour})
    colours = {**game.info.colours, other: seats[seat].colour, seat: colour}
    return msgspec.structs.replace(game.info, colours=colours)


def _check_known(ruleset: AnyRuleset, colour: str) -> None:
    """Raise UnknownColour unless the ruleset has the seat colour."""
    if colour not in ruleset.seat_colours:
        raise problems.UnknownColour(
            "Send one of the colours in `colours`, or omit `colour`. There is no colour {colour}.",
            {"colour": colour},
            colours=tuple(ruleset.seat_colours),
        )
