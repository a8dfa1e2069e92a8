"""Test that seats belong to players or tokens, and that the creator can read seat tokens again."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service.game.game import load
from service.players import tokens
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.client.service import SECRET
from tests.service.helpers.games.lists import finish, finish_and_score
from tests.service.helpers.players.player import player, rejected

PERSON, OPEN, AI = {"kind": "human"}, {"kind": "open"}, {"kind": "ai", "level": "greedy"}
KEY = {"Idempotency-Key": "3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817"}
NEWER = b"another secret of at least 32 characters"


@pytest.fixture
def ann(service):
    return player(service, "Ann")


@pytest.fixture
def bea(service):
    return player(service, "Bea")


def seated(who, **more):
    return {"kind": "human", "player": who.id, **more}


def seats_of(service, game_id):
    return service.client.get(f"/v1/games/{game_id}/seats").json["seats"]


def token_of(game, seat, method="GET", **headers):
    """Send a request of the creator about the token of a seat."""
    path = f"/v1/games/{game.game_id}/seats/{seat}/token"
    creator = tokens.make_creator_token([SECRET], game.game_id)
    return game.service.client.open(path, method=method, headers={"Authorization": f"Bearer {creator}"} | headers)


def opens(game, token):
    headers = {"Authorization": f"Bearer {token}"}
    return game.service.client.get(f"/v1/games/{game.game_id}/actions", headers=headers).status_code == 200


def test_a_seat_that_is_reserved_for_a_player_has_no_token(service, ann, bea):
    created = ann.create([seated(ann), seated(bea, name="Bee"), PERSON])
    assert [each["seat"] for each in created.json["tokens"]] == [2]
    shown = [
        {"seat": 0, "kind": "human", "name": "Ann", "player": ann.id},
        {"seat": 1, "kind": "human", "name": "Bee", "player": bea.id},
        {"seat": 2, "kind": "human"},
    ]
    assert created.json["seats"] == shown
    assert seats_of(service, created.json["game_id"]) == shown
    assert service.client.get("/v1/games").json["games"][0]["seats"] == shown


def test_views_and_records_name_no_player(service, ann, bea):
    game_id = ann.create([seated(ann), seated(bea)]).json["game_id"]
    assert ann.get(f"/games/{game_id}/view").json["seats"] == [
        {"seat": 0, "kind": "human"},
        {"seat": 1, "kind": "human"},
    ]
    finish_and_score(service, game_id)
    record = service.client.get(f"/v1/games/{game_id}/record")
    assert record.json["seats"] == [{"seat": 0, "kind": "human"}, {"seat": 1, "kind": "human"}]
    assert ann.id not in record.text


def test_a_player_plays_a_whole_game_by_the_key(service, ann, bea):
    game_id = ann.create([seated(ann), seated(bea)]).json["game_id"]
    mine = {0: ann, 1: bea}
    while waiting := service.client.get(f"/v1/games/{game_id}/view").json["to_act"]:
        who = mine[waiting[0]]
        legal = who.get(f"/games/{game_id}/actions").json
        body = {"ruleset": "tiny", "decision": legal["decision"], "action": legal["actions"][0]}
        assert who.post(f"/games/{game_id}/actions", body).status_code == 200
    assert ann.get(f"/games/{game_id}/events").json["status"] == "over"


def test_a_player_sees_as_the_token_of_the_seat_would(service, ann):
    game = service.new_game([PERSON, OPEN])
    ann.claim(game.game_id, 1)
    other = service.new_game([PERSON, OPEN])
    claimed = other.post("/seats/1/claim").json["token"]
    own, theirs = (
        ann.get(f"/games/{game.game_id}/view").json,
        other.get("/view", Authorization=f"Bearer {claimed}").json,
    )
    assert own["seat"] == theirs["seat"] == 1
    assert set(own) == set(theirs)


def test_a_player_opens_streams_and_gets_tickets_for_their_seat(service, ann, bea):
    game_id = ann.create([seated(ann), seated(bea)]).json["game_id"]
    finish(service, game_id)
    lines = {who.id: who.get(f"/games/{game_id}/events/ndjson").data for who in (ann, bea)}
    assert lines[ann.id] != lines[bea.id]
    ticket = bea.post(f"/games/{game_id}/stream-ticket", {}).json
    assert ticket["seat"] == 1
    by_ticket = service.client.get(f"/v1/games/{game_id}/events/ndjson?ticket={ticket['ticket']}")
    assert by_ticket.data == lines[bea.id]


def test_views_may_be_cached_by_their_player_only(service, ann):
    game_id = ann.create([seated(ann), PERSON]).json["game_id"]
    headers = ann.get(f"/games/{game_id}/view").headers
    assert (headers["Cache-Control"], headers["Vary"]) == (
        "private, no-cache",
        "Authorization, Bottega-Player, Accept-Encoding",
    )


def test_a_player_without_a_seat_is_a_spectator_who_cannot_act(service, ann, game):
    assert ann.get(f"/games/{game.game_id}/view").json == game.view()
    assert rejected(ann.get(f"/games/{game.game_id}/actions")) == (403, "token_mismatch")
    assert rejected(ann.post(f"/games/{game.game_id}/stream-ticket", {})) == (403, "token_mismatch")
    assert rejected(ann.get("/games/00000000000000000000/actions")) == (404, "game_not_found")
    assert rejected(ann.get("/games/nogame/view")) == (404, "game_not_found")


def test_a_key_that_may_not_play_opens_no_seat(service, ann):
    game_id = ann.create([seated(ann), PERSON]).json["game_id"]
    hosting = ann.with_scopes("create")
    for path in ("view", "actions"):
        assert rejected(hosting.get(f"/games/{game_id}/{path}")) == (403, "insufficient_scope")
    open_game = service.new_game([PERSON, OPEN])
    assert rejected(hosting.claim(open_game.game_id, 1)) == (403, "insufficient_scope")


def test_a_key_that_may_not_create_creates_no_game(ann):
    assert rejected(ann.with_scopes("play").create()) == (403, "insufficient_scope")


def test_seats_are_assigned_to_known_players_each_once_and_by_a_player(service, ann):
    stranger = {"kind": "human", "player": "pl_" + "a" * 20}
    response = ann.create([seated(ann), stranger])
    assert rejected(response) == (409, "unknown_player")
    assert response.json["player"] == stranger["player"]
    assert rejected(ann.create([seated(ann), seated(ann)])) == (409, "already_seated")
    assert rejected(service.create([seated(ann), PERSON])) == (401, "token_required")
    assert rejected(ann.create([{"kind": "open", "player": ann.id}, PERSON])) == (422, "invalid_request")
    assert rejected(ann.create([{"kind": "human", "player": "Ann"}, PERSON])) == (422, "invalid_request")
    assert service.client.get("/v1/games").json == {"games": []}


def test_a_repeated_creation_seats_the_same_players(ann, bea):
    first, second = (ann.post("/games", {"ruleset": "tiny", "seats": [seated(ann), PERSON]}, **KEY) for _ in range(2))
    assert first.json == second.json
    assert second.headers["Idempotent-Replayed"] == "true"
    another = bea.post("/games", {"ruleset": "tiny", "seats": [seated(ann), PERSON]}, **KEY)
    assert another.json["game_id"] != first.json["game_id"]


def test_a_player_claims_a_seat_and_gets_no_token(service, ann):
    game = service.new_game([PERSON, OPEN])
    claimed = ann.claim(game.game_id, 1)
    assert (claimed.status_code, claimed.json) == (201, {"game_id": game.game_id, "seat": 1, "player": ann.id})
    assert seats_of(service, game.game_id)[1] == {
        "seat": 1,
        "kind": "open",
        "name": "Ann",
        "player": ann.id,
        "claimed": True,
    }


def test_a_player_may_claim_under_another_name(service, ann):
    game = service.new_game([PERSON, OPEN])
    ann.claim(game.game_id, 1, {"name": "Mysterious, not Ann"})
    assert seats_of(service, game.game_id)[1]["name"] == "Mysterious, not Ann"
    assert seats_of(service, game.game_id)[1]["player"] == ann.id


def test_a_claim_by_a_token_makes_no_player_whatever_the_name(service, ann):
    game = service.new_game([PERSON, OPEN])
    game.post("/seats/1/claim", body={"name": f"Ann\n{ann.id}\n0"})
    assert "player" not in seats_of(service, game.game_id)[1]
    assert ann.games() == []
    assert "seat" not in ann.get(f"/games/{game.game_id}/view").json


def test_a_repeated_claim_returns_the_same_response(service, ann):
    game = service.new_game([PERSON, OPEN])
    first, second = (ann.claim(game.game_id, 1, **KEY) for _ in range(2))
    assert first.json == second.json
    assert second.headers["Idempotent-Replayed"] == "true"


def test_a_player_has_one_seat_in_a_game(service, ann):
    game = service.new_game([PERSON, OPEN, OPEN])
    assert ann.claim(game.game_id, 1).status_code == 201
    assert rejected(ann.claim(game.game_id, 2)) == (409, "already_seated")
    assert rejected(ann.claim(game.game_id, 1)) == (409, "seat_taken")
    own = ann.create([seated(ann), OPEN]).json["game_id"]
    assert rejected(ann.claim(own, 1)) == (409, "already_seated")


def test_64_players_race_for_4_seats_and_each_gets_one_at_most(service):
    strangers = [player(service) for _ in range(64)]
    game = service.new_game([OPEN] * 4)
    with ThreadPoolExecutor(64) as pool:
        tries = [pool.submit(who.claim, game.game_id, seat) for who in strangers for seat in range(4)]
        responses = [each.result() for each in tries]
    won = [response.json["player"] for response in responses if response.status_code == 201]
    assert len(won) == len(set(won)) == 4
    assert {response.json["code"] for response in responses if response.status_code != 201} <= {
        "seat_taken",
        "already_seated",
    }
    assert sorted(seat["player"] for seat in seats_of(service, game.game_id)) == sorted(won)
    winners = {who.id: who.games() for who in strangers if who.games()}
    assert winners == {each: [game.game_id] for each in won}


def test_a_player_who_claims_all_seats_simultaneously_gets_one(service, ann):
    for _ in range(8):
        game = service.new_game([PERSON, OPEN, OPEN, OPEN])
        responses = at_once([lambda seat=seat, game=game: ann.claim(game.game_id, seat) for seat in (1, 2, 3)])
        assert sorted(response.status_code for response in responses) == [201, 409, 409]


def test_a_player_finds_their_games_by_id_and_not_by_name(service, ann, bea):
    namesake = service.new_game([{"kind": "human", "name": "Ann"}, PERSON]).game_id
    game = service.new_game([PERSON, {"kind": "open", "name": "reserved for Ann"}])
    ann.claim(game.game_id, 1)
    created = ann.create([seated(bea), seated(ann)]).json["game_id"]
    assert ann.games() == [created, game.game_id]
    assert bea.games() == [created]
    assert namesake not in ann.games()


def test_a_player_finds_games_that_wait_that_run_and_that_are_over(service, ann, bea):
    first = ann.create([seated(ann), seated(bea)]).json["game_id"]
    second = ann.create([seated(bea), seated(ann)]).json["game_id"]
    assert ann.games("?waiting=true") == [first]
    assert bea.games("?waiting=true") == [second]
    assert ann.games("?status=running") == [second, first]
    finish_and_score(service, first)
    assert ann.games("?status=over") == bea.games("?status=over") == [first]
    assert ann.games("?status=running") == [second]
    assert ann.games("?waiting=true") == ann.games("?waiting=true&status=over") == []
    assert ann.games() == [second, first]


def test_a_player_lists_their_games_page_by_page(ann):
    created = [ann.create([seated(ann), PERSON]).json["game_id"] for _ in range(5)]
    read, query = [], "?limit=2"
    while query:
        page = ann.get(f"/me/games{query}").json
        read += [game["game_id"] for game in page["games"]]
        query = f"?limit=2&cursor={page['next_cursor']}" if "next_cursor" in page else ""
    assert read == created[::-1]


def test_a_deleted_game_is_in_no_list(service, ann, bea):
    game_id = ann.create([seated(ann), seated(bea)]).json["game_id"]
    assert ann.send("DELETE", f"/games/{game_id}").status_code == 204
    assert ann.games() == bea.games() == []
    assert service.installation.store.lists.seated(ann.id, None, None, 10) == []


def test_the_data_of_a_deleted_player_is_removed_and_games_continue(service, ann, bea):
    game = service.new_game([PERSON, OPEN])
    ann.claim(game.game_id, 1, {"name": "Ann of old"})
    game_id = bea.create([seated(ann, name="Annie"), seated(bea)]).json["game_id"]
    over = bea.create([seated(bea), seated(ann)]).json["game_id"]
    finish_and_score(service, over)
    assert ann.send("DELETE", "/me").status_code == 204
    assert rejected(ann.get("/me")) == (401, "invalid_token")
    assert seats_of(service, game_id)[0] == {"seat": 0, "kind": "human"}
    assert seats_of(service, over)[1] == {"seat": 1, "kind": "human"}
    assert seats_of(service, game.game_id)[1] == {"seat": 1, "kind": "open", "claimed": False}
    assert service.client.get(f"/v1/games/{over}/record").json["seats"][1] == {"seat": 1, "kind": "human"}
    client = service.installation.store.servers.client
    stored = {key: client.dump(key) for key in client.keys("*") if not key.endswith(b":deleted")}
    for trace in (ann.id, "Annie", "Ann of old"):
        assert [key for key, value in stored.items() if trace.encode() in key + value] == []
    assert bea.get(f"/games/{game_id}/view").json["seat"] == 1
    assert rejected(bea.create([seated(ann), seated(bea)])) == (409, "unknown_player")


def test_the_successor_of_a_player_who_left_gets_a_new_token(service, ann):
    game = service.opened(player(service).create([PERSON, OPEN, OPEN], starts="when_seated"))
    ann.claim(game.game_id, 1)
    ann.send("DELETE", "/me")
    token = game.post("/seats/1/claim", body={"name": "Cid"}).json["token"]
    assert opens(game, token)
    assert token != tokens.make_token([SECRET], game.game_id, 1)


def test_the_creator_gets_a_token_for_the_seat_of_a_deleted_player(service, ann, bea):
    game = service.opened(bea.create([seated(ann), seated(bea)]))
    path = f"/games/{game.game_id}/seats/0/token"
    assert rejected(bea.post(path)) == (409, "no_seat_token")
    ann.send("DELETE", "/me")
    assert rejected(bea.get(path)) == (409, "no_seat_token")
    assert opens(game, bea.post(path).json["token"])


def test_the_creator_is_the_player_who_created_the_game(service, ann, bea):
    game_id = ann.create().json["game_id"]
    assert rejected(bea.send("DELETE", f"/games/{game_id}")) == (403, "token_mismatch")
    assert rejected(ann.with_scopes("play").send("DELETE", f"/games/{game_id}")) == (403, "insufficient_scope")
    assert ann.with_scopes("create").send("DELETE", f"/games/{game_id}").status_code == 204
    nobodys = service.new_game()
    assert rejected(ann.send("DELETE", f"/games/{nobodys.game_id}")) == (403, "token_mismatch")


def test_the_creator_token_stays_valid_beside_the_key_of_the_creator(ann):
    created = ann.create().json
    authorization = {"Authorization": f"Bearer {created['creator_token']}"}
    assert ann.service.client.delete(f"/v1/games/{created['game_id']}", headers=authorization).status_code == 204


def test_the_creator_reads_a_token_again(service, ann, game):
    assert token_of(game, 1).json == {"game_id": game.game_id, "seat": 1, "token": game.tokens[1]}
    own = ann.new_game()
    assert ann.get(f"/games/{own.game_id}/seats/0/token").json["token"] == own.tokens[0]


def test_a_rotated_token_opens_the_seat_and_the_previous_one_is_rejected_from_then_on(game):
    response = token_of(game, 1, "POST")
    assert response.status_code == 201
    assert response.headers["Cache-Control"] == "no-store, no-transform"
    assert opens(game, response.json["token"])
    assert rejected(game.get("/actions", 1)) == (401, "invalid_token")
    assert opens(game, game.tokens[0])
    assert token_of(game, 1).json == response.json
    third = token_of(game, 1, "POST").json["token"]
    assert not opens(game, response.json["token"])
    assert opens(game, third)


def test_one_of_all_simultaneously_issued_tokens_opens_the_seat(game):
    responses = at_once([lambda: token_of(game, 0, "POST")] * 16)
    assert {response.status_code for response in responses} == {201}
    given = {response.json["token"] for response in responses}
    assert [opens(game, token) for token in given].count(True) == 1
    assert not opens(game, game.tokens[0])


def test_a_token_that_was_claimed_is_exchanged_and_not_read_by_the_creator(service):
    game = service.new_game([PERSON, OPEN])
    claim = f"/v1/games/{game.game_id}/seats/1/claim"
    claimed = service.client.post(claim, json={"name": "Cid"}, headers=KEY).json
    assert rejected(token_of(game, 1)) == (409, "no_seat_token")
    fresh = token_of(game, 1, "POST").json["token"]
    assert opens(game, fresh)
    assert not opens(game, claimed["token"])
    assert seats_of(service, game.game_id)[1]["name"] == "Cid"
    assert rejected(token_of(game, 1)) == (409, "no_seat_token")
    assert service.client.post(claim, json={"name": "Cid"}, headers=KEY).json == claimed


def test_there_is_no_token_of_an_ai_of_an_unclaimed_seat_or_of_none(service):
    game = service.new_game([PERSON, OPEN, AI])
    for method in ("GET", "POST"):
        for seat in (1, 2):
            assert rejected(token_of(game, seat, method)) == (409, "no_seat_token")
        assert rejected(token_of(game, 3, method)) == (404, "seat_not_found")


def test_only_the_creator_gets_the_token_of_a_seat(game):
    path = f"/v1/games/{game.game_id}/seats/0/token"
    assert rejected(game.service.client.get(path)) == (401, "token_required")
    assert rejected(game.service.client.post(path)) == (401, "token_required")
    assert rejected(game.service.client.post(path, headers=game.authorization(0))) == (403, "token_mismatch")


def test_a_rotated_token_outlives_a_new_secret(start):
    game = start(secrets=(SECRET,)).new_game()
    fresh = token_of(game, 0, "POST").json["token"]
    rotated = start(secrets=(SECRET, NEWER))
    headers = {"Authorization": f"Bearer {fresh}"}
    assert rotated.client.get(f"/v1/games/{game.game_id}/actions", headers=headers).status_code == 200
    assert token_of(type(game)(rotated, game.game_id, {}), 0).json["token"] == fresh


def test_a_seat_that_was_stored_before_players_existed_stays_valid(service, game):
    client = service.installation.store.servers.client
    seats = f"bottega:{{{game.game_id}}}:seats"
    assert client.hget(seats, "0") == tokens.digest(game.tokens[0]).encode()
    client.hset(seats, "1", f"{tokens.digest(game.tokens[1])}\nAda")
    assert opens(game, game.tokens[1])
    assert service.installation.store.claims(game.game_id)[1].name == "Ada"


def test_ai_turns_and_scores_need_no_player(service, ann):
    game_id = ann.create([seated(ann), AI]).json["game_id"]
    finish_and_score(service, game_id)
    assert service.installation.store.results.of(game_id) is not None
    assert load(service.installation, game_id).to_act == ()


def test_names_are_found_as_before(service, ann):
    game = service.new_game([PERSON, OPEN])
    ann.claim(game.game_id, 1)
    game.act(0)
    waiting = service.client.get("/v1/games?waiting_for=Ann").json["games"]
    assert [loaded["game_id"] for loaded in waiting] == [game.game_id]
