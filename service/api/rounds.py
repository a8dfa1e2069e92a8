"""Rounds: who meets whom in a tournament, and how it ended."""

from typing import Any

from flask import Response

from service.api.operations import Resource, bottega
from service.api.tournaments import done, shown
from service.contract.schemas.rounds import (
    MatchRuling,
    NewResult,
    NewRound,
    Pairings,
    ReasonQuery,
    ResultQuery,
    Round,
    RoundList,
)
from service.contract.schemas.tournaments import Tournament
from service.play.callers import Caller
from service.play.tournaments import control, queries, rulings
from service.play.tournaments.control import Seats
from service.play.tournaments.rulings import Decision, Match
from service.problems import (
    IncompletePairings,
    InvalidPairings,
    InvalidResult,
    LaterRoundSeated,
    NotOrganiser,
    ResultNotSet,
    RoundNotFinished,
    RoundNotFound,
    RoundStarted,
    TableNotFound,
    TournamentBusy,
    TournamentNotRunning,
)

blueprint = Resource("rounds", __name__, description="Rounds of a tournament: pairings, tables and results.")

RULING = (
    InvalidResult,
    LaterRoundSeated,
    NotOrganiser,
    RoundNotFound,
    TableNotFound,
    TournamentBusy,
    TournamentNotRunning,
)
"""The problems of a ruling on a match."""


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/pairings:preview",
    "previewPairings",
    bearer="player",
    responses={200: Pairings},
    problems=(NotOrganiser, RoundNotFinished, TournamentNotRunning),
)
def preview_pairings(tournament: str, caller: Caller) -> Response:
    """Preview the pairings of the next round.

    Draws the next round as `createRound` would now, and seats nobody. The bearer is the organiser.
    """
    return shown(control.preview(bottega(), tournament, caller))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/rounds",
    "createRound",
    bearer="player",
    body=NewRound,
    responses={201: Tournament, 202: Tournament},
    problems=(
        InvalidPairings,
        IncompletePairings,
        NotOrganiser,
        RoundNotFinished,
        TournamentBusy,
        TournamentNotRunning,
    ),
)
def create_round(body: dict[str, Any], tournament: str, caller: Caller) -> Response:
    """Seat the next round.

    Draws it from the seed, or takes the `tables` that the organiser seats by hand, and creates all its games: the round
    is listed as soon as they are there. The caller is the organiser.

    A round seated by hand names each entrant who is due exactly once: at a table, in `byes`, or in `sitting_out`. Due
    are:

    - Swiss and round robin: all entrants of the stage who have not withdrawn. Groups of a round robin that have played
      all their rounds need no place.
    - Knock-outs: the entrants who are still in and play in this round. No more of them go on than the bracket has
      places for.
    - Arena: nobody must be named. Free entrants who are not named wait; there are no byes.

    All entrants of a table are in one group, and in one bracket of a double knock-out.

    Creating the games of a large round takes longer than a request. The response is then 202, and `seating` shows how
    many games exist. The service continues.
    """
    reason = body.get("reason", "")
    if "tables" not in body:
        return done(control.next_round(bottega(), tournament, caller, reason), 201)
    seats = Seats([each["entrants"] for each in body["tables"]], body.get("byes", []), body.get("sitting_out", []))
    return done(control.pair(bottega(), tournament, caller, seats, reason), 201)


@blueprint.operation(
    "GET", "/v1/tournaments/<tournament>/rounds", "listRounds", bearer="anybody", responses={200: RoundList}
)
def list_rounds(tournament: str, caller: Caller | None) -> Response:
    """List the rounds of a tournament.

    Gives each round with its tables, their games and what was won there; one whose games are still being created is not
    there yet.
    """
    return shown(queries.rounds(bottega(), tournament, caller, None))


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/rounds/<int:round>",
    "getRound",
    bearer="anybody",
    responses={200: Round},
    problems=(RoundNotFound,),
)
def get_round(tournament: str, round: int, caller: Caller | None) -> Response:  # noqa: A002  # as in the address
    """Look at a round.

    Gives its tables, their games and what was won there.
    """
    return shown(queries.rounds(bottega(), tournament, caller, round))


@blueprint.operation(
    "DELETE",
    "/v1/tournaments/<tournament>/rounds/<int:round>",
    "deleteRound",
    bearer="player",
    query=ReasonQuery,
    responses={200: Tournament},
    problems=(LaterRoundSeated, NotOrganiser, RoundStarted, RoundNotFound, TournamentBusy, TournamentNotRunning),
)
def delete_round(
    query: dict[str, Any],
    tournament: str,
    round: int,  # noqa: A002  # as in the address
    caller: Caller,
) -> Response:
    """Take back a round.

    Takes back the latest round, stops its games and pauses the tournament, so that you can correct the results before
    it. The round must not have begun: no human player has acted in it, no game has ended, no result was set. The first
    round of a later stage takes this stage with it. `resumeTournament` or `createRound` seats the round again, with new
    deals. Authorize with the key of the organiser.
    """
    return shown(rulings.take_back(bottega(), tournament, caller, round, query.get("reason", "")))


@blueprint.operation(
    "PUT",
    "/v1/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/result",
    "setMatchResult",
    bearer="player",
    body=NewResult,
    responses={200: MatchRuling},
    problems=RULING,
)
def set_match_result(
    body: dict[str, Any],
    tournament: str,
    round: int,  # noqa: A002  # as in the address
    table: int,
    caller: Caller,
) -> Response:
    """Set a match result.

    Sets how a match, or one `game` of it, has ended, in place of what was played or is still to be played. The latest
    ruling counts. Running games that it covers are stopped and change no rating. A game that had ended keeps its record
    and its rating. Standings follow at once; the response lists what has changed in them.

    A result on which a seated round depends is rejected: `later_round_seated`. In a knock-out that is the next round,
    if other entrants would go on; a later stage depends on who qualifies. Take that round back first
    (`deleteRound`), if it has not begun. Rounds of the other formats stay as they are. Authorize with the key of the
    organiser.
    """
    match = Match(tournament, round, table, body.get("game"))
    decision = Decision(body.get("ranks", ()), double_loss=body.get("double_loss", False))
    return shown(rulings.set_result(bottega(), match, caller, decision, body["reason"]))


@blueprint.operation(
    "DELETE",
    "/v1/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/result",
    "deleteMatchResult",
    bearer="player",
    query=ResultQuery,
    responses={200: MatchRuling},
    problems=(ResultNotSet, *(each for each in RULING if each is not InvalidResult)),
)
def delete_match_result(
    query: dict[str, Any],
    tournament: str,
    round: int,  # noqa: A002  # as in the address
    table: int,
    caller: Caller,
) -> Response:
    """Withdraw a match result.

    Withdraws what `setMatchResult` has set. Games that had ended count again. Games that were stopped are replayed:
    each has a new id and a new deal. A result on which a seated round depends is not withdrawn: `later_round_seated`.
    Authorize with the key of the organiser.
    """
    match = Match(tournament, round, table, query.get("game"))
    return shown(rulings.withdraw_result(bottega(), match, caller, query.get("reason", "")))
