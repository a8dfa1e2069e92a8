"""Test how clients learn of changes in a tournament: webhooks, streams with a ticket, lists, and its games."""

import json

import pytest

from service.players.credentials import Credential
from service.resources.tickets import NewTicket
from service.streams.tickets import issue
from service.tournaments import progress
from service.tournaments.streams import TOURNAMENT_TICKET
from tests.service.players import player, rejected
from tests.service.tickets import past
from tests.service.tournaments_api import LEVEL, found, games_of, has_started, organiser, people, play_round
from tests.service.webhooks import URL


def reported(service, address, webhook_id):
    """List the deliveries of a tournament's webhook, oldest first."""
    kept = service.bottega.store.webhooks.log(address.rpartition("/")[2], webhook_id, None, 100)
    return [json.loads(each.delivery.body) for each in reversed(kept)]


def test_a_webhook_of_a_tournament_gets_each_step_once(service):
    who = organiser(service)
    address = found(who, entrants=[{"player": each.id} for each in people(service)])
    progress.drive(service.bottega, address.rpartition("/")[2])
    made = who.post(f"{address}/webhooks", {"url": URL, "event_types": ["tournament"]})
    assert made.status_code == 201
    who.post(f"{address}/start")
    for _ in range(2):
        play_round(service, who, address)
    news = [each["data"] for each in reported(service, address, made.json["webhook_id"])]
    assert {(each["tournament"], each["ruleset"]) for each in news} == {(address.rpartition("/")[2], "tiny")}
    assert [
        (each["tournament_event"], each.get("round")) for each in news if each["tournament_event"] != "game_ended"
    ] == [
        ("started", None),
        ("opened", 1),
        ("opened", 2),
        ("ended", None),
    ]
    ended = [each for each in news if each["tournament_event"] == "game_ended"]
    played = {(each["round"], each["table"], each["game"]) for each in ended}
    assert played == {(1, 1, 0), (1, 2, 0), (2, 1, 0), (2, 2, 0)}
    assert all(sorted(each["ranks"]) == [1, 2] and len(each["entrants"]) == 2 for each in ended)
    table = who.get(f"{address}/standings").json["standings"]
    assert news[-1]["entrants"] == [table[0]["entrant"]]


def test_a_webhook_of_a_tournament_names_the_entrant_and_the_result(service):
    who = organiser(service)
    address = found(who, entrants=[{"player": each.id} for each in people(service)])
    made = who.post(f"{address}/webhooks", {"url": URL}).json["webhook_id"]
    assert who.post(f"{address}/entrants/2/withdraw", {"reason": "Ill"}).status_code == 200
    who.post(f"{address}/start")
    who.send("PUT", f"{address}/rounds/1/tables/1/result", {"ranks": [2, 1], "reason": "A late start"})
    news = {each["data"]["tournament_event"]: each["data"] for each in reported(service, address, made)}
    assert news["withdrew"]["entrant"] == 2
    ruled = news["ruled"]
    assert (ruled["round"], ruled["table"], ruled["ranks"]) == (1, 1, [2, 1])
    assert len(ruled["entrants"]) == 2


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("POST", ""),
        ("DELETE", "/{}"),
        ("POST", "/{}/secret"),
        ("POST", "/{}/resume"),
        ("GET", "/{}/deliveries"),
    ],
)
def test_only_the_organiser_manages_webhooks_of_a_tournament(service, method, path):
    who = organiser(service)
    address = found(who)
    kept = who.post(f"{address}/webhooks", {"url": URL}).json["webhook_id"]
    body = {"url": URL} if (method, path) == ("POST", "") else None
    sent = f"{address}/webhooks{path.format(kept)}"
    assert rejected(organiser(service).send(method, sent, body)) == (403, "not_organiser")
    assert [each["webhook_id"] for each in who.get(f"{address}/webhooks").json["webhooks"]] == [kept]
    assert who.send(method, sent, body).status_code < 300


def test_players_get_the_events_of_their_tournaments_in_their_feeds(service):
    who = organiser(service)
    ann, bea = people(service, 2)
    address = found(who, entrants=[{"player": ann.id}, {"player": bea.id}])
    who.post(f"{address}/start", {})
    notices = [each for each in ann.get("/me/events").json["events"] if each["type"] == "tournament"]
    assert [(each["tournament_event"], each.get("round")) for each in notices] == [
        ("entered", None),
        ("started", None),
        ("opened", 1),
    ]


def test_a_ticket_opens_the_stream_of_a_private_tournament_as_its_player(service):
    who, ann = organiser(service), player(service, "Ann")
    address = found(who, visibility="private", entrants=[{"player": ann.id}])
    who.post(f"{address}/cancel", {})
    stream = f"/v1{address}/events/stream"
    ticket = ann.post(f"{address}/stream-ticket").json["ticket"]
    assert service.client.get(f"{stream}?ticket={ticket}").data == ann.get(f"{address}/events/stream").data
    assert rejected(service.client.get(stream)) == (404, "tournament_not_found")
    assert rejected(player(service).post(f"{address}/stream-ticket")) == (404, "tournament_not_found")


def test_an_old_ticket_and_one_of_another_tournament_are_rejected(service):
    who = organiser(service)
    address, other = found(who), found(who)
    name = address.rpartition("/")[2]
    ticket = who.post(f"{other}/stream-ticket").json["ticket"]
    old = issue(past(service, minutes=2), TOURNAMENT_TICKET, name, Credential(who.caller), NewTicket())[0]
    of_feed = who.post("/me/stream-ticket").json["ticket"]
    responses = [service.client.get(f"/v1{address}/events/stream?ticket={each}") for each in (ticket, old, of_feed)]
    assert [rejected(each) for each in responses] == [
        (403, "ticket_mismatch"),
        (401, "ticket_expired"),
        (401, "invalid_ticket"),
    ]


def test_a_game_of_a_tournament_names_it(service):
    who, address = has_started(service, games=2)
    name = address.rpartition("/")[2]
    shown = [who.get(f"/games/{game_id}").json["tournament"] for game_id in games_of(who, address)]
    assert shown == [
        {"tournament": name, "round": 1, "table": table, "game": game} for table in (1, 2) for game in (0, 1)
    ]
    assert "tournament" not in who.get(f"/games/{service.table().game_id}").json


def test_lists_describe_a_tournament_as_it_describes_itself(service):
    who, address = has_started(service, late_entries=True)
    who.post(f"{address}/entrants", {"level": LEVEL})
    who.post(f"{address}/entrants/0/withdraw", {})
    (listed,) = service.client.get("/v1/tournaments").json["tournaments"]
    shown = who.get(address).json
    assert listed == {member: shown[member] for member in listed}
    assert [listed[member] for member in ("entrants", "rounds", "stage", "status")] == [4, 1, 0, "running"]
