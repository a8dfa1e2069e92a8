"""Test who may seat and invite a player: the player's settings, block lists, platforms and bots."""

import pytest

from service.blocks.store import MOST_BLOCKED, blocks_in
from service.players import consent
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.games.lobby import OPEN
from tests.service.helpers.players.notices import FUTURE, reported
from tests.service.helpers.players.player import Player, player, rejected
from workers.processes.sweeper import sweep

DECLINED = (409, "invitation_declined")
BLOCKED = "/me/blocked-players"


@pytest.fixture
def ann(service):
    return player(service, "Ann")


@pytest.fixture
def sam(service):
    """Return a stranger."""
    return player(service, "Stranger")


def seats(*players):
    return [{"kind": "human", "player": each.id} for each in players]


def create(by, *players, **terms):
    """Let a player create a game that names players, without their consent."""
    return by.post("/games", {"ruleset": "tiny", "seats": seats(*players), **terms})


def change(who, **settings):
    response = who.send("PATCH", "/me", settings)
    assert response.status_code == 200
    return response.json


def invite(by, who):
    game_id = by.create((OPEN, OPEN), starts="when_seated").json["game_id"]
    return by.post(f"/games/{game_id}/seats/1/invitation", {"player": who.id})


def block(who, other):
    assert who.send("PUT", f"{BLOCKED}/{other.id}").status_code == 204


def kinds(response):
    assert response.status_code == 201, response.text
    return [each["kind"] for each in response.json["seats"]]


def played(one, other):
    """Let two players finish a game together, which the second one has created."""
    game_id = other.create((*seats(other), OPEN)).json["game_id"]
    assert one.claim(game_id, 1).status_code == 201
    finish_and_score(one.service, game_id)
    change(other, seated_by="nobody")
    return game_id


def test_a_stranger_invites_instead_of_seating(service, ann, sam):
    created = create(sam, sam, ann)
    assert created.json["seats"][1] == {"seat": 1, "kind": "open"}
    assert ann.games() == []
    assert reported(service, ann.id) == [("invited", 0, 1)]
    assert ann.claim(created.json["game_id"], 1).status_code == 201
    assert ann.games() == [created.json["game_id"]]


def test_no_one_else_takes_a_seat_that_names_a_player(service, ann, sam):
    game_id = create(sam, sam, ann).json["game_id"]
    assert rejected(player(service).claim(game_id, 1)) == (403, "seat_by_invitation")


def test_a_stranger_does_not_learn_the_name_of_a_private_player(ann, sam):
    game_id = create(sam, sam, ann).json["game_id"]
    invite(sam, ann)
    shown = [sam.get(path).text for path in ("/games", "/me/games", f"/games/{game_id}", f"/games/{game_id}/seats")]
    assert "Ann" not in "".join([*shown, sam.get(f"/games/{game_id}/view").text])


def test_a_lost_notice_of_a_named_player_is_sent_later(service, ann, sam):
    append = service.installation.store.feeds.append
    service.installation.store.feeds.append = lambda *_: {}
    create(sam, sam, ann)
    service.installation.store.feeds.append = append
    sweep(service.installation, FUTURE)
    assert reported(service, ann.id) == [("invited", 0, 1)]


def test_two_named_players_get_an_invitation_each(service, ann, sam):
    bea = player(service, "Bea")
    created = create(sam, ann, bea, clock={"kind": "days", "days": 3})
    assert created.json["seats"] == [{"seat": 0, "kind": "open"}, {"seat": 1, "kind": "open"}]
    assert (reported(service, ann.id), reported(service, bea.id)) == ([("invited", 0, 0)], [("invited", 0, 1)])


@pytest.mark.parametrize(
    ("seated_by", "as_strangers", "after_a_game"),
    [
        ("nobody", "open", "open"),
        ("played_with", "open", "human"),
        ("everybody", "human", "human"),
    ],
)
def test_a_player_says_who_seats_at_once(ann, sam, seated_by, as_strangers, after_a_game):
    assert change(ann, seated_by=seated_by)["seated_by"] == seated_by
    assert kinds(create(sam, sam, ann)) == ["human", as_strangers]
    played(sam, ann)
    change(ann, seated_by=seated_by)
    assert kinds(create(sam, sam, ann)) == ["human", after_a_game]


@pytest.mark.parametrize(
    ("invited_by", "as_strangers", "after_a_game"),
    [
        ("nobody", 409, 409),
        ("played_with", 409, 201),
        ("everybody", 201, 201),
    ],
)
def test_a_player_says_who_invites(ann, sam, invited_by, as_strangers, after_a_game):
    change(ann, invited_by=invited_by)
    assert (create(sam, sam, ann).status_code, invite(sam, ann).status_code) == (as_strangers, as_strangers)
    played(sam, ann)
    assert (create(sam, sam, ann).status_code, invite(sam, ann).status_code) == (after_a_game, after_a_game)


def test_an_unfinished_game_makes_no_acquaintance(ann, sam):
    change(ann, invited_by="played_with")
    game_id = ann.create((OPEN, OPEN)).json["game_id"]
    assert ann.claim(game_id, 0).status_code == sam.claim(game_id, 1).status_code == 201
    assert rejected(create(sam, sam, ann)) == DECLINED


def test_players_seat_themselves_their_bots_and_their_owner_at_once(service, ann):
    made = ann.post("/players", {"name": "Bot", "bot": True}).json
    bot = Player(service, made["player"], made["key"])
    change(bot, seated_by="nobody")
    change(ann, invited_by="nobody")
    assert kinds(create(ann, ann, bot)) == kinds(create(bot, ann, bot)) == ["human", "human"]


def test_anyone_seats_a_bot_at_once_unless_it_says_otherwise(service, ann, sam):
    made = ann.post("/players", {"name": "Bot", "bot": True}).json
    bot = Player(service, made["player"], made["key"])
    assert kinds(create(sam, sam, bot)) == ["human", "human"]
    change(bot, seated_by="nobody")
    assert kinds(create(sam, sam, bot)) == ["human", "open"]


def test_a_platform_seats_its_own_users_and_no_others(service, ann):
    platform = player(service).with_scopes("play", "create", "organise")
    one, two = platform.acting_for("one"), platform.acting_for("two")
    change(two, invited_by="nobody")
    assert kinds(create(one, one, two)) == kinds(create(platform, one, two)) == ["human", "human"]
    assert kinds(create(platform, one, ann)) == ["human", "open"]
    other = player(service).with_scopes("play", "create", "organise").acting_for("three")
    assert rejected(create(other, other, two)) == DECLINED


def test_a_user_with_a_key_of_their_own_is_a_stranger_to_other_users(service):
    platform = player(service).with_scopes("play", "create", "organise")
    one, two = platform.acting_for("one"), platform.acting_for("two")
    key = one.post("/me/keys", {"scopes": ["play", "create"]}).json["key"]
    assert kinds(create(Player(service, one.id, key), one, two)) == ["human", "open"]


def test_a_blocked_player_gets_what_a_player_gets_whose_invitations_are_not_accepted(service, ann, sam):
    bea = player(service, "Bea")
    change(bea, invited_by="nobody")
    block(ann, sam)

    def informed(response, who):
        return (response.status_code, response.text.replace(who.id, "pl"), [*response.headers.keys()])

    for attempt in (invite, lambda by, who: create(by, by, who)):
        assert informed(attempt(sam, ann), ann) == informed(attempt(sam, bea), bea)
        assert rejected(attempt(sam, ann)) == DECLINED
    assert reported(service, ann.id) == []


def test_a_block_beats_all_settings_of_the_player(ann, sam):
    change(ann, seated_by="everybody")
    played(sam, ann)
    change(ann, seated_by="everybody")
    block(ann, sam)
    assert rejected(create(sam, sam, ann)) == DECLINED
    assert kinds(create(ann, ann, sam)) == ["human", "open"]


def test_a_blocked_player_gets_no_rematch_and_the_other_one_does(ann, sam):
    game_id = played(sam, ann)
    block(ann, sam)
    assert rejected(sam.post(f"/games/{game_id}/rematch")) == DECLINED
    assert ann.post(f"/games/{game_id}/rematch").status_code == 201
    assert sam.post(f"/games/{game_id}/rematch").status_code == 201


def test_players_who_accept_no_invitations_get_no_rematch_by_others(ann, sam):
    game_id = played(sam, ann)
    change(ann, invited_by="nobody")
    assert rejected(sam.post(f"/games/{game_id}/rematch")) == DECLINED
    change(ann, invited_by="played_with")
    assert sam.post(f"/games/{game_id}/rematch").status_code == 201


def seek(who):
    return who.post("/seeks", {"ruleset": "tiny", "seats": [2]}).json


def test_blocked_players_are_never_matched(service, ann, sam):
    block(ann, sam)
    assert seek(ann)["status"] == seek(sam)["status"] == "waiting"
    assert seek(player(service))["status"] == "matched"


def test_a_block_applies_to_waiting_seeks_and_ends_with_it(ann, sam):
    waiting = seek(ann)
    block(ann, sam)
    assert seek(sam)["status"] == "waiting"
    assert ann.get(f"/seeks/{waiting['seek']}").json["status"] == "waiting"
    assert ann.send("DELETE", f"{BLOCKED}/{sam.id}").status_code == 204
    assert ann.get(f"/seeks/{waiting['seek']}").json["status"] == "matched"


def test_the_block_list_shows_names_of_public_pages_only(service, ann, sam):
    bea = player(service, "Bea")
    change(bea, public=True)
    for each in (sam, bea, bea):
        block(ann, each)
    listed = ann.get(BLOCKED).json["players"]
    assert [{name: each[name] for name in each.keys() - {"blocked_at"}} for each in listed] == [
        {"player": bea.id, "name": "Bea"},
        {"player": sam.id},
    ]
    assert sam.get(BLOCKED).json == {"players": []}


@pytest.mark.problem("unknown_player", "No player has this id.", "blockPlayer")
def test_a_player_blocks_only_other_players_who_exist(ann):
    assert rejected(ann.send("PUT", f"{BLOCKED}/{ann.id}")) == (422, "invalid_request")
    assert rejected(ann.send("PUT", f"{BLOCKED}/pl_{'z' * 20}")) == (409, "unknown_player")
    assert ann.send("DELETE", f"{BLOCKED}/pl_{'z' * 20}").status_code == 204


@pytest.mark.problem("too_many_blocked_players", "The player blocks 1,000 players, the maximum.", "blockPlayer")
def test_a_block_list_has_a_limit(service, ann, sam):
    for number in range(MOST_BLOCKED):
        blocks_in(service.installation.store).add(ann.id, f"pl_{number:020}", "2026-01-01T00:00:00.000000Z")
    assert rejected(ann.send("PUT", f"{BLOCKED}/{sam.id}")) == (409, "too_many_blocked_players")
    assert blocks_in(service.installation.store).by(sam.id) == []


def keys(service, *players):
    """Return the Redis keys of block lists that name one of the players."""
    client, found = service.installation.store.servers.client, []
    for name in client.keys("*:blocked*"):
        stored = client.hgetall(name) if client.type(name) == b"hash" else client.smembers(name)
        if any(each.id in name.decode() or each.id.encode() in stored for each in players):
            found.append(name.decode())
    return sorted(found)


def test_a_deleted_player_leaves_all_block_lists(service, ann, sam):
    bea = player(service, "Bea")
    block(ann, sam)
    block(bea, ann)
    assert ann.send("DELETE", "/me").status_code == 204
    assert keys(service, ann, sam, bea) == []


def test_a_merge_moves_both_sides_of_block_lists(service, ann, sam):
    phone, bea = player(service, "Phone"), player(service, "Bea")
    block(phone, sam)
    block(bea, phone)
    block(phone, ann)
    assert ann.post("/me/merge", {"credential": phone.key}).status_code == 200
    assert [each["player"] for each in ann.get(BLOCKED).json["players"]] == [sam.id]
    assert [each["player"] for each in bea.get(BLOCKED).json["players"]] == [ann.id]
    assert keys(service, phone) == []


def test_an_export_has_the_block_list_and_not_who_blocks(ann, sam):
    block(ann, sam)
    (exported,) = ann.get("/me/export").json["blocked_players"]
    assert exported["player"] == sam.id
    assert ann.id not in sam.get("/me/export").text


def test_the_settings_are_part_of_the_profile(ann):
    assert "invited_by" not in ann.get("/me").json
    tag = ann.get("/me").headers["ETag"]
    assert change(ann, invited_by="played_with")["invited_by"] == "played_with"
    assert ann.get("/me").headers["ETag"] != tag
    assert ann.get("/me/export").json["profile"]["invited_by"] == "played_with"
    assert rejected(ann.send("PATCH", "/me", {"invited_by": "friends"})) == (422, "invalid_request")


def test_players_know_each_other_by_a_finished_game(service, ann, sam):
    assert not consent.has_played_with(service.installation, ann.id, sam.id)
    played(ann, sam)
    assert consent.has_played_with(service.installation, sam.id, ann.id)
