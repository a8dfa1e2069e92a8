"""Find changes of a contract that break clients generated from an older one.

The service must go on accepting old requests, so request schemas may only grow wider. Clients must go on understanding
responses, so response schemas may only grow narrower. Names of operations, tags and schemas count as well, since
generators make functions and classes of them. A new ruleset breaks no client, as old clients never play it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from service.contract.document import METHODS, resolved

Json = dict[str, Any]

SCHEMAS = "#/components/schemas/"
LOWER, UPPER = ("minimum", "minLength", "minItems"), ("maximum", "maxLength", "maxItems")
EXACT = ("type", "$ref", "format", "pattern", "uniqueItems", "default")
"""Keywords of a schema that must not change at all."""
UNCHANGED = "304"
CHOSEN = "ruleset"
"""The tag that only the client chooses."""
GROWING = "x-growing"
"""The extension of other unions that may get variants."""


@dataclass(frozen=True)
class Use:
    """The directions in which values of a schema travel: request, response or both."""

    sent: bool
    received: bool


def changes(old: Json, new: Json) -> list[str]:
    """List the breaking changes, each in a line that names its place; empty if no client breaks."""
    before, after = resolved(old), resolved(new)
    return list(dict.fromkeys([*_operations(before, after), *_components(before, after)]))


def _operations(old: Json, new: Json) -> Iterator[str]:
    """Compare the operations."""
    for path, item in old["paths"].items():
        for method in (each for each in METHODS if each in item):
            place = f"{method.upper()} {path}"
            other = new["paths"].get(path, {})
            if method not in other:
                yield f"{place}: removed"
            else:
                yield from _operation(place, _with_parameters(item, method), _with_parameters(other, method))


def _with_parameters(item: Json, method: str) -> Json:
    """Return an operation with all its parameters, by place and name."""
    listed = [*item.get("parameters", ()), *item[method].get("parameters", ())]
    return {**item[method], "parameters": {f"{each['in']} parameter {each['name']}": each for each in listed}}


def _operation(place: str, old: Json, new: Json) -> Iterator[str]:
    """Compare an operation."""
    for name in ("operationId", "tags"):
        if old.get(name) != new.get(name):
            yield f"{place}: {name} was {old.get(name)}, is {new.get(name)}"
    if _is_open(old) and not _is_open(new):
        yield f"{place}: needs credentials now"
    yield from _parameters(place, old["parameters"], new["parameters"])
    yield from _request(f"{place}: body", old.get("requestBody"), new.get("requestBody"))
    yield from _responses(place, old["responses"], new["responses"])


def _is_open(operation: Json) -> bool:
    """Whether an operation requires no credentials."""
    return not operation["security"] or {} in operation["security"]


def _parameters(place: str, old: Json, new: Json) -> Iterator[str]:
    """Compare the parameters of an operation."""
    for name, parameter in old.items():
        if name not in new:
            yield f"{place}: {name}: removed"
        else:
            yield from _schema(f"{place}: {name}", parameter["schema"], new[name]["schema"], Use(True, False))
    for name, parameter in new.items():
        if parameter.get("required") and not old.get(name, {}).get("required"):
            yield f"{place}: {name}: required now"


def _request(place: str, old: Json | None, new: Json | None) -> Iterator[str]:
    """Compare the request bodies."""
    if new is None:
        if old is not None:
            yield f"{place}: removed"
        return
    if new.get("required") and not (old or {}).get("required"):
        yield f"{place}: required now"
    if old is not None:
        yield from _content(place, old["content"], new["content"], Use(True, False))


def _responses(place: str, old: Json, new: Json) -> Iterator[str]:
    """Compare responses: a new problem does not break a client, a new success does.

    Only a conditional request gets a 304 response.
    """
    for status in new:
        if status not in old and status < "400" and status != UNCHANGED:
            yield f"{place}: {status}: is answered now"
    for status, response in old.items():
        if status not in new:
            yield f"{place}: {status}: removed"
            continue
        yield from _content(
            f"{place}: {status}", response.get("content", {}), new[status].get("content", {}), Use(False, True)
        )
        for part, reported in (("headers", "header"), ("x-codes", "code")):
            for name in response.get(part, ()):
                if name not in new[status].get(part, ()):
                    yield f"{place}: {status}: {reported} {name}: removed"


def _content(place: str, old: Json, new: Json, use: Use) -> Iterator[str]:
    """Compare bodies by media type."""
    for media_type, shown in old.items():
        if media_type not in new:
            yield f"{place}: {media_type}: removed"
        else:
            yield from _schema(place, shown.get("schema", {}), new[media_type].get("schema", {}), use)


def _components(old: Json, new: Json) -> Iterator[str]:
    """Compare the named schemas."""
    before, after = old["components"]["schemas"], new["components"]["schemas"]
    sent = _reached(new, "parameters", "requestBody") | _reached(old, "parameters", "requestBody")
    received = _reached(new, "responses") | _reached(old, "responses")
    for name, schema in before.items():
        if name not in after:
            yield f"{name}: removed"
        else:
            yield from _schema(name, schema, after[name], Use(name in sent, name in received))


def _reached(document: Json, *parts: str) -> set[str]:
    """List the schemas that these parts of operations use."""
    operations = [item[method] for item in document["paths"].values() for method in METHODS if method in item]
    waiting = [name for each in operations for part in parts for name in _named(each.get(part, {}))]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += _named(document["components"]["schemas"][name])
    return reached


def _named(part: Any) -> list[str]:
    """List the schemas that a part refers to."""
    if isinstance(part, list):
        return [name for each in part for name in _named(each)]
    if not isinstance(part, dict):
        return []
    here = part.get("$ref")
    own = [here.removeprefix(SCHEMAS)] if isinstance(here, str) and here.startswith(SCHEMAS) else []
    return own + [name for key, each in part.items() if key != "examples" for name in _named(each)]


def _schema(place: str, old: Json, new: Json, use: Use) -> Iterator[str]:
    """Compare two versions of a schema."""
    for name in EXACT:
        if old.get(name) != new.get(name):
            yield f"{place}: {name} was {old.get(name)}, is {new.get(name)}"
    yield from _limits(place, old, new, use)
    yield from _values(place, old, new, use)
    yield from _variants(place, old, new, use)
    yield from _members(place, old, new, use)
    if "items" in old and "items" in new:
        yield from _schema(f"{place}[]", old["items"], new["items"], use)


def _limits(place: str, old: Json, new: Json, use: Use) -> Iterator[str]:
    """Compare ranges; a missing limit is the widest range."""
    for names, sign in ((LOWER, 1), (UPPER, -1)):
        for name in names:
            before, after = (sign * each[name] if name in each else float("-inf") for each in (old, new))
            if (use.sent and after > before) or (use.received and after < before):
                yield f"{place}: {name} was {old.get(name)}, is {new.get(name)}"


def _values(place: str, old: Json, new: Json, use: Use) -> Iterator[str]:
    """Compare enumerations."""
    before, after = old.get("enum"), new.get("enum")
    if before is None or after is None:
        if before != after and (use.sent if before is None else use.received):
            yield f"{place}: enum was {before}, is {after}"
        return
    for value in before:
        if value not in after:
            yield f"{place}: value {value}: removed"
    for value in after:
        if value not in before and use.received:
            yield f"{place}: value {value}: is answered now"


def _variants(place: str, old: Json, new: Json, use: Use) -> Iterator[str]:
    """Compare unions by their tags."""
    before, after = (each.get("discriminator", {}).get("mapping", {}) for each in (old, new))
    for tag, reference in before.items():
        if after.get(tag) != reference:
            yield f"{place}: variant {tag}: {'renamed' if tag in after else 'removed'}"
    grows = new.get("discriminator", {}).get("propertyName") == CHOSEN or old.get(GROWING) is True
    for tag in after:
        if tag not in before and use.received and not grows:
            yield f"{place}: variant {tag}: is answered now"


def _members(place: str, old: Json, new: Json, use: Use) -> Iterator[str]:
    """Compare the fields of objects."""
    before, after = old.get("properties", {}), new.get("properties", {})
    for name, member in before.items():
        if name not in after:
            yield f"{place}.{name}: removed"
        else:
            yield from _schema(f"{place}.{name}", member, after[name], use)
    for name in after:
        if name not in before and use.received and old.get("additionalProperties") is False:
            yield f"{place}.{name}: is answered now, in an object that was closed"
    yield from _required(place, old, new, use)


def _required(place: str, old: Json, new: Json, use: Use) -> Iterator[str]:
    """Compare which fields are required, and whether unknown fields are allowed."""
    before, after = set(old.get("required", ())), set(new.get("required", ()))
    if use.sent:
        yield from (f"{place}.{name}: required now" for name in sorted(after - before))
        if old.get("additionalProperties") is not False and new.get("additionalProperties") is False:
            yield f"{place}: closed now"
    if use.received:
        present = set(new.get("properties", {}))
        yield from (f"{place}.{name}: may be absent now" for name in sorted((before - after) & present))
    yield from _others(place, old, new, use)


def _others(place: str, old: Mapping[str, Any], new: Mapping[str, Any], use: Use) -> Iterator[str]:
    """Compare the values of fields without fixed names."""
    before, after = old.get("additionalProperties"), new.get("additionalProperties")
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _schema(f"{place}.*", before, after, use)
