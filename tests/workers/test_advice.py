"""Test hints and analyses through the running service: real Redis, real workers, real gunicorn."""

from domain.registry import RULESETS
from tests.workers.client import Client
from tests.workers.waiting import until

RULESET = next(iter(RULESETS.values()))
LATE = max((each for each in RULESET.catalogue.scenarios if not each.code), key=lambda each: len(each.actions))
"""The scenario with the most actions, so that little of the game is left."""


def test_human_players_follow_hints_to_the_end_and_have_the_game_analysed(service):
    client = Client(service.address)
    players = [{"kind": "human"}] * LATE.seats
    body = {"ruleset": RULESET.name, "seats": players, "sandbox": {"scenario": LATE.name}, "hints": 1000}
    created = client.post("/v1/games", body)
    game, tokens = f"/v1/games/{created['game_id']}", [each["token"] for each in created["tokens"]]
    followed = 0
    while waiting := client.get(f"{game}/view")["to_act"]:
        token = tokens[waiting[0]]
        decision = client.get(f"{game}/view", token)["decision"]
        hint = client.post(f"{game}/hints", {"decision": decision}, token)
        assert hint == client.post(f"{game}/hints", {"decision": decision}, token)
        response = {"ruleset": RULESET.name, "decision": decision, "action": hint["actions"][0]["action"]}
        client.post(f"{game}/actions", response, token)
        followed += hint["iterations"] > 0
    report = until(lambda: client.get(f"{game}/analysis"), "the game is analysed")
    client.connection.request("GET", f"{game}/analysis/image")
    picture = client.connection.getresponse()
    drawn = picture.read()
    client.close()
    assert len(report["decisions"]) == sum(each["decisions"] for each in report["seats"]) == followed > 0
    assert (picture.status, picture.headers["Content-Type"]) == (200, "image/svg+xml")
    assert drawn.startswith(b"<svg")
