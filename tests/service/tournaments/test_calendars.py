"""Test the calendars of tournaments and players, read as a calendar program reads them."""

import re

import pytest

from service.telemetry.logs import SECRETS
from service.tournaments.rules.icalendar import Appointment, folded, written
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.tournaments import found, new_players, organiser, play_round

LATER = ("2099-02-01T18:00:00Z", "2099-02-08T18:00:00Z")
PLAIN = {"\\n": "\n", "\\,": ",", "\\;": ";", "\\\\": "\\"}


def unfolded(text):
    assert text.endswith("\r\n")
    return text.replace("\r\n ", "").split("\r\n")[:-1]


def events(text):
    """List the entries of a calendar, each as its properties."""
    lines = unfolded(text)
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    found = []
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found:
            found[-1][name] = re.sub(r"\\[n,;\\]", lambda escape: PLAIN[escape[0]], value)
    return found


def read(who, address):
    response = who.get(f"{address}/calendar")
    assert (response.status_code, response.headers["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return events(response.text)


def summaries(listed):
    return [(each["SUMMARY"], each["DTSTART"]) for each in listed]


@pytest.mark.example("getTournamentCalendar", "A tournament of two rounds, each with a time.")
def test_a_calendar_has_the_start_and_the_rounds_with_a_time(service):
    who = organiser(service)
    address = found(who, name="Club, evening", starts_at=LATER[0], round_times=LATER)
    assert summaries(read(who, address)) == [
        ("Club, evening", "20990201T180000Z"),
        ("Round 1 starts: Club, evening", "20990201T180000Z"),
        ("Round 2 starts: Club, evening", "20990208T180000Z"),
    ]


def test_entries_of_a_calendar_have_distinct_ids_and_link_to_the_page(service):
    who = organiser(service)
    address = found(who, starts_at=LATER[0], round_times=LATER)
    listed = read(who, address)
    name = address.rpartition("/")[2]
    assert [each["UID"] for each in listed] == [f"{name}{part}@bottega" for part in ("", "-1", "-2")]
    assert {each["URL"] for each in listed} == {f"http://localhost/#/tournament/{name}"}


def test_a_round_that_has_started_has_the_time_of_its_start(service):
    who = organiser(service)
    address = found(who, entrants=[{"player": each.id} for each in new_players(service)])
    assert read(who, address) == []
    who.post(f"{address}/start")
    opened = who.get(f"{address}/rounds/1").json["opened_at"]
    started, first = read(who, address)
    assert first["DTSTART"] == re.sub(r"[-:]|\.\d+", "", opened)
    for _ in range(2):
        play_round(service, who, address)
    started, *rounds = read(who, address)
    assert (len(rounds), started["STATUS"]) == (2, "CONFIRMED")


def test_the_entries_of_a_cancelled_tournament_are_cancelled(service):
    who = organiser(service)
    address = found(who, starts_at=LATER[0], round_times=LATER)
    who.post(f"{address}/cancel")
    assert [(each["SUMMARY"], each["STATUS"]) for each in read(who, address)] == [("Cup", "CANCELLED")]


def test_a_calendar_is_in_the_requested_language(service):
    who = organiser(service)
    address = found(who, round_times=LATER)
    response = who.send("GET", f"{address}/calendar", **{"Accept-Language": "cs"})
    assert [each["SUMMARY"] for each in events(response.text)] == ["Začíná 1. kolo: Cup", "Začíná 2. kolo: Cup"]


@pytest.mark.example("getPlayerCalendar", "Ann plays the first round of a Swiss.")
def test_a_player_sees_the_own_table_of_each_round(service):
    who, players = organiser(service), new_players(service)
    address = found(who, entrants=[{"player": each.id} for each in players])
    who.post(f"{address}/start")
    table = next(
        each
        for each in who.get(f"{address}/rounds/1").json["tables"]
        if 0 in [entrant["entrant"] for entrant in each["entrants"]]
    )
    names = [who.get(f"{address}/entrants").json["entrants"][each["entrant"]]["name"] for each in table["entrants"]]
    listed = read(players[0], f"/players/{players[0].id}")
    assert [each.get("DESCRIPTION") for each in listed] == [None, f"Table {table['table']}: {', '.join(names)}"]


def test_others_see_the_calendar_of_a_public_page_only(service):
    who, (ann, bea) = organiser(service), new_players(service, 2)
    found(who, round_times=LATER, entrants=[{"player": ann.id}])
    assert rejected(bea.get(f"/players/{ann.id}/calendar")) == (404, "player_not_found")
    ann.send("PATCH", "/me", {"public": True})
    assert len(read(bea, f"/players/{ann.id}")) == 2


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_others_see_public_tournaments_only(service, visibility):
    who, (ann, bea) = organiser(service), new_players(service, 2)
    address = found(who, round_times=LATER, visibility=visibility, entrants=[{"player": ann.id}])
    ann.send("PATCH", "/me", {"public": True})
    assert read(bea, f"/players/{ann.id}") == []
    assert len(read(ann, f"/players/{ann.id}")) == 2
    if visibility == "private":
        assert rejected(bea.get(f"{address}/calendar")) == (404, "tournament_not_found")


def test_a_withdrawn_player_has_no_entries(service):
    who, (ann, *_) = organiser(service), new_players(service, 1)
    address = found(who, round_times=LATER, entrants=[{"player": ann.id}])
    who.post(f"{address}/entrants/0/withdraw", {"reason": "Ill"})
    assert read(ann, f"/players/{ann.id}") == []
    assert len(read(who, f"/players/{who.id}")) == 2


@pytest.mark.parametrize("text", ["x" * 200, "Žluťoučký kůň, úpěl; ďábelské\\ódy " * 9, "日本語" * 60, "🎲" * 70])
def test_a_long_line_is_folded_into_lines_of_75_octets_between_characters(text):
    lines = folded(text).split("\r\n")
    assert max(len(line.encode()) for line in lines) <= 75
    assert lines[0] + "".join(line[1:] for line in lines[1:]) == text
    assert {line[0] for line in lines[1:]} == {" "}


def test_texts_of_an_entry_survive_the_format():
    summary = "Cup; semi-final, \\o/\nat eight " * 4
    appointment = Appointment("1@bottega", summary, LATER[0], LATER[0], 3, "https://example.org/", LATER[1])
    [shown] = events(written("Cup", [appointment]))
    assert (shown["SUMMARY"], shown["DTEND"], shown["SEQUENCE"]) == (summary, "20990208T180000Z", "3")


def test_an_unknown_player_has_no_calendar(service):
    assert rejected(player(service, "Ann").get("/players/pl_unknown/calendar")) == (404, "player_not_found")


def token_of(who):
    return who.send("PATCH", "/me", {"calendar": "new"}).json["calendar_token"]


def opened(service, address, token):
    """Read a calendar without a header, as a calendar program does."""
    return service.client.get(f"/v1{address}/calendar?calendar_token={token}")


def test_a_token_in_the_url_opens_the_calendars_of_its_player(service):
    who, (ann, bea) = organiser(service), new_players(service, 2)
    address = found(who, round_times=LATER, visibility="private", entrants=[{"player": ann.id}])
    token = token_of(ann)
    for path in (address, f"/players/{ann.id}"):
        response = opened(service, path, token)
        assert (response.status_code, response.headers["Cache-Control"]) == (200, "no-store")
        assert len(events(response.text)) == 2
        assert rejected(service.client.get(f"/v1{path}/calendar"))[0] == 404
    assert rejected(opened(service, address, token_of(bea))) == (404, "tournament_not_found")
    assert rejected(opened(service, f"/players/{ann.id}", token_of(bea))) == (404, "player_not_found")


def test_a_calendar_token_opens_nothing_but_calendars(service):
    (ann,) = new_players(service, 1)
    token = token_of(ann)
    assert ann.get("/me").json["calendar_token"] == token
    for path in ("/me", "/me/games", "/me/export"):
        assert service.client.get(f"/v1{path}", headers={"Authorization": f"Bearer {token}"}).status_code == 401
        assert service.client.get(f"/v1{path}?calendar_token={token}").status_code in (400, 401, 422)


def test_a_new_calendar_token_ends_the_one_before(service):
    (ann,) = new_players(service, 1)
    first, second = token_of(ann), token_of(ann)
    address = f"/players/{ann.id}"
    assert first != second
    assert rejected(opened(service, address, first)) == (401, "invalid_token")
    assert opened(service, address, second).status_code == 200
    assert "calendar_token" not in ann.send("PATCH", "/me", {"calendar": "none"}).json
    for token in (second, f"{second}x", "pl_1", ann.key):
        assert rejected(opened(service, address, token)) == (401, "invalid_token")


def test_a_change_of_the_name_leaves_the_calendar_token(service):
    (ann,) = new_players(service, 1)
    token = token_of(ann)
    assert ann.send("PATCH", "/me", {"name": "Anna"}).json["calendar_token"] == token


def test_a_key_without_scope_play_does_not_get_the_calendar_token(service):
    (ann,) = new_players(service, 1)
    token_of(ann)
    created = ann.post("/me/keys", {"scopes": ["create"]}).json["key"]
    shown = service.client.get("/v1/me", headers={"Authorization": f"Bearer {created}"}).json
    assert (shown["player"], "calendar_token" in shown) == (ann.id, False)


def test_a_calendar_token_ends_with_its_player(service):
    (ann,) = new_players(service, 1)
    token = token_of(ann)
    assert ann.send("DELETE", "/me").status_code == 204
    assert rejected(opened(service, f"/players/{ann.id}", token)) == (401, "invalid_token")


def test_logs_mask_a_calendar_token(service):
    token = token_of(new_players(service, 1)[0])
    assert token.rpartition(".")[2] not in SECRETS.sub("***", f"GET /calendar?calendar_token={token}")
