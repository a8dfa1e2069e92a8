"""Options of a game (1.1.3, 1.4.7) and the reasons for their rejection (2.4.1)."""

from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET

from domain.fields import SEAT, VALUE_KIND, published
from domain.riddle.wire.card_list import DATA
from domain.riddle.wire.constants import LEAST_ADDITIONAL, MAX_SEATS, MIN_SEATS, MODES, SET_SIZE
from domain.ruleset import Rejection

SETS: Final = tuple(each.id for each in DATA.additional_sets)
FEWEST_SETS: Final = -(-min(LEAST_ADDITIONAL.values()) // SET_SIZE)
"""The sets that make the smallest additional deck (1.4.2)."""
_SET: Final = {"type": "string", "enum": list(SETS)} if SETS else {"type": "string"}

Mode = Annotated[
    Any,
    published(
        {"type": "string", "enum": list(MODES)},
        "`base`: the base game. `expansion`: with the additional cards.",
        named="mode",
    ),
]
SeatNumber = Annotated[
    Any,
    published(
        {"type": "integer", "minimum": 0, "maximum": MAX_SEATS - 1}, "The number of the seat, from 0.", named=SEAT
    ),
]
AdditionalSets = Annotated[
    Any,
    published(
        {
            "type": "array",
            "items": {**_SET, VALUE_KIND: "additional_set"},
            "minItems": FEWEST_SETS,
            "maxItems": max(FEWEST_SETS, len(SETS)),
        },
        "The ids of different sets of additional cards.",
    ),
]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a game of The Riddle of Leonardo."""

    mode: Mode = "base"
    """The base game, or the game with a deck of additional cards."""
    first_player: SeatNumber = UNSET
    """The player who takes the first turn. Default: chosen at random (2.1.1)."""
    additional_sets: AdditionalSets = UNSET
    """Sets of 15 additional cards: at least 3, from 5 players on at least 5. Default: the standard deck (1.4.7)."""


def reject_setup(options: Options, seats: int) -> Rejection | None:
    """Return why these options are rejected (2.4.1), or None. The decks of the card list were checked at start-up."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        return Rejection("bad_player_count", "1.1.1", {"seats": seats, "least": MIN_SEATS, "most": MAX_SEATS})
    if options.mode not in MODES:
        return Rejection("unknown_mode", "1.1.3", {"allowed": list(MODES)}, malformed=True)
    first = options.first_player
    if first is not UNSET and not (type(first) is int and 0 <= first < seats):
        return Rejection("bad_first_player", "2.1.1", {"seats": seats}, malformed=not _is_seat(first))
    return None if options.additional_sets is UNSET else _reject_sets(options.additional_sets, options.mode, seats)


def _is_seat(value: object) -> bool:
    """Whether a value is a seat number in the published range."""
    return type(value) is int and 0 <= value < MAX_SEATS


def _reject_sets(sets: Any, mode: str, seats: int) -> Rejection | None:
    """Return why these sets cannot form the additional deck, or None."""
    known = isinstance(sets, list | tuple) and all(each in SETS for each in sets)
    if not known or len(set(sets)) < len(sets) or len(sets) < FEWEST_SETS:
        parameters = {"allowed": list(SETS), "least": FEWEST_SETS}
        return Rejection("bad_additional_sets", "1.4.7", parameters, malformed=True)
    if mode == "base":
        return Rejection("sets_without_expansion", "1.4.7")
    cards, least = SET_SIZE * len(sets), LEAST_ADDITIONAL[seats]
    if cards < least:
        return Rejection("too_few_additional_cards", "1.4.2", {"seats": seats, "cards": cards, "least": least})
    return None
