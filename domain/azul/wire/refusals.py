"""The closed list of refusal codes (13.2), in short."""

from typing import Final

from domain.ruleset import Refusal

REFUSALS: Final = tuple(
    Refusal(*row)
    for row in (
        ("bad_player_count", "2.2.1", "The game is for 2 to 4 players."),
        ("bad_side", "4.1.1", "The board side is A or B."),
        ("bad_start_player", "4.1.1", "The start seat must be one of the seats."),
        ("game_over", "8.1.1", "The game has ended."),
        ("not_your_turn", "6.1.1", "It is not your turn."),
        ("wrong_decision", "12.1.1", "You owe a decision of another kind."),
        ("bad_parameter", "13.1.4", "A parameter is missing, too many, or has a value that does not exist."),
        ("source_empty", "5.2.1", "There are no tiles."),
        ("wild_not_selectable", "5.2.2", "The wild colour cannot be chosen beside other colours."),
        ("colour_not_in_source", "5.2.2", "There is no tile of that colour."),
        ("space_taken", "6.2.1", "That space is covered."),
        ("colour_not_allowed", "6.2.2", "That star takes another colour only."),
        ("colour_repeated", "6.2.3", "That star shows this colour already."),
        ("no_tile_of_colour", "6.3.2", "You have no tile of the colour to be placed."),
        ("too_few_tiles", "6.3.4", "You do not have enough tiles of the colour and wilds."),
        ("wilds_too_many", "6.3.4", "You do not have, or may not use, that many wilds."),
        ("wilds_too_few", "6.3.4", "You do not have that many tiles of the colour."),
        ("bonus_wrong_count", "6.6.2", "Take exactly the tiles due."),
        ("bonus_not_in_supply", "6.6.2", "Those tiles are not in the supply."),
        ("keep_too_many", "6.8.2", "At most four tiles can be kept."),
        ("keep_not_owned", "6.8.2", "You do not have those tiles."),
    )
)
