"""Create tournaments and ratings for the requests of schemathesis, by an organiser whom the operator made.

Their entrants are human players who never move, unless the tournament must finish. Hundreds of tournaments of AI
players would keep the workers busy. Runs in the environment of the tools.
"""

import os
from functools import cache, partial

from tests.tools.contract_check.pool import pool, result, send_request, wait_until
from tests.tools.contract_check.scenes import RECEIVER, Scene, first_delivery, player

KEY = os.environ["BOTTEGA_ORGANISER"]
ORGANISER = {"playerKey": KEY}
RULESET = pool.rulesets[-1]
LEVEL = {"level": pool.levels[RULESET]}
SWISS = {"format": "swiss", "rounds": 2}
KNOCKOUT = {"format": "knockout"}
PLAN = {"name": "Cup", "ruleset": RULESET, "stages": [SWISS], "entrants": [LEVEL] * 4}


@cache
def players():
    """Create four players; return them as entrants."""
    return [{"player": player()[0]} for _ in range(4)]


def header(body=None, **terms):
    """Create a tournament that has not started."""
    made = send_request("POST", "/v1/tournaments", {**PLAN, "entrants": players(), **terms}, KEY)
    path = {"tournament": made["tournament"], "entrant": 0, "round": 1, "table": 1}
    return Scene(ORGANISER, path, body or {}, whole=True)


def started(*orders, body=None):
    """Create a tournament with manual rounds, start it, and set its pairings."""
    scene = header(body, next_round="organiser")
    for order in ("start", *orders):
        send_request("POST", f"/v1/tournaments/{scene.path['tournament']}/{order}", {}, KEY)
    return scene


def teams():
    """Create a tournament in which two teams meet."""
    entrants = [{**each, "team": "AB"[number % 2]} for number, each in enumerate(players())]
    return header({"round": 1, "entrants": [2, 0]}, entrants=entrants, team_matches={"boards": 1})


def left():
    """Create a tournament from which an entrant has withdrawn."""
    scene = header()
    send_request("POST", f"/v1/tournaments/{scene.path['tournament']}/entrants/0/withdraw", {}, KEY)
    return scene


def ruled():
    """Start a tournament, and set the result of its first match."""
    scene = started("rounds")
    address = f"/v1/tournaments/{scene.path['tournament']}/rounds/1/tables/1/result"
    send_request("PUT", address, {"ranks": [1, 2], "reason": "So it is."}, KEY)
    return scene


def disputed(*, filed):
    """Start a tournament of two players; the caller is one of them, or the organiser once a claim is `filed`."""
    (one, key), (other, _) = player(), player()
    scene = header(entrants=[{"player": one}, {"player": other}])
    address = f"/v1/tournaments/{scene.path['tournament']}"
    send_request("POST", f"{address}/start", {}, KEY)
    claim = {"round": 1, "table": 1, "kind": "other", "text": "So it is."}
    if not filed:
        return Scene({"playerKey": key}, scene.path, claim, whole=True)
    send_request("POST", f"{address}/claims", claim, key)
    return Scene(ORGANISER, {**scene.path, "claim": 1}, {"step": "upheld", "text": "So it is."}, whole=True)


@cache
def over(stage):
    """Create a tournament that is played to its end."""
    scene = header(stages=[KNOCKOUT if stage == "knockout" else SWISS], entrants=PLAN["entrants"])
    address = f"/v1/tournaments/{scene.path['tournament']}"
    send_request("POST", f"{address}/start", {}, KEY)
    wait_until(lambda: send_request("GET", address)["status"] == "over")
    return scene


@cache
def reported():
    """Create a tournament whose webhook has received its start."""
    scene = header()
    address = f"/v1/tournaments/{scene.path['tournament']}"
    webhook = send_request("POST", f"{address}/webhooks", {"url": RECEIVER}, KEY)["webhook_id"]
    send_request("POST", f"{address}/start", {}, KEY)
    delivery = first_delivery(f"{address}/webhooks/{webhook}", KEY)
    return Scene(ORGANISER, {**scene.path, "webhook_id": webhook, "delivery_id": delivery}, whole=True)


def with_webhook():
    """Create a tournament with a webhook."""
    scene = header()
    address = f"/v1/tournaments/{scene.path['tournament']}/webhooks"
    return Scene(
        ORGANISER, {**scene.path, "webhook_id": send_request("POST", address, {"url": RECEIVER}, KEY)["webhook_id"]}
    )


@cache
def rated():
    """Let a player play a rated game to its end, and wait until the rating changes."""
    own, key = player()
    seats = [{"kind": "human", "player": own}, {"kind": "ai", **LEVEL}]
    game = send_request("POST", "/v1/games", {"ruleset": RULESET, "seats": seats, "rated": True}, key)["game_id"]
    while (view := send_request("GET", f"/v1/games/{game}/view", token=key))["status"] != "over":
        if 0 in view["to_act"]:
            send_request("POST", f"/v1/games/{game}/actions", result(game, key), key)
        else:
            send_request("GET", f"/v1/games/{game}/events?after={view['version']}&wait=2")
    address = f"/v1/players/{own}/ratings"
    wait_until(lambda: send_request("GET", address)["ratings"])
    send_request("PATCH", "/v1/me", {"public": True}, key)
    return Scene(
        {"playerKey": key}, {"player": own, "pool": send_request("GET", address)["ratings"][0]["pool"]["pool"]}
    )


ABOUT = (
    (lambda: Scene(ORGANISER, body=PLAN, whole=True), "createTournament"),
    (partial(header, LEVEL), "addEntrant"),
    (header, "startTournament cancelTournament withdrawEntrant"),
    (partial(header, check_in=True), "checkInEntrant"),
    (started, "pauseTournament createRound previewPairings"),
    (partial(started, "pause"), "resumeTournament"),
    (partial(started, "rounds", body={"ranks": [1, 2], "reason": "So it is."}), "setMatchResult"),
    (ruled, "deleteMatchResult"),
    (partial(started, "rounds"), "deleteRound"),
    (partial(header, {"name": "Autumn Cup", "max_entrants": 9}), "updateTournament"),
    (left, "reenterEntrant"),
    (teams, "setLineup"),
    (partial(started, "rounds", body={"reason": "So it is."}), "disqualifyEntrant"),
    (partial(started, "rounds", body={"points": 3, "reason": "So it is."}), "setPenalty"),
    (partial(disputed, filed=False), "createClaim"),
    (partial(disputed, filed=True), "addClaimStep listClaims"),
    (partial(over, "swiss"), "getTournament listTournamentEvents streamTournamentEvents createTournamentStreamTicket"),
    (partial(over, "swiss"), "listEntrants listRounds getRound getStandings getStandingsCsv getStandingsTrf"),
    (partial(over, "swiss"), "getCrosstable getCrosstableImage getTournamentRecord"),
    (partial(over, "knockout"), "getBracket getBracketImage"),
    (partial(header, {"url": RECEIVER}), "createTournamentWebhook"),
    (with_webhook, "deleteTournamentWebhook"),
    (reported, "listTournamentWebhooks listTournamentDeliveries redeliverTournamentWebhook"),
    (reported, "resumeTournamentWebhook rotateTournamentWebhookSecret"),
    (rated, "getLeaderboard getPlayer listPlayerRatings listRatingHistory getRatingHistoryImage"),
)
CONTESTS = {operation: scene for scene, operations in ABOUT for operation in operations.split()}
"""The fixture of each operation, by the operation's name."""
