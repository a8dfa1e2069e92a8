"""Base classes of resources, and the markers of their types.

A resource is declared once. Its fields have Python types with `msgspec.Meta` for ranges and patterns, and a docstring
below each field for the contract. `service.contract.structs` derives the schema that validates requests and documents
requests and responses.

Markers are equal to those of their own class only: `Annotated` keeps one of two types with equal markers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict, replace


class Request(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The body of a request; unknown fields are rejected."""

    excluded: ClassVar[Mapping[str, Any]] = {}
    """The JSON schema of the combinations of valid fields for which `faults` returns a fault.

    The contract in OpenAPI 3.1 has it as `not`.
    """

    def faults(self) -> Iterable[tuple[str, str]]:
        """Return faults in the combination of valid fields: the name of a field, or an empty text, and the fault."""
        return ()


def unless_exactly_one(*names: str) -> Mapping[str, Any]:
    """Return the JSON schema of objects with none of these fields, or with more than one."""
    return {"not": {"oneOf": [{"required": [name]} for name in names]}}


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The query parameters of a request. The contract publishes their defaults."""


class Headers(msgspec.Struct, frozen=True):
    """The headers that a request is read with. Other headers are ignored."""


class Response(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of a response, or a part of it. Fields that have their default are omitted.

    A class with `omit_defaults=False` shows all fields, except those that are `UNSET`.
    """


Shown = TypeVar("Shown", bound=msgspec.Struct)


def shown(stored: Any, form: type[Shown], **given: Any) -> Shown:
    """Return a struct of type `form`. Its fields have the values of the same fields of `stored`, except those `given`.

    Stored structs and responses share few bases, since msgspec cannot combine two structs with fields.
    `tests.tools.struct_types` checks the types of all fields.
    """
    return form(**{name: getattr(stored, name) for name in form.__struct_fields__ if name not in given}, **given)


def changed(present: Shown, changes: msgspec.Struct, **given: Any) -> Shown:
    """Return a copy of `present` with the fields of `changes` that are not UNSET, and with those `given`.

    Unlike `msgspec.structs.replace`, it takes the new values from a request. Fields that `present` does not have are
    ignored. `tests.tools.struct_types` checks the types.
    """
    new = {name: value for name, value in asdict(changes).items() if value is not UNSET}
    return replace(present, **{name: new[name] for name in present.__struct_fields__ if name in new} | given)


class ExtendedBySubclasses:
    """A mixin of resources that packages on top of the service extend. The contract publishes all fields as one."""

    __slots__ = ()


class UnionByRuleset:
    """A mixin of resources with a variant for each ruleset, selected by their field `ruleset`."""

    __slots__ = ()


class PartByRuleset:
    """A mixin of parts of a `UnionByRuleset` that have a variant for each ruleset, but no field `ruleset`."""

    __slots__ = ()


class ReadByTypes:
    """A mixin of requests with an `action` that the types of their fields and of the ruleset describe completely."""

    __slots__ = ()


@dataclass(frozen=True)
class HostedRuleset:
    """The marker of the name of a hosted ruleset, in `Annotated`."""


@dataclass(frozen=True)
class OfRuleset:
    """The marker of a value of a ruleset's type, in `Annotated`, inside a `UnionByRuleset`.

    `attribute` of `Ruleset` holds the type. Its component is the ruleset's name and `component`.
    """

    attribute: str
    component: str


@dataclass(frozen=True)
class Metadata:
    """The marker of texts that a platform stores with a game, in `Annotated`."""


@dataclass(frozen=True)
class MetadataEntry:
    """The marker of one entry of `Metadata` in a query, in `Annotated`: a key, a colon, and the value."""


ACTION = OfRuleset("action_type", "Action")
"""The marker of an action."""


@dataclass(frozen=True)
class PublishedType:
    """The marker of a msgspec type that the contract publishes as a component of its own, in `Annotated`."""

    component: str
    longest_name: int = 0
    """The maximum length of the field `name`, which is a user text; 0 without such a field."""


@dataclass(frozen=True)
class TaggedUnion:
    """The marker of a value of one of several tagged structs, in `Annotated`.

    Each struct is a component with the name of the union and its tag: `TournamentEventPaused`. Later versions may add
    structs.
    """

    component: str
    description: str
    variants: tuple[type[msgspec.Struct], ...]


@dataclass(frozen=True)
class MessageType:
    """The marker of a type of messages to webhooks, in `Annotated`."""


@dataclass(frozen=True)
class MessageTypes:
    """The marker of distinct types of messages to webhooks, in `Annotated`."""

    least: int = 0


@dataclass(frozen=True)
class Encoded:
    """The marker of a part of a response that is encoded already, in `Annotated`, with its struct."""

    struct: type[msgspec.Struct]


@dataclass(frozen=True)
class Independent:
    """The marker of an entry of a batch, in `Annotated`, with its struct. An invalid entry is loaded as its error."""

    struct: type[msgspec.Struct]
