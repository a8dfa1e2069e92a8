"""Add, list and manage the entrants of a tournament."""

from flask import Response

from service.api.authentication import bottega
from service.api.authorization import allow, require
from service.api.caching import UNCACHED
from service.api.descriptions import REPLAYED
from service.api.operations import Resource, json_response, replayed
from service.players.callers import Caller
from service.problems import SameOwner, TournamentBusy, UnknownLevel, UnknownPlayer
from service.tournaments import queries, registration, rulings
from service.tournaments.api.tournaments import shown
from service.tournaments.problems import (
    AlreadyEntered,
    EntrantNotFound,
    NotOrganiser,
    ReentryClosed,
    RegistrationClosed,
    StageNotFound,
    TournamentFull,
    TournamentNotRunning,
    WrongCode,
)
from service.tournaments.resources.entrants import (
    Disqualification,
    Entrant,
    EntrantBody,
    EntrantList,
    NewPenalty,
    Reentry,
    Withdrawal,
)

blueprint = Resource(
    "entrants", __name__, description="Entrants of a tournament: enter, check in, withdraw and reenter."
)


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants",
    "addEntrant",
    access=require("player"),
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
def add_entrant(body: EntrantBody, tournament: str, caller: Caller) -> Response:
    """Add an entrant to a tournament.

    Returns the entrant with its number.

    - The organiser adds a player or an AI level, with a key with scope `organise`. A `name` in use is rejected, so a
      retry with the same name adds nothing.
    - A player enters with neither `player` nor `level`, if registration is open, or with the `code`. The key needs the
      scope `play`. A repeated call changes nothing.
    - With `late_entries` both are possible after the start, too. During a pause only the organiser adds entrants.
    - A private tournament is `tournament_not_found` for a player who cannot enter it.
    - An entrant who has withdrawn gets the same number again, as by `reenterEntrant`.
    """
    entered, repeated = registration.enter(bottega(), tournament, caller, body)
    return json_response(entered, 201, UNCACHED | replayed(repeated))


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/entrants",
    "listEntrants",
    access=allow("player"),
    responses={200: EntrantList},
)
def list_entrants(tournament: str, caller: Caller | None) -> Response:
    """List the entrants of a tournament.

    Returns all entrants in the order in which they entered, including those who have withdrawn. All other operations
    refer to entrants by their numbers.
    """
    return shown(queries.entrants(bottega(), tournament, caller))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/check-in",
    "checkInEntrant",
    access=require("player"),
    responses={200: Entrant},
    problems=(EntrantNotFound, NotOrganiser, RegistrationClosed, TournamentBusy),
)
def check_in(tournament: str, entrant: int, caller: Caller) -> Response:
    """Check in an entrant.

    Confirms before the start that an entrant is present. A repeated call changes nothing. Authorize with the player's
    key with scope `play`, or with the organiser's key with scope `organise`.
    """
    return shown(registration.check_in(bottega(), tournament, caller, entrant))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/withdraw",
    "withdrawEntrant",
    access=require("player"),
    body=Withdrawal,
    responses={200: Entrant},
    problems=(EntrantNotFound, NotOrganiser, TournamentBusy, TournamentNotRunning),
)
def withdraw_entrant(body: Withdrawal, tournament: str, entrant: int, caller: Caller) -> Response:
    """Withdraw an entrant.

    Leaves the entrant out of all rounds from now on. Running games continue, or can be resigned (`resignSeat`). The
    place is free for another entrant; `reenterEntrant` reverses the withdrawal. A repeated call changes nothing.
    Authorize with the player's key with scope `play`, or with the organiser's key with scope `organise`.
    """
    return shown(registration.withdraw(bottega(), tournament, caller, entrant, body.reason))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/reenter",
    "reenterEntrant",
    access=require("player"),
    body=Reentry,
    responses={200: Entrant},
    problems=(EntrantNotFound, NotOrganiser, ReentryClosed, RegistrationClosed, TournamentBusy, TournamentFull),
)
def reenter_entrant(body: Reentry, tournament: str, entrant: int, caller: Caller) -> Response:
    """Reenter an entrant.

    An entrant who has withdrawn, or was disqualified, takes part again. The entrant keeps its number and its points;
    missed rounds earn no points. A repeated call changes nothing.

    - During registration a player who has withdrawn can reenter, with scope `play`. At all other times the organiser
      does it, with scope `organise`.
    - In a knock-out an entrant can reenter until the next round is created.
    - After the end the organiser can lift a disqualification. The tournament is `running` again if a match is left to
      play.
    """
    return shown(registration.reenter(bottega(), tournament, caller, entrant, body.reason))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/disqualify",
    "disqualifyEntrant",
    access=require("player"),
    body=Disqualification,
    responses={200: Entrant},
    problems=(EntrantNotFound, NotOrganiser, TournamentBusy, TournamentNotRunning),
)
def disqualify_entrant(body: Disqualification, tournament: str, entrant: int, caller: Caller) -> Response:
    """Disqualify an entrant.

    Leaves the entrant out of all further rounds, and ranks it behind all others of the stage. Its running games are
    resigned, and rated as resigned games. A repeated call changes nothing.

    Results of finished games stay; change them by `setMatchResult`. `reenterEntrant` lifts a disqualification.
    Authorize with the organiser's key.
    """
    return shown(rulings.disqualify(bottega(), tournament, caller, entrant, body.reason))


@blueprint.operation(
    "PUT",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/penalty",
    "setPenalty",
    access=require("player"),
    body=NewPenalty,
    responses={200: Entrant},
    problems=(EntrantNotFound, NotOrganiser, StageNotFound, TournamentBusy, TournamentNotRunning),
)
def set_penalty(body: NewPenalty, tournament: str, entrant: int, caller: Caller) -> Response:
    """Set a point penalty.

    Sets the points that an entrant loses in the current stage. It replaces an earlier penalty; 0 removes it. The points
    of an entrant never fall below 0. Standings and pairings change accordingly. Authorize with the organiser's key.
    """
    return shown(rulings.penalise(bottega(), tournament, caller, entrant, body))
