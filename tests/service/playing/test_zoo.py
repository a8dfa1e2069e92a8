"""Test that the service hosts each game of the zoo: one human player by HTTP, AI players by jobs."""

import pytest

from domain.verification import verify
from service.game.game import load
from service.playing import games
from tests.rulesets.games import PLAYED
from tests.service.helpers.client.contract import OTHERS
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import RemoteGame, settings
from workers.jobs import context
from workers.jobs.turns import play_turns


@pytest.fixture
def service(redis_url):
    """Run the application with the zoo; responses are checked against the contract."""
    with running(settings(redis_url), OTHERS) as service:
        yield service


@pytest.mark.parametrize("name", OTHERS)
def test_a_whole_game_against_ai_players_is_played_scored_and_verified(service, name):
    context.use(service.installation)
    seats = [{"kind": "human"}, *[{"kind": "ai", "level": "greedy"}] * (OTHERS[name].max_seats - 1)]
    created = service.client.post("/v1/games", json={"ruleset": name, "seats": seats})
    game = RemoteGame(service, created.json["game_id"], {0: created.json["tokens"][0]["token"]}, name)
    while waiting := game.view()["to_act"]:
        if 0 in waiting:
            assert game.act(0).status_code == 200
        else:
            play_turns(game.game_id, load(service.installation, game.game_id).position.version)
    games.score(service.installation, game.game_id)
    result = game.get("/result").json
    assert [each["seat"] for each in result["seats"]] == list(range(OTHERS[name].max_seats))
    assert verify(game.get("/record").data, PLAYED)["result"]["winners"] == result["winners"]
