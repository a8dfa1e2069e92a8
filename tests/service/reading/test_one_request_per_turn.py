"""Test that one response, or a stream, contains everything for the next turn, all of the same version."""

import json
from itertools import combinations, permutations
from random import Random

import jsonpatch
import pytest

from service.resources.events import MOST_PATCHED
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.streams import FORMS, VIEWERS, messages, opened
from tests.service.helpers.games.played import RICHEST, Client, Past

WORDS = ("actions", "events", "patches")
CHOICES = [",".join(some) for size in (1, 2, 3) for some in combinations(WORDS, size)]
STREAMED = ("actions", "patches", "actions,patches")


def parts_of(game, seat, include, after=0):
    """Return the parts that a response must include, from separate requests for each."""
    legal = game.get("/actions", seat).json if seat is not None else {}
    patches = "&patches=true" if "patches" in include else ""
    events = game.get(f"/events?after={after}{patches}", seat).json["events"]
    return {
        **({"actions": legal["actions"]} if "actions" in include and "decision" in legal else {}),
        **({} if include == "actions" else {"events": events}),
    }


@pytest.mark.parametrize("include", CHOICES)
@pytest.mark.parametrize("seat", VIEWERS)
def test_a_view_includes_what_the_other_operations_return(game, seat, include):
    for _ in range(2):
        game.act(game.view()["to_act"][0])
        shown = game.get(f"/view?include={include}&since=1", seat).json
        assert shown == game.view(seat) | parts_of(game, seat, include, after=1)


@pytest.mark.parametrize("include", CHOICES)
def test_the_response_to_an_action_includes_what_the_other_operations_return(game, include):
    for version in range(3):
        seat = game.view()["to_act"][0]
        answered = game.post(f"/actions?include={include}", seat, game.action_body(seat)).json
        assert answered == game.view(seat) | parts_of(game, seat, include, after=version)


@pytest.mark.parametrize("include", CHOICES)
def test_the_response_to_an_action_includes_the_events_of_others_since_a_version(game, include):
    for seat in (0, 1):
        game.act(seat)
    answered = game.post(f"/actions?include={include}&since=1", 0, game.action_body(0)).json
    assert answered == game.view(0) | parts_of(game, 0, include, after=1)


@pytest.mark.parametrize("include", CHOICES)
def test_a_dry_run_returns_the_current_state(game, include):
    game.act(0)
    body = game.action_body(1)
    assert game.post(f"/actions?dry_run=true&include={include}", 1, body).json == game.view(1) | parts_of(
        game, 1, include, after=1
    )
    assert game.post(f"/actions?dry_run=true&include={include}&since=0", 1, body).json == game.view(1) | parts_of(
        game, 1, include
    )


def test_all_events_are_returned_without_a_version(game):
    for seat in (0, 1):
        game.act(seat)
    assert game.get("/view?include=events").json["events"] == game.events()


def test_words_may_have_any_order(game):
    responses = {game.get(f"/view?include={','.join(words)}", 0).data for words in permutations(WORDS)}
    assert len(responses) == 1


@pytest.mark.parametrize("query", ["include=actions,events,actions", "include=events&include=actions"])
def test_a_repeated_word_or_parameter_is_accepted(game, query):
    assert game.get(f"/view?{query}", 0).data == game.get("/view?include=actions,events", 0).data


@pytest.mark.parametrize("include", ["", "view", "actions,", "Actions", "actions, events", "next"])
@pytest.mark.parametrize("path", ["/view", "/events", "/events/stream", "/events/ndjson"])
def test_an_unknown_word_is_rejected(game, path, include):
    response = game.get(f"{path}?include={include}", 0)
    assert (response.status_code, response.json["code"]) == (422, "invalid_request")
    assert [each["path"] for each in response.json["errors"]] == ["include"]


@pytest.mark.parametrize("query", ["include=view", "include=events&since=-1", "since=x"])
def test_an_action_with_a_bad_query_is_not_carried_out(game, query):
    assert game.post(f"/actions?{query}", 0, game.action_body(0)).status_code == 422
    assert game.view()["version"] == 0


def test_events_since_a_version_in_the_future_are_a_problem_without_effects(game):
    game.act(0)
    for response in (
        game.post("/actions?include=events&since=2", 1, game.action_body(1)),
        game.get("/view?include=events&since=2", 1),
    ):
        assert (response.status_code, response.json["code"], response.json["version"]) == (
            404,
            "version_not_reached",
            1,
        )
    assert game.view()["version"] == 1


@pytest.mark.parametrize("include", CHOICES)
def test_a_past_view_includes_the_parts_of_its_time_with_the_etag_of_then(game, include):
    for seat in (0, 1):
        game.act(seat)
    path = f"/view?include={include}"
    then = [game.get(path, viewer) for viewer in VIEWERS]
    game.play_to_the_end()
    now = [game.get(f"{path}&at=2", viewer) for viewer in VIEWERS]
    assert [(each.data, each.headers["ETag"]) for each in now] == [(each.data, each.headers["ETag"]) for each in then]


def test_a_response_with_included_parts_has_its_own_etag(game):
    for seat in (0, 1):
        game.act(seat)
    paths = ["/view", *(f"/view?include={include}&since={since}" for include in CHOICES for since in (0, 1))]
    tags = [game.get(path, 0).headers["ETag"] for path in paths]
    assert len(set(tags)) == len(paths)
    assert [game.get(path, 0, **{"If-None-Match": tag}).status_code for path, tag in zip(paths, tags, strict=True)] == [
        304
    ] * len(paths)


def test_a_page_has_patches_for_its_last_events_only(service):
    past = Past(service, "azul", 2, number=5)
    events = past.get(None, "/view?include=patches").json["events"]
    last = past.get(None, "/view").json["version"]
    assert [event["version"] for event in events] == list(range(last - MOST_PATCHED + 1, last + 1))


@pytest.mark.parametrize("include", CHOICES)
def test_a_repeated_action_returns_the_same_bytes_with_its_included_parts_in_a_later_game(game, include):
    body, keyed, path = game.action_body(0), {"Idempotency-Key": "k"}, f"/actions?include={include}"
    first = game.post(path, 0, body, keyed)
    assert game.post(path, 0, body, keyed).data == first.data
    for seat in (0, 1, 1):
        game.act(seat)
    again = game.post(path, 0, body, keyed)
    assert (again.data, again.headers["Idempotent-Replayed"]) == (first.data, "true")


def test_a_repeat_may_include_something_else(game):
    body, keyed = game.action_body(0), {"Idempotency-Key": "k"}
    plain = game.post("/actions", 0, body, keyed).json
    reported = game.post("/actions?include=events&since=0", 0, body, keyed).json
    assert reported == plain | {"events": game.events(0)}


def test_a_retry_in_a_long_game_returns_the_same_last_events(service):
    client = Client(service, "azul", {}, 2)
    for version in range(MOST_PATCHED + 5):
        seat = client.get("/view").json["to_act"][0]
        headers = client.authorization[seat] | {"Idempotency-Key": f"{version}"}
        request = {"json": client.action_body(seat), "headers": headers}
        path = f"{client.path}/actions?include=actions,patches&since=0"
        first, again = (client.http.post(path, **request) for _ in range(2))
        assert again.data == first.data
    assert len(first.json["events"]) == MOST_PATCHED


def test_every_event_names_the_seats_that_must_act_after_it(game):
    reported = [tuple(game.view()["to_act"])]
    while reported[-1]:
        game.act(reported[-1][0])
        reported.append(tuple(game.view()["to_act"]))
    assert [tuple(event["to_act"]) for event in game.events()] == reported[1:]


def test_the_last_event_of_a_page_has_the_next_decision_of_its_seat(game):
    for seat in (0, 1):
        game.act(seat)
    legal = game.get("/actions", 0).json
    first, last = game.get("/events?include=actions", 0).json["events"]
    assert last == game.events(0)[1] | {"next_decision": {"decision": legal["decision"], "actions": legal["actions"]}}
    assert "next_decision" not in first
    assert "next_decision" not in game.get("/events?include=actions&limit=1", 0).json["events"][0]
    assert [game.get("/events?include=actions", viewer).json["events"][1] for viewer in (1, None)] == [
        game.events(viewer)[1] for viewer in (1, None)
    ]


def read(form, chunks, count):
    """Read the next messages of a stream: type and data."""
    if form == "ndjson":
        texts = [json.loads(next(chunks)) for _ in range(count)]
        return [("event" if "id" in text else "next_decision", text) for text in texts]
    return [(name, data) for _, name, data in messages(next(chunks) for _ in range(count))]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("include", STREAMED)
@pytest.mark.parametrize("seat", VIEWERS)
def test_a_stream_includes_the_requested_parts_with_each_event_like_the_page(game, form, include, seat):
    game.act(0)
    _, chunks = opened(game, form, seat, f"?include={include}")
    for version in range(4):
        page = game.get(f"/events?after={version}&include={include}", seat).json["events"]
        assert read(form, chunks, 1) == [("event", page[0])]
        game.act(game.view()["to_act"][0])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("started", [False, True])
def test_a_seat_that_must_act_without_new_events_gets_its_decision_at_once(game, form, started):
    if started:
        game.act(0)
    legal = game.get("/actions", 0).json
    _, chunks = opened(game, form, 0, f"?include=actions&after={int(started)}")
    offered = {"decision": legal["decision"], "actions": legal["actions"]}
    assert read(form, chunks, 1) == [
        ("next_decision", {"ruleset": "tiny", "version": int(started), "next_decision": offered})
    ]
    game.act(0)
    assert read(form, chunks, 1)[0][0] == "event"


def test_the_next_decision_does_not_move_the_cursor(game):
    game.act(0)
    last = game.events(0)[0]["id"]
    _, chunks = opened(game, "stream", 0, "?include=actions", **{"Last-Event-ID": last})
    assert next(chunks).startswith(b"id: %s\nevent: next_decision\n" % last.encode())


@pytest.mark.parametrize("seat", VIEWERS)
def test_no_other_seat_gets_a_decision_at_once(game, seat):
    _, chunks = opened(game, "ndjson", seat, "?include=patches" if seat == 0 else "?include=actions,patches")
    game.act(0)
    assert read("ndjson", chunks, 1) == [
        ("event", game.get(f"/events?include=patches{',actions' if seat else ''}", seat).json["events"][0])
    ]


@pytest.mark.parametrize("form", FORMS)
def test_a_stream_continues_after_a_broken_connection_with_matching_patches(game, form):
    view = game.view(1)
    while view["status"] == "running":
        game.act(view["to_act"][0])
        response, chunks = opened(game, form, 1, f"?include=patches&after={view['version']}")
        ((_, event),) = read(form, chunks, 1)
        view = jsonpatch.apply_patch(view, event["patch"])
        response.close()
        assert view == game.view(1)


def test_clients_that_request_different_parts_get_exactly_these(game):
    kinds = [(0, "actions"), (0, "patches"), (1, "patches"), (1, "patches"), (None, "actions,patches"), (0, "")]
    streams = [opened(game, "ndjson", *(seat, f"?include={include}" if include else "")) for seat, include in kinds]
    next(streams[0][1])
    for version in range(4):
        game.act(game.view()["to_act"][0])
        for (seat, include), (_, chunks) in zip(kinds, streams, strict=True):
            included = f"&include={include}" if include else ""
            page = game.get(f"/events?after={version}{included}", seat).json
            assert json.loads(next(chunks)) == page["events"][0]


@pytest.mark.parametrize("ruleset", HOSTED)
def test_a_seat_plays_a_whole_game_with_one_request_a_turn_and_never_loses_sight_of_it(service, ruleset):
    client = Client(service, ruleset, RICHEST.get(ruleset, {}), HOSTED[ruleset].min_seats, seed=6)
    view, seat, rng, turns = client.get("/view").json, 1, Random(7), 0
    while seat not in view["to_act"]:
        view = client.act(view["to_act"][0])
    view, reported = client.get("/view", seat).json, {}
    stream = client.get(f"/events/ndjson?include=actions,patches&after={view['version']}", seat)
    lines = map(json.loads, filter(bytes.strip, stream.iter_encoded()))
    while view["status"] == "running":
        if seat in view["to_act"]:
            reported = reported or next(lines)
            assert reported["next_decision"].items() <= client.get("/actions", seat).json.items()
            body = {
                "decision": reported["next_decision"]["decision"],
                "action": rng.choice(reported["next_decision"]["actions"]),
            }
            headers = client.authorization[seat]
            client.http.post(f"{client.path}/actions", json={"ruleset": ruleset} | body, headers=headers)
            turns += 1
        else:
            client.act(rng.choice(view["to_act"]))
        reported = next(lines)
        view = jsonpatch.apply_patch(view, reported["patch"])
        assert view == client.get("/view", seat).json
    assert turns > 2
