"""Test bots and their owners: the flag is shown, and no two bots of one owner share a rated game."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest

from service.game.game import load
from service.players import owners
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.players.player import Player, player, rejected

TWO = {"ruleset": "tiny", "seats": [2], "rated": True}
OPEN = {"kind": "open"}


def bot(owner, name="Bot"):
    response = owner.post("/players", {"name": name, "bot": True})
    assert response.status_code == 201, response.text
    return Player(owner.service, response.json["player"], response.json["key"])


@pytest.fixture
def family(service):
    """Return an owner, two bots, and a bot created by a bot."""
    owner = player(service, "Olga")
    first, second = bot(owner), bot(owner)
    return owner, first, second, bot(first)


def human(*humans):
    return [{"kind": "human", "player": each.id} for each in humans]


def test_a_bot_shows_its_flag_and_its_owner_wherever_players_are_shown(service):
    owner = player(service, "Olga")
    created = owner.post("/players", {"name": "Bot", "bot": True}).json
    flag = {"bot": True, "owner": owner.id}
    own = Player(service, created["player"], created["key"])
    assert own.send("PATCH", "/me", {"public": True}).status_code == 200
    for shown in (created, own.get("/me").json, service.client.get(f"/v1/players/{own.id}/ratings").json):
        assert {name: shown.get(name) for name in flag} == flag
    assert own.send("PATCH", "/me", {"name": "Robot"}).json == {**own.get("/me").json, "name": "Robot"} | flag
    assert not flag.keys() & owner.get("/me").json.keys()


def test_a_bot_that_a_bot_creates_has_the_same_owner(family):
    owner, *bots = family
    assert [each.get("/me").json["owner"] for each in bots] == [owner.id] * 3


def test_a_bot_requires_an_owner(service):
    assert rejected(service.client.post("/v1/players", json={"bot": True})) == (401, "token_required")


def test_a_repeated_request_creates_one_bot(service):
    owner = player(service)
    responses = [owner.post("/players", {"bot": True}, **{"Idempotency-Key": KEY}).json for _ in range(2)]
    assert responses[0] == responses[1]
    assert owners.relatives(service.installation, owner.id) == {responses[0]["player"]}


KEY = "6f1d0be2-a97c-4385-b6e1-904c7d25f8a3"


def test_seats_show_bots_after_every_kind_of_claim_and_in_rematches(service, family):
    owner, first, second, third = family
    made = owner.create([*human(owner, first), OPEN, {"kind": "human"}], starts="when_seated").json
    assert second.claim(made["game_id"], 2).status_code == 201
    assert third.claim(made["game_id"], 3, {"token": made["tokens"][0]["token"]}).status_code == 201
    assert [each.get("bot") for each in made["seats"]] == [None, True, None, None]
    assert bots_of(owner, made["game_id"]) == [None, True, True, True]
    (listed,) = owner.get("/me/games").json["games"]
    assert [each.get("bot") for each in listed["seats"]] == [None, True, True, True]
    finish_and_score(service, made["game_id"])
    following = owner.post(f"/games/{made['game_id']}/rematch").json["game_id"]
    assert bots_of(owner, following) == [True, True, True, None]


def bots_of(who, game_id):
    return [each.get("bot") for each in who.get(f"/games/{game_id}/seats").json["seats"]]


def test_no_two_players_of_one_owner_get_seats_of_a_rated_game(service, family):
    stranger = player(service)
    for one, other in combinations(family, 2):
        for pair in ((one, other), (other, one)):
            assert rejected(stranger.create(human(*pair), rated=True)) == (409, "same_owner")
        assert stranger.create(human(one, other)).status_code == 201
    for each in family:
        assert stranger.create(human(each, stranger), rated=True).status_code == 201


def test_no_two_of_one_owner_claim_seats_of_a_rated_game(service, family):
    stranger = player(service)
    for one, other in combinations(family, 2):
        for rated in (True, False):
            game_id = one.create([*human(one), OPEN, OPEN], rated=rated).json["game_id"]
            response = other.claim(game_id, 1)
            assert (response.status_code, response.json.get("code")) == ((409, "same_owner") if rated else (201, None))
            assert load(service.installation, game_id).players == {0: one.id} | ({} if rated else {1: other.id})
        assert stranger.claim(one.create([*human(one), OPEN], rated=True).json["game_id"], 1).status_code == 201


def test_of_two_bots_that_claim_at_the_same_time_one_sits_down(service, family):
    _, first, second, _ = family
    for _ in range(10):
        seats = [OPEN, OPEN, {"kind": "human"}]
        game_id = first.create(seats, rated=True, starts="when_seated").json["game_id"]
        with ThreadPoolExecutor(2) as pool:
            claims = [pool.submit(who.claim, game_id, seat) for who, seat in ((first, 0), (second, 1))]
            responses = [each.result() for each in claims]
        assert sorted(each.status_code for each in responses) == [201, 409]
        assert len(load(service.installation, game_id).players) == 1


def test_a_bot_cannot_keep_a_guests_seat_of_a_rated_game_with_its_owner(service, family):
    owner, first, *_ = family
    for rated in (True, False):
        seats = [*human(owner), {"kind": "human"}, OPEN]
        made = owner.create(seats, rated=rated, starts="when_seated").json
        token = made["tokens"][0]["token"]
        response = first.claim(made["game_id"], 1, {"token": token})
        assert (response.status_code, response.json.get("code")) == ((409, "same_owner") if rated else (201, None))


def test_seeks_of_one_owner_are_not_seated_together_where_the_game_is_rated(service, family):
    one, other, third, _ = family
    waiting = one.post("/seeks", TWO).json
    assert other.post("/seeks", TWO).json["status"] == "waiting"
    stranger = player(service)
    assert stranger.post("/seeks", TWO).json["status"] == "matched"
    assert one.get(f"/seeks/{waiting['seek']}").json["status"] == "matched"
    assert third.post("/seeks", TWO).json["status"] == "waiting"
    unrated = TWO | {"rated": False}
    assert [each.post("/seeks", unrated).json["status"] for each in (one, other)] == ["waiting", "matched"]


def cup(organiser, *entrants, **terms):
    stages = [{"format": "swiss", "table_size": 2, "rounds": 1}]
    plan = {"name": "Cup", "ruleset": "tiny", "stages": stages, "registration": "open"}
    listed = [{"player": each.id} for each in entrants]
    return organiser.post("/tournaments", plan | {"entrants": listed} | terms)


def test_no_two_of_one_owner_enter_a_rated_tournament(service, family):
    organiser = player(service).with_scopes("play", "create", "organise")
    owner, first, second, _ = family
    assert rejected(cup(organiser, owner, first)) == (409, "same_owner")
    assert cup(organiser, first, second, rated=False).status_code == 201
    header = cup(organiser, first)
    address = header.headers["Location"].removeprefix("/v1")
    shown = [each.get("bot") for each in organiser.get(f"{address}/entrants").json["entrants"]]
    assert shown == [True]
    for who in (owner, second):
        assert rejected(who.post(f"{address}/entrants", {"player": who.id})) == (409, "same_owner")
        assert rejected(organiser.post(f"{address}/entrants", {"player": who.id})) == (409, "same_owner")
    assert first.post(f"{address}/entrants/0/withdraw").status_code == 200
    assert rejected(owner.post(f"{address}/entrants", {"player": owner.id})) == (409, "same_owner")
    assert first.post(f"{address}/entrants/0/reenter").status_code == 200


def test_no_two_of_one_owner_are_invited_to_a_rated_game(family):
    for one, other in combinations(family, 2):
        for rated in (True, False):
            game_id = one.create([*human(one), OPEN], rated=rated, starts="when_seated").json["game_id"]
            response = one.post(f"/games/{game_id}/seats/1/invitation", {"player": other.id})
            assert (response.status_code, response.json.get("code")) == ((409, "same_owner") if rated else (201, None))
            assert (game_id in {each["game_id"] for each in other.get("/me/events").json["events"]}) != rated


@pytest.mark.parametrize("deal", ["game", "round"])
def test_no_two_of_one_owner_enter_a_tournament_whose_games_share_deals(service, family, deal):
    organiser = player(service).with_scopes("play", "create", "organise")
    owner, first, second, _ = family
    expected = (409, "same_owner") if deal == "round" else (201, None)
    for pair in ((owner, first), (first, second)):
        response = cup(organiser, *pair, rated=False, deal=deal)
        assert (response.status_code, response.json.get("code")) == expected
    path = cup(organiser, first, rated=False, deal=deal).headers["Location"].removeprefix("/v1")
    response = second.post(f"{path}/entrants", {})
    assert (response.status_code, response.json.get("code")) == expected
    assert deal == "game" or response.json["detail"] == (
        "Enter another player, or create the tournament with `deal` as `game`. "
        f"{second.id} would play the same deal as its owner or a bot of the same owner."
    )


def test_bots_of_a_deleted_owner_stay_related_and_name_no_player(service, family):
    owner, first, second, _ = family
    assert owner.send("DELETE", "/me").status_code == 204
    shown = first.get("/me").json
    assert (shown["bot"], "owner" in shown) == (True, False)
    assert rejected(player(service).create(human(first, second), rated=True)) == (409, "same_owner")
    redis = service.installation.store.servers.client
    assert not [name for name in redis.keys("*") if owner.id.encode() in name and b":deleted" not in name]


def test_a_bot_that_was_deleted_is_noted_nowhere(service, family):
    owner, first, *rest = family
    assert first.send("DELETE", "/me").status_code == 204
    assert owners.relatives(service.installation, owner.id) == {each.id for each in rest}
