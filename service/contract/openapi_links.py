"""Add OpenAPI links: how a response leads to the next request. Contract testers and clients can follow them.

Links start at the first success response of an operation. They contain no tokens, since OpenAPI has no place for
credentials there. They contain no bodies, since one generator rejects bodies that combine several expressions.
"""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")
SAME_GAME = {"game_id": "$request.path.game_id"}


def _link(operation: str, description: str, parameters: Mapping[str, str]) -> Json:
    return {"operationId": operation, "description": description, "parameters": dict(parameters)}


def _of_game(game_id: str) -> Json:
    """Return the links from a response with a game id."""
    game = {"game_id": game_id}
    return {
        "game": _link("getGame", "Get the summary of the game.", game),
        "view": _link("queryView", "Get the view of the game.", game),
        "legalActions": _link("listLegalActions", "List the legal actions of a seat, with its token.", game),
        "events": _link("listEvents", "List the events of the game.", game),
        "seats": _link("listSeats", "List the seats of the game.", game),
        "result": _link("getResult", "Get the result of the game after its end.", game),
        "record": _link("getRecord", "Archive the game after its end.", game),
        "analysis": _link("getAnalysis", "Analyse the game after its end.", game),
    }


def _of_tournament(tournament: str) -> Json:
    """Return the links from a response with a tournament id."""
    named = {"tournament": tournament}
    return {
        "tournament": _link("getTournament", "Get the tournament.", named),
        "enter": _link("addEntrant", "Enter the tournament, or add an entrant as the organiser.", named),
        "entrants": _link("listEntrants", "List the entrants of the tournament.", named),
        "start": _link("startTournament", "Start the tournament as its organiser.", named),
        "rounds": _link("listRounds", "List the rounds of the tournament.", named),
        "standings": _link("getStandings", "Get the standings of the tournament.", named),
        "events": _link("listTournamentEvents", "List the events of the tournament.", named),
    }


LINKS: Mapping[str, Json] = {
    "listRulesets": {
        "ruleset": _link("getRuleset", "Get the first ruleset.", {"ruleset": "$response.body#/rulesets/0/ruleset"}),
    },
    "createGame": {
        **_of_game("$response.body#/game_id"),
        "delete": _link(
            "deleteGame", "Delete the game, with the creator's token.", {"game_id": "$response.body#/game_id"}
        ),
    },
    "listGames": _of_game("$response.body#/games/0/game_id"),
    "listMyGames": _of_game("$response.body#/games/0/game_id"),
    "createKey": {
        "revoke": _link(
            "deleteKey", "Revoke the key after switching to another one.", {"key": "$response.body#/key_id"}
        ),
    },
    "createSeek": {
        "follow": _link("getSeek", "Get the status of the seek.", {"seek": "$response.body#/seek"}),
        "renew": _link("renewSeek", "Renew the seek.", {"seek": "$response.body#/seek"}),
        "giveUp": _link("deleteSeek", "Delete the seek.", {"seek": "$response.body#/seek"}),
    },
    "getSeek": _of_game("$response.body#/game_id"),
    "renewSeek": _of_game("$response.body#/game_id"),
    "createTournament": _of_tournament("$response.body#/tournament"),
    "createHint": {
        "act": _link("submitAction", "Submit one of the legal actions, with ruleset and decision.", SAME_GAME),
    },
    "getAnalysis": {
        "picture": _link("getAnalysisImage", "List the events of the game.", SAME_GAME),
    },
    "getGame": {
        "view": _link("queryView", "Get the view of the game.", SAME_GAME),
        "seats": _link("listSeats", "List the seats of the game.", SAME_GAME),
    },
    "createInvitation": {
        "claim": _link("claimSeat", "Claim the seat with the code.", {**SAME_GAME, "seat": "$request.path.seat"}),
    },
    "createRematch": _of_game("$response.body#/game_id"),
    "claimSeat": {
        "view": _link("queryView", "Get the view of the seat, with the new token.", SAME_GAME),
        "legalActions": _link("listLegalActions", "List the legal actions of the seat, with its token.", SAME_GAME),
    },
    "queryView": {
        "legalActions": _link("listLegalActions", "List the legal actions of the seat.", SAME_GAME),
        "events": _link(
            "listEvents", "List the events after this version.", {**SAME_GAME, "after": "$response.body#/version"}
        ),
    },
    "listLegalActions": {
        "act": _link("submitAction", "Submit one of the legal actions, with ruleset and decision.", SAME_GAME),
        "hint": _link("createHint", "Request a hint for the decision.", SAME_GAME),
    },
    "submitAction": {
        "legalActions": _link("listLegalActions", "List the next legal actions of the seat.", SAME_GAME),
        "events": _link(
            "listEvents", "List the events since the action.", {**SAME_GAME, "after": "$response.body#/version"}
        ),
    },
}


def embed(document: Json) -> None:
    """Add the links to the document."""
    for item in document["paths"].values():
        for operation in (item[method] for method in METHODS if method in item):
            if operation["operationId"] in LINKS:
                first = min(operation["responses"])
                operation["responses"][first]["links"] = LINKS[operation["operationId"]]
