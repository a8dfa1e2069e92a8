"""Find notable positions of The Riddle of Leonardo for scenarios."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

from msgspec import UNSET

from domain.riddle import RULESET
from domain.riddle.rules.cards import CARD, CARDS, OPERATION, SORT
from domain.riddle.rules.piles import hand_of
from domain.riddle.rules.state import DRAW, EMPTY, State
from domain.riddle.wire.actions import PlayCard, TakeFreeKey, UseAction
from domain.riddle.wire.card_list import SYMBOLS
from domain.riddle.wire.constants import ACTION, CORNERS, GOAL, MAIN, ZONES
from workers.promises.scenarios.scenes import Scene, Scenes, Shown, after, first, last_action


def keys_from(state: State, number: int) -> Shown | None:
    """Find a play that wins this number of Keys."""
    before = [owned.bit_count() for owned in state.keys]

    def gives(seat: int, action: Any) -> bool:
        if not isinstance(action, PlayCard):
            return False
        return after(RULESET, state, seat, action).keys[seat].bit_count() - before[seat] == number

    return first(RULESET, state, gives)


def wins(state: State) -> Shown | None:
    """Find a play that wins the game."""
    near = any(owned.bit_count() >= GOAL[state.expansion] - 2 for owned in state.keys)

    def is_last(seat: int, action: Any) -> bool:
        return isinstance(action, PlayCard) and not RULESET.to_act(after(RULESET, state, seat, action))

    return first(RULESET, state, is_last) if near else None


def one_key_short(state: State) -> Shown | None:
    """Find an active player who lacks one Key."""
    short = state.keys[state.active].bit_count() == GOAL[state.expansion] - 1
    return first(RULESET, state, lambda _, action: isinstance(action, PlayCard)) if short else None


def onto_another(state: State) -> Shown | None:
    """Find a play into a corner that holds a card, which goes to the neighbour."""

    def replaces(seat: int, action: Any) -> bool:
        covered = isinstance(action, PlayCard) and state.table[ZONES * seat + action.zone] != EMPTY
        return covered and action.zone in CORNERS

    return first(RULESET, state, replaces)


def into_empty_corner(state: State) -> Shown | None:
    """Find a play into an empty corner."""

    def fills(seat: int, action: Any) -> bool:
        return isinstance(action, PlayCard) and state.table[ZONES * seat + action.zone] == EMPTY

    return first(RULESET, state, fills)


def uses(operation: str) -> Any:
    """Find a use of an action card with this operation."""

    def fits(_: int, action: Any) -> bool:
        return isinstance(action, UseAction) and OPERATION[CARD[action.card]] == operation

    return lambda state: first(RULESET, state, fits)


def redirected(state: State) -> Shown | None:
    """Find a play that chooses where the replaced card goes."""
    return first(RULESET, state, lambda _, action: isinstance(action, PlayCard) and action.pass_to is not UNSET)


def in_force(operation: str) -> Any:
    """Find a play while another seat's lasting card is in force."""

    def find(state: State) -> Shown | None:
        lies = any(OPERATION[entry[0]] == operation and entry[1] != state.active for entry in state.in_play)
        return first(RULESET, state, lambda _, action: isinstance(action, PlayCard)) if lies else None

    return find


def deck_renewed(state: State) -> Shown | None:
    """Find a draw from an empty main deck, so that its discard is shuffled."""
    renewed = state.step == DRAW and not state.deck[MAIN]
    return first(RULESET, state, lambda _, draw: draw.deck == "main") if renewed else None


def tries(state: State, seat: int) -> Iterator[Any]:
    """Use each action card of the hand on every target, and take every Key."""
    if state.step == DRAW:
        return
    if "take_free_key" in {action.__struct_config__.tag for action in RULESET.legal_actions(state, seat)}:
        yield from map(TakeFreeKey, SYMBOLS)
    for card in (each for each in hand_of(state, seat) if SORT[each] == ACTION):
        yield from _uses(state, seat, card)


def _uses(state: State, seat: int, card: int) -> Iterator[UseAction]:
    """Use one card on every target that its operation allows."""
    name, operation = CARDS[card], OPERATION[card]
    pairs = list(combinations_with_replacement((0, 1, 2, 4), 2))
    others = [name, *(CARDS[other] for other in hand_of(state, seat))][:4]
    for target in range(state.seats):
        if operation in ("remove_corner", "freeze_zone"):
            yield from (UseAction(name, target_seat=target, zone=zone) for zone in range(ZONES))
        if operation == "swap_opponent":
            yield from (UseAction(name, target_seat=target, zones=zones) for zones in pairs)
        if operation == "trade_random":
            yield from (UseAction(name, target_seat=target, give=other) for other in others)
    if operation == "swap_own":
        yield from (UseAction(name, zones=zones) for zones in pairs)
    if operation == "take_from_discard":
        yield from (UseAction(name, take=CARDS[other]) for pile in state.discard for other in pile[-2:])
    if operation == "discard_hand":
        yield from (UseAction(name, cards=(other,)) for other in others)
    yield UseAction(name)


SCENES = Scenes(
    (
        Scene("key_from_a_line", "A play completes a line and brings its Key.", lambda state: keys_from(state, 1)),
        Scene("two_keys_at_once", "A play brings two Keys at once.", lambda state: keys_from(state, 2)),
        Scene("one_key_short", "A player lacks one Key.", one_key_short),
        Scene("winning_play", "A play brings the last Key and wins.", wins),
        Scene("replaced_corner", "A play into a corner sends the card there to the neighbour.", onto_another),
        Scene("empty_corner", "A play into an empty corner replaces nothing.", into_empty_corner),
        Scene("second_hand", "Second Hand allows one more play.", uses("extra_play")),
        Scene("rearrangement", "Rearrangement swaps two cards of its user.", uses("swap_own")),
        Scene("mirror", "With Mirror, the player chooses where replaced cards go.", uses("redirect_replaced")),
        Scene("redirected_play", "A play names the opponent who gets the replaced card.", redirected),
        Scene("archive", "Archive takes a card from a discard pile.", uses("take_from_discard")),
        Scene("trade", "Trade exchanges a card for a random one.", uses("trade_random")),
        Scene("blank_sheet", "Blank Sheet discards cards of the hand.", uses("discard_hand")),
        Scene("blot", "Blot discards a corner card of an opponent.", uses("remove_corner")),
        Scene("shift", "Shift swaps two cards of an opponent.", uses("swap_opponent")),
        Scene("seal", "Seal protects the table of its user.", uses("protect_table")),
        Scene("prohibition", "Prohibition forbids all changes of a zone.", uses("freeze_zone")),
        Scene("silence", "Silence forbids action cards.", uses("forbid_actions")),
        Scene("sealed_opponent", "A seat plays while another table is sealed.", in_force("protect_table")),
        Scene("silenced_turn", "A seat plays while action cards are forbidden.", in_force("forbid_actions")),
        Scene(
            "renewed_deck", "The main deck is empty, so its discard pile is shuffled for the next draw.", deck_renewed
        ),
        last_action(RULESET),
    ),
    tries,
)
