"""Positions of The Riddle of Leonardo with one right action: win, stop a rival from winning, or waste nothing."""

from collections.abc import Sequence
from typing import Any

from domain.riddle import RULESET
from domain.riddle.rules import piles
from domain.riddle.rules.cards import CARD, CARDS
from domain.riddle.rules.state import State
from domain.riddle.wire.actions import EndStep, PlayCard, TakeFreeKey, UseAction
from tests.levels.positions import MustPlay
from tests.levels.proofs import PLAYED_ON, SURVIVES, SURVIVES_LONG_TURNS, WINS
from tests.riddle.builders import copy_of, hold_only, laid_out, own, play, ready, step, throw_away

FIRST_SIX = ("face", "flower", "hand", "horse", "bird", "skull")
QUIET = ("B11 B25 B33 B46 B62", "B12 B26 B34 B41 B63", "B13 B21 B35 B42 B64", "B14 B22 B36 B43 B65")
"""Crosses without a pair on a line."""


def legal(state: State) -> Sequence[Any]:
    """List the legal actions of the active seat."""
    return RULESET.legal_actions(state, state.active)


def plays(state: State, design: str, *zones: int) -> tuple[Any, ...]:
    """List the plays of a design to these zones."""
    return tuple(each for each in plays_to(state, *zones) if each.card.startswith(design))


def plays_to(state: State, *zones: int) -> tuple[Any, ...]:
    """List the plays to these zones."""
    return tuple(each for each in legal(state) if isinstance(each, PlayCard) and each.zone in zones)


# The base game: winning


def the_seventh_key_wins() -> MustPlay:
    """The third wing in the column is the seventh Key, and the rival needs one Key too."""
    state = laid_out(["B11 B22 B31 B43 B54", QUIET[1]], "B41 B25 B36 B62 B14")
    own(state, 0, *FIRST_SIX)
    own(state, 1, *FIRST_SIX)
    return MustPlay(state, 0, plays(state, "B41", 7), "9.1.1", WINS)


def two_keys_at_once_win() -> MustPlay:
    """The centre belongs to both lines: one card there wins the sixth and the seventh Key, any other card the sixth."""
    state = laid_out(["B61 B13 B35 B23 B62", QUIET[1]], "B63 B64 B43 B16 B24")
    own(state, 0, *FIRST_SIX[:5])
    own(state, 1, *FIRST_SIX)
    return MustPlay(state, 0, plays(state, "B63", 4), "6.1.5", WINS)


def the_free_key_wins() -> MustPlay:
    """Five knots lie on the cross and the seat has six Keys: any free Key is the seventh."""
    state = laid_out(["B16 B26 B36 B46 B11", QUIET[2]], "B56 B24 B34 B41 B12")
    own(state, 0, *FIRST_SIX[:5], "knot")
    own(state, 1, *FIRST_SIX)
    play(state, "B56-1", 7)
    return MustPlay(state, 0, legal(state)[:-1], "7.1.1", WINS)


def the_pattern_wins_by_its_free_key() -> MustPlay:
    """The knots win no Key any more, but the fifth of them wins a free Key, and that is the seventh."""
    state = laid_out(["B16 B26 B36 B46 B11", *QUIET[2:]], "B56 B24 B34 B41 B12")
    own(state, 0, *FIRST_SIX[:5], "knot")
    own(state, 1, *FIRST_SIX)
    return MustPlay(state, 0, plays(state, "B56", 7), "7.1.1", WINS)


def a_line_and_the_free_key_win_together() -> MustPlay:
    """The fifth lens wins its Key and a free Key: the sixth and the seventh."""
    state = laid_out(["B15 B25 B35 B45 B23", QUIET[1], QUIET[3], "B51 B24 B32 B44 B66"], "B65 B16 B34 B42 B13")
    own(state, 0, *FIRST_SIX[:3], "knot", "gear")
    own(state, 2, *FIRST_SIX)
    return MustPlay(state, 0, plays(state, "B65", 7), "7.1.1", WINS)


def winning_comes_before_hindering() -> MustPlay:
    """The rival's line of cannons is complete, but the player's seventh Key ends the game before it counts."""
    state = laid_out(["B11 B24 B36 B43 B12", "B13 B26 B33 B41 B63"], "B15 B25 B34 B62 B56")
    own(state, 0, *FIRST_SIX[1:], "wing")
    own(state, 1, *FIRST_SIX)
    return MustPlay(state, 0, plays(state, "B15", 4), "9.1.1", WINS)


def five_are_one_key_short_and_one_is_to_play() -> MustPlay:
    """All seats have six Keys: no other seat must get another turn."""
    state = laid_out(["B11 B22 B35 B45 B54", *QUIET[:2], "B51 B24 B32 B44 B66", QUIET[3]], "B55 B16 B23 B32 B61")
    for seat in range(5):
        own(state, seat, *FIRST_SIX)
    return MustPlay(state, 0, plays(state, "B55", 3), "9.1.1", WINS)


def the_last_turn_of_the_game_takes_two_keys() -> MustPlay:
    """After round 300 the most Keys win: any other card only ties, the right card in the centre wins."""
    state = laid_out([QUIET[1], "B61 B13 B35 B23 B62"], "B63 B64 B43 B16 B24", active=1)
    own(state, 0, *FIRST_SIX[:5])
    own(state, 1, *FIRST_SIX[:4])
    state.turn = 2 * 300
    return MustPlay(state, 1, plays(state, "B63", 4), "9.2.2", WINS)


def the_leader_lets_the_game_stop() -> MustPlay:
    """The 60th round without a Key ends with this turn and the most Keys win: a Key now would prolong the game."""
    state = laid_out([QUIET[1], "B61 B14 B35 B22 B63"], "B62 B64 B43 B16 B25", active=1)
    own(state, 0, *FIRST_SIX[:4])
    own(state, 1, *FIRST_SIX[:4], "lens")
    state.turn, state.keyless = 2 * 200, 59
    completing = plays(state, "B62", 4) + plays(state, "B64", 4)
    return MustPlay(state, 1, tuple(each for each in legal(state) if each not in completing), "9.2.1", WINS)


def who_is_behind_keeps_the_game_going() -> MustPlay:
    """The 60th round without a Key ends with this turn, and the player loses the game unless a Key prolongs it."""
    state = laid_out([QUIET[1], "B61 B14 B35 B22 B63"], "B62 B26 B43 B16 B25", active=1)
    own(state, 0, *FIRST_SIX[:5])
    own(state, 1, *FIRST_SIX[:4])
    state.turn, state.keyless = 2 * 200, 59
    return MustPlay(state, 1, plays(state, "B62", 4), "9.2.1", SURVIVES)


# The base game: hindering


def a_finished_line_of_the_rival_is_broken() -> MustPlay:
    """Every play of the rival wins the seventh Key with its three gears. Only a card passed into the line stops it.

    The centre does not help: the card passed there has a gear itself.
    """
    state = laid_out(["B21 B13 B32 B55 B43", "B12 B25 B62 B33 B42"], "B14 B26 B35 B51 B64")
    own(state, 0, *FIRST_SIX[:4])
    own(state, 1, *FIRST_SIX)
    return MustPlay(state, 0, plays_to(state, 1, 7), "5.1.2", SURVIVES)


def breaking_a_line_comes_before_a_key() -> MustPlay:
    """A lens in the row would win the sixth Key, but the left neighbour wins next with its finished column."""
    state = laid_out(["B21 B15 B41 B25 B53", "B12 B26 B62 B33 B42", QUIET[3]], "B14 B36 B35 B51 B64")
    own(state, 0, *FIRST_SIX[:5])
    own(state, 1, *FIRST_SIX)
    return MustPlay(state, 0, plays_to(state, 1, 4, 7), "5.1.2", SURVIVES)


def one_play_breaks_two_pairs() -> MustPlay:
    """The rival wins with a gear below or a face on the left; a card passed into its centre stops both."""
    state = laid_out(["B26 B41 B33 B54 B65", "B42 B66 B12 B15 B34"], "B24 B36 B51 B23 B64")
    own(state, 0, *FIRST_SIX[1:5])
    own(state, 1, "flower", "hand", "horse", "bird", "skull", "wing")
    return MustPlay(state, 0, plays_to(state, 4), "5.1.2", SURVIVES)


def no_card_is_passed_into_a_rivals_line() -> MustPlay:
    """A cannon in the player's centre wins a Key, but passes the wing there into the rival's row and completes it."""
    state = laid_out(["B13 B22 B31 B46 B63", "B25 B41 B34 B61 B12"], "B33 B14 B26 B45 B52")
    own(state, 0, *FIRST_SIX[:5])
    own(state, 1, *FIRST_SIX)
    return MustPlay(state, 0, plays_to(state, 3, 5), "5.1.2", SURVIVES)


def only_one_zone_helps() -> MustPlay:
    """The rival's row of vortices is finished.

    The player's cards beside the centre would bring the rival vortices again.
    """
    state = laid_out(["B61 B24 B35 B44 B63", "B12 B14 B54 B64 B26"], "B16 B21 B36 B43 B52")
    own(state, 0, *FIRST_SIX[:5])
    own(state, 1, *FIRST_SIX)
    return MustPlay(state, 0, plays_to(state, 4), "5.1.2", SURVIVES)


def the_free_key_is_one_that_no_line_will_bring() -> MustPlay:
    """Gears lie on two zones of the row and in the hand, so that Key comes anyway: take any other as the free Key."""
    state = laid_out(["B11 B12 B12 B13 B26", QUIET[2]], "B14 B22 B32 B42 B61")
    own(state, 0, *FIRST_SIX[:4], "knot")
    own(state, 1, *FIRST_SIX[:5])
    play(state, "B14-1", 7)
    return MustPlay(state, 0, [each for each in legal(state)[:-1] if each != TakeFreeKey("gear")], "7.1.6", PLAYED_ON)


# The expansion: winning; nine Keys are needed

EIGHT = (*FIRST_SIX, "wing", "gear")
CALM = (
    "N02 B43 N12 B41 B15 B32 N09 B36 N05",
    "N01 B52 N11 B54 B33 B11 N07 B66 N04",
    "N08 B34 N06 B61 B56 B24 N10 B12 N03",
)
"""Positions without a pair on a line."""


def the_ninth_key_lies_in_a_corner() -> MustPlay:
    """Two cannons lie in the upper row, a third one for the corner is in hand.

    A turn may play one card of each deck.
    """
    state = ready(laid_out(["N08 B13 N01 B41 B25 B32 N03 B36 N05", CALM[1]], "B46 B64 B11 B22 N09 N02 N12"))
    own(state, 0, *EIGHT)
    own(state, 1, *EIGHT)
    return MustPlay(state, 0, (*plays(state, "N09", 2), *harmless(state, 1)), "9.1.1", WINS)


def harmless(state: State, *zones: int) -> list[Any]:
    """List the plays of main cards outside these zones, which leave an additional card to play."""
    return [each for each in legal(state) if each.card.startswith("B") and each.zone not in zones]


def both_plays_are_needed_for_two_keys() -> MustPlay:
    """A lens in the centre and a cannon in the corner win the eighth and the ninth Key; now the second card is due."""
    state = ready(laid_out(["N08 B13 N01 B15 B41 B35 N12 B36 N05", CALM[1]], "B25 B64 B11 B22 N09 N02 N07"))
    own(state, 0, *EIGHT[:7])
    own(state, 1, *EIGHT)
    play(state, "B25-1", 4)
    return MustPlay(state, 0, plays(state, "N09", 2), "6.1.5", WINS)


def a_finished_line_is_left_alone() -> MustPlay:
    """The ninth Key is complete, and another card might cover it: no action may break the line."""
    state = ready(laid_out(["N08 B13 N01 B41 B25 B32 N03 B36 N05", CALM[1]], "B46 B64 B11 B22 N09 N02 N12"))
    own(state, 0, *EIGHT)
    own(state, 1, *EIGHT)
    play(state, "N09-1", 2)
    safe = [each for each in legal(state) if isinstance(each, EndStep) or each.zone != 1]
    return MustPlay(state, 0, safe, "6.1.3", WINS)


def second_hand_allows_the_two_cards_of_a_line() -> MustPlay:
    """Two lenses are missing in the row and a turn has one main card only: Second Hand allows the other."""
    state = ready(laid_out(["N02 B43 N12 B41 B25 B32 N09 B36 N05", CALM[1]], "B15 B35 N21"))
    own(state, 0, *EIGHT)
    own(state, 1, *EIGHT)
    return MustPlay(state, 0, [each for each in legal(state) if isinstance(each, UseAction)], "12.1.1", WINS)


def rearrangement_brings_a_line_together() -> MustPlay:
    """Of three cannons one lies beside the column; Rearrangement moves it there, and any card then wins the Key."""
    state = ready(laid_out(["N02 B43 N12 B63 B22 B41 N10 B33 N05", CALM[1]], "B46 B64 N22"))
    own(state, 0, *EIGHT)
    own(state, 1, *EIGHT)
    return MustPlay(state, 0, [UseAction("N22-1", zones=(3, 4))], "12.2.1", WINS)


def archive_finds_the_missing_card() -> MustPlay:
    """The third vortex of the row lies in the discard; with Archive in hand it can be played now."""
    state = laid_out(["N02 B43 N12 B44 B25 B54 N08 B36 N05", CALM[1]], "B46 B62 N24")
    own(state, 0, *EIGHT)
    own(state, 1, *EIGHT)
    throw_away(state, "B11-2", "B34-1", "B62-2")
    return MustPlay(ready(state), 0, [UseAction("N24-1", take="B34-1")], "12.4.1", WINS)


# The expansion: hindering


def at_the_end(state: State) -> State:
    """Play a main card that changes nothing; the actions at the end of the turn are pending."""
    ready(state)
    play(state, "B46-1", 7)
    assert step(state) == "end_actions"
    return state


def blot_takes_the_corner_of_a_finished_line() -> MustPlay:
    """The next player wins with a diagonal of lenses unless a corner of it is removed; Blot can do that."""
    state = laid_out(["N02 B43 N12 B41 B33 B32 N09 B36 N05", "N10 B52 N01 B54 B15 B11 N07 B66 N17"], "B46 B62 N27")
    own(state, 0, *EIGHT)
    own(state, 1, *EIGHT)
    at_the_end(state)
    return MustPlay(
        state, 0, [UseAction("N27-1", target_seat=1, zone=zone) for zone in (0, 8)], "12.7.1", SURVIVES_LONG_TURNS
    )


def shift_takes_a_finished_line_apart() -> MustPlay:
    """The next player wins with a row of knots unless a card of it is swapped away; Shift can do that."""
    state = laid_out(["N02 B43 N12 B41 B33 B32 N09 B24 N03", "N01 B52 N08 B16 B26 B66 N07 B31 N04"], "B46 B62 N28")
    own(state, 0, *EIGHT)
    own(state, 1, *EIGHT)
    at_the_end(state)
    row, others = (3, 4, 5), (1, 7)
    swaps = [UseAction("N28-1", target_seat=1, zones=(one, other)) for one in row for other in others]
    return MustPlay(state, 0, swaps, "12.8.1", SURVIVES_LONG_TURNS)


def prohibition_closes_the_zone_of_a_known_card() -> MustPlay:
    """All seats saw the rival take a cannon by Archive; it fits one zone only, and Prohibition closes that zone."""
    state = laid_out(["N02 B43 N12 B41 B25 B32 N09 B36 N05", "N01 B52 N11 B13 B33 B11 N07 B66 N04"], "B46 B62 N30")
    own(state, 0, *EIGHT)
    own(state, 1, *EIGHT)
    known(state, 1, "B63")
    at_the_end(state)
    return MustPlay(state, 0, [UseAction("N30-1", target_seat=1, zone=5)], "12.10.1", SURVIVES_LONG_TURNS)


def silence_stops_a_known_action_card() -> MustPlay:
    """The rival got Rearrangement in a Trade, and swapping two cards would finish its column: Silence forbids that."""
    state = laid_out(["N02 B43 N12 B41 B25 B32 N09 B36 N05", "N01 B13 N11 B63 B24 B11 N07 B52 N04"], "B46 B62 N31")
    own(state, 0, *EIGHT)
    own(state, 1, *EIGHT)
    known(state, 1, "N22")
    at_the_end(state)
    return MustPlay(state, 0, [UseAction("N31-1")], "12.11.1", SURVIVES_LONG_TURNS)


def known(state: State, seat: int, design: str) -> None:
    """Replace a card in a hand with one that every seat has seen."""
    card = copy_of(state, design)
    hold_only(state, seat, card, *(CARDS[each] for each in piles.hand_of(state, seat)[1:]))
    piles.show(state, CARD[card])


POSITIONS = (
    the_seventh_key_wins,
    two_keys_at_once_win,
    the_free_key_wins,
    the_pattern_wins_by_its_free_key,
    a_line_and_the_free_key_win_together,
    winning_comes_before_hindering,
    five_are_one_key_short_and_one_is_to_play,
    the_last_turn_of_the_game_takes_two_keys,
    the_leader_lets_the_game_stop,
    who_is_behind_keeps_the_game_going,
    a_finished_line_of_the_rival_is_broken,
    breaking_a_line_comes_before_a_key,
    one_play_breaks_two_pairs,
    no_card_is_passed_into_a_rivals_line,
    only_one_zone_helps,
    the_free_key_is_one_that_no_line_will_bring,
    the_ninth_key_lies_in_a_corner,
    both_plays_are_needed_for_two_keys,
    a_finished_line_is_left_alone,
    second_hand_allows_the_two_cards_of_a_line,
    rearrangement_brings_a_line_together,
    archive_finds_the_missing_card,
    blot_takes_the_corner_of_a_finished_line,
    shift_takes_a_finished_line_apart,
    prohibition_closes_the_zone_of_a_known_card,
    silence_stops_a_known_action_card,
)
