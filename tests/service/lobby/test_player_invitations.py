"""Test invitations of players: an open seat is reserved for one player, who gets one notice."""

from service.game.game import load
from service.playing import notices
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.games.lobby import OPEN, WAITING, Lobby
from tests.service.helpers.players.notices import FUTURE, muted, reported, unmuted
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.players.webhooks import URL, bodies
from workers.processes.sweeper import sweep

INVITED = [("invited", 0, 1)]


def inviting(service, *seats, **terms):
    """Let a player create a game; return the creator, two other players and the game's id."""
    host, ann, bea = (player(service, name) for name in ("Host", "Ann", "Bea"))
    created = host.create(seats or (OPEN, OPEN), **{**WAITING, **terms})
    return host, ann, bea, created.json["game_id"]


def invite(host, game_id, seat, who=None, **more):
    body = more if who is None else {"player": who.id, **more}
    return host.post(f"/games/{game_id}/seats/{seat}/invitation", body)


def test_an_invited_player_is_notified_and_claims_the_seat_without_a_code(service):
    host, ann, _, game_id = inviting(service)
    assert invite(host, game_id, 1, ann).json == {"game_id": game_id, "seat": 1, "player": ann.id}
    (notice,) = ann.get("/me/events").json["events"]
    assert {name: notice[name] for name in notice.keys() - {"id", "at"}} == {
        "type": "invited",
        "game_id": game_id,
        "ruleset": "tiny",
        "seat": 1,
    }
    assert ann.claim(game_id, 1).json == {"game_id": game_id, "seat": 1, "player": ann.id}
    assert reported(service, ann.id) == [*INVITED, ("seated", 0, 1)]


def test_a_reserved_seat_cannot_be_claimed_by_others(service):
    host, ann, bea, game_id = inviting(service)
    code = invite(host, game_id, 1).json["code"]
    invite(host, game_id, 1, ann)
    stranger = service.client.post(f"/v1/games/{game_id}/seats/1/claim", json={"code": code})
    assert rejected(stranger) == rejected(bea.claim(game_id, 1, {"code": code})) == (403, "seat_by_invitation")
    assert rejected(bea.claim(game_id, 1)) == rejected(host.claim(game_id, 1)) == (403, "seat_by_invitation")
    assert ann.claim(game_id, 1).status_code == 201


def test_an_invited_player_gets_a_notice_when_the_game_is_deleted(service):
    host, ann = player(service, "Host"), player(service, "Ann")
    hook = ann.post("/me/webhooks", {"url": URL, "event_types": ["deleted"]}).json["webhook_id"]
    made = host.post("/games", {"ruleset": "tiny", "seats": [{"kind": "human", "player": ann.id}, {"kind": "human"}]})
    assert host.send("DELETE", f"/games/{made.json['game_id']}").status_code == 204
    assert [kind for kind, *_ in reported(service, ann.id)] == ["invited", "deleted"]
    assert bodies(service.installation, ann.id, hook) == [("deleted", 0, None)]


def test_no_other_caller_sees_who_is_invited(service):
    host, ann, bea, _ = inviting(service)
    by_code, by_name = (host.create((OPEN, OPEN), **WAITING).json["game_id"] for _ in range(2))
    for each in (by_code, by_name):
        assert invite(host, each, 0).status_code == 201
    invite(host, by_name, 1, ann)
    invite(host, by_code, 1)
    for reader in (ann, bea, host):
        for path in ("", "/seats", "/view", "/events"):
            shown = [reader.get(f"/games/{each}{path}").text.replace(each, "") for each in (by_code, by_name)]
            assert ann.id not in shown[1]
            assert [len(each) for each in shown] == [len(shown[0])] * 2
        assert ann.id not in reader.get("/games").text
    details = [bea.claim(each, 1, {"code": "wrong"}).json["detail"] for each in (by_code, by_name)]
    assert details[0] == details[1]


def test_an_invitation_is_notified_once_despite_repeats_and_again_on_request(service):
    host, ann, _, game_id = inviting(service)
    for _ in range(3):
        invite(host, game_id, 1, ann)
        notices.send_missing(service.installation, game_id)
        sweep(service.installation, FUTURE)
    assert reported(service, ann.id) == INVITED
    invite(host, game_id, 1, ann, renew=True)
    sweep(service.installation, FUTURE)
    assert reported(service, ann.id) == INVITED * 2


def test_many_simultaneous_invitations_of_one_player_are_one(service):
    host, ann, _, game_id = inviting(service)
    responses = at_once([lambda: invite(host, game_id, 1, ann).status_code] * 12)
    assert (set(responses), reported(service, ann.id)) == ({201}, INVITED)


def test_the_sweeper_sends_the_missing_notice_of_an_invitation(service):
    host, ann, _, game_id = inviting(service)
    muted(service)
    assert invite(host, game_id, 1, ann).status_code == 201
    assert reported(service, ann.id) == []
    unmuted(service)
    assert reported(service, ann.id) == INVITED
    assert service.installation.store.due.before(FUTURE, 10) == []


def test_an_invitation_that_ended_before_its_notice_is_not_notified(service):
    host, ann, bea, game_id = inviting(service)
    muted(service)
    invite(host, game_id, 1, ann)
    invite(host, game_id, 1, bea)
    invite(host, game_id, 0, ann)
    invite(host, game_id, 0)
    unmuted(service)
    assert (reported(service, ann.id), reported(service, bea.id)) == ([], INVITED)


def test_a_player_whose_invitation_ended_may_not_claim_the_seat(service):
    host, ann, bea, game_id = inviting(service)
    invite(host, game_id, 1, ann)
    code = invite(host, game_id, 1).json["code"]
    assert rejected(ann.claim(game_id, 1)) == (403, "seat_by_invitation")
    assert bea.claim(game_id, 1, {"code": code}).status_code == 201
    assert reported(service, ann.id) == INVITED


def test_a_code_from_before_the_invitation_of_a_player_is_void(service):
    host, ann, bea, game_id = inviting(service)
    before = invite(host, game_id, 1).json["code"]
    invite(host, game_id, 1, ann)
    assert invite(host, game_id, 1).json["code"] != before
    assert rejected(bea.claim(game_id, 1, {"code": before})) == (403, "seat_by_invitation")


def test_a_player_is_invited_to_one_seat_of_a_game(service):
    host, ann, _, game_id = inviting(service, OPEN, OPEN, OPEN)
    invite(host, game_id, 1, ann)
    invite(host, game_id, 2, ann)
    assert rejected(ann.claim(game_id, 1)) == (403, "seat_by_invitation")
    assert ann.claim(game_id, 2).status_code == 201
    assert reported(service, ann.id) == [("invited", 0, 1), ("invited", 0, 2), ("seated", 0, 2)]


def test_a_player_with_a_seat_is_not_invited_to_another(service):
    host, ann, _, game_id = inviting(service)
    ann.claim(game_id, 0)
    assert rejected(invite(host, game_id, 1, ann)) == (409, "already_seated")


def test_a_player_who_leaves_the_seat_needs_a_new_invitation(service):
    host, ann, _, game_id = inviting(service)
    invite(host, game_id, 1, ann)
    ann.claim(game_id, 1)
    assert ann.post(f"/games/{game_id}/seats/1/leave").status_code == 204
    sweep(service.installation, FUTURE)
    assert rejected(ann.claim(game_id, 1)) == (403, "seat_by_invitation")
    invite(host, game_id, 1, ann)
    assert [kind for kind, *_ in reported(service, ann.id)] == ["invited", "seated", "invited"]


def test_a_player_who_takes_and_leaves_another_seat_is_not_notified_again(service):
    host, ann, _, game_id = inviting(service, OPEN, OPEN, OPEN)
    invite(host, game_id, 1, ann)
    ann.claim(game_id, 0)
    ann.post(f"/games/{game_id}/seats/0/leave")
    sweep(service.installation, FUTURE)
    assert [kind for kind, *_ in reported(service, ann.id)] == ["invited", "seated"]


def test_only_existing_players_are_invited_and_only_by_creators_who_are_players(service):
    host, ann, _, game_id = inviting(service)
    assert rejected(host.post(f"/games/{game_id}/seats/1/invitation", {"player": "pl_" + "z" * 20})) == (
        409,
        "unknown_player",
    )
    assert rejected(invite(ann, game_id, 1, ann)) == (403, "token_mismatch")
    nobodys = Lobby(service, OPEN, OPEN, **WAITING)
    assert rejected(nobodys.host("POST", "/seats/1/invitation", {"player": ann.id})) == (401, "token_required")
    assert reported(service, ann.id) == []


def test_a_deleted_player_gets_no_notices(service):
    host, ann, bea, game_id = inviting(service)
    invite(host, game_id, 1, ann)
    assert ann.send("DELETE", "/me").status_code == 204
    bea.claim(game_id, 0)
    sweep(service.installation, FUTURE)
    assert service.installation.store.servers.client.keys(f"*{{{ann.id}}}:feed") == []


def test_an_open_seat_of_a_running_game_can_be_reserved_too(service):
    host, ann, _, game_id = inviting(service, {"kind": "human"}, OPEN, starts="at_once")
    invite(host, game_id, 1, ann)
    ann.claim(game_id, 1)
    assert [kind for kind, *_ in reported(service, ann.id)] == ["invited", "seated"]


def test_a_finished_game_accepts_no_invitations(service):
    host, ann, _, game_id = inviting(service, OPEN, OPEN, starts="at_once")
    muted(service)
    invite(host, game_id, 1, ann)
    service.installation.store.feeds = service.installation.store.feeds.true
    finish_and_score(service, game_id)
    sweep(service.installation, FUTURE)
    assert reported(service, ann.id) == []


def test_the_webhook_of_a_player_gets_the_invitation_and_that_of_the_game_does_not(service):
    host, ann, _, game_id = inviting(service)
    own = ann.post("/me/webhooks", {"url": URL, "event_types": ["invited"]}).json["webhook_id"]
    games = host.post(f"/games/{game_id}/webhooks", {"url": URL}).json["webhook_id"]
    invite(host, game_id, 1, ann)
    sweep(service.installation, FUTURE)
    assert bodies(service.installation, ann.id, own) == [("invited", 1, None)]
    assert bodies(service.installation, game_id, games) == []


def test_the_ai_takes_a_reserved_seat_when_the_creator_starts_the_game(service):
    host, ann, _, game_id = inviting(service)
    invite(host, game_id, 1, ann)
    host.claim(game_id, 0)
    assert host.post(f"/games/{game_id}/start", {"level": "greedy"}).json["status"] == "running"
    assert rejected(ann.claim(game_id, 1)) == (409, "seat_taken")


def test_the_notice_of_an_invitation_to_a_removed_game_is_deleted(service):
    host, ann, _, game_id = inviting(service)
    invite(host, game_id, 1, ann)
    service.installation.store.remove(load(service.installation, game_id).header)
    assert service.installation.store.servers.client.hkeys(f"bottega:{{{ann.id}}}:marks") == [b"latest"]


def test_a_player_who_claims_while_another_is_invited_sits_down_or_is_rejected(service):
    for _ in range(6):
        host, ann, bea, game_id = inviting(service)
        at_once([lambda: invite(host, game_id, 1, ann), lambda: bea.claim(game_id, 1)])  # noqa: B023
        sweep(service.installation, FUTURE)
        holders = load(service.installation, game_id).players
        if holders:
            assert holders == {1: bea.id}
        else:
            assert reported(service, ann.id) == INVITED
