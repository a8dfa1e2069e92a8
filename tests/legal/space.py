"""Generate values that a published schema allows: all of a small schema, random ones, and those with one change.

Supports only the JSON Schema keywords that the contract uses for actions; any other is a KeyError.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import inf, prod
from random import Random
from typing import Any

Json = dict[str, Any]

FEW = 40
"""A field with at most this many values takes all of them in turn for one change; others take random values."""
SOME = 4


@dataclass(frozen=True)
class Space:
    """The values of schemas that refer to these components."""

    components: Mapping[str, Json]
    words: tuple[str, ...]
    """The texts to use for strings with a pattern, as far as they fit it."""

    def variants(self, schema: Json) -> dict[str, Json]:
        """Return the schemas of a union by their tags."""
        mapping = self._plain(schema)["discriminator"]["mapping"]
        return {tag: self._plain({"$ref": reference}) for tag, reference in mapping.items()}

    def size(self, schema: Json) -> float:
        """Count the values; strings with a pattern count as too many."""
        schema = self._plain(schema)
        if "enum" in schema:
            return len(schema["enum"])
        if schema["type"] == "integer":
            return schema["maximum"] - schema["minimum"] + 1
        if schema["type"] == "array":
            of_item = self.size(schema["items"])
            return sum(of_item**length for length in _lengths(schema))
        if schema["type"] == "object":
            return prod(self.size(each) + (not needed) for _, each, needed in _members(schema))
        return inf

    def every(self, schema: Json) -> Iterator[Any]:
        """Return all values, once each; `size` must be small, since the list is built in memory."""
        schema = self._plain(schema)
        if "enum" in schema:
            yield from schema["enum"]
        elif schema["type"] == "integer":
            yield from range(schema["minimum"], schema["maximum"] + 1)
        elif schema["type"] == "array":
            items = list(self.every(schema["items"]))
            for length in _lengths(schema):
                yield from map(list, product(items, repeat=length))
        else:
            choices = [
                [*([] if needed else [{}]), *({name: value} for value in self.every(each))]
                for name, each, needed in _members(schema)
            ]
            for chosen in product(*choices):
                yield {name: value for part in chosen for name, value in part.items()}

    def draw(self, schema: Json, rng: Random) -> Any:
        """Return a random value: half of the optional fields are present, and lengths of lists are equally likely."""
        schema = self._plain(schema)
        if "enum" in schema:
            return rng.choice(schema["enum"])
        if schema["type"] == "integer":
            return rng.randint(schema["minimum"], schema["maximum"])
        if schema["type"] == "array":
            return self._draw_list(schema, rng)
        if schema["type"] == "object":
            members = [(name, each) for name, each, needed in _members(schema) if needed or rng.random() < 0.5]
            return {name: self.draw(each, rng) for name, each in members}
        return rng.choice(_fitting(self.words, schema["pattern"]))

    def near(self, schema: Json, value: Any, rng: Random) -> Iterator[Any]:
        """Return values that differ from `value` in one place."""
        schema = self._plain(schema)
        if "enum" not in schema and schema["type"] == "object":
            yield from self._near_object(schema, value, rng)
        elif "enum" not in schema and schema["type"] == "array":
            yield from (other for other in self._near_list(schema, value, rng) if len(other) in _lengths(schema))
        else:
            yield from (other for other in self._spread(schema, rng) if other != value)

    def _near_object(self, schema: Json, value: Json, rng: Random) -> Iterator[Json]:
        """Change one field, omit an optional one, or add one."""
        for name, each, needed in _members(schema):
            if name in value:
                yield from ({**value, name: other} for other in self.near(each, value[name], rng))
                if not needed:
                    yield {field: own for field, own in value.items() if field != name}
            else:
                yield from ({**value, name: added} for added in self._spread(each, rng))

    def _near_list(self, schema: Json, value: list[Any], rng: Random) -> Iterator[list[Any]]:
        """Change, drop or add one item, or swap two."""
        for place, item in enumerate(value):
            yield from ([*value[:place], other, *value[place + 1 :]] for other in self.near(schema["items"], item, rng))
            yield [*value[:place], *value[place + 1 :]]
        yield from ([*value, added] for added in self._spread(schema["items"], rng))
        for left, right in combinations(range(len(value)), 2):
            if value[left] == value[right]:
                continue
            order = list(range(len(value)))
            order[left], order[right] = right, left
            yield [value[place] for place in order]

    def _spread(self, schema: Json, rng: Random) -> list[Any]:
        """Return all values of a schema if there are few, else some."""
        if self.size(schema) <= FEW:
            return list(self.every(schema))
        return [self.draw(schema, rng) for _ in range(SOME)]

    def _draw_list(self, schema: Json, rng: Random) -> list[Any]:
        """Return a random list that fits, with up to `SOME` items more than the minimum."""
        lengths = _lengths(schema)
        number = rng.randint(lengths[0], min(lengths[-1], lengths[0] + SOME))
        return [self.draw(schema["items"], rng) for _ in range(number)]

    def _plain(self, schema: Json) -> Json:
        """Return the target of a reference."""
        return self.components[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema


@lru_cache(maxsize=4)
def _fitting(words: tuple[str, ...], pattern: str) -> list[str]:
    """List the texts that fit a pattern."""
    return [word for word in words if re.search(pattern, word)]


def _lengths(schema: Json) -> range:
    """Return the lengths of a list."""
    return range(schema.get("minItems", 0), schema["maxItems"] + 1)


def _members(schema: Json) -> list[tuple[str, Json, bool]]:
    """List the fields of an object: name, schema, and whether it is required."""
    return [(name, each, name in schema.get("required", ())) for name, each in schema["properties"].items()]
