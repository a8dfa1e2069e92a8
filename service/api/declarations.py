"""What operations declare, for the handlers of every request. The contract is documented later, see `operations`."""

from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import msgspec
from flask import current_app
from marshmallow import Schema
from marshmallow.fields import Field

from service.api.authorization import Access, View
from service.contract.structs import schema_of

Shape = type[Schema] | type[msgspec.Struct]
"""The declaration of a body or of parameters: a schema, or a struct from which the schema is derived."""


@dataclass(frozen=True)
class Declared:
    """What an operation declares; its view has it as the attribute `declared`."""

    name: str
    """The operation id."""
    access: Access | None
    query: Shape | None
    headers: tuple[Shape, ...]

    @property
    def query_fields(self) -> dict[str, Field[Any]]:
        """Return the query parameters by name."""
        return dict(schema_at(self.query).fields) if self.query else {}

    @property
    def header_names(self) -> frozenset[str]:
        """Return the names of the request headers."""
        return frozenset(name for shape in self.headers for name in names_of(schema_at(shape)))


def schema_class(shape: Shape) -> type[Schema]:
    """Return the schema that validates and documents a body or parameters."""
    return schema_of(shape) if issubclass(shape, msgspec.Struct) else shape


@cache
def schema_at(shape: Shape) -> Schema:
    """Return the schema of a body or of parameters. It is made by the first request, since all of them take long."""
    return schema_class(shape)()


@cache
def names_of(schema: Schema) -> tuple[str, ...]:
    """Return the names of a schema's parameters on the wire."""
    return tuple(field.data_key or name for name, field in schema.load_fields.items())


def declared_of(view: View | None) -> Declared | None:
    """Return what a view declares; None for a view that is no operation."""
    return cast("Declared | None", getattr(view, "declared", None))


def declared_at(endpoint: str | None) -> Declared | None:
    """Return what the operation of an endpoint declares; None if the contract does not contain it."""
    return declared_of(current_app.view_functions.get(endpoint or ""))
