"""List, submit and queue the actions of a seat."""

from flask import Response
from msgspec import UNSET

from service import problems
from service.api import batches, includes, limits
from service.api.authentication import installation
from service.api.authorization import BY_ENTRY, require
from service.api.caching import UNCACHED, expected
from service.api.descriptions import ENTITY_TAG, REPLAYED
from service.api.operations import Resource, idempotency, json_response, replayed, tagged_response
from service.playing import action_queues, games, undo_requests
from service.playing.games import SubmittedAction
from service.reading import queries
from service.resources.batches import ActionBatch, BatchKey, BatchQuery, BatchResponse
from service.resources.games import ActionQuery, ActionRequest, GameView, LegalActions, UndoRequest
from service.resources.headers import IdempotencyKey, IfMatch
from service.resources.queues import ActionQueue, ActionQueueRequest
from service.store import StoredGame

blueprint = Resource("actions", __name__, description="List, submit and queue actions, and undo them.")


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/actions",
    "submitAction",
    access=require("seat", game=True, cached=True),
    body=ActionRequest,
    query=ActionQuery,
    headers=IdempotencyKey,
    responses={200: GameView},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(
        problems.DecisionClosed,
        problems.GameNotStarted,
        problems.TimeExpired,
        problems.WrongRuleset,
        problems.GameFaulty,
        problems.RulesNotHosted,
        problems.IdempotencyKeyReused,
        problems.GameBusy,
        problems.AiQueueFull,
        problems.VersionNotReached,
    ),
    may_reject=True,
)
def submit_action(
    body: ActionRequest, query: ActionQuery, headers: IdempotencyKey, game_id: str, seat: int, stored: StoredGame
) -> Response:
    """Submit an action for a pending decision.

    Performs a legal action and returns the seat's new view.

    - A decision that is not pending any more is rejected with `decision_closed`. It was closed by another action, by an
      undo, by a resignation, or by the end or abort of the game. A simultaneous decision stays pending when another
      seat submits its action first.
    - With `dry_run` the action is only checked.
    - With `include` the response also has the seat's legal `actions`, or the `events` after the version `since`. On
      request each event has its changes to the view.
    - A retry with the same `Idempotency-Key` gets the first response again, with the same parts.
    """
    parts = includes.of_words(query.include, None if query.since is UNSET else query.since)
    if query.dry_run:
        includes.counted(parts, game_id, seat)
    key = None if query.dry_run else idempotency(headers, f"action:{seat}")
    submitted = SubmittedAction(seat, body.decision, body.action, body.ruleset, key, query.dry_run, parts)
    response = games.act(installation(), stored, submitted)
    return json_response(response.body, 200, UNCACHED | replayed(response.replayed))


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/undo",
    "undoAction",
    access=require("seat", game=True),
    body=UndoRequest,
    headers=IdempotencyKey,
    responses={200: GameView},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(
        problems.GameAborted,
        problems.GameBusy,
        problems.GameNotStarted,
        problems.GameOver,
        problems.IdempotencyKeyReused,
        problems.NothingToUndo,
        problems.GameFaulty,
        problems.RulesNotHosted,
        problems.SeatResigned,
        problems.UndoNotAllowed,
        problems.NoUndosLeft,
        problems.UndoTooLate,
    ),
)
def undo_action(
    body: UndoRequest,
    headers: IdempotencyKey,
    game_id: str,  # noqa: ARG001  # in the path
    seat: int,
    stored: StoredGame,
) -> Response:
    """Undo an action of the seat.

    Restores the game to an earlier position by adding an event with `undoes`. Versions keep increasing. Decisions that
    were undone are pending again, with new ids.

    A seat can undo its actions alone if all of these hold:

    - No other seat has acted since.
    - Nothing was drawn at random.
    - No player has learnt hidden information from them, not even from an event that did not happen.

    In a game with `undo: consent` the other human players must agree to any other undo:

    - `undo_offer` in the response lists the seats that agree so far. A seat agrees by sending the same `to`.
    - The action is undone once all human players agree. Players who have resigned or forfeited need not agree, nor do
      open seats without a player.
    - An action of any seat cancels the offer, and so does `declineUndo`.

    Spent time stays spent, and the random draws repeat. A seat can undo up to 100 times per game. See
    `/docs/guides/playing`.
    """
    key = idempotency(headers, f"undo:{seat}")
    response = undo_requests.undo(installation(), stored, seat, body, key)
    return json_response(response.body, 200, UNCACHED | replayed(response.replayed))


@blueprint.operation(
    "DELETE",
    "/v1/games/<game_id>/undo",
    "declineUndo",
    access=require("seat"),
    responses={204: None},
    problems=(
        problems.GameAborted,
        problems.GameBusy,
        problems.GameNotStarted,
        problems.GameOver,
        problems.GameFaulty,
        problems.RulesNotHosted,
        problems.SeatResigned,
        problems.UndoNotAllowed,
    ),
)
def decline_undo(game_id: str, seat: int) -> Response:
    """Decline an undo request.

    Cancels the undo request that awaits consent. The seat that sent the request withdraws it in the same way. Without
    a request nothing happens.

    Streams with `undo_offers` send the change at once. The log gets no event.
    """
    undo_requests.decline(installation(), game_id, seat)
    return Response(status=204)


@blueprint.operation(
    "POST",
    "/v1/actions:batch",
    "submitActions",
    access=BY_ENTRY,
    body=ActionBatch,
    query=BatchQuery,
    headers=BatchKey,
    responses={200: BatchResponse},
)
def submit_actions(body: ActionBatch, query: BatchQuery, headers: BatchKey) -> Response:
    """Submit actions in many games.

    Performs the actions one after the other. Each is handled as by `submitAction`, with its own token and its own
    idempotency key. Each has its result in the same place of `results`.

    - An invalid action has its own `status` and `problem` in `results`, and does not affect the others.
    - The response is 200 even if no action was performed.
    - Each action of a batch counts as one request for the rate limit.
    - With `dry_run` the actions are only checked. An illegal action then has its rejection in `problem`.
    """
    limits.spend(limits.REQUESTS, times=len(body.actions) - 1)
    results = tuple(batches.answer(each, query) for each in batches.keyed(body, headers.key or ""))
    return json_response(BatchResponse(results), 200, UNCACHED)


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/actions",
    "listLegalActions",
    access=require("seat", game=True),
    responses={200: LegalActions},
    problems=(
        problems.GameFaulty,
        problems.RulesNotHosted,
    ),
)
def list_legal_actions(game_id: str, seat: int, stored: StoredGame) -> Response:
    """List legal actions.

    Returns every action that the caller's seat may take now, in a fixed order. The list is empty if the seat has no
    pending decision.
    """
    limits.spend(limits.LEGAL_ACTIONS, f"{game_id}/{seat}")
    return json_response(queries.legal_actions(installation(), stored, seat), 200, UNCACHED)


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/queue",
    "getActionQueue",
    access=require("seat", game=True),
    responses={200: ActionQueue},
    sends=ENTITY_TAG,
    problems=(problems.ActionQueueDisabled, problems.RulesNotHosted),
)
def get_action_queue(game_id: str, seat: int, stored: StoredGame) -> Response:  # noqa: ARG001  # in the path
    """Get the action queue of the seat.

    Returns the actions that wait for later decisions of the caller's seat, or why the last queue was dropped. No other
    seat, no spectator and not the creator can see them.
    """
    return tagged_response(*action_queues.read_queue(installation(), stored, seat))


@blueprint.operation(
    "PUT",
    "/v1/games/<game_id>/queue",
    "queueActions",
    access=require("seat"),
    body=ActionQueueRequest,
    conditional=IfMatch,
    responses={200: ActionQueue},
    sends=ENTITY_TAG,
    problems=(
        problems.ActionQueueDisabled,
        problems.DecisionClosed,
        problems.GameAborted,
        problems.GameBusy,
        problems.GameNotStarted,
        problems.GameOver,
        problems.PreconditionFailed,
        problems.GameFaulty,
        problems.RulesNotHosted,
        problems.SeatResigned,
        problems.VersionNotReached,
        problems.WrongRuleset,
    ),
)
def queue_actions(body: ActionQueueRequest, game_id: str, seat: int) -> Response:
    """Queue actions for later decisions.

    Replaces the action queue of the caller's seat and returns it. An empty list clears the queue.

    - When a decision of the seat opens after `version`, the service submits the first action at once. The log shows it
      like any other action.
    - An action that is not legal then, or whose condition does not hold, is not submitted. The service drops the whole
      queue, and `dropped` has the reason. A player also gets the notice `queue_dropped`.
    - The service also drops the queue after an undo, and when an AI level or a default action answers the decision. An
      action that the seat submits itself replaces the queue.

    Send the `version` of the view that the player has seen. If the seat has acted on a later decision since, the
    request is rejected with `decision_closed`. The creator of the game can forbid queues (`queued_actions`).
    """
    return tagged_response(*action_queues.replace_queue(installation(), game_id, seat, body, expected()))
