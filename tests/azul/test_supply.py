"""Supply, tower and bag (6.6, 6.7, 11.1): the worked examples K1 to K8, Y1 and Y2."""

from random import Random

from domain.azul.rules import bag
from domain.azul.rules.state import ACQUIRING, State
from domain.azul.rules.tiles import packed, total, unpack
from domain.azul.wire.actions import CHOOSE_BONUS, PLACE_OR_PASS, ChooseBonus, PassRound, Tiles
from domain.azul.wire.constants import COLOURS
from domain.azul.wire.facts import (
    BonusTaken,
    DecorationCompleted,
    FactoryFilled,
    SupplyRefilled,
    TilePlaced,
    TowerTipped,
)
from tests.azul.builders import (
    LoadedDice,
    bonus,
    cover,
    drafting,
    hand,
    hold,
    keep,
    legal,
    of,
    place,
    placing,
    play,
    rejection,
    tiles,
)


def statue(state: State, last: str = "orange 1") -> list[object]:
    """Complete the statue between the orange and the red star with orange 1; no tiles go to the tower."""
    cover(state, 0, *(name for name in ("orange 1", "orange 2", "red 3", "red 4") if name != last))
    hold(state, 0, **{last.split(maxsplit=1)[0]: int(last.split()[1])})
    return play(state, place(state, last))


def test_bonus_tiles_may_be_wilds_and_the_supply_is_refilled_to_ten() -> None:
    """K1, 6.6.2: bonus tiles reach the hand."""
    state = placing()
    state.supply, state.bag = tiles(purple=4, red=6), tiles(purple=5, green=5, orange=5, yellow=5, blue=5, red=5)
    statue(state)
    emitted = play(state, bonus(purple=2))
    assert of(BonusTaken, emitted) == [BonusTaken(0, Tiles(purple=2), False)]
    assert hand(state) == Tiles(purple=2)
    assert (total(state.supply), total(state.bag), state.turn) == (10, 28, 1)


def test_the_tower_is_tipped_when_a_draw_finds_the_bag_empty() -> None:
    """K2, 6.7.1"""
    state = placing()
    cover(state, 0, "yellow 1", "green 3", "green 4")
    state.bag, state.tower = tiles(red=1), tiles(yellow=5)
    hold(state, 0, yellow=2)
    play(state, place(state, "yellow 2"))
    emitted = play(state, bonus(green=1, blue=1))
    assert of(TowerTipped, emitted) == [TowerTipped(Tiles(yellow=6))]
    assert of(SupplyRefilled, emitted) == [SupplyRefilled(Tiles(red=1, yellow=1))]
    assert (total(state.supply), unpack(state.bag), state.tower) == (10, Tiles(yellow=5), 0)


def test_tiles_just_paid_can_return_in_the_refill_of_the_same_turn() -> None:
    """6.4.2"""
    state = placing()
    state.bag, state.tower = 0, 0
    statue(state, last="red 3")
    assert unpack(state.tower) == Tiles(red=2)
    play(state, bonus(green=1, blue=1))
    assert (unpack(state.supply).red, state.bag, state.tower) == (4, 0, 0)


def test_the_supply_stays_short_while_bag_and_tower_are_empty() -> None:
    """K3, K4, 6.7.2, 6.7.3"""
    state = placing()
    state.bag = state.tower = 0
    statue(state)
    emitted = play(state, bonus(green=1, blue=1))
    assert (total(state.supply), state.turn, of(SupplyRefilled, emitted)) == (8, 1, [])
    hold(state, 1, red=4)
    emitted = play(state, place(state, "red 4"))
    assert of(SupplyRefilled, emitted) == [SupplyRefilled(Tiles(red=2))]
    assert (total(state.supply), unpack(state.bag), state.tower) == (10, Tiles(red=1), 0)


def test_a_supply_smaller_than_the_reward_is_taken_and_the_rest_is_void() -> None:
    """K5, 6.6.5"""
    state = placing()
    state.supply = tiles(red=1, blue=1)
    cover(state, 0, "orange 5")
    hold(state, 0, orange=6)
    emitted = play(state, place(state, "orange 6"))
    assert of(BonusTaken, emitted) == [BonusTaken(0, Tiles(red=1, blue=1), True)]
    assert (hand(state), state.due, state.turn, total(state.supply)) == (Tiles(red=1, blue=1), 0, 1, 10)


def test_a_supply_of_one_colour_is_taken_without_a_decision() -> None:
    """12.4.2, 12.4.5"""
    state = placing()
    state.supply = tiles(red=10)
    emitted = statue(state)
    assert of(BonusTaken, emitted) == [BonusTaken(0, Tiles(red=2), True)]
    assert (hand(state), state.turn) == (Tiles(red=2), 1)


def test_the_whole_reward_must_be_taken() -> None:
    """K6, 6.6.2"""
    state = placing()
    cover(state, 0, "orange 5")
    hold(state, 0, orange=6)
    play(state, place(state, "orange 6"))
    assert rejection(state, bonus(green=2)) == "bonus_wrong_count"


def test_an_empty_supply_adds_no_tiles_and_needs_no_decision() -> None:
    """K7, 6.6.5"""
    state = placing()
    state.supply = state.bag = state.tower = 0
    emitted = statue(state)
    assert (of(BonusTaken, emitted), state.hand[0], state.turn, state.decision) == ([], 0, 1, PLACE_OR_PASS)


def test_the_last_pass_fills_the_supply_before_the_next_round() -> None:
    """K8, 6.7.5"""
    state = placing()
    state.passed = [False, True, True]
    state.hand[1] = state.hand[2] = 0
    state.supply, state.bag, state.tower = tiles(green=8), 0, 0
    hold(state, 0, red=7)
    emitted = play(state, PassRound(), keep(red=4))
    assert [type(fact) for fact in emitted][2:4] == [TowerTipped, SupplyRefilled]
    assert (state.round, state.phase, unpack(state.supply)) == (2, ACQUIRING, Tiles(green=8, red=2))
    assert [total(source) for source in state.sources] == [0, 1, 0, 0, 0, 0, 0, 0]
    assert of(FactoryFilled, emitted)[0] == FactoryFilled("f1", Tiles(red=1))
    assert (state.bag, state.tower) == (0, 0)


def test_the_choices_of_bonus_tiles_are_all_multisets_of_the_supply() -> None:
    """12.1.4"""
    state = placing()
    state.supply = tiles(green=1, blue=5, red=4)
    statue(state)
    assert legal(state) == [
        ChooseBonus(Tiles(**{first: 1, second: 1} if first != second else {first: 2}))
        for first, second in (("green", "blue"), ("green", "red"), ("blue", "blue"), ("blue", "red"), ("red", "red"))
    ]
    for size, most in ((1, 6), (2, 21), (3, 56)):
        state.supply, state.due = tiles(**dict.fromkeys(COLOURS, 3)), size
        assert len(legal(state)) == most


def drawn(state: State, *falls: tuple[int, int]) -> list[str]:
    """Draw the same number of tiles as there are prepared draws; all of them are used."""
    rng = LoadedDice(*falls)
    colours = [unpack(bag.draw(state, 1, rng, None)) for _ in falls]
    assert rng.falls == []
    return [name for one in colours for name in COLOURS if getattr(one, name)]


def test_a_draw_walks_the_colours_in_canonical_order() -> None:
    """Y1, 11.1.2"""
    for fall, colour in ((0, "purple"), (2, "purple"), (3, "orange"), (5, "yellow"), (8, "yellow"), (9, "red")):
        state = drafting()
        state.bag = tiles(purple=3, orange=2, yellow=4, red=1)
        assert drawn(state, (fall, 10)) == [colour]


def test_tipping_the_tower_uses_no_random_number() -> None:
    """Y2, 7.1.3, 11.1.3"""
    for fall in (0, 1):
        state = drafting()
        state.bag, state.tower = tiles(red=1), tiles(blue=2)
        assert drawn(state, (0, 1), (fall, 2)) == ["red", "blue"]
        assert (unpack(state.bag), state.tower) == (Tiles(blue=1), 0)


def test_a_draw_of_several_tiles_counts_down_the_bag() -> None:
    """11.1.2"""
    state = drafting()
    state.bag = tiles(purple=1, green=2, red=1)
    rng = LoadedDice((1, 4), (2, 3), (0, 2))
    assert unpack(bag.draw(state, 3, rng, None)) == Tiles(green=1, red=1, purple=1)
    assert bag.draw(state, 3, Random(0), None) == packed(Tiles(green=1))


def test_a_turn_is_a_placement_then_its_reward_then_the_refill_and_then_the_next_player() -> None:
    """6.4.1, 12.3.5"""
    state = placing()
    emitted = statue(state)
    assert [type(fact) for fact in emitted] == [TilePlaced, DecorationCompleted]
    assert (state.turn, state.decision) == (0, CHOOSE_BONUS)
    emitted = play(state, bonus(green=1, blue=1))
    assert [type(fact) for fact in emitted] == [BonusTaken, SupplyRefilled]
    assert (state.turn, state.decision) == (1, PLACE_OR_PASS)


def test_bonus_tiles_can_be_placed_in_the_next_own_turn() -> None:
    """6.6.6"""
    state = placing()
    statue(state)
    play(state, bonus(green=1, blue=1))
    assert (hand(state), state.turn) == (Tiles(green=1, blue=1), 1)
    play(state, PassRound(), keep(), PassRound(), keep())
    assert state.turn == 0
    assert place(state, "green 1") in legal(state)
