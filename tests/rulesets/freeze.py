"""Freeze the types of each ruleset version, as clients and stored games depend on one `rules_version`.

The types of requests, responses and snapshots are stored as one digest each, in `frozen/<ruleset>-<version>.json`. A
change of any of them raises the version and starts a new file. As a program, this module writes the files of the hosted
versions, or of the rulesets named. Never change the file of a published version.
"""

import hashlib
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset

FROZEN = Path(__file__).with_name("frozen")
KINDS = {
    "options": "options_type",
    "actions": "action_type",
    "observed": "observed_type",
    "facts": "fact_type",
    "view": "view_type",
    "previews": "preview_type",
    "constants": "constants",
    "state": "state_type",
}
"""The kinds of types in requests, responses and Redis, and the field of the ruleset that declares each."""
HELD = ("options", "actions", "facts", "state")
"""The types in stored games: they must not change within versions whose games continue (`plays_since`)."""
PROSE = {"description", "title"}
NAMED = {"properties", "mapping"}
"""Keywords of JSON Schema whose keys are our own names."""


def digests(ruleset: AnyRuleset) -> dict[str, str]:
    """Return a digest for each kind of wire type; descriptions do not count."""
    return {kind: _digest(getattr(ruleset, attribute)) for kind, attribute in KINDS.items()}


def frozen_in(ruleset: AnyRuleset, folder: Path = FROZEN) -> Path:
    """Return the file of a ruleset's current version."""
    return folder / f"{ruleset.name}-{ruleset.version}.json"


def freeze(ruleset: AnyRuleset, folder: Path = FROZEN) -> None:
    """Write the digests of a ruleset's current version."""
    frozen_in(ruleset, folder).write_text(json.dumps(digests(ruleset), indent=2) + "\n", encoding="utf-8")


def changed(ruleset: AnyRuleset, folder: Path = FROZEN) -> list[str]:
    """List the kinds of types that differ from the digests of a ruleset's current version."""
    frozen, present = _frozen(ruleset, ruleset.version, folder), digests(ruleset)
    return [kind for kind in KINDS if frozen[kind] != present[kind]]


def changed_in_games(ruleset: AnyRuleset, folder: Path = FROZEN) -> list[str]:
    """List the kinds of types in stored games that have changed since the oldest version whose games continue."""
    versions = range(ruleset.plays_since or ruleset.version, ruleset.version + 1)
    frozen = [_frozen(ruleset, version, folder) for version in versions]
    return [kind for kind in HELD if len({each[kind] for each in frozen}) > 1]


def _frozen(ruleset: AnyRuleset, version: int, folder: Path) -> dict[str, str]:
    """Return the digests of a version."""
    found: dict[str, str] = json.loads(frozen_in(replace(ruleset, version=version), folder).read_text(encoding="utf-8"))
    return found


def _digest(carried: Any) -> str:
    """Digest the JSON Schema of a type, or of an instance's type."""
    kind = type(carried) if isinstance(carried, msgspec.Struct) else carried
    shown, parts = msgspec.json.schema_components([kind])
    return _digest_of(shown, parts)


def _digest_of(shown: Any, parts: dict[str, Any]) -> str:
    """Digest a JSON Schema and the parts that it refers to."""
    shape = [_shape(shown), {name: _shape(part) for name, part in parts.items()}]
    return hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()


def _shape(schema: Any) -> Any:
    """Return a JSON Schema without descriptions."""
    if isinstance(schema, (list, tuple)):
        return [_shape(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _named(part) if key in NAMED else _shape(part) for key, part in schema.items() if not _is_prose(key)}


def _is_prose(key: str) -> bool:
    """Whether a keyword of a schema is for people, including those that refer to names."""
    return key in PROSE or key.startswith("x-")


def _named(parts: dict[str, Any]) -> dict[str, Any]:
    """Return several schemas without descriptions."""
    return {name: _shape(part) for name, part in parts.items()}


if __name__ == "__main__":
    for each in [RULESETS[name] for name in sys.argv[1:] or RULESETS]:
        freeze(each)
