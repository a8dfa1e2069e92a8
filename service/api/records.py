"""Return the records of finished games."""

from flask import Response

from service import problems
from service.api import caching
from service.api.authentication import installation, principal
from service.api.authorization import allow
from service.api.operations import Resource, json_response
from service.reading import game_index, records
from service.resources.lists import RecordQuery
from service.resources.records import GameRecord, RecordPage

blueprint = Resource("records", __name__, description="Get and list the records of finished games.")


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/record",
    "getRecord",
    access=allow("participant"),
    responses={200: GameRecord},
    problems=(
        problems.DealInProgress,
        problems.GameAborted,
        problems.GameNotOver,
        problems.GameFaulty,
        problems.RulesNotHosted,
    ),
)
def get_record(game_id: str) -> Response:
    """Get the record of a finished game.

    Returns everything that happened, hidden information included: set-up, seed, every random draw with its purpose,
    every action, and the score sheet. A chain of hashes links the parts.

    The body is canonical JSON (RFC 8785) with a line feed: store it byte for byte. `bottega verify` replays it without
    a service and reports any change. See `/docs/guides/records`.

    Games of a tournament may share a deal. Their records are available once the last of them has ended.
    """
    record = records.read(installation(), game_id, lambda: principal().has_seat(game_id))
    return json_response(record, 200, {"Cache-Control": caching.of_game("max-age=86400, immutable")})


@blueprint.operation(
    "GET",
    "/v1/records",
    "listRecords",
    query=RecordQuery,
    responses={200: RecordPage},
    problems=(problems.StoreUnavailable,),
)
def list_records(query: RecordQuery) -> Response:
    """List the records of finished games.

    Returns complete records in the order in which the games were scored, oldest first. The list has no end: store
    `next_cursor`, and continue from it at any time. Each record is returned once.

    `skipped` names games without a record in the list. Call `getRecord` for each of them later. There are three
    reasons:

    - The rules of the game are not hosted any more.
    - The game shares its deal with a game that has not ended.
    - The archive has lost the record.
    """
    after = game_index.position(query.cursor) if query.cursor else 0
    page = records.page(installation(), query.ruleset or None, after, query.limit)
    return json_response(page, 200, {"Cache-Control": "no-cache"})
