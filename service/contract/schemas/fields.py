"""Fields that schemas are made of, beyond marshmallow's own.

A schema that is different for each ruleset is written once, as a `ByRuleset`: its tag field says whose it is, and its
`OfRuleset` fields carry that ruleset's types. `schemas.openapi` shows each ruleset's variant as a component.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from flask import current_app
from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields
from marshmallow.validate import Length, OneOf

from domain.ruleset import AnyRuleset, read_action
from service.texts import CLUSTER_CODE_POINTS, BadText, user_text

TEXT_RULES = (
    "Kept in NFC, without spaces at its ends. Controls, line feeds, direction marks, other invisible characters, keys "
    "and tokens are rejected; at least one character must be visible."
)
"""What the contract says of each text that a user writes."""

_PLACE = re.compile(r" - at `(key in )?\$([^`]*)`$")
_STEP = re.compile(r"[^.\[\]]+")


class SharedSchema(Schema):
    """A schema that copies of its surroundings share; flask-smorest makes many while operations are declared."""

    def __deepcopy__(self, _memo: Any) -> "SharedSchema":
        """Stay one: nothing changes in a schema once it is made."""
        return self


class RequestSchema(SharedSchema):
    """What a client sends: surplus members are rejected."""

    class Meta:
        """Reject what the schema does not know."""

        unknown = RAISE


class ResponseSchema(SharedSchema):
    """What the service sends: later versions may send more, so clients ignore what they do not know."""

    class Meta:
        """Leave room for more members."""

        unknown = EXCLUDE


class UnionByRuleset(SharedSchema):
    """A schema with a variant for each ruleset, selected by its `ruleset`."""

    tag: ClassVar[str] = "ruleset"


class NestedUnionByRuleset(SharedSchema):
    """A schema within a `ByRuleset`, with a variant for each ruleset and no `ruleset` of its own."""


class RulesetName(fields.String):
    """The name of a hosted ruleset."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        name: str = super()._deserialize(value, attr, data, **kwargs)
        if name not in _rulesets():
            raise ValidationError(f"Must be one of: {', '.join(_rulesets())}.")
        return name


class RulesetField(fields.Field[Any]):
    """A value of one of the ruleset's types, in a `ByRuleset`."""

    def __init__(self, attribute: str, component: str, **kwargs: Any) -> None:
        """`attribute` of `Ruleset` holds the type; `component` names it in the contract, after the ruleset's name."""
        super().__init__(**kwargs)
        self.of_ruleset = attribute
        self.component = component

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:  # noqa: ARG002
        ruleset = _rulesets().get(_tag(data))
        if ruleset is None:
            return value  # the tag's own field reports it
        return self._read(ruleset, value)

    def _read(self, ruleset: AnyRuleset, value: Any) -> Any:
        """Read a value, or report where it does not fit."""
        try:
            return msgspec.convert(value, getattr(ruleset, self.of_ruleset))
        except msgspec.ValidationError as error:
            raise _located(error) from error


class ActionOfRuleset(RulesetField):
    """An action; one that does not decode is rejected with the ruleset's own code."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("action_type", "Action", **kwargs)

    def _read(self, ruleset: AnyRuleset, value: Any) -> Any:
        return read_action(ruleset, value)


class UnreadAction(ActionOfRuleset):
    """An action that the use case reads, since only it knows whether the game comes as far."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:  # noqa: ARG002
        return value


class MsgspecField(fields.Field[Any]):
    """A value of a msgspec type that is the same for all rulesets."""

    def __init__(self, carried: Any, component: str, **kwargs: Any) -> None:
        """`component` names the type in the contract where it is a union, which has no name of its own."""
        super().__init__(**kwargs)
        self.carried = carried
        self.component = component

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:  # noqa: ARG002
        try:
            return msgspec.convert(value, self.carried)
        except msgspec.ValidationError as error:
            raise _located(error) from error


class BodyInteger(fields.Integer):
    """A whole number in a JSON body: 92 and 92.0, but no text and no truth value."""

    def _validated(self, value: Any) -> int:
        if type(value) is float and value.is_integer():
            return int(value)
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class BodyBoolean(fields.Boolean):
    """A truth value in a JSON body: no text and no number."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:  # noqa: ARG002
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class UserText(fields.String):
    """A text that a user writes, in the form in which it is kept: see `service.texts`."""

    def __init__(self, description: str, longest: int, *, shortest: int = 1, required: bool = False) -> None:
        """`shortest` and `longest` are in grapheme clusters, which the contract cannot state."""
        told = f"{description} {longest} characters at most (grapheme clusters). {TEXT_RULES}"
        limit = {"minLength": shortest, "maxLength": longest * CLUSTER_CODE_POINTS}
        super().__init__(required=required, metadata={"description": told, **limit})
        self.shortest, self.longest = shortest, longest

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        return read_text(text, self.shortest, self.longest)


class JsonMapping(fields.Dict):
    """A mapping in a JSON body, whose faults lie at its keys: marshmallow puts `key` or `value` below them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        try:
            return super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]  # as published
        except ValidationError as error:
            if not isinstance(error.messages, dict):
                raise
            raise ValidationError(
                {key: faults.get("key", faults.get("value")) for key, faults in error.messages.items()}
            ) from error


class QueryInteger(fields.Integer):
    """A whole number from 0 in a query or path, in plain digits."""

    def _validated(self, value: Any) -> int:
        if not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 10):
            raise self.make_error("invalid", input=value)
        return int(value)


class ListParameter(fields.List[str]):
    """Some of a few words in a query, with commas between; read as a set.

    A word that comes twice counts once, and so may the parameter: some clients write lists in no other way.
    """

    def __init__(self, words: Sequence[str], description: str) -> None:
        told = {"description": description}
        super().__init__(fields.String(validate=OneOf(words)), validate=Length(1), metadata=told)
        self.words = words

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:  # noqa: ARG002
        asked = frozenset(word for written in value for word in written.split(","))
        if not asked <= frozenset(self.words):
            raise ValidationError(f"Must be some of these, with commas between: {', '.join(self.words)}.")
        return asked


def read_text(text: str, shortest: int, longest: int) -> str:
    """Return a text as it is kept; raises ValidationError."""
    try:
        return user_text(text, shortest, longest)
    except BadText as error:
        raise ValidationError(str(error)) from error


class IfMatch(ResponseSchema):
    """Which edition of a resource a change is meant for."""

    etag = fields.String(
        data_key="If-Match",
        metadata={
            "description": "The `ETag` of the resource as it was read; 412 `precondition_failed` if somebody has "
            "changed the resource since. `*` matches any. Omitted: the change is made whatever others have changed."
        },
    )


def _rulesets() -> Mapping[str, AnyRuleset]:
    """Return the hosted rulesets."""
    hosted: Mapping[str, AnyRuleset] = current_app.extensions["bottega"].rulesets
    return hosted


def _tag(data: Any) -> str:
    """Read which ruleset a body speaks of; empty where it names none."""
    tag = data.get(UnionByRuleset.tag)
    return tag if isinstance(tag, str) else ""


def _located(error: msgspec.ValidationError) -> ValidationError:
    """Turn `message - at `$.seats[0].level`` into an error at that place.

    Within a mapping, `$.points[...][1]`, msgspec does not say at which key: then the mapping is named.
    """
    found = _PLACE.search(str(error))
    message: Any = [str(error)[: found.start()] if found else str(error)]
    for step in reversed(_STEP.findall(found.group(2).partition("[...]")[0]) if found else []):
        message = {step: message}
    return ValidationError(message)
