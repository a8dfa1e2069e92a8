"""Entrants: who takes part in a tournament."""

from typing import Any

import msgspec
from flask import Response

from service.api.descriptions import REPLAYED
from service.api.operations import Resource, bottega, json_response, replayed
from service.api.tournaments import UNKEPT, shown
from service.contract.schemas.entrants import Entrant, EntrantList, Entry, Withdrawal
from service.play import callers
from service.play.callers import Caller
from service.play.tournaments import entering, reading
from service.play.tournaments.creating import Wanted
from service.problems import (
    AlreadyEntered,
    EntrantNotFound,
    NotOrganiser,
    RegistrationClosed,
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
    "enterTournament",
    bearer="player",
    body=Entry,
    responses={201: Entrant},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(
        AlreadyEntered,
        NotOrganiser,
        RegistrationClosed,
        TournamentBusy,
        TournamentFull,
        UnknownLevel,
        UnknownPlayer,
        WrongCode,
    ),
)
def enter_tournament(body: dict[str, Any], tournament: str, caller: Caller) -> Response:
    """Enter a tournament.

    The organiser enters a player or an AI level, by a key with the scope `organise`, where `late_entries` are allowed
    also once it has begun. No two levels have the same name, so a request that names one may be repeated: it enters
    once. A player enters himself, with neither `player` nor `level`, where registration is open, or with the `code`;
    doing so again changes nothing.
    """
    asked = {name: value for name, value in body.items() if name not in ("code", "reason")}
    if not {"player", "level"} & set(asked):
        asked["player"] = caller.player
    entered, repeated = entering.enter(
        bottega(), tournament, caller, Wanted(**asked), code=body.get("code", ""), reason=body.get("reason", "")
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
    return shown(reading.entrants(bottega(), tournament, caller))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/check-in",
    "checkIn",
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
    return shown(entering.check_in(bottega(), tournament, caller, entrant))


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

    The entrant is in no round from now on; games under way are played on, or given up by `resignSeat`. Again changes
    nothing. The bearer is the player, or the organiser.
    """
    _need(caller)
    return shown(entering.withdraw(bottega(), tournament, caller, entrant, body.get("reason", "")))


def _need(caller: Caller) -> None:
    """Raise ScopeMissing for a key that is made neither for playing nor for organising."""
    if "organise" not in caller.scopes:
        callers.need(caller, "play")
