"""The set-up choices of a ruleset, described so that a front end can draw a form without knowing the ruleset."""

from typing import Annotated, Any

import msgspec

from domain.names import Language
from domain.ruleset import AnyRuleset
from domain.translations import text_in
from service.contract.docstrings import member_docs

OptionName = Annotated[str, msgspec.Meta(description="The field of `options`.")]
Text = Annotated[str, msgspec.Meta(description="What it decides.")]


class BooleanOption(msgspec.Struct, frozen=True, tag_field="kind", tag="boolean"):
    """An option that is true or false."""

    name: OptionName
    description: Text
    default: bool
    """What a game is set up with that leaves it out."""


class ChoiceOption(msgspec.Struct, frozen=True, tag_field="kind", tag="choice", omit_defaults=True):
    """An option with one of several words."""

    name: OptionName
    description: Text
    choices: tuple[str, ...]
    """The words to choose from."""
    default: str | msgspec.UnsetType = msgspec.UNSET
    """What a game is set up with that leaves it out; absent where the dice decide."""


class IntegerOption(msgspec.Struct, frozen=True, tag_field="kind", tag="integer", omit_defaults=True):
    """An option with a whole number."""

    name: OptionName
    description: Text
    minimum: int
    """Lowest number."""
    maximum: int
    """Highest number."""
    default: int | msgspec.UnsetType = msgspec.UNSET
    """What a game is set up with that leaves it out; absent where the dice decide."""


class TextOption(msgspec.Struct, frozen=True, tag_field="kind", tag="text", omit_defaults=True):
    """An option with a text of your own."""

    name: OptionName
    description: Text
    max_length: int
    """Maximum length in characters."""
    default: str | msgspec.UnsetType = msgspec.UNSET
    """What a game is set up with that leaves it out."""


SetUpOption = BooleanOption | ChoiceOption | IntegerOption | TextOption


class UnknownOption(Exception):
    """An option that is of none of these kinds; the message names it."""


def set_up_options(ruleset: AnyRuleset, language: Language) -> list[SetUpOption]:
    """List what may be chosen when a game is set up, in the order of the options' type; raises UnknownOption.

    What each decides is told in `language`.
    """
    schema = msgspec.json.schema(ruleset.options_type)
    published = schema["$defs"][ruleset.options_type.__name__]["properties"]
    texts = dict(member_docs(ruleset.options_type))
    names = {field.encode_name: field.name for field in msgspec.structs.fields(ruleset.options_type)}
    known = ruleset.translations.texts.options
    return [
        _option(name, member, text_in(language, known, name, texts.get(names[name]) or member.get("description", "")))
        for name, member in published.items()
    ]


def _option(name: str, member: dict[str, Any], description: str) -> SetUpOption:
    """Describe one option by its published schema."""
    default = member.get("default", msgspec.UNSET)
    if member.get("type") == "boolean":
        return BooleanOption(name, description, bool(default))
    if "enum" in member:
        return ChoiceOption(name, description, tuple(member["enum"]), default)
    if member.get("type") == "integer" and {"minimum", "maximum"} <= set(member):
        return IntegerOption(name, description, member["minimum"], member["maximum"], default)
    if member.get("type") == "string" and "maxLength" in member:
        return TextOption(name, description, member["maxLength"], default)
    raise UnknownOption(name)
