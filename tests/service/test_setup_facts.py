"""Test that a view contains the facts of the set-up, as far as the caller may know them."""

import msgspec
import pytest

from domain.registry import RULESETS
from tests.service.table import HUMANS, Table


def game(service, ruleset, seats=HUMANS, **more):
    created = service.client.post("/v1/games", json={"ruleset": ruleset, "seats": list(seats), **more}).json
    return Table(service, created["game_id"], {each["seat"]: each["token"] for each in created["tokens"]}, ruleset)


def setup_of(table, seat=None, query=""):
    return table.get(f"/view?include=setup{query}", seat).json["setup"]


def emitted(table):
    """Return the facts of the set-up with their audiences, from the rules."""
    header, ruleset = table.service.bottega.store.header(table.game_id), RULESETS[table.ruleset]
    options, facts = msgspec.json.decode(header.options, type=ruleset.options_type), []
    ruleset.setup(options, len(header.seats), header.dice_seed.dice, lambda *fact: facts.append(fact))
    return [(msgspec.json.decode(msgspec.json.encode(fact)), audience) for fact, audience in facts]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_caller_sees_the_facts_of_the_set_up_that_it_may_know(service, ruleset):
    table = game(service, ruleset)
    for viewer in (None, 0, 1):
        known = [fact for fact, audience in emitted(table) if audience is None or viewer in audience]
        assert setup_of(table, viewer) == known


def test_a_seat_sees_its_own_cards_only(service):
    table = game(service, "riddle")
    dealt = [[fact["seat"] for fact in setup_of(table, viewer) if fact["type"] == "card_dealt"] for viewer in (0, None)]
    assert set(dealt[0]) == {0}
    assert dealt[1] == []


def test_before_the_start_a_seat_sees_what_a_spectator_sees(service):
    table = game(service, "riddle", [HUMANS[0], {"kind": "open"}], starts="when_seated")
    assert setup_of(table, 0) == setup_of(table)


def test_the_set_up_is_the_same_at_every_version(service):
    table = game(service, "azul")
    before = setup_of(table, 0)
    table.act(table.view()["to_act"][0])
    assert setup_of(table, 0) == setup_of(table, 0, "&at=0") == before
    assert "setup" not in table.view(0)


def test_a_page_of_events_shows_whether_more_follow(table):
    for _ in range(3):
        table.act(table.view()["to_act"][0])
    first, rest = table.get("/events?limit=1").json, table.get("/events?after=1").json
    assert (first["version"], first["events"][-1]["version"]) == (3, 1)
    assert (rest["version"], rest["events"][-1]["version"]) == (3, 3)
