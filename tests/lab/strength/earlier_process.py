"""Decide as the levels of an earlier commit do: a program that runs with the code of that commit.

It reads decisions from standard input and writes one response for each, as lines of JSON. It uses only what every
commit has: the rulesets by name, the levels, and `think`.
"""

import sys
from base64 import b64decode, b64encode
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

import msgspec

from domain.levels import LEVELS, SearchBudget
from domain.registry import RULESETS
from workers.thinking.choice import think


def main() -> None:
    """Respond to each line of standard input, until it ends."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(respond(msgspec.json.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


def respond(request: dict[str, Any]) -> dict[str, Any]:
    """Return the action of a level, and its CPU time in seconds."""
    ruleset = RULESETS[request["ruleset"]]
    state = msgspec.msgpack.decode(b64decode(request["state"]), type=ruleset.state_type)
    how = LEVELS[request["level"]]
    if isinstance(how, SearchBudget):
        how = replace(how, iterations=request["iterations"] or how.iterations, seconds=inf)
    chosen = think(ruleset, state, request["seat"], how, Random(request["dice"]))
    return {"action": b64encode(msgspec.msgpack.encode(chosen.action)).decode(), "seconds": chosen.seconds}


if __name__ == "__main__":
    main()
