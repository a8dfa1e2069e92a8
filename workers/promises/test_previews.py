"""Test that the preview of a legal action says what the action does. `test_hidden.py` tests what it may read."""

from typing import Any

import msgspec
import pytest

from workers.promises.games import GAME_SIZES, NAMES, PLAYED, Step, packed, play
from workers.promises.previews import find_offered, offered, previews_of

every_ruleset = pytest.mark.parametrize("name", NAMES)


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_each_legal_action_has_a_preview_or_none_has(name: str, seats: int) -> None:
    """Return a `preview_type` for each action, in the order of the actions, or an empty sequence; change nothing."""
    ruleset = PLAYED[name]
    for step in play(name, seats, 50 + seats).steps:
        before = packed(step.before)
        for _, preview in previews_of(name, step):
            assert type(preview) is ruleset.preview_type
            assert msgspec.json.decode(msgspec.json.encode(preview), type=ruleset.preview_type) == preview
        assert packed(step.before) == before


@every_ruleset
def test_all_fields_of_a_preview_may_be_omitted(name: str) -> None:
    """Declare a default for each field of `preview_type`, and set `omit_defaults=True`."""
    assert msgspec.json.encode(PLAYED[name].preview_type()) == b"{}"


@every_ruleset
def test_a_preview_has_no_field_of_its_action(name: str) -> None:
    """Rename the field of the preview: both are arguments of one sentence."""
    found = find_offered(name)  # a test without coverage may have filled the cache of `offered`
    assert [(action, preview) for action, preview in found if action.keys() & preview.keys()] == []


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_a_preview_agrees_with_the_facts_of_its_action(name: str, seats: int) -> None:
    """Return the value that a fact about the acting seat has in its field of the same name, or the sum of such facts.

    An action that has no such fact, because another decision completes it, is left out.
    """
    wrong, checked = [], 0
    for number in range(6):
        for step in play(name, seats, 60 * seats + number).steps:
            preview = next((each for action, each in previews_of(name, step) if action == step.action), None)
            for field, value in ({} if preview is None else msgspec.to_builtins(preview)).items():
                stated = _stated(step, field)
                checked += bool(stated)
                wrong += [(step.action, field, value, stated)] if stated and value not in stated else []
    assert wrong == []
    assert checked or not _shared_fields(name)


def _stated(step: Step, field: str) -> list[Any]:
    """List the values of a field in the facts about the acting seat, and their sum for each type of fact."""
    by_type: dict[type, list[Any]] = {}
    for fact, _ in step.emitted:
        if getattr(fact, "seat", None) == step.seat and hasattr(fact, field):
            by_type.setdefault(type(fact), []).append(msgspec.to_builtins(getattr(fact, field)))
    sums = [sum(values) for values in by_type.values() if all(isinstance(value, int) for value in values)]
    return [value for values in by_type.values() for value in values] + sums


def _shared_fields(name: str) -> set[str]:
    """List the fields that a shown preview and a fact of the games have in common."""
    steps = play(name, PLAYED[name].max_seats, 60 * PLAYED[name].max_seats).steps
    facts = {field for step in steps for fact, _ in step.emitted for field in fact.__struct_fields__}
    return facts & {field for _, preview in offered(name) for field in preview}
