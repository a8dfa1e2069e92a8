"""Test notices to players whose seat was taken over or lost after a timeout."""

import json
import time

import pytest
from msgspec import UNSET

from service.playing import missed_decisions, notices
from service.store import START
from tests.service.helpers.games.clocks import timed, work
from tests.service.helpers.players.notices import ADA, BEN, OPEN, reported, timed_for
from tests.service.helpers.players.player import player
from tests.service.helpers.players.webhooks import URL

LEVEL = {"on_timeout": "level", "level": "random"}
ONCE = {"on_timeout": "level_once", "level": "random"}


def shown(service, who=ADA):
    """Return the content of the notices of this kind in a feed."""
    entries = service.installation.store.feeds.read(who, START, 100, time.time()).entries
    return [
        (each.type, each.decision, each.level, each.until_return)
        for _, each in entries
        if each.type in ("taken_over", "forfeited")
    ]


@pytest.mark.parametrize("chosen", [LEVEL, ONCE])
def test_a_player_is_notified_when_a_level_takes_over(sandbox, chosen):
    game = timed_for(sandbox, ADA, BEN, absence=chosen)
    game.wait(31)
    assert shown(sandbox) == [("taken_over", 0, "random", False)]
    assert shown(sandbox, BEN) == []


def test_it_is_notified_once_each_although_the_level_plays_on_and_notices_are_sent_again(sandbox):
    game = timed_for(sandbox, ADA, BEN, absence=LEVEL)
    for _ in range(4):
        game.wait(31)
        work(sandbox, game)
        notices.send_missing(sandbox.installation, game.game_id)
    assert shown(sandbox) == [("taken_over", 0, "random", False), ("taken_over", 2, "random", True)]
    assert [each[3] for each in shown(sandbox, BEN)] == [False, True]


@pytest.mark.parametrize("chosen", [LEVEL, ONCE])
def test_after_a_late_decision_the_player_is_offered_the_next_one(sandbox, chosen):
    game = timed_for(sandbox, ADA, BEN, absence=chosen)
    game.wait(31)
    work(sandbox, game)
    assert reported(sandbox)[1:] == [("your_turn", 0, 0, 0), ("taken_over", 0, 0, 0), ("your_turn", 2, 0, 2)]
    assert game.view()["to_act"] == [0, 1]


def test_with_a_level_for_once_the_player_gets_each_next_decision(sandbox):
    game = timed_for(sandbox, ADA, BEN, absence=ONCE)
    game.wait(31)
    work(sandbox, game)
    late = [each[3] for each in reported(sandbox) if each[0] == "taken_over"]
    offered = [each[3] for each in reported(sandbox) if each[0] == "your_turn"]
    assert (late, offered[0], len(offered) == len(set(offered))) == ([0], 0, True)
    while len(offered) < 2:
        game.wait(31)
        work(sandbox, game)
        offered = [each[3] for each in reported(sandbox) if each[0] == "your_turn"]
    assert offered[1] > 0


def test_each_level_that_takes_over_again_is_notified_again(sandbox):
    game = timed_for(sandbox, ADA, BEN, absence=LEVEL)
    game.wait(31)
    missed_decisions.return_to_seat(sandbox.installation, game.game_id, 0)
    work(sandbox, game)
    while len(shown(sandbox)) < 2:
        game.wait(31)
        work(sandbox, game)
    assert [each[0] for each in shown(sandbox)] == ["taken_over"] * 2


def test_a_player_whose_seat_has_lost_by_time_is_notified(sandbox):
    game = timed_for(sandbox, ADA, BEN, absence={"on_timeout": "forfeit"})
    game.wait(31)
    assert shown(sandbox) == [("forfeited", 0, UNSET, UNSET)]


def test_a_player_who_resigns_is_not_notified(sandbox):
    game = timed_for(sandbox, ADA, BEN, absence=LEVEL)
    missed_decisions.resign(sandbox.installation, game.game_id, 0)
    assert shown(sandbox) == []


@pytest.mark.parametrize(
    ("chosen", "kind", "said"),
    [
        (LEVEL, "taken_over", {"decision": 0, "level": "random", "until_return": False}),
        (ONCE, "taken_over", {"decision": 0, "level": "random", "until_return": False}),
        ({"on_timeout": "forfeit"}, "forfeited", {"decision": 0}),
    ],
)
def test_feeds_and_webhooks_say_the_same_over_http(sandbox, chosen, kind, said):
    ada = player(sandbox)
    hook = ada.post("/me/webhooks", {"url": URL, "event_types": [kind]}).json["webhook_id"]
    created = timed(sandbox, absence=chosen, seats=OPEN).json
    ada.claim(created["game_id"], 0)
    creator = {"Authorization": f"Bearer {created['creator_token']}"}
    sandbox.client.post(f"/v1/games/{created['game_id']}/seats/1/claim", json={})
    sandbox.client.post(f"/v1/games/{created['game_id']}/clock", json={"seconds": 31}, headers=creator)
    (notice,) = (each for each in ada.get("/me/events").json["events"] if each["type"] == kind)
    expected = {"game_id": created["game_id"], "ruleset": "tiny", "version": 0, "seat": 0, **said}
    assert {name: value for name, value in notice.items() if name not in ("id", "type", "at")} == expected
    (sent,) = sandbox.installation.store.webhooks.log(ada.id, hook, None, 100)
    assert json.loads(sent.delivery.body)["data"] == expected
