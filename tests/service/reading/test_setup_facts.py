"""Test that a view contains the facts of the set-up, as far as the caller may know them."""

import msgspec
import pytest

from domain.registry import RULESETS
from tests.service.helpers.client.service import HUMANS, RemoteGame


def new_game(service, ruleset, seats=HUMANS, **more):
    created = service.client.post("/v1/games", json={"ruleset": ruleset, "seats": list(seats), **more}).json
    return RemoteGame(service, created["game_id"], {each["seat"]: each["token"] for each in created["tokens"]}, ruleset)


def setup_of(game, seat=None, query=""):
    return game.get(f"/view?include=setup{query}", seat).json["setup"]


def emitted(game):
    """Return the facts of the set-up with their audiences, from the rules."""
    header, ruleset = game.service.installation.store.header(game.game_id), RULESETS[game.ruleset]
    options, facts = msgspec.json.decode(header.options, type=ruleset.options_type), []
    ruleset.setup(options, len(header.seats), header.dice_seed.dice, lambda *fact: facts.append(fact))
    return [(msgspec.json.decode(msgspec.json.encode(fact)), audience) for fact, audience in facts]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_caller_sees_the_facts_of_the_set_up_that_it_may_know(service, ruleset):
    game = new_game(service, ruleset)
    for viewer in (None, 0, 1):
        known = [fact for fact, audience in emitted(game) if audience is None or viewer in audience]
        assert setup_of(game, viewer) == known


def test_a_seat_sees_its_own_cards_only(service):
    game = new_game(service, "riddle")
    dealt = [[fact["seat"] for fact in setup_of(game, viewer) if fact["type"] == "card_dealt"] for viewer in (0, None)]
    assert set(dealt[0]) == {0}
    assert dealt[1] == []


def test_before_the_start_a_seat_sees_what_a_spectator_sees(service):
    game = new_game(service, "riddle", [HUMANS[0], {"kind": "open"}], starts="when_seated")
    assert setup_of(game, 0) == setup_of(game)


def test_the_set_up_is_the_same_at_every_version(service):
    game = new_game(service, "azul")
    before = setup_of(game, 0)
    game.act(game.view()["to_act"][0])
    assert setup_of(game, 0) == setup_of(game, 0, "&at=0") == before
    assert "setup" not in game.view(0)


def test_a_page_of_events_shows_whether_more_follow(game):
    for _ in range(3):
        game.act(game.view()["to_act"][0])
    first, rest = game.get("/events?limit=1").json, game.get("/events?after=1").json
    assert (first["version"], first["events"][-1]["version"]) == (3, 1)
    assert (rest["version"], rest["events"][-1]["version"]) == (3, 3)
