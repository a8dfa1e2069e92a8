"""Test the parts of `bottega-client` for Python that need no service: messages, patches, streams, requests."""

import time
from email.utils import formatdate

import httpx
import jsonpatch
import pytest
from bottega_client import apply_patch, format_message
from bottega_client.bot import PlayersTurns
from bottega_client.delivered import Delivered, Message
from bottega_client.follow import reader_of
from bottega_client.http import Requests, as_text, body_of, problem_of, seconds_to_wait
from bottega_client.serversent import EventParser
from hypothesis import given
from hypothesis import strategies as st

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "/", "~", "~1"]), inner),
    max_leaves=12,
)


@given(VALUES, VALUES)
def test_a_patch_changes_a_document_as_another_library_does(before, after):
    patch = jsonpatch.make_patch({"a": before}, {"a": after}).patch
    copy = jsonpatch.apply_patch({"a": before}, [])
    assert apply_patch({"a": before}, patch) == {"a": after}
    assert {"a": before} == copy


def test_a_patch_copies_and_appends():
    patch = [{"op": "copy", "from": "/a/0", "path": "/a/-"}, {"op": "add", "path": "/a/0/b", "value": "2"}]
    assert apply_patch({"a": [{}]}, patch) == {"a": [{"b": "2"}, {}]}


@pytest.mark.parametrize(
    "patch",
    [{"op": "remove", "path": "/b"}, {"op": "jump", "path": "/a"}, {"op": "add", "path": "/a/b/c", "value": 1}],
)
def test_a_patch_that_does_not_fit_is_rejected(patch):
    with pytest.raises(ValueError, match="the patch does not fit"):
        apply_patch({"a": 1}, [patch])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it''s '{'quoted'}' for {who}", "it's {quoted} for Ada"),
        ("{n, plural, =0 {none} one {# tile} other {# tiles}}", "3 tiles"),
        ("{who, select, Ada {{n, plural, other {# # '#'}}} other {}}", "3 3 #"),
        ("# isn't a number", "# isn't a number"),
    ],
)
def test_a_message_is_formatted(text, expected):
    assert format_message(text, {"who": "Ada", "n": 3}, "en") == expected


def test_events_are_parsed_however_their_bytes_are_cut():
    text = ': ping\n\nid: 7\nevent: event\ndata: {"text": "ř\u2028"}\n\nevent: over\ndata: {}\n\nevent: cut'.encode()
    expected = [Message("event", {"text": "ř\u2028"}, "7"), Message("over", {})]
    for size in range(1, len(text)):
        parser = EventParser()
        chunks = [text[start : start + size] for start in range(0, len(text), size)]
        assert [message for chunk in chunks for message in parser.feed(chunk)] == expected


def test_query_parameters_are_texts():
    assert [as_text(value) for value in (True, 3, "a,b", ["a", "b"])] == ["true", "3", "a,b", "a,b"]


def test_a_body_is_read_by_its_media_type():
    assert body_of(httpx.Response(204)) is None
    assert body_of(httpx.Response(200, json={"a": 1})) == {"a": 1}
    assert body_of(httpx.Response(200, text="a,b")) == "a,b"
    assert body_of(httpx.Response(200, content=b"x", headers={"Content-Type": "image/svg+xml"})) == "x"
    assert body_of(httpx.Response(200, content=b"x", headers={"Content-Type": "image/png"})) == b"x"


def test_an_error_page_of_a_proxy_is_a_problem():
    problem = problem_of(httpx.Response(502, text="<html>", headers={"Retry-After": "7"}))
    assert (problem.code, problem.status, str(problem)) == ("unknown", 502, "unknown: Bad Gateway")
    assert problem.retry_after == 7


@pytest.mark.parametrize(
    ("header", "seconds"), [("3", 3), ("", 0), ("soon", 0), ("9999", 60), ("Wed, 21 Oct 2015 07:28:00 GMT", 0)]
)
def test_the_client_waits_as_long_as_the_service_requests(header, seconds):
    assert seconds_to_wait(header) == seconds


def test_a_date_to_retry_is_compared_with_the_date_of_the_response():
    sent, later = "Thu, 01 Jan 2026 00:00:00 GMT", "Thu, 01 Jan 2026 00:00:07 GMT"
    assert problem_of(httpx.Response(503, headers={"Date": sent, "Retry-After": later})).retry_after == 7


@pytest.mark.parametrize("shift", [-3600, 0, 3600])
def test_the_time_of_the_service_is_right_on_a_machine_with_a_wrong_clock(monkeypatch, shift):
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + shift)
    requests = Requests("http://127.0.0.1")
    requests._note_time(httpx.Response(200, headers={"Date": formatdate(now(), usegmt=True)}))
    assert abs(requests.service_time() - now()) < 60


def test_a_poll_sends_the_tag_of_the_page_whose_messages_were_delivered():
    """The first poll has no tag, and does not wait."""
    page = {"events": [], "status": "running", "surroundings": {"faulty": False}}
    subscription = {"game": "g1", "include": "faulty", "transport": "poll"}
    flow = reader_of(Requests("https://example.org"), subscription).messages()
    polls = [next(flow).params]
    assert flow.send(httpx.Response(200, json={**page, "state_tag": "t1"})).value.data == {"faulty": False}
    polls.append(next(flow).params)
    polls.append(flow.send(httpx.Response(200, json={**page, "state_tag": "t2"})).params)
    assert [(each["wait"], each.get("state_tag")) for each in polls] == [("0", None), ("20", "t1"), ("20", "t2")]


def test_a_decision_is_delivered_once_and_an_entry_always():
    delivered = Delivered("event", None)
    pending = Message("next_decision", {"next_decision": {"decision": 4}})
    repeating = Message("event", {"version": 7, "next_decision": {"decision": 4}})
    following = Message("event", {"version": 8, "next_decision": {"decision": 8}})
    found = [
        (delivered.is_new(each), delivered.new_decision(each.data)) for each in (pending, pending, repeating, following)
    ]
    assert found == [(True, {"decision": 4}), (False, None), (True, None), (True, {"decision": 8})]


@pytest.mark.parametrize("kind", ["over", "aborted", "deleted"])
def test_a_bot_counts_a_game_as_ended_once_however_it_ends(kind):
    turns = PlayersTurns(Requests("https://example.org", None), None, games=1, shown={"g1": (3, 3)})
    flow = turns._take(Message("notice", {"type": kind, "game_id": "g1"}))
    with pytest.raises(StopIteration) as end:
        next(flow)
    assert (end.value.value, turns.ended, turns.shown) == (True, {"g1"}, {})
