"""Describe the options of a ruleset, so that a client can show a form without knowing the ruleset."""

from typing import Any

import msgspec

from domain.languages import Language
from domain.ruleset import AnyRuleset
from domain.translations import text_in
from service.contract.docstrings import field_docs
from service.resources.rulesets import (
    BooleanOption,
    ChoiceOption,
    ChoicesOption,
    IntegerOption,
    SetUpOption,
    TextOption,
)


class UnknownOption(Exception):
    """An option of an unsupported type; the message names it."""


def set_up_options(ruleset: AnyRuleset, language: Language) -> tuple[SetUpOption, ...]:
    """Return the options of a ruleset in the order of its type, with texts in `language`; raises UnknownOption."""
    schema = msgspec.json.schema(ruleset.options_type)
    published = schema["$defs"][ruleset.options_type.__name__]["properties"]
    texts = dict(field_docs(ruleset.options_type))
    names = {field.encode_name: field.name for field in msgspec.structs.fields(ruleset.options_type)}
    known = ruleset.translations.texts.options
    return tuple(
        _option(name, member, text_in(language, known, name, texts.get(names[name]) or member.get("description", "")))
        for name, member in published.items()
    )


def _option(name: str, member: dict[str, Any], description: str) -> SetUpOption:
    """Return an option from its published schema."""
    default = member.get("default", msgspec.UNSET)
    if member.get("type") == "boolean":
        return BooleanOption(name, description, bool(default))
    if "enum" in member:
        return ChoiceOption(name, description, tuple(member["enum"]), default)
    if (
        member.get("type") == "array"
        and member["items"].get("type") == "string"
        and {"minItems", "maxItems"} <= set(member)
    ):
        choices = tuple(member["items"].get("enum", ()))
        return ChoicesOption(name, description, choices, member["minItems"], member["maxItems"])
    if member.get("type") == "integer" and {"minimum", "maximum"} <= set(member):
        return IntegerOption(name, description, member["minimum"], member["maximum"], default)
    if member.get("type") == "string" and "maxLength" in member:
        return TextOption(name, description, member["maxLength"], default)
    raise UnknownOption(name)
