"""Test games with teams, cooperative ones and secret roles over HTTP, with workers, records and tournaments."""

import pytest

from domain.verification import verify
from service.playing import games
from tests.rulesets.games import PLAYED
from tests.service.helpers.client.contract import OTHERS
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import RemoteGame, settings
from tests.service.helpers.players.player import agree, player
from tests.service.helpers.tournaments import organiser

TEAMS = ["evens", "odds", "evens", "odds"]


@pytest.fixture
def service(redis_url):
    """Run the application with the zoo; responses are checked against the contract."""
    with running(settings(redis_url), OTHERS) as service:
        yield service


def create(service, ruleset, seats, **terms):
    body = {"ruleset": ruleset, "seats": [{"kind": "human"}] * seats, **terms}
    created = service.client.post("/v1/games", json=body).json
    return RemoteGame(service, created["game_id"], {each["seat"]: each["token"] for each in created["tokens"]}, ruleset)


def scored(service, game):
    """Score a game that has ended; return its result."""
    games.score(service.installation, game.game_id)
    result = game.get("/result").json
    assert verify(game.get("/record").data, PLAYED)["result"]["winners"] == result["winners"]
    return result


def play_fingers(game, *rounds):
    for fingers in rounds:
        for seat, number in enumerate(fingers):
            assert game.act(seat, {"type": "choose_fingers", "fingers": number}).status_code == 200


def test_a_team_wins_together(service):
    game = create(service, "odds_and_evens", 4, options={"rounds": 1})
    assert game.view()["teams"] == TEAMS
    play_fingers(game, (1, 1, 1, 2))
    view, result = game.view(), scored(service, game)
    assert [(each["rank"], each["result"], each["team"]) for each in view["outcome"]] == [
        (3, "lost", "evens"),
        (1, "won", "odds"),
        (3, "lost", "evens"),
        (1, "won", "odds"),
    ]
    assert result["winners"] == [1, 3]
    assert [each["result"] for each in result["seats"]] == ["lost", "won", "lost", "won"]


def test_teams_draw(service):
    game = create(service, "odds_and_evens", 4, options={"rounds": 2})
    play_fingers(game, (1, 1, 1, 2), (1, 1, 1, 1))
    assert [each["result"] for each in scored(service, game)["seats"]] == ["drawn"] * 4


def test_a_game_ends_once_one_team_has_resigned_and_the_other_one_has_won(service):
    game = create(service, "odds_and_evens", 4)
    for seat in (0, 2):
        assert game.view()["status"] == "running"
        assert game.post("/resign", seat).status_code == 200
    assert [each["result"] for each in game.view()["outcome"]] == ["lost", "won", "lost", "won"]
    assert (scored(service, game)["winners"], game.view()["ended_by"]) == ([1, 3], "resignation")


def test_all_lose_a_cooperative_game_together(service):
    game = create(service, "fireworks", 2)
    assert game.view()["teams"] == ["all", "all"]
    while waiting := game.view()["to_act"]:
        assert game.act(waiting[0], {"type": "play_card", "position": 0}).status_code == 200
    assert [(each["rank"], each["result"]) for each in game.view()["outcome"]] == [(1, "lost"), (1, "lost")]
    assert scored(service, game)["winners"] == []


def test_a_cooperative_game_is_lost_once_a_player_is_alone(service):
    game = create(service, "fireworks", 2)
    assert game.post("/resign", 0).status_code == 200
    assert [each["result"] for each in game.view()["outcome"]] == ["lost", "lost"]
    assert scored(service, game)["winners"] == []


def test_secret_teams_are_shown_at_the_end_only(service):
    game = create(service, "spies", 3)
    while waiting := game.view()["to_act"]:
        assert all("teams" not in game.view(seat) for seat in (None, 0, 1, 2))
        assert game.act(waiting[0]).status_code == 200
    outcome = game.view()["outcome"]
    assert sorted(each["team"] for each in outcome) == ["agents", "agents", "spies"]
    assert len({each["result"] for each in outcome if each["team"] == "agents"}) == 1
    assert {each["result"] for each in outcome} == {"won", "lost"}
    scored(service, game)


@pytest.mark.parametrize("name", ["fireworks", "odds_and_evens", "spies"])
def test_games_with_teams_are_played_in_no_tournament(service, name):
    body = {
        "name": "Cup",
        "ruleset": name,
        "stages": [{"format": "swiss", "rounds": 1, "table_size": OTHERS[name].min_seats}],
    }
    rejected = organiser(service).post("/tournaments", body)
    check_problem(rejected, 409, "invalid_plan")
    assert "teams" in rejected.json["detail"]


def test_a_cooperative_game_cannot_be_rated_and_a_game_of_teams_can(service):
    ann = player(service)
    for name, seats, status in (("fireworks", 2, 409), ("odds_and_evens", 4, 201)):
        body = {"ruleset": name, "seats": [{"kind": "open"}] * seats, "rated": True}
        assert ann.post("/games", body).status_code == status


def test_the_players_of_a_team_are_rated_alike(service):
    players = [player(service, name) for name in ("Ann", "Bea", "Cid", "Dan")]
    for each in players:
        agree(service, each.id)
    seats = [{"kind": "human", "player": each.id} for each in players]
    created = (
        players[0]
        .post("/games", {"ruleset": "odds_and_evens", "seats": seats, "rated": True, "options": {"rounds": 1}})
        .json
    )
    for seat, each in enumerate(players):
        action = {"type": "choose_fingers", "fingers": 1 if seat else 2}
        body = {"ruleset": "odds_and_evens", "decision": 0, "action": action}
        assert each.post(f"/games/{created['game_id']}/actions", body).status_code == 200
    games.score(service.installation, created["game_id"])
    ratings = [each.get(f"/players/{each.id}/ratings").json["ratings"][0]["rating"] for each in players]
    assert ratings[0] == ratings[2] < 1000 < ratings[1] == ratings[3]
