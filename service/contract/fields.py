"""Define marshmallow fields and base schemas.

A schema with a variant for each ruleset is a `UnionByRuleset`. Its field `ruleset` selects the variant. Its
ruleset fields have the types of that ruleset. `components` writes each variant as a component of the contract.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar

import msgspec
from flask import current_app
from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields
from marshmallow.validate import Length, OneOf, Regexp, Validator

from domain.actions import IllegalAction, read_action
from domain.fields import published_pattern
from domain.ruleset import AnyRuleset
from domain.versions import version_for
from service.resources.messages import message_types
from service.resources.types import LONGEST_KEY, LONGEST_VALUE, METADATA_KEY, MOST_PAIRS
from service.texts import CLUSTER_CODE_POINTS, TEXT_RULES, BadText, user_text

_PLACE = re.compile(r" - at `(key in )?\$([^`]*)`$")
_STEP = re.compile(r"[^.\[\]]+")
VERSION = "rules_version"
"""The field of requests for new games that names a version of the rules."""


class SharedSchema(Schema):
    """A schema that is shared by copies of its parent; flask-smorest copies parents when it declares operations."""

    def __deepcopy__(self, _memo: Any) -> "SharedSchema":
        """Return the schema, which never changes after its creation."""
        return self


class RequestSchema(SharedSchema):
    """A request schema; unknown fields are rejected."""

    class Meta:
        """Reject unknown fields."""

        unknown = RAISE


class ResponseSchema(SharedSchema):
    """A response schema. Later versions may add fields, which clients must ignore."""

    class Meta:
        """Allow unknown fields."""

        unknown = EXCLUDE


class UnionByRuleset(SharedSchema):
    """A schema with a variant for each ruleset, selected by its `ruleset`."""

    tag: ClassVar[str] = "ruleset"


class NestedUnionByRuleset(SharedSchema):
    """A schema inside a `UnionByRuleset`, with a variant for each ruleset but without the field `ruleset`."""


class ReadByTypes(SharedSchema):
    """The schema of a request with an action that msgspec can check alone, in a fifth of the time."""

    struct: ClassVar[type[Any]]

    def load(self, data: Any, **how: Any) -> Any:
        """Return the request of valid data. The fields of the schema report the faults of other data."""
        with suppress(msgspec.ValidationError):
            sent = msgspec.convert(data, self.struct)
            if (ruleset := _rulesets().get(sent.ruleset)) is not None:
                return msgspec.structs.replace(sent, action=msgspec.convert(sent.action, ruleset.action_type))
        return super().load(data, **how)


class RulesetName(fields.String):
    """The name of a hosted ruleset."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        name: str = super()._deserialize(value, attr, data, **kwargs)
        if name not in _rulesets():
            raise ValidationError(f"Must be one of: {', '.join(_rulesets())}.")
        return name


class RulesetField(fields.Field[Any]):
    """A value of one of the ruleset's types, inside a `UnionByRuleset`."""

    def __init__(self, attribute: str, component: str, **kwargs: Any) -> None:
        """Read the type from `attribute` of `Ruleset`; its component is the ruleset's name and `component`."""
        super().__init__(**kwargs)
        self.of_ruleset = attribute
        self.component = component

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:  # noqa: ARG002
        ruleset = _variant(self.parent, data) if isinstance(self.parent, UnionByRuleset) else None
        if ruleset is None:
            return value  # `ruleset` or the use case reports it; inside other schemas the use case reads the value
        return self._read(ruleset, value)

    def _read(self, ruleset: AnyRuleset, value: Any) -> Any:
        """Return the decoded value, or raise ValidationError with its path."""
        try:
            return msgspec.convert(value, getattr(ruleset, self.of_ruleset))
        except msgspec.ValidationError as error:
            raise _located(error) from error


class ActionOfRuleset(RulesetField):
    """An action. If it cannot be decoded, the problem has a code of the ruleset."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("action_type", "Action", **kwargs)

    def _read(self, ruleset: AnyRuleset, value: Any) -> Any:
        return read_action(ruleset, value)


class IndependentItems(fields.Nested):
    """An entry of a batch. An invalid entry is passed on as its error, so that other entries are still executed."""

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the decoded entry, or its ValidationError."""
        try:
            return super().deserialize(value, *args, **kwargs)
        except (ValidationError, IllegalAction) as error:
            return error


class MsgspecField(fields.Field[Any]):
    """A value of a msgspec type that is the same for all rulesets."""

    def __init__(self, carried: Any, component: str, **kwargs: Any) -> None:
        """Store the type; `component` is the name of a union in the contract."""
        super().__init__(**kwargs)
        self.carried = carried
        self.component = component

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:  # noqa: ARG002
        try:
            return msgspec.convert(value, self.carried)
        except msgspec.ValidationError as error:
            raise _located(error) from error


class NamedField(MsgspecField):
    """A value of msgspec types with a field `name`, which is stored as a user text."""

    def __init__(self, carried: Any, component: str, longest: int, **kwargs: Any) -> None:
        """Set the limit of the name in grapheme clusters."""
        super().__init__(carried, component, **kwargs)
        self.longest = longest

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        named = super()._deserialize(value, attr, data, **kwargs)
        if named.name is msgspec.UNSET:
            return named
        try:
            return msgspec.structs.replace(named, name=read_text(named.name, 1, self.longest))
        except ValidationError as error:
            raise ValidationError({"name": error.messages}) from error


class TaggedUnion(fields.Field[Any]):
    """A value of one of several tagged structs in a response."""

    def __init__(self, component: str, description: str, variants: Mapping[str, type[Schema]], **kwargs: Any) -> None:
        """Store the component of the union, its description, and the schemas by tag."""
        super().__init__(**kwargs)
        self.component, self.description, self.variants = component, description, variants


class BodyInteger(fields.Integer):
    """An integer in a JSON body, such as 92 or 92.0; texts and booleans are rejected."""

    def _validated(self, value: Any) -> int:
        if type(value) is float and value.is_integer():
            return int(value)
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class BodyBoolean(fields.Boolean):
    """A boolean in a JSON body; texts and numbers are rejected."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:  # noqa: ARG002
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class QueryBoolean(fields.Boolean):
    """A boolean in a query: `true` or `false`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(truthy={"true"}, falsy={"false"}, **kwargs)


class UserText(fields.String):
    """A text of a user, in the normalised form that is stored: see `service.texts`."""

    def __init__(self, description: str, longest: int, *, shortest: int = 1, required: bool = False) -> None:
        """Set the limits in grapheme clusters, which JSON Schema cannot express."""
        rules = f" At most {longest} characters (grapheme clusters). {TEXT_RULES}"
        described = f"{description}{rules if shortest else ''}"  # a stored text may be empty
        limit = {"minLength": shortest, "maxLength": longest * CLUSTER_CODE_POINTS}
        super().__init__(required=required, metadata={"description": described, **limit})
        self.shortest, self.longest = shortest, longest

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        return read_text(text, self.shortest, self.longest)


class WholeText(Regexp):
    """Accepts a text if the whole of it fits a pattern. In Python, `$` also matches before a final line feed."""

    def __call__(self, value: Any) -> Any:
        """Return the value; raises ValidationError."""
        if self.regex.fullmatch(value) is None:
            raise ValidationError(self._format_error(value))
        return value


class MessageType(Validator):
    """Accepts the types of all messages to webhooks, also those that packages on top of the service declare later."""

    @property
    def choices(self) -> Sequence[str]:
        """Return the types, as the contract lists them."""
        return tuple(message_types())

    def __call__(self, value: str) -> str:
        """Return the value; raises ValidationError."""
        OneOf(self.choices)(value)
        return value


class TupleField(fields.List[Any]):
    """A list that is loaded as a tuple."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(value, attr, data, **kwargs))


class MessageTypes(TupleField):
    """Distinct types of messages."""

    def __init__(self, least: int, **kwargs: Any) -> None:
        super().__init__(fields.String(validate=MessageType()), validate=_UpToAllTypes(least), **kwargs)


class _UpToAllTypes(Validator):
    """Accepts up to as many values as there are types of messages."""

    equal = None

    def __init__(self, least: int) -> None:
        self.min = least

    @property
    def max(self) -> int:
        """Return the number of types."""
        return len(message_types())

    def __call__(self, value: Sequence[str]) -> Sequence[str]:
        """Return the values; raises ValidationError."""
        Length(self.min, self.max)(value)
        return value


class JsonMapping(fields.Dict):
    """A mapping in a JSON body. Errors have the path of the key, without the `key` or `value` that marshmallow adds."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        try:
            return super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]  # as published
        except ValidationError as error:
            if not isinstance(error.messages, dict):
                raise
            raise ValidationError(
                {key: faults.get("key", faults.get("value")) for key, faults in error.messages.items()}
            ) from error


class Metadata(JsonMapping):
    """The texts that a platform stores with a game."""

    def __init__(self, description: str, *, required: bool = False) -> None:
        super().__init__(
            keys=fields.String(validate=WholeText(f"^{METADATA_KEY}$")),
            values=UserText(f"A value: at most {LONGEST_VALUE} characters.", LONGEST_VALUE, shortest=0),
            validate=_few_pairs,
            required=required,
            metadata={
                "maxProperties": MOST_PAIRS,
                "description": f"{description} At most {MOST_PAIRS} entries. Keys have 1 to {LONGEST_KEY} of the "
                f"characters `A-Za-z0-9_.-`. Values have at most {LONGEST_VALUE} characters. {TEXT_RULES}",
            },
        )


class MetadataEntry(fields.String):
    """A metadata key and its value in a query, separated by a colon; the value is read in its stored form."""

    def __init__(self, description: str) -> None:
        pattern = f"^{METADATA_KEY}:.{{0,{LONGEST_VALUE * CLUSTER_CODE_POINTS}}}$"
        super().__init__(validate=WholeText(pattern), metadata={"description": description})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        name, colon, text = super()._deserialize(value, attr, data, **kwargs).partition(":")
        return f"{name}{colon}{read_text(text, 0, LONGEST_VALUE)}"


class QueryInteger(fields.Integer):
    """A non-negative integer in a query or path, in decimal digits."""

    def _validated(self, value: Any) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 10):
            raise self.make_error("invalid", input=value)
        return int(value)


class ListParameter(fields.List[str]):
    """Several of some words in a query, separated by commas; read as a set.

    Repeated words count once. The parameter may be repeated, since some clients write lists this way.
    """

    def __init__(self, words: Sequence[str], description: str) -> None:
        described = {"description": description}
        super().__init__(fields.String(validate=OneOf(words)), validate=Length(1), metadata=described)
        self.words = words

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:  # noqa: ARG002
        requested = frozenset(word for written in value for word in written.split(","))
        if not requested <= frozenset(self.words):
            raise ValidationError(f"Must be some of these, with commas between: {', '.join(self.words)}.")
        return requested


def read_text(text: str, shortest: int, longest: int) -> str:
    """Return a text in the stored form; raises ValidationError."""
    try:
        return user_text(text, shortest, longest)
    except BadText as error:
        raise ValidationError(str(error)) from error


def _few_pairs(pairs: Mapping[str, str]) -> None:
    """Raise ValidationError if there are too many pairs.

    A bare `Length` would appear in the contract as the length of a text.
    """
    Length(max=MOST_PAIRS)(pairs)


def _rulesets() -> Mapping[str, AnyRuleset]:
    hosted: Mapping[str, AnyRuleset] = current_app.extensions["bottega"].rulesets
    return hosted


def _variant(schema: UnionByRuleset, data: Any) -> AnyRuleset | None:
    """Return the ruleset that a body names. The request for a new game may name a version of it."""
    if VERSION in schema.fields:
        return version_for(_rulesets(), _tag(data), data.get(VERSION))
    return _rulesets().get(_tag(data))


def _tag(data: Any) -> str:
    """Return the ruleset that a body names, or an empty text."""
    tag = data.get(UnionByRuleset.tag)
    return tag if isinstance(tag, str) else ""


def _located(error: msgspec.ValidationError) -> ValidationError:
    """Turn `message - at `$.seats[0].level`` into an error at that path.

    Inside a mapping (`$.points[...][1]`) msgspec omits the key, so the error names the mapping.
    """
    text = published_pattern(str(error))
    found = _PLACE.search(text)
    message: Any = [text[: found.start()] if found else text]
    for step in reversed(_STEP.findall(found.group(2).partition("[...]")[0]) if found else []):
        message = {step: message}
    return ValidationError(message)
