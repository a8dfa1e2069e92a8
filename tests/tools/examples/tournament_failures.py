"""One way to cause each problem of tournaments: a valid request of `tournaments` is changed."""

import re
from dataclasses import replace

from domain.ruleset import AnyRuleset
from service.players import callers
from service.players.credentials import Credential
from service.resources.tickets import NewTicket
from service.streams import tickets
from service.tournaments.streams import TOURNAMENT_TICKET
from tests.tools.examples.failures import LOST, failure, invented_key, with_ticket
from tests.tools.examples.harness import Exchange, Harness, Request
from tests.tools.examples.tournaments import BRACKETS, KNOCKOUT, NAMES, STANDINGS, SWISS, cup

PUBLIC = (
    *("getTournament", "listEntrants", "listRounds", "getRound", "getTournamentRecord"),
    *("listTournamentEvents", "streamTournamentEvents", *STANDINGS, *BRACKETS),
)
"""Requests for public data."""


def address_of(request: Request) -> str:
    """Return the URL of the tournament that a request refers to."""
    return "/".join(request.path.split("/")[:4])


@failure("tournament_not_found", "No tournament has this id.")
def lost_tournament(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, path=request.path.replace(address_of(request), f"/v1/tournaments/tn_{LOST}")))


@failure("invalid_plan", "A Swiss stage requires the number of rounds.")
def swiss_without_rounds(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    stages = [{"format": "swiss", "table_size": 2}]
    return harness.send(replace(request, body={**request.body, "stages": stages}))


@failure("already_entered", "The request lists the player twice.", "createTournament")
def listed_twice(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    player, *_ = request.body["entrants"]
    return harness.send(replace(request, body={**request.body, "entrants": [player, player]}))


@failure("already_entered", "The player is already registered.", "addEntrant")
def entered_twice(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    harness.send(request)
    return harness.send(request)


@failure("same_owner", "The request lists a bot and its owner in one rated tournament.", "createTournament")
def bot_and_owner_listed(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    entrants = [{"player": each.id} for each in harness.with_bot()]
    return harness.send(replace(request, body={**request.body, "entrants": entrants}))


@failure("same_owner", "The owner of the bot is already registered.", "addEntrant")
def bot_enters_after_owner(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    owner, bot = harness.with_bot()
    harness.send(replace(request, body={"player": owner.id}))
    return harness.send(replace(request, body={"player": bot.id}))


@failure("unknown_player", "No player has this id.", "createTournament")
def nobody_listed(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, body={**request.body, "entrants": [{"player": f"pl_{LOST}"}]}))


@failure("unknown_player", "No player has this id.", "addEntrant")
def nobody_entered(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, body={"player": f"pl_{LOST}"}))


@failure("unknown_level", "The ruleset has no such AI level.", "createTournament")
def unknown_level_listed(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, body={**request.body, "entrants": [{"level": "grandmaster"}]}))


@failure("unknown_level", "The ruleset has no such AI level.", "addEntrant")
def unknown_level_entered(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, body={"level": "grandmaster"}))


@failure("tournament_full", "The maximum is two entrants, and three are listed.", "createTournament")
def too_many_listed(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    three = {"max_entrants": 2, "entrants": [{"level": "normal"}] * 3}
    return harness.send(replace(request, body={**request.body, **three}))


@failure("tournament_full", "The tournament has four entrants, the maximum.", "addEntrant")
def one_too_many_entered(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(cup(harness, max_entrants=len(NAMES)).ask("POST", "/entrants", request.body))


@failure("idempotency_key_reused", "The `Idempotency-Key` was used with another plan.", "createTournament")
def key_of_another_plan(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    keyed = request.with_headers(Idempotency_Key="f2c7d1a09b35")
    harness.send(keyed)
    return harness.send(replace(keyed, body={**request.body, "name": "The Monday cup"}))


@failure("not_organiser", "Another player has created the tournament.")
def not_the_organiser(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(request.with_headers(Authorization=f"Bearer {harness.player('Gino').key}"))


@failure("wrong_code", "The registration code is wrong.")
def wrong_code(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    opened = cup(harness, registration="code")
    return harness.send(harness.player("Gino").asks("POST", f"{opened.address}/entrants", {"code": "open sesame"}))


@failure("registration_closed", "The tournament has started.")
def entering_too_late(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    opened = cup(harness).start()
    return harness.send(opened.ask("POST", request.path.removeprefix(address_of(request)), request.body))


@failure("entrant_not_found", "There are four entrants, from 0 to 3.")
def lost_entrant(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    verb = request.path.rpartition("/")[2]
    return harness.send(replace(request, path=f"{address_of(request)}/entrants/17/{verb}"))


@failure("tournament_started", "Registration is closed already.")
def started_twice(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    harness.send(request)
    return harness.send(request)


@failure("too_few_entrants", "A tournament needs at least two entrants.")
def too_few(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(cup(harness, players=1).ask("POST", "/start"))


@failure("tournament_not_running", "The tournament was cancelled.")
def cancelled(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    opened = cup(harness, next_round="organiser").start()
    if "/rounds/" in request.path:
        harness.send(opened.ask("POST", "/rounds", {}))
    harness.send(opened.ask("POST", "/cancel", {}))
    return harness.send(opened.ask(request.method, request.path.removeprefix(address_of(request)), request.body))


@failure("round_not_finished", "The first round is still running.")
def too_early(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    opened = cup(harness).start()
    return harness.send(opened.ask(request.method, request.path.removeprefix(address_of(request)), request.body))


@failure("invalid_pairings", "A player is seated in two matches.")
def seated_twice(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    tables = [{"entrants": [0, 3]}, {"entrants": [3, 1]}]
    return harness.send(replace(request, body={**request.body, "tables": tables}))


@failure("incomplete_pairings", "Two of the four players have no match.")
def left_out(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, body={**request.body, "tables": [{"entrants": [0, 3]}]}))


@failure("round_not_found", "The tournament has one round so far.")
def lost_round(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, path=re.sub("/rounds/[0-9]+", "/rounds/9", request.path)))


@failure("table_not_found", "The round has two matches.")
def lost_table(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, path=request.path.replace("/tables/1", "/tables/9")))


@failure("invalid_result", "The result has no entrant in first place.")
def nobody_first(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, body={**request.body, "ranks": [2, 2]}))


@failure("later_round_seated", "The final has been paired from this result.", "setMatchResult deleteMatchResult")
def semi_final(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    opened, result = cup(harness, KNOCKOUT).start(), "/rounds/1/tables/{}/result"
    for table in (1, 2):
        harness.send(opened.ask("PUT", result.format(table), {"ranks": [1, 2], "reason": "The player left."}))
    body = {"ranks": [2, 1], "reason": "A protest."} if request.method == "PUT" else None
    return harness.send(opened.ask(request.method, result.format(1), body))


@failure("later_round_seated", "The round is not the last one.", "deleteRound")
def earlier_round(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(cup(harness).start().play().ask("DELETE", "/rounds/1"))


@failure("round_started", "A match of the round was decided.", "deleteRound")
def round_begun(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    opened = cup(harness).start()
    harness.send(opened.ask("PUT", "/rounds/1/tables/1/result", {"ranks": [1, 2], "reason": "The player left."}))
    return harness.send(opened.ask("DELETE", "/rounds/1"))


@failure("result_not_set", "The match is still running.", "deleteMatchResult")
def nothing_set(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(cup(harness).start().ask("DELETE", "/rounds/1/tables/1/result"))


@failure("reentry_closed", "The next knock-out round has been paired.", "reenterEntrant addEntrant")
def missed_a_round(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    opened = cup(harness, KNOCKOUT).start()
    harness.send(opened.ask("POST", "/entrants/1/withdraw", {}))
    for table in harness.send(opened.get("/rounds/1")).body["tables"]:
        ranks = [2, 1] if table["entrants"][0]["entrant"] == 1 else [1, 2]
        body = {"ranks": ranks, "reason": "The player left."}
        harness.send(opened.ask("PUT", f"/rounds/1/tables/{table['table']}/result", body))
    if request.path.endswith("/entrants"):
        return harness.send(opened.ask("POST", "/entrants", {"player": opened.players[1].id}))
    return harness.send(opened.ask("POST", "/entrants/1/reenter", {}))


@failure("invalid_change", "Four players are registered.", "updateTournament")
def too_low_a_limit(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(cup(harness).ask("PATCH", "", {"max_entrants": 3}))


@failure("stage_not_found", "The tournament has not started.", "setPenalty")
def penalty_too_early(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(cup(harness).ask("PUT", "/entrants/1/penalty", request.body))


@failure("unknown_level", "The ruleset has no such AI level.", "updateTournament")
def unknown_stand_in(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    body = {"absence": {"on_timeout": "level", "level": "grandmaster"}}
    return harness.send(cup(harness).ask("PATCH", "", body))


@failure("registration_closed", "The tournament was cancelled.", "reenterEntrant")
def reentered_too_late(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    opened = cup(harness)
    harness.send(opened.ask("POST", "/entrants/1/withdraw", {}))
    harness.send(opened.ask("POST", "/cancel", {}))
    return harness.send(opened.ask("POST", "/entrants/1/reenter", {}))


@failure("tournament_full", "Another player has replaced the entrant.", "reenterEntrant")
def place_taken(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    opened = cup(harness, max_entrants=len(NAMES))
    harness.send(opened.ask("POST", "/entrants/1/withdraw", {}))
    harness.send(opened.ask("POST", "/entrants", {"player": harness.player("Gino").id}))
    return harness.send(opened.ask("POST", "/entrants/1/reenter", {}))


@failure("stage_not_found", "The tournament has one stage.")
def lost_stage(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(replace(request, path=f"{request.path.partition('?')[0]}?stage=4"))


@failure("no_bracket", "The stage is a Swiss.")
def bracket_of_a_swiss(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    path = request.path.removeprefix(address_of(request))
    return harness.send(cup(harness, SWISS).start().get(path))


@failure("not_swiss_pairs", "The stage is a knock-out.")
def report_of_a_knockout(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    path = request.path.removeprefix(address_of(request))
    return harness.send(cup(harness, KNOCKOUT).start().get(path))


@failure("tournament_not_over", "The tournament is still running.")
def record_too_early(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(cup(harness).start().get("/record"))


@failure("ticket_expired", "The ticket has expired.", "streamTournamentEvents")
def old_ticket(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    name = address_of(request).rpartition("/")[2]
    return harness.send(with_ticket(request, _ticket(harness, name, seconds=1)))


@failure("ticket_mismatch", "The ticket is for a stream of another tournament.", "streamTournamentEvents")
def foreign_ticket(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    return harness.send(with_ticket(request, _ticket(harness, cup(harness).name)))


def _ticket(harness: Harness, name: str, seconds: int = 60) -> str:
    """Return a ticket of Gino for a tournament."""
    caller = callers.identify(harness.bottega, harness.player("Gino").key)
    return tickets.issue(harness.bottega, TOURNAMENT_TICKET, name, Credential(caller), NewTicket(seconds))[0]


@failure("tournament_busy", "Each write conflicted with another change of the tournament.")
def overtaken_in_the_log(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    log = f"bottega:{{{address_of(request).rpartition('/')[2]}}}:log"
    harness.client.rpush(log, harness.client.lindex(log, 0))
    return harness.send(request)


@failure("tournament_busy", "Each write conflicted with another change of the player's tournament.", "deleteMe")
def overtaken_while_leaving(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    entered = cup(harness)
    log = f"bottega:{{{entered.name}}}:log"
    harness.client.rpush(log, harness.client.lindex(log, 0))
    return harness.send(entered.players[0].asks("DELETE", "/v1/me"))


@failure(
    "too_many_spectators",
    "This process has reached its maximum of waiting requests for log entries.",
    "listTournamentEvents",
)
def crowded_while_waiting(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    waiting = cup(harness, players=0).get("/events?wait=30")
    return harness.send(waiting, harness.application("crowded", harness.rulesets, spectators=0))


for operation in PUBLIC:
    failure("invalid_token", "The player key is unknown.", operation)(invented_key)
