"""Numbers for learning programs: a view as a vector, and an index for each legal action.

Both use hashes, so they work for every ruleset, and a field or an action has the same place in every game.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

LARGEST = 1_000_000.0
"""Larger numbers of a view are cut to this one."""


def vector_of(view: Any, length: int) -> NDArray[np.float32]:
    """Return the fields of a view in JSON form as a vector.

    A number adds its value at the place of its path, and a text adds 1 at the place of its path and content. Fields may
    share a place.

    >>> vector = vector_of({"round": 2, "hands": [["ace"]]}, 1000)
    >>> sorted(vector[vector != 0].tolist())
    [1.0, 2.0]
    """
    found = np.zeros(length, np.float32)
    for path, value in _fields(view, ""):
        found[_place(path) % length] += value
    return np.clip(found, -LARGEST, LARGEST)


def indexes_of(actions: Sequence[Any], most: int) -> dict[int, Any]:
    """Return the actions in JSON form by their indexes below `most`.

    An action has the same index whenever it is legal. If two legal actions have one hash, the second gets the next free
    index. Raises ValueError for more than `most` actions.

    >>> first, second = {"type": "draw", "deck": 1}, {"type": "pass"}
    >>> both, alone = indexes_of([first, second], 1000), indexes_of([second], 1000)
    >>> [index for index, action in both.items() if action == second] == list(alone)
    True
    """
    if len(actions) > most:
        raise ValueError(f"{len(actions)} actions are legal: pass `actions={len(actions)}` or more to the environment")
    taken: dict[int, Any] = {}
    for action in actions:
        index = _place(json.dumps(action, sort_keys=True)) % most
        while index in taken:
            index = (index + 1) % most
        taken[index] = action
    return taken


def _fields(part: Any, path: str) -> Iterator[tuple[str, float]]:
    """Yield the path and value of each field; a text is a part of its path."""
    if isinstance(part, Mapping):
        for name, value in part.items():
            yield from _fields(value, f"{path}/{name}")
    elif isinstance(part, list | tuple):
        for index, value in enumerate(part):
            yield from _fields(value, f"{path}/{index}")
    elif isinstance(part, bool | int | float):
        yield path, float(part)
    elif isinstance(part, str):
        yield f"{path}={part}", 1.0


@lru_cache(maxsize=1 << 16)
def _place(text: str) -> int:
    """Return a number that depends on a text alone, in every process."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
