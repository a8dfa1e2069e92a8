"""Test the feed of a player over HTTP: all games at once, page by page, as server-sent events and as lines."""

import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.playing import games
from service.resources.feeds import MOST_WITH_ACTIONS
from service.store import START, LogPosition, StoredNotice, feeds
from service.streams.feeds import FeedLog
from service.streams.streams import PAGE, Stream
from tests.service.helpers.client.contract import validator_of
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.players.notices import joined, page
from tests.service.helpers.players.player import player, rejected
from tests.workers.waiting import until

FORMS = ("stream", "ndjson")
NOTICE = validator_of("#/components/schemas/Notice")


@pytest.fixture
def ada(service):
    return player(service, "Ada")


@pytest.fixture
def ben(service):
    """Return another player."""
    return player(service, "Ben")


def kinds(notices):
    """Return the type of each notice, and the decision of a turn."""
    return [(each["type"], *((each["decision"],) if "decision" in each else ())) for each in notices]


def opened(who, form, query="", **headers):
    """Open a stream of a feed; return the response and an iterator of its notices."""
    response = who.send("GET", f"/me/events/{form}{query}", **headers)
    assert response.status_code == 200, response.text
    chunks = response.iter_encoded()
    assert next(chunks) == {"stream": b"retry: 1000\n\n", "ndjson": b"\n"}[form]
    return response, (read(form, chunk) for chunk in chunks if chunk not in (b"\n", b":\n\n"))


def read(form, chunk):
    """Parse one message, and check it against the contract."""
    if form == "stream":
        fields = dict(line.split(": ", 1) for line in chunk.decode().rstrip("\n").split("\n"))
        notice = json.loads(fields["data"])
        assert (fields["id"], fields["event"]) == (notice["id"], "notice")
    else:
        notice = json.loads(chunk)
    assert [*NOTICE.iter_errors(notice)] == []
    return notice


def test_a_page_has_seats_turns_ends_and_scores_of_all_games(ada, ben):
    first, second = joined(ada, ben), joined(ben, ada)
    second.play_to_the_end()
    games.score(ada.service.installation, second.game_id)
    reported = page(ada)["events"]
    assert kinds(each for each in reported if each["game_id"] == first.game_id) == [("seated",), ("your_turn", 0)]
    own = [each for each in reported if each["game_id"] == second.game_id]
    assert kinds([own[0], *own[-2:]]) == [("seated",), ("over",), ("scored",)]
    acted = [event for event in second.events() if event["seat"] == 1]
    turns = [event["decision"] for event in acted if event["decision"] not in {each["version"] for each in acted}]
    assert [each["decision"] for each in own[1:-2]] == turns


def test_a_notice_names_game_ruleset_version_and_seat(ada):
    game = joined(ada)
    turn = page(ada)["events"][1]
    assert turn | {"id": "", "at": ""} == {
        "id": "",
        "type": "your_turn",
        "at": "",
        "game_id": game.game_id,
        "ruleset": "tiny",
        "version": 0,
        "seat": 0,
        "decision": 0,
    }


def test_reading_on_after_each_id_reads_the_same_once(ada, ben):
    for game in [joined(ada, ben) for _ in range(3)]:
        game.play_to_the_end()
    whole, read, after = page(ada)["events"], [], ""
    while stretch := page(ada, f"?limit=2{after}"):
        read += stretch["events"]
        after = f"&after={stretch['after']}"
        if not stretch["events"]:
            break
    assert read == whole
    assert len({each["id"] for each in whole}) == len(whole)


def test_the_last_event_id_wins_over_after(ada):
    joined(ada)
    first = page(ada)["events"][0]
    outcome = ada.send("GET", "/me/events?after=99999999999999", **{"Last-Event-ID": first["id"]})
    assert kinds(outcome.json["events"]) == [("your_turn", 0)]


@pytest.mark.parametrize("form", FORMS)
def test_a_stream_sends_the_notices_of_the_page_at_once(ada, ben, form):
    response, notices = opened(ada, form)
    game = joined(ada, ben)
    reported = [next(notices), next(notices)]
    for _ in range(4):
        game.act(game.view()["to_act"][0])
    reported.append(next(notices))
    assert reported == page(ada)["events"][:3]
    response.close()


@pytest.mark.parametrize("form", FORMS)
def test_a_stream_continues_after_the_last_id(ada, ben, form):
    joined(ada, ben)
    first, second = page(ada)["events"]
    response, notices = opened(ada, form, f"?after={first['id']}")
    assert next(notices) == second
    response.close()
    response, notices = opened(ada, form, "?after=0", **{"Last-Event-ID": first["id"]})
    assert next(notices) == second
    response.close()


@pytest.mark.parametrize("form", FORMS)
def test_a_turn_includes_its_legal_actions_while_it_is_pending(ada, ben, form):
    game = joined(ada, ben)
    legal = game.get("/actions", 0).json
    response, notices = opened(ada, form, "?include=actions")
    assert "next_decision" not in next(notices)
    assert next(notices)["next_decision"] == {"ruleset": "tiny", "decision": 0, "actions": legal["actions"]}
    response.close()


def test_a_completed_turn_does_not_include_its_actions(ada, ben):
    game = joined(ada, ben)
    game.act(0)
    _, answered = page(ada, "?include=actions")["events"]
    assert (answered["decision"], "next_decision" in answered) == (0, False)


def test_the_turns_of_a_deleted_game_have_no_actions(ada):
    game = joined(ada)
    ada.service.installation.store.remove(ada.service.installation.store.header(game.game_id))
    assert kinds(page(ada, "?include=actions")["events"]) == [("seated",), ("your_turn", 0)]


def test_with_actions_a_page_is_short(ada):
    for _ in range(MOST_WITH_ACTIONS // 2 + 1):
        joined(ada)
    assert len(page(ada, "?limit=500&include=actions")["events"]) == MOST_WITH_ACTIONS
    assert len(page(ada, "?limit=500")["events"]) == MOST_WITH_ACTIONS + 2


def test_a_long_poll_returns_with_the_next_notice(ada, ben):
    game = joined(ada, ben)
    after = page(ben)["after"]
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(page, ben, f"?wait=30&after={after}")
        until(lambda: len(ada.service.installation.hub) == 1, "somebody waits")
        game.act(0)
        assert kinds(waiting.result()["events"]) == [("your_turn", 1)]


def test_a_request_that_waits_without_a_new_notice_gets_an_empty_page(ada):
    assert page(ada, "?wait=1") == {"events": [], "after": "0-0"}


def test_a_feed_longer_than_one_page_is_streamed_in_full(ada):
    store = ada.service.installation.store.feeds
    length = 2 * PAGE + 1
    reported = [
        StoredNotice("your_turn", "2026-01-01T00:00:00.000000Z", "g" * 20, "tiny", each, 0, each)
        for each in range(length)
    ]
    store.append({ada.id: reported}, time.time())
    response, notices = opened(ada, "ndjson")
    assert [next(notices)["decision"] for _ in range(length)] == [*range(length)]
    response.close()


@pytest.mark.parametrize("path", ["/me/events", "/me/events/stream", "/me/events/ndjson"])
def test_a_client_behind_the_stored_part_learns_where_to_continue(ada, path, monkeypatch):
    monkeypatch.setattr(feeds, "MOST_NOTICES", 2)
    joined(ada)
    read = page(ada)["events"][0]["id"]
    for _ in range(2):
        joined(ada)
    outcome = ada.get(f"{path}?after={read}")
    assert rejected(outcome) == (410, "notices_deleted")
    stored = page(ada)["events"]
    assert page(ada, f"?after={outcome.json['after']}")["events"] == stored
    assert len(stored) == 2


def test_a_client_without_a_position_starts_with_the_stored_part(ada, monkeypatch):
    monkeypatch.setattr(feeds, "MOST_NOTICES", 2)
    for _ in range(3):
        joined(ada)
    assert len(page(ada)["events"]) == 2


@pytest.mark.parametrize("path", ["/me/events", "/me/events/stream", "/me/events/ndjson"])
def test_only_its_player_reads_a_feed(service, ada, path):
    game = service.new_game()
    assert rejected(service.client.get(f"/v1{path}")) == (401, "token_required")
    assert rejected(service.client.get(f"/v1{path}", headers=game.authorization(0))) == (403, "token_mismatch")
    assert rejected(ada.with_scopes("create").get(path)) == (403, "insufficient_scope")


@pytest.mark.parametrize("after", ["x", "-1", "1-", "1-2-3", "9" * 16])
@pytest.mark.parametrize("path", ["/me/events", "/me/events/stream", "/me/events/ndjson"])
def test_an_invalid_id_of_a_notice_is_rejected(ada, path, after):
    assert rejected(ada.get(f"{path}?after={after}")) == (422, "invalid_request")
    assert rejected(ada.send("GET", path, **{"Last-Event-ID": after})) == (422, "invalid_request")


def test_a_feed_has_no_notice_of_games_of_others(ada, ben):
    joined(ben).play_to_the_end()
    assert page(ada)["events"] == []


def test_a_process_with_the_most_spectators_rejects_more(redis_url):
    with running(settings(redis_url, spectators=1)) as service:
        who = player(service)
        first, _ = opened(who, "ndjson")
        for path in ("/me/events/stream", "/me/events/ndjson", "/me/events?wait=9"):
            assert rejected(who.get(path)) == (503, "too_many_spectators")
        first.close()
        opened(who, "stream")[0].close()


def test_streams_of_a_feed_count_as_streams(redis_url):
    with running(settings(redis_url, key_streams_per_minute=1)) as service:
        who = player(service)
        opened(who, "ndjson")[0].close()
        assert rejected(who.get("/me/events/ndjson")) == (429, "too_many_requests")


def test_including_actions_in_a_feed_counts_as_listing_legal_actions(redis_url):
    with running(settings(redis_url, legal_actions_per_minute=1)) as service:
        who = player(service)
        assert page(who, "?include=actions")["events"] == []
        assert rejected(who.get("/me/events?include=actions")) == (429, "too_many_requests")
        assert page(who)["events"] == []


def test_a_silent_stream_sends_keep_alives(ada):
    stream = Stream(FeedLog(ada.service.installation, ada.caller), START, keep_alive=0.01)
    chunks = iter(stream)
    assert [next(chunks) for _ in range(5)] == [None] * 5
    stream.close()


def test_a_notice_whose_message_was_lost_is_found_in_the_feed(ada, ben):
    installation = ada.service.installation
    stream = Stream(FeedLog(installation, ben.caller), START, keep_alive=0.02)
    chunks = iter(stream)
    assert next(chunks) is None
    joined(ada)
    store = installation.store.servers.client
    store.copy(f"bottega:{{{ada.id}}}:feed", f"bottega:{{{ben.id}}}:feed")
    assert json.loads(next(filter(None, chunks)).data)["type"] == "seated"
    stream.close()


def test_a_stream_continues_after_its_connection_broke(ada, ben):
    client = ada.service.installation.store.servers.client
    game = joined(ada, ben)
    response, notices = opened(ben, "ndjson")
    assert next(notices)["type"] == "seated"
    channel = f"bottega:{{{ben.id}}}:updates"
    until(lambda: client.pubsub_numsub(channel)[0][1], "the feed is subscribed to")
    client.client_kill_filter(_type="pubsub")
    game.act(0)
    assert next(notices)["decision"] == 1
    response.close()


def test_a_stopping_process_ends_its_streams_and_its_waiting_requests(ada):
    hub = ada.service.installation.hub
    streams = [opened(ada, form)[1] for form in FORMS]
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(page, ada, "?wait=30")
        until(lambda: len(hub) == 3, "all wait")
        hub.end()
        assert waiting.result()["events"] == []
    assert [list(notices) for notices in streams] == [[], []]


def test_a_slow_stream_ends_after_missed_deletions_and_the_next_request_reports_it(ada, monkeypatch):
    monkeypatch.setattr(feeds, "MOST_NOTICES", 1)
    joined(ada)
    stream = Stream(FeedLog(ada.service.installation, ada.caller), START)
    chunks = iter(stream)
    position = next(chunks).id
    joined(ada)
    assert list(chunks) == []
    assert rejected(ada.get(f"/me/events?after={position}")) == (410, "notices_deleted")
    stream.close()


def test_notices_lost_by_a_replaced_redis_are_no_gap(ada):
    """A client whose position is beyond the end of the feed gets the notices again."""
    joined(ada)
    last = LogPosition.after(page(ada)["after"])
    ahead = ahead_of(last)
    assert page(ada, f"?after={ahead}")["after"] == str(last)


def ahead_of(position):
    """Return a position that the feed has not reached."""
    return position._replace(number=position.number + 1_000_000)


def test_one_connection_carries_the_turns_of_many_games(ada, ben):
    games = [joined(ada, ben) for _ in range(20)]
    response, notices = opened(ben, "ndjson", "?include=actions")
    with ThreadPoolExecutor(4) as pool:
        done = [pool.submit(game.act, 0) for game in games]
        reported = [next(notices) for _ in range(2 * len(games))]
        assert {each.result().status_code for each in done} == {200}
    turns = [each for each in reported if each["type"] == "your_turn"]
    assert sorted(each["game_id"] for each in turns) == sorted(game.game_id for game in games)
    assert all(each["next_decision"]["actions"] for each in turns)
    response.close()


def test_the_time_of_a_notice_is_that_of_the_sources(ada):
    moment = ada.service.installation.sources.now().replace(year=2027)
    ada.service.use(now=lambda: moment)
    joined(ada)
    assert {each["at"][:4] for each in page(ada)["events"]} == {"2027"}
