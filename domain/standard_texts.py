"""The texts that a game need not write: `standard_texts.json`, and English names that follow from ids."""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, Final, get_args

import msgspec

from domain.names import Names, Text, read_texts


class StandardTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The standard texts, each in every language."""

    rejections: Mapping[str, Text]
    """The titles of rejections by code."""
    sentences: Mapping[str, Text]
    """The sentences of rejections that show more than their title, by code."""
    facts: Mapping[str, Text]
    """The name and sentence of the fact of games without facts."""
    options: Mapping[str, Text]
    """The names of options by field."""
    paragraphs: Mapping[str, Text]
    """The paragraphs of the rules that rejections cite, by code."""
    ranges: Text
    """The numbers from `least` to `most`."""


TEXTS: Final = read_texts(files("domain").joinpath("standard_texts.json").read_bytes(), StandardTexts)


def with_standard_names(names: Names, fields: Mapping[str, Any]) -> Names:
    """Return the names of a game with those that it need not write; `fields` are those of its `Ruleset`.

    An action `drop_disc` without a name is called "Drop disc".
    """
    codes = [each.code for each in fields["rejections"]]
    known = {**TEXTS.rejections, **names.rejections}
    titles = {code: known[code] for code in codes if code in known}
    actions = (*tags(fields["action_type"]), *tags(fields["observed_type"]))
    ids = {"option": fields["options_type"].__struct_fields__, "action": actions, "fact": tags(fields["fact_type"])}
    standard = {"option": TEXTS.options, "fact": TEXTS.facts}
    named = {kind: {**_named(each, standard.get(kind, {})), **names.things.get(kind, {})} for kind, each in ids.items()}
    things = {"decision": {}, "score_item": {}, **names.things, **named}
    return Names(names.title, {**titles, **names.rejections}, things)


def tags(union: Any) -> list[str]:
    """Return the tags of a tagged type, or of a union of such types."""
    return [str(each.__struct_config__.tag) for each in get_args(union) or (union,)]


def _named(ids: Iterable[str], standard: Mapping[str, Text]) -> dict[str, Text]:
    return {each: standard.get(each, Text.of(en=each.replace("_", " ").capitalize())) for each in ids}
