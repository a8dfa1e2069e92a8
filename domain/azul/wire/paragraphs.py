"""The paragraphs that refusals, score rows and rulings cite, each in short (rulings of 16.2)."""

from typing import Final

from domain.paragraphs import in_order

PARAGRAPHS: Final = in_order(
    rules=(
        ("2.2.1", "Two to four can play."),
        ("2.2.7", "Everybody begins with 5 points and never has fewer than 1."),
        ("4.1.1", "A game has a side of the board, A or B, and a start seat if one is named."),
        ("5.2.1", "A player drafts from a factory or the table centre, where there are tiles."),
        ("5.2.2", "All tiles of a colour are taken, and one wild with them; a wild alone if nothing else is there."),
        ("5.3.1", "Who first takes from the centre gets the token and loses a point for each tile taken."),
        ("6.1.1", "Only the seat whose turn it is acts; who has passed is left out."),
        ("6.2.1", "A tile goes onto an empty space of the own board."),
        (
            "6.2.2",
            "A star takes its own colour only, unless it is one of all different colours.",
        ),
        ("6.2.3", "A star of different colours takes each colour once."),
        ("6.3.2", "At least one tile of the colour placed is needed; a wild is never placed for another colour."),
        (
            "6.3.4",
            "The number on the space is paid in tiles of the colour and wilds, both as far as the player has them.",
        ),
        ("6.5.1", "A tile placed gives a point for each tile of the run that it belongs to."),
        ("6.6.2", "The reward of a decoration must be taken in full, in tiles of any colours that the supply holds."),
        ("6.8.2", "Who passes keeps up to four own tiles; each other one is lost at a point."),
        ("8.1.1", "The game ends after six rounds."),
        ("8.1.2", "A full star gives the bonus of its colour."),
        ("8.1.3", "All spaces of one number covered give the bonus of that number."),
        ("12.1.1", "Each decision is answered by its own types of action."),
        ("13.1.4", "Every parameter is given, no other, and each has a value that exists in this game."),
    ),
    rulings=(
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
    ),
)
