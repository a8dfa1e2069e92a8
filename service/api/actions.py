"""Actions: what a seat may do, and doing it."""

from typing import Any

import msgspec
from flask import Response

from service.api import batches, includes, limits
from service.api.descriptions import REPLAYED
from service.api.operations import Resource, bottega, idempotency, json_response, replayed
from service.contract.schemas.batches import ActionBatch, BatchKey, BatchQuery, BatchResponse
from service.contract.schemas.creation import IdempotencyKey
from service.contract.schemas.games import ActionQuery, ActionRequest, GameView, LegalActions, UndoRequest
from service.play import games, queries, undo_requests
from service.problems import (
    AiQueueFull,
    DecisionClosed,
    GameAborted,
    GameBusy,
    GameNotStarted,
    GameOver,
    IdempotencyKeyReused,
    NothingToUndo,
    NoUndosLeft,
    RulesNotHosted,
    SeatResigned,
    TimeExpired,
    UndoOff,
    UndoTooLate,
    VersionNotReached,
    WrongRuleset,
)
from service.store import StoredGame

blueprint = Resource("actions", __name__, description="Play: what a seat may do, and doing it.")


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/actions",
    "submitAction",
    bearer="required",
    body=ActionRequest,
    query=ActionQuery,
    headers=IdempotencyKey,
    responses={200: GameView},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(
        DecisionClosed,
        GameAborted,
        GameNotStarted,
        SeatResigned,
        TimeExpired,
        WrongRuleset,
        RulesNotHosted,
        IdempotencyKeyReused,
        GameBusy,
        AiQueueFull,
        VersionNotReached,
    ),
    may_reject=True,
    reads_game=True,
)
def submit_action(
    body: dict[str, Any], query: dict[str, Any], headers: dict[str, str], game_id: str, seat: int, stored: StoredGame
) -> Response:
    """Answer the seat's open decision.

    Carries out a legal action and shows the seat's new view. It is rejected with `decision_closed` when the decision is
    not open any more, but never because another seat answered a simultaneous one first. A dry run judges only.

    With `include` the answer tells all that the seat needs for its next turn: `actions`, what it may do if it is to act
    again; `events`, what has happened since the version `since`, its own action last; and what each of them changed. A
    repeated request is answered as before, its parts included.
    """
    dry_run, parts = query["dry_run"], includes.parts(query, game_id, seat)
    key = None if dry_run else idempotency(headers, f"action:{seat}")
    ruleset, decision, action = body["ruleset"], body["decision"], body["action"]
    answered = games.act(
        bottega(),
        game_id,
        seat,
        decision,
        action,
        ruleset=ruleset,
        idempotency=key,
        dry_run=dry_run,
        parts=parts,
        stored=stored,
    )
    return json_response(answered.body, 200, {"Cache-Control": "no-store"} | replayed(answered.replayed))


@blueprint.operation(
    "POST",
    "/v1/games/<game_id>/undo",
    "undoAction",
    bearer="required",
    body=UndoRequest,
    headers=IdempotencyKey,
    responses={200: GameView},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(
        GameAborted,
        GameBusy,
        GameNotStarted,
        GameOver,
        IdempotencyKeyReused,
        NothingToUndo,
        RulesNotHosted,
        SeatResigned,
        UndoOff,
        NoUndosLeft,
        UndoTooLate,
    ),
    reads_game=True,
)
def undo_action(body: dict[str, Any], headers: dict[str, str], game_id: str, seat: int, stored: StoredGame) -> Response:
    """Take an action of the seat back.

    The game stands as it stood before, by a new event with `undoes`. Versions go on, and decisions that were taken back
    are open again with new ids. A seat takes its actions back alone under three conditions: nobody else has acted
    since, nothing was drawn, and nobody has learnt anything hidden by them. What did not happen counts, too: an action
    stays if its result shows that something hidden is not finished.

    In a game with `undo` `consent` the other human players are asked where the seat may not do it alone. `undo_offer`
    in the response says who agrees so far; a seat agrees by sending the same `to`. Once all human players agree who are
    there and have not given up, the game goes back. An action by anybody ends the offer. Time that was spent stays
    spent, and the same dice fall again. A seat takes back at most a hundred times in one game.
    """
    key = idempotency(headers, f"undo:{seat}")
    answered = undo_requests.undo(bottega(), game_id, seat, body.get("to"), key, stored=stored)
    return json_response(answered.body, 200, {"Cache-Control": "no-store"} | replayed(answered.replayed))


@blueprint.operation(
    "POST",
    "/v1/actions:batch",
    "submitActions",
    bearer="entries",
    body=ActionBatch,
    query=BatchQuery,
    headers=BatchKey,
    responses={200: BatchResponse},
)
def submit_actions(body: dict[str, Any], query: dict[str, Any], headers: dict[str, str]) -> Response:
    """Answer decisions in many games.

    Carries actions out one after the other, each just as `submitAction` does: with its own token, exactly once by its
    own key, and with its own answer in the same place of `answers`. Whatever is wrong with one of them, its token, its
    game or its shape, is told there by `status` and `problem` and hurts no other. The answer is 200 even if no action
    was carried out. A batch counts as as many requests as it has actions.
    """
    actions = body["actions"]
    limits.spend(limits.REQUESTS, times=len(actions) - 1)
    answers = [batches.answer(each, query) for each in batches.keyed(actions, headers.get("key"))]
    return json_response(msgspec.json.encode({"results": answers}), 200, {"Cache-Control": "no-store"})


@blueprint.operation(
    "GET",
    "/v1/games/<game_id>/actions",
    "listLegalActions",
    bearer="required",
    responses={200: LegalActions},
    problems=(RulesNotHosted,),
    reads_game=True,
)
def list_legal_actions(game_id: str, seat: int, stored: StoredGame) -> Response:
    """List the legal actions of the seat.

    Gives every action that the bearer's seat may take now, in a fixed order; none while it is not to act.
    """
    limits.spend(limits.LEGAL_ACTIONS, f"{game_id}/{seat}")
    return json_response(queries.legal_actions(bottega(), stored, seat), 200, {"Cache-Control": "no-store"})
