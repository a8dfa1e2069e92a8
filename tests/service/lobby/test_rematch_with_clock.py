"""Test a rematch with a clock: it waits until each human player has joined it."""

import pytest

from service.store import Holder
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.games.clocks import BUDGET, DAYS, PER_DECISION
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.games.lobby import AI, HUMAN, OPEN, Lobby
from tests.service.helpers.players.notices import reported
from tests.service.helpers.players.player import agree, player

BEA = {"kind": "human", "name": "Bea"}


def over(service, *seats, **terms):
    """Return a game with a clock that has been played to its end."""
    lobby = Lobby(service, *(seats or (HUMAN, BEA)), **{"clock": BUDGET, **terms})
    finish_and_score(service, lobby.game_id)
    return lobby


def again(lobby, token):
    """Request the rematch; return its id."""
    response = lobby.send_request("POST", "/rematch", token)
    assert response.status_code == 201, response.json
    return response.json["game_id"]


def shown(service, game):
    """Return the status of a game, and the seats for whose players it waits."""
    seats = service.client.get(f"/v1/games/{game}/seats").json["seats"]
    status = service.client.get(f"/v1/games/{game}/view").json["status"]
    return status, [each["seat"] for each in seats if each.get("awaited")]


@pytest.mark.parametrize("clock", [PER_DECISION, BUDGET, DAYS], ids=["decision", "budget", "days"])
def test_a_rematch_with_a_clock_starts_when_the_last_player_has_joined(service, clock):
    lobby = over(service, HUMAN, BEA, HUMAN, clock=clock)
    new = again(lobby, lobby.game.tokens[1])
    assert shown(service, new) == ("open", [1, 2])
    assert again(lobby, lobby.game.tokens[1]) == new
    assert shown(service, new) == ("open", [1, 2])
    again(lobby, lobby.game.tokens[0])
    assert shown(service, new) == ("open", [1])
    again(lobby, lobby.game.tokens[2])
    assert shown(service, new) == ("running", [])


def test_no_clock_of_a_rematch_runs_before_the_last_player_has_joined(service):
    lobby = over(service)
    new = again(lobby, lobby.game.tokens[0])

    def running():
        clocks = service.client.get(f"/v1/games/{new}/view").json["clocks"]
        return [each["seat"] for each in clocks if "deadline" in each]

    assert running() == []
    again(lobby, lobby.game.tokens[1])
    assert len(running()) == 1


def test_many_simultaneous_requests_start_one_rematch(service):
    for _ in range(3):
        lobby = over(service, HUMAN, BEA, AI)
        tokens = [*lobby.game.tokens.values()] * 8
        games = at_once([lambda token=token: again(lobby, token) for token in tokens])  # noqa: B023
        assert len({*games}) == 1
        assert shown(service, games[0]) == ("running", [])


def test_a_rematch_without_a_clock_starts_at_once(service):
    lobby = Lobby(service, HUMAN, BEA)
    finish_and_score(service, lobby.game_id)
    assert shown(service, again(lobby, lobby.game.tokens[0])) == ("running", [])


def test_a_rematch_against_ai_levels_starts_at_once(service):
    lobby = over(service, HUMAN, AI)
    assert shown(service, again(lobby, lobby.game.tokens[0])) == ("running", [])


def test_the_creator_joins_with_all_seats_whose_tokens_the_creator_has(service):
    lobby = over(service)
    assert shown(service, again(lobby, lobby.creator)) == ("running", [])


def test_the_creator_does_not_join_for_the_player_of_an_open_seat(service):
    lobby = Lobby(service, HUMAN, OPEN, clock=BUDGET)
    token = lobby.claim(1, "Bea").json["token"]
    finish_and_score(service, lobby.game_id)
    new = again(lobby, lobby.creator)
    assert shown(service, new) == ("open", [0])
    again(lobby, token)
    assert shown(service, new) == ("running", [])


def test_the_creator_does_not_join_for_another_player_with_a_key(service):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    agree(service, bea.id)
    seats = [{"kind": "human", "player": each.id} for each in (ann, bea)]
    game = ann.create(seats, clock=BUDGET).json["game_id"]
    finish_and_score(service, game)
    new = ann.post(f"/games/{game}/rematch").json["game_id"]
    assert shown(service, new) == ("open", [0])
    assert reported(service, bea.id)[-1] == ("seated", 0, 0)
    bea.post(f"/games/{game}/rematch")
    assert shown(service, new) == ("running", [])
    assert reported(service, bea.id)[-2:] == [("seated", 0, 0), ("your_turn", 0, 0, 0)]


def test_bots_count_as_present(service):
    lobby = over(service)
    store = service.installation.store
    holder = store.seats.holder(lobby.game_id, 1)
    assert store.seats.hold(lobby.game_id, 1, holder, Holder(player=player(service).id, bot=True))
    assert shown(service, again(lobby, lobby.game.tokens[0])) == ("running", [])


def test_a_seat_that_was_left_is_free_and_the_rematch_waits_for_its_next_player(service):
    lobby = over(service, HUMAN, BEA, HUMAN)
    response = lobby.send_request("POST", "/rematch", lobby.game.tokens[0]).json
    new, token = response["game_id"], response["tokens"][0]["token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert service.client.post(f"/v1/games/{new}/seats/2/leave", headers=headers).status_code == 204
    again(lobby, lobby.game.tokens[1])
    claimed = service.client.post(f"/v1/games/{new}/seats/2/claim", json={"name": "Dan"})
    assert (claimed.status_code, shown(service, new)) == (201, ("open", [1]))
    again(lobby, lobby.game.tokens[2])
    assert shown(service, new) == ("running", [])


def test_the_creator_starts_a_rematch_whose_players_do_not_come(service):
    lobby = Lobby(service, HUMAN, OPEN, clock=BUDGET)
    lobby.claim(1, "Bea")
    finish_and_score(service, lobby.game_id)
    response = lobby.host("POST", "/rematch").json
    headers = {"Authorization": f"Bearer {response['creator_token']}"}
    path = f"/v1/games/{response['game_id']}/start"
    assert service.client.post(path, json={"level": "random"}, headers=headers).status_code == 200
    assert shown(service, response["game_id"]) == ("running", [])
