"""Where an answer leads: what of it names the next request. Testers of the contract follow these, and so may clients.

A link is given for the first success of an operation. Tokens are in no link: OpenAPI has no place for credentials in
one. Nor is a body: a generator rejects the whole contract for one that is made of several expressions.
"""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")
SAME_GAME = {"game_id": "$request.path.game_id"}


def _link(operation: str, description: str, parameters: Mapping[str, str]) -> Json:
    """Write a link."""
    return {"operationId": operation, "description": description, "parameters": dict(parameters)}


def _of_game(game_id: str) -> Json:
    """Link whatever names a game to what there is to be known of it."""
    game = {"game_id": game_id}
    return {
        "game": _link("getGame", "Read what is listed of the game.", game),
        "view": _link("queryView", "Look at the game.", game),
        "legalActions": _link("listLegalActions", "See what a seat may do, with its token.", game),
        "events": _link("listEvents", "Read the game's log.", game),
        "seats": _link("listSeats", "See who sits where.", game),
        "result": _link("getResult", "Read the score sheet, once the game is over.", game),
        "record": _link("getRecord", "Archive the game, once it is over.", game),
        "analysis": _link("getAnalysis", "See what each decision was worth, once the game is over.", game),
    }


def _of_tournament(tournament: str) -> Json:
    """Link whatever names a tournament to what there is to be known of it."""
    named = {"tournament": tournament}
    return {
        "tournament": _link("getTournament", "Look at the tournament.", named),
        "enter": _link("addEntrant", "Take part in it, or enter somebody.", named),
        "entrants": _link("listEntrants", "See who takes part.", named),
        "start": _link("startTournament", "Close registration, as its organiser.", named),
        "rounds": _link("listRounds", "See who meets whom.", named),
        "standings": _link("getStandings", "See who is ahead.", named),
        "events": _link("listTournamentEvents", "Read its log.", named),
    }


LINKS: Mapping[str, Json] = {
    "listRulesets": {
        "ruleset": _link("getRuleset", "Read all about the first.", {"ruleset": "$response.body#/rulesets/0/ruleset"}),
    },
    "createGame": {
        **_of_game("$response.body#/game_id"),
        "delete": _link(
            "deleteGame", "Delete the game, with its creator's token.", {"game_id": "$response.body#/game_id"}
        ),
    },
    "listGames": _of_game("$response.body#/games/0/game_id"),
    "listMyGames": _of_game("$response.body#/games/0/game_id"),
    "createKey": {
        "revoke": _link("deleteKey", "Revoke the key, once another is used.", {"key": "$response.body#/key_id"}),
    },
    "createSeek": {
        "follow": _link("getSeek", "See what has become of it.", {"seek": "$response.body#/seek"}),
        "renew": _link("renewSeek", "Keep it waiting.", {"seek": "$response.body#/seek"}),
        "giveUp": _link("deleteSeek", "Give it up.", {"seek": "$response.body#/seek"}),
    },
    "getSeek": _of_game("$response.body#/game_id"),
    "renewSeek": _of_game("$response.body#/game_id"),
    "createTournament": _of_tournament("$response.body#/tournament"),
    "createHint": {
        "act": _link("submitAction", "Take one of the actions, quoting ruleset and decision.", SAME_GAME),
    },
    "getAnalysis": {
        "picture": _link("getAnalysisImage", "Look at the course of the game.", SAME_GAME),
    },
    "getGame": {
        "view": _link("queryView", "Look at the game.", SAME_GAME),
        "seats": _link("listSeats", "See who sits where.", SAME_GAME),
    },
    "createInvitation": {
        "claim": _link("claimSeat", "Claim the seat, sending the code.", {**SAME_GAME, "seat": "$request.path.seat"}),
    },
    "createRematch": _of_game("$response.body#/game_id"),
    "claimSeat": {
        "view": _link("queryView", "Look at the game, with the new token.", SAME_GAME),
        "legalActions": _link("listLegalActions", "See what the seat may do, with its token.", SAME_GAME),
    },
    "queryView": {
        "legalActions": _link("listLegalActions", "See what the seat may do.", SAME_GAME),
        "events": _link("listEvents", "Read on from here.", {**SAME_GAME, "after": "$response.body#/version"}),
    },
    "listLegalActions": {
        "act": _link("submitAction", "Take one of the actions, quoting ruleset and decision.", SAME_GAME),
        "hint": _link("createHint", "Ask what the AI would do, quoting the decision.", SAME_GAME),
    },
    "submitAction": {
        "legalActions": _link("listLegalActions", "See what the seat may do next.", SAME_GAME),
        "events": _link("listEvents", "See what others did since.", {**SAME_GAME, "after": "$response.body#/version"}),
    },
}


def embed(document: Json) -> None:
    """Put the links into the document."""
    for item in document["paths"].values():
        for operation in (item[method] for method in METHODS if method in item):
            if operation["operationId"] in LINKS:
                first = min(operation["responses"])
                operation["responses"][first]["links"] = LINKS[operation["operationId"]]
