"""Resources are declared once, as structs. Their schemas derive from them, and mypy knows their fields."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Annotated, Any, Literal

import msgspec
import pytest
from marshmallow import ValidationError
from msgspec import UNSET, Meta, UnsetType
from mypy import api

from domain.actions import IllegalAction
from service.contract.fields import ReadByTypes
from service.contract.structs import StructError, schema_of
from service.resources.base import Query, Request, Response, shown
from service.resources.games import ActionRequest
from service.resources.webhooks import PlayerWebhookRequest, Webhook, WebhookSecret
from service.store import StoredWebhook
from service.texts import UserText
from tests.tools.misspelled import ROOT, chosen_places, unnoticed

USE_CASES = ("game", "lobby", "matchmaking", "playing", "reading", "streams", "tournaments", "webhooks")


class Colours(Request, frozen=True):
    """A request with fields of several types."""

    name: Annotated[str, UserText(5)]
    """The name."""
    count: Annotated[int, Meta(ge=1, le=3, description="The number.")] = 1
    shades: tuple[Literal["red", "blue"], ...] = ()
    """The shades of the
    colour."""


class Page(Query, frozen=True):
    """A query with a default."""

    limit: Annotated[int, Meta(ge=1, le=9)] = 5
    """The limit."""


class Span(Request, frozen=True):
    """A request whose fields must fit each other."""

    first: int
    last: int | None = None

    def faults(self) -> Iterator[tuple[str, str]]:
        """Return the fault of a span that ends before it starts."""
        if self.last is not None and self.last < self.first:
            yield "last", "Must not be before `first`."
            yield "", "The span is empty."


class Whole(Response, frozen=True, omit_defaults=False):
    """A response that shows its defaults."""

    count: int = 1
    note: str | UnsetType = UNSET


class Unknown(Response, frozen=True):
    """A struct with a type that has no field."""

    value: complex


def test_a_body_is_loaded_as_its_struct():
    assert schema_of(Colours)().load({"name": " Ada ", "shades": ["red"]}) == Colours("Ada", 1, ("red",))


ACTION = {"ruleset": "tiny", "decision": 0, "action": {"type": "set_stake", "stake": 1}}


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"decision": 2.0},
        {"decision": True},
        {"decision": -1},
        {"decision": None},
        {"ruleset": "unknown"},
        {"ruleset": 1},
        {"more": 1},
        {"action": {"type": "unknown"}},
        {"action": {"type": "set_stake", "stake": "1"}},
    ],
)
def test_a_request_that_is_read_by_its_types_is_as_its_schema_reads_it(service, changed):
    schema: Any = schema_of(ActionRequest)()
    body = ACTION | changed
    with service.app.app_context():
        assert _loaded(schema.load, body) == _loaded(super(ReadByTypes, schema).load, body)


def _loaded(load: Callable[[Any], Any], body: Any) -> Any:
    """Return what was loaded, or the faults."""
    try:
        return load(body)
    except ValidationError as error:
        return error.messages
    except IllegalAction as error:
        return error.reason


def test_all_faults_of_a_body_are_reported_at_once():
    with pytest.raises(ValidationError) as raised:
        schema_of(Colours)().load({"count": "2", "shades": [3], "other": 1})
    assert set(raised.value.messages) == {"name", "count", "shades", "other"}


def test_faults_between_fields_are_reported_after_those_of_single_fields():
    with pytest.raises(ValidationError) as raised:
        schema_of(Span)().load({"first": "2", "last": 1})
    assert set(raised.value.messages) == {"first"}
    with pytest.raises(ValidationError) as raised:
        schema_of(Span)().load({"first": 2, "last": 1})
    assert raised.value.messages == {"last": ["Must not be before `first`."], "_schema": ["The span is empty."]}


def test_null_is_no_omitted_value():
    assert schema_of(Span)().load({"first": 2}) == Span(2)
    with pytest.raises(ValidationError):
        schema_of(Span)().load({"first": 2, "last": None})


def test_a_response_that_shows_its_defaults_requires_them():
    declared = schema_of(Whole)().fields
    assert {name: field.required for name, field in declared.items()} == {"count": True, "note": False}
    assert msgspec.json.encode(Whole()) == b'{"count":1}'


def test_descriptions_come_from_docstrings_and_types():
    declared = schema_of(Colours)().fields
    described = {name: field.metadata["description"] for name, field in declared.items()}
    assert described["count"] == "The number."
    assert described["shades"] == "The shades of the colour."
    assert described["name"].startswith("The name. At most 5 characters")


def test_a_query_publishes_its_defaults():
    assert schema_of(Page)().fields["limit"].load_default == 5
    assert schema_of(Page)().load({"limit": "7"}) == Page(7)


def test_a_type_without_a_field_is_rejected_with_the_name_of_the_member():
    with pytest.raises(StructError, match=r"^value: "):
        schema_of(Unknown)


def test_a_response_has_the_fields_of_its_form_only():
    stored = StoredWebhook(
        webhook_id="wh_1",
        url="https://example.org/",
        event_types=(),
        created_at="2026-01-01T00:00:00.000000Z",
        secret="s",
    )
    assert shown(stored, Webhook) == Webhook("wh_1", "https://example.org/", (), "2026-01-01T00:00:00.000000Z")


def test_a_stated_text_that_is_the_default_is_omitted_on_the_wire():
    scope = msgspec.json.decode(b'"seats"')  # equal, but another object
    loaded = schema_of(PlayerWebhookRequest)().load({"url": "https://example.org/", "scope": scope})
    assert msgspec.json.decode(msgspec.json.encode(loaded)) == {"url": "https://example.org/"}


def test_a_default_is_omitted_on_the_wire():
    assert WebhookSecret("wh_1", "s").previous_until is UNSET
    assert PlayerWebhookRequest(url="https://example.org/").scope == "seats"


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """Return a directory for mypy."""
    return tmp_path_factory.mktemp("mypy")


MISSPELLED = """
import dataclasses
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace
from service.problems import UnknownLevel
from service.resources.base import changed, shown
from service.resources.webhooks import PlayerWebhookRequest, Webhook, WebhookSecret
from service.store import StoredNotice, StoredWebhook

class Numbered(Struct):
    scope: int | None = None

class Owned(Struct):
    owner: str = ""

class ShownOwned(Struct):
    owner: str | UnsetType = UNSET

def view(body: PlayerWebhookRequest, stored: StoredWebhook, notice: StoredNotice) -> object:
    return (
        body.urll,
        body.event_type,
        PlayerWebhookRequest(url="x", scop="seats"),
        PlayerWebhookRequest(url="x", scope="seat"),
        replace(stored, scop="seats"),
        replace(stored, scope="seat"),
        shown(stored, Webhook, scop="seats"),
        shown(notice, Webhook),
        UnknownLevel("There is none.", levls=()),
        changed(stored, body, scop="seats"),
        changed(stored, Numbered()),
        dataclasses.replace(stored, scope="seats"),
        shown(Owned(), ShownOwned),
    )
"""


def test_a_misspelled_field_fails_the_type_check(tmp_path, cache):
    file = tmp_path / "misspelled.py"
    file.write_text(MISSPELLED)
    out, _, _ = api.run(["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(cache), str(file)])
    faulty = {int(line.split(":")[1]) for line in out.splitlines() if "misspelled.py:" in line}
    assert faulty == {*range(21, 34)}, out


def test_misspelled_names_at_random_places_of_use_cases_fail_the_type_check(cache):
    files = [file.relative_to(ROOT) for room in USE_CASES for file in sorted((ROOT / "service" / room).rglob("*.py"))]
    chosen = chosen_places(files, Random(7), 5)
    assert (len(chosen), unnoticed(chosen, cache)) == (5, [])
