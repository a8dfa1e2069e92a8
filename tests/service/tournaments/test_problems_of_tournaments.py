"""Each operation of tournaments reports the problems of tournaments: of entrants, rounds, results and plans."""

import re

import pytest

from service.players import callers
from service.players.credentials import Credential
from service.resources.tickets import TicketRequest
from service.streams import tickets
from service.tournaments.streams import TOURNAMENT_TICKET
from tests.service.examples.cups import KNOCKOUT, NAMES, SWISS, cup
from tests.service.examples.games import LOST
from tests.service.helpers.client.responses import reports
from tests.service.helpers.players.operators import operator
from tests.service.helpers.players.player import player

RESULT = "/rounds/1/tables/1/result"


def about(opened, request):
    """Send a request of the organiser about another tournament."""
    path = request.path.removeprefix(f"/v1/tournaments/{request.owner}")
    return opened.send_request(request.method, path, request.body)


def with_bot(service):
    """Create a player and a bot; return their ids."""
    ada = player(service, "Ada")
    return ada.id, ada.post("/players", {"name": "Adabot", "bot": True}).json["player"]


@pytest.mark.problem("invalid_plan", "A Swiss stage requires the number of rounds.", "createTournament")
def test_a_swiss_without_rounds_is_rejected(valid):
    stages = [{"format": "swiss", "table_size": 2}]
    reports(valid("createTournament").with_fields(stages=stages).send(), "invalid_plan")


@pytest.mark.problem("already_entered", "The request lists the player twice.", "createTournament")
def test_a_plan_does_not_list_a_player_twice(valid):
    request = valid("createTournament")
    first = request.body["entrants"][0]
    reports(request.with_fields(entrants=[first, first]).send(), "already_entered")


@pytest.mark.problem("already_entered", "The player is already registered.", "addEntrant")
def test_a_player_registers_only_once(valid):
    request = valid("addEntrant")
    request.send()
    reports(request.send(), "already_entered")


@pytest.mark.problem("same_owner", "The request lists a bot and its owner in one rated tournament.", "createTournament")
def test_a_plan_does_not_list_a_bot_and_its_owner(valid, service):
    entrants = [{"player": each} for each in with_bot(service)]
    reports(valid("createTournament").with_fields(entrants=entrants).send(), "same_owner")


@pytest.mark.problem("same_owner", "The owner of the bot is already registered.", "addEntrant")
def test_a_bot_does_not_register_beside_its_owner(valid, service):
    request = valid("addEntrant")
    owner, bot = with_bot(service)
    request.to(body={"player": owner}).send()
    reports(request.to(body={"player": bot}).send(), "same_owner")


@pytest.mark.problem("unknown_player", "No player has this id.", "createTournament")
def test_a_plan_does_not_list_an_unknown_player(valid):
    entrants = [{"player": f"pl_{LOST}"}]
    reports(valid("createTournament").with_fields(entrants=entrants).send(), "unknown_player")


@pytest.mark.problem("unknown_player", "No player has this id.", "addEntrant")
def test_an_unknown_player_does_not_register(valid):
    reports(valid("addEntrant").to(body={"player": f"pl_{LOST}"}).send(), "unknown_player")


@pytest.mark.problem("unknown_level", "The ruleset has no such AI level.", "createTournament")
def test_a_plan_does_not_list_an_unknown_level(valid):
    entrants = [{"level": "grandmaster"}]
    reports(valid("createTournament").with_fields(entrants=entrants).send(), "unknown_level")


@pytest.mark.problem("unknown_level", "The ruleset has no such AI level.", "addEntrant")
def test_an_unknown_level_does_not_take_part(valid):
    reports(valid("addEntrant").to(body={"level": "grandmaster"}).send(), "unknown_level")


@pytest.mark.problem("unknown_level", "The ruleset has no such AI level.", "updateTournament")
def test_an_unknown_level_does_not_take_over(service):
    absence = {"on_timeout": "level", "level": "grandmaster"}
    reports(cup(service).send_request("PATCH", "", {"absence": absence}), "unknown_level")


@pytest.mark.problem("tournament_full", "The maximum is two entrants, and three are listed.", "createTournament")
def test_a_plan_does_not_list_too_many_entrants(valid):
    three = {"max_entrants": 2, "entrants": [{"level": "normal"}] * 3}
    reports(valid("createTournament").with_fields(**three).send(), "tournament_full")


@pytest.mark.problem("tournament_full", "The tournament has four entrants, the maximum.", "addEntrant")
def test_a_full_tournament_registers_nobody(valid, service):
    request = valid("addEntrant")
    reports(about(cup(service, max_entrants=len(NAMES)), request), "tournament_full")


@pytest.mark.problem("tournament_full", "Another player has replaced the entrant.", "reenterEntrant")
def test_a_replaced_entrant_does_not_return(service):
    opened = cup(service, max_entrants=len(NAMES))
    opened.send_request("POST", "/entrants/1/withdraw", {})
    opened.send_request("POST", "/entrants", {"player": player(service, "Gino").id})
    reports(opened.send_request("POST", "/entrants/1/reenter", {}), "tournament_full")


@pytest.mark.problem("not_organiser", "Another player has created the tournament.")
def test_another_player_is_not_the_organiser(valid, service, operation):
    gino = player(service, "Gino")
    reports(valid(operation).with_headers(**gino.authorization).send(), "not_organiser")


@pytest.mark.problem("wrong_code", "The registration code is wrong.", "addEntrant")
def test_a_wrong_code_registers_nobody(service):
    opened = cup(service, registration="code")
    reports(player(service, "Gino").post(f"{opened.path}/entrants", {"code": "open sesame"}), "wrong_code")


@pytest.mark.problem("registration_closed", "The tournament has started.")
def test_registration_is_closed_after_the_start(valid, service, operation):
    request = valid(operation)
    reports(about(cup(service).start(), request), "registration_closed")


@pytest.mark.problem("registration_closed", "The tournament was cancelled.", "reenterEntrant")
def test_nobody_returns_to_a_cancelled_tournament(service):
    opened = cup(service)
    opened.send_request("POST", "/entrants/1/withdraw", {})
    opened.send_request("POST", "/cancel", {})
    reports(opened.send_request("POST", "/entrants/1/reenter", {}), "registration_closed")


@pytest.mark.problem("entrant_not_found", "There are four entrants, from 0 to 3.")
def test_an_entrant_who_does_not_exist_is_not_found(valid, operation):
    request = valid(operation)
    lost = request.to(path=re.sub("/entrants/[0-9]+", "/entrants/17", request.path))
    reports(lost.send(), "entrant_not_found")


@pytest.mark.problem("tournament_started", "Registration is closed already.", "startTournament")
def test_a_tournament_starts_only_once(valid):
    request = valid("startTournament")
    request.send()
    reports(request.send(), "tournament_started")


@pytest.mark.problem("tournament_not_running", "The tournament was cancelled.")
def test_a_cancelled_tournament_is_not_running(valid, service, operation):
    request = valid(operation)
    opened = cup(service, next_round="organiser").start()
    if "/rounds/" in request.path:
        opened.send_request("POST", "/rounds", {})
    opened.send_request("POST", "/cancel", {})
    reports(about(opened, request), "tournament_not_running")


@pytest.mark.problem("round_not_finished", "The first round is still running.")
def test_the_next_round_waits_for_the_one_before(valid, service, operation):
    request = valid(operation)
    reports(about(cup(service).start(), request), "round_not_finished")


@pytest.mark.problem("round_not_found", "The tournament has one round so far.")
def test_a_round_that_does_not_exist_is_not_found(valid, operation):
    request = valid(operation)
    reports(request.to(path=re.sub("/rounds/[0-9]+", "/rounds/9", request.path)).send(), "round_not_found")


@pytest.mark.problem("table_not_found", "The round has two matches.")
def test_a_match_that_does_not_exist_is_not_found(valid, operation):
    request = valid(operation)
    reports(request.to(path=request.path.replace("/tables/1", "/tables/9")).send(), "table_not_found")


@pytest.mark.problem("invalid_result", "The result has no entrant in first place.", "setMatchResult")
def test_a_result_has_a_first_place(valid):
    reports(valid("setMatchResult").with_fields(ranks=[2, 2]).send(), "invalid_result")


@pytest.mark.problem(
    "later_round_seated", "The final has been paired from this result.", "setMatchResult", "deleteMatchResult"
)
def test_a_result_is_fixed_once_the_final_is_paired(service, valid, operation):
    opened = cup(service, KNOCKOUT).start()
    for table in (1, 2):
        opened.rule(table, 1, 2)
    body = {"ranks": [2, 1], "reason": "A protest."} if operation == "setMatchResult" else None
    reports(opened.send_request("PUT" if body else "DELETE", RESULT, body), "later_round_seated")


@pytest.mark.problem("later_round_seated", "The round is not the last one.", "deleteRound")
def test_only_the_last_round_is_deleted(service):
    reports(cup(service).start().play().send_request("DELETE", "/rounds/1"), "later_round_seated")


@pytest.mark.problem("round_started", "A match of the round was decided.", "deleteRound")
def test_a_round_with_a_result_is_not_deleted(service):
    opened = cup(service).start()
    opened.rule(1, 1, 2)
    reports(opened.send_request("DELETE", "/rounds/1"), "round_started")


@pytest.mark.problem("reentry_closed", "The next knock-out round has been paired.", "reenterEntrant", "addEntrant")
def test_nobody_returns_after_the_next_knockout_round_is_paired(service, operation):
    opened = cup(service, KNOCKOUT).start()
    opened.send_request("POST", "/entrants/1/withdraw", {})
    for table in opened.get("/rounds/1").json["tables"]:
        opened.rule(table["table"], *([2, 1] if table["entrants"][0]["entrant"] == 1 else [1, 2]))
    if operation == "addEntrant":
        reports(opened.send_request("POST", "/entrants", {"player": opened.players[1].id}), "reentry_closed")
    else:
        reports(opened.send_request("POST", "/entrants/1/reenter", {}), "reentry_closed")


@pytest.mark.problem("invalid_change", "Four players are registered.", "updateTournament")
def test_the_maximum_is_not_below_the_registered_players(service):
    reports(cup(service).send_request("PATCH", "", {"max_entrants": 3}), "invalid_change")


@pytest.mark.problem("stage_not_found", "The tournament has not started.", "setPenalty")
def test_a_penalty_needs_a_stage(valid, service):
    request = valid("setPenalty")
    reports(about(cup(service), request), "stage_not_found")


@pytest.mark.problem("stage_not_found", "The tournament has one stage.")
def test_a_stage_that_does_not_exist_is_not_found(valid, operation):
    reports(valid(operation).with_query("stage=4").send(), "stage_not_found")


@pytest.mark.problem("no_bracket", "The stage is a Swiss.")
def test_a_swiss_has_no_bracket(valid, service, operation):
    request = valid(operation)
    reports(about(cup(service, SWISS).start(), request), "no_bracket")


@pytest.mark.problem("not_swiss_pairs", "The stage is a knock-out.", "getStandingsTrf")
def test_a_knockout_has_no_report_for_the_federation(valid, service):
    request = valid("getStandingsTrf")
    reports(about(cup(service, KNOCKOUT).start(), request), "not_swiss_pairs")


@pytest.mark.problem("tournament_not_over", "The tournament is still running.", "getTournamentRecord")
def test_a_running_tournament_has_no_record(service):
    reports(cup(service).start().get("/record"), "tournament_not_over")


def ticket_for(service, name, seconds=60):
    """Return a ticket of Gino for a tournament."""
    caller = callers.identify(service.installation, player(service, "Gino").key)
    return tickets.issue(service.installation, TOURNAMENT_TICKET, name, Credential(caller), TicketRequest(seconds))[0]


@pytest.mark.problem("ticket_expired", "The ticket has expired.", "streamTournamentEvents")
def test_an_expired_ticket_opens_no_stream_of_a_tournament(valid, service):
    request = valid("streamTournamentEvents")
    ticket = ticket_for(service, request.owner, seconds=1)
    reports(request.with_query(f"ticket={ticket}").send(), "ticket_expired")


@pytest.mark.problem("ticket_mismatch", "The ticket is for a stream of another tournament.", "streamTournamentEvents")
def test_a_ticket_of_another_tournament_opens_no_stream(valid, service):
    request = valid("streamTournamentEvents")
    reports(request.with_query(f"ticket={ticket_for(service, cup(service).name)}").send(), "ticket_mismatch")


def is_overtaken(service, name):
    """Append an entry to the log, so that every change finds the tournament changed."""
    client, log = service.installation.store.servers.client, f"bottega:{{{name}}}:log"
    client.rpush(log, client.lindex(log, 0))


@pytest.mark.problem("tournament_busy", "Each write conflicted with another change of the tournament.")
def test_a_tournament_that_is_always_overtaken_is_not_changed(valid, service, operation):
    request = valid(operation)
    is_overtaken(service, request.owner)
    reports(request.send(), "tournament_busy")


@pytest.mark.problem(
    "tournament_busy", "Each write conflicted with another change of the player's tournament.", "deleteMe"
)
def test_a_player_of_a_tournament_that_is_always_overtaken_is_not_deleted(service):
    entered = cup(service)
    is_overtaken(service, entered.name)
    reports(entered.players[0].send("DELETE", "/me"), "tournament_busy")


@pytest.mark.problem(
    "tournament_busy", "Each write conflicted with another change of the player's tournament.", "banPlayer"
)
def test_a_ban_of_a_player_of_a_tournament_that_is_always_overtaken_is_to_be_repeated(service):
    entered = cup(service)
    is_overtaken(service, entered.name)
    banned = operator(service).send("PUT", f"/operator/players/{entered.players[0].id}/ban", {})
    reports(banned, "tournament_busy")


@pytest.mark.problem(
    "tournament_busy", "Each write conflicted with another change of the player's tournament.", "deletePlayer"
)
def test_an_operator_cannot_delete_a_player_of_a_tournament_that_is_always_overtaken(service):
    entered = cup(service)
    is_overtaken(service, entered.name)
    deleted = operator(service).send("DELETE", f"/operator/players/{entered.players[0].id}")
    reports(deleted, "tournament_busy")


@pytest.mark.problem(
    "too_many_spectators",
    "This process has reached its maximum of waiting requests for log entries.",
    "listTournamentEvents",
)
def test_a_process_with_too_many_waiting_requests_reads_no_log(service, start):
    opened = cup(service, players=0)
    waited = start(spectators=0).client.get(f"/v1{opened.path}/events?wait=30")
    reports(waited, "too_many_spectators")
