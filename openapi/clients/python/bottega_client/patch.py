"""JSON Patch (RFC 6902), for the changes of an event to a view."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any


def apply_patch(document: Any, patch: Sequence[Mapping[str, Any]]) -> Any:
    """Return a document after a patch; the document itself does not change.

    Raises ValueError for another operation than those of the service, and LookupError for a path that does not exist.
    """
    root = {"": deepcopy(document)}
    for step in patch:
        operation, path = step["op"], step["path"]
        if operation == "remove":
            _take(root, path)
        elif operation == "replace":
            parent, key = _locate(root, path)
            parent[key] = step["value"]
        elif operation in _VALUES:
            _put(root, path, _VALUES[operation](root, step))
        else:
            raise ValueError(f"a patch with the operation {operation!r}")
    return root[""]


def _locate(root: Any, pointer: str) -> tuple[Any, Any]:
    """Return the object or list that contains the value of a pointer, and its key or index there."""
    *steps, last = (step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/"))
    for step in steps:
        root = root[_key(root, step)]
    return root, _key(root, last)


def _key(parent: Any, step: str) -> Any:
    if isinstance(parent, list):
        return len(parent) if step == "-" else int(step)
    return step


def _read(root: Any, pointer: str) -> Any:
    parent, key = _locate(root, pointer)
    return parent[key]


def _take(root: Any, pointer: str) -> Any:
    parent, key = _locate(root, pointer)
    return parent.pop(key)


def _put(root: Any, pointer: str, value: Any) -> None:
    parent, key = _locate(root, pointer)
    if isinstance(parent, list):
        parent.insert(key, value)
    else:
        parent[key] = value


_VALUES: Mapping[str, Callable[[Any, Mapping[str, Any]], Any]] = {
    "add": lambda _, step: step["value"],
    "move": lambda root, step: _take(root, step["from"]),
    "copy": lambda root, step: deepcopy(_read(root, step["from"])),
}
"""How each operation that adds a value finds it."""
