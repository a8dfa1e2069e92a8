"""Holds the types of each version of a ruleset still: a client is made, and a game is stored, for one `rules_version`.

What a client sends and gets, and what a snapshot holds, is kept as a digest for each kind of type, in
`frozen/<ruleset>-<version>.json`. A change of any of them raises the version, and with it begins a new file. Run as a
program, this writes the files of the versions that are hosted, or of the rulesets named; the file of a version that
was ever published stays as it is.
"""

import hashlib
import json
import sys
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
    "constants": "constants",
    "state": "state_type",
}
"""What the wire and the store carry, and where the ruleset declares it."""
ADDED = {"riddle": {3: ["first_player"]}}
"""Choices of the set-up that a version has added: none has to be made, so a game stored before goes on without."""
PROSE = {"description", "title"}
NAMED = {"properties", "mapping"}
"""Parts of a JSON Schema whose keys are names of our own."""


def digests(ruleset: AnyRuleset) -> dict[str, str]:
    """Return a digest for each kind of wire type; prose does not count."""
    return {kind: _digest(getattr(ruleset, attribute)) for kind, attribute in KINDS.items()}


def options_of(ruleset: AnyRuleset, version: int) -> str:
    """Return the digest of the set-up choices that an older version has: the present ones less those added since."""
    added = [name for since, names in ADDED.get(ruleset.name, {}).items() if since > version for name in names]
    shown, parts = msgspec.json.schema_components([ruleset.options_type])
    options = parts[ruleset.options_type.__name__]
    kept = {name: each for name, each in options["properties"].items() if name not in added}
    return _digest_of(shown, parts | {ruleset.options_type.__name__: options | {"properties": kept}})


def frozen_in(ruleset: AnyRuleset) -> Path:
    """Name the file of a ruleset's present version."""
    return FROZEN / f"{ruleset.name}-{ruleset.version}.json"


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
    """Leave the prose out of a JSON Schema."""
    if isinstance(schema, (list, tuple)):
        return [_shape(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _named(part) if key in NAMED else _shape(part) for key, part in schema.items() if not _is_prose(key)}


def _is_prose(key: str) -> bool:
    """Whether a part of a schema is for people; where an id has its name is for them, too."""
    return key in PROSE or key.startswith("x-")


def _named(parts: dict[str, Any]) -> dict[str, Any]:
    """Leave the prose out of each of several schemas."""
    return {name: _shape(part) for name, part in parts.items()}


if __name__ == "__main__":
    for each in [RULESETS[name] for name in sys.argv[1:] or RULESETS]:
        frozen_in(each).write_text(json.dumps(digests(each), indent=2) + "\n", encoding="utf-8")
