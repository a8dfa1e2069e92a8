"""Test the invariants of section 18 in random games of both modes, and that a violation of each is detected."""

from collections.abc import Callable

import pytest

from domain.riddle import RULESET
from domain.riddle.rules.cards import CARD
from domain.riddle.rules.piles import take_from_hand
from domain.riddle.rules.state import OVER, State
from domain.riddle.wire.constants import ZONES
from domain.riddle.wire.facts import CardDrawn, CardSeen, FreeKeyTaken, KeysReceived
from tests.riddle.builders import base, expansion, hold, lasting, lay, prohibit, ready
from tests.riddle.invariants import BrokenInvariant, Watch, check
from tests.riddle.random_games import all_options, opening, steps


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", range(2, 8))
def test_no_invariant_breaks_in_random_games_of_both_modes(seats: int) -> None:
    for number in range(6):
        state = opening(all_options(seats)[number % 2], seats, number)
        watch = Watch(state)
        for after, _, _, emitted in steps(state, number):
            watch.after(after, emitted)
        assert RULESET.outcome(state) is not None


@pytest.mark.no_cover
def test_random_games_use_every_action_card_and_reach_every_step() -> None:
    used, reached = set(), set()
    for number in range(30):
        state = opening(all_options(3)[1], 3, number)
        for after, _, action, _ in steps(state, number):
            used.add(getattr(action, "card", "")[:3] if type(action).__name__ == "UseAction" else "")
            reached.add(after.step)
        if len(used) == 12 and len(reached) == 6:
            return
    pytest.fail(f"used {sorted(used)}, reached {sorted(reached)}")


Change = Callable[[State], object]


def set_zone(seat: int, zone: int, card: str | None) -> Change:
    """Return a function that changes the card in a zone."""
    number = -1 if card is None else CARD[card]
    return lambda state: state.table.__setitem__(ZONES * seat + zone, number)


def swap(one: int, other: int) -> Change:
    """Return a function that swaps two zones of seat 0's table."""

    def change(state: State) -> None:
        state.table[one], state.table[other] = state.table[other], state.table[one]

    return change


def exchange_hand_and_corner(state: State) -> None:
    """Put an action card into a corner."""
    hold(state, 0, "N29-1")
    state.hand[2] = ()
    state.deck[1].append(state.table[0])
    state.table[0] = CARD["N29-1"]


def lay_symbol_card_in_play(state: State) -> None:
    """Put a symbol card among the lasting cards."""
    state.deck[1].remove(CARD["N15-1"])
    state.in_play.append((CARD["N15-1"], 0, -1, -1))


def mix_piles(state: State) -> None:
    """Put an additional card on the main discard."""
    state.deck[1].remove(CARD["N15-1"])
    state.discard[0].append(CARD["N15-1"])


def seal_twice(state: State) -> None:
    """Seal one table twice."""
    lasting(state, "N29-1", 1)
    lasting(state, "N29-2", 1)


def shrink(state: State) -> None:
    """Remove a card from a waiting hand."""
    take_from_hand(state, 1, card := state.hand[3][-1])
    state.deck[0].append(card)


def swell(state: State) -> None:
    """Add twelve cards to a hand."""
    hold(state, 0, "N12-2", "N13-1", "N15-1", "N19-1", "N21-1")


def win_twice(state: State) -> None:
    """Add all Keys to two seats."""
    state.keys[:2] = [(1 << 12) - 1] * 2


def give_all_keys(state: State) -> None:
    """Add all Keys to the active seat without an end of the game."""
    state.keys[0] = (1 << 12) - 1


SPOILT: list[tuple[str, Change]] = [
    ("18.1.1", set_zone(0, 4, "B12-1")),
    ("18.1.1", lambda state: state.deck[0].pop()),
    ("18.1.2", swap(0, 1)),
    ("18.1.3", exchange_hand_and_corner),
    ("18.1.3", lay_symbol_card_in_play),
    ("18.1.3", mix_piles),
    ("18.1.4", lambda state: state.keys.__setitem__(0, 1 << 12)),
    ("18.1.6", shrink),
    ("18.1.6", swell),
    ("18.1.9", seal_twice),
    ("9.1.3", win_twice),
    ("18.1.11", give_all_keys),
    ("18.1.11", lambda state: setattr(state, "step", OVER)),
    ("14.1.5", lambda state: state.known.__setitem__(state.deck[0][0], 3)),
    ("14.1.5", lambda state: state.known.__setitem__(CARD["B12-1"], 1)),
]


@pytest.mark.parametrize(("paragraph", "change"), SPOILT)
def test_an_invalid_position_is_detected(paragraph: str, change: Change) -> None:
    state = ready(expansion())
    check(state)
    change(state)
    with pytest.raises(BrokenInvariant) as caught:
        check(state)
    assert str(caught.value).split(":")[0] == paragraph


def test_a_step_without_a_choice_is_detected() -> None:
    state = ready(expansion())
    state.step = 0
    with pytest.raises(BrokenInvariant, match=r"^18\.1\.12"):
        check(state)


def nothing(state: State) -> None:
    """Change nothing."""


def watched() -> tuple[State, Watch]:
    """Watch fixture X with a prohibited zone and a sealed table."""
    state = expansion()
    lasting(state, "N30-1", 2, 1, 4)
    lasting(state, "N29-1", 1)
    ready(state)
    return state, Watch(state)


def move_frozen(state: State) -> None:
    """Replace the card of the prohibited zone."""
    lay(state, 1, {4: "B56-1"})


def move_sealed(state: State) -> None:
    """Replace a card of the sealed table."""
    lay(state, 1, {5: "B56-1"})


@pytest.mark.parametrize(
    ("paragraph", "change", "emitted"),
    [
        ("18.1.8", move_frozen, []),
        ("18.1.8", move_sealed, []),
        ("18.1.4", lambda state: state.keys.__setitem__(0, 1), []),
        ("18.1.4", nothing, [KeysReceived(0, ("face",))]),
        ("18.1.4", lambda state: state.keys.__setitem__(1, 1), [KeysReceived(1, ("face",))]),
        ("18.1.5", lambda state: state.keys.__setitem__(0, 1), [FreeKeyTaken(0, "face")]),
        ("18.1.7", lambda state: hold(state, 1, "N12-2"), []),
        ("18.1.10", lambda state: hold(state, 0, "N21-1"), []),
        ("3.1.1", lambda state: setattr(state, "turn", 0), []),
        ("14.1.4", nothing, [CardSeen("B12-1")]),
    ],
)
def test_a_change_against_the_rules_is_detected(paragraph: str, change: Change, emitted: list[object]) -> None:
    state, watch = watched()
    change(state)
    with pytest.raises(BrokenInvariant, match=f"^{paragraph}:"):
        watch.after(state, [(fact, None) for fact in emitted])


def test_a_free_key_that_is_returned_is_detected() -> None:
    state = base()
    state.free_used[1] = True
    watch = Watch(state)
    state.free_used[1] = False
    with pytest.raises(BrokenInvariant, match=r"^18\.1\.5"):
        watch.after(state, [])


def test_a_secret_shown_to_too_many_seats_is_detected() -> None:
    state, watch = watched()
    with pytest.raises(BrokenInvariant, match=r"^14\.1\.4"):
        watch.after(state, [(CardDrawn(0, "main"), None), (CardSeen("B12-1"), (0, 1))])


def test_a_zone_prohibited_twice_is_detected() -> None:
    state = ready(expansion())
    lasting(state, "N30-1", 2, 1, 4)
    lasting(state, "N30-2", 0, 1, 4)
    with pytest.raises(BrokenInvariant, match=r"^18\.1\.9"):
        check(state)
    prohibit(state, 2, 4)
    with pytest.raises(BrokenInvariant, match=r"^18\.1\.1"):
        check(state)
