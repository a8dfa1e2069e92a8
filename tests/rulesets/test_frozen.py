"""Test that the wire types of a rules version never change."""

from dataclasses import replace
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta

from domain.registry import RULESETS
from tests.rulesets.freeze import HELD, KINDS, changed, changed_in_games, digests, freeze, frozen_in
from tests.tiny import TINY

SPEED = ("speed", int, 1)


def digest_of_options(*members):
    """Return the digest of an options type with these fields."""
    options = msgspec.defstruct("Options", members)
    return digests(replace(TINY, options_type=options))["options"]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_the_wire_types_of_a_version_of_the_rules_never_change(ruleset):
    name = f"version {ruleset.version} of {ruleset.name}"
    assert frozen_in(ruleset).exists(), f"{name} is new: `make frozen` writes its digests"
    assert changed(ruleset) == [], f"raise the version of {ruleset.name}, or run `make frozen` if {name} is unpublished"


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_stored_types_are_unchanged_since_the_oldest_version_that_still_plays(ruleset):
    assert changed_in_games(ruleset) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_version_plays_older_games_only_if_their_types_have_not_changed(kind, tmp_path):
    other = msgspec.defstruct("Other", [SPEED])
    changes: dict[str, Any] = {KINDS[kind]: other() if kind == "tables" else other}
    newer = replace(TINY, version=2, plays_since=1, **changes)
    freeze(TINY, tmp_path)
    freeze(newer, tmp_path)
    assert (changed(TINY, tmp_path), changed(newer, tmp_path)) == ([], [])
    assert changed_in_games(newer, tmp_path) == ([kind] if kind in HELD else [])
    assert changed_in_games(replace(newer, plays_since=None), tmp_path) == []


def test_a_change_of_any_kind_of_wire_type_is_detected():
    other = msgspec.defstruct("Other", [SPEED])
    before = digests(TINY)
    for kind, attribute in KINDS.items():
        changed: dict[str, Any] = {attribute: other() if kind == "constants" else other}
        after = digests(replace(TINY, **changed))
        assert [each for each in KINDS if after[each] != before[each]] == [kind]


@pytest.mark.parametrize(
    "members",
    [
        [SPEED, ("title", str, "")],
        [("speed", int, 2)],
        [("speed", int)],
        [("speed", str, 1)],
        [("speed", Annotated[int, Meta(le=9)], 1)],
        [("pace", int, 1)],
    ],
)
def test_a_change_of_a_field_is_detected(members):
    assert digest_of_options(*members) != digest_of_options(SPEED)


def test_new_prose_is_no_change():
    facts = ("speed", Annotated[int, Meta(description="In moves a day.", title="Speed")], 1)
    assert digest_of_options(facts) == digest_of_options(SPEED)
