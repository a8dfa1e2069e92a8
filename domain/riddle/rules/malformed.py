"""Whether an action is well formed and its ids exist in this game, regardless of the positions of cards (17.1.2)."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from domain.riddle.rules.cards import CARD, MAIN_DECK, OPERATION, SORT, SYMBOL
from domain.riddle.rules.state import State
from domain.riddle.wire.actions import CARD_PATTERN, DiscardActions, DrawCard, PlayCard, TakeFreeKey, UseAction
from domain.riddle.wire.card_list import PARAMETERS
from domain.riddle.wire.constants import ACTION, CROSS, DECKS, HAND_MOST, MAX_SEATS, ZONES
from domain.ruleset import Rejection


def malformed(state: State, action: Any) -> Rejection | None:
    """Reject missing and additional parameters, and a list that is too short, too long or repeats a card (17.1.2)."""
    if isinstance(action, PlayCard):
        return _bad_destination(action)
    if isinstance(action, UseAction):
        return _bad_parameters(state, action)
    return _bad_cards(action)


def _bad_destination(action: PlayCard) -> Rejection | None:
    """Reject two destinations, and a flag that is not true."""
    if action.pass_to_discard is False:
        return _malformed("pass_to_discard", outside=True)
    if action.pass_to_discard is not UNSET and action.pass_to is not UNSET:
        return _malformed("pass_to")
    return None


def _bad_parameters(state: State, action: UseAction) -> Rejection | None:
    """Reject other parameters than those of the named card, if it is an action card of this game (17.1.3)."""
    if action.zones is not UNSET and len(action.zones) != 2:
        return _malformed("zones", outside=True)
    if in_game(state, action.card) and SORT[CARD[action.card]] == ACTION:
        due = PARAMETERS[OPERATION[CARD[action.card]]]
        for name in ("target_seat", "zone", "zones", "take", "give", "cards"):
            if (name in due) != (getattr(action, name) is not UNSET):
                return _malformed(name)
    return _bad_cards(action)


def _bad_cards(action: Any) -> Rejection | None:
    """Reject a list of cards that is empty, repeats one or is longer than any hand."""
    if not isinstance(action, UseAction | DiscardActions) or action.cards is UNSET:
        return None
    if not 1 <= len(action.cards) <= HAND_MOST:
        return _malformed("cards", outside=True)
    return _malformed("cards") if len(set(action.cards)) < len(action.cards) else None


def _malformed(parameter: str, *, outside: bool = False) -> Rejection:
    """Return the rejection of a parameter; `outside` if its value violates the published schema."""
    return Rejection("malformed", "17.1.4", {"parameter": parameter}, outside)


def unknown(state: State, action: Any) -> Rejection | None:
    """Reject ids that do not exist in this game (17.1.2), in the order given there."""
    return (
        _unknown_card(state, action)
        or _unknown_zone(state, action)
        or _unknown_word(action)
        or _unknown_seat(state, action)
    )


def _unknown_card(state: State, action: Any) -> Rejection | None:
    """Reject a card that is in no deck of this game."""
    for card in cards_named(action):
        if not in_game(state, card):
            return Rejection("unknown_card", "1.3.4", {"card": card}, not re.fullmatch(CARD_PATTERN, card))
    return None


def _unknown_zone(state: State, action: Any) -> Rejection | None:
    """Reject a zone that a table of this game does not have."""
    for zone in zones_named(action):
        if zone not in (range(ZONES) if state.expansion else CROSS):
            return Rejection("unknown_zone", "1.6.1", {"zone": zone}, zone not in range(ZONES))
    return None


def _unknown_word(action: Any) -> Rejection | None:
    """Reject a symbol or deck that does not exist in any game."""
    if isinstance(action, TakeFreeKey) and action.symbol not in SYMBOL:
        return Rejection("unknown_symbol", "1.2.2", {"symbol": action.symbol}, malformed=True)
    if isinstance(action, DrawCard) and action.deck not in DECKS:
        return Rejection("unknown_deck", "1.8.1", {"deck": action.deck}, malformed=True)
    return None


def _unknown_seat(state: State, action: Any) -> Rejection | None:
    """Reject a seat beyond those of this game."""
    for seat in _given(action, "target_seat", "pass_to"):
        if seat not in range(state.seats):
            return Rejection("unknown_seat", "1.1.1", {"seat": seat}, seat not in range(MAX_SEATS))
    return None


def in_game(state: State, name: str) -> bool:
    """Whether a card belongs to this game: the places of all cards together are public."""
    card = CARD.get(name)
    if card is None or card in MAIN_DECK:
        return card is not None
    places = (state.table, *state.hand, *state.deck, *state.discard, [entry[0] for entry in state.in_play])
    return any(card in cards for cards in places)


def cards_named(action: Any) -> Iterator[str]:
    """Yield the cards in an action, the one used or played first."""
    yield from _given(action, "card", "take", "give")
    for cards in _given(action, "cards"):
        yield from cards


def zones_named(action: Any) -> Iterator[int]:
    """Yield the zones in an action."""
    yield from _given(action, "zone")
    for zones in _given(action, "zones"):
        yield from zones


def _given(action: Any, *fields: str) -> Iterator[Any]:
    """Yield the values of these fields that the action has and that are not omitted."""
    for field in fields:
        value = getattr(action, field, UNSET)
        if value is not UNSET:
            yield value
