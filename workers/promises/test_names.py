"""Test that everything in a game has a name in every language."""

import re
from collections import Counter
from functools import cache

import msgspec
import pytest
from msgspec import inspect

from domain.languages import LANGUAGES
from domain.levels import LEVELS
from domain.versions import versions_of
from workers.promises.games import NAMES, PLAYED, languages_of, play

OFF_THE_WIRE = {
    "action",
    "fact",
    "option",
    "level",
    "ai_player",
    "score_item",
    "equipment",
    "player_colour",
    "field",
    "team",
}
"""The kinds of names whose ids need not occur in wire types or constants."""

every_ruleset = pytest.mark.parametrize("name", NAMES)


def structs(ruleset):
    """List the schemas of all types of a ruleset that go over the wire."""
    types = [ruleset.options_type, ruleset.observed_type, ruleset.action_type, ruleset.fact_type, ruleset.view_type]
    return msgspec.json.schema_components([*types, type(ruleset.constants)])


def words(part, member=""):
    """List the enumerations of a schema, except the tags of unions and fields with references."""
    if isinstance(part, list):
        return [found for each in part for found in words(each, member)]
    if not isinstance(part, dict):
        return []
    own = [] if member == "type" or member.endswith("provenance") else [part.get("enum", [])]
    inside = [found for name, each in part.get("properties", {}).items() for found in words(each, name)]
    below = [found for key in ("items", "additionalProperties", "anyOf") for found in words(part.get(key), member)]
    return [each for each in [*own, *inside, *below] if each and all(isinstance(word, str) for word in each)]


def copies(named):
    """List the ids of copies within a kind. A copy has the name of another component, and its id with a number."""
    return {each for each in named if each.rpartition("-")[0] in named and each.rpartition("-")[2].isdigit()}


def tags(union):
    """List the tags of a union."""
    members = msgspec.inspect.type_info(union)
    return {each.tag for each in getattr(members, "types", [members])}


def values(part):
    """List the words and numbers in a value in wire form."""
    if isinstance(part, dict):
        return {each for key, value in part.items() for each in (key, *values(value))}
    return {each for value in part for each in values(value)} if isinstance(part, list) else {str(part)}


@cache
def score_items(name):
    """List the items of score sheets in a game of each number of seats."""
    ruleset = PLAYED[name]
    ends = [play(name, seats, 0).end for seats in range(ruleset.min_seats, ruleset.max_seats + 1)]
    sheets = [each for end in ends for each in ruleset.outcome(end).seats]
    return {row.item for sheet in sheets for row in (*sheet.rows, *sheet.tie_breaks)}


@every_ruleset
def test_each_closed_list_of_words_has_names_of_one_kind(name):
    """Add a kind to `things` in `names.json` with the ids that a field of the wire types lists."""
    kinds = [set(ids) for ids in PLAYED[name].names.things.values()]
    _, components = structs(PLAYED[name])
    unnamed = [each for each in words(list(components.values())) if not any(set(each) <= ids for ids in kinds)]
    assert unnamed == []


@every_ruleset
def test_actions_facts_options_and_levels_are_named(name):
    """List in `names.json` exactly the types of actions, of their observed forms and of facts, and the options of this
    game. A kind without ids is empty: `"option": {}`.
    """
    ruleset = PLAYED[name]
    things = ruleset.names.things
    assert set(things["action"]) == tags(ruleset.action_type) | tags(ruleset.observed_type)
    assert set(things["fact"]) == tags(ruleset.fact_type)
    assert set(things.get("option", ())) == set(ruleset.options_type.__struct_fields__)
    assert set(things["level"]) == set(LEVELS)


@every_ruleset
def test_each_row_of_a_score_sheet_is_named(name):
    """Add the items of score rows to `score_item` in `names.json`."""
    assert score_items(name) <= set(PLAYED[name].names.things["score_item"])


@every_ruleset
def test_each_rejection_has_a_title_and_no_other_code_has(name):
    """List the codes of `rejections` in `names.json`, in the same order and no others."""
    assert list(PLAYED[name].names.rejections) == [rejection.code for rejection in PLAYED[name].rejections]


@every_ruleset
def test_every_name_belongs_to_an_existing_thing(name):
    """Use each id in a field of a wire type, as in `Annotated[str, words(IDS, "A disc.", named="disc")]`, or in
    `CONSTANTS`. Otherwise remove it from `names.json`. Pieces of the players have the kind `player_colour`.
    """
    ruleset = PLAYED[name]
    _, components = structs(ruleset)
    known = {word for each in words(list(components.values())) for word in each}
    known |= values(msgspec.json.decode(msgspec.json.encode(ruleset.constants)))
    for kind, named in ruleset.names.things.items():
        unused = set() if kind in OFF_THE_WIRE else set(named) - copies(named) - known
        assert unused == set(), f"no field of the game has these ids of the kind {kind!r}"


def fields(kind):
    """List the fields of a type and its parts, except those of counts by id, whose names are those of the ids."""
    match kind:
        case inspect.StructType():
            own = set() if getattr(kind.cls, "keyed_by", None) else {each.encode_name for each in kind.fields}
            return own.union(*(fields(each.type) for each in kind.fields))
        case inspect.UnionType():
            return set().union(*map(fields, kind.types))
        case inspect.Metadata():
            return fields(kind.type)
        case inspect.VarTupleType() | inspect.ListType():
            return fields(kind.item_type)
        case inspect.DictType():
            return fields(kind.value_type)
    return set()


@every_ruleset
def test_each_field_of_a_view_has_a_name(name):
    """Name exactly the fields of the view and of its parts under the kind `field` in `names.json`. A ruleset that is
    not published may omit the kind.
    """
    ruleset = PLAYED[name]
    named = set(ruleset.names.things.get("field", ()))
    if named or ruleset.published:
        assert named == fields(inspect.type_info(ruleset.view_type))


@every_ruleset
def test_there_are_seat_colours_for_all_seats_or_none(name):
    """Name a colour of the kind `player_colour` in `names.json` for each seat, or omit the kind."""
    ruleset = PLAYED[name]
    assert not ruleset.seat_colours or len(ruleset.seat_colours) >= ruleset.max_seats


@every_ruleset
def test_the_title_and_the_score_items_are_not_those_of_another_game(name):
    """Change `title` and `score_item` in `names.json`: they still name the game from which the file was copied."""
    own = PLAYED[name].names
    for other in set(NAMES) - {each.name for each in versions_of(PLAYED, PLAYED[name])}:
        names = PLAYED[other].names
        unused = set(own.things["score_item"]) - score_items(name)
        assert not unused & set(names.things["score_item"]), f"score items of {other}"
        assert own.title.en != names.title.en or own.title.en.casefold() in (name, other), f"the title of {other}"


@every_ruleset
def test_each_name_and_sentence_is_in_every_language(name):
    """Add the languages of the `title` in `names.json` to each text in `names.json` and `sentences.json`. A published
    game has every language.
    """
    names, sentences = PLAYED[name].names, PLAYED[name].sentences
    languages = languages_of(PLAYED[name])
    named = {**names.things, "rejection": names.rejections, "title": {"title": names.title}}
    texts = named | {part: getattr(sentences, part) for part in sentences.__struct_fields__}
    lacking = [
        (kind, each)
        for kind, of in texts.items()
        for each, text in of.items()
        if not languages <= {*text.words} <= {*LANGUAGES}
    ]
    assert lacking == []


@every_ruleset
def test_no_two_things_of_a_kind_share_a_name_but_copies_of_one(name):
    """Change one of the equal names in `names.json`."""
    names = PLAYED[name].names
    for kind, named in {**names.things, "rejection": names.rejections}.items():
        for language in LANGUAGES:
            facts = Counter(
                text.read_in(language).casefold() for each, text in named.items() if each not in copies(named)
            )
            assert [shared for shared, times in facts.items() if times > 1] == [], (kind, language)


@every_ruleset
def test_the_title_of_a_rejection_is_a_phrase_and_no_sentence(name):
    """Write 4 to 60 characters without a full stop for each rejection in `names.json`."""
    for text in PLAYED[name].names.rejections.values():
        for language in LANGUAGES:
            assert re.fullmatch(r"\S.{2,58}[^\s.]", text.read_in(language))
