"""Golden games: a game of AI levels with a known seed, written to a file that any later version must replay.

The file is one JSON object:

    format            1
    ruleset           its name
    rules_version     the version that it was recorded with
    options           the set-up choices as on the wire
    levels            the AI level of each seat, by seat
    seed              64 hexadecimal digits; the source of every die of the game
    actions           [seat, action] in the order of the log, the action as on the wire, one a line
    snapshot_sha256   the digest of the final snapshot, as written by `domain.replay.encode`
    outcome           the score sheet

A replay starts from options, number of levels and seed, applies the actions, and compares digest and outcome.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.replay import Position, encode, start, step
from domain.ruleset import AnyRuleset
from workers.choice import choose

FORMAT = 1
SEED_BYTES = 32


class Refused(Exception):
    """Options or levels that no game can be played with; the message says why."""


def record(ruleset: AnyRuleset, options: dict[str, Any], levels: Sequence[str], seed: bytes) -> dict[str, Any]:
    """Play a whole game of these AI levels and return what a golden file holds; raises Refused or UnknownLevel."""
    position = start(ruleset, _set_up(ruleset, options, len(levels)), len(levels), seed)
    actions = _play(ruleset, position, levels, seed)
    return {
        "format": FORMAT,
        "ruleset": ruleset.name,
        "rules_version": ruleset.version,
        "options": options,
        "levels": list(levels),
        "seed": seed.hex(),
        "actions": actions,
        "snapshot_sha256": hashlib.sha256(encode(position)).hexdigest(),
        "outcome": msgspec.to_builtins(ruleset.outcome(position.state)),
    }


def record_again(ruleset: AnyRuleset, recording: dict[str, Any]) -> dict[str, Any]:
    """Play the game of a recording anew, with today's rules and levels."""
    return record(ruleset, recording["options"], recording["levels"], bytes.fromhex(recording["seed"]))


def _set_up(ruleset: AnyRuleset, options: dict[str, Any], seats: int) -> Any:
    """Read the options as the API would."""
    try:
        chosen = msgspec.convert(options, ruleset.options_type)
    except msgspec.ValidationError as error:
        raise Refused(str(error)) from error
    reason = ruleset.refuse_setup(chosen, seats)
    if reason is not None:
        raise Refused(f"{reason.code} ({reason.paragraph})")
    return chosen


def _play(ruleset: AnyRuleset, position: Position[Any], levels: Sequence[str], seed: bytes) -> list[tuple[int, Any]]:
    """Play `position` to the end in place; return the actions in wire form, the lowest seat to act going first."""
    actions = []
    while waiting := ruleset.to_act(position.state):
        seat = waiting[0]
        action = choose(ruleset, position, seat, levels[seat], seed)
        actions.append((seat, msgspec.to_builtins(action)))
        step(ruleset, position, seat, action, seed)
    return actions


def write(recording: dict[str, Any]) -> str:
    """Give the text of a golden file: one member a line, one action a line."""
    members = [f"{json.dumps(name)}: {_lines(value)}" for name, value in recording.items()]
    return "{\n" + ",\n".join(members) + "\n}\n"


def _lines(value: Any) -> str:
    """Give a value as JSON; a list of lists takes a line for each."""
    if isinstance(value, list) and value and isinstance(value[0], list | tuple):
        return "[\n" + ",\n".join(f"  {json.dumps(each, sort_keys=True)}" for each in value) + "\n]"
    return json.dumps(value, sort_keys=True)
