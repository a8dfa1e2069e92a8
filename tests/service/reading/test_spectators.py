"""Test that each operation shows a spectator only what the creator allowed, at every moment.

Two games are equal as far as a spectator may see, and differ after that. All responses to a spectator are equal to the
byte. The operations come from the contract, so new ones are tested automatically.
"""

import re
from datetime import UTC, datetime, timedelta

import pytest

from domain import replay
from domain.replay import GamePosition
from service.game.game import load
from service.game.includes import Includes
from service.players.credentials import SPECTATOR
from service.playing import games
from service.store import LogPosition
from service.streams.game_log import GameLog
from service.streams.streams import Stream
from tests.rulesets.games import redeals
from tests.service.helpers.client.contract import HOSTED, committed
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.lists import finish_and_score, ids

SEED = "5eed" * 16
START = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
APART = ("/v1/tournaments/", "/v1/ratings/", "/v1/players/", "/v1/me/notification-targets/")
OPERATIONS = {
    each["get"]["operationId"]: (path, each["get"])
    for path, each in committed()["paths"].items()
    if "get" in each and not path.startswith(APART)
}
"""Operations that read games and general data, without those of tournaments and ratings."""
OF_A_GAME = {name: found for name, found in OPERATIONS.items() if "{game_id}" in found[0]}
NO_SPECTATOR = {"getActionQueue", "getSeatToken", "listDeliveries", "listLegalActions", "listWebhooks"}
"""Operations that require the token of a seat, or of the creator."""
QUERIES = {
    "queryView": ["", "at=0", "at=1", "at=2", "at=3", "at=99", "include=events,patches", "include=events&since=2"],
    "listEvents": [
        "",
        "after=1",
        "after=2",
        "after=3",
        "wait=1",
        "wait=1&after=1",
        "patches=true",
        "include=patches",
        "include=faulty,presence,queue,rematch,seats,undo_offers",
    ],
    "streamEvents": ["", "after=1", "after=2", "include=patches", "include=actions,patches"],
    "streamEventsAsNdjson": ["", "after=1", "after=2", "include=patches"],
    "listGames": [
        "",
        "status=running",
        "status=over",
        "waiting_for=Ada",
        "waiting_for=Bea",
        "waiting_for=Cid",
        "open_seats=true",
        "label=watched",
    ],
}
SEATS = [{"kind": "human", "name": name} for name in ("Ada", "Bea", "Cid")]
BY_STATUS = ("status=running", "waiting_for=Ada", "waiting_for=Bea", "waiting_for=Cid")
"""Queries of `listGames` that leave out an aborted game at once."""
ALIKE = [(0, {"type": "set_stake", "stake": 1})]
ONE_COURSE, OTHER_COURSE = [0, 1], [2, 1]
"""Which seats seal a card next: spectators must see neither yet."""

LATE = {"kind": "delayed", "events": 2}
LATER = {"kind": "delayed", "seconds": 60}
OFF = {"kind": "off"}


class Clock:
    """A clock that is set by hand."""

    def __init__(self, service):
        self.now, self.service = START, service
        service.use(now=lambda: self.now, attempt=lambda: "a77e3b70")

    def wait(self, seconds):
        self.now += timedelta(seconds=seconds)


def watched(service, **terms):
    """Create a game with a known seed."""
    body = {"ruleset": "tiny", "options": {}, "seats": SEATS, "sandbox": {"seed": SEED}, "label": "watched", **terms}
    created = service.client.post("/v1/games", json=body)
    return service.opened(created)


def played(service, clock, spectators, course):
    """Play a game up to the delay of spectators, then on with different actions in each game."""
    clock.now = START
    game = watched(service, spectators=spectators)
    for seat, action in [] if spectators == OFF else ALIKE:
        game.act(seat, action)
    clock.wait(100)
    for seat in (*([0] if spectators == OFF else []), *course):
        game.act(seat)
    return game


def response_to(service, game, path, query, headers=()):
    """Send a request without a token; return status, relevant headers, and body, with ids made equal."""
    named = {"ruleset": "tiny", "kind": "action", "icon": "none.svg", "webhook_id": "wh_none", "seek": "sk_none"}
    named["season"] = f"sn_{'x' * 20}"
    named["player"] = f"pl_{'x' * 20}"
    address = path.format(game_id=game.game_id, **named)
    response = service.client.get(f"{address}?{query}", headers=dict(headers))
    body = beginning(response) if response.is_streamed else response.data
    response.close()
    known = {name: response.headers.get(name) for name in ("ETag", "Cache-Control", "Retry-After", "Content-Type")}
    return response.status_code, known, body.replace(game.game_id.encode(), b"this game")


def beginning(response):
    """Read a stream until it is silent."""
    read = []
    for chunk in response.iter_encoded():
        if read and chunk in (b"\n", b":\n\n"):
            break
        read.append(chunk)
    return b"".join(read)


def alone(service, game):
    """Delete a game, so that lists contain the other one only."""
    service.installation.store.remove(service.installation.store.header(game.game_id))


@pytest.mark.parametrize("spectators", [LATE, LATER, OFF, LATE | LATER], ids=str)
@pytest.mark.parametrize("name", sorted(set(OPERATIONS) - NO_SPECTATOR))
def test_no_response_without_a_token_reveals_what_spectators_may_not_know_yet(sandbox, name, spectators):
    clock, reported = Clock(sandbox), []
    for course in (ONE_COURSE, OTHER_COURSE) if "events" in spectators else (ONE_COURSE[:1], OTHER_COURSE):
        game = played(sandbox, clock, spectators, course)
        reported.append([response_to(sandbox, game, OPERATIONS[name][0], query) for query in QUERIES.get(name, [""])])
        alone(sandbox, game)
    assert reported[0] == reported[1]


@pytest.mark.parametrize("spectators", [LATER, LATE | LATER], ids=str)
@pytest.mark.parametrize("name", sorted(set(OPERATIONS) - NO_SPECTATOR))
def test_no_response_without_a_token_reveals_an_abort_before_its_delay_has_passed(sandbox, name, spectators):
    clock, reported = Clock(sandbox), []
    for is_aborted in (False, True):
        game = played(sandbox, clock, spectators, ONE_COURSE)
        clock.wait(1)
        if is_aborted:
            abort(game)
        queries = [each for each in QUERIES.get(name, [""]) if each not in BY_STATUS]
        reported.append([response_to(sandbox, game, OPERATIONS[name][0], query) for query in queries])
        alone(sandbox, game)
    assert reported[0] == reported[1]


def test_every_operation_of_a_game_is_tested():
    needing = {name for name, (_, operation) in OF_A_GAME.items() if {} not in operation["security"]}
    assert needing == NO_SPECTATOR
    assert len(OF_A_GAME) >= 10


def test_that_test_would_notice(sandbox):
    clock = Clock(sandbox)
    one, other = (played(sandbox, clock, {"kind": "open"}, course) for course in (ONE_COURSE, OTHER_COURSE))
    for name in ("queryView", "listEvents", "streamEvents", "streamEventsAsNdjson", "getGame"):
        path = OPERATIONS[name][0]
        assert response_to(sandbox, one, path, "") != response_to(sandbox, other, path, "")


@pytest.mark.parametrize("name", sorted(set(OF_A_GAME) - NO_SPECTATOR))
def test_a_private_game_is_hidden_from_others_in_every_status(sandbox, name):
    game = watched(sandbox, visibility="private")
    stranger = sandbox.new_game().tokens[0]
    for _ in range(2):
        for headers in ((), {"Authorization": f"Bearer {stranger}"}.items()):
            status, _, body = response_to(sandbox, game, OF_A_GAME[name][0], "", headers)
            assert status == 403
            assert b'"private_game"' in body or b'"token_mismatch"' in body
        response = sandbox.client.get(OF_A_GAME[name][0].format(game_id=game.game_id), headers=game.authorization(0))
        response.close()
        assert response.status_code != 403
        finish_and_score(sandbox, game.game_id)


def test_the_creator_of_a_private_game_reads_its_summary(service):
    body = {"ruleset": "tiny", "seats": list(HUMANS), "visibility": "private"}
    created = service.client.post("/v1/games", json=body).json
    address = f"/v1/games/{created['game_id']}"
    shown = service.client.get(address, headers={"Authorization": f"Bearer {created['creator_token']}"})
    assert (shown.status_code, shown.json["visibility"]) == (200, "private")
    check_problem(service.client.get(address, headers={"Authorization": "Bearer nonsense"}), 401, "invalid_token")


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_games_that_are_not_public_are_in_no_list(sandbox, visibility):
    game = watched(sandbox, visibility=visibility)
    changed = {"name": "nobody's", "label": "hidden"}
    creator = f"/v1/games/{game.game_id}"
    assert ids(sandbox) == ids(sandbox, label="watched") == ids(sandbox, waiting_for="Ada") == []
    assert sandbox.client.patch(creator, json=changed).status_code == 401
    finish_and_score(sandbox, game.game_id)
    assert ids(sandbox) == ids(sandbox, status="over") == []
    assert sandbox.client.get("/v1/records").json["records"] == []
    assert game.get("/record", 0).status_code == game.get("/result", 0).status_code == 200


def test_an_unlisted_game_is_shown_to_callers_who_know_its_id(service):
    body = {"ruleset": "tiny", "seats": list(HUMANS), "visibility": "unlisted"}
    game = service.opened(service.client.post("/v1/games", json=body))
    assert game.get("/view").status_code == game.get("/seats").status_code == game.get("").status_code == 200


def test_responses_about_a_private_game_are_cached_by_no_proxy(sandbox):
    game = watched(sandbox, visibility="private")
    finish_and_score(sandbox, game.game_id)
    assert game.get("/record", 0).headers["Cache-Control"] == "private, max-age=86400, immutable"
    open_game = watched(sandbox)
    finish_and_score(sandbox, open_game.game_id)
    assert open_game.get("/record").headers["Cache-Control"] == "public, max-age=86400, immutable"


@pytest.mark.parametrize("spectators", [LATE, LATER, OFF], ids=str)
def test_the_seats_see_all_of_it(sandbox, spectators):
    game = played(sandbox, Clock(sandbox), spectators, ONE_COURSE)
    assert game.view(0)["version"] == len(game.events(1)) == game.get("", 2).json["version"] == 3


@pytest.mark.parametrize("spectators", [LATE, LATER, OFF], ids=str)
def test_a_finished_game_is_completely_public(sandbox, spectators):
    game = played(sandbox, Clock(sandbox), spectators, ONE_COURSE)
    finish_and_score(sandbox, game.game_id)
    last = game.view(0)["version"]
    assert (game.view()["version"], game.view()["status"]) == (last, "over")
    assert len(game.events()) == last == game.get("").json["version"]
    assert game.get("/record").status_code == game.get("/result").status_code == 200
    assert b"event: over" in game.get("/events/stream").data


def test_without_spectators_a_running_game_needs_no_check(sandbox):
    game = watched(sandbox, spectators=OFF)
    for path in ("/view", "/view?at=0", "/events", "/events/stream", "/events/ndjson"):
        check_problem(game.get(path), 403, "spectators_off")
    assert game.get("/seats").status_code == 200
    shown = game.get("").json
    assert (shown["version"], shown["to_act"], shown["spectators"]) == (0, [], OFF)


def test_an_event_is_visible_after_a_number_of_later_ones(sandbox):
    game = watched(sandbox, spectators=LATE)
    seen = []
    for _ in range(5):
        game.act(game.view(0)["to_act"][0])
        seen.append((game.view()["version"], len(game.events()), game.get("").json["version"]))
    assert seen == [(0, 0, 0), (0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 3, 3)]


def test_an_event_is_visible_once_it_has_the_age(sandbox):
    clock = Clock(sandbox)
    game = watched(sandbox, spectators=LATER)
    for _ in range(30):
        game.act(game.view(0)["to_act"][0]) if game.view(0)["to_act"] else None
        clock.wait(3)
    versions = game.view(0)["version"]
    if game.view(0)["status"] == "over":
        assert game.view()["version"] == versions
    else:
        assert game.view()["version"] == versions - 20


def test_a_delayed_view_is_the_view_of_that_time(sandbox):
    now, late = watched(sandbox), watched(sandbox, spectators=LATE)
    for game in (now, late):
        for seat in (0, 0, 1):
            game.act(seat)
    at_the_time = now.get("/view?at=1").data.replace(now.game_id.encode(), late.game_id.encode())
    assert late.get("/view").data == at_the_time == late.get("/view?at=1").data
    assert late.get("/view").headers["ETag"] == late.get("/view?at=1").headers["ETag"]


def test_a_stream_sends_spectators_each_event_after_its_delay(sandbox):
    clock = Clock(sandbox)
    game = watched(sandbox, spectators=LATER)
    game.act(0)
    stream = Stream(GameLog(sandbox.installation, game.game_id, SPECTATOR), LogPosition(), keep_alive=0.01)
    reading = iter(stream)
    assert [next(reading), next(reading)] == [None, None]
    clock.wait(61)
    assert next(reading).type == "event"
    game.act(1)
    assert [next(reading), next(reading)] == [None, None]
    finish_and_score(sandbox, game.game_id)
    assert [each.type for each in filter(None, reading)] == ["event"] * (game.view(0)["version"] - 1) + ["over"]
    stream.close()


def abort(game):
    """Let all seats agree to abort a game."""
    assert [game.post("/abort", seat).status_code for seat in game.tokens] == [200] * len(game.tokens)


@pytest.mark.parametrize("patches", [False, True])
def test_a_stream_sends_spectators_an_abort_after_the_delay_of_all_events(sandbox, patches):
    clock = Clock(sandbox)
    game = watched(sandbox, spectators=LATER)
    game.act(0)
    log = GameLog(sandbox.installation, game.game_id, SPECTATOR, parts=Includes(patches=patches))
    stream = Stream(log, LogPosition(), keep_alive=0.01)
    reading = iter(stream)
    clock.wait(30)
    game.act(0)
    abort(game)
    assert [next(reading), next(reading)] == [None, None]
    clock.wait(31)
    assert [each and each.type for each in (next(reading), next(reading))] == ["event", None]
    assert game.view()["status"] == game.get("").json["status"] == game.get("/events").json["status"] == "running"
    clock.wait(30)
    assert [each.type for each in filter(None, reading)] == ["event", "aborted", "over"]
    assert game.view()["status"] == game.get("").json["status"] == game.get("/events").json["status"] == "aborted"
    stream.close()


@pytest.mark.parametrize("spectators", [LATE, OFF], ids=str)
def test_an_abort_ends_a_delay_in_events(sandbox, spectators):
    game = played(sandbox, Clock(sandbox), spectators, ONE_COURSE)
    abort(game)
    assert (game.view()["version"], game.view()["status"]) == (game.view(0)["version"], "aborted")
    assert [event["version"] for event in game.events()] == [*range(1, game.view(0)["version"] + 1)]


def test_a_long_poll_returns_when_an_event_becomes_visible(sandbox):
    clock = Clock(sandbox)
    game = watched(sandbox, spectators=LATER)
    game.act(0)
    assert game.get("/events?wait=1").json["events"] == []
    clock.wait(61)
    assert [event["version"] for event in game.get("/events?wait=30").json["events"]] == [1]


def test_lists_find_a_game_by_who_was_to_act_as_spectators_know_it(sandbox):
    game = watched(sandbox, spectators={"kind": "delayed", "events": 1})
    assert ids(sandbox, waiting_for="Ada") == [game.game_id]
    game.act(0)
    assert (ids(sandbox, waiting_for="Ada"), ids(sandbox, waiting_for="Bea")) == ([game.game_id], [])
    game.act(0)
    assert ids(sandbox, waiting_for="Bea") == [game.game_id]


def test_old_and_foreign_tokens_change_nothing_for_public_games(game):
    games.score(game.service.installation, _over(game))
    for path in ("/result", "/record", "/seats", ""):
        for token in ("nonsense", game.service.new_game().tokens[0]):
            assert game.get(path, None, Authorization=f"Bearer {token}").status_code == 200


@pytest.mark.parametrize("name", HOSTED)
@pytest.mark.parametrize("begins", ["at_once", "when_seated"])
def test_a_seat_gets_only_what_it_may_know_and_no_cards_before_the_start(service, name, begins):
    ruleset = HOSTED[name]
    seats = [{"kind": "human"}] * (ruleset.min_seats - 1) + [{"kind": "open"}]
    body = {"ruleset": name, "seats": seats, "starts": begins}
    game = service.opened(service.client.post("/v1/games", json=body))
    position = load(service.installation, game.game_id).position
    knowing = 0 if begins == "at_once" else 1
    reported = []
    for state in (position.state, *redeals(ruleset, position.state, knowing, name)):
        snapshot = replay.encode(GamePosition(position.version, position.decisions, state))
        service.installation.store.servers.client.set(f"bottega:{{{game.game_id}}}:state", snapshot)
        reported.append([game.get(path, 0).data for path in ("", "/seats", "/view", "/actions")])
    assert reported[0] == reported[1] == reported[2]


def _over(game):
    game.play_to_the_end()
    return game.game_id


def test_spectators_are_declared_as_they_are_shown(service):
    for spectators in (LATE, LATER, LATE | LATER, OFF):
        game = service.opened(
            service.client.post("/v1/games", json={"ruleset": "tiny", "seats": list(HUMANS), "spectators": spectators})
        )
        assert game.get("").json["spectators"] == spectators
    assert not re.search("spectators", service.new_game().get("").text)
