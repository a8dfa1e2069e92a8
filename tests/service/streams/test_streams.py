"""Test streams and long polling: one log, read page by page, by server-sent events and by lines."""

import json
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial

import pytest
import redis
from msgspec import UNSET
from msgspec.structs import replace

from service.app import create_app
from service.players.credentials import SPECTATOR, Credential
from service.retention import lifetimes
from service.runtime import throttled_log
from service.store import START
from service.store.log_entries import write_entry
from service.streams.game_log import GameLog
from service.streams.streams import PAGE, Stream
from service.streams.surroundings import tag_of_state
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import Service, settings
from tests.service.helpers.client.streams import FORMS, VIEWERS, messages, opened
from tests.service.helpers.games.played import RICHEST, Client
from tests.workers.waiting import until


def versions(form, chunks):
    """Return the versions of the events in a stream."""
    if form == "ndjson":
        return [json.loads(chunk)["version"] for chunk in chunks]
    return [version for version, name, _ in messages(chunks) if name == "event"]


@pytest.mark.parametrize("seat", VIEWERS)
def test_server_sent_events_are_the_log_as_the_page_has_it_with_its_end(game, seat):
    game.play_to_the_end()
    log = game.events(seat)
    _, chunks = opened(game, "stream", seat)
    reported = [(event["version"], "event", event) for event in log]
    assert messages(chunks) == [*reported, (len(log), "over", {"version": len(log)})]


@pytest.mark.parametrize("seat", VIEWERS)
def test_lines_are_the_log_as_the_page_has_it(game, seat):
    game.play_to_the_end()
    _, chunks = opened(game, "ndjson", seat)
    assert [json.loads(chunk) for chunk in chunks] == game.events(seat)


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


def test_hidden_actions_are_in_the_stream_of_their_seat_only(game):
    game.act(0)
    game.act(1, {"type": "seal_card", "card": game.view(1)["view"]["hand"][0]})
    actions = {}
    for seat in VIEWERS:
        _, chunks = opened(game, "ndjson", seat, "?after=1")
        actions[seat] = json.loads(next(chunks))["action"]["type"]
    assert actions == {None: "concealed_card", 0: "concealed_card", 1: "seal_card"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seat", VIEWERS)
def test_an_event_includes_its_action(game, form, seat):
    _, chunks = opened(game, form, seat)
    for version in range(1, 5):
        game.act(game.view()["to_act"][0])
        assert versions(form, [next(chunks)]) == [version]


@pytest.mark.parametrize("form", FORMS)
def test_a_stream_continues_after_the_given_version(game, form):
    game.play_to_the_end()
    _, chunks = opened(game, form, query="?after=3")
    assert versions(form, chunks) == [event["version"] for event in game.events()[3:]]


def test_the_last_event_id_takes_precedence_over_the_version_in_the_url(game):
    game.play_to_the_end()
    _, chunks = opened(game, "stream", None, "?after=1", **{"Last-Event-ID": "4"})
    assert versions("stream", chunks)[0] == 5


@pytest.mark.parametrize("form", FORMS)
def test_a_client_with_all_events_of_a_finished_game_gets_204(game, form):
    game.play_to_the_end()
    response = game.get(f"/events/{form}?after={len(game.events())}")
    assert (response.status_code, response.data) == (204, b"")
    assert response.headers["Cache-Control"] == "no-store"
    assert "Content-Type" not in response.headers


@pytest.mark.parametrize("form", FORMS)
def test_no_cache_and_no_proxy_delays_a_stream(game, form):
    response, _ = opened(game, form)
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Accel-Buffering"] == "no"
    assert response.content_type == {"stream": "text/event-stream", "ndjson": "application/x-ndjson"}[form]


@pytest.mark.parametrize("version", ["", "-1", "one", "2147483648"])
def test_a_last_event_id_that_is_no_version_is_rejected(game, version):
    response = game.get("/events/stream", None, **{"Last-Event-ID": version})
    assert (response.status_code, response.json["code"]) == (422, "invalid_request")


@pytest.mark.parametrize("path", ["/events/stream", "/events/ndjson", "/events?wait=9"])
def test_a_game_that_is_not_there_is_not_waited_for(service, path):
    response = service.client.get(f"/v1/games/{'a' * 20}{path}")
    assert (response.status_code, response.json["code"]) == (404, "game_not_found")


@pytest.mark.parametrize("path", ["/events/stream", "/events/ndjson", "/events?wait=9"])
def test_a_process_with_the_most_spectators_rejects_more(redis_url, path):
    with running(settings(redis_url, spectators=1)) as service:
        game = service.new_game()
        first, _ = opened(game, "ndjson")
        response = game.get(path)
        assert (response.status_code, response.json["code"]) == (503, "too_many_spectators")
        assert response.headers["Retry-After"] == "5"
        first.close()
        again, _ = opened(game, "ndjson")
        again.close()


def test_a_head_request_for_a_stream_leaves_no_subscriber(redis_url):
    """The contract contains no HEAD requests."""
    with closing(Service(create_app(settings(redis_url, spectators=1), HOSTED))) as service:
        game = service.new_game()
        service.client.head(f"/v1/games/{game.game_id}/events/stream").close()
        opened(game, "stream")[0].close()


def test_a_long_poll_returns_with_the_next_event(game):
    with ThreadPoolExecutor() as pool:
        waiting = [pool.submit(game.get, "/events?wait=30", seat) for seat in VIEWERS]
        until(lambda: len(game.service.installation.hub) == len(waiting), "all wait")
        game.act(0)
        assert [future.result().json["version"] for future in waiting] == [1] * len(waiting)


def test_a_long_poll_without_events_gets_an_empty_page_after_the_timeout(game):
    page = game.get("/events?wait=1").json
    tag = tag_of_state("running", UNSET)
    assert page == {"game_id": game.game_id, "version": 0, "status": "running", "state_tag": tag, "events": []}


def test_a_request_does_not_wait_if_events_exist_or_the_game_has_ended(game):
    game.act(0)
    assert game.get("/events?wait=30").json["version"] == 1
    game.play_to_the_end()
    last = game.get("/events").json["version"]
    page = game.get(f"/events?wait=30&after={last}").json
    tag = tag_of_state("over", UNSET)
    assert page == {"game_id": game.game_id, "version": last, "status": "over", "state_tag": tag, "events": []}


def test_a_page_says_that_the_game_is_over_wherever_it_ends(game):
    assert game.get("/events").json["status"] == "running"
    game.play_to_the_end()
    assert {game.get(f"/events?limit={limit}").json["status"] for limit in (1, 1000)} == {"over"}


def test_spectators_of_a_game_share_one_subscription_that_ends_with_the_last_of_them(game):
    client, channel = game.service.installation.store.servers.client, f"bottega:{{{game.game_id}}}:updates"
    responses = [opened(game, form)[0] for form in FORMS]
    until(lambda: client.pubsub_numsub(channel)[0][1] == 1, "the game is subscribed to")
    responses[0].close()
    assert client.pubsub_numsub(channel)[0][1] == 1
    responses[1].close()
    until(lambda: client.pubsub_numsub(channel)[0][1] == 0, "nobody listens any more")


def test_an_event_is_encoded_once_for_all_equal_viewers(game):
    hub = game.service.installation.hub
    with hub.subscribed_to(game.game_id) as first, hub.subscribed_to(game.game_id) as second:
        until(lambda: subscribed(game), "the game is subscribed to")
        game.act(0)
        reported = [next(filter(None, iter(partial(each.wait, 30), 0))) for each in (first, second)]
    assert reported[0] is reported[1]
    logs = [GameLog(game.service.installation, game.game_id, Credential(None, game.game_id, 0)) for _ in range(2)]
    texts = [next(log.messages(log.announced(reported[0], START))).data for log in logs]
    assert texts[0] is texts[1]


def test_unreadable_messages_wake_waiting_requests_and_later_ones_arrive(game):
    hub, client = game.service.installation.hub, game.service.installation.store.servers.client
    with hub.subscribed_to(game.game_id) as subscriber:
        until(lambda: subscribed(game), "the game is subscribed to")
        assert subscriber.wait(30) is None
        client.publish(f"bottega:{{{game.game_id}}}:updates", b"of a newer release")
        assert subscriber.drain(30)
        game.act(0)
        assert subscriber.wait(30).event.version == 1


def subscribed(game):
    """Whether a client is subscribed to the game."""
    return game.service.installation.store.servers.client.pubsub_numsub(f"bottega:{{{game.game_id}}}:updates")[0][1]


def test_events_continue_after_the_connection_to_redis_broke(game, caplog, monkeypatch):
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(throttled_log, "_last", {})  # another test may have had the same warning a moment ago
    client = game.service.installation.store.servers.client
    _, chunks = opened(game, "ndjson")
    for version in range(1, 5):
        until(lambda: subscribed(game), "the game is subscribed to")
        client.client_kill_filter(_type="pubsub")
        game.act(game.view()["to_act"][0])
        assert versions("ndjson", [next(chunks)]) == [version]
    assert "the event hub has lost Redis" in caplog.text
    until(lambda: len(client.client_list(_type="pubsub")) == 1, "one connection is left")


def test_an_event_whose_message_was_lost_is_found_in_the_log(game):
    installation = game.service.installation
    stream = Stream(GameLog(installation, game.game_id, SPECTATOR), START, keep_alive=0.02)
    chunks = iter(stream)
    assert next(chunks) is None
    until(lambda: subscribed(game), "the game is subscribed to")
    log = f"bottega:{{{game.game_id}}}:log"
    other = game.service.new_game()
    other.act(0)
    installation.store.servers.client.copy(f"bottega:{{{other.game_id}}}:log", log)
    assert json.loads(next(filter(None, chunks)).data)["version"] == 1
    stream.close()


def test_a_dead_connection_is_dropped(game):
    store = game.service.installation.store
    listener = store.listener()
    listener.open()
    assert listener.receive(0.01)[0] == "silence"
    assert listener.receive(30)[0] == "silence"
    store.servers.client.client_pause(500)
    assert listener.receive(0.01)[0] == "silence"
    with pytest.raises(redis.TimeoutError):
        listener.receive(0.01)
    listener.close()


def test_a_silent_stream_sends_keep_alives(game):
    stream = Stream(GameLog(game.service.installation, game.game_id, SPECTATOR), START, keep_alive=0.01)
    chunks = iter(stream)
    assert [next(chunks) for _ in range(5)] == [None] * 5
    stream.close()


def test_a_stopping_process_ends_its_streams_and_its_waiting_requests(game):
    hub = game.service.installation.hub
    streams = [opened(game, form)[1] for form in FORMS]
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(game.get, "/events?wait=30")
        until(lambda: len(hub) == 3, "all wait")
        hub.end()
        assert waiting.result().json["events"] == []
    assert [list(chunks) for chunks in streams] == [[], []]


def test_a_deleted_game_wakes_its_streams_which_end(game, monkeypatch):
    monkeypatch.setattr(GameLog, "pause", 3_600)  # without a message the stream would wait for an hour
    stream = Stream(GameLog(game.service.installation, game.game_id, SPECTATOR), START, keep_alive=3_600)
    chunks = iter(stream)
    assert next(chunks) is None
    until(lambda: subscribed(game), "the game is subscribed to")
    lifetimes.delete_game(game.service.installation, game.game_id)
    assert list(chunks) == []
    stream.close()


def test_a_log_longer_than_one_page_is_streamed_in_full(game):
    game.act(0)
    installation, length = game.service.installation, 2 * PAGE + 1
    first = installation.store.last_event(game.game_id)
    more = [replace(first, version=version, over=version == length) for version in range(2, length + 1)]
    installation.store.servers.client.rpush(
        f"bottega:{{{game.game_id}}}:log", *(write_entry("tiny", event) for event in more)
    )
    _, chunks = opened(game, "ndjson")
    assert versions("ndjson", chunks) == list(range(1, length + 1))
