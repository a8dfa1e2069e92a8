"""Test that earlier views are served again byte for byte."""

import jsonpatch
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.game.history import patch_between
from service.resources.events import MOST_PATCHED
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.games.played import Past


@pytest.mark.parametrize("ruleset", HOSTED)
def test_earlier_views_are_served_again_byte_for_byte(service, ruleset):
    past = Past(service, ruleset, HOSTED[ruleset].min_seats, number=3)
    for version, served in list(enumerate(past.served))[::5]:  # each takes as long as its version is high
        assert past.served_at(version) == served


@pytest.mark.parametrize("ruleset", HOSTED)
def test_past_versions_of_a_full_game_are_served_over_http_with_their_etags(service, ruleset):
    past = Past(service, ruleset, HOSTED[ruleset].max_seats, number=2)
    for at, served in list(enumerate(past.served))[::37]:
        assert [past.look(viewer, at) for viewer in past.viewers] == served


def test_a_version_that_has_not_been_reached_is_a_problem(game):
    game.act(0)
    problem = game.get("/view?at=2", 0)
    assert (problem.status_code, problem.json["code"], problem.json["version"]) == (404, "version_not_reached", 1)


def test_a_past_view_that_is_known_is_not_sent_again(game):
    known = game.get("/view", 0).headers["ETag"]
    game.act(0)
    assert game.get("/view?at=0", 0, **{"If-None-Match": known}).status_code == 304


@pytest.mark.parametrize("at", ["-1", "1.0", "x", "", "99999999999"])
def test_a_version_is_a_whole_number_from_0(game, at):
    assert game.get(f"/view?at={at}").status_code == 422


@pytest.mark.parametrize("ruleset", HOSTED)
def test_the_patches_of_all_events_lead_from_each_view_to_the_next(service, ruleset):
    past = Past(service, ruleset, HOSTED[ruleset].max_seats, number=4)
    for column, viewer in enumerate(past.viewers[:2]):
        views = [msgspec.json.decode(served[column][0]) for served in past.served]
        assert list(followed(past, viewer, views[0])) == views


def followed(past, viewer, view):
    """Update a game from its first view by patches only, in pages of varying length."""
    yield view
    while events := past.get(viewer, f"/events?patches=true&after={view['version']}&limit={7 + view['version']}").json[
        "events"
    ]:
        assert len(events) <= MOST_PATCHED
        for event in events:
            view = jsonpatch.apply_patch(view, event["patch"])
            yield view


def test_events_include_patches_only_on_request(game):
    game.act(0)
    assert "patch" not in game.get("/events").json["events"][0]
    plain = game.get("/events").json["events"][0]
    (patched,) = game.get("/events?patches=true").json["events"]
    assert patched == plain | {"patch": patched["patch"]}


JSON = st.recursive(
    st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a", "/", "~", "~1", "é"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("ab/~"), inner, max_size=4),
    max_leaves=25,
)


@given(before=JSON, after=JSON)
def test_a_patch_turns_any_value_into_any_other(before, after):
    before, after = {"view": before}, {"view": after}
    patch = msgspec.to_builtins(patch_between(before, after))
    patched = jsonpatch.apply_patch(before, patch)
    assert msgspec.json.encode(patched, order="sorted") == msgspec.json.encode(after, order="sorted")


OBJECTS = st.recursive(
    st.integers(0, 2), lambda inner: st.dictionaries(st.sampled_from("abcd"), inner, max_size=4), max_leaves=25
)


def at(document, pointer):
    """Return the value at a pointer into nested objects, or None."""
    for step in pointer.split("/")[1:]:
        document = document.get(step) if isinstance(document, dict) else None
    return document


@given(before=OBJECTS, after=OBJECTS)
def test_a_patch_never_takes_a_value_from_another_place(before, after):
    before, after = {"view": before}, {"view": after}
    for operation in msgspec.to_builtins(patch_between(before, after)):
        assert operation["op"] in ("add", "remove", "replace")
        assert at(before, operation["path"]) != at(after, operation["path"])
        assert operation.get("value") == at(after, operation["path"])
