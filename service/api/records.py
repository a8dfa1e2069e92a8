"""Records: finished games as documents that anybody can check."""

from typing import Any

from flask import Response

from service.api import caching
from service.api.operations import Resource, bottega, json_response
from service.contract.schemas.lists import RecordPage, RecordQuery
from service.contract.schemas.records import GameRecord
from service.play import game_index, records
from service.problems import DealInProgress, GameAborted, GameNotOver, RulesNotHosted, StoreUnavailable

blueprint = Resource("records", __name__, description="Archive games, and check what was archived.")


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/record",
    "getRecord",
    bearer="guest",
    responses={200: GameRecord},
    problems=(DealInProgress, GameAborted, GameNotOver, RulesNotHosted),
)
def get_record(game_id: str) -> Response:
    """Read the record of a finished game.

    Gives everything that happened, hidden things included: set-up, seed, every throw of the dice by name, every action,
    and the score sheet, bound together by a chain of hashes. The body is canonical JSON (RFC 8785) and a line feed:
    keep it as it is, byte for byte. `bottega verify` plays it anew without a service and names whatever was changed.
    Games of a tournament may be dealt alike: then none of their records is given before the last of them has ended.
    """
    record = records.read(bottega(), game_id)
    return json_response(record, 200, {"Cache-Control": caching.of_game("max-age=86400, immutable")})


@blueprint.operation(
    "GET", "/v1/records", "listRecords", query=RecordQuery, responses={200: RecordPage}, problems=(StoreUnavailable,)
)
def list_records(query: dict[str, Any]) -> Response:
    """Export the records of finished games.

    Gives whole records in the order in which the games were scored, oldest first. The list has no end:
    keep `next_cursor` and continue from it at any time. You get each record once. Games whose
    rules are not hosted here any more are named in `skipped`, and those that are dealt as another is that has not
    ended yet, and those that the archive has lost: ask for their records one by one later.
    """
    after = game_index.position(query["cursor"]) if "cursor" in query else 0
    page = records.page(bottega(), query.get("ruleset"), after, query["limit"])
    return json_response(page, 200, {"Cache-Control": "no-cache"})
