"""What a client was made for stays: the wire types of a version of the rules never change."""

import json
from dataclasses import replace
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta

from domain.registry import RULESETS
from tests.rulesets.freeze import KINDS, digests, frozen_in, options_of
from tests.tiny import TINY

SPEED = ("speed", int, 1)


def digest_of_options(*members):
    """Return the digest of a type of options with these members."""
    options = msgspec.defstruct("Options", members)
    return digests(replace(TINY, options_type=options))["options"]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_the_wire_types_of_a_version_of_the_rules_never_change(ruleset):
    name = f"version {ruleset.version} of {ruleset.name}"
    assert frozen_in(ruleset).exists(), f"{name} is new: `make frozen` writes its digests"
    frozen, present = json.loads(frozen_in(ruleset).read_text(encoding="utf-8")), digests(ruleset)
    changed = [kind for kind in KINDS if frozen[kind] != present[kind]]
    assert changed == [], f"raise the version of {ruleset.name}, or run `make frozen` if {name} was never published"


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_what_a_stored_game_holds_is_the_same_since_the_version_whose_games_go_on(ruleset):
    versions = range(ruleset.plays_since or ruleset.version, ruleset.version + 1)
    kept = [json.loads(frozen_in(replace(ruleset, version=each)).read_text(encoding="utf-8")) for each in versions]
    for kind in ("actions", "facts", "state"):
        assert len({each[kind] for each in kept}) == 1, kind
    assert [each["options"] for each in kept] == [options_of(ruleset, each) for each in versions]


def test_a_change_of_any_kind_of_wire_type_is_noticed():
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
def test_a_change_of_a_member_is_noticed(members):
    assert digest_of_options(*members) != digest_of_options(SPEED)


def test_new_prose_is_no_change():
    told = ("speed", Annotated[int, Meta(description="In moves a day.", title="Speed")], 1)
    assert digest_of_options(told) == digest_of_options(SPEED)
