"""Absence: giving up, coming back, aborting a game, and moving a virtual clock."""

from typing import Any

import msgspec
from flask import Response

from service.api.operations import Resource, bottega, json_response
from service.contract.schemas.absence import AbortStatus, ClockAdvance, VirtualTime
from service.contract.schemas.games import GameView
from service.play import abort, queries, virtual_clock
from service.play import missed_decisions as use_cases
from service.problems import (
    AbortTooLate,
    ClockNotVirtual,
    GameAborted,
    GameBusy,
    GameNotStarted,
    GameOver,
    RulesNotHosted,
    SeatResigned,
)

blueprint = Resource(
    "absence", __name__, description="Leave and come back: what becomes of a game without its players."
)

PLAYING = (GameAborted, GameBusy, GameNotStarted, GameOver, RulesNotHosted)
"""What stands in the way of giving up and coming back."""


@blueprint.operation(
    "POST", "/v1/games/<game_id>/resign", "resignSeat", bearer="required", responses={200: GameView}, problems=PLAYING
)
def resign(game_id: str, seat: int) -> Response:
    """Give the game up for the seat.

    The seat is played on without its player, by the level that `absence` of the game names, or else by default actions,
    and is placed behind all who have not given up: of several the last to give up before the others. Its score sheet
    stays what it has played. Once all seats but one have given up, that one has won: the service plays the rest of the
    game out at once, by default actions. A seat that has given up stays so; to ask again changes nothing. The log
    gets an event with a `change` of kind `resigned`.
    """
    use_cases.resign(bottega(), game_id, seat)
    return _view(game_id, seat)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/return",
    "returnToSeat",
    bearer="required",
    responses={200: GameView},
    problems=(*PLAYING, SeatResigned),
)
def return_to_seat(game_id: str, seat: int) -> Response:
    """Come back to the seat.

    A level that has played the seat since its player's time was up leaves it: at once, or after the open decision if
    the time of that is up. An action of the player's own does the same. The notice `taken_over` says that a level took
    over. The log gets an event with a `change` of kind `returned`. Nothing happens if no level plays the seat.

    With `absence` `level`, a level plays on after two late decisions in a row. A call after the first of them resets
    that count, and adds the event too, even while the level still thinks.
    """
    use_cases.return_to_seat(bottega(), game_id, seat)
    return _view(game_id, seat)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/abort",
    "abortGame",
    bearer="party",
    responses={200: AbortStatus},
    problems=(AbortTooLate, GameBusy, GameOver, RulesNotHosted),
)
def abort_game(game_id: str, seat: int | None, creator: bool) -> Response:  # noqa: FBT001  # as the bearer says
    """Abort the game, or ask for it.

    Its creator aborts a game as long as not every person has acted. A seat asks for it: the game is aborted once the
    seats of all people have asked, whenever that is, rated or not. A game that was aborted has the status `aborted`: it
    takes no action, and has neither result nor record. To ask again changes nothing.
    """
    told = abort.abort(bottega(), game_id, seat, creator=creator)
    return json_response(msgspec.json.encode(told), 200, {"Cache-Control": "no-store"})


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/clock",
    "advanceClock",
    bearer="creator",
    body=ClockAdvance,
    responses={200: VirtualTime},
    problems=(ClockNotVirtual, GameBusy, RulesNotHosted),
)
def advance_clock(body: dict[str, Any], game_id: str) -> Response:
    """Let time pass in a game with a virtual clock.

    Its time begins with its creation and stands still between two of these. Decisions whose time is up then have been
    answered, or given to an AI level, when the answer comes; questions that arise from that are asked at the new time.
    """
    told = virtual_clock.move_on(bottega(), game_id, body["seconds"])
    return json_response(msgspec.json.encode(told), 200, {"Cache-Control": "no-store"})


def _view(game_id: str, seat: int) -> Response:
    """Show the seat the game as it is now."""
    return json_response(queries.view(bottega(), game_id, seat).body, 200, {"Cache-Control": "no-store"})
