"""The rejection codes (13.2), each with a short text."""

from typing import Final

from domain.azul.wire.constants import MAX_SEATS, MIN_SEATS
from domain.ruleset import RejectionCode

REJECTIONS: Final = tuple(
    RejectionCode(*row)
    for row in (
        (
            "bad_player_count",
            "2.2.1",
            f"The game is for {MIN_SEATS} to {MAX_SEATS} players.",
            {"seats": None, "least": None, "most": None},
        ),
        ("bad_side", "4.1.1", "The board side is A or B.", {"allowed": "side"}),
        ("bad_start_player", "4.1.1", "The start seat must be one of the seats.", {"seats": None}),
        ("game_over", "8.1.1", "The game has ended."),
        ("not_your_turn", "6.1.1", "It is not your turn.", {"to_act": "seat"}),
        ("wrong_decision", "12.1.1", "This kind of action is not possible now.", {"open": "decision", "fault": None}),
        (
            "bad_parameter",
            "13.1.4",
            "Something in the move is missing, superfluous, or not part of this game.",
            {"parameter": None, "factories": None, "fault": None},
        ),
        ("source_empty", "5.2.1", "The source has no tiles.", {"source": "source"}),
        (
            "wild_not_selectable",
            "5.2.2",
            "The wild colour can be chosen only if the source has no other colour.",
            {"source": "source", "wild": "colour"},
        ),
        (
            "colour_not_in_source",
            "5.2.2",
            "The source has no tile of that colour.",
            {"source": "source", "colour": "colour"},
        ),
        ("space_taken", "6.2.1", "That space is covered.", {"star": "star", "slot": "slot"}),
        (
            "colour_not_allowed",
            "6.2.2",
            "That star takes another colour only.",
            {"star": "star", "allowed": "colour", "cost": None, "tiles": None, "wilds": None},
        ),
        ("colour_repeated", "6.2.3", "That star shows this colour already.", {"star": "star", "colour": "colour"}),
        ("no_tile_of_colour", "6.3.2", "You have no tile of the colour to place.", {"colour": "colour"}),
        (
            "too_few_tiles",
            "6.3.4",
            "You do not have enough tiles of the colour and wilds.",
            {"star": "star", "slot": "slot", "colour": "colour", "cost": None, "tiles": None, "wilds": None},
        ),
        ("wilds_too_many", "6.3.4", "You do not have that many wilds, or may not use them.", {"most": None}),
        ("wilds_too_few", "6.3.4", "You do not have that many tiles of the colour.", {"fewest": None}),
        ("bonus_wrong_count", "6.6.2", "Take exactly as many tiles as are due.", {"due": None, "chosen": None}),
        ("bonus_not_in_supply", "6.6.2", "Those tiles are not in the supply.", {"colour": "colour", "stock": None}),
        ("keep_too_many", "6.8.2", "At most four tiles can be kept.", {"most": None, "chosen": None}),
        ("keep_not_owned", "6.8.2", "You do not have those tiles.", {"colour": "colour", "held": None}),
    )
)
