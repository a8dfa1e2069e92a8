"""Test playing a game over HTTP."""

from hashlib import sha256

import pytest

from domain.levels import LEVELS
from service.players.tokens import make_token
from service.playing import games
from tests.service.helpers.client.service import HUMANS, SECRET

AI = {"kind": "ai", "level": "greedy"}
OPEN = {"kind": "open", "name": "Whoever comes"}


def test_a_game_is_created_under_the_version_of_the_rules_that_the_client_was_made_for_or_not_at_all(service):
    body = {"ruleset": "tiny", "seats": list(HUMANS)}
    hosted = service.client.get("/v1/rulesets/tiny").json["rules_version"]
    created = service.client.post("/v1/games", json=body | {"rules_version": hosted})
    assert (created.status_code, created.json["rules_version"]) == (201, hosted)
    problem = service.client.post("/v1/games", json=body | {"rules_version": hosted + 1}).json
    assert (problem["code"], problem["rules_version"]) == ("rules_version_not_hosted", hosted)


def test_creating_a_game_returns_its_url_and_a_token_for_each_human_player(service):
    response = service.create([{"kind": "human", "name": "Ada"}, AI, OPEN])
    created = response.json
    token, moment = created["tokens"][0].pop("token"), created.pop("created_at")
    seed = service.installation.store.header(created["game_id"]).dice_seed
    assert created.pop("creator_token").startswith(f"{created['game_id']}.creator.")
    assert response.status_code == 201
    assert response.headers["Location"] == f"/v1/games/{created['game_id']}/view"
    assert response.headers["Cache-Control"] == "no-store, no-transform"
    assert token.startswith(f"{created['game_id']}.0.")
    assert moment.endswith("Z")
    assert created == {
        "ruleset": "tiny",
        "rules_version": 1,
        "game_id": created["game_id"],
        "options": {},
        "seats": [
            {"seat": 0, "kind": "human", "name": "Ada"},
            {"seat": 1, "kind": "ai", "level": "greedy", "ai_player": "lapo"},
            {"seat": 2, "kind": "open", "name": "Whoever comes"},
        ],
        "tokens": [{"seat": 0}],
        "hints": 10,
        "queued_actions": True,
        "commitment": sha256(seed.salt + seed.secret).hexdigest(),
    }


def test_tokens_are_stored_as_digests_only(game):
    stored = b"".join(game.stored.values())
    assert all(token.encode() not in stored for token in game.tokens.values())


def test_a_seat_that_is_to_act_sees_its_hand_and_its_open_decision(game):
    view, seed = game.view(0), game.service.installation.store.header(game.game_id).dice_seed
    assert len(view.pop("view")["hand"]) == 3
    assert view == {
        "ruleset": "tiny",
        "rules_version": 1,
        "game_id": game.game_id,
        "version": 0,
        "status": "running",
        "to_act": [0],
        "seat": 0,
        "decision": 0,
        "seats": [{"seat": 0, "kind": "human"}, {"seat": 1, "kind": "human"}],
        "commitment": sha256(seed.salt + seed.secret).hexdigest(),
    }


def test_a_seat_that_waits_sees_no_decision(game):
    assert "decision" not in game.view(1)


def test_a_spectator_sees_the_game_without_a_seat_or_a_hand(game):
    view = game.view()
    assert view["view"] == {"round": 1, "stake": 0, "points": [0, 0], "has_sealed": [False, False]}
    assert not {"seat", "decision"} & set(view)


def test_an_action_returns_the_new_view_of_its_seat(game):
    response = game.act(0, {"type": "set_stake", "stake": 2})
    assert response.status_code == 200
    assert response.json == game.view(0)
    assert response.json["version"] == 1
    assert response.json["view"]["stake"] == 2


def test_legal_actions_are_listed_with_their_decision(game):
    assert game.get("/actions", 0).json == {
        "ruleset": "tiny",
        "game_id": game.game_id,
        "version": 0,
        "decision": 0,
        "actions": [{"type": "set_stake", "stake": 1}, {"type": "set_stake", "stake": 2}],
    }


def test_a_seat_that_waits_has_no_legal_actions(game):
    assert game.get("/actions", 1).json == {
        "ruleset": "tiny",
        "game_id": game.game_id,
        "version": 0,
        "actions": [],
    }


def test_a_decision_stays_the_same_while_others_act(game):
    game.act(0)
    before = game.view(1)["decision"]
    game.act(0)
    assert game.view(1)["decision"] == before == 1
    assert game.view(1)["version"] == 2


def test_the_log_conceals_the_sealed_cards_of_others(game):
    game.act(0)
    game.act(0)
    own, other = game.events(0)[1]["action"], game.events(1)[1]["action"]
    assert own["type"] == "seal_card"
    assert other == {"type": "concealed_card"}
    assert game.events(None)[1]["action"] == {"type": "concealed_card"}


def test_the_log_shows_each_seat_only_the_facts_that_it_may_know(game):
    for seat in (0, 0, 1):
        game.act(seat)
    kinds = {viewer: [fact["type"] for fact in game.events(viewer)[2]["facts"]] for viewer in (None, 0, 1)}
    drawn = {viewer: [fact["seat"] for fact in game.events(viewer)[2]["facts"][1:]] for viewer in (0, 1)}
    assert kinds == {None: ["round_ended"], 0: ["round_ended", "drew"], 1: ["round_ended", "drew"]}
    assert drawn == {0: [0], 1: [1]}


def test_the_log_is_read_in_pages_that_join_without_gap_or_overlap(game):
    game.play_to_the_end()
    whole, read, after = game.events(0), [], 0
    while page := game.get(f"/events?after={after}&limit=4", 0).json["events"]:
        read += page
        after = page[-1]["version"]
    assert read == whole
    assert [event["version"] for event in whole] == list(range(1, 10))


def test_a_running_game_has_no_result(game):
    response = game.get("/result")
    assert (response.status_code, response.json["code"]) == (409, "game_not_over")


def test_a_finished_game_waits_for_its_score_sheet_and_then_shows_it(game):
    game.play_to_the_end()
    pending = game.get("/result")
    assert (pending.status_code, pending.headers["Retry-After"]) == (202, "1")
    assert pending.json == {"game_id": game.game_id, "status": "scoring"}

    games.score(game.service.installation, game.game_id)
    result, view = game.get("/result").json, game.view()
    assert game.get("/result").status_code == 200
    assert all(sum(row["amount"] for row in seat["rows"]) == seat["total"] for seat in result["seats"])
    named = ("seat", "rank", "result", "total")
    assert [{name: seat[name] for name in named} for seat in result["seats"]] == view["outcome"]
    assert result["winners"] == [seat["seat"] for seat in result["seats"] if seat["rank"] == 1]
    assert (view["status"], view["to_act"]) == ("over", [])


def test_the_first_claim_gets_an_open_seat(service):
    game = service.new_game([HUMANS[0], OPEN])
    first, second = game.post("/seats/1/claim"), game.post("/seats/1/claim")
    assert first.status_code == 201
    assert (second.status_code, second.json["code"]) == (409, "seat_taken")
    game.tokens[1] = first.json["token"]
    assert game.view(1)["seat"] == 1


@pytest.mark.parametrize("seat", [0, 1], ids=["human", "AI"])
def test_a_seat_that_is_not_open_cannot_be_claimed(service, seat):
    game = service.new_game([HUMANS[0], AI])
    assert game.post(f"/seats/{seat}/claim").json["code"] == "seat_taken"


@pytest.mark.parametrize(
    "content_type", [None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_a_page_of_another_origin_cannot_claim_a_seat_with_a_simple_request(service, content_type):
    """Content types that a page may send without a preflight; any other type is rejected."""
    game = service.new_game([{"kind": "human"}, {"kind": "open"}])
    response = service.client.post(f"/v1/games/{game.game_id}/seats/1/claim", data=b"", content_type=content_type)
    assert (response.status_code, response.json["code"]) == (415, "unsupported_media_type")
    assert game.get("/seats").json["seats"][1]["claimed"] is False


@pytest.mark.parametrize("body", [None, {}, {"name": "Bea"}])
def test_a_claim_may_be_sent_without_a_body(service, body):
    game = service.new_game([{"kind": "human"}, {"kind": "open"}])
    assert game.post("/seats/1/claim", body=body).status_code == 201


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"nmae": "Bea"}, "/nmae"),
        ({"name": ""}, "/name"),
        ({"name": "B" * 65}, "/name"),
        ({"name": 7}, "/name"),
        ([], ""),
    ],
)
def test_the_body_of_a_claim_is_read_strictly(service, body, path):
    game = service.new_game([{"kind": "human"}, {"kind": "open"}])
    response = game.post("/seats/1/claim", body=body)
    assert (response.status_code, response.json["errors"][0]["path"]) == (422, path)
    assert game.get("/seats").json["seats"][1]["claimed"] is False


def test_a_seat_that_the_game_does_not_have_cannot_be_claimed(game):
    response = game.post("/seats/2/claim")
    assert (response.status_code, response.json["code"]) == (404, "seat_not_found")


def test_a_token_for_an_open_seat_is_rejected_before_the_claim(service):
    game = service.new_game([HUMANS[0], OPEN])
    game.tokens[1] = make_token([SECRET], game.game_id, 1)
    assert game.get("/view", 1).json["code"] == "invalid_token"


def test_rulesets_are_listed_in_brief_and_described_in_full(service):
    listed = service.client.get("/v1/rulesets").json["rulesets"]
    tiny = service.client.get("/v1/rulesets/tiny").json
    brief = {
        "ruleset": "tiny",
        "title": "Stakes",
        "rules_version": 1,
        "versions": [{"ruleset": "tiny", "rules_version": 1}],
        "min_seats": 2,
        "max_seats": 4,
        "levels": list(LEVELS),
        "levels_by_seats": [{"seats": seats, "levels": list(LEVELS), "measured": False} for seats in (2, 3, 4)],
        "undo_modes": tiny["undo_modes"],
        "deals": tiny["deals"],
    }
    assert (tiny["undo_modes"], tiny["deals"]) == (["none", "own", "consent"], ["game", "round"])
    assert brief in listed
    assert {name: tiny[name] for name in brief} == brief
    assert tiny["action_types"] == ["set_stake", "seal_card"]
    assert tiny["options"] == [
        {"kind": "integer", "name": "hand", "description": "", "minimum": 2, "maximum": 5, "default": 3},
        {"kind": "integer", "name": "first_seat", "description": "", "minimum": 0, "maximum": 3, "default": 0},
    ]
    assert tiny["constants"] == {"rounds": 3, "title": "Stakes"}
    assert tiny["ratings"] == []
    assert {"kind": "action", "id": "seal_card", "name": "Seal card"} in tiny["names"]


def test_the_service_is_healthy_and_ready(service):
    for path in ("/healthz", "/readyz"):
        assert service.client.get(path).json == {"status": "ok", "build": "plain"}
