"""A tournament repeats by its rule: the next one is created once, with the same plan, until the organiser ends it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from service.tournaments import progress, subject
from service.tournaments.rules.verification import verify
from service.tournaments.store.tournaments import Tournaments
from tests.service.helpers.client.responses import reports
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.tournaments import SWISS, found, new_players, organiser, plan
from tests.service.tournaments.test_own_tournaments import let_organise

WEEKLY = {"days": 7, "time_zone": "Europe/Prague", "events": 3}


def in_an_hour(service):
    return f"{service.installation.sources.now() + timedelta(hours=1):%Y-%m-%dT%H:%M:%S}Z"


def weekly(service, who, entrants=2, rule=WEEKLY, **terms):
    """Create a tournament that repeats; return its URL."""
    entered = [{"player": each.id} for each in new_players(service, entrants)]
    return found(who, starts_at=in_an_hour(service), repeats=rule, entrants=entered, **terms)


def drive(service, address):
    return progress.drive(service.installation, address.rpartition("/")[2])


def starts(service, who, address):
    """Let a tournament start in time; return the URL of the next one, or an empty text."""
    service.pass_time(hours=2)
    drive(service, address)
    following = who.get(address).json.get("next_tournament")
    return f"/tournaments/{following}" if following else ""


def test_the_next_tournament_is_created_with_open_registration_when_one_starts(service):
    who = organiser(service)
    terms = {"registration": "code", "texts": {"label": "club", "house_rules": ["No phones."]}, "max_entrants": 16}
    address = weekly(service, who, **terms, keep_apart={"team_mates": True})
    before = who.get(address).json
    assert (before["repeats"]["events"], "next_tournament" in before) == (3, False)
    following = starts(service, who, address)
    assert who.get(address).json["status"] == "running"
    new = who.get(following).json
    assert (new["status"], new["entrants"], new["repeats"]["events"]) == ("registration", 0, 2)
    assert new["previous_tournament"] == before["tournament"]
    same = ("name", "stages", "options", "points", "texts", "max_entrants", "registration", "keep_apart", "rated")
    assert [new[each] for each in same] == [before[each] for each in same]
    assert all(new[each] != before[each] for each in ("code", "commitment", "deal_commitment"))
    gap = datetime.fromisoformat(new["starts_at"]) - datetime.fromisoformat(before["starts_at"])
    assert timedelta(days=6) < gap < timedelta(days=8)


def test_the_staff_organises_the_next_tournament_as_well(service):
    who, rita = organiser(service), player(service, "Rita")
    address = weekly(service, who)
    who.send("PATCH", address, {"staff": [{"player": rita.id, "right": "referee"}]})
    following = starts(service, who, address)
    assert [(each["player"], each["right"]) for each in who.get(following).json["staff"]] == [(rita.id, "referee")]
    assert rita.get(following).json["rights"]


def test_a_series_ends_with_its_last_event(service):
    who = organiser(service)
    address = weekly(service, who, entrants=1, rule={**WEEKLY, "events": 2})
    following = starts(service, who, address)
    assert who.get(address).json["status"] == "registration"
    who.post(f"{following}/cancel")
    assert "next_tournament" not in who.get(following).json


def test_a_cancelled_event_is_followed_by_the_next_one(service):
    who = organiser(service)
    address = weekly(service, who)
    assert who.post(f"{address}/cancel", {"reason": "Snow."}).status_code == 200
    assert "next_tournament" in who.get(address).json
    verify(who.get(f"{address}/record").data)


def test_the_organiser_ends_a_series(service):
    who = organiser(service)
    address = weekly(service, who)
    ended = who.send("PATCH", address, {"repeats": {**WEEKLY, "events": 1}})
    assert (ended.status_code, ended.json["repeats"]["events"]) == (200, 1)
    assert starts(service, who, address) == ""
    assert who.get(address).json["status"] == "running"


def test_a_rule_is_added_before_the_start_and_does_not_change_after_it(service):
    who = organiser(service)
    address = found(who, starts_at=in_an_hour(service), entrants=[{"player": each.id} for each in new_players(service)])
    added = who.send("PATCH", address, {"repeats": {"weekdays": ["sunday"], "time_zone": "UTC", "time": "18:00"}})
    assert added.json["repeats"] == {"weekdays": ["sunday"], "time_zone": "UTC", "time": "18:00", "events": 500}
    assert who.send("PATCH", address, {"repeats": added.json["repeats"]}).json["version"] == added.json["version"]
    following = starts(service, who, address)
    new = datetime.fromisoformat(who.get(following).json["starts_at"])
    assert (new.weekday(), new.hour) == (6, 18)
    assert rejected(who.send("PATCH", address, {"repeats": WEEKLY})) == (409, "invalid_change")


def test_a_postponed_event_with_a_new_start_keeps_its_next_one(service):
    who = organiser(service)
    address = weekly(service, who, entrants=1)
    following = starts(service, who, address)
    assert rejected(who.send("PATCH", address, {"repeats": WEEKLY})) == (409, "invalid_change")
    assert who.send("PATCH", address, {"starts_at": in_an_hour(service)}).status_code == 200
    assert rejected(who.send("PATCH", address, {"repeats": WEEKLY})) == (409, "invalid_change")
    assert f"/tournaments/{who.get(address).json['next_tournament']}" == following


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_crash_around_the_creation_leaves_one_next_tournament(service, monkeypatch, moment):
    who = organiser(service)
    address = weekly(service, who)
    create = Tournaments.create

    def crash(self, *written):
        if moment == "after":
            create(self, *written)
        raise KeyboardInterrupt

    service.pass_time(hours=2)
    monkeypatch.setattr(Tournaments, "create", crash)
    with pytest.raises(KeyboardInterrupt):
        drive(service, address)
    monkeypatch.undo()
    for _ in range(3):
        drive(service, address)
    assert len(who.get("/tournaments").json["tournaments"]) == 2
    assert "next_tournament" in who.get(address).json


def test_simultaneous_checks_create_one_next_tournament(service):
    who = organiser(service)
    address = weekly(service, who)
    service.pass_time(hours=2)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: drive(service, address), range(4)))
    assert len(who.get("/tournaments").json["tournaments"]) == 2
    assert "next_tournament" in who.get(address).json


def test_the_next_tournament_waits_for_a_place_in_the_quota_of_its_organiser(service):
    let_organise(service, most=1)
    ada = player(service, "Ada")
    address = weekly(service, ada, entrants=0, rule={**WEEKLY, "days": 1})
    assert starts(service, ada, address) == ""
    assert drive(service, address) is not None
    ada.post(f"{address}/cancel")
    assert "next_tournament" in ada.get(address).json
    reports(ada.post("/tournaments", plan()), "too_many_tournaments")


def test_a_player_who_may_no_longer_organise_has_no_next_tournament(service):
    let_organise(service)
    ada = player(service, "Ada")
    address = weekly(service, ada, entrants=0)
    let_organise(service, "pl_" + "b" * 20)
    assert starts(service, ada, address) == ""


def test_the_series_of_a_deleted_organiser_ends(service):
    ada = organiser(service)
    address = weekly(service, ada)
    name = address.rpartition("/")[2]
    service.pass_time(hours=2)
    assert ada.send("DELETE", "/me").status_code in (200, 204)
    subject.check(service.installation, name, 0.0)
    drive(service, address)
    assert len(player(service, "Bea").get("/tournaments").json["tournaments"]) == 1


@pytest.mark.parametrize(
    "rule",
    [
        {"time_zone": "UTC"},
        {**WEEKLY, "weekdays": ["sunday"]},
        {"time_zone": "UTC", "weekdays": ["sunday", "sunday"]},
        {**WEEKLY, "time_zone": "Europe/Atlantis"},
        {**WEEKLY, "until": "2027-02-30"},
        {**WEEKLY, "time": "24:00"},
        {**WEEKLY, "events": 0},
    ],
)
def test_an_invalid_rule_is_rejected(service, rule):
    body = plan(SWISS, starts_at="2099-01-01T00:00:00Z", repeats=rule)
    assert rejected(organiser(service).post("/tournaments", body)) == (422, "invalid_request")


@pytest.mark.parametrize("terms", [{}, {"starts_at": "9999-12-31T23:59:59Z"}])
def test_a_tournament_repeats_only_with_a_start_that_can_be_computed(service, terms):
    sent = organiser(service).post("/tournaments", plan(SWISS, repeats=WEEKLY, **terms))
    assert rejected(sent) == (409, "invalid_plan")


def test_a_tournament_that_repeats_keeps_its_start(service):
    who = organiser(service)
    address = weekly(service, who)
    assert rejected(who.send("PATCH", address, {"starts_at": ""})) == (409, "invalid_change")


def test_the_next_start_is_in_the_future_after_a_long_break(service):
    who = organiser(service)
    address = weekly(service, who, rule={**WEEKLY, "days": 1})
    service.pass_time(days=30)
    following = starts(service, who, address)
    at = datetime.fromisoformat(who.get(following).json["starts_at"]).astimezone(UTC)
    assert service.installation.sources.now() < at <= service.installation.sources.now() + timedelta(days=1, hours=1)
