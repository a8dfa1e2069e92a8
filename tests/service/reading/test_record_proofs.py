"""Test forged records with recomputed hashes: which changes are found, and which only the published hash reveals."""

import json
from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import Any, get_args

import pytest

from domain.record import AFTER_HEAD, Wire, seal, write
from domain.undo_rules import UndoMode
from domain.verification import UNPROVEN, RecordMismatch, verify
from service.resources.types import Visibility
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.clocks import TimedGame, finish, level, taken_for_good, work
from tests.service.helpers.players.player import agree, player

Path = tuple[str | int, ...]
THREE = [HUMANS[0]] * 3
HEX = "0123456789abcdef"


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """List all leaf values of a record, each with its path."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, child in children:
        yield from leaves(child, (*path, name))
    if not children or not value:
        yield path, value


def others(value: Any) -> list[Any]:
    """Return values that a forger might write in place of a value."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str):
        words = ["human", "ai", "resigned", "forfeited", "returned", "random", "2031-01-01T00:00:00.000000Z"]
        digits = [HEX[HEX.index(value[0]) ^ 1] + value[1:]] if value[:1] in HEX and value else []
        return [each for each in (*words, *digits) if each != value]
    return [{"seat": 0}] if isinstance(value, dict) else [[1]]


def changed(record: Wire, path: Path, new: Any) -> Wire:
    """Return a copy with another value at a path; None removes it."""
    copy = deepcopy(record)
    place: Any = copy
    for name in path[:-1]:
        place = place[name]
    if new is None:
        del place[path[-1]]
    else:
        place[path[-1]] = new
    return copy


def sealed(record: Wire) -> bytes:
    """Compute all hashes of a record again, as a forger would."""
    head = {name: value for name, value in record.items() if name not in AFTER_HEAD}
    entries = (record["setup"], *record["events"])
    bare = [{name: value for name, value in entry.items() if name != "hash"} for entry in entries]
    return write(seal(head, [*bare, record["result"]]))


def field(path: Path) -> str:
    """Return the name of the field at a path, as in the list of fields without proof."""
    names = [str(each) for each in path if isinstance(each, str)]
    return ".".join(names[:2]) if names[0] == "events" else names[0]


def is_found(text: bytes, published: str = "") -> bool:
    try:
        verify(text, HOSTED, published)
    except RecordMismatch:
        return True
    return False


def forgeries(record: Wire) -> Iterator[tuple[str, bytes]]:
    """Yield records with one value changed or removed, and with each missing mark added."""
    for path, value in leaves(record):
        if path[-1] == "hash":
            continue
        for new in (*others(value), None):
            yield field(path), sealed(changed(record, path, new))
    extra = {
        "rated": True,
        "sandbox": True,
        "visibility": "private",
        "undo": "own",
        "virtual_clock": True,
        "clock": {},
        "tournament": {},
    }
    for name, value in extra.items():
        if name not in record:
            yield name, sealed({**record, name: value})
    for number, event in enumerate(record["events"]):
        yield "events", sealed({**record, "events": [each for each in record["events"] if each is not event]})
        by = {"kind": "level", "reason": "time", "level": "random"}
        yield "events.by", sealed(changed(record, ("events", number, "by"), by))


def resigned(service: Any, sandbox: Any) -> Any:
    game = service.new_game(THREE)
    game.act(0)
    game.post("/resign", 1)
    finish(service, game)
    return game


def forfeited(service: Any, sandbox: Any) -> Any:
    game = TimedGame(sandbox, absence={"on_timeout": "forfeit", "level": "random"}, seats=THREE)
    game.wait(31)
    finish(sandbox, game)
    return game


def replaced(service: Any, sandbox: Any) -> Any:
    game = taken_for_good(sandbox)
    game.post("/return", 0)
    finish(sandbox, game)
    return game


def once(service: Any, sandbox: Any) -> Any:
    game = TimedGame(sandbox, absence=level("level_once"))
    game.wait(31)
    finish(sandbox, game)
    return game


GAMES = [resigned, forfeited, replaced, once]


@pytest.mark.parametrize("make", GAMES)
def test_every_change_of_a_record_is_found_or_listed_as_unproven(make, service, sandbox):
    text = make(service, sandbox).get("/record").data
    record = json.loads(text)
    assert write(verify(text, HOSTED, record["hash"])) == text
    missed = {name for name, forged in forgeries(record) if forged != text and not is_found(forged)}
    listed = {name for _, fields in UNPROVEN for name in fields}
    assert missed <= listed
    free = {"sandbox", "rated"} if "virtual_clock" not in record else set()  # a virtual clock needs a sandbox
    assert {"game_id", "created_at", "seats", "events.at"} | free <= missed


@pytest.mark.parametrize("make", GAMES)
def test_with_the_published_hash_every_change_is_detected(make, service, sandbox):
    text = make(service, sandbox).get("/record").data
    record = json.loads(text)
    published = record["hash"]
    assert all(is_found(forged, published) for _, forged in forgeries(record) if forged != text)


def kinds(game: Any) -> list[tuple[int, str]]:
    """List the changes in a game's log, by seat."""
    return [(each["seat"], each["change"]["kind"]) for each in game.events() if "change" in each]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (resigned, [(1, "resigned")]),
        (forfeited, [(0, "forfeited")]),
        (replaced, [(0, "taken_over"), (0, "taken_over"), (0, "returned")]),
        (once, [(0, "taken_over")]),
    ],
)
def test_the_log_has_every_change_of_who_plays_a_seat(make, expected, service, sandbox):
    assert kinds(make(service, sandbox))[: len(expected)] == expected


def test_an_added_and_a_removed_resignation_change_the_winner_and_are_detected(service, sandbox):
    record = json.loads(resigned(service, sandbox).get("/record").data)
    place = next(number for number, each in enumerate(record["events"]) if "change" in each)
    without = {**record, "events": [each for number, each in enumerate(record["events"]) if number != place]}
    assert is_found(sealed(without))
    other = changed(record, ("events", place, "seat"), 2)
    assert is_found(sealed(other))


def test_the_hash_is_published_with_the_result_in_lists_and_in_the_feed(service):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    seats = [{"kind": "human", "player": each.id} for each in (ann, bea)]
    agree(service, bea.id)
    game_id = ann.post("/games", {"ruleset": "tiny", "seats": seats}).json["game_id"]
    assert "record_hash" not in ann.get(f"/games/{game_id}").json
    while ann.get(f"/games/{game_id}/view").json["status"] == "running":
        for each in (ann, bea):
            legal = each.get(f"/games/{game_id}/actions").json
            if legal["actions"]:
                response = {"ruleset": "tiny", "decision": legal["decision"], "action": legal["actions"][0]}
                each.post(f"/games/{game_id}/actions", response)
    work(service, type("Played", (), {"game_id": game_id}))
    published = json.loads(ann.get(f"/games/{game_id}/record").data)["hash"]
    notices = ann.get("/me/events").json["events"]
    assert [
        ann.get(f"/games/{game_id}/result").json["record_hash"],
        ann.get(f"/games/{game_id}").json["record_hash"],
        *(each["record_hash"] for each in ann.get("/games?status=over").json["games"] if each["game_id"] == game_id),
        *(each["record_hash"] for each in ann.get("/me/games?status=over").json["games"]),
        *(each["record_hash"] for each in notices if each["type"] == "scored"),
    ] == [published] * 5


def test_the_log_of_a_game_shows_a_resignation_to_all_seats_and_its_version_counts(service):
    game = service.new_game(THREE)
    decision = game.view(0)["decision"]
    shown = game.post("/resign", 1).json
    (event,) = game.events()
    assert (event["seat"], event["version"], event["change"], event["facts"]) == (1, 1, {"kind": "resigned"}, [])
    assert not {"action", "decision", "by"} & event.keys()
    assert (shown["version"], game.view(0)["decision"]) == (1, decision)


def test_a_record_can_have_the_terms_with_which_a_game_can_be_created(sandbox):
    game = sandbox.new_game()
    finish(sandbox, game)
    record = json.loads(game.get("/record").data)
    created, verified = {}, {}
    for terms in product((False, True), (False, True), get_args(Visibility), get_args(UndoMode)):
        rated, chosen, visibility, undo = terms
        body = {"ruleset": "tiny", "seats": HUMANS, "rated": rated, "visibility": visibility, "undo": undo}
        body |= {"sandbox": {"seed": "ab" * 32}} if chosen else {}
        created[terms] = sandbox.client.post("/v1/games", json=body).status_code == 201
        head = {"rated": rated, "sandbox": chosen, "visibility": visibility, "undo": undo}
        default = {"visibility": "public", "undo": "none"}
        verified[terms] = not is_found(
            sealed(record | {name: each for name, each in head.items() if each and each != default.get(name)})
        )
    assert created == verified
    assert {*created.values()} == {True, False}


@pytest.mark.parametrize(
    ("terms", "found"),
    [
        ({"virtual_clock": True}, "virtual_clock: only a sandbox can have one"),
        ({"undo": "consent", "tournament": {}}, "undo: games of tournaments have none"),
        ({"clock": {"kind": "days", "days": 61}}, "clock.days: Expected `int` <= 60"),
        ({"clock": {"kind": "hourglass"}}, "clock.kind: Invalid value 'hourglass'"),
        ({"absence": {"on_timeout": "level"}}, "absence: A level is required."),
        ({"rated": True, "undo": "own"}, "terms: no game can have them together (undo_not_allowed)"),
    ],
)
def test_terms_that_no_game_can_have_are_named(service, terms, found):
    game = service.new_game()
    finish(service, game)
    with pytest.raises(RecordMismatch) as mismatch:
        verify(sealed(json.loads(game.get("/record").data) | terms), HOSTED)
    assert str(mismatch.value) == found
