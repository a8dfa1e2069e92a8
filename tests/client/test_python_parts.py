"""Test the parts of `bottega-client` for Python that need no service: messages, patches, streams, requests."""

import httpx
import jsonpatch
import pytest
from bottega_client import apply_patch, format_message
from bottega_client.bot import PlayersTurns
from bottega_client.follow import EventParser, Message
from bottega_client.http import Requests, as_text, body_of, problem_of, seconds_to_wait
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


def test_a_patch_with_another_operation_is_rejected():
    with pytest.raises(ValueError, match="'test'"):
        apply_patch({}, [{"op": "test", "path": ""}])


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


@pytest.mark.parametrize("kind", ["over", "aborted", "deleted"])
def test_a_bot_counts_a_game_as_ended_once_however_it_ends(kind):
    turns = PlayersTurns(Requests("https://example.org", None), None, games=1, shown={"g1": (3, 3)})
    flow = turns._take(Message("notice", {"type": kind, "game_id": "g1"}))
    with pytest.raises(StopIteration) as end:
        next(flow)
    assert (end.value.value, turns.ended, turns.shown) == (True, {"g1"}, {})
