"""Add links to the contract: which values of a response start the next request.

The first success of an operation has the links. They contain no tokens, since OpenAPI has no place for credentials
there. They contain no bodies either: a generator rejects a contract with a body of several expressions.
"""

from collections.abc import Mapping

from service.contract.document import Json, operations

SAME_GAME = {"game_id": "$request.path.game_id"}


def link(operation: str, description: str, parameters: Mapping[str, str]) -> Json:
    """Return a link to an operation; parameters are values or runtime expressions."""
    return {"operationId": operation, "description": description, "parameters": dict(parameters)}


def _of_game(game_id: str) -> Json:
    game = {"game_id": game_id}
    return {
        "game": link("getGame", "Get the game.", game),
        "view": link("queryView", "Get the view of the game.", game),
        "legalActions": link("listLegalActions", "List the legal actions of a seat with its token.", game),
        "events": link("listEvents", "List the events of the game.", game),
        "seats": link("listSeats", "List the seats of the game.", game),
        "result": link("getResult", "Get the result when the game is over.", game),
        "record": link("getRecord", "Get the record when the game is over.", game),
        "analysis": link("getAnalysis", "Get the analysis when the game is over.", game),
    }


LINKS: dict[str, Json] = {
    "listRulesets": {
        "ruleset": link("getRuleset", "Get the first ruleset.", {"ruleset": "$response.body#/rulesets/0/ruleset"}),
    },
    "createGame": {
        **_of_game("$response.body#/game_id"),
        "delete": link("deleteGame", "Delete the game with its creator token.", {"game_id": "$response.body#/game_id"}),
    },
    "listGames": _of_game("$response.body#/games/0/game_id"),
    "listMyGames": _of_game("$response.body#/games/0/game_id"),
    "createKey": {
        "revoke": link("deleteKey", "Revoke the key after replacing it.", {"key": "$response.body#/key_id"}),
    },
    "createSeek": {
        "follow": link("getSeek", "Get the seek with its status.", {"seek": "$response.body#/seek"}),
        "renew": link("renewSeek", "Renew the seek.", {"seek": "$response.body#/seek"}),
        "delete": link("deleteSeek", "Delete the seek.", {"seek": "$response.body#/seek"}),
    },
    "getSeek": _of_game("$response.body#/game_id"),
    "renewSeek": _of_game("$response.body#/game_id"),
    "createHint": {
        "act": link("submitAction", "Submit one of the actions with the ruleset and the decision.", SAME_GAME),
    },
    "getAnalysis": {
        "image": link("getAnalysisImage", "Get the analysis as an image.", SAME_GAME),
    },
    "getGame": {
        "view": link("queryView", "Get the view of the game.", SAME_GAME),
        "seats": link("listSeats", "List the seats of the game.", SAME_GAME),
    },
    "createInvitation": {
        "claim": link("claimSeat", "Claim the seat with the code.", {**SAME_GAME, "seat": "$request.path.seat"}),
    },
    "createRematch": _of_game("$response.body#/game_id"),
    "claimSeat": {
        "view": link("queryView", "Get the view of the game with the new token.", SAME_GAME),
        "legalActions": link("listLegalActions", "List the legal actions of the seat with its token.", SAME_GAME),
    },
    "queryView": {
        "legalActions": link("listLegalActions", "List the legal actions of the seat.", SAME_GAME),
        "events": link(
            "listEvents", "List the events after this version.", {**SAME_GAME, "after": "$response.body#/version"}
        ),
    },
    "listLegalActions": {
        "act": link("submitAction", "Submit one of the actions with the ruleset and the decision.", SAME_GAME),
        "hint": link("createHint", "Create a hint for the decision.", SAME_GAME),
    },
    "submitAction": {
        "legalActions": link("listLegalActions", "List the next legal actions of the seat.", SAME_GAME),
        "events": link(
            "listEvents", "List the events after this version.", {**SAME_GAME, "after": "$response.body#/version"}
        ),
    },
}


def embed(document: Json) -> None:
    """Add the links to the document."""
    for _, _, operation in operations(document):
        if operation["operationId"] in LINKS:
            first = min(operation["responses"])
            operation["responses"][first]["links"] = LINKS[operation["operationId"]]
