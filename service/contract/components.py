"""Convert schemas and msgspec types to components of the contract (`openapi_versions`).

Types of a ruleset have its name as a prefix (`ChessMove`), so that names of two rulesets never collide. Unions are
`oneOf` with a discriminator and a full mapping. Constructs that client generators do not support are rejected.
"""

import inspect
import json
from collections.abc import Iterator, Mapping
from typing import Any, cast, get_args

import msgspec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema, fields

from domain.fields import KEY_KIND, published_pattern
from domain.ruleset import AnyRuleset
from service.contract.docstrings import field_docs
from service.contract.document import Json, titled
from service.contract.fields import (
    ListParameter,
    MsgspecField,
    NestedUnionByRuleset,
    RulesetField,
    RulesetName,
    TaggedUnion,
    UnionByRuleset,
)
from service.contract.selection import HOSTED, OPEN, SCHEMAS

REFERENCE = SCHEMAS
FORBIDDEN = frozenset(
    {
        *("$defs", "allOf", "anyOf", "const", "exclusiveMaximum", "exclusiveMinimum", "prefixItems", "propertyNames"),
        "uniqueItems",
    }
)
"""Keywords that OpenAPI 3.0.3 or common client generators do not support."""
LEAST, MOST = -(2**31), 2**31 - 1
"""The default range of an integer: 32 bits."""
NESTED = frozenset({"additionalProperties", "anyOf", "items"})
"""Keywords that contain other schemas, besides `properties`."""

GROWING = "x-growing"
"""The extension of a union with a tag of the service to which later versions may add variants."""

UNIONS: Mapping[str, str] = {
    "Action": "An action for a decision. `type` names the kind of action.",
    "Clock": "The time control of human players. `kind` selects a time for each decision, a budget for all "
    "decisions, or days.",
    "Fact": "A consequence of an action. `type` names the kind of fact.",
    "HowToBlock": "A block of the page `How to play`. `type` selects a text, a heading, a list, an example, a table, a "
    "figure or a position.",
    "SeatRequest": "The occupant of a new seat. `kind` selects a human player, an open seat or an AI level.",
    "Observed": "An action as the log shows it: the action, or a form without its hidden parts.",
    "Spectators": "What spectators see of a running game. `kind` selects everything, a delay, or nothing.",
    "PatchOperation": "An operation of a JSON Patch (RFC 6902). `op` names the operation.",
    "SetUpOption": "An option of a new game. `kind` selects a boolean, one or several choices, an integer or a text.",
}
"""The descriptions of unions of msgspec types, which have no docstring."""


def union(description: str, tag: str, mapping: Mapping[str, str]) -> Json:
    """Return a union of components, selected by the field `tag`; `mapping` has their references by its value."""
    return {
        "description": description,
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": tag, "mapping": mapping},
    }


class ContractError(Exception):
    """A type that the contract cannot express. The message names the component and the problem."""


class ContractConverter(OpenAPIConverter):
    """Converts schemas to components. A `UnionByRuleset` becomes one component for each ruleset, and their union."""

    rulesets: Mapping[str, AnyRuleset]
    ruleset: AnyRuleset | None = None
    """The ruleset whose variant is being converted."""
    variants: dict[str, list[str]]
    """The components of each schema by ruleset, by its name."""

    def schema2jsonschema(self, schema: Schema) -> Json:
        """Return the JSON schema of a marshmallow schema, with its docstring."""
        if isinstance(schema, UnionByRuleset):
            return self._union(schema)
        return self._object(schema)

    def field2property(self, field: fields.Field[Any]) -> Json:
        """Return the JSON schema of a field with its description, which OpenAPI 3.1 allows beside a reference."""
        described = {name: text for name, text in field.metadata.items() if name == "description"}
        return {**self._property(field), **described}

    def list2param(self, field: fields.Field[Any], **kwargs: Any) -> Json:
        """Return the serialisation of a list in a query: values separated by commas."""
        shown: Json = super().list2param(field, **kwargs)
        return {**shown, "explode": False} if isinstance(field, ListParameter) else shown

    def _property(self, field: fields.Field[Any]) -> Json:
        """Return the JSON schema of a field; msgspec types become references."""
        if isinstance(field, RulesetName):
            return self._names(field)
        if isinstance(field, RulesetField):
            return self._of_ruleset(field)
        nested = field.schema if isinstance(field, fields.Nested) else None
        if isinstance(nested, UnionByRuleset | NestedUnionByRuleset) and self.ruleset is not None:
            return {"$ref": self._variant(nested, type(nested).__name__, self.ruleset)}
        if isinstance(field, MsgspecField):
            return self._carry(field.carried, field.component, "")
        if isinstance(field, TaggedUnion):
            return self._tagged(field)
        return _ranged(_flat(super().field2property(field)))

    def _of_ruleset(self, field: RulesetField) -> Json:
        """Return the type of the variant's ruleset, or any object."""
        if self.ruleset is None:
            return {"type": "object", "additionalProperties": True}
        return self._carry(getattr(self.ruleset, field.of_ruleset), field.component, titled(self.ruleset.name))

    def _names(self, field: fields.Field[Any]) -> Json:
        """Return the allowed ruleset names: that of the variant, or all hosted ones."""
        shown: Json = super().field2property(field)
        if self.ruleset is None:
            return {**shown, "enum": list(self.rulesets), HOSTED: True}
        return {**shown, "enum": [self.ruleset.name]}

    def _union(self, schema: UnionByRuleset) -> Json:
        """Return a schema as the union of its variants."""
        name = type(schema).__name__
        mapping = {ruleset.name: self._variant(schema, name, ruleset) for ruleset in self.rulesets.values()}
        return {**union(_summary(type(schema)), schema.tag, mapping), OPEN: self._object(schema)}

    def _tagged(self, field: TaggedUnion) -> Json:
        """Add a union and its variants as components; return its reference."""
        mapping = {tag: f"{REFERENCE}{field.component}{titled(tag)}" for tag in field.variants}
        for tag, variant in field.variants.items():
            self._add(mapping[tag].removeprefix(REFERENCE), self._object(variant()))
        self._add(field.component, {**union(field.description, "type", mapping), GROWING: True})
        return {"$ref": REFERENCE + field.component}

    def _variant(self, schema: Schema, name: str, ruleset: AnyRuleset) -> str:
        """Add the variant of a ruleset as a component; return its reference."""
        outside, self.ruleset = self.ruleset, ruleset
        shown = self._object(schema)
        self.ruleset = outside
        component = titled(ruleset.name) + name
        self._add(component, shown)
        if component not in self.variants.setdefault(name, []):
            self.variants[name].append(component)
        return REFERENCE + component

    def _object(self, schema: Schema) -> Json:
        """Return the schema of an object with its docstring, and without the combinations that a request excludes."""
        shown: Json = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        excluded = getattr(getattr(schema, "struct", None), "excluded", {})
        return {**shown, "description": _summary(type(schema)), **({"not": excluded} if excluded else {})}

    def _carry(self, carried: Any, component: str, prefix: str) -> Json:
        """Add a msgspec type and its parts as components; return its reference."""
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
        """Add each object inside a component as a component."""
        for name, member in shown.get("properties", {}).items():
            if member.get("type") == "object" and "properties" in member:
                self._add(component + titled(name), member)
                described = {"description": member["description"]} if "description" in member else {}
                shown["properties"][name] = {"$ref": REFERENCE + component + titled(name), **described}
        return shown

    def _add(self, name: str, shown: Json) -> None:
        """Add a component; adding an equal one again is allowed."""
        known = self.spec.components.schemas
        if known.setdefault(name, shown) != shown:
            raise ContractError(f"{name}: two different components of this name")


def _union_of_one(carried: Any, reference: str) -> Json:
    """Return a single tagged type as a union, since later versions may add types."""
    config = carried.__struct_config__
    mapping = {config.tag: reference}
    return {"anyOf": [{"$ref": reference}], "discriminator": {"propertyName": config.tag_field, "mapping": mapping}}


class ContractPlugin(MarshmallowPlugin):
    """Creates components for the hosted rulesets."""

    Converter = ContractConverter

    def __init__(self, rulesets: Mapping[str, AnyRuleset]) -> None:
        super().__init__(schema_name_resolver=_component_name)
        self.rulesets = rulesets
        self.variants: dict[str, list[str]] = {}
        """The components of each schema by ruleset, by its name."""

    def init_spec(self, spec: Any) -> None:
        """Pass the rulesets to the converter."""
        super().init_spec(spec)
        converter = cast("ContractConverter", self.converter)
        converter.rulesets, converter.variants = self.rulesets, self.variants


def _flat(shown: Json) -> Json:
    """Move a description beside its reference, which apispec wraps in `allOf`."""
    wrapped = shown.pop("allOf", None)
    return shown if wrapped is None else {**shown, **wrapped[0]}


def _ranged(shown: Json) -> Json:
    """Set the 32-bit range on integers without a narrower one, in place; generated clients accept no more."""
    if shown.get("type") == "integer":
        shown.setdefault("minimum", LEAST)
        shown.setdefault("maximum", MOST)
    return shown


def _portable(shown: Any, component: str) -> Any:
    """Convert a schema of msgspec to OpenAPI 3.0.3; raises ContractError if that is impossible."""
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
    """Replace keywords of a schema in place by equivalent ones that client generators support."""
    if "anyOf" in plain:
        plain["oneOf"] = plain.pop("anyOf")
    if {"properties", "additionalProperties"} <= set(plain):
        plain["additionalProperties"] = False  # also of a mapping, once its keys are published
    if "description" in plain:
        plain["description"] = inspect.cleandoc(plain["description"])  # Python before 3.13 leaves docstrings indented
    if "enum" in plain and "type" not in plain:
        plain["type"] = "string"
    if "pattern" in plain:
        plain["pattern"] = published_pattern(plain["pattern"])
    _ranged(plain)
    if plain.get("required") == []:
        del plain["required"]
    return plain


def _checked(shown: Json, component: str) -> Json:
    """Raise ContractError for unsupported constructs."""
    kinds = shown.get("type")
    if kinds == "null" or isinstance(kinds, list):
        raise ContractError(f"{component}: null is not used, a member that does not apply is absent")
    if FORBIDDEN & set(shown):
        raise ContractError(f"{component}: {', '.join(sorted(FORBIDDEN & set(shown)))}")
    return shown


def _described(shown: Json, struct: type | None) -> Json:
    """Add the docstrings of a struct's fields, and the kinds of their ids."""
    if struct is None:
        return shown
    if keyed_by := getattr(struct, "keyed_by", None):
        shown[KEY_KIND] = keyed_by
    names = {field.name: field.encode_name for field in msgspec.structs.fields(struct)}
    for name, text in field_docs(struct):
        shown["properties"][names[name]]["description"] = text
    return shown


def _without_defaults(shown: Json) -> Json:
    """Replace defaults by a description, since generated clients would send the defaults."""
    for member in shown.get("properties", {}).values():
        if "default" in member:
            member["description"] = f"{member.get('description', '')} {_when_absent(member.pop('default'))}".strip()
    return shown


def _when_absent(default: Any) -> str:
    """Return the sentence about the default of a field."""
    if default in ([], (), {}):
        return "Default: empty."
    return f"Default: `{default if isinstance(default, str) else json.dumps(default)}`."


def _structs(carried: Any) -> Iterator[type]:
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


def _component_name(schema: Any) -> str:
    return schema.__name__ if isinstance(schema, type) else type(schema).__name__


def _summary(schema: type) -> str:
    return inspect.cleandoc(schema.__doc__ or "")
