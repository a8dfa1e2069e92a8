"""Derive the marshmallow schema of a struct. It validates requests and documents requests and responses.

Loading a schema returns an instance of its struct. The struct stays the only list of fields: their names, types,
ranges, defaults and descriptions.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from inspect import get_annotations
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from marshmallow import Schema, ValidationError, fields, post_load
from marshmallow.exceptions import SCHEMA
from marshmallow.validate import Length, OneOf, Range, Validator
from msgspec import NODEFAULT, UNSET, Meta, UnsetType

from domain.fields import published_pattern
from service.contract import fields as own
from service.contract.docstrings import field_docs
from service.resources.base import (
    Encoded,
    ExtendedBySubclasses,
    HostedRuleset,
    Independent,
    MessageType,
    MessageTypes,
    Metadata,
    MetadataEntry,
    OfRuleset,
    PartByRuleset,
    PublishedType,
    Query,
    ReadByTypes,
    Request,
    Response,
    TaggedUnion,
    UnionByRuleset,
)
from service.texts import UserText

SCALARS: Mapping[Any, tuple[type[fields.Field[Any]], type[fields.Field[Any]]]] = {
    str: (fields.String, fields.String),
    int: (own.BodyInteger, own.QueryInteger),
    bool: (own.BodyBoolean, own.QueryBoolean),
    float: (fields.Float, fields.Float),
    Any: (fields.Raw, fields.Raw),
}
"""The fields of a type in a body, and in a query."""


OMITTED = {UnsetType, type(None)}
"""The types of an omitted value. Schemas reject `null`."""
MIXINS: Mapping[type, type[Schema]] = {
    UnionByRuleset: own.UnionByRuleset,
    PartByRuleset: own.NestedUnionByRuleset,
    ReadByTypes: own.ReadByTypes,
}
"""The mixins of schemas by those of structs."""


MARKED: Mapping[type, Callable[[Any, Any, str, Mapping[str, Any]], fields.Field[Any]]] = {
    HostedRuleset: lambda _mark, _kind, _text, given: own.RulesetName(**given),
    OfRuleset: lambda mark, _kind, _text, given: _of_ruleset(mark, **given),
    PublishedType: lambda mark, kind, _text, given: _published(mark, kind, **given),
    TaggedUnion: lambda mark, _kind, _text, given: _tagged_union(mark, **given),
    Metadata: lambda _mark, _kind, text, given: own.Metadata(text, required=given["required"]),
    MetadataEntry: lambda _mark, _kind, text, _given: own.MetadataEntry(text),
    UserText: lambda mark, _kind, text, given: own.UserText(
        text, mark.longest, shortest=mark.shortest, required=given.get("required", False)
    ),
    MessageType: lambda _mark, _kind, _text, given: fields.String(validate=own.MessageType(), **given),
    MessageTypes: lambda mark, _kind, _text, given: own.MessageTypes(mark.least, **given),
    Encoded: lambda mark, _kind, _text, given: _nested(fields.Nested, mark.struct, **given),
    Independent: lambda mark, _kind, _text, given: _nested(own.IndependentItems, mark.struct, **given),
}
"""Functions that return the field of a marked type, from the mark, the type, the description and the arguments."""


class StructError(Exception):
    """A struct that has no schema; the message names the field and its type."""


class _Loading:
    """Return an instance of the struct after a schema is loaded."""

    struct: type[msgspec.Struct]

    @post_load
    def as_struct(self, loaded: Mapping[str, Any], **_kwargs: Any) -> msgspec.Struct:
        """Make the struct of validated fields; raises ValidationError for the `faults` of a request."""
        made = self.struct(**{name: _default_or(self.struct, name, value) for name, value in loaded.items()})
        if isinstance(made, Request) and (faults := [*made.faults()]):
            raise ValidationError({member or SCHEMA: [text] for member, text in faults})
        return made


def _default_or(struct: type[msgspec.Struct], name: str, value: Any) -> Any:
    """Return the default of a text field if the value is equal; msgspec omits a text only if it is the same object."""
    default = _text_defaults(struct).get(name)
    return default if value == default else value


@cache
def _text_defaults(struct: type[msgspec.Struct]) -> Mapping[str, str]:
    """Return the defaults of a struct that are texts."""
    return {each.name: each.default for each in msgspec.structs.fields(struct) if isinstance(each.default, str)}


@cache
def schema_of(struct: type[msgspec.Struct]) -> type[Schema]:
    """Return the schema of a struct, with its name and docstring. Raises StructError."""
    config, parts = struct.__struct_config__, [struct]
    if issubclass(struct, ExtendedBySubclasses):
        parts += struct.__subclasses__()
    base = own.RequestSchema if config.forbid_unknown_fields else own.ResponseSchema
    parents = [parent for part in reversed(parts) for parent in reversed(part.__mro__)]
    docs = {name: _in_lines(text) for parent in parents for name, text in _docs(parent)}
    tag = {config.tag_field: _tag(str(config.tag))} if config.tag_field else {}
    members = {
        each.name: _member(
            each,
            docs.get(each.name, ""),
            required=part is struct and _always(struct, each),
            in_query=issubclass(struct, Query),
        )
        for part in reversed(parts)
        for each in msgspec.structs.fields(part)
    }
    kinds = [mixin for marker, mixin in MIXINS.items() if issubclass(struct, marker)]
    return type(
        struct.__name__, (_Loading, base, *kinds), {"__doc__": struct.__doc__, "struct": struct, **tag, **members}
    )


def _docs(parent: type) -> Iterator[tuple[str, str]]:
    """Return the docstrings of the fields that a class declares; a field that is declared again needs its own."""
    if issubclass(parent, msgspec.Struct) and parent is not msgspec.Struct:
        yield from {**dict.fromkeys(get_annotations(parent), ""), **dict(field_docs(parent))}.items()


def _in_lines(text: str) -> str:
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _tag(value: str) -> fields.Field[Any]:
    return fields.String(required=True, validate=OneOf([value]))


def _always(struct: type[msgspec.Struct], member: msgspec.structs.FieldInfo) -> bool:
    """Whether a value always has a field: it has no default, or it is shown even if it has its default."""
    if member.default is NODEFAULT and member.default_factory is NODEFAULT:
        return True
    return issubclass(struct, Response) and not struct.__struct_config__.omit_defaults and member.default is not UNSET


def _member(member: msgspec.structs.FieldInfo, text: str, *, required: bool, in_query: bool) -> fields.Field[Any]:
    given: dict[str, Any] = {"required": required}
    if member.encode_name != member.name:
        given["data_key"] = member.encode_name
    if in_query and not required and member.default not in ("", None, UNSET):
        given["load_default"] = member.default
    try:
        return _field(member.type, text, in_query=in_query, given=given)
    except StructError as error:
        raise StructError(f"{member.name}: {error}") from None


def _field(kind: Any, text: str, *, in_query: bool, given: Mapping[str, Any]) -> fields.Field[Any]:
    """Return the field of a type; `text` describes it, unless the type has a description and there is no text."""
    kind, marks = _unwrapped(kind)
    metas = [mark for mark in marks if isinstance(mark, Meta)]
    text = text or next((meta.description for meta in metas if meta.description), "")
    further = {name: value for meta in metas for name, value in (meta.extra_json_schema or {}).items()}
    described = {**given, "metadata": {**({"description": text} if text else {}), **further}}
    for mark in marks:
        if type(mark) in MARKED:
            return MARKED[type(mark)](mark, kind, text, described)
    checks: list[Validator] = [check for meta in metas for check in _checks(meta)]
    if get_origin(kind) is frozenset:
        return own.ListParameter(get_args(get_args(kind)[0]), text)
    if get_origin(kind) in (tuple, list, dict, Mapping):
        parts = [_field(each, "", in_query=in_query, given={}) for each in get_args(kind) if each is not ...]
        is_mapping = get_origin(kind) in (dict, Mapping)
        of_many: Callable[..., fields.Field[Any]] = own.JsonMapping if is_mapping else own.TupleField
        return of_many(*parts, **described, **_validated(checks))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _nested(fields.Nested, kind, **described)
    if get_origin(kind) is Literal:
        return fields.String(validate=OneOf([each for each in get_args(kind) if each]), **described)
    if kind not in SCALARS:
        raise StructError(f"{kind} has no field")
    return SCALARS[kind][in_query](**described, **_validated(checks))


def _nested(field: type[fields.Nested], struct: type[msgspec.Struct], **given: Any) -> fields.Field[Any]:
    if issubclass(struct, ExtendedBySubclasses):  # packages on top of the service may declare subclasses later
        return field(partial(_schema, struct), **given)
    return field(schema_of(struct), **given)


def _schema(struct: type[msgspec.Struct]) -> Schema:
    return schema_of(struct)()


def _of_ruleset(mark: OfRuleset, **given: Any) -> fields.Field[Any]:
    """Return the field of a ruleset's type; an action that cannot be decoded is rejected with a code of the ruleset."""
    if mark.attribute == "action_type":
        return own.ActionOfRuleset(**given)
    return own.RulesetField(mark.attribute, mark.component, **given)


def _published(mark: PublishedType, kind: Any, **given: Any) -> fields.Field[Any]:
    if mark.longest_name:
        return own.NamedField(kind, mark.component, mark.longest_name, **given)
    return own.MsgspecField(kind, mark.component, **given)


def _tagged_union(mark: TaggedUnion, **given: Any) -> fields.Field[Any]:
    variants = {str(each.__struct_config__.tag): schema_of(each) for each in mark.variants}
    return own.TaggedUnion(mark.component, mark.description, variants, **given)


def _unwrapped(kind: Any) -> tuple[Any, list[Any]]:
    """Return a type without `Annotated` and without the types of an omitted value, and its markers from outside in."""
    marks: list[Any] = []
    while True:
        if get_origin(kind) is Annotated:
            kind, *found = get_args(kind)
            marks += found
        elif get_origin(kind) in (Union, UnionType) and not OMITTED.isdisjoint(get_args(kind)):
            (kind,) = (each for each in get_args(kind) if each not in OMITTED)
        else:
            return kind, marks


def _checks(meta: Meta) -> Iterator[Validator]:
    if meta.min_length is not None or meta.max_length is not None:
        same = meta.min_length if meta.min_length == meta.max_length else None
        yield Length(equal=same) if same is not None else Length(meta.min_length, meta.max_length)
    if meta.pattern is not None:
        yield own.WholeText(published_pattern(meta.pattern), error=(meta.extra or {}).get("error"))
    if meta.ge is not None or meta.le is not None:
        yield Range(meta.ge, meta.le)


def _validated(checks: Sequence[Validator]) -> dict[str, Any]:
    """Return the argument for the validators of a field; empty without validators."""
    return {"validate": checks} if checks else {}
