"""Test that a record is rebuilt from its seed and actions, and that every change in it is found and named."""

from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import record
from domain.dice import Seed
from domain.record import as_played, seal, write
from domain.ruleset import Outcome, SeatOutcome
from domain.verification import Irreproducible, RecordMismatch, verify
from tests.rulesets.games import GAME_SIZES, NAMES, PLAYED
from tests.rulesets.records_helpers import fault, parts
from workers.promises.games import play
from workers.promises.records import origin, recorded, tampered

RECORD = recorded("tiny", 2, 0)
TEXT = write(RECORD)


def forged(**changes: Any) -> bytes:
    """Change fields of the head and compute all hashes again."""
    head, entries = parts(RECORD)
    return write(seal(head | changes, entries))


def forged_event(number: int, **changes: Any) -> bytes:
    """Change fields of an event and compute all hashes again."""
    head, entries = parts(RECORD)
    entries[number + 1] |= changes
    return write(seal(head, entries))


def forged_result(**changes: Any) -> bytes:
    """Change fields of the result and compute all hashes again."""
    head, (*entries, result) = parts(RECORD)
    return write(seal(head, [*entries, result | changes]))


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_a_record_is_rebuilt_to_the_byte(name: str, seats: int) -> None:
    """Keep everything in the state: `setup` and `apply` must repeat a game from its seed and its actions."""
    value = recorded(name, seats, seats)
    assert verify(write(value), PLAYED) == value


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_canonical_json_and_its_hashes_are_those_of_its_description(name: str, number: int) -> None:
    """Use numbers below 2^53 and plain values in options, actions and facts."""
    text = write(recorded(name, PLAYED[name].max_seats, number))
    value = msgspec.json.decode(text)
    assert text == rfc8785.dumps(value) + b"\n"
    head, entries = parts(value)
    last, hashes = "", []
    for entry in (head, *entries):
        last = sha256(last.encode() + rfc8785.dumps(entry)).hexdigest()
        hashes.append(last)
    assert hashes[1:] == [value["setup"]["hash"], *(event["hash"] for event in value["events"]), value["hash"]]
    assert sha256(bytes.fromhex(value["salt"] + value["seed"])).hexdigest() == value["commitment"]


@pytest.mark.no_cover
@given(text=st.text(), number=st.integers(-(2**53) + 1, 2**53 - 1))
@settings(max_examples=50)
def test_every_valid_record_is_written_in_the_canonical_form(text: str, number: int) -> None:
    value: dict[str, Any] = {"text": [text, number, True], "": {"b": [], "a": {}}}
    assert record.canonical(value) == rfc8785.dumps(value)


def unrepeatable() -> dict[str, Any]:
    """Return the record of a game whose players saw another end than its actions lead to."""
    said = msgspec.structs.replace(origin(play("tiny", 2, 0)), terms={"irreproducible": True})
    outcome = Outcome((SeatOutcome(0, 2, 0, ()), SeatOutcome(1, 1, 99, ())))
    return as_played(PLAYED["tiny"], said, parts(RECORD)[1][1:-1], outcome)


def test_of_a_game_that_cannot_be_repeated_only_the_hashes_are_verified() -> None:
    value = unrepeatable()
    with pytest.raises(Irreproducible) as caught:
        verify(write(value), PLAYED, value["hash"])
    assert write(caught.value.record) == write(value)


def test_a_game_that_cannot_be_repeated_must_have_its_published_hash() -> None:
    with pytest.raises(RecordMismatch, match="is not the published hash"):
        verify(write(unrepeatable()), PLAYED, RECORD["hash"])


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_byte_is_detected_everywhere(name: str) -> None:
    """Keep everything in the state: `setup` and `apply` must repeat a game from its seed and its actions."""
    text, rng = write(recorded(name, PLAYED[name].min_seats, 0)), Random(name)
    for _ in range(30):
        assert fault(tampered(text, rng)[1])


CHANGES = [
    (b'"format_version":1', b'"format_version":0', "format: bottega-record 0 is not bottega-record 1"),
    (b'"format_version":1', b'"format_version":2', "format: bottega-record 2 is not bottega-record 1"),
    (b'"game_id":"0', b'"game_id":"1', "head or setup: not what its hash was made of"),
    (b'"options":{}', b'"options":{"hand":4}', "setup.facts[3].audience[0]: found 1, expected 0"),
    (b'"seed":"0', b'"seed":"1', "head or setup: not what its hash was made of"),
    (b'"at":"2026', b'"at":"2027', "events[0]: not what its hash was made of"),
    (b'"stake":', b'"stakE":', "events[0]: not what its hash was made of"),
    (b'"decision":0', b'"decision":9', "events[0].decision: found 9, expected 0"),
    (b'"seat":0,"version":1}', b'"seat":1,"version":1}', "events[0]: not what its hash was made of"),
    (b'"version":2}', b'"version":3}', "events[1].version: found 3, expected 2"),
    (b'"winners":[', b'"winners":[9,', "result.winners[0]: found 9, expected "),
    (b'"amount":', b'"amount" ', "not JSON: "),
    ("Žofie".encode(), b"\xff\xbdofie", "not JSON: "),
    ("Žofie".encode(), b"Rosa", "head or setup: not what its hash was made of"),
    (b',"version":1}', b"}", "events[0]: Object missing required field `version`"),
    (b'"events":[', b'"`vents":[', "record: Object "),
    (b"}\n", b"}", "not canonical JSON with a line feed after it"),
    (TEXT, b"[" * 100_000, "not JSON: "),
    (TEXT, b"", "not JSON: "),
    (TEXT, b"[]\n", "record: Expected `object`, got `array`"),
]


@pytest.mark.parametrize(("before", "after", "said"), CHANGES)
def test_where_a_record_was_changed_is_said(before: bytes, after: bytes, said: str) -> None:
    assert before in TEXT
    assert said in fault(TEXT.replace(before, after, 1))


def test_a_changed_hash_is_named_with_its_entry() -> None:
    for entry, right in (("events[3]", RECORD["events"][3]["hash"]), ("result", RECORD["hash"])):
        wrong = right[:-1] + ("0" if right[-1] != "0" else "1")
        assert fault(TEXT.replace(right.encode(), wrong.encode())) == f"{entry}: not what its hash was made of"


FORGERIES = [
    (forged(seed="1" * 64), "seed: does not match the commitment"),
    (forged(seed="1" * 62), "seed: does not match the commitment"),
    (forged(seed="x" * 64), "seed: not hexadecimal digits"),
    (forged(seed="1" * 64, commitment=Seed(b"\x11" * 32, bytes(32)).commitment), "events["),
    (forged(salt="1" * 64), "seed: does not match the commitment"),
    (forged(salt="", commitment=Seed(bytes(32)).commitment), "salt: not 32 bytes"),
    (forged(salt="x" * 64), "salt: not hexadecimal digits"),
    (forged(format_version=3), "format: bottega-record 3 is not bottega-record 1"),
    (forged(format_version=2, new_field=[]), "format: bottega-record 2 is not bottega-record 1"),
    (forged(rated=False), "rated: Invalid enum value False"),
    (forged(ruleset="chess"), "ruleset: there is no chess here"),
    (forged(rules_version=2), "rules_version: version 2 of tiny is not here, but 1"),
    (forged(options={"hand": 9}), "options: the rules reject the set-up: bad hand (bad_hand, 1.2)"),
    (forged(options={"hands": 3}), "options: Object contains unknown field `hands`"),
    (forged(seats=[{"seat": 0}] * 5), "options: the rules reject the set-up: bad player count (bad_player_count, 1.1)"),
    (forged(chance_facts=[]), "chance_facts[0]: found nothing, expected "),
    (forged_event(0, seat=2), "events[0].seat: there is no seat 2"),
    (forged_event(0, seat=1), "events[0].action: the rules reject it: not your turn (not_your_turn, 2.2)"),
    (forged_event(0, action={"type": "win"}), "events[0].action: the rules reject it: malformed action"),
    (forged_event(1, decision=0), "events[1].decision: found 0, expected 1"),
]


@pytest.mark.parametrize(("text", "said"), FORGERIES)
def test_a_record_with_recomputed_hashes_is_still_checked_against_the_rules(text: bytes, said: str) -> None:
    assert said in fault(text)


def test_a_record_ends_with_its_game() -> None:
    head, (setup, *events, result) = parts(RECORD)
    assert fault(write(seal(head, [setup, *events[:-1], result]))) == (
        "events: the game has not ended after the last event"
    )
    again = {**events[-1], "version": len(events) + 1}
    assert "the rules reject it: game over" in fault(write(seal(head, [setup, *events, again, result])))


def test_a_record_of_rules_that_are_not_here_still_has_its_hashes() -> None:
    text = TEXT.replace(b'"at":"2026', b'"at":"2027', 1)
    with pytest.raises(RecordMismatch, match=r"events\[0\]: not what its hash was made of"):
        verify(text, {})


def test_a_game_that_is_not_over_has_no_record() -> None:
    origin = record.Origin("0" * 20, "", PLAYED["tiny"].options_type(), [{}, {}], Seed(bytes(32)), rules_version=1)
    with pytest.raises(record.NotOver):
        record.build(PLAYED["tiny"], origin, [])


@pytest.mark.parametrize(
    ("terms", "found"),
    [
        ({"rated": True, "sandbox": True}, "terms: no game can have them together (sandbox_unrated)"),
        ({"rated": True, "visibility": "private"}, "terms: no game can have them together (rated_not_public)"),
        ({"rated": True, "undo": "consent"}, "terms: no game can have them together (undo_not_allowed)"),
        ({"virtual_clock": True}, "virtual_clock: only a sandbox can have one"),
        ({"undo": "consent", "tournament": {}}, "undo: games of tournaments have none"),
        ({"clock": {"kind": "days", "days": 61}}, "clock.days: Expected `int` <= 60"),
        (
            {"clock": {"kind": "days", "days": 1, "pause": {"from": "22:00", "to": "22:00"}}},
            "clock.pause: The pause never ends.",
        ),
        ({"absence": {"on_timeout": "level"}}, "absence: A level is required."),
    ],
)
def test_a_record_with_terms_that_no_game_can_have_is_rejected(terms: dict[str, Any], found: str) -> None:
    head, entries = parts(RECORD)
    plain = {name: each for name, each in head.items() if name != "sandbox"}
    with pytest.raises(RecordMismatch) as mismatch:
        verify(write(seal(plain | terms, entries)), PLAYED)
    assert str(mismatch.value) == found
