"""Test the texts of users: the same rules apply to every text field of the contract."""

import json
from typing import Any

import msgspec
import pytest
from marshmallow import Schema, ValidationError, fields
from marshmallow.validate import OneOf, Regexp

from service.contract.fields import ListParameter, RequestSchema, RulesetName, UserText
from service.contract.structs import schema_of
from service.resources.creation import GameRequest
from service.texts import BadText, isolated, one_line, shortened, user_text
from tests.service.helpers.client.contract import exported
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.tournaments import organiser, plan

SEATS: Any = schema_of(GameRequest)().fields["seats"]

STORED = {
    "  Ann  ": "Ann",
    "Jose\u0301": "José",
    "O'Neil-王 (2)": "O'Neil-王 (2)",
    "نمی\u200cبینیم": "نمی\u200cبینیم",
    "क्\u200dष": "क्\u200dष",
    "ශ්\u200dරී": "ශ්\u200dරී",
    "שָׁלוֹם": "שָׁלוֹם",
    "👩🏽\u200d🚀 ❤\ufe0f 1\ufe0f\u20e3 🇨🇿": "👩🏽\u200d🚀 ❤\ufe0f 1\ufe0f\u20e3 🇨🇿",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": (
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    ),
    "葛\U000e0100飾": "葛\U000e0100飾",
    "👨\u200d👩\u200d👧\u200d👦" * 20: "👨\u200d👩\u200d👧\u200d👦" * 20,
}
KEY = "bk_" + "a" * 28 + "_" + "B" * 43
REJECTED = [
    *("", " ", "\u00a0", "\u3000", "\u2800", "\u3164", "\u115f", "\u200b", "\u0301", "\ufe0f"),
    *("a\0b", "a\nb", "a\rb", "a\tb", "\x1b[2J", "a\x9b1m", "a\x7f", "a\u0085b", "a\u2028b", "a\u2029b"),
    *("a\u202eb", "a\u2066b\u2069", "a\u200fb", "a\u200eb", "a\u061cb", "a\u00adb", "\ufeffa", "a\u2060b"),
    *("a\u200db", "a\u200cb", "क\u200d", "\u200cم", "a\ufe0f", "a\U000e0061", "a\U000e0100", "\u180e"),
    *("\ue000", "\U000f0000", "\uffff", "\ufdd0", "\U0010ffff", "z" + "\u0335" * 5),
    *(
        KEY,
        f"my key {KEY}",
        "a" * 20 + ".0." + "b" * 43,
        "a" * 20 + ".creator." + "b" * 43,
        "a" * 20 + ".1-2." + "b" * 43,
    ),
    *("whsec_" + "a" * 44, "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2ln"),
]
SECRETS_OR_IDS = {
    *("invitation", "code", "token", "ticket", "url", "secret", "level", "cursor", "next_cursor", "v", "etag"),
    *("event_types", "action_types", "credential", "calendar_token"),
}
"""String fields that are compared and never shown, or name an existing object."""


def schemas(base=RequestSchema):
    for each in base.__subclasses__():
        yield each
        yield from schemas(each)


def texts_of(schema: type[Schema]):
    """List the text fields of users, with their paths."""
    for name, field in schema._declared_fields.items():
        for place, one in parts(name, field):
            if isinstance(one, UserText):
                yield f"{schema.__name__}.{place}", one


def parts(name, field):
    yield name, field
    if isinstance(field, fields.Dict):
        yield f"{name}.*", field.value_field
    if isinstance(field, fields.List):
        yield f"{name}[]", field.inner


exported()  # the schemas are made with the contract
TEXTS = {place: field for schema in {*schemas()} for place, field in texts_of(schema)}


@pytest.mark.parametrize(("text", "stored"), STORED.items(), ids=ascii)
def test_a_text_is_stored_in_one_form(text, stored):
    assert user_text(text, 1, 64) == stored


@pytest.mark.parametrize("text", REJECTED, ids=ascii)
def test_a_text_that_is_invisible_or_moves_other_text_is_rejected(text):
    with pytest.raises(BadText):
        user_text(text, 1, 64)


def test_every_character_is_visible_or_a_space_or_needed_by_its_neighbours():
    alone = [chr(each) for each in range(0x110000)]
    stored = []
    for each in alone:
        try:
            stored.append(user_text(f"a{each}a", 1, 64))
        except BadText:
            continue
    assert len(stored) > 140_000
    assert not {letter for text in stored for letter in text} & {*map(chr, [*range(32), *range(0x7F, 0xA1), 0xAD])}
    assert {letter for text in stored for letter in text if letter.isspace()} == {" "}


def test_the_length_is_counted_in_visible_characters():
    assert user_text("e\u0323\u0301" * 64, 1, 64)
    with pytest.raises(BadText, match="between 1 and 64"):
        user_text("x" * 65, 1, 64)
    with pytest.raises(BadText, match="code points"):
        user_text("👨🏽\u200d👩🏽\u200d👧🏽\u200d👦🏽" * 64, 1, 64)


def test_each_text_field_of_the_contract_is_found():
    assert {
        "PlayerRequest.name",
        "PlayerChange.name",
        "Claim.name",
        "GameRequest.name",
        "GameRequest.label",
        "GameRequest.metadata.*",
    } <= {*TEXTS}
    assert len(TEXTS) > 15


@pytest.mark.parametrize("place", sorted(TEXTS))
def test_each_text_field_follows_the_rules(place):
    for text in REJECTED:
        if text.strip(" ") or TEXTS[place].shortest:
            with pytest.raises(ValidationError):
                TEXTS[place].deserialize(text)
    assert TEXTS[place].deserialize(" Jose\u0301 ") == "José"


def test_no_other_field_of_a_request_accepts_any_text():
    loose = {
        f"{schema.__name__}.{place}"
        for schema in {*schemas()}
        for name, field in schema._declared_fields.items()
        for place, one in parts(name, field)
        if isinstance(one, fields.String) and not isinstance(one, UserText | RulesetName | ListParameter)
        if not any(isinstance(each, OneOf | Regexp) for each in one.validators)
        if name not in SECRETS_OR_IDS
    }
    assert loose == set()


@pytest.mark.parametrize("text", REJECTED, ids=ascii)
def test_the_name_of_a_seat_follows_the_rules(text):
    with pytest.raises(ValidationError) as rejection:
        SEATS.inner.deserialize({"kind": "human", "name": text})
    assert [*rejection.value.messages] == ["name"]
    assert SEATS.inner.deserialize({"kind": "open", "name": " Jose\u0301"}).name == "José"


@pytest.mark.parametrize("text", [each for each in REJECTED if "\ufdd0" not in each], ids=ascii)
def test_a_rejected_name_is_a_clear_problem_and_changes_nothing(service, text):
    who = player(service, "Ann")
    for response in (
        who.send("PATCH", "/me", {"name": text}),
        service.client.post("/v1/players", json={"name": text}),
        who.create([{"kind": "human", "name": text}, {"kind": "human"}]),
        who.create(name=text),
        who.create(label=text),
        who.create(metadata={"a": text or "\0"} if text.strip(" ") else {"a": "\0"}),
    ):
        assert rejected(response) == (422, "invalid_request"), response.request.path
    assert (who.get("/me").json["name"], who.games()) == ("Ann", [])


def test_a_rejected_text_of_a_tournament_is_a_clear_problem(service):
    olga = organiser(service)
    assert rejected(olga.post("/tournaments", plan() | {"name": "a\u202eb"})) == (422, "invalid_request")
    address = olga.post("/tournaments", plan()).headers["Location"].removeprefix("/v1")
    entrant = olga.post(f"{address}/entrants", {"level": "random", "name": "a\0=1+1"})
    assert entrant.json["errors"] == [
        {"path": "/name", "message": "Must not contain the character U+0000: it is invisible or moves other text."}
    ]
    assert rejected(olga.post(f"{address}/cancel", {"reason": KEY})) == (422, "invalid_request")


def test_a_game_is_found_by_a_text_in_any_form(service):
    game_id = player(service).create(label="José", metadata={"club": "José"}).json["game_id"]
    for query in ({"label": "Jose\u0301"}, {"metadata": "club:Jose\u0301 "}):
        assert [each["game_id"] for each in service.client.get("/v1/games", query_string=query).json["games"]] == [
            game_id
        ]


def test_a_text_is_shortened_between_clusters_and_isolated_where_its_direction_needs_it():
    assert shortened("👨\u200d👩\u200d👧" * 3, 2) == "👨\u200d👩\u200d👧…"
    assert (isolated("Ann"), isolated("דנה"), one_line("a\nb")) == ("Ann", "\u2068דנה\u2069", "a�b")
    assert json.loads(msgspec.json.encode(one_line("\ud800"))) == "�"
