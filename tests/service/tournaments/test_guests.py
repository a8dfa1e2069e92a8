"""An organiser enters a list of names; guests sign in with a PIN and play without an account."""

import json
from dataclasses import replace

import pytest

from service.store.players import MOST_KEYS
from service.tournaments import guests
from service.tournaments.resources.entrants import MOST_LINES
from tests.service.examples.cups import cup
from tests.service.examples.games import LOST
from tests.service.helpers.client.responses import reports
from tests.service.helpers.players.player import Player, player
from tests.service.helpers.tournaments import found

ANY = "000000"
RANDOM = "0f8fad5b-d9cb-469f-a165-70867728950e"


def wrong(guest):
    """Return a PIN that is not that of the guest."""
    return f"{(int(guest['pin']) + 1) % 10**6:06}"


def guest_of(opened, name="Gino"):
    """Enter a guest; return the entrant as the organiser sees it."""
    sent = opened.send_request("POST", "/entrants:batch", {"entrants": [{"name": name}]})
    return sent.json["lines"][0]["entrant"]


def renewed(opened, *names):
    """Replace the PINs of guests; return the lines of the report."""
    lines = [{"name": each, "new_pin": True} for each in names]
    return opened.send_request("POST", "/entrants:batch", {"entrants": lines}).json["lines"]


def sign_in(opened, guest, pin=None, key=""):
    """Sign in as a guest from a browser without a player key."""
    path = f"/v1{opened.path}/entrants/{guest['entrant']}/sign-in"
    return opened.service.client.post(
        path, json={"pin": pin or guest["pin"]}, headers={"Idempotency-Key": key} if key else {}
    )


def signed_in(opened, guest):
    sent = sign_in(opened, guest)
    assert sent.status_code == 201, sent.text
    return Player(opened.service, guest["player"], sent.json["key"])


def let_everybody_organise(service, **settings):
    changed = replace(service.installation.settings, organisers=("everybody",), **settings)
    service.app.extensions["bottega"] = replace(service.installation, settings=changed)


@pytest.mark.example("addEntrants", "The organiser adds two guests, and a name that is in use.")
def test_each_line_of_a_list_is_added_or_rejected(service):
    lines = [{"name": "Gino"}, {"name": "gino", "rating": 1500}, {"name": "Ida", "rating": 1400}]
    sent = cup(service).send_request("POST", "/entrants:batch", {"entrants": lines})
    assert [each["status"] for each in sent.json["lines"]] == [201, 409, 201]
    assert [each["entrant"]["entrant"] for each in sent.json["lines"] if "entrant" in each] == [4, 5]
    assert sent.json["lines"][1]["problem"]["code"] == "already_entered"


def test_lines_that_are_no_names_are_rejected_and_the_others_are_added(service):
    lines = [{"name": "Gi\u202eno"}, {"name": "Gi\nno"}, {"name": "x" * 65}, {}, {"name": 7}, {"name": "Ida"}]
    sent = cup(service).send_request("POST", "/entrants:batch", {"entrants": lines})
    assert [each["status"] for each in sent.json["lines"]] == [422, 422, 422, 422, 422, 201]


def test_a_list_has_players_and_levels_too(service):
    lines = [
        {"player": player(service, "Fabio").id},
        {"level": "normal"},
        {"player": f"pl_{LOST}"},
        {"level": "grandmaster"},
    ]
    sent = cup(service).send_request("POST", "/entrants:batch", {"entrants": lines}).json["lines"]
    assert [each["status"] for each in sent[:2]] == [201, 201]
    assert [each["problem"]["code"] for each in sent[2:]] == ["unknown_player", "unknown_level"]
    assert ["pin" in each["entrant"] for each in sent[:2]] == [False, False]


def test_a_list_that_is_sent_again_adds_nobody(service):
    opened, body = cup(service), {"entrants": [{"name": "Gino"}, {"name": "Ida"}]}
    for expected in ([201, 201], [409, 409]):
        sent = opened.send_request("POST", "/entrants:batch", body)
        assert [each["status"] for each in sent.json["lines"]] == expected
    assert len(opened.get("/entrants").json["entrants"]) == 6


def test_a_list_fills_a_tournament_and_the_rest_is_rejected(service):
    opened = cup(service, max_entrants=5)
    sent = opened.send_request("POST", "/entrants:batch", {"entrants": [{"name": "Gino"}, {"name": "Ida"}]})
    assert sent.json["lines"][1]["problem"]["code"] == "tournament_full"
    assert [each["name"] for each in opened.get("/entrants").json["entrants"]][4:] == ["Gino"]


def test_a_longer_list_is_rejected(service):
    lines = [{"name": f"Guest {number}"} for number in range(MOST_LINES + 1)]
    reports(cup(service).send_request("POST", "/entrants:batch", {"entrants": lines}), "invalid_request")


def test_another_player_adds_no_list(service):
    opened, body = cup(service, registration="open"), {"entrants": [{"name": "Gino"}]}
    reports(player(service, "Eve").post(f"{opened.path}/entrants:batch", body), "not_organiser")


@pytest.mark.example("signInGuest", "A guest signs in with the PIN.")
def test_a_guest_signs_in_with_a_pin_and_plays(service):
    opened = cup(service, players=3)
    gino = signed_in(opened, guest_of(opened))
    assert (gino.get("/me").json["name"], gino.get("/me").json["scopes"]) == ("Gino", ["play"])
    opened.start()
    assert len(gino.games()) == 1
    reports(gino.post(f"{opened.path}/entrants/0/withdraw", {}), "not_organiser")


def test_only_the_organiser_gets_pins(service):
    opened = cup(service)
    guest = guest_of(opened)
    own = opened.send_request("GET", "/entrants").json["entrants"][4]
    assert (own["pin"], own["guest"]) == (guest["pin"], True)
    gino = signed_in(opened, guest)
    for reader in (None, gino, opened.players[0], player(service, "Eve")):
        sent = reader.get(f"{opened.path}/entrants") if reader else opened.get("/entrants")
        assert "pin" not in sent.json["entrants"][4]
    opened.start().send_request("POST", "/cancel", {})
    for path in ("", "/events", "/standings", "/rounds", "/standings/csv"):
        assert guest["pin"] not in json.dumps(opened.get(path).text)


@pytest.mark.example("addEntrants", "The organiser gives a guest a new PIN.", called="new_pin")
def test_a_guest_gets_a_new_pin_and_the_old_one_ends(service):
    opened = cup(service)
    guest = guest_of(opened)
    (line,) = renewed(opened, "Gino")
    assert (line["status"], line["entrant"]["entrant"]) == (200, guest["entrant"])
    assert line["entrant"]["pin"] != guest["pin"]
    reports(sign_in(opened, guest), "wrong_pin")
    assert sign_in(opened, line["entrant"]).status_code == 201
    assert len(opened.get("/entrants").json["entrants"]) == 5


def test_a_new_pin_has_new_tries_also_after_the_start(service):
    opened = cup(service)
    guest = guest_of(opened)
    gino = signed_in(opened, guest)
    for _ in range(guests.MOST_TRIES):
        sign_in(opened, guest, wrong(guest))
    reports(sign_in(opened, guest), "too_many_pins")
    opened.start()
    (line,) = renewed(opened, "Gino")
    assert sign_in(opened, line["entrant"]).status_code == 201
    assert gino.get("/me").status_code == 200, "a device that is signed in stays so"


def test_a_new_pin_needs_a_guest_and_the_right_to_add_guests(service):
    opened = cup(service)
    guest = guest_of(opened)
    assert [each["problem"]["code"] for each in renewed(opened, "Ada", "Nobody")] == ["entrant_not_found"] * 2
    body = {"entrants": [{"name": "Gino", "new_pin": True}]}
    reports(signed_in(opened, guest).post(f"{opened.path}/entrants:batch", body), "not_organiser")
    (line,) = opened.send_request(
        "POST", "/entrants:batch", {"entrants": [{"player": opened.players[0].id, "new_pin": True}]}
    ).json["lines"]
    assert line["problem"]["code"] == "invalid_request"
    opened.send_request("POST", "/cancel", {})
    reports(opened.send_request("POST", "/entrants:batch", body), "registration_closed")


@pytest.mark.problem("idempotency_key_reused", "Another guest has signed in with this key.", "signInGuest")
def test_a_retry_of_a_sign_in_returns_the_same_key(service):
    opened = cup(service)
    gino, ida = guest_of(opened), guest_of(opened, "Ida")
    first, second = (sign_in(opened, gino, key=RANDOM) for _ in range(2))
    assert (first.status_code, first.json) == (201, second.json)
    reports(sign_in(opened, ida, key=RANDOM), "idempotency_key_reused")


@pytest.mark.problem("wrong_pin", "The PIN is not that of the guest.", "signInGuest")
def test_a_wrong_pin_opens_nothing(service):
    opened = cup(service)
    gino = guest_of(opened)
    reports(sign_in(opened, gino, wrong(gino)), "wrong_pin")


def test_the_pin_of_another_guest_opens_nothing(service):
    opened = cup(service)
    gino, ida = guest_of(opened), guest_of(opened, "Ida")
    reports(sign_in(opened, gino, ida["pin"]), "wrong_pin")


@pytest.mark.problem("too_many_pins", "Ten PINs were sent in a quarter of an hour.", "signInGuest")
def test_a_guest_has_ten_tries(service):
    opened = cup(service)
    gino, ida = guest_of(opened), guest_of(opened, "Ida")
    for _ in range(guests.MOST_TRIES):
        reports(sign_in(opened, gino, wrong(gino)), "wrong_pin")
    reports(sign_in(opened, gino), "too_many_pins")
    assert sign_in(opened, ida).status_code == 201


@pytest.mark.problem("entrant_not_found", "The entrant is no guest.", "signInGuest")
def test_a_player_with_an_account_does_not_sign_in_with_a_pin(service):
    reports(sign_in(cup(service), {"entrant": 0}, ANY), "entrant_not_found")


@pytest.mark.problem("tournament_not_running", "The tournament was cancelled.", "signInGuest")
def test_nobody_signs_in_to_a_cancelled_tournament(service):
    opened = cup(service)
    guest = guest_of(opened)
    opened.send_request("POST", "/cancel", {})
    reports(sign_in(opened, guest), "tournament_not_running")


def test_a_wrong_pin_does_not_reveal_a_private_tournament(service):
    opened = cup(service, visibility="private", rated=False)
    guest = guest_of(opened)
    for entrant, pin in ((guest["entrant"], wrong(guest)), (0, ANY), (99, ANY)):
        reports(sign_in(opened, {"entrant": entrant}, pin), "tournament_not_found")
    assert sign_in(opened, guest).status_code == 201


def test_guests_of_a_player_who_organises_count_as_created_players(service):
    let_everybody_organise(service, players_per_minute=3)
    ada, lines = player(service, "Ada"), [{"name": name} for name in ("Gino", "Ida", "Lia")]
    sent = ada.post(f"{found(ada)}/entrants:batch", {"entrants": lines})
    assert [each["status"] for each in sent.json["lines"]] == [201, 201, 429]


def test_a_player_who_organises_adds_no_guests_where_sign_up_is_closed(service):
    let_everybody_organise(service)
    ada = player(service, "Ada")
    address = found(ada)
    for admission, code in (("closed", "sign_up_disabled"), ("invitation", "invitation_required")):
        let_everybody_organise(service, players=admission)
        sent = ada.post(f"{address}/entrants:batch", {"entrants": [{"name": "Gino"}]})
        assert sent.json["lines"][0]["problem"]["code"] == code
    assert ada.get(f"{address}/entrants").json["entrants"] == []


def test_a_deleted_guest_cannot_sign_in(service):
    opened = cup(service)
    guest = guest_of(opened)
    assert signed_in(opened, guest).send("DELETE", "/me").status_code == 204
    reports(sign_in(opened, guest), "entrant_not_found")


def test_a_guest_enters_late_where_late_entries_are_allowed(service):
    opened = cup(service, late_entries=True).start()
    assert guest_of(opened, "Late Lia")["name"] == "Late Lia"
    reports(
        cup(service).start().send_request("POST", "/entrants:batch", {"entrants": [{"name": "Gino"}]}),
        "registration_closed",
    )


@pytest.mark.problem("too_many_keys", "The guest has a hundred keys.", "signInGuest")
def test_a_guest_signs_in_with_a_limited_number_of_keys(service):
    opened = cup(service)
    guest = guest_of(opened)
    own = Player(service, guest["player"], "")
    for _ in range(MOST_KEYS):
        own.with_scopes("play")
    reports(sign_in(opened, guest), "too_many_keys")
