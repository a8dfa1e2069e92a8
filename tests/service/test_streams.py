"""Test streams and long polling: one log, read page by page, by server-sent events and by lines."""

import json
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial

import pytest
import redis
from msgspec.structs import replace

from service.app import create_app
from service.players.credentials import SPECTATOR, Credential
from service.playing import lifetimes
from service.runtime import throttled_log
from service.store import START
from service.store.log_entries import write_entry
from service.streams.game_log import GameLog
from service.streams.streams import PAGE, Stream
from tests.service.contract import HOSTED
from tests.service.running import running
from tests.service.streams import FORMS, VIEWERS, messages, opened
from tests.service.table import Service, settings
from tests.service.whole_games import RICHEST, Client
from tests.workers.waiting import until


def versions(form, chunks):
    """Return the versions of the events in a stream."""
    if form == "ndjson":
        return [json.loads(chunk)["version"] for chunk in chunks]
    return [version for version, name, _ in messages(chunks) if name == "event"]


@pytest.mark.parametrize("seat", VIEWERS)
def test_server_sent_events_are_the_log_as_the_page_has_it_with_its_end(table, seat):
    table.play_to_the_end()
    log = table.events(seat)
    _, chunks = opened(table, "stream", seat)
    reported = [(event["version"], "event", event) for event in log]
    assert messages(chunks) == [*reported, (len(log), "over", {"version": len(log)})]


@pytest.mark.parametrize("seat", VIEWERS)
def test_lines_are_the_log_as_the_page_has_it(table, seat):
    table.play_to_the_end()
    _, chunks = opened(table, "ndjson", seat)
    assert [json.loads(chunk) for chunk in chunks] == table.events(seat)


@pytest.mark.parametrize("ruleset", HOSTED)
def test_in_every_ruleset_each_viewer_streams_the_same_bytes_as_the_page(service, ruleset):
    client = Client(service, ruleset, RICHEST.get(ruleset, {}), HOSTED[ruleset].min_seats, seed=4)
    streams = {seat: client.get("/events/ndjson", seat).iter_encoded() for seat in (None, *client.authorization)}
    view = client.get("/view").json
    while view["to_act"] and view["version"] < 12:
        view = client.act(view["to_act"][0])
    for seat, chunks in streams.items():
        lines = [chunk for chunk in chunks_until(chunks, view["version"]) if chunk != b"\n"]
        page = client.get("/events", seat).data
        assert page.partition(b'"events":[')[2] == b",".join(line[:-1] for line in lines) + b"]}"


def chunks_until(chunks, version):
    """Read chunks up to the event of a version."""
    for chunk in chunks:
        yield chunk
        if b'"version":%d,' % version in chunk:
            return


def test_hidden_actions_are_in_the_stream_of_their_seat_only(table):
    table.act(0)
    table.act(1, {"type": "seal_card", "card": table.view(1)["view"]["hand"][0]})
    actions = {}
    for seat in VIEWERS:
        _, chunks = opened(table, "ndjson", seat, "?after=1")
        actions[seat] = json.loads(next(chunks))["action"]["type"]
    assert actions == {None: "concealed_card", 0: "concealed_card", 1: "seal_card"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seat", VIEWERS)
def test_an_event_includes_its_action(table, form, seat):
    _, chunks = opened(table, form, seat)
    for version in range(1, 5):
        table.act(table.view()["to_act"][0])
        assert versions(form, [next(chunks)]) == [version]


@pytest.mark.parametrize("form", FORMS)
def test_a_stream_continues_after_the_given_version(table, form):
    table.play_to_the_end()
    _, chunks = opened(table, form, query="?after=3")
    assert versions(form, chunks) == [event["version"] for event in table.events()[3:]]


def test_the_last_event_id_takes_precedence_over_the_version_in_the_url(table):
    table.play_to_the_end()
    _, chunks = opened(table, "stream", None, "?after=1", **{"Last-Event-ID": "4"})
    assert versions("stream", chunks)[0] == 5


@pytest.mark.parametrize("form", FORMS)
def test_a_client_with_all_events_of_a_finished_game_gets_204(table, form):
    table.play_to_the_end()
    response = table.get(f"/events/{form}?after={len(table.events())}")
    assert (response.status_code, response.data) == (204, b"")
    assert response.headers["Cache-Control"] == "no-store"
    assert "Content-Type" not in response.headers


@pytest.mark.parametrize("form", FORMS)
def test_no_cache_and_no_proxy_delays_a_stream(table, form):
    response, _ = opened(table, form)
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Accel-Buffering"] == "no"
    assert response.content_type == {"stream": "text/event-stream", "ndjson": "application/x-ndjson"}[form]


@pytest.mark.parametrize("version", ["", "-1", "one", "2147483648"])
def test_a_last_event_id_that_is_no_version_is_rejected(table, version):
    response = table.get("/events/stream", None, **{"Last-Event-ID": version})
    assert (response.status_code, response.json["code"]) == (422, "invalid_request")


@pytest.mark.parametrize("path", ["/events/stream", "/events/ndjson", "/events?wait=9"])
def test_a_game_that_is_not_there_is_not_waited_for(service, path):
    response = service.client.get(f"/v1/games/{'a' * 20}{path}")
    assert (response.status_code, response.json["code"]) == (404, "game_not_found")


@pytest.mark.parametrize("path", ["/events/stream", "/events/ndjson", "/events?wait=9"])
def test_a_process_with_the_most_spectators_rejects_more(redis_url, path):
    with running(settings(redis_url, spectators=1)) as service:
        table = service.table()
        first, _ = opened(table, "ndjson")
        response = table.get(path)
        assert (response.status_code, response.json["code"]) == (503, "too_many_spectators")
        assert response.headers["Retry-After"] == "5"
        first.close()
        again, _ = opened(table, "ndjson")
        again.close()


def test_a_head_request_for_a_stream_leaves_no_subscriber(redis_url):
    """The contract contains no HEAD requests."""
    with closing(Service(create_app(settings(redis_url, spectators=1), HOSTED))) as service:
        table = service.table()
        service.client.head(f"/v1/games/{table.game_id}/events/stream").close()
        opened(table, "stream")[0].close()


def test_a_long_poll_returns_with_the_next_event(table):
    with ThreadPoolExecutor() as pool:
        waiting = [pool.submit(table.get, "/events?wait=30", seat) for seat in VIEWERS]
        until(lambda: len(table.service.bottega.hub) == len(waiting), "all wait")
        table.act(0)
        assert [future.result().json["version"] for future in waiting] == [1] * len(waiting)


def test_a_long_poll_without_events_gets_an_empty_page_after_the_timeout(table):
    page = table.get("/events?wait=1").json
    assert page == {"game_id": table.game_id, "version": 0, "status": "running", "events": []}


def test_a_request_does_not_wait_if_events_exist_or_the_game_has_ended(table):
    table.act(0)
    assert table.get("/events?wait=30").json["version"] == 1
    table.play_to_the_end()
    last = table.get("/events").json["version"]
    page = table.get(f"/events?wait=30&after={last}").json
    assert page == {"game_id": table.game_id, "version": last, "status": "over", "events": []}


def test_a_page_says_that_the_game_is_over_wherever_it_ends(table):
    assert table.get("/events").json["status"] == "running"
    table.play_to_the_end()
    assert {table.get(f"/events?limit={limit}").json["status"] for limit in (1, 1000)} == {"over"}


def test_spectators_of_a_game_share_one_subscription_that_ends_with_the_last_of_them(table):
    client, channel = table.service.bottega.store.servers.client, f"bottega:{{{table.game_id}}}:updates"
    responses = [opened(table, form)[0] for form in FORMS]
    until(lambda: client.pubsub_numsub(channel)[0][1] == 1, "the game is subscribed to")
    responses[0].close()
    assert client.pubsub_numsub(channel)[0][1] == 1
    responses[1].close()
    until(lambda: client.pubsub_numsub(channel)[0][1] == 0, "nobody listens any more")


def test_an_event_is_encoded_once_for_all_equal_viewers(table):
    hub = table.service.bottega.hub
    with hub.subscribed_to(table.game_id) as first, hub.subscribed_to(table.game_id) as second:
        until(lambda: subscribed(table), "the game is subscribed to")
        table.act(0)
        reported = [next(filter(None, iter(partial(each.wait, 30), 0))) for each in (first, second)]
    assert reported[0] is reported[1]
    logs = [GameLog(table.service.bottega, table.game_id, Credential(None, table.game_id, 0)) for _ in range(2)]
    texts = [next(log.messages(log.announced(reported[0], START))).data for log in logs]
    assert texts[0] is texts[1]


def test_unreadable_messages_wake_waiting_requests_and_later_ones_arrive(table):
    hub, client = table.service.bottega.hub, table.service.bottega.store.servers.client
    with hub.subscribed_to(table.game_id) as subscriber:
        until(lambda: subscribed(table), "the game is subscribed to")
        assert subscriber.wait(30) is None
        client.publish(f"bottega:{{{table.game_id}}}:updates", b"of a newer release")
        assert subscriber.drain(30)
        table.act(0)
        assert subscriber.wait(30).event.version == 1


def subscribed(table):
    """Whether a client is subscribed to the game."""
    return table.service.bottega.store.servers.client.pubsub_numsub(f"bottega:{{{table.game_id}}}:updates")[0][1]


def test_events_continue_after_the_connection_to_redis_broke(table, caplog, monkeypatch):
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(throttled_log, "_last", {})  # another test may have had the same warning a moment ago
    client = table.service.bottega.store.servers.client
    _, chunks = opened(table, "ndjson")
    for version in range(1, 5):
        until(lambda: subscribed(table), "the game is subscribed to")
        client.client_kill_filter(_type="pubsub")
        table.act(table.view()["to_act"][0])
        assert versions("ndjson", [next(chunks)]) == [version]
    assert "the event hub has lost Redis" in caplog.text
    until(lambda: len(client.client_list(_type="pubsub")) == 1, "one connection is left")


def test_an_event_whose_message_was_lost_is_found_in_the_log(table):
    bottega = table.service.bottega
    stream = Stream(GameLog(bottega, table.game_id, SPECTATOR), START, keep_alive=0.02)
    chunks = iter(stream)
    assert next(chunks) is None
    until(lambda: subscribed(table), "the game is subscribed to")
    log = f"bottega:{{{table.game_id}}}:log"
    other = table.service.table()
    other.act(0)
    bottega.store.servers.client.copy(f"bottega:{{{other.game_id}}}:log", log)
    assert json.loads(next(filter(None, chunks)).data)["version"] == 1
    stream.close()


def test_a_dead_connection_is_dropped(table):
    store = table.service.bottega.store
    listener = store.listener()
    listener.open()
    assert listener.receive(0.01)[0] == "silence"
    assert listener.receive(30)[0] == "silence"
    store.servers.client.client_pause(500)
    assert listener.receive(0.01)[0] == "silence"
    with pytest.raises(redis.TimeoutError):
        listener.receive(0.01)
    listener.close()


def test_a_silent_stream_sends_keep_alives(table):
    stream = Stream(GameLog(table.service.bottega, table.game_id, SPECTATOR), START, keep_alive=0.01)
    chunks = iter(stream)
    assert [next(chunks) for _ in range(5)] == [None] * 5
    stream.close()


def test_a_stopping_process_ends_its_streams_and_its_waiting_requests(table):
    hub = table.service.bottega.hub
    streams = [opened(table, form)[1] for form in FORMS]
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(table.get, "/events?wait=30")
        until(lambda: len(hub) == 3, "all wait")
        hub.end()
        assert waiting.result().json["events"] == []
    assert [list(chunks) for chunks in streams] == [[], []]


def test_a_deleted_game_wakes_its_streams_which_end(table, monkeypatch):
    monkeypatch.setattr(GameLog, "pause", 3_600)  # without a message the stream would wait for an hour
    stream = Stream(GameLog(table.service.bottega, table.game_id, SPECTATOR), START, keep_alive=3_600)
    chunks = iter(stream)
    assert next(chunks) is None
    until(lambda: subscribed(table), "the game is subscribed to")
    lifetimes.delete_game(table.service.bottega, table.game_id)
    assert list(chunks) == []
    stream.close()


def test_a_log_longer_than_one_page_is_streamed_in_full(table):
    table.act(0)
    bottega, length = table.service.bottega, 2 * PAGE + 1
    first = bottega.store.last_event(table.game_id)
    more = [replace(first, version=version, over=version == length) for version in range(2, length + 1)]
    bottega.store.servers.client.rpush(
        f"bottega:{{{table.game_id}}}:log", *(write_entry("tiny", event) for event in more)
    )
    _, chunks = opened(table, "ndjson")
    assert versions("ndjson", chunks) == list(range(1, length + 1))
