"""The closed list of refusal codes (13.2) and the rulings (16.2), in short."""

from typing import Final

from domain.ruleset import Refusal, Ruling

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

RULINGS: Final = tuple(
    Ruling(*row)
    for row in (
        ("2.3.3", "The floor of 1 is about the score: the space on the track only shows it."),
        ("2.3.4", "Laps of the score track come and go with the score: they only show it."),
        ("4.1.2", "The start seat is given or drawn: who is youngest is not known."),
        ("5.2.5", "A hand has no limit: only what is kept when passing has."),
        ("5.3.5", "If nobody takes from the table centre, who began the round leads again: play must go on."),
        ("5.4.2", "A round without tiles to draft goes straight to placing: kept tiles can still be used."),
        ("6.3.5", "Wilds may pay even where own tiles would do: nothing forbids it."),
        ("6.4.2", "Tiles just paid can come back in the same refill: paying comes before refilling."),
        ("6.6.4", "Rewards of one placement are taken in one choice, before one refill: one refill is spoken of."),
        ("6.6.5", "If the supply holds less than the reward, all of it is taken and the rest lapses: play must go on."),
        ("6.7.3", "An unfinished refill goes on at the end of every later turn of the phase: the duty is still open."),
        ("6.7.4", "The supply is never swept and not refilled between rounds: only bonus tiles change it."),
        ("6.8.6", "Who has no tile passes in the own turn, not before: only the order of the log depends on it."),
        ("7.1.3", "The tower is tipped into the bag only when a tile is to be drawn from an empty bag."),
        ("7.1.4", "Factories are filled one after the other, so that a shortage hits the last ones."),
        ("9.1.3", "On side B the second tile of a star decides its kind: no moment for announcing it is given."),
        ("11.2.2", "Bag and tower are shown by colour: perfect memory gives it to everybody."),
        ("11.4.1", "Taking back is a matter of the host, not an action: an answer in the log is final for the rules."),
        ("11.4.2", "The level greedy plays for an absent player: the rules know no departure."),
        ("12.3.4", "Complete forms are not accepted: placing and paying, passing and keeping are two answers each."),
    )
)
