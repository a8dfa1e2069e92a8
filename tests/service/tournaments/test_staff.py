"""The organiser names players as staff; each right allows its operations and no others, and the log says who."""

from dataclasses import replace

import pytest

from service.tournaments import progress
from service.tournaments.rights import HELD, NEEDED
from service.tournaments.rules.verification import verify
from tests.service.examples.cups import cup
from tests.service.examples.games import LOST
from tests.service.examples.marks import declaring
from tests.service.helpers.client.responses import reports
from tests.service.helpers.client.sample_requests import operations
from tests.service.helpers.players.operators import ban
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.tournaments import (
    LEVEL,
    entries,
    found,
    has_started,
    new_players,
    organiser,
    play_round,
)

RESULT = "/rounds/1/tables/1/result"
RULING = {"ranks": [2, 1], "reason": "Seen at the table."}
LACKS = {"not_organiser", "insufficient_scope", "tournament_not_found"}
"""Problems of a caller who may not send an operation."""


def name_staff(who, address, *members, **changes):
    """Name the staff: pairs of a player and a right."""
    staff = [{"player": each.id, "right": right} for each, right in members]
    return who.send("PATCH", address, {"staff": staff, **changes})


def staffed(service, right, **terms):
    """Create a private tournament with a player of the staff; return its organiser, its URL and the player."""
    who, rita = organiser(service), player(service, "Rita")
    address = found(who, check_in=True, visibility="private", entrants=[{"level": LEVEL, "name": "Computer"}], **terms)
    assert name_staff(who, address, (rita, right)).status_code == 200
    return who, address, rita


def sent(who, address, name):
    """Send a sample of an operation, or of a field of its request; return the code of its problem."""
    operation = operations()[name.partition(".")[0]]
    bodies = {
        "addEntrant": {"level": LEVEL},
        "addEntrant.points": {"level": LEVEL, "points": 6},
        "reenterEntrant.player": {"player": who.id},
        "updateTournament.staff": {"staff": [{"player": who.id, "right": "organise"}]},
    }
    body = bodies.get(name, operation.body)
    named = {"tournament": address.rpartition("/")[2], "entrant": 0, "round": 1, "table": 1, "claim": 1}
    response = who.send(operation.method, operation.url({**named, "webhook_id": "0" * 20, "delivery_id": 1}), body)
    return response.json["code"] if response.status_code >= 400 else ""


def test_the_table_of_rights_has_all_operations_of_an_organiser():
    of_tournaments = {each for each in declaring("not_organiser") if "{tournament}" in operations()[each].path}
    assert {each.partition(".")[0] for each in NEEDED} == of_tournaments


@pytest.mark.parametrize("name", NEEDED)
@pytest.mark.parametrize("right", HELD)
def test_staff_may_send_the_operations_of_their_right_and_no_others(service, right, name):
    _, address, rita = staffed(service, right)
    assert (sent(rita, address, name) not in LACKS) is (NEEDED[name] in HELD[right])


@pytest.mark.parametrize("name", NEEDED)
def test_neither_a_stranger_nor_a_key_without_the_scope_may_send_an_operation_of_the_organiser(service, name):
    who, address, rita = staffed(service, "organise")
    assert sent(player(service), address, name) == "tournament_not_found"
    expected = "insufficient_scope" if NEEDED[name] in HELD["organise"] else "not_organiser"
    assert sent(rita.with_scopes("play"), address, name) == expected
    assert sent(who.with_scopes("play"), address, name) == "insufficient_scope"


def test_staff_are_visible_with_their_names_and_see_a_private_tournament(service):
    opened, rita, aldo = cup(service, visibility="private"), player(service, "Rita"), player(service, "Aldo")
    members = ((rita, "referee"), (aldo, "assist"))
    shown = name_staff(opened.organiser, opened.path, *members).json
    listed = [{"player": rita.id, "name": "Rita", "right": "referee"}]
    listed += [{"player": aldo.id, "name": "Aldo", "right": "assist"}]
    assert (shown["staff"], shown["rights"]) == (listed, ["staff", "organise", "referee", "assist"])
    for who, rights in ((rita, ["referee"]), (aldo, ["assist"]), (opened.players[0], None)):
        seen = who.get(opened.path).json
        assert (seen["staff"], seen.get("rights")) == (listed, rights)
    assert rejected(player(service).get(opened.path)) == (404, "tournament_not_found")
    assert "rights" not in rita.with_scopes("play").get(opened.path).json


def test_a_referee_sets_results_and_the_log_says_who(service):
    who, address = has_started(service)
    rita, olaf = player(service, "Rita"), player(service, "Olaf")
    assert name_staff(who, address, (rita, "referee"), (olaf, "organise"), reason="Two halls.").status_code == 200
    assert rita.send("PUT", address + RESULT, RULING).status_code == 200
    assert rita.post(f"{address}/entrants/0/withdraw", {}).status_code == 200
    assert olaf.post(f"{address}/pause", {}).status_code == 200
    done = [(each["type"], each["by"]) for each in entries(who, address) if "by" in each]
    assert done[-5:] == [
        *[("staff_changed", who.id)] * 2,
        ("ruled", rita.id),
        ("withdrew", rita.id),
        ("paused", olaf.id),
    ]
    page = player(service).get(f"{address}/events").json
    assert [each["name"] for each in page["players"]] == ["Olga", "Rita", "Olaf"]


def test_each_operation_of_the_organiser_names_its_player_in_the_log(service):
    who, olaf = organiser(service), player(service, "Olaf")
    address = found(who, next_round="organiser", check_in=True, registration="open")
    assert name_staff(who, address, (olaf, "organise")).status_code == 200
    for each in new_players(service, 2):
        assert each.post(f"{address}/entrants", {}).status_code == 201
    before = len(entries(who, address))
    for method, path, body in (
        ("PATCH", "", {"name": "Autumn Cup"}),
        ("POST", "/entrants", {"level": LEVEL}),
        ("POST", "/entrants:batch", {"entrants": [{"name": "Gino"}]}),
        ("POST", "/entrants/3/withdraw", {}),
        ("POST", "/entrants/3/reenter", {}),
        *(("POST", f"/entrants/{number}/check-in", None) for number in (0, 1, 3)),
        ("POST", "/start", {}),
        ("POST", "/pause", {}),
        ("POST", "/resume", {}),
        ("POST", "/rounds", {}),
        ("PUT", RESULT, RULING),
        ("DELETE", RESULT, None),
        ("PUT", RESULT, RULING),
        ("PUT", "/rounds/1/tables/2/result", RULING),
        ("PUT", "/entrants/0/penalty", {"points": 1, "reason": "Late."}),
        ("POST", "/entrants/1/disqualify", {"reason": "A phone."}),
        ("POST", "/rounds", {}),
        ("DELETE", "/rounds/2?force=true&reason=Wrong", None),
        ("POST", "/cancel", {}),
    ):
        assert olaf.send(method, address + path, body).status_code in (200, 201, 202), path
    automatic = {"opened", "stage_began", "finished", "stopped"}
    others = {each["type"] for each in entries(who, address)[before:] if each.get("by") != olaf.id}
    assert others <= automatic | {"paired"}


def test_an_assistant_enters_walk_ins_and_guests_and_sees_their_pins(service):
    who, address, aldo = staffed(service, "assist", registration="code")
    lines = aldo.post(f"{address}/entrants:batch", {"entrants": [{"name": "Gino"}]}).json["lines"]
    assert lines[0]["entrant"]["pin"]
    assert aldo.post(f"{address}/entrants/1/check-in", {}).json["checked_in"] is True
    assert aldo.get(address).json["code"] == who.get(address).json["code"]
    rita = player(service, "Rita")
    assert name_staff(who, address, (aldo, "assist"), (rita, "referee")).status_code == 200
    seen = rita.get(f"{address}/entrants").json["entrants"]
    assert [each.get("pin") for each in seen] == [None, None]
    assert "code" not in rita.get(address).json


def test_an_assistant_lets_in_nobody_who_was_withdrawn_or_disqualified(service):
    who, address, aldo = staffed(service, "assist")
    ann = player(service, "Ann")
    body = {"player": ann.id}
    assert who.post(f"{address}/entrants", body).status_code == 201
    assert who.post(f"{address}/entrants/1/withdraw", {}).status_code == 200
    assert rejected(aldo.post(f"{address}/entrants", body)) == (403, "not_organiser")


def test_the_present_staff_sent_again_changes_nothing(service):
    who, address, rita = staffed(service, "referee")
    version = who.get(address).json["version"]
    assert name_staff(who, address, (rita, "referee")).json["version"] == version
    assert name_staff(who, address, (rita, "assist")).json["staff"][0]["right"] == "assist"
    assert "staff" not in name_staff(who, address).json
    assert rejected(rita.get(address)) == (404, "tournament_not_found")


def test_a_player_leaves_the_staff_and_changes_nothing_else(service):
    who, address, rita = staffed(service, "referee")
    aldo = player(service, "Aldo")
    name_staff(who, address, (rita, "referee"), (aldo, "assist"))
    for staff in ([], [(aldo, "referee")], [(rita, "organise"), (aldo, "assist")]):
        assert rejected(name_staff(rita, address, *staff)) == (403, "not_organiser")
    assert rejected(name_staff(rita, address, (aldo, "assist"), name="Mine")) == (403, "not_organiser")
    left = name_staff(rita, address, (aldo, "assist"), reason="I am ill.")
    assert left.json["staff"] == [{"player": aldo.id, "name": "Aldo", "right": "assist"}]
    last = entries(who, address)[-1]
    assert (last["type"], last["by"], last["player"], last["reason"]) == (
        "staff_changed",
        rita.id,
        rita.id,
        "I am ill.",
    )


def test_a_co_organiser_does_not_change_the_staff(service):
    _, address, olaf = staffed(service, "organise")
    assert olaf.send("PATCH", address, {"name": "Autumn Cup"}).json["name"] == "Autumn Cup"
    assert rejected(name_staff(olaf, address, (player(service), "assist"))) == (403, "not_organiser")


def test_the_organiser_is_not_in_the_staff(service):
    who = organiser(service)
    address = found(who)
    assert rejected(name_staff(who, address, (who, "referee"))) == (409, "invalid_change")
    rita = player(service)
    assert rejected(name_staff(who, address, (rita, "referee"), (rita, "assist"))) == (422, "invalid_request")


def test_a_change_of_the_staff_changes_the_entity_tag(service):
    who, address, _ = staffed(service, "referee")
    tag = who.get(address).headers["ETag"]
    assert name_staff(who, address).headers["ETag"] != tag
    response = who.send("PATCH", address, {"staff": []}, **{"If-Match": tag})
    assert rejected(response) == (412, "precondition_failed")


@pytest.mark.problem("unknown_player", "No player has this id.", "updateTournament")
def test_an_unknown_player_is_not_named(service):
    opened = cup(service)
    body = {"staff": [{"player": f"pl_{LOST}", "right": "referee"}]}
    reports(opened.send_request("PATCH", "", body), "unknown_player")
    assert "staff" not in opened.get().json


@pytest.mark.problem("invitation_declined", "The player accepts no invitations.", "updateTournament")
def test_an_organiser_without_scope_organise_names_players_who_accept_invitations(service):
    changed = replace(service.installation.settings, organisers=("everybody",))
    service.app.extensions["bottega"] = replace(service.installation, settings=changed)
    who, rita, aldo = player(service), player(service, "Rita"), player(service, "Aldo")
    address = found(who)
    assert name_staff(who, address, (rita, "referee")).status_code == 200
    assert aldo.send("PATCH", "/me", {"invited_by": "nobody"}).status_code == 200
    reports(name_staff(who, address, (rita, "referee"), (aldo, "assist")), "invitation_declined")
    assert rejected(rita.post(f"{address}/entrants", {"player": aldo.id})) == (403, "not_organiser")
    assert len(who.get(address).json["staff"]) == 1


def test_staff_change_and_rule_after_the_end_and_the_record_is_verified(service):
    who, address = has_started(service, {"format": "swiss", "table_size": 2, "rounds": 1})
    play_round(service, who, address)
    rita = player(service, "Rita")
    assert name_staff(who, address, (rita, "referee")).status_code == 200
    assert rita.send("PUT", address + RESULT, RULING).status_code == 200
    assert name_staff(rita, address).status_code == 200
    record = verify(who.get(f"{address}/record").data)
    changed = [each for each in record["log"] if each["type"] == "staff_changed"]
    assert [each.get("right") for each in changed] == ["referee", None]
    assert all(each["player"].startswith("rp_") for each in changed)


def test_a_deleted_player_disappears_from_the_staff_and_from_the_log(service):
    who, address, rita = staffed(service, "referee")
    assert rita.send("DELETE", "/me").status_code == 204
    assert "staff" not in who.get(address).json
    changed = [each for each in entries(who, address) if each["type"] == "staff_changed"]
    assert [(each.get("player"), each.get("right")) for each in changed] == [(None, "referee"), (None, None)]
    aldo = player(service, "Aldo")
    assert len(name_staff(who, address, (aldo, "assist")).json["staff"]) == 1


def test_a_merged_player_stays_in_the_staff_under_the_new_id(service):
    who, address, rita = staffed(service, "referee")
    other = player(service, "Rita at home")
    assert other.post("/me/merge", {"credential": rita.key}).status_code == 200
    assert who.get(address).json["staff"] == [{"player": other.id, "name": "Rita at home", "right": "referee"}]
    assert sent(other, address, "withdrawEntrant") == ""


def test_a_banned_player_leaves_the_staff(service):
    who, address, rita = staffed(service, "referee")
    ban(rita)
    assert "staff" not in who.get(address).json


@pytest.mark.parametrize(("right", "status"), [("organise", "running"), ("referee", "cancelled")])
def test_a_co_organiser_continues_a_tournament_whose_organiser_has_left(service, right, status):
    who, address = has_started(service, next_round="organiser")
    olaf = player(service, "Olaf")
    name_staff(who, address, (olaf, right))
    assert who.send("DELETE", "/me").status_code == 204
    assert olaf.get(address).json["status"] == status


def test_a_tournament_ends_when_the_last_of_its_organisers_leaves(service):
    who, address = has_started(service, next_round="organiser")
    olaf = player(service, "Olaf")
    name_staff(who, address, (olaf, "organise"))
    for each in (who, olaf):
        assert each.send("DELETE", "/me").status_code == 204
    assert player(service).get(address).json["status"] == "cancelled"


def test_a_co_organiser_leaves_a_tournament_that_has_its_organiser(service):
    who, address = has_started(service, next_round="organiser")
    olaf = player(service, "Olaf")
    name_staff(who, address, (olaf, "organise"))
    assert olaf.send("DELETE", "/me").status_code == 204
    assert who.get(address).json["status"] == "running"


def test_the_own_tournaments_of_the_staff_are_listed_while_they_are_in_it(service):
    who, address, rita = staffed(service, "assist")

    def listed(caller):
        return [each["tournament"] for each in caller.get("/tournaments?mine=true").json["tournaments"]]

    assert listed(rita) == [address.rpartition("/")[2]] == listed(who)
    assert listed(player(service)) == []
    other = player(service, "Rita at home")
    assert other.post("/me/merge", {"credential": rita.key}).status_code == 200
    assert listed(other) == listed(who)
    assert name_staff(who, address).status_code == 200
    assert listed(other) == []


def test_named_players_get_a_notice(service):
    who, address, rita = staffed(service, "referee")
    progress.drive(service.installation, address.rpartition("/")[2])
    notices = rita.get("/me/events").json["events"]
    assert [each["tournament_event"] for each in notices if "tournament_event" in each] == ["staff_changed"]
    assert all(each.get("tournament_event") != "staff_changed" for each in who.get("/me/events").json["events"])


def test_a_private_tournament_of_the_staff_is_in_their_own_calendar(service):
    _, address, rita = staffed(service, "referee", starts_at="2099-01-01T18:00:00.000000Z")
    assert address.rpartition("/")[2] in rita.get(f"/players/{rita.id}/calendar").text
