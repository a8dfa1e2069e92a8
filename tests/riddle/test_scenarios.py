"""Test that views and facts of each scenario match its title."""

from collections.abc import Callable

import pytest
from msgspec import UNSET

from domain.riddle import RULESET
from domain.riddle.wire.actions import PlayCard, UseAction
from domain.riddle.wire.constants import CORNERS, MODES
from domain.riddle.wire.facts import (
    CardDiscarded,
    CardPassed,
    CardStays,
    CardTaken,
    DeckRenewed,
    GameEnded,
    KeysReceived,
    TradeSeen,
    ZonesSwapped,
)
from tests.riddle.scenes import SCENES
from workers.promises.scenarios.played import Played, played

BY_NAME = {each.name: each for each in RULESET.catalogue.scenarios}
DESIGN = {each.english: each.id for each in RULESET.constants.action_designs}


def uses(scene: Played, card: str) -> bool:
    """Whether an action card of this English name is used."""
    return isinstance(scene.action, UseAction) and scene.action.card.startswith(f"{DESIGN[card]}-")


def card_in(scene: Played, seat: int, zone: int) -> str | None:
    """Return the card in a zone before the action."""
    return {each.zone: each.card for each in scene.view.seats[seat].zones}.get(zone)


def in_force_of_others(scene: Played, card: str) -> bool:
    """Whether a lasting card of this name lies in front of another seat."""
    lasting = [each for seat in scene.view.seats if seat.seat != scene.seat for each in seat.in_play]
    return any(each.card.startswith(f"{DESIGN[card]}-") for each in lasting)


def a_play_gives_keys(number: int) -> Callable[[Played], bool]:
    """Return whether a play wins this number of Keys of lines."""

    def holds(scene: Played) -> bool:
        received = [fact for fact in scene.emitted if isinstance(fact, KeysReceived) and fact.seat == scene.seat]
        return isinstance(scene.action, PlayCard) and [len(fact.symbols) for fact in received] == [number]

    return holds


def one_key_is_lacking(scene: Played) -> bool:
    goal = RULESET.constants.modes[MODES.index(scene.view.mode)].goal
    return len(scene.view.seats[scene.seat].keys) == goal - 1


def a_play_wins(scene: Played) -> bool:
    gains = any(isinstance(fact, KeysReceived) for fact in scene.emitted)
    return isinstance(scene.action, PlayCard) and gains and scene.emitted[-1] == GameEnded("goal")


def a_corner_card_goes_to_the_neighbour(scene: Played) -> bool:
    zone, neighbour = scene.action.zone, (scene.seat + 1) % len(scene.view.seats)
    card = card_in(scene, scene.seat, zone)
    return zone in CORNERS and card is not None and CardPassed(neighbour, card, zone) in scene.emitted


def nothing_is_replaced(scene: Played) -> bool:
    filled = scene.action.zone in CORNERS and card_in(scene, scene.seat, scene.action.zone) is None
    return filled and not any(isinstance(fact, CardPassed) for fact in scene.emitted)


def one_more_play_is_allowed(scene: Played) -> bool:
    return uses(scene, "Second Hand") and scene.after.extra_plays == 1 != scene.view.extra_plays


def two_own_cards_are_swapped(scene: Played) -> bool:
    return uses(scene, "Rearrangement") and ZonesSwapped(scene.seat, scene.action.zones) in scene.emitted


def replaced_cards_are_redirected_from_now_on(scene: Played) -> bool:
    return uses(scene, "Mirror") and scene.after.redirecting and not scene.view.redirecting


def an_opponent_of_choice_gets_the_replaced_card(scene: Played) -> bool:
    passed = [fact.seat for fact in scene.emitted if isinstance(fact, CardPassed)]
    return scene.view.redirecting and passed == [scene.action.pass_to]


def a_card_is_taken_from_a_discard(scene: Played) -> bool:
    additional = scene.view.additional_discard
    lay_there = scene.action.take in (*scene.view.main_discard, *(() if additional is UNSET else additional))
    return uses(scene, "Archive") and lay_there and CardTaken(scene.seat, scene.action.take) in scene.emitted


def a_card_is_traded(scene: Played) -> bool:
    given = [fact.given for fact in scene.emitted if isinstance(fact, TradeSeen)]
    return uses(scene, "Trade") and given == [scene.action.give]


def hand_cards_are_discarded(scene: Played) -> bool:
    return uses(scene, "Blank Sheet") and all(CardDiscarded(card) in scene.emitted for card in scene.action.cards)


def an_opponents_corner_is_discarded(scene: Played) -> bool:
    target, zone = scene.action.target_seat, scene.action.zone
    emptied = zone not in {each.zone for each in scene.after.seats[target].zones}
    card = card_in(scene, target, zone)
    gone = card is not None and CardDiscarded(card) in scene.emitted
    return uses(scene, "Blot") and target != scene.seat and zone in CORNERS and emptied and gone


def two_cards_of_an_opponent_are_swapped(scene: Played) -> bool:
    target = scene.action.target_seat
    return uses(scene, "Shift") and target != scene.seat and ZonesSwapped(target, scene.action.zones) in scene.emitted


def stays(card: str) -> Callable[[Played], bool]:
    """Return whether a lasting card is used and then lies in front of its user."""
    return lambda scene: uses(scene, card) and CardStays(scene.seat, scene.action.card) in scene.emitted


def a_card_is_played_under(card: str) -> Callable[[Played], bool]:
    """Return whether a card is played while a lasting card of another seat is in force."""
    return lambda scene: isinstance(scene.action, PlayCard) and in_force_of_others(scene, card)


def the_empty_main_deck_is_renewed(scene: Played) -> bool:
    return scene.view.main_deck == 0 and DeckRenewed("main") in scene.emitted


def the_game_ends(scene: Played) -> bool:
    return isinstance(scene.emitted[-1], GameEnded)


HOLDS: dict[str, Callable[[Played], bool]] = {
    "key_from_a_line": a_play_gives_keys(1),
    "two_keys_at_once": a_play_gives_keys(2),
    "one_key_short": one_key_is_lacking,
    "winning_play": a_play_wins,
    "replaced_corner": a_corner_card_goes_to_the_neighbour,
    "empty_corner": nothing_is_replaced,
    "second_hand": one_more_play_is_allowed,
    "rearrangement": two_own_cards_are_swapped,
    "mirror": replaced_cards_are_redirected_from_now_on,
    "redirected_play": an_opponent_of_choice_gets_the_replaced_card,
    "archive": a_card_is_taken_from_a_discard,
    "trade": a_card_is_traded,
    "blank_sheet": hand_cards_are_discarded,
    "blot": an_opponents_corner_is_discarded,
    "shift": two_cards_of_an_opponent_are_swapped,
    "seal": stays("Seal"),
    "prohibition": stays("Prohibition"),
    "silence": stays("Silence"),
    "sealed_opponent": a_card_is_played_under("Seal"),
    "silenced_turn": a_card_is_played_under("Silence"),
    "renewed_deck": the_empty_main_deck_is_renewed,
    "last_action": the_game_ends,
}


def test_every_scene_has_a_property() -> None:
    assert set(HOLDS) == {scene.name for scene in SCENES.scenes}
    assert {scene.name: scene.title for scene in SCENES.scenes} == {name: BY_NAME[name].title for name in HOLDS}


@pytest.mark.parametrize("name", HOLDS)
def test_a_scenario_shows_what_its_title_says(name: str) -> None:
    assert HOLDS[name](played(RULESET, BY_NAME[name]))
