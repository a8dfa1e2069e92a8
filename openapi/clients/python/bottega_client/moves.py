"""What an event moves on the board, from the effects of a ruleset, for animations."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
Path = tuple[str | int, ...]
"""The steps from a view to a value: names and indexes."""

_FIELD = re.compile(r"\{(\w+)(?:=(\w+))?\}")
_ANY = "*"
_HIDDEN = "?"


@dataclass(frozen=True, slots=True)
class Move:
    """Things of one id that an event moves."""

    kind: str | None
    """The kind of their name."""
    id: str
    count: int
    origin: Path | None
    """The place in the view before the event. None: a place that the view does not show."""
    to: Path | None
    """The place in the view after the event. None: a place that the view does not show."""


def moves_of(ruleset: Mapping[str, Any], event: Mapping[str, Any], before: Any, after: Any) -> list[Move]:
    """Return what an event moves on the board, in order.

    `event` needs its action, if it has one. `before` and `after` are the field `view` of the views before and after it.

    >>> effect = {"part": "fact", "type": "card_played", "what": "card", "from": ["hand"], "to": ["pile"]}
    >>> ruleset = {"effects": [effect], "references": []}
    >>> event = {"facts": [{"type": "card_played", "card": "ace"}]}
    >>> moves_of(ruleset, event, {"hand": ["ace"], "pile": []}, {"hand": [], "pile": ["ace"]})
    [Move(kind=None, id='ace', count=1, origin=('hand',), to=('pile',))]
    """
    parts = [("fact", each) for each in event.get("facts", ())]
    if event.get("action"):
        parts.insert(0, ("action", {"seat": event.get("seat"), **event["action"]}))
    return [
        move
        for part, fields in parts
        for effect in ruleset.get("effects", ())
        if (effect["part"], effect["type"]) == (part, fields["type"])
        for move in _moves(ruleset, effect, fields, before, after)
    ]


def _moves(ruleset: Mapping[str, Any], effect: Json, fields: Json, before: Any, after: Any) -> Iterator[Move]:
    paths = [*effect.get("from", ()), *effect.get("to", ())]
    needed = {name or field for path in paths for field, name in _FIELD.findall(path)}
    if not needed <= fields.keys():
        return
    for kind, each, count in _things(ruleset, effect, fields):
        origin, to = (
            _first(view, effect.get(end, ()), fields, each) for end, view in (("from", before), ("to", after))
        )
        yield Move(kind, each, count, origin, to)


def _things(ruleset: Mapping[str, Any], effect: Json, fields: Json) -> Iterator[tuple[str | None, str, int]]:
    """Yield kind, id and number of the things that move."""
    kind, _, only = effect["what"].partition("/")
    if only:
        yield kind, only, 1
        return
    value = fields.get(effect["what"])
    owner = (effect["part"], effect["type"], effect["what"], isinstance(value, dict))
    kinds = {
        (each["part"], each["type"], each["field"], each.get("keys", False)): each["kind"]
        for each in ruleset["references"]
    }
    if isinstance(value, dict):
        yield from ((kinds.get(owner), key, count) for key, count in value.items() if count)
    else:
        listed = [] if value is None else value if isinstance(value, list) else [value]
        yield from ((kinds.get(owner), str(each), 1) for each in listed)


def _first(view: Any, paths: list[str], fields: Json, thing: str) -> Path | None:
    """Return the first path that contains a thing or, with `?`, hides what it contains."""
    for path in paths:
        located = _locate(view, path.removesuffix(_HIDDEN).split("/"), fields, thing)
        if located is not None and (path.endswith(_HIDDEN) or _contains(located[1], thing)):
            return located[0]
    return None


def _locate(value: Any, names: list[str], fields: Json, thing: str) -> tuple[Path, Any] | None:
    """Return the path of a place, and its value; None if there is no such place."""
    if not names:
        return (), value
    step = _step(value, names[0], fields, thing)
    if step is None:
        return None
    inner = _locate(value[step[0]] if step else value, names[1:], fields, thing)
    return inner and ((*step, *inner[0]), inner[1])


def _step(value: Any, name: str, fields: Json, thing: str) -> Path | None:
    """Return the step into a value that a part of a path describes; no step if it only tests the value."""
    tests = [] if _FIELD.sub("", name) else [(key, fields[other or key]) for key, other in _FIELD.findall(name)]
    if isinstance(value, list):
        chosen = (_contains(each, thing) if name == _ANY else _has(each, tests) for each in value)
        return next(((index,) for index, is_chosen in enumerate(chosen) if is_chosen), None)
    if not isinstance(value, dict):
        return None
    key = _FIELD.sub(lambda field: str(fields[field[2] or field[1]]), name)
    if key in value:
        return (key,)
    return () if _has(value, tests) else None


def _has(value: Any, tests: list[tuple[str, Any]]) -> bool:
    """Whether an object has fields with these values."""
    return bool(tests) and isinstance(value, dict) and all(value.get(key) == expected for key, expected in tests)


def _contains(value: Any, thing: str) -> bool:
    """Whether a value is a thing or contains it, in a list or as a key of a mapping."""
    if isinstance(value, dict):
        return any((key == thing and bool(each)) or _contains(each, thing) for key, each in value.items())
    if isinstance(value, list):
        return any(_contains(each, thing) for each in value)
    return str(value) == thing
