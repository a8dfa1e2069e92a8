"""Entrants: who takes part in a tournament."""

from typing import Any

import msgspec
from flask import Response

from service.api.descriptions import REPLAYED
from service.api.operations import Resource, bottega, json_response, replayed
from service.api.tournaments import UNKEPT, shown
from service.contract.schemas.entrants import (
    Disqualification,
    Entrant,
    EntrantBody,
    EntrantList,
    NewPenalty,
    Reentry,
    Withdrawal,
)
from service.play import callers
from service.play.callers import Caller
from service.play.tournaments import queries, registration, rulings
from service.play.tournaments.creation import EntrantRequest
from service.problems import (
    AlreadyEntered,
    EntrantNotFound,
    NotOrganiser,
    ReentryClosed,
    RegistrationClosed,
    SameOwner,
    StageNotFound,
    TournamentBusy,
    TournamentFull,
    TournamentNotRunning,
    UnknownLevel,
    UnknownPlayer,
    WrongCode,
)

blueprint = Resource("entrants", __name__, description="Take part in tournaments: enter, check in, and withdraw.")


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants",
    "addEntrant",
    bearer="player",
    body=EntrantBody,
    responses={201: Entrant},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(
        AlreadyEntered,
        NotOrganiser,
        ReentryClosed,
        RegistrationClosed,
        SameOwner,
        TournamentBusy,
        TournamentFull,
        UnknownLevel,
        UnknownPlayer,
        WrongCode,
    ),
)
def add_entrant(body: dict[str, Any], tournament: str, caller: Caller) -> Response:
    """Enter a tournament.

    The organiser enters a player or an AI level, by a key with the scope `organise`, where `late_entries` are allowed
    also once it has begun. No two levels have the same name, so a request that names one may be repeated: it enters
    once. A player enters himself, with neither `player` nor `level`, where registration is open, or with the `code`;
    doing so again changes nothing. Who has withdrawn re-enters under the same number, as by `reenterEntrant`.
    """
    asked = {name: value for name, value in body.items() if name not in ("code", "reason")}
    if not {"player", "level"} & set(asked):
        asked["player"] = caller.player
    entered, repeated = registration.enter(
        bottega(), tournament, caller, EntrantRequest(**asked), code=body.get("code", ""), reason=body.get("reason", "")
    )
    return json_response(msgspec.json.encode(entered), 201, UNKEPT | replayed(repeated))


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/entrants",
    "listEntrants",
    bearer="anybody",
    responses={200: EntrantList},
)
def list_entrants(tournament: str, caller: Caller | None) -> Response:
    """List the entrants of a tournament.

    Gives all who have entered, in this order, those who have withdrawn included: everywhere else they are named by
    their numbers.
    """
    return shown(queries.entrants(bottega(), tournament, caller))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/check-in",
    "checkInEntrant",
    bearer="player",
    responses={200: Entrant},
    problems=(EntrantNotFound, NotOrganiser, RegistrationClosed, TournamentBusy),
)
def check_in(tournament: str, entrant: int, caller: Caller) -> Response:
    """Check in.

    Says that an entrant is there, before the tournament begins; again changes nothing. The bearer is the player, or the
    organiser.
    """
    _need(caller)
    return shown(registration.check_in(bottega(), tournament, caller, entrant))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/withdraw",
    "withdrawEntrant",
    bearer="player",
    body=Withdrawal,
    responses={200: Entrant},
    problems=(EntrantNotFound, NotOrganiser, TournamentBusy, TournamentNotRunning),
)
def withdraw_entrant(body: dict[str, str], tournament: str, entrant: int, caller: Caller) -> Response:
    """Withdraw from a tournament.

    The entrant is in no round from now on; games under way are played on, or given up by `resignSeat`. The place is
    free for another entrant, and `reenterEntrant` brings the entrant back. Again changes nothing. The bearer is the
    player, or the organiser.
    """
    _need(caller)
    return shown(registration.withdraw(bottega(), tournament, caller, entrant, body.get("reason", "")))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/reenter",
    "reenterEntrant",
    bearer="player",
    body=Reentry,
    responses={200: Entrant},
    problems=(EntrantNotFound, NotOrganiser, ReentryClosed, RegistrationClosed, TournamentBusy, TournamentFull),
)
def reenter_entrant(body: dict[str, str], tournament: str, entrant: int, caller: Caller) -> Response:
    """Re-enter an entrant.

    An entrant who has withdrawn, or was disqualified, takes part again under the same number and keeps the points won;
    missed rounds count nothing. In a knock-out that is possible until the next round is seated. During registration a
    player who has withdrawn re-enters alone; at all other times the organiser decides. Again changes nothing.
    """
    _need(caller)
    return shown(registration.reenter(bottega(), tournament, caller, entrant, body.get("reason", "")))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/disqualify",
    "disqualifyEntrant",
    bearer="player",
    body=Disqualification,
    responses={200: Entrant},
    problems=(EntrantNotFound, NotOrganiser, TournamentBusy, TournamentNotRunning),
)
def disqualify_entrant(body: dict[str, str], tournament: str, entrant: int, caller: Caller) -> Response:
    """Disqualify an entrant.

    The entrant is in no further round and is placed behind all others of the stage. Its running games are resigned, and
    rated as resigned games are. Results of games that have ended stay: set others by `setMatchResult`.
    `reenterEntrant` lifts a disqualification. Again changes nothing. Authorize with the key of the organiser.
    """
    return shown(rulings.disqualify(bottega(), tournament, caller, entrant, body["reason"]))


@blueprint.operation(
    "PUT",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/penalty",
    "setPenalty",
    bearer="player",
    body=NewPenalty,
    responses={200: Entrant},
    problems=(EntrantNotFound, NotOrganiser, StageNotFound, TournamentBusy, TournamentNotRunning),
)
def set_penalty(body: dict[str, Any], tournament: str, entrant: int, caller: Caller) -> Response:
    """Set a point penalty.

    Sets the points that an entrant loses in the stage that is played, in place of any penalty before; 0 removes it.
    The points of an entrant never fall below 0. Standings and pairings follow. Authorize with the key of the organiser.
    """
    return shown(rulings.penalise(bottega(), tournament, caller, entrant, body["points"], body["reason"]))


def _need(caller: Caller) -> None:
    """Raise InsufficientScope for a key that is made neither for playing nor for organising."""
    if "organise" not in caller.scopes:
        callers.require_scope(caller, "play")
