"""Test that a text must fit the patterns of the contract to its last character."""

import ast
import re
from collections.abc import Iterator
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path
from random import Random
from typing import Annotated, Any, get_args

import msgspec
import pytest
from hypothesis import Phase, find, settings
from hypothesis.strategies import from_regex
from marshmallow import ValidationError
from marshmallow.fields import Dict, Field, List
from msgspec import Meta

from domain.fields import published_pattern, whole_text
from domain.riddle.wire.actions import CARD_PATTERN
from service.app import ACTING_FOR
from service.contract.fields import WholeText
from service.contract.structs import schema_of
from service.resources.base import Headers, Query, Request
from tests.service.helpers.client.contract import committed
from tests.service.helpers.players.player import player

ENDINGS = ("\n", "\r", "\r\n", "\u2028", "\u2029", "\0", "\n\n")
ROOT = Path(__file__).parents[3]


def parts_of(schema: Any) -> Iterator[tuple[str, str]]:
    """List the patterns within a schema, with the names of the fields that have them."""
    for name, field in schema.get("properties", {}).items():
        yield from ((name, pattern) for pattern in _patterns(field))
    if "properties" not in schema:
        yield from (("", pattern) for pattern in _patterns(schema))


def _patterns(field: Any) -> Iterator[str]:
    if isinstance(field.get("pattern"), str):
        yield field["pattern"]
    for inner in ("items", "additionalProperties"):
        if isinstance(field.get(inner), dict):
            yield from _patterns(field[inner])


def published() -> set[str]:
    """Return all patterns of the contract: of components and of parameters."""
    components = committed()["components"]["schemas"].values()
    operations = [each for path in committed()["paths"].values() for each in path.values() if "operationId" in each]
    sent = [each for operation in operations for each in operation.get("parameters", ())]
    shared = committed()["components"].get("parameters", {}).values()
    parameters = [each["schema"] for each in [*sent, *shared] if "schema" in each]
    return {pattern for each in [*components, *parameters] for _, pattern in parts_of(each)}


def structs(kind: type[msgspec.Struct] = msgspec.Struct) -> set[type[msgspec.Struct]]:
    return {kind} | {each for child in kind.__subclasses__() for each in structs(child)}


def metas_of(kind: Any) -> Iterator[tuple[str, Any]]:
    """List the patterns that a type checks, as published, each with its annotated text."""
    found = [each for each in getattr(kind, "__metadata__", ()) if isinstance(each, Meta) and each.pattern]
    yield from ((published_pattern(each.pattern), Annotated[str, each]) for each in found)
    for inner in get_args(kind):
        yield from metas_of(inner)


@cache
def checked() -> dict[str, list[Any]]:
    """Return by published pattern the texts of all structs that have it."""
    texts: dict[str, list[Any]] = {}
    for struct in structs():
        if struct.__module__.startswith(("domain.", "service.")):
            for each in msgspec.structs.fields(struct):
                for pattern, text in metas_of(each.type):
                    texts.setdefault(pattern, []).append(text)
    return texts


def fields_of(field: Field[Any]) -> list[Field[Any]]:
    """List a field, and the fields of its keys and values."""
    inner = [field.inner] if isinstance(field, List) else []
    if isinstance(field, Dict):
        inner = [each for each in (field.key_field, field.value_field) if each is not None]
    return [field, *(found for each in inner for found in fields_of(each))]


@cache
def validators() -> dict[str, list[WholeText]]:
    """Return by published pattern the validators of all bodies, queries and headers."""
    found: dict[str, list[WholeText]] = {}
    for struct in {each for kind in (Request, Query, Headers) for each in structs(kind)}:
        if ".resources" in struct.__module__ and struct.__struct_fields__:
            for field in schema_of(struct)().fields.values():
                for each in (each for part in fields_of(field) for each in part.validators):
                    if isinstance(each, WholeText):
                        found.setdefault(str(each.regex.pattern), []).append(each)
    return found


@cache
def sample(pattern: str) -> str:
    """Return a text that fits a pattern, the first one: to look for a shorter one takes twenty times as long."""
    first = settings(phases=[Phase.generate], database=None)
    return find(from_regex(pattern, fullmatch=True), lambda text: len(text) > 0, settings=first, random=Random(1))


def only_published() -> set[str]:
    """Return patterns without a validator: the rules check the ids of cards, and `callers` the ids of users."""
    return {CARD_PATTERN, ACTING_FOR["schema"]["pattern"]}


def convert(kind: Any, text: str) -> Any:
    return msgspec.convert(text, kind)


def rejects(check: Any, text: str) -> bool:
    try:
        check(text)
    except (ValidationError, msgspec.ValidationError):
        return True
    return False


def test_each_published_pattern_is_checked():
    assert published() - {*checked(), *validators()} == only_published()


@pytest.mark.parametrize("pattern", sorted(published()))
def test_a_pattern_means_the_same_in_javascript_and_in_python(pattern):
    assert pattern.startswith("^")
    assert pattern.endswith("$")
    assert not re.search(r"\\[AZzdDwWsSbB]|\(\?", pattern)  # of these, Python reads other letters or none at all


@pytest.mark.parametrize("pattern", sorted(published() - only_published()))
def test_no_text_with_more_behind_it_fits_a_pattern(pattern):
    text, kinds, checks = sample(pattern), checked().get(pattern, ()), validators().get(pattern, ())
    assert [msgspec.convert(text, kind) for kind in kinds] == [text] * len(kinds)
    assert [check(text) for check in checks] == [text] * len(checks)
    endings = ENDINGS if "." not in pattern else ("\n", "\r\n")  # text of users has rules of its own
    longer = [text + ending for ending in endings]
    assert [(each, kind) for each in longer for kind in kinds if not rejects(partial(convert, kind), each)] == []
    assert [(each, check) for each in longer for check in checks if not rejects(check, each)] == []


def test_only_one_function_sets_patterns():
    """msgspec searches for a pattern, so each pattern needs the end that `whole_text` sets."""
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for folder in ("domain", "service", "workers")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and any(each.arg == "pattern" for each in call.keywords)
        and ast.unparse(call.func).endswith("Meta")
    ]
    assert [each for each in found if not each.startswith("domain/fields.py")] == []


def test_a_pattern_without_both_ends_is_an_error():
    with pytest.raises(ValueError, match="must start with"):
        whole_text("[a-z]+")


def test_each_alternative_of_a_pattern_ends_with_the_text():
    either = Annotated[str, whole_text("^$|^[a-z]$")]
    assert [rejects(lambda text: msgspec.convert(text, either), text) for text in ("", "a", "\n", "a\n")] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize(
    ("path", "longer", "fault"),
    [
        ("/me/notification-targets", {"email": "a@example.org{}"}, "/email"),
        ("/me/notification-targets", {"url": "discord://1/2{}"}, "/url"),
        ("/me/notification-targets", {"email": "a@b.cz", "quiet_hours": {"start": "22:00{}"}}, "/quiet_hours/start"),
        (
            "/me/notification-targets",
            {"email": "a@b.cz", "quiet_hours": {"time_zone": "UTC{}"}},
            "/quiet_hours/time_zone",
        ),
        ("/me/webhooks", {"url": "https://example.org/hook{}"}, "/url"),
    ],
)
def test_a_request_with_a_longer_text_is_invalid(service, path, longer, fault):
    ada, body = player(service, "Ada"), msgspec.json.encode(longer).decode()
    for ending in ENDINGS:
        response = ada.post(path, msgspec.json.decode(body.replace("{}", msgspec.json.encode(ending).decode()[1:-1])))
        assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert fault in [each["path"] for each in response.json["errors"]]
