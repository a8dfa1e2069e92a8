"""Positions of Azul: Summer Pavilion with one right action: decisive points, or tiles not to be wasted."""

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
from tests.levels.positions import MustPlay
from tests.levels.proofs import PLAYED_ON, SOLVED

COLOURS = ("orange", "red", "blue", "yellow", "green", "purple")


def last_turns(*scores: int, side: str = "A", hand: dict[str, int]) -> State:
    """Return a position of the last round (red is wild): seat 0 places, all other seats have passed.

    Bag, tower and supply are empty, so nothing is random: the paid tiles fill the supply.
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
    """List the legal actions of the seat that must act."""
    return list(RULESET.legal_actions(state, state.turn))


# The last placements


def the_last_space_of_a_star() -> MustPlay:
    """Four yellow tiles and two wilds fill the star for 6 and 16 points; every other action earns only a few."""
    state = last_turns(60, 78, hand={"yellow": 4, "red": 2})
    cover(state, 0, *(f"yellow {number}" for number in range(1, 6)))
    return MustPlay(state, 0, [place(state, "yellow 6")], "8.1.2", SOLVED)


def the_last_four_of_all_stars() -> MustPlay:
    """The seventh space numbered 4 earns 16 points; the fifth space of the star beside it only extends a run."""
    state = last_turns(60, 74, hand={"blue": 4})
    cover(state, 0, *(f"{star} 4" for star in (*COLOURS, "middle") if star != "blue"), "blue 1", "blue 2")
    return MustPlay(state, 0, [place(state, "blue 4")], "8.1.3", SOLVED)


def wilds_are_spared_for_the_next_space() -> MustPlay:
    """If the seat pays for the 3 with green tiles, its three red tiles can still fill the red star."""
    state = last_turns(60, 75, hand={"green": 3, "red": 3})
    cover(state, 0, *(f"red {number}" for number in (1, 2, 4, 5, 6)), "green 2")
    play(state, place(state, "green 3"))
    return MustPlay(state, 0, [ChoosePayment(0)], "6.3.4", SOLVED)


def the_reward_is_the_missing_tile() -> MustPlay:
    """The statue earns two tiles of the supply; with the tile in hand, two orange tiles fill the star."""
    state = last_turns(60, 78, hand={"orange": 1, "red": 4})
    cover(state, 0, *(f"orange {number}" for number in (1, 2, 4, 5, 6)), "red 3")
    state.supply = tiles(orange=2, purple=2, green=2, blue=2)
    play(state, place(state, "red 4"))
    return MustPlay(state, 0, [bonus(orange=2)], "6.6.2", SOLVED)


def the_statue_comes_before_the_star() -> MustPlay:
    """Two green tiles complete a statue, and its reward of yellow tiles the star; other placements earn little."""
    state = last_turns(60, 80, hand={"green": 2, "yellow": 1})
    cover(state, 0, *(f"yellow {number}" for number in (1, 2, 4, 5, 6)), "green 1", "purple 3", "purple 4")
    state.supply = tiles(yellow=2, purple=2, blue=2)
    return MustPlay(state, 0, [place(state, "green 2")], "6.6.1", SOLVED)


def the_middle_star_lacks_one_colour() -> MustPlay:
    """Only purple fits the last space of the middle star, for 6 and 12 points; in the purple star it earns less."""
    state = last_turns(60, 70, 55, hand={"purple": 6})
    for number, colour in enumerate(("green", "orange", "yellow", "blue", "red"), 1):
        cover(state, 0, f"middle {number}", colour=colour)
    cover(state, 0, "purple 5", "purple 4", "purple 2")
    return MustPlay(state, 0, [place(state, "middle 6", "purple")], "6.2.3", SOLVED)


def two_wilds_lie_where_they_count() -> MustPlay:
    """The red tiles help yellow to fill the last space of its star; placed on the red star they earn two points."""
    state = last_turns(60, 76, 76, 70, hand={"yellow": 3, "red": 2})
    cover(state, 0, *(f"yellow {number}" for number in (1, 2, 3, 4, 6)))
    return MustPlay(state, 0, [place(state, "yellow 5")], "6.3.2", SOLVED)


def some_wilds_are_paid_at_once() -> MustPlay:
    """If the 4 is paid without a wild, no orange tile is left for the 3, the last space of the star."""
    state = last_turns(60, 80, hand={"orange": 4, "red": 3})
    cover(state, 0, *(f"orange {number}" for number in (1, 2, 5, 6)))
    play(state, place(state, "orange 4"))
    return MustPlay(state, 0, [ChoosePayment(wilds) for wilds in (1, 2, 3)], "6.3.4", SOLVED)


def all_twelve_tiles_are_laid() -> MustPlay:
    """Passing loses twelve points; placing the tiles is possible and wins."""
    state = last_turns(60, 66, hand={"blue": 5, "green": 4, "purple": 3})
    cover(state, 0, "blue 4", "green 3", "purple 2")
    return MustPlay(state, 0, [each for each in legal(state) if each != PassRound()], "6.8.2", SOLVED)


def the_last_one_beats_the_longer_run() -> MustPlay:
    """One blue tile on the last 1 earns 4 points more; two tiles on the longer run earn one point more."""
    state = last_turns(60, 63, hand={"blue": 2})
    cover(state, 0, *(f"{star} 1" for star in (*COLOURS, "middle") if star != "blue"), "blue 3", "blue 4")
    return MustPlay(state, 0, [place(state, "blue 1")], "8.1.3", SOLVED)


def two_numbers_end_on_one_star() -> MustPlay:
    """The 2s and the 3s each lack a green space. Five tiles cover both; on a 5, they would complete neither."""
    state = last_turns(60, 80, hand={"green": 5})
    for number in (2, 3):
        cover(state, 0, *(f"{star} {number}" for star in (*COLOURS, "middle") if star != "green"))
    cover(state, 0, "green 4", "green 6")
    return MustPlay(state, 0, [place(state, "green 2"), place(state, "green 3")], "8.1.4", SOLVED)


def a_reward_is_taken_before_the_rival_has_it() -> MustPlay:
    """Both seats need one space for a statue.

    The first to complete it takes two yellow tiles, which the rival needs.
    """
    state = contest()
    return MustPlay(state, 0, [place(state, "green 2")], "6.6.1", SOLVED)


def the_rivals_tiles_are_taken_as_a_reward() -> MustPlay:
    """Any two tiles are equally good for the seat, but both yellow tiles would fill the rival's star."""
    state = contest()
    play(state, place(state, "green 2"))
    return MustPlay(state, 0, [bonus(yellow=2), bonus(yellow=1, purple=1)], "6.6.2", SOLVED)


def contest() -> State:
    """Return a position: both seats need two green tiles for a statue, and the rival two yellow tiles for a star."""
    state = last_turns(75, 66, hand={"green": 2})
    cover(state, 0, "green 1", "purple 3", "purple 4")
    cover(state, 1, *(f"yellow {number}" for number in (1, 2, 4, 5, 6)), "green 1", "purple 3", "purple 4")
    hold(state, 1, green=2, yellow=1)
    state.passed[1] = False
    state.supply = tiles(yellow=2, purple=2)
    return state


# Side B: a star of one colour, or of each colour once


def a_single_coloured_star_is_filled_in_its_colour() -> MustPlay:
    """The purple star earns 20 points; the same tiles on another star earn six at most."""
    state = last_turns(60, 84, side="B", hand={"purple": 6})
    cover(state, 0, *(f"w.{slot}" for slot in range(5)), colour="purple")
    return MustPlay(state, 0, [PlaceTile("w", 5, "purple")], "9.1.5", SOLVED)


def the_star_of_many_colours_takes_the_sixth() -> MustPlay:
    """Red is the only colour missing from the star; its run and 12 points win. Two red tiles earn less elsewhere."""
    state = last_turns(60, 73, side="B", hand={"red": 2})
    for slot, colour in zip((0, 1, 3, 4, 5), ("purple", "green", "orange", "yellow", "blue"), strict=True):
        cover(state, 0, f"nw.{slot}", colour=colour)
    return MustPlay(state, 0, [PlaceTile("nw", 2, "red")], "9.1.4", SOLVED)


# Drafting in the last round


def last_drafts(*scores: int, turn: int = 0) -> State:
    """Return a position at the last drafts of the last round; no other source of tiles remains."""
    state = drafting(len(scores), in_round=6, turn=turn)
    state.bag = state.supply = 0
    for seat, score in enumerate(scores):
        give_score(state, seat, score)
    return state


def one_tile_fills_the_star() -> MustPlay:
    """The star needs a single blue tile; the three green tiles earn three points."""
    state = last_drafts(60, 75)
    hold(state, 0, blue=5)
    cover(state, 0, *(f"blue {number}" for number in (1, 2, 3, 4, 5)))
    cover(state, 0, "green 2")
    lie(state, "f1", blue=1, green=3)
    return MustPlay(state, 0, [draft("f1", "blue")], "5.2.1", SOLVED)


def the_rivals_last_tile_is_taken_away() -> MustPlay:
    """The single yellow tile earns the seat nothing, but would fill the rival's star; the green tiles earn less."""
    state = last_drafts(70, 60)
    hold(state, 1, yellow=5)
    cover(state, 1, *(f"yellow {number}" for number in (1, 2, 3, 4, 5)))
    cover(state, 0, "green 2")
    lie(state, "f1", yellow=1, green=3)
    return MustPlay(state, 0, [draft("f1", "yellow")], "5.2.1", SOLVED)


def the_token_costs_more_than_its_tiles() -> MustPlay:
    """The seat needs two green tiles. They are free in the factory; in the centre the token costs seven points."""
    state = last_drafts(60, 62)
    hold(state, 0, green=1)
    cover(state, 0, "green 2", "green 1")
    lie(state, "centre", green=7)
    lie(state, "f1", green=2)
    return MustPlay(state, 0, [draft("f1", "green")], "5.3.1", SOLVED)


def a_wild_comes_along_with_a_single_tile() -> MustPlay:
    """The draft of the yellow tile includes a wild, and with four in hand both fill the star; green has more tiles."""
    state = last_drafts(60, 78)
    hold(state, 0, yellow=4)
    cover(state, 0, *(f"yellow {number}" for number in (1, 2, 3, 4, 5)), "green 1")
    lie(state, "f1", yellow=1, green=3)
    lie(state, "f2", yellow=1, red=1)
    return MustPlay(state, 0, [draft("f2", "yellow")], "5.2.2", SOLVED)


def the_token_costs_nothing_at_a_score_of_one() -> MustPlay:
    """A score never falls below 1, so the four green tiles of the centre are free; the factory has one."""
    state = last_drafts(1, 2)
    cover(state, 0, "green 1")
    cover(state, 1, "green 1")
    lie(state, "centre", green=4)
    lie(state, "f1", green=1)
    return MustPlay(state, 0, [draft("centre", "green")], "2.3.2", SOLVED)


def the_next_of_four_does_not_get_its_tile() -> MustPlay:
    """The next player needs one orange tile to fill its star and win; the two players after it need none."""
    state = last_drafts(76, 70, 30, 30)
    hold(state, 1, orange=5)
    cover(state, 1, *(f"orange {number}" for number in (1, 2, 3, 4, 5)))
    cover(state, 0, "purple 1", "purple 2")
    lie(state, "f1", orange=1, purple=3)
    return MustPlay(state, 0, [draft("f1", "orange")], "5.2.1", SOLVED)


# Earlier rounds


def the_coming_wilds_of_the_star_are_kept() -> MustPlay:
    """Four red tiles may be kept: they are the next wilds and fill the red star; each tile lost costs a point."""
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
    """Ten green tiles and the token cost ten points, and their star is full; two purple tiles for a star are free."""
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
