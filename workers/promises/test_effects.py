"""Test that effects on the board are true: what an action or fact moves was there before, and is there afterwards."""

from collections.abc import Iterator
from typing import Any

import pytest
from bottega_client import moves_of

from domain.effects import BoardEffect, effects
from domain.references import references
from domain.ruleset import AnyRuleset
from workers.promises.games import GAME_SIZES, NAMES, PLAYED, Step, play, readable
from workers.promises.references import as_json

GAMES = 2


DATA = {
    name: {"effects": as_json(effects(ruleset)), "references": as_json(references(ruleset))}
    for name, ruleset in PLAYED.items()
}
"""The part of each ruleset's data that describes effects, as clients read it."""


def texts_in(view: Any) -> set[str]:
    """List the keys and values of a view."""
    if isinstance(view, dict):
        return {*view, *(text for each in view.values() for text in texts_in(each))}
    if isinstance(view, list):
        return {text for each in view for text in texts_in(each)}
    return {str(view)}


def faults(ruleset: AnyRuleset, step: Step, after: Any, viewer: int | None) -> Iterator[tuple[str, str, str]]:
    """Yield each effect of a step whose thing is not where it should be: its type, what moves, and the end."""
    event = {
        "seat": step.seat,
        "action": as_json(ruleset.observe(step.action, step.seat, viewer)),
        "facts": as_json(readable(step.emitted, viewer)),
    }
    data, views = DATA[ruleset.name], [as_json(ruleset.view(state, viewer)) for state in (step.before, after)]
    types = {event["action"]["type"], *(fact["type"] for fact in event["facts"])}
    found = [
        (effect, move)
        for effect in data["effects"]
        if effect["type"] in types
        for move in moves_of({**data, "effects": [effect]}, event, *views)
    ]
    moved = [move.id for _, move in found]
    for effect, move in found:
        is_single = moved.count(move.id) == 1  # a thing that moves twice is elsewhere in between
        for end, view, path in (("from", views[0], move.origin), ("to", views[1], move.to)):
            if is_single and end in effect and path is None and move.id in texts_in(view):
                yield effect["type"], effect["what"], end


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_things_leave_and_reach_the_places_that_their_effects_name(name: str, seats: int) -> None:
    """Correct `effects` of the type, or its fields: see `domain.effects`."""
    ruleset = PLAYED[name]
    wrong = set()
    for number in range(GAMES):
        game = play(name, seats, number)
        following = [*(step.before for step in game.steps[1:]), game.end]
        for step, after in zip(game.steps, following, strict=True):
            for viewer in (None, *range(seats)):
                wrong |= set(faults(ruleset, step, after, viewer))
    assert wrong == set()


def unknown(ruleset: AnyRuleset, effect: BoardEffect) -> bool:
    """Whether what moves is neither a field with a kind nor a name."""
    kind, _, only = effect.what.partition("/")
    if only:
        return only not in ruleset.names.things.get(kind, {})
    return not any(
        (each.part, each.type, each.field) == (effect.part, effect.type, kind) for each in references(ruleset)
    )


@pytest.mark.parametrize("name", NAMES)
def test_each_effect_moves_something_that_has_a_name(name: str) -> None:
    """Name a field of the type that holds ids, or `<kind>/<id>` of `names.json`."""
    assert [effect for effect in effects(PLAYED[name]) if unknown(PLAYED[name], effect)] == []
