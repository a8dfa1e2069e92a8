"""Positions of Azul: Summer Pavilion that leave one thing to do: the points that decide, or tiles not to be wasted."""

from typing import Any

from domain.azul import RULESET
from domain.azul.rules.state import State
from domain.azul.wire.actions import ChoosePayment, PassRound, PlaceTile
from tests.azul.builders import (
    bonus,
    cover,
    draft,
    drafting,
    give_score,
    hold,
    keep,
    lie,
    place,
    placing,
    play,
    tiles,
)
from tests.strength.positions import MustPlay
from tests.strength.proofs import PLAYED_ON, SOLVED

COLOURS = ("orange", "red", "blue", "yellow", "green", "purple")


def last_turns(*scores: int, side: str = "A", hand: dict[str, int]) -> State:
    """Set a table in the last round (red is wild): seat 0 is to place, and all others have passed.

    Bag, tower and supply are empty, so that no chance is left: what is paid fills the supply.
    """
    state = placing(len(scores), side=side, in_round=6)
    state.bag = state.supply = 0
    hold(state, 0, **hand)
    for seat, score in enumerate(scores):
        give_score(state, seat, score)
        if seat:
            hold(state, seat)
            state.passed[seat] = True
    return state


def legal(state: State) -> list[Any]:
    """List what the seat to act may do."""
    return list(RULESET.legal_actions(state, state.turn))


# The last placements


def the_last_space_of_a_star() -> MustPlay:
    """Four yellow tiles and two wilds fill the star for 6 and 16 points; anything else they can do is worth a few."""
    state = last_turns(60, 78, hand={"yellow": 4, "red": 2})
    cover(state, 0, *(f"yellow {number}" for number in range(1, 6)))
    return MustPlay(state, 0, [place(state, "yellow 6")], "8.1.2", SOLVED)


def the_last_four_of_all_stars() -> MustPlay:
    """The seventh space numbered 4 brings 16 points, the fifth space of the star beside it only a longer run."""
    state = last_turns(60, 74, hand={"blue": 4})
    cover(state, 0, *(f"{star} 4" for star in (*COLOURS, "middle") if star != "blue"), "blue 1", "blue 2")
    return MustPlay(state, 0, [place(state, "blue 4")], "8.1.3", SOLVED)


def wilds_are_spared_for_the_next_space() -> MustPlay:
    """A seat that pays the three with green tiles can still fill the red star with the three red ones."""
    state = last_turns(60, 75, hand={"green": 3, "red": 3})
    cover(state, 0, *(f"red {number}" for number in (1, 2, 4, 5, 6)), "green 2")
    play(state, place(state, "green 3"))
    return MustPlay(state, 0, [ChoosePayment(0)], "6.3.4", SOLVED)


def the_reward_is_the_missing_tile() -> MustPlay:
    """The statue brings two tiles of the supply; with the one in hand two oranges fill the star."""
    state = last_turns(60, 78, hand={"orange": 1, "red": 4})
    cover(state, 0, *(f"orange {number}" for number in (1, 2, 4, 5, 6)), "red 3")
    state.supply = tiles(orange=2, purple=2, green=2, blue=2)
    play(state, place(state, "red 4"))
    return MustPlay(state, 0, [bonus(orange=2)], "6.6.2", SOLVED)


def the_statue_comes_before_the_star() -> MustPlay:
    """Two greens complete a statue, and the yellow tiles of its reward the star; elsewhere they bring little."""
    state = last_turns(60, 80, hand={"green": 2, "yellow": 1})
    cover(state, 0, *(f"yellow {number}" for number in (1, 2, 4, 5, 6)), "green 1", "purple 3", "purple 4")
    state.supply = tiles(yellow=2, purple=2, blue=2)
    return MustPlay(state, 0, [place(state, "green 2")], "6.6.1", SOLVED)


def the_middle_star_lacks_one_colour() -> MustPlay:
    """The last space of the middle star takes purple alone, for 6 and 12 points; in its own star purple brings less."""
    state = last_turns(60, 70, 55, hand={"purple": 6})
    for number, colour in enumerate(("green", "orange", "yellow", "blue", "red"), 1):
        cover(state, 0, f"middle {number}", colour=colour)
    cover(state, 0, "purple 5", "purple 4", "purple 2")
    return MustPlay(state, 0, [place(state, "middle 6", "purple")], "6.2.3", SOLVED)


def two_wilds_lie_where_they_count() -> MustPlay:
    """The red tiles help yellow over the last space of its star; laid on the red star they are worth two points."""
    state = last_turns(60, 76, 76, 70, hand={"yellow": 3, "red": 2})
    cover(state, 0, *(f"yellow {number}" for number in (1, 2, 3, 4, 6)))
    return MustPlay(state, 0, [place(state, "yellow 5")], "6.3.2", SOLVED)


def some_wilds_are_paid_at_once() -> MustPlay:
    """Without a wild for the four no orange is left to be laid on the three, the last space of the star."""
    state = last_turns(60, 80, hand={"orange": 4, "red": 3})
    cover(state, 0, *(f"orange {number}" for number in (1, 2, 5, 6)))
    play(state, place(state, "orange 4"))
    return MustPlay(state, 0, [ChoosePayment(wilds) for wilds in (1, 2, 3)], "6.3.4", SOLVED)


def all_twelve_tiles_are_laid() -> MustPlay:
    """Passing loses twelve points; the tiles can be laid, and they win."""
    state = last_turns(60, 66, hand={"blue": 5, "green": 4, "purple": 3})
    cover(state, 0, "blue 4", "green 3", "purple 2")
    return MustPlay(state, 0, [each for each in legal(state) if each != PassRound()], "6.8.2", SOLVED)


def the_last_one_beats_the_longer_run() -> MustPlay:
    """One blue tile on the last of all ones brings 4 points more; two on the longer run bring one point more."""
    state = last_turns(60, 63, hand={"blue": 2})
    cover(state, 0, *(f"{star} 1" for star in (*COLOURS, "middle") if star != "blue"), "blue 3", "blue 4")
    return MustPlay(state, 0, [place(state, "blue 1")], "8.1.3", SOLVED)


def two_numbers_end_on_one_star() -> MustPlay:
    """The twos and the threes lack a space of green each: five tiles cover both, or a five elsewhere and neither."""
    state = last_turns(60, 80, hand={"green": 5})
    for number in (2, 3):
        cover(state, 0, *(f"{star} {number}" for star in (*COLOURS, "middle") if star != "green"))
    cover(state, 0, "green 4", "green 6")
    return MustPlay(state, 0, [place(state, "green 2"), place(state, "green 3")], "8.1.4", SOLVED)


def a_reward_is_taken_before_the_rival_has_it() -> MustPlay:
    """Both are a space short of a statue; who completes it first has the two yellow tiles, and the rival needs them."""
    state = contest()
    return MustPlay(state, 0, [place(state, "green 2")], "6.6.1", SOLVED)


def the_rivals_tiles_are_taken_as_a_reward() -> MustPlay:
    """Any two tiles are as good here, but with both yellow ones the rival would fill its star."""
    state = contest()
    play(state, place(state, "green 2"))
    return MustPlay(state, 0, [bonus(yellow=2), bonus(yellow=1, purple=1)], "6.6.2", SOLVED)


def contest() -> State:
    """Let both be a green two short of a statue, and the rival two yellow tiles short of a star."""
    state = last_turns(75, 66, hand={"green": 2})
    cover(state, 0, "green 1", "purple 3", "purple 4")
    cover(state, 1, *(f"yellow {number}" for number in (1, 2, 4, 5, 6)), "green 1", "purple 3", "purple 4")
    hold(state, 1, green=2, yellow=1)
    state.passed[1] = False
    state.supply = tiles(yellow=2, purple=2)
    return state


# Side B: a star of one colour, or of each colour once


def a_single_coloured_star_is_filled_in_its_colour() -> MustPlay:
    """The purple star brings 20 points; the same tiles on another star bring six at most."""
    state = last_turns(60, 84, side="B", hand={"purple": 6})
    cover(state, 0, *(f"w.{slot}" for slot in range(5)), colour="purple")
    return MustPlay(state, 0, [PlaceTile("w", 5, "purple")], "9.1.5", SOLVED)


def the_star_of_many_colours_takes_the_sixth() -> MustPlay:
    """Red is the one colour that the star lacks; its run and 12 points win, and no other place for two reds does."""
    state = last_turns(60, 73, side="B", hand={"red": 2})
    for slot, colour in zip((0, 1, 3, 4, 5), ("purple", "green", "orange", "yellow", "blue"), strict=True):
        cover(state, 0, f"nw.{slot}", colour=colour)
    return MustPlay(state, 0, [PlaceTile("nw", 2, "red")], "9.1.4", SOLVED)


# Drafting in the last round


def last_drafts(*scores: int, turn: int = 0) -> State:
    """Set a table in the last drafts of the last round; tiles come from nowhere else any more."""
    state = drafting(len(scores), in_round=6, turn=turn)
    state.bag = state.supply = 0
    for seat, score in enumerate(scores):
        give_score(state, seat, score)
    return state


def one_tile_fills_the_star() -> MustPlay:
    """A single blue tile is all that the star lacks; the three greens bring three points."""
    state = last_drafts(60, 75)
    hold(state, 0, blue=5)
    cover(state, 0, *(f"blue {number}" for number in (1, 2, 3, 4, 5)))
    cover(state, 0, "green 2")
    lie(state, "f1", blue=1, green=3)
    return MustPlay(state, 0, [draft("f1", "blue")], "5.2.1", SOLVED)


def the_rivals_last_tile_is_taken_away() -> MustPlay:
    """The single yellow tile brings nothing here, but would bring the rival its star; the greens are worth less."""
    state = last_drafts(70, 60)
    hold(state, 1, yellow=5)
    cover(state, 1, *(f"yellow {number}" for number in (1, 2, 3, 4, 5)))
    cover(state, 0, "green 2")
    lie(state, "f1", yellow=1, green=3)
    return MustPlay(state, 0, [draft("f1", "yellow")], "5.2.1", SOLVED)


def the_token_costs_more_than_its_tiles() -> MustPlay:
    """Two greens are wanted: the factory has them for nothing, the centre with the token at seven points too many."""
    state = last_drafts(60, 62)
    hold(state, 0, green=1)
    cover(state, 0, "green 2", "green 1")
    lie(state, "centre", green=7)
    lie(state, "f1", green=2)
    return MustPlay(state, 0, [draft("f1", "green")], "5.3.1", SOLVED)


def a_wild_comes_along_with_a_single_tile() -> MustPlay:
    """The yellow tile brings a wild along, and with four in hand both fill the star; the greens bring more tiles."""
    state = last_drafts(60, 78)
    hold(state, 0, yellow=4)
    cover(state, 0, *(f"yellow {number}" for number in (1, 2, 3, 4, 5)), "green 1")
    lie(state, "f1", yellow=1, green=3)
    lie(state, "f2", yellow=1, red=1)
    return MustPlay(state, 0, [draft("f2", "yellow")], "5.2.2", SOLVED)


def the_token_costs_nothing_at_a_score_of_one() -> MustPlay:
    """No score falls below 1, so the four greens of the centre are free; the factory has one."""
    state = last_drafts(1, 2)
    cover(state, 0, "green 1")
    cover(state, 1, "green 1")
    lie(state, "centre", green=4)
    lie(state, "f1", green=1)
    return MustPlay(state, 0, [draft("centre", "green")], "2.3.2", SOLVED)


def the_next_of_four_does_not_get_its_tile() -> MustPlay:
    """The next player needs one orange for its star, and wins with it; the two that follow have no use for any."""
    state = last_drafts(76, 70, 30, 30)
    hold(state, 1, orange=5)
    cover(state, 1, *(f"orange {number}" for number in (1, 2, 3, 4, 5)))
    cover(state, 0, "purple 1", "purple 2")
    lie(state, "f1", orange=1, purple=3)
    return MustPlay(state, 0, [draft("f1", "orange")], "5.2.1", SOLVED)


# Earlier rounds


def the_coming_wilds_of_the_star_are_kept() -> MustPlay:
    """Four reds may be kept: they are the wilds of the last round, and fill the red star; each lost costs a point."""
    state = placing(in_round=5, seats=2)
    hold(state, 0, red=4)
    hold(state, 1)
    state.passed[1] = True
    for seat in range(2):
        cover(
            state, seat, "green 1", "green 2", "purple 1", "purple 2", *(f"red {number}" for number in (1, 2, 3, 5, 6))
        )
    give_score(state, 1, 40)
    play(state, PassRound())
    return MustPlay(state, 0, [keep(red=4)], "6.8.3", PLAYED_ON)


def a_heap_with_the_token_is_left_alone() -> MustPlay:
    """Ten greens cost ten points with the token, and their star is full; two purples for an open star cost nothing."""
    state = drafting(2, in_round=4)
    for seat in range(2):
        cover(state, seat, *(f"green {number}" for number in range(1, 7)), "purple 1", "purple 2", "purple 3")
    hold(state, 0, purple=2)
    lie(state, "centre", green=10)
    lie(state, "f1", purple=2, green=2)
    lie(state, "f2", blue=2, green=2)
    lie(state, "f3", orange=2, green=2)
    return MustPlay(state, 0, [each for each in legal(state) if each.colour != "green"], "5.3.1", PLAYED_ON)


POSITIONS = (
    the_last_space_of_a_star,
    the_last_four_of_all_stars,
    wilds_are_spared_for_the_next_space,
    the_reward_is_the_missing_tile,
    the_statue_comes_before_the_star,
    the_middle_star_lacks_one_colour,
    two_wilds_lie_where_they_count,
    some_wilds_are_paid_at_once,
    all_twelve_tiles_are_laid,
    the_last_one_beats_the_longer_run,
    two_numbers_end_on_one_star,
    a_reward_is_taken_before_the_rival_has_it,
    the_rivals_tiles_are_taken_as_a_reward,
    a_single_coloured_star_is_filled_in_its_colour,
    the_star_of_many_colours_takes_the_sixth,
    one_tile_fills_the_star,
    the_rivals_last_tile_is_taken_away,
    the_token_costs_more_than_its_tiles,
    a_wild_comes_along_with_a_single_tile,
    the_token_costs_nothing_at_a_score_of_one,
    the_next_of_four_does_not_get_its_tile,
    the_coming_wilds_of_the_star_are_kept,
    a_heap_with_the_token_is_left_alone,
)
