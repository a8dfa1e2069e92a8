"""Test how clients learn of changes in a tournament: webhooks, streams with a ticket, lists, and its games."""

import json
import re
from typing import get_args

import pytest

from service.players.credentials import Credential
from service.resources.tickets import TicketRequest
from service.streams.tickets import issue
from service.tournaments import log, progress
from service.tournaments.messages import SILENT, send_pending
from service.tournaments.resources.messages import TournamentEventType
from service.tournaments.rules.claim_events import ClaimStepKind
from service.tournaments.rules.events import AnyEvent
from service.tournaments.store.tournaments import tournaments_in
from service.tournaments.streams import TOURNAMENT_TICKET
from service.tournaments.time_slices import time_slice
from service.webhooks.deliveries import body_of
from tests.service.helpers.client.streams import past
from tests.service.helpers.games.lists import finish
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.players.webhooks import URL
from tests.service.helpers.tournaments import LEVEL, found, games_of, has_started, new_players, organiser, play_round


def reported(service, address, webhook_id):
    """List the deliveries of a tournament's webhook, oldest first."""
    stored = service.installation.store.webhooks.log(address.rpartition("/")[2], webhook_id, None, 100)
    return [json.loads(body_of(service.installation, each.delivery)) for each in reversed(stored)]


def test_a_webhook_of_a_tournament_gets_each_step_once(service):
    who = organiser(service)
    address = found(who, entrants=[{"player": each.id} for each in new_players(service)])
    progress.drive(service.installation, address.rpartition("/")[2])
    made = who.post(f"{address}/webhooks", {"url": URL, "event_types": ["tournament"]})
    assert made.status_code == 201
    who.post(f"{address}/start")
    for _ in range(2):
        play_round(service, who, address)
    updates = [each["data"] for each in reported(service, address, made.json["webhook_id"])]
    assert {(each["tournament"], each["ruleset"]) for each in updates} == {(address.rpartition("/")[2], "tiny")}
    assert [
        (each["tournament_event"], each.get("round")) for each in updates if each["tournament_event"] != "game_ended"
    ] == [
        ("started", None),
        ("opened", 1),
        ("opened", 2),
        ("ended", None),
    ]
    ended = [each for each in updates if each["tournament_event"] == "game_ended"]
    played = {(each["round"], each["table"], each["game"]) for each in ended}
    assert played == {(1, 1, 0), (1, 2, 0), (2, 1, 0), (2, 2, 0)}
    assert all(sorted(each["ranks"]) == [1, 2] and len(each["entrants"]) == 2 for each in ended)
    table = who.get(f"{address}/standings").json["standings"]
    assert updates[-1]["entrants"] == [table[0]["entrant"]]


def test_every_event_is_named_in_the_contract_or_sends_no_message():
    _, described = get_args(TournamentEventType)
    named = {*re.findall("`([a-z_]+)`", described.description)}
    sent = {each.__struct_config__.tag for each in get_args(AnyEvent) if each not in get_args(SILENT)}
    steps = {f"claim_{each}" for each in get_args(get_args(ClaimStepKind)[0])}
    assert named == {*sent - {"finished", "claim_step"}, *steps, "game_ended", "vacation_ended"}


def test_a_webhook_of_a_tournament_names_the_entrant_and_the_result(service):
    who = organiser(service)
    address = found(who, entrants=[{"player": each.id} for each in new_players(service)])
    made = who.post(f"{address}/webhooks", {"url": URL}).json["webhook_id"]
    assert who.post(f"{address}/entrants/2/withdraw", {"reason": "Ill"}).status_code == 200
    who.post(f"{address}/start")
    who.send("PUT", f"{address}/rounds/1/tables/1/result", {"ranks": [2, 1], "reason": "A late start"})
    updates = {each["data"]["tournament_event"]: each["data"] for each in reported(service, address, made)}
    assert updates["withdrew"]["entrant"] == 2
    ruled = updates["ruled"]
    assert (ruled["round"], ruled["table"], ruled["ranks"]) == (1, 1, [2, 1])
    assert len(ruled["entrants"]) == 2


def test_a_webhook_message_has_names_points_places_and_a_link(service):
    who = organiser(service)
    address = found(who, entrants=[{"player": each.id} for each in new_players(service)])
    made = who.post(f"{address}/webhooks", {"url": URL}).json["webhook_id"]
    who.post(f"{address}/start")
    who.send("PUT", f"{address}/rounds/1/tables/1/result", {"ranks": [2, 1], "reason": "A late start"})
    updates = {each["data"]["tournament_event"]: each["data"] for each in reported(service, address, made)}
    table = who.get(f"{address}/rounds/1").json["tables"][0]
    stands = {each["entrant"]: each for each in who.get(f"{address}/standings").json["standings"]}
    ruled = updates["ruled"]
    assert ruled["standings"] == [
        {
            "entrant": each["entrant"],
            "name": stands[each["entrant"]]["name"],
            "match_points": each["points"],
            "points": stands[each["entrant"]]["points"],
            **{
                name: stands[each["entrant"]][name] for name in ("place", "place_to") if name in stands[each["entrant"]]
            },
        }
        for each in table["entrants"]
    ]
    assert ruled["game_ids"] == [each["game_id"] for each in table["games"]]
    assert (ruled["name"], ruled["link"]) == (who.get(address).json["name"], f"/#/game/{ruled['game_ids'][0]}")
    assert updates["started"]["link"] == f"/#/{address[1:].replace('tournaments', 'tournament')}"
    assert "standings" not in updates["started"]


def test_the_webhook_of_a_player_names_the_own_match_of_a_round(service):
    who, players = organiser(service), new_players(service)
    address = found(who, entrants=[{"player": each.id} for each in players])
    made = players[2].post("/me/webhooks", {"url": URL}).json["webhook_id"]
    who.post(f"{address}/start")
    stored = service.installation.store.webhooks.log(players[2].id, made, None, 100)
    sent = [json.loads(body_of(service.installation, each.delivery))["data"] for each in stored]
    opened = next(each for each in sent if each.get("tournament_event") == "opened")
    table = next(
        each
        for each in who.get(f"{address}/rounds/1").json["tables"]
        if 2 in [one["entrant"] for one in each["entrants"]]
    )
    assert (opened["table"], opened["entrants"]) == (table["table"], [each["entrant"] for each in table["entrants"]])
    assert [each["name"] for each in opened["standings"]] == [
        who.get(f"{address}/entrants").json["entrants"][each]["name"] for each in opened["entrants"]
    ]
    assert opened["link"] == f"/#/game/{table['games'][0]['game_id']}"


def test_a_webhook_message_that_is_sent_after_a_deletion_has_no_name(service):
    who, players = organiser(service), new_players(service)
    address = found(who, entrants=[{"player": players[0].id}])
    made = who.post(f"{address}/webhooks", {"url": URL}).json["webhook_id"]
    who.post(f"{address}/entrants", {"player": players[1].id})
    entered = reported(service, address, made)[-1]
    assert [each["name"] for each in entered["data"]["standings"]] == ["Bea"]
    assert players[1].send("DELETE", "/me").status_code == 204
    same = next(each for each in reported(service, address, made) if each["timestamp"] == entered["timestamp"])
    assert [each["name"] for each in same["data"]["standings"]] == ["Deleted player 2"]


def test_a_webhook_message_hides_points_while_a_deal_is_played(service):
    who = organiser(service)
    entrants = [{"player": each.id} for each in new_players(service)]
    address = found(who, deal="round", entrants=entrants)
    made = who.post(f"{address}/webhooks", {"url": URL}).json["webhook_id"]
    who.post(f"{address}/start")
    tables = who.get(f"{address}/rounds/1").json["tables"]
    finish(service, tables[0]["games"][0]["game_id"])
    progress.drive(service.installation, address.rpartition("/")[2])
    ended = next(
        each["data"] for each in reported(service, address, made) if each["data"]["tournament_event"] == "game_ended"
    )
    assert "ranks" not in ended
    assert [(each["match_points"], each["points"]) for each in ended["standings"]] == [(0.0, 0.0), (0.0, 0.0)]


def seated(who, address, *tables):
    """Seat round 1 at own tables; return the games of its first table."""
    body = {"tables": [{"entrants": each} for each in tables], "reason": "Ann teaches"}
    assert who.post(f"{address}/rounds", body).status_code == 201
    return [each["game_id"] for each in who.get(f"{address}/rounds/1").json["tables"][0]["games"]]


def test_a_message_that_is_sent_after_its_round_was_paired_again_names_the_match_of_its_event(service):
    who, address = has_started(service, next_round="organiser")
    name = address.rpartition("/")[2]
    first = seated(who, address, [0, 1], [2, 3])
    who.send("PUT", f"{address}/rounds/1/tables/1/result", {"ranks": [2, 1], "reason": "A late start"})
    assert who.send("DELETE", f"{address}/rounds/1?force=true&reason=Wrong+tables").status_code == 200
    second = seated(who, address, [0, 2], [1, 3])
    who.send("PUT", f"{address}/rounds/1/tables/1/result", {"ranks": [1, 2], "reason": "A late start"})
    made = who.post(f"{address}/webhooks", {"url": URL}).json["webhook_id"]
    tournaments_in(service.installation.store).note_sent(name, 0)
    running = log.load(service.installation, name)
    assert send_pending(service.installation, running, time_slice(service.installation.sources.elapsed))
    ruled = [each["data"] for each in reported(service, address, made) if each["data"].get("ranks")]
    assert [(each["entrants"], [one["entrant"] for one in each["standings"]], each["game_ids"]) for each in ruled] == [
        ([0, 1], [0, 1], first),
        ([0, 2], [0, 2], second),
    ]


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
    stored = who.post(f"{address}/webhooks", {"url": URL}).json["webhook_id"]
    body = {"url": URL} if (method, path) == ("POST", "") else None
    sent = f"{address}/webhooks{path.format(stored)}"
    assert rejected(organiser(service).send(method, sent, body)) == (403, "not_organiser")
    assert [each["webhook_id"] for each in who.get(f"{address}/webhooks").json["webhooks"]] == [stored]
    assert who.send(method, sent, body).status_code < 300


def test_players_get_the_events_of_their_tournaments_in_their_feeds(service):
    who = organiser(service)
    ann, bea = new_players(service, 2)
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
    old = issue(past(service, minutes=2), TOURNAMENT_TICKET, name, Credential(who.caller), TicketRequest())[0]
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
    places = [{"tournament": name, "round": 1, "table": table, "game": game} for table in (1, 2) for game in (0, 1)]
    for path in ("", "/view"):
        assert [who.get(f"/games/{game_id}{path}").json["tournament"] for game_id in games_of(who, address)] == places
        assert "tournament" not in who.get(f"/games/{service.new_game().game_id}{path}").json


def test_lists_describe_a_tournament_as_it_describes_itself(service):
    who, address = has_started(service, late_entries=True)
    who.post(f"{address}/entrants", {"level": LEVEL})
    who.post(f"{address}/entrants/0/withdraw", {})
    (listed,) = service.client.get("/v1/tournaments").json["tournaments"]
    shown = who.get(address).json
    assert listed == {member: shown[member] for member in listed}
    assert [listed[member] for member in ("entrants", "rounds", "stage", "status")] == [4, 1, 0, "running"]
