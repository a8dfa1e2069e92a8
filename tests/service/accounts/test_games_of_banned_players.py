"""Test what a ban does to games, seeks, invitations and tournaments: others continue, and the banned player is out."""

import pytest

from service.game.game import load
from service.lobby import seating
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.players.life import seat
from tests.service.helpers.players.operators import ban
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.players.seeks import seek
from tests.service.helpers.tournaments import entries, found, new_players, organiser

OPEN = {"kind": "open"}


@pytest.fixture
def ann(service):
    return player(service, "Ann")


@pytest.fixture
def bea(service):
    return player(service, "Bea")


def test_a_running_game_of_two_ends_and_the_banned_player_keeps_the_seat(service, ann, bea):
    game_id = bea.create([seat(ann), seat(bea)]).json["game_id"]
    ban(ann)
    game = load(service.installation, game_id)
    assert (game.status, [(each.seat, each.reason) for each in game.info.resigned]) == ("over", [(0, "resigned")])
    assert game.players == {0: ann.id, 1: bea.id}


def test_a_seat_of_a_game_that_waits_is_free_again(service, ann, bea):
    game_id = bea.create([OPEN, OPEN], starts="when_seated").json["game_id"]
    assert ann.claim(game_id, 0).status_code == 201
    ban(ann)
    assert load(service.installation, game_id).free == [0, 1]
    assert bea.claim(game_id, 0).status_code == 201


def test_a_game_of_a_banned_creator_that_waits_is_aborted(service, ann, bea):
    game_id = ann.create([OPEN, OPEN], starts="when_seated").json["game_id"]
    bea.claim(game_id, 0)
    ban(ann)
    assert load(service.installation, game_id).status == "aborted"


def test_a_running_game_of_a_banned_creator_continues_without_the_creators_tokens(service, ann, bea):
    cid = player(service, "Cid")
    game_id = ann.create([HUMANS[0], OPEN, OPEN]).json["game_id"]
    assert [bea.claim(game_id, 1).status_code, cid.claim(game_id, 2).status_code] == [201, 201]
    ann.post(f"/games/{game_id}/webhooks", {"url": "https://example.org/hook"})
    ban(ann)
    game = load(service.installation, game_id)
    assert (game.status, [each.seat for each in game.info.resigned]) == ("running", [0])
    assert service.installation.store.webhooks.of(game_id) == []


def test_finished_games_of_a_banned_player_stay(service, ann):
    game = service.opened(ann.create(HUMANS))
    game.play_to_the_end()
    ban(ann)
    assert game.get("/view", 0).status_code == 200
    assert load(service.installation, game.game_id).info.resigned == ()


def test_a_seek_of_a_banned_player_is_withdrawn(service, ann, bea):
    seek(ann)
    ban(ann)
    assert seek(bea)["status"] == "waiting"


def test_an_invitation_of_a_banned_player_is_withdrawn(service, ann, bea):
    game_id = bea.create([OPEN, OPEN]).json["game_id"]
    assert bea.post(f"/games/{game_id}/seats/0/invitation", {"player": ann.id}).status_code in (200, 201)
    ban(ann)
    assert load(service.installation, game_id).info.invited == {}


def test_a_banned_player_looks_like_a_missing_one_to_those_who_seat_players(service, ann, bea):
    ban(ann)
    assert rejected(bea.create([seat(ann), seat(bea)])) == (409, "unknown_player")
    olga = organiser(service)
    address = found(olga)
    assert rejected(olga.post(f"{address}/entrants", {"player": ann.id})) == (409, "unknown_player")


def test_a_player_who_is_banned_while_a_request_takes_a_seat_gets_none(service, ann, bea):
    game_id = bea.create([OPEN, OPEN], starts="when_seated").json["game_id"]
    caller = ann.caller
    ban(ann)
    with pytest.raises(Exception, match="banned"):
        seating.claim_seat(service.installation, game_id, 0, caller=caller)
    assert load(service.installation, game_id).free == [0, 1]


def test_a_banned_entrant_is_withdrawn_under_the_same_name(service):
    olga, (ann, *others) = organiser(service), new_players(service, 5)
    entrants = [{"player": each.id} for each in (ann, *others)]
    address = found(olga, {"format": "swiss", "table_size": 2, "rounds": 3}, entrants=entrants)
    assert olga.post(f"{address}/start", {}).status_code == 200
    ban(ann)
    first = olga.get(f"{address}/entrants").json["entrants"][0]
    assert (first["name"], first["withdrawn"], first["player"]) == ("Ann", True, ann.id)
    assert [each["entrant"] for each in entries(olga, address) if each["type"] == "withdrew"] == [0]


@pytest.mark.parametrize(("next_round", "status"), [("automatic", "running"), ("organiser", "cancelled")])
def test_a_tournament_continues_without_a_banned_organiser_unless_it_needs_one(service, next_round, status):
    olga, others = organiser(service), new_players(service, 4)
    address = found(olga, entrants=[{"player": each.id} for each in others], next_round=next_round)
    olga.post(f"{address}/start", {})
    ban(olga)
    assert others[0].get(address).json["status"] == status
