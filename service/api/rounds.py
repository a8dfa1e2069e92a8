"""Rounds: who meets whom in a tournament, and how it ended."""

from typing import Any

from flask import Response

from service.api.operations import Resource, bottega
from service.api.tournaments import shown
from service.contract.schemas.rounds import NewResult, NewRound, Pairings, Round, RoundList, RuledMatch
from service.contract.schemas.tournaments import Tournament
from service.play.callers import Caller
from service.play.tournaments import organising, reading
from service.play.tournaments.organising import Seats
from service.problems import (
    BadPairings,
    BadResult,
    IncompletePairings,
    NotOrganiser,
    RoundNotClosed,
    RoundNotFound,
    TableNotFound,
    TournamentBusy,
    TournamentNotRunning,
)

blueprint = Resource("rounds", __name__, description="Rounds of a tournament: pairings, tables and results.")


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/pairings:preview",
    "previewPairings",
    bearer="player",
    responses={200: Pairings},
    problems=(NotOrganiser, RoundNotClosed, TournamentNotRunning),
)
def preview_pairings(tournament: str, caller: Caller) -> Response:
    """Preview the pairings of the next round.

    Draws the next round as `pairRound` would now, and seats nobody. The bearer is the organiser.
    """
    return shown(organising.preview(bottega(), tournament, caller))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/rounds",
    "pairRound",
    bearer="player",
    body=NewRound,
    responses={201: Tournament},
    problems=(BadPairings, IncompletePairings, NotOrganiser, RoundNotClosed, TournamentBusy, TournamentNotRunning),
)
def pair_round(body: dict[str, Any], tournament: str, caller: Caller) -> Response:
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
    """
    reason = body.get("reason", "")
    if "tables" not in body:
        return shown(organising.next_round(bottega(), tournament, caller, reason), 201)
    seats = Seats([each["entrants"] for each in body["tables"]], body.get("byes", []), body.get("sitting_out", []))
    return shown(organising.pair(bottega(), tournament, caller, seats, reason), 201)


@blueprint.operation(
    "GET", "/v1/tournaments/<tournament>/rounds", "listRounds", bearer="anybody", responses={200: RoundList}
)
def list_rounds(tournament: str, caller: Caller | None) -> Response:
    """List the rounds of a tournament.

    Gives each round with its tables, their games and what was won there; one whose games are still being created is not
    there yet.
    """
    return shown(reading.rounds(bottega(), tournament, caller, None))


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
    return shown(reading.rounds(bottega(), tournament, caller, round))


@blueprint.operation(
    "PUT",
    "/v1/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/result",
    "ruleMatch",
    bearer="player",
    body=NewResult,
    responses={200: RuledMatch},
    problems=(BadResult, NotOrganiser, RoundNotFound, TableNotFound, TournamentBusy, TournamentNotRunning),
)
def rule_match(
    body: dict[str, Any],
    tournament: str,
    round: int,  # noqa: A002  # as in the address
    table: int,
    caller: Caller,
) -> Response:
    """Decide how a match has ended.

    Counts in place of what was played, or is still to be, as if each game of the match had ended so; the latest
    decision counts. Standings follow at once, and the answer tells what has changed in them; rounds that were seated
    stay as they are. The reason stands in the log. The bearer is the organiser.
    """
    ranks, reason = body["ranks"], body["reason"]
    return shown(organising.rule(bottega(), tournament, caller, round, table, ranks, reason))
