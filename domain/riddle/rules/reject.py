"""Explain why an action is illegal, by the checks of 17.1.2 in order; the first failed check sets the code."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET

from domain.riddle.rules.cards import CARD, OPERATION, PILE, SORT, TIMING
from domain.riddle.rules.decisions import legal_actions
from domain.riddle.rules.malformed import malformed, unknown, zones_named
from domain.riddle.rules.piles import hand_of
from domain.riddle.rules.plays import within_allowance
from domain.riddle.rules.protection import prohibited, sealed, silenced
from domain.riddle.rules.state import EMPTY, OVER, START_ACTIONS, STEP_NAMES, State
from domain.riddle.wire.actions import DiscardActions, DrawCard, EndStep, PlayCard, TakeFreeKey, UseAction
from domain.riddle.wire.constants import ACTION, CORNERS, CROSS, STEPS, ZONES, ZONES_OF
from domain.ruleset import Rejection


def reject(state: State, seat: int, action: Any) -> Rejection | None:
    """Return why an action is illegal, or None if it is legal."""
    if action in legal_actions(state, seat):
        return None
    return (
        malformed(state, action)
        or _out_of_turn(state, seat, action)
        or unknown(state, action)
        or _not_in_hand(state, seat, action)
        or _EXPLAIN[type(action)](state, seat, action)
    )


_STEPS_OF: Final[dict[type[Any], tuple[str, ...]]] = {
    UseAction: ("start_actions", "end_actions"),
    PlayCard: ("play",),
    TakeFreeKey: ("free_key",),
    DiscardActions: ("end_actions",),
    DrawCard: ("draw",),
    EndStep: STEPS[:4],
}


def _out_of_turn(state: State, seat: int, action: Any) -> Rejection | None:
    """Reject an action that belongs to another step or turn."""
    if state.step == OVER:
        return Rejection("game_over", "18.1.11")
    if seat != state.active:
        return Rejection("not_your_turn", "16.1.1", {"to_act": [state.active]})
    step = STEP_NAMES[state.step]
    return None if step in _STEPS_OF[type(action)] else Rejection("wrong_step", "16.1.1", {"open": step})


def _not_in_hand(state: State, seat: int, action: Any) -> Rejection | None:
    """Reject a card that is not in the seat's hand, wherever it is (14.1.8)."""
    hand = hand_of(state, seat)
    single = (getattr(action, name, UNSET) for name in ("card", "give"))
    several = getattr(action, "cards", UNSET)
    for card in (*(each for each in single if each is not UNSET), *(() if several is UNSET else several)):
        if CARD[card] not in hand:
            return Rejection("card_not_in_hand", "14.1.8", {"card": card})
    return None


def _no_play(state: State, seat: int, action: PlayCard) -> Rejection:
    """Return why a card cannot be played in this way."""
    sort, zone = SORT[CARD[action.card]], action.zone
    if sort == ACTION:
        return Rejection("not_symbol_card", "5.2.7", {"card": action.card})
    if zone not in ZONES_OF[sort]:
        return Rejection("zone_kind", "5.2.6", {"zone": zone, "allowed": list(ZONES_OF[sort])})
    if prohibited(state, seat) >> zone & 1:
        return Rejection("zone_prohibited", "5.2.8", {"zone": zone})
    if not within_allowance(state, sort):
        played = {"main": state.played_main, "additional": state.played_additional, "extra": state.extra}
        return Rejection("play_limit", "10.1.4", played)
    return _bad_destination(state, seat, action)


def _bad_destination(state: State, seat: int, action: PlayCard) -> Rejection:
    """Return why the replaced card cannot go to the destination of the action."""
    choice = state.redirecting and state.table[ZONES * seat + action.zone] != EMPTY
    if not choice:
        return Rejection("pass_to_not_allowed", "12.3.3")
    if action.pass_to is UNSET:
        return Rejection("pass_to_required", "12.3.2")
    return Rejection("pass_to_invalid", "12.3.2", {"pass_to": action.pass_to})


def _no_discard(state: State, seat: int, action: DiscardActions) -> Rejection:
    """Return why the cards cannot be discarded: one of them has symbols."""
    symbols = [card for card in action.cards if SORT[CARD[card]] != ACTION]
    return Rejection("not_action_card", "10.1.9", {"card": symbols[0]})


def _no_free_key(state: State, seat: int, action: TakeFreeKey) -> Rejection:
    """Return why the Key cannot be taken."""
    return Rejection("key_already_owned", "7.1.5", {"symbol": action.symbol})


def _no_end(state: State, seat: int, action: EndStep) -> Rejection:
    """Return why the step cannot be ended."""
    return Rejection("must_play", "10.1.6")


def _no_use(state: State, seat: int, action: UseAction) -> Rejection:
    """Return why an action card cannot be used in this way."""
    card = CARD[action.card]
    if SORT[card] != ACTION:
        return Rejection("not_action_card", "11.1.1", {"card": action.card})
    if silenced(state):
        return Rejection("silenced", "12.11.1")
    if (TIMING[card] == "start") != (state.step == START_ACTIONS):
        return Rejection("wrong_timing", "11.1.1", {"card": action.card, "timing": TIMING[card]})
    return (
        _bad_target_seat(state, seat, action)
        or _bad_target_card(state, action)
        or _bad_target_zones(state, seat, action)
        or Rejection("no_effect", "11.1.4", {"card": action.card})
    )


def _bad_target_seat(state: State, seat: int, action: UseAction) -> Rejection | None:
    """Reject the user as target, and the used card as one of the named cards."""
    target = action.target_seat
    if target == seat:
        return Rejection("target_not_opponent", "11.2.1", {"target_seat": seat})
    if action.card == action.give or (action.cards is not UNSET and action.card in action.cards):
        return Rejection("target_self_card", "12.6.1", {"card": action.card})
    return None


def _bad_target_card(state: State, action: UseAction) -> Rejection | None:
    """Reject taking a card that is in no discard pile, or one without symbols."""
    if action.take is UNSET:
        return None
    card = CARD[action.take]
    if card not in state.discard[PILE[card]]:
        return Rejection("target_not_in_discard", "12.4.1", {"card": action.take})
    return Rejection("target_not_symbol_card", "12.4.1", {"card": action.take}) if SORT[card] == ACTION else None


def _bad_target_zones(state: State, seat: int, action: UseAction) -> Rejection | None:
    """Reject zones whose cards cannot be swapped or removed; any zone can be prohibited (13.1.1)."""
    operation = OPERATION[CARD[action.card]]
    if operation == "freeze_zone":
        return None
    target = seat if action.target_seat is UNSET else action.target_seat
    zones = list(zones_named(action))
    if zones and target != seat and sealed(state, target):
        return Rejection("target_sealed", "13.1.1", {"target_seat": target})
    unlike = len({zone in CROSS for zone in zones}) > 1
    if unlike or (operation == "remove_corner" and zones[0] not in CORNERS):
        return Rejection("target_zone_kind", "13.1.1", {"zones": zones})
    if len(set(zones)) < len(zones):
        return Rejection("target_same_zone", "12.2.1", {"zones": zones})
    return _bad_zone(state, target, zones)


def _bad_zone(state: State, target: int, zones: list[int]) -> Rejection | None:
    """Reject prohibited zones, then empty ones."""
    for zone in zones:
        if prohibited(state, target) >> zone & 1:
            return Rejection("target_prohibited", "13.1.1", {"zone": zone})
    for zone in zones:
        if state.table[ZONES * target + zone] == EMPTY:
            return Rejection("target_zone_empty", "12.7.1", {"zone": zone})
    return None


# Drawing has no other reason: a card can be drawn from any deck with cards, or the step is not pending.
_EXPLAIN: Final[dict[type[Any], Callable[[State, int, Any], Rejection]]] = {
    UseAction: _no_use,
    PlayCard: _no_play,
    TakeFreeKey: _no_free_key,
    DiscardActions: _no_discard,
    EndStep: _no_end,
}
