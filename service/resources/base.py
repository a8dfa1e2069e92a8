"""Base classes of resources, and the markers of their types.

A resource is declared once. Its fields have Python types with `msgspec.Meta` for ranges and patterns, and a docstring
below each field for the contract. `service.contract.structs` derives the schema that validates requests and documents
requests and responses.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict, replace


class Request(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The body of a request; unknown fields are rejected."""

    def faults(self) -> Iterable[tuple[str, str]]:
        """Return faults in the combination of valid fields: the name of a field, or an empty text, and the fault."""
        return ()


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
    """Return a struct with the fields of another one of the same name, except those `given`.

    `tests.tools.struct_types` checks the types of all fields.
    """
    return form(**{name: getattr(stored, name) for name in form.__struct_fields__ if name not in given}, **given)


def flattened(variant: Any, form: type[Shown], **given: Any) -> Shown:
    """Return a struct with the fields that a variant of a union has, except those `given`; others have their default.

    `tests.tools.struct_types` checks that each field is in one of the variants.
    """
    copied = (name for name in form.__struct_fields__ if name not in given and hasattr(variant, name))
    return form(**{name: getattr(variant, name) for name in copied}, **given)


def changed(present: Shown, changes: msgspec.Struct, **given: Any) -> Shown:
    """Return a struct with the values of `changes` and those `given`.

    UNSET and None in `changes` keep the present value; other fields than those of the struct are ignored.
    `tests.tools.struct_types` checks the types.
    """
    new = {name: value for name, value in asdict(changes).items() if value is not UNSET and value is not None}
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


class HostedRuleset(NamedTuple):
    """The marker of the name of a hosted ruleset, in `Annotated`."""


class OfRuleset(NamedTuple):
    """The marker of a value of a ruleset's type, in `Annotated`, inside a `UnionByRuleset`.

    `attribute` of `Ruleset` holds the type. Its component is the ruleset's name and `component`.
    """

    attribute: str
    component: str


class Metadata(NamedTuple):
    """The marker of texts that a platform stores with a game, in `Annotated`."""


class MetadataEntry(NamedTuple):
    """The marker of one entry of `Metadata` in a query, in `Annotated`: a key, a colon, and the value."""


ACTION = OfRuleset("action_type", "Action")
"""The marker of an action."""


class PublishedType(NamedTuple):
    """The marker of a msgspec type that the contract publishes as a component of its own, in `Annotated`."""

    component: str
    longest_name: int = 0
    """The maximum length of the field `name`, which is a user text; 0 without such a field."""


class MessageType(NamedTuple):
    """The marker of a type of messages to webhooks, in `Annotated`."""


class MessageTypes(NamedTuple):
    """The marker of distinct types of messages to webhooks, in `Annotated`."""

    least: int = 0


class Encoded(NamedTuple):
    """The marker of a part of a response that is encoded already, in `Annotated`, with its struct."""

    struct: type[msgspec.Struct]


class Independent(NamedTuple):
    """The marker of an entry of a batch, in `Annotated`, with its struct. An invalid entry is loaded as its error."""

    struct: type[msgspec.Struct]
