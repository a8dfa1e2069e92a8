"""The past of a game is what it was: every view of every version is served again to the byte."""

import re
from collections.abc import Iterator
from random import Random

import jsonpatch
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service import games, history
from service.auth import make_token
from service.store import SeatSetup
from tests.rulesets.games import every_options
from tests.service.contract import HOSTED
from tests.service.table import SECRET
from workers import context
from workers.turns import play_turn

AI, HUMAN = "ai", "human"


class Past:
    """A random game of people and AI levels, with every view that was served while it was played."""

    def __init__(self, service, ruleset, seats, number):
        self.service, self.ruleset, self.rng = service, HOSTED[ruleset], Random(number)
        context.use(service.bottega)
        options = self.rng.choice(every_options(self.ruleset))
        setups = [self._setup(seat) for seat in range(seats)]
        created, _ = games.create_game(service.bottega, self.ruleset, options, setups)
        self.game_id = created["game_id"]
        self.viewers = [None, *(seat for seat, setup in enumerate(setups) if setup.kind == HUMAN)]
        self.served = [self._serve() for _ in self._play()]

    def _setup(self, seat):
        """Draw who sits at a seat; seat 0 is a person's."""
        if seat and self.rng.random() < 0.5:
            return SeatSetup(AI, level=self.rng.choice(list(self.ruleset.policies)))
        return SeatSetup(HUMAN)

    def _play(self) -> Iterator[None]:
        """Play the game to its end, stopping at each version."""
        bottega = self.service.bottega
        while True:
            yield
            game = games.load(bottega, self.game_id)
            if not game.to_act:
                return
            seat = self.rng.choice(list(game.to_act))
            if game.header.seats[seat].kind == AI and seat == games.ai_to_act(game):
                play_turn(self.game_id, game.position.version)
            else:
                action = self.rng.choice(list(game.ruleset.legal_actions(game.position.state, seat)))
                games.act(bottega, self.game_id, seat, game.position.asked[seat], action)

    def _serve(self):
        return [games.view(self.service.bottega, self.game_id, viewer) for viewer in self.viewers]

    def get(self, viewer, path):
        token = {} if viewer is None else {"Authorization": f"Bearer {make_token(SECRET, self.game_id, viewer)}"}
        return self.service.client.get(f"/v1/games/{self.game_id}{path}", headers=token)

    def look(self, viewer, at):
        """Look at the game as it was; give the body and the version that the ETag names."""
        response = self.get(viewer, f"/view?at={at}")
        reader = "onlooker" if viewer is None else f"s{viewer}"
        return response.data, int(re.fullmatch(rf'"v(\d+)-{reader}"', response.headers["ETag"])[1])


@pytest.mark.parametrize("ruleset", HOSTED)
def test_every_view_ever_served_is_served_again_to_the_byte(service, ruleset):
    past = Past(service, ruleset, HOSTED[ruleset].min_seats, number=3)
    again = [
        [history.view(service.bottega, past.game_id, viewer, at) for viewer in past.viewers]
        for at in range(len(past.served))
    ]
    assert again == past.served


@pytest.mark.parametrize("ruleset", HOSTED)
def test_the_past_of_a_full_table_is_served_over_http_with_its_etags(service, ruleset):
    past = Past(service, ruleset, HOSTED[ruleset].max_seats, number=2)
    for at, served in list(enumerate(past.served))[::37]:
        assert [past.look(viewer, at) for viewer in past.viewers] == served


def test_a_version_that_has_not_been_reached_is_a_problem(table):
    table.act(0)
    problem = table.get("/view?at=2", 0)
    assert (problem.status_code, problem.json["code"], problem.json["version"]) == (404, "version_not_reached", 1)


def test_a_past_view_that_is_known_is_not_sent_again(table):
    known = table.get("/view", 0).headers["ETag"]
    table.act(0)
    assert table.get("/view?at=0", 0, **{"If-None-Match": known}).status_code == 304


@pytest.mark.parametrize("at", ["-1", "1.0", "x", "", "99999999999"])
def test_a_version_is_a_whole_number_from_0(table, at):
    assert table.get(f"/view?at={at}").status_code == 422


@pytest.mark.parametrize("ruleset", HOSTED)
def test_the_patches_of_all_events_lead_from_each_view_to_the_next(service, ruleset):
    past = Past(service, ruleset, HOSTED[ruleset].max_seats, number=4)
    for column, viewer in enumerate(past.viewers[:2]):
        views = [msgspec.json.decode(served[column][0]) for served in past.served]
        assert list(followed(past, viewer, views[0])) == views


def followed(past, viewer, view):
    """Follow a game from its first view by patches alone, in pages of changing length."""
    yield view
    while events := past.get(viewer, f"/events?patches=true&after={view['version']}&limit={7 + view['version']}").json[
        "events"
    ]:
        assert len(events) <= 100
        for event in events:
            view = jsonpatch.apply_patch(view, event["patch"])
            yield view


def test_events_carry_patches_only_when_asked_for(table):
    table.act(0)
    assert "patch" not in table.get("/events").json["events"][0]
    plain = table.get("/events").json["events"][0]
    (patched,) = table.get("/events?patches=true").json["events"]
    assert patched == plain | {"patch": patched["patch"]}


JSON = st.recursive(
    st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a", "/", "~", "~1", "é"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("ab/~"), inner, max_size=4),
    max_leaves=25,
)


@settings(deadline=None)
@given(before=JSON, after=JSON)
def test_a_patch_turns_any_value_into_any_other(before, after):
    before, after = {"view": before}, {"view": after}
    patched = jsonpatch.make_patch(before, after).apply(before)
    assert msgspec.json.encode(patched, order="sorted") == msgspec.json.encode(after, order="sorted")
