"""The bridge from schemas and msgspec types to the components of the contract (`openapi_versions`).

A ruleset's types get its name before their own (`ChessMove`), so that two rulesets never collide. Unions are
`oneOf` with a discriminator and a full mapping; what client generators stumble over is rejected when the contract is
made.
"""

import inspect
import json
from collections.abc import Iterator, Mapping
from typing import Any, cast, get_args

import msgspec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema, fields

from domain.fields import KEY_KIND
from domain.ruleset import AnyRuleset
from service.contract.docstrings import member_docs
from service.contract.schemas.fields import (
    ListParameter,
    MsgspecField,
    NestedUnionByRuleset,
    RulesetField,
    RulesetName,
    UnionByRuleset,
)

REFERENCE = "#/components/schemas/"
FORBIDDEN = frozenset(
    {
        *("$defs", "allOf", "anyOf", "const", "exclusiveMaximum", "exclusiveMinimum", "prefixItems", "propertyNames"),
        "uniqueItems",
    }
)
"""What OpenAPI 3.0.3 or the common client generators do not understand."""
LEAST, MOST = -(2**31), 2**31 - 1
"""What any integer of the contract lies between."""
NESTED = frozenset({"additionalProperties", "anyOf", "items"})
"""Where a schema holds others, besides `properties`."""

UNIONS: Mapping[str, str] = {
    "Action": "What a seat may answer to a decision; `type` says which action it is.",
    "Clock": "How long each seat may take; `kind` says whether for each decision, for all of them, or in days.",
    "Fact": "What an event made happen; `type` says which fact it is.",
    "NewSeat": "Who is to sit at a seat; `kind` says whether a person, whoever claims it, or an AI level.",
    "Observed": "An action as others may read it in the log: itself, or what conceals it.",
    "Spectators": "What those see of a game who have no seat; `kind` says whether all, late, or nothing.",
    "PatchOperation": "One operation of a JSON Patch (RFC 6902); `op` says which.",
    "SetUpOption": "A set-up choice; `kind` says whether it is a switch, a word or a number.",
}
"""What the unions of msgspec types are, which have no docstring of their own."""

Json = dict[str, Any]


class ContractError(Exception):
    """A type that the contract cannot show; the message names component and fault."""


class ContractConverter(OpenAPIConverter):
    """Turns schemas into components, each `ByRuleset` into one for each ruleset and their union."""

    rulesets: Mapping[str, AnyRuleset]
    ruleset: AnyRuleset | None = None
    """The one whose variant is being made."""

    def schema2jsonschema(self, schema: Schema) -> Json:
        """Show a schema, with its docstring."""
        if isinstance(schema, UnionByRuleset):
            return self._union(schema)
        return self._object(schema)

    def field2property(self, field: fields.Field[Any]) -> Json:
        """Show a field with its description, which in OpenAPI 3.1 may stand beside a reference."""
        told = {name: text for name, text in field.metadata.items() if name == "description"}
        return {**self._property(field), **told}

    def list2param(self, field: fields.Field[Any], **kwargs: Any) -> Json:
        """Show how a list in a query is written: words with commas between."""
        shown: Json = super().list2param(field, **kwargs)
        return {**shown, "explode": False} if isinstance(field, ListParameter) else shown

    def _property(self, field: fields.Field[Any]) -> Json:
        """Show a field; those that carry msgspec types as references."""
        if isinstance(field, RulesetName):
            return self._names(field)
        if isinstance(field, RulesetField) and self.ruleset is not None:
            prefix = _title(self.ruleset.name)
            return self._carry(getattr(self.ruleset, field.of_ruleset), field.component, prefix)
        nested = field.schema if isinstance(field, fields.Nested) else None
        if isinstance(nested, UnionByRuleset | NestedUnionByRuleset) and self.ruleset is not None:
            return {"$ref": self._variant(nested, type(nested).__name__, self.ruleset)}
        if isinstance(field, MsgspecField):
            return self._carry(field.carried, field.component, "")
        return _ranged(_flat(super().field2property(field)))

    def _names(self, field: fields.Field[Any]) -> Json:
        """Show which rulesets may be named: its own in a variant, any that is hosted elsewhere."""
        shown: Json = super().field2property(field)
        return {**shown, "enum": list(self.rulesets) if self.ruleset is None else [self.ruleset.name]}

    def _union(self, schema: UnionByRuleset) -> Json:
        """Show a schema as the union of its variants."""
        name = type(schema).__name__
        mapping = {ruleset.name: self._variant(schema, name, ruleset) for ruleset in self.rulesets.values()}
        return {
            "description": _summary(type(schema)),
            "oneOf": [{"$ref": reference} for reference in mapping.values()],
            "discriminator": {"propertyName": schema.tag, "mapping": mapping},
        }

    def _variant(self, schema: Schema, name: str, ruleset: AnyRuleset) -> str:
        """Make the variant of one ruleset a component; return the reference to it."""
        outside, self.ruleset = self.ruleset, ruleset
        shown = self._object(schema)
        self.ruleset = outside
        component = _title(ruleset.name) + name
        self._add(component, shown)
        return REFERENCE + component

    def _object(self, schema: Schema) -> Json:
        """Show an object with its docstring."""
        return {**super().schema2jsonschema(schema), "description": _summary(type(schema))}  # type: ignore[no-untyped-call]

    def _carry(self, carried: Any, component: str, prefix: str) -> Json:
        """Make a msgspec type and all it is made of components; return the reference to it."""
        carried = carried if isinstance(carried, type) or get_args(carried) else type(carried)
        (shown,), parts = msgspec.json.schema_components([carried], ref_template=REFERENCE + prefix + "{name}")
        classes = {struct.__name__: struct for struct in _structs(carried)}
        for name, part in parts.items():
            described = _described(_portable(part, prefix + name), classes.get(name))
            self._add(prefix + name, self._named_parts(prefix + name, _without_defaults(described)))
        if "$ref" in shown and component not in UNIONS:
            return dict(shown)
        if "$ref" in shown:
            shown = _union_of_one(carried, shown["$ref"])
        self._add(prefix + component, {"description": UNIONS[component], **_portable(shown, prefix + component)})
        return {"$ref": REFERENCE + prefix + component}

    def _named_parts(self, component: str, shown: Json) -> Json:
        """Make each object within a component a component of its own."""
        for name, member in shown.get("properties", {}).items():
            if member.get("type") == "object" and "properties" in member:
                self._add(component + _title(name), member)
                told = {"description": member["description"]} if "description" in member else {}
                shown["properties"][name] = {"$ref": REFERENCE + component + _title(name), **told}
        return shown

    def _add(self, name: str, shown: Json) -> None:
        """Add a component; the same one may be added again."""
        known = self.spec.components.schemas
        if known.setdefault(name, shown) != shown:
            raise ContractError(f"{name}: two different components of this name")


def _union_of_one(carried: Any, reference: str) -> Json:
    """Show a single tagged type as the union that it is published as: others may join it in a later version."""
    config = carried.__struct_config__
    mapping = {config.tag: reference}
    return {"anyOf": [{"$ref": reference}], "discriminator": {"propertyName": config.tag_field, "mapping": mapping}}


class ContractPlugin(MarshmallowPlugin):
    """Makes components of schemas for the rulesets that are hosted."""

    Converter = ContractConverter

    def __init__(self, rulesets: Mapping[str, AnyRuleset]) -> None:
        super().__init__(schema_name_resolver=_component_name)
        self.rulesets = rulesets

    def init_spec(self, spec: Any) -> None:
        """Hand the rulesets to the converter."""
        super().init_spec(spec)
        cast("ContractConverter", self.converter).rulesets = self.rulesets


def _flat(shown: Json) -> Json:
    """Put a description beside the reference that it is about; apispec wraps the two."""
    wrapped = shown.pop("allOf", None)
    return shown if wrapped is None else {**shown, **wrapped[0]}


def _ranged(shown: Json) -> Json:
    """Return an integer that has no narrower range that of 32 bits, in place: generated clients take no more."""
    if shown.get("type") == "integer":
        shown.setdefault("minimum", LEAST)
        shown.setdefault("maximum", MOST)
    return shown


def _portable(shown: Any, component: str) -> Any:
    """Rewrite what msgspec says of a type for OpenAPI 3.0.3; raise ContractError where that cannot be done."""
    if isinstance(shown, list):
        return [_portable(each, component) for each in shown]
    if not isinstance(shown, dict):
        return shown
    if "$ref" in shown and "deprecated" in shown:
        raise ContractError(f"{component}: a member of a type of its own cannot be deprecated, only its type can")
    if "$ref" in shown:
        return {key: shown[key] for key in ("$ref", "description") if key in shown}
    if "anyOf" in shown and "discriminator" not in shown:
        raise ContractError(f"{component}: a union without a tag")
    plain = {key: _portable(value, component) for key, value in shown.items() if key in NESTED}
    plain |= {key: value for key, value in shown.items() if key not in {*NESTED, "properties", "title"}}
    if "properties" in shown:
        plain["properties"] = {name: _portable(value, component) for name, value in shown["properties"].items()}
    return _checked(_in_our_style(plain), component)


def _in_our_style(plain: Json) -> Json:
    """Rewrite a schema in place in the words that client generators understand; it means the same."""
    if "anyOf" in plain:
        plain["oneOf"] = plain.pop("anyOf")
    if {"properties", "additionalProperties"} <= set(plain):
        plain["additionalProperties"] = False  # also of a mapping, once its keys are published
    if "description" in plain:
        plain["description"] = inspect.cleandoc(plain["description"])  # Python before 3.13 leaves docstrings indented
    if "enum" in plain and "type" not in plain:
        plain["type"] = "string"
    _ranged(plain)
    if plain.get("required") == []:
        del plain["required"]
    return plain


def _checked(shown: Json, component: str) -> Json:
    """Raise ContractError for what may not be in the contract."""
    kinds = shown.get("type")
    if kinds == "null" or isinstance(kinds, list):
        raise ContractError(f"{component}: null is not used, a member that does not apply is absent")
    if FORBIDDEN & set(shown):
        raise ContractError(f"{component}: {', '.join(sorted(FORBIDDEN & set(shown)))}")
    return shown


def _described(shown: Json, struct: type | None) -> Json:
    """Add the docstrings of a struct's members, and whose ids these are if they are ids."""
    if struct is None:
        return shown
    if keyed_by := getattr(struct, "keyed_by", None):
        shown[KEY_KIND] = keyed_by
    names = {field.name: field.encode_name for field in msgspec.structs.fields(struct)}
    for name, text in member_docs(struct):
        shown["properties"][names[name]]["description"] = text
    return shown


def _without_defaults(shown: Json) -> Json:
    """Describe an absent member in words: as a `default`, generated clients would send it."""
    for member in shown.get("properties", {}).values():
        if "default" in member:
            member["description"] = f"{member.get('description', '')} {_when_absent(member.pop('default'))}".strip()
    return shown


def _when_absent(default: Any) -> str:
    """Return what is meant by a member that is absent."""
    if default in ([], (), {}):
        return "Empty if absent."
    return f"`{default if isinstance(default, str) else json.dumps(default)}` if absent."


def _structs(carried: Any) -> Iterator[type]:
    """List all structs that a type is made of."""
    seen: set[Any] = set()
    waiting = [carried]
    while waiting:
        kind = waiting.pop()
        if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct):
            waiting += get_args(kind)
        elif kind not in seen:
            seen.add(kind)
            waiting += [field.type for field in msgspec.structs.fields(kind)]
            yield kind


def _members(union: Any) -> tuple[Any, ...]:
    """List the members of a union; a single type is a union of one."""
    return get_args(union) or (union,)


def _title(name: str) -> str:
    """Write a ruleset's slug as the first part of a component's name."""
    return "".join(word.capitalize() for word in name.replace("-", "_").split("_"))


def _component_name(schema: Any) -> str:
    """Name the component of a schema: as its class."""
    return schema.__name__ if isinstance(schema, type) else type(schema).__name__


def _summary(schema: type) -> str:
    """Return the docstring of a schema."""
    return inspect.cleandoc(schema.__doc__ or "")
