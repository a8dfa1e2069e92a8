"""Test that a generic client has a sentence for every event, in every language."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args

import pytest
from bottega_client import GameTexts
from bottega_client.messages import Argument, Syntax, parse
from msgspec import inspect

from domain.languages import DECLARED, LANGUAGES
from domain.names import Text
from domain.sentences import NO_SENTENCES, SentencePart, Sentences, read_sentences
from workers.promises.games import NAMES, PLAYED
from workers.promises.previews import offered
from workers.promises.references import met
from workers.promises.sentences import described, texts

WITH_SENTENCES = [name for name in NAMES if PLAYED[name].sentences != NO_SENTENCES]
"""The rulesets with sentences."""
every_ruleset = pytest.mark.parametrize("name", WITH_SENTENCES)
in_every_language = pytest.mark.parametrize("language", LANGUAGES)
PLAYERS = ("Ada", "Bruno", "Carla", "Dino", "Ester")
CYRILLIC = re.compile("[\u0400-\u04ff]")

Members = Mapping[str, Any]


def structs(union: Any) -> dict[str, inspect.StructType]:
    """List the structs of a union by their tags."""
    whole = inspect.type_info(union)
    found = whole.types if isinstance(whole, inspect.UnionType) else (whole,)
    return {str(each.tag): each for each in found if isinstance(each, inspect.StructType)}


def members(kind: inspect.Type) -> set[str]:
    """List the field names of a struct, of an entry of a list of structs, or of a mapping."""
    match kind:
        case inspect.Metadata():
            return members(kind.type)
        case inspect.StructType():
            by_id = {"key", "value"} if hasattr(kind.cls, "keyed_by") else set()
            return {field.encode_name for field in kind.fields} | by_id
        case inspect.VarTupleType():
            return members(kind.item_type)
        case inspect.DictType():
            return {"key", "value"}
        case inspect.UnionType():
            return {name for each in kind.types for name in members(each)}
    return set()


def placeholders(syntax: Syntax) -> Iterator[Argument]:
    """List the arguments of a parsed sentence, including nested ones."""
    for each in syntax:
        if isinstance(each, Argument):
            yield each
            for case in each.cases.values():
                yield from placeholders(case)


@cache
def known_members(name: str) -> dict[tuple[str, str], set[str]]:
    """List the possible fields of each type of action and fact."""
    ruleset = PLAYED[name]
    previewed = inspect.type_info(ruleset.preview_type)
    assert isinstance(previewed, inspect.StructType)
    of_actions = {"actor", "seat", "facts"} | members(previewed)
    found = {("rejection", each.code): set(each.parameters) for each in ruleset.rejections}
    for part, union in (("fact", ruleset.fact_type), ("action", ruleset.observed_type)):
        for tag, struct in structs(union).items():
            found[part, tag] = members(struct) | (of_actions if part == "action" else set())
            fields = (*struct.fields, *(previewed.fields if part == "action" else ()))
            found |= {("part", f"{tag}.{each.encode_name}"): members(each.type) for each in fields}
    return found


@cache
def cases(name: str, language: Any) -> set[str]:
    """List the grammatical forms that any name has in a language."""
    things = PLAYED[name].names.things.values()
    return {case for named in things for text in named.values() for case in text.forms.get(language, {})}


def is_argument(argument: str, known: set[str], forms: set[str]) -> bool:
    """Whether an argument is a field, or derived from one."""
    member, _, derived = argument.rpartition("_")
    return argument in known or (member in known and derived in {"id", "count", "abs", *forms})


@every_ruleset
def test_exactly_each_fact_action_decision_and_rejection_has_a_sentence(name: str) -> None:
    """List in `sentences.json` exactly the types of facts and actions, the decisions and the codes of this game."""
    ruleset, emitted = PLAYED[name], PLAYED[name].sentences
    assert set(emitted.facts) == set(structs(ruleset.fact_type))
    assert set(emitted.actions) == set(structs(ruleset.observed_type))
    assert set(emitted.decisions) == set(ruleset.names.things["decision"])
    assert set(emitted.rejections) == {rejection.code for rejection in ruleset.rejections}
    assert {("part", each) for each in emitted.parts} <= set(known_members(name))


@every_ruleset
def test_each_list_of_structs_has_a_sentence_for_its_entries(name: str) -> None:
    """Add `<type>.<field>` to `parts` in `sentences.json`."""
    ruleset = PLAYED[name]
    lists = {
        f"{tag}.{field.encode_name}"
        for union in (ruleset.fact_type, ruleset.observed_type)
        for tag, struct in structs(union).items()
        for field in struct.fields
        if isinstance(field.type, inspect.VarTupleType) and members(field.type)
    }
    assert lists <= set(ruleset.sentences.parts)


@every_ruleset
def test_a_sentence_uses_fields_of_its_subject_and_values_derived_from_them(name: str) -> None:
    """Use the fields of the type as arguments, or `<field>_id`, `<field>_count`, `<field>_abs` or a form of a name.

    The fields of a preview are fields of each action.
    """
    wrong = [
        (language, part, each, placeholder.name)
        for language, part, each, text in texts(PLAYED[name])
        for placeholder in placeholders(parse(text))
        if not is_argument(placeholder.name, known_members(name).get((part, each), set()), cases(name, language))
    ]
    assert wrong == []


@every_ruleset
def test_a_sentence_uses_only_forms_that_every_client_can_render(name: str) -> None:
    """Use only the forms of ICU MessageFormat that `domain/sentences.py` lists."""
    for language, _, each, text in texts(PLAYED[name]):
        assert not re.search("''|'[{}]", text), (each, language, "a quote to ICU")
        assert "<" not in text
        for placeholder in placeholders(parse(text)):
            if placeholder.form == "plural":
                exact = {form for form in placeholder.cases if re.fullmatch(r"=\d+", form)}
                own = DECLARED[language]
                assert set(placeholder.cases) - exact <= {*own.plurals, *own.rare_plurals, "other"}, (each, language)


@every_ruleset
def test_a_plural_with_a_number_in_it_has_the_forms_of_its_language(name: str) -> None:
    """Add the plural forms of the language: `few` in Czech, `few` and `many` in Russian."""
    lacking = [
        (language, each, sorted(placeholder.cases))
        for language, _, each, text in texts(PLAYED[name])
        for placeholder in placeholders(parse(text))
        if placeholder.form == "plural"
        and any(inner.form == "number" for case in placeholder.cases.values() for inner in placeholders(case))
        and not {*DECLARED[language].plurals} <= set(placeholder.cases)
    ]
    assert lacking == []


@every_ruleset
def test_facts_and_actions_have_no_full_stop_and_decisions_no_argument(name: str) -> None:
    """Remove the full stop of a fact or action, or the argument of a decision."""
    emitted = PLAYED[name].sentences
    for text in [*emitted.facts.values(), *emitted.actions.values(), *emitted.decisions.values()]:
        for language in LANGUAGES:
            assert not text.read_in(language).endswith("."), text
    for text in emitted.decisions.values():
        assert all("{" not in text.read_in(language) for language in LANGUAGES)
    for text in emitted.rejections.values():
        assert all(re.search(r"[.}]$", text.read_in(language)) for language in LANGUAGES), text


@in_every_language
@every_ruleset
def test_sentences_of_played_games_have_no_unfilled_gaps(name: str, language: str) -> None:
    """Write a form for an omitted or empty field: `select` by `<field>_id`, `plural` by `<field>_count`."""
    ruleset = PLAYED[name]
    teller = GameTexts(described(ruleset, language), PLAYERS, language)
    emitted = {line for part, which, shown in met(name) for line in _reported(teller, part, which, shown)}
    assert len(emitted) > 3
    for line in emitted:
        assert not re.search(r"[{}#_]|  |^ | $|\b(UNSET|none|true|false)\b|[:(,] *$|\( *\)|: *[;,.]", line), line
        if language in ruleset.names.title.words:
            assert (CYRILLIC.search(line) is not None) == (DECLARED[language].script == "cyrillic"), line


def _reported(teller: GameTexts, part: str, which: str, shown: Any) -> Iterator[str]:
    """Return the sentence of an action or fact."""
    if part == "fact":
        yield teller.fact(shown)
    if part == "action":
        yield teller.action(shown, 1)
    if part in ("rejection", "malformed"):
        yield teller.rejection(which, shown)


@pytest.mark.no_cover
@in_every_language
@every_ruleset
def test_an_action_has_an_imperative_for_buttons_and_a_third_person_for_the_log(name: str, language: str) -> None:
    """Begin with `{actor_id, select, none {Take} other {{seat} takes}}`."""
    ruleset = PLAYED[name]
    writer = GameTexts(described(ruleset, language), PLAYERS, language)
    legal = [shown for part, which, shown in met(name) if part == "action" and which in structs(ruleset.action_type)]
    assert legal
    for action in legal:
        button, line = writer.action(action), writer.action(action, 1)
        assert button[0].isupper(), button
        assert not re.search(r"[{}#_]|  | $|[:(,] *$|\( *\)", button), button
        assert PLAYERS[1] in line, line
        assert button != line


@pytest.mark.no_cover
@in_every_language
@every_ruleset
def test_the_button_of_an_action_names_the_values_of_its_preview(name: str, language: str) -> None:
    """Use each field of a preview in the imperative, with a form for an omitted field."""
    writer = GameTexts(described(PLAYED[name], language), PLAYERS, language)
    for action, preview in offered(name):
        button = writer.button(action, preview)
        assert not re.search(r"[{}#_]|  |^ | $|\b(UNSET|none|true|false)\b|[:(,;] *$|\( *\)|: *[;,.]", button), button
        for field in preview:
            assert button != writer.button(action, {**preview, field: None}), (button, field)


@every_ruleset
def test_only_actions_that_a_player_can_choose_have_an_imperative(name: str) -> None:
    """Use `actor_id` in the sentences of all legal actions, not in those of observed forms."""
    ruleset = PLAYED[name]
    for tag, text in ruleset.sentences.actions.items():
        for language in LANGUAGES:
            names = {each.name for each in placeholders(parse(text.read_in(language)))}
            assert ("actor_id" in names) == (tag in structs(ruleset.action_type)), (tag, language)


@every_ruleset
def test_each_sentence_is_written_in_the_letters_of_its_language(name: str) -> None:
    """Translate the sentence in `sentences.json`."""
    for language, _, each, text in texts(PLAYED[name]):
        words = re.sub(r"[a-z_]+,? (select|plural),|\b[a-z0-9_=]+ \{|\{[a-z_]+\}", "", text)
        if re.search(r"\w{3}", words):
            assert (CYRILLIC.search(words) is not None) == (DECLARED[language].script == "cyrillic"), each


def test_a_ruleset_in_the_making_has_no_sentences() -> None:
    assert read_sentences("domain") == NO_SENTENCES
    assert set(get_args(SentencePart)) == {"fact", "action", "decision", "rejection", "part"}


def test_sentences_are_listed_in_a_language() -> None:
    text = Text.of(en="{seat} waits", cs="{seat} čeká", it="{seat} aspetta", ru="{seat} ждёт")
    emitted = Sentences(actions={"wait": text}, parts={"wait.turns": text})
    assert list(emitted.listed_in("cs")) == [("action", "wait", "{seat} čeká"), ("part", "wait.turns", "{seat} čeká")]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{seat} takes {tiles", "missing"),
        ("{tiles_count, ordinal, one {a} other {b}}", "unknown form"),
        ("{tiles_count, plural, one {a tile}}", "other"),
        ("tiles}", "unexpected"),
    ],
)
def test_faults_of_a_sentence_are_reported(text: str, fault: str) -> None:
    with pytest.raises(SyntaxError, match=fault):
        parse(text)
