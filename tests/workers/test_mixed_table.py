"""Test games of human and AI players through the running service: real Redis, real workers, real gunicorn."""

from random import Random

import pytest

from domain.registry import RULESETS
from tests.workers.client import Client
from tests.workers.waiting import until


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_one_scripted_player_and_ai_players_at_all_other_seats_play_to_a_score_sheet(service, ruleset):
    rng, levels = Random(1), ["easy", "greedy"] * 3
    seats = [{"kind": "human"}, *({"kind": "ai", "level": each} for each in levels[: ruleset.max_seats - 1])]
    client = Client(service.address)
    created = client.post("/v1/games", {"ruleset": ruleset.name, "options": {}, "seats": seats})
    game, token = f"/v1/games/{created['game_id']}", created["tokens"][0]["token"]

    def waits_for_the_human_player():
        view = client.get(f"{game}/view", token)
        return view if "decision" in view or view["status"] == "over" else None

    while (view := until(waits_for_the_human_player, "the AI players act"))["status"] == "running":
        action = rng.choice(client.get(f"{game}/actions", token)["actions"])
        response = {"ruleset": ruleset.name, "decision": view["decision"], "action": action}
        client.post(f"{game}/actions", response, token)
    result = until(lambda: client.get(f"{game}/result"), "the game is scored")
    client.close()
    assert [seat["seat"] for seat in result["seats"]] == list(range(ruleset.max_seats))
    assert all(sum(row["amount"] for row in seat["rows"]) == seat["total"] for seat in result["seats"])
    assert [(seat["rank"], seat["total"]) for seat in result["seats"]] == [
        (seat["rank"], seat["total"]) for seat in view["outcome"]
    ]
