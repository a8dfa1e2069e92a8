"""Resign, return, abort games, and change or advance clocks."""

from flask import Response

from service import problems
from service.api.authentication import installation
from service.api.authorization import require
from service.api.caching import UNCACHED
from service.api.descriptions import REPLAYED
from service.api.operations import Resource, idempotency, json_response, replayed
from service.playing import abort, clock_changes, virtual_clock
from service.playing import missed_decisions as use_cases
from service.reading import queries
from service.resources.absence import AbortStatus, ClockAdvance, ClockChange, VirtualTime
from service.resources.games import GameView
from service.resources.headers import IdempotencyKey
from service.store import StoredGame

blueprint = Resource(
    "absence", __name__, description="Resign, return to a seat, abort games, and advance virtual clocks."
)

PLAYING = (
    problems.GameAborted,
    problems.GameBusy,
    problems.GameFaulty,
    problems.GameNotStarted,
    problems.GameOver,
    problems.RulesNotHosted,
)
"""Problems of resigning and returning."""


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/resign",
    "resignSeat",
    access=require("seat"),
    responses={200: GameView},
    problems=PLAYING,
)
def resign(game_id: str, seat: int) -> Response:
    """Resign the game.

    Resigns the caller's seat for good. A repeated call changes nothing. The log gets an event with a `change` of kind
    `resigned`.

    - If only one other seat is left, the game ends at once, and that seat wins. So a resignation always ends a game of
      two. `ended_by` is `resignation`, and the points count as they stand.
    - Otherwise the game continues. The service plays the seat on, by the AI level that `absence` names, or by default
      actions.
    - Players who resign rank below all others. A player who resigned later ranks higher. The seat keeps its score.
    """
    use_cases.resign(installation(), game_id, seat)
    return _view(game_id, seat)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/return",
    "returnToSeat",
    access=require("seat"),
    responses={200: GameView},
    problems=(*PLAYING, problems.SeatResigned),
)
def return_to_seat(game_id: str, seat: int) -> Response:
    """Return to the seat.

    Takes the caller's seat back from the AI level that took over after a missed deadline. The notice `taken_over`
    announces a takeover. The log gets an event with a `change` of kind `returned`. Nothing happens if no AI level plays
    the seat.

    - The AI level leaves at once, or after the pending decision if its deadline has passed.
    - Submitting an action has the same effect.
    - With `absence` `level`, the AI level stays after two missed deadlines in a row. A call after the first one resets
      that count, even while the AI level still thinks.
    """
    use_cases.return_to_seat(installation(), game_id, seat)
    return _view(game_id, seat)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/abort",
    "abortGame",
    access=require("participant"),
    responses={200: AbortStatus},
    problems=(
        problems.AbortTooLate,
        problems.GameBusy,
        problems.GameOver,
        problems.GameFaulty,
        problems.RulesNotHosted,
    ),
)
def abort_game(game_id: str, seat: int | None, creator: bool) -> Response:  # noqa: FBT001  # as `participant` passes it
    """Abort a game, or ask to abort it.

    The creator can abort the game until every human player has acted. A seat asks to abort it; the game is aborted once
    all human players have asked. That is possible at any time, also in a rated game.

    An aborted game has the status `aborted`. It accepts no actions, and has no result and no record. A repeated call
    changes nothing.
    """
    response = abort.abort(installation(), game_id, seat, creator=creator)
    return json_response(response, 200, UNCACHED)


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/clocks",
    "changeClocks",
    access=require("seat", game=True),
    body=ClockChange,
    headers=IdempotencyKey,
    responses={200: GameView},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(*PLAYING, problems.ClockChangeNotAllowed, problems.IdempotencyKeyReused, problems.SeatResigned),
)
def change_clocks(
    body: ClockChange,
    headers: IdempotencyKey,
    game_id: str,  # noqa: ARG001  # in the path
    seat: int,
    stored: StoredGame,
) -> Response:
    """Pause the clocks, or give time.

    Changes the clocks of a running game. Each change adds an event with a `change` to the log, which all see.

    - `pause` requests a pause. `pause` in the response has the seats that agree. The clocks stand still once all human
      players agree who have not resigned. A sole human player pauses alone, but not in a rated game.
    - While the clocks stand still, no deadline passes. An action of any player resumes the game, and so does `resume`.
    - A pause never moves the time until which a tournament round is open.
    - `give_time` adds time to the budget of each other human player.

    A seat can change the clocks up to 100 times per game.
    """
    key = idempotency(headers, f"clocks:{seat}")
    response = clock_changes.change(installation(), stored, seat, body, key)
    return json_response(response.body, 200, UNCACHED | replayed(response.replayed))


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/clock",
    "advanceClock",
    access=require("creator"),
    body=ClockAdvance,
    responses={200: VirtualTime},
    problems=(problems.ClockNotVirtual, problems.GameBusy, problems.GameFaulty, problems.RulesNotHosted),
)
def advance_clock(body: ClockAdvance, game_id: str) -> Response:
    """Advance the virtual clock of a game.

    Moves the time of a sandbox game forward by some seconds. The virtual clock starts when the game is created and
    stands still between calls.

    Decisions whose deadlines pass on the way are resolved, or handed to an AI level, before the response. Decisions
    that follow from them start at the new time. Authorize with the creator token, or with the key of the player who
    created the game.
    """
    response = virtual_clock.move_on(installation(), game_id, body)
    return json_response(response, 200, UNCACHED)


def _view(game_id: str, seat: int) -> Response:
    return json_response(queries.view(installation(), game_id, seat).body, 200, UNCACHED)
