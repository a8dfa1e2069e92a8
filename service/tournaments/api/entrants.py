"""Add, list and manage the entrants of a tournament."""

import msgspec
from flask import Response
from marshmallow import ValidationError

from service import problems
from service.api import limits
from service.api.arguments import unfit
from service.api.authentication import installation
from service.api.authorization import allow, require
from service.api.caching import UNCACHED, WITH_TOKEN
from service.api.descriptions import REPLAYED
from service.api.errors import show
from service.api.idempotency_secrets import secret_idempotency
from service.api.operations import Resource, json_response, replayed
from service.players.callers import Caller
from service.resources.headers import IdempotencyKey, SecretKey
from service.resources.players import CreatedKey
from service.tournaments import entrant_lists, guests, lineups, queries, registration, rulings
from service.tournaments import problems as tournament_problems
from service.tournaments.api.tournaments import shown
from service.tournaments.resources.entrants import (
    Disqualification,
    Entrant,
    EntrantBody,
    EntrantLine,
    EntrantList,
    EntrantListRequest,
    EntrantReport,
    GuestPin,
    Lineup,
    LineupRequest,
    ListedEntrant,
    PenaltyRequest,
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
        tournament_problems.AlreadyEntered,
        problems.InvitationDeclined,
        tournament_problems.NotOrganiser,
        tournament_problems.ReentryClosed,
        tournament_problems.RegistrationClosed,
        problems.SameOwner,
        problems.TournamentBusy,
        tournament_problems.TournamentFull,
        problems.UnknownLevel,
        problems.UnknownPlayer,
        tournament_problems.WrongCode,
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
    entered, repeated = registration.enter(installation(), tournament, caller, body)
    return json_response(entered, 201, UNCACHED | replayed(repeated))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants:batch",
    "addEntrants",
    access=require("player"),
    body=EntrantListRequest,
    responses={200: EntrantReport},
    problems=(
        tournament_problems.NotOrganiser,
        tournament_problems.RegistrationClosed,
        problems.TournamentBusy,
    ),
)
def add_entrants(body: EntrantListRequest, tournament: str, caller: Caller) -> Response:
    """Add a list of entrants to a tournament.

    Returns a result for each line: the entrant, or the problem of `addEntrant`. A line with a problem adds no entrant.
    The others are added. A retry adds no entrant twice: a `name` in use is `already_entered`.

    - A line with neither `player` nor `level` is a guest: a player without an account. The result has the guest's
      `pin`, with which the guest signs in (`signInGuest`).
    - A line with `new_pin` replaces the PIN of the guest of that name, also after registration. The old
      PIN ends at once. Devices on which the guest has signed in keep their keys.
    - The organiser knows the PINs, and can therefore play for guests and see what they see.
    - Each guest of an organiser without scope `organise` counts as a created player of the IP address.

    The key of the organiser needs scope `organise`, or that of the tournament. Assistants (`staff`) add entrants, too,
    with scope `create`.
    """
    lines = [_admitted(each, caller) for each in body.entrants]
    results = entrant_lists.enter_all(installation(), tournament, caller, lines)
    return shown(EntrantReport(tuple(map(_line, lines, results))))


def _admitted(line: entrant_lists.Line, caller: Caller) -> entrant_lists.Line:
    """Count a guest as a created player; return the line, or the error of an invalid or excessive one."""
    if isinstance(line, ValidationError):
        return unfit(line.messages)
    if isinstance(line, Exception) or line.player or line.level or line.new_pin or "organise" in caller.scopes:
        return line
    try:
        limits.spend(limits.PLAYERS)
    except problems.TooManyRequests as error:
        return error
    return line


def _line(line: entrant_lists.Line, result: entrant_lists.LineResult) -> EntrantLine:
    if not isinstance(result, Exception):
        return EntrantLine(200 if isinstance(line, ListedEntrant) and line.new_pin else 201, entrant=result)
    response = show(result)
    return EntrantLine(response.status_code, problem=msgspec.Raw(response.get_data()))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/sign-in",
    "signInGuest",
    access=allow("player"),
    body=GuestPin,
    headers=SecretKey,
    responses={201: CreatedKey},
    sends={"Idempotent-Replayed": REPLAYED},
    problems=(
        tournament_problems.EntrantNotFound,
        problems.IdempotencyKeyReused,
        tournament_problems.TooManyPins,
        problems.TooManyKeys,
        tournament_problems.TournamentNotRunning,
        tournament_problems.WrongPin,
    ),
)
def sign_in_guest(
    body: GuestPin, headers: IdempotencyKey, tournament: str, entrant: int, caller: Caller | None
) -> Response:
    """Sign in as a guest of a tournament.

    Returns a new key of the guest's player, which is shown once. It has scope `play` and expires after thirty days. A
    guest can sign in on several devices, until the tournament has ended. A guest has ten tries in a quarter of an hour.
    The problem of a wrong PIN in a private tournament is `tournament_not_found`.
    """
    key = secret_idempotency(headers, "guest", caller)
    created, repeated = guests.sign_in(installation(), tournament, caller, entrant, body.pin, key)
    return json_response(created, 201, WITH_TOKEN | replayed(repeated))


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
    return shown(queries.entrants(installation(), tournament, caller))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/check-in",
    "checkInEntrant",
    access=require("player"),
    responses={200: Entrant},
    problems=(
        tournament_problems.EntrantNotFound,
        tournament_problems.NotOrganiser,
        tournament_problems.RegistrationClosed,
        problems.TournamentBusy,
    ),
)
def check_in(tournament: str, entrant: int, caller: Caller) -> Response:
    """Check in an entrant.

    Confirms before the start that an entrant is present. A repeated call changes nothing. Authorize with the player's
    key with scope `play`, or with the key of the organiser or an assistant.
    """
    return shown(registration.check_in(installation(), tournament, caller, entrant))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/withdraw",
    "withdrawEntrant",
    access=require("player"),
    body=Withdrawal,
    responses={200: Entrant},
    problems=(
        tournament_problems.EntrantNotFound,
        tournament_problems.NotOrganiser,
        problems.TournamentBusy,
        tournament_problems.TournamentNotRunning,
        tournament_problems.VacationNotAllowed,
    ),
)
def withdraw_entrant(body: Withdrawal, tournament: str, entrant: int, caller: Caller) -> Response:
    """Withdraw an entrant.

    Leaves the entrant out of all rounds from now on. Running games continue, or can be resigned (`resignSeat`). The
    place is free for another entrant; `reenterEntrant` reverses the withdrawal. A repeated call changes nothing.
    Authorize with the player's key with scope `play`, or with the key of the organiser or a referee.

    With `vacation_until` the entrant stays, and is on vacation. All clocks of its running games of the tournament, and
    of games that start then, stand still. An own action ends the vacation in this game, an action of a queue does not.
    `round_ends` do not move.
    """
    return shown(registration.withdraw(installation(), tournament, caller, entrant, body))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/reenter",
    "reenterEntrant",
    access=require("player"),
    body=Reentry,
    responses={200: Entrant},
    problems=(
        tournament_problems.AlreadyEntered,
        tournament_problems.EntrantNotFound,
        problems.InvitationDeclined,
        tournament_problems.NotOrganiser,
        tournament_problems.ReentryClosed,
        tournament_problems.RegistrationClosed,
        problems.SameOwner,
        problems.TournamentBusy,
        tournament_problems.TournamentFull,
        problems.UnknownPlayer,
    ),
)
def reenter_entrant(body: Reentry, tournament: str, entrant: int, caller: Caller) -> Response:
    """Reenter an entrant.

    An entrant who has withdrawn, or was disqualified, takes part again. The entrant keeps its number and its points;
    missed rounds earn no points. A repeated call changes nothing.

    - During registration, and in a running ladder, a player who has withdrawn can reenter, with scope `play`. At all
      other times the organiser or a referee does it.
    - An entrant on vacation comes back before its end, at any time. The rest of the days stays.
    - In a knock-out an entrant can reenter until the next round is created.
    - With `player` the organiser lets another player play for the entrant, withdrawn or not. The name is that of the
      player, who also takes over the running games, unless `takes_over` is false. The former player loses these seats.
      A rated game that was taken over changes no rating of its seat, and none at all between two players.
    - After the end the organiser can lift a disqualification. The tournament is `running` again if a match is left to
      play.
    """
    return shown(registration.reenter(installation(), tournament, caller, entrant, body))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/disqualify",
    "disqualifyEntrant",
    access=require("player"),
    body=Disqualification,
    responses={200: Entrant},
    problems=(
        tournament_problems.EntrantNotFound,
        tournament_problems.NotOrganiser,
        problems.TournamentBusy,
        tournament_problems.TournamentNotRunning,
    ),
)
def disqualify_entrant(body: Disqualification, tournament: str, entrant: int, caller: Caller) -> Response:
    """Disqualify an entrant.

    Leaves the entrant out of all further rounds, and ranks it behind all others of the stage. Its running games are
    resigned, and rated as resigned games. A repeated call changes nothing.

    Results of finished games stay; change them by `setMatchResult`. `reenterEntrant` lifts a disqualification.
    Authorize with the key of the organiser or a referee.
    """
    return shown(rulings.disqualify(installation(), tournament, caller, entrant, body.reason))


@blueprint.operation(
    "PUT",
    "/v1/tournaments/<tournament>/entrants/<int:entrant>/penalty",
    "setPenalty",
    access=require("player"),
    body=PenaltyRequest,
    responses={200: Entrant},
    problems=(
        tournament_problems.EntrantNotFound,
        tournament_problems.NotOrganiser,
        tournament_problems.StageNotFound,
        problems.TournamentBusy,
        tournament_problems.TournamentNotRunning,
    ),
)
def set_penalty(body: PenaltyRequest, tournament: str, entrant: int, caller: Caller) -> Response:
    """Set a point penalty.

    Sets the points that an entrant loses in the current stage. It replaces an earlier penalty; 0 removes it. The points
    of an entrant never fall below 0. Standings and pairings change accordingly.

    Authorize with the key of the organiser or a referee.
    """
    return shown(rulings.penalise(installation(), tournament, caller, entrant, body))


@blueprint.operation(
    "PUT",
    "/v1/tournaments/<tournament>/lineup",
    "setLineup",
    access=require("player"),
    body=LineupRequest,
    responses={200: Lineup},
    problems=(
        tournament_problems.InvalidLineup,
        tournament_problems.LineupClosed,
        tournament_problems.NotOrganiser,
        problems.TournamentBusy,
        tournament_problems.TournamentNotRunning,
    ),
)
def set_lineup(body: LineupRequest, tournament: str, caller: Caller) -> Response:
    """Set a line-up.

    Returns the line-up of a team for the next round. It replaces an earlier one. Without it, the members play in the
    order of their boards. Other teams see it once the round is created. The captain reads it by `listEntrants`.

    Authorize with the key of a captain with scope `play`, until the time in `closes_at`, or with the key of the
    organiser or a referee. Captains are the members whom the organiser named (`teams` of `updateTournament`), or else
    the first present member.
    """
    return shown(lineups.set_lineup(installation(), tournament, caller, body))
