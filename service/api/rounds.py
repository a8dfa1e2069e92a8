"""Rounds: who meets whom in a tournament, and how it ended."""

from typing import Any

from flask import Response

from service.api.operations import Resource, bottega
from service.api.tournaments import shown
from service.contract.schemas.rounds import NewResult, NewRound, Pairings, Round, RoundList, RuledMatch
from service.contract.schemas.tournaments import Tournament
from service.play.callers import Caller
from service.play.tournaments import organising, reading
from service.problems import (
    BadPairings,
    BadResult,
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
    problems=(BadPairings, NotOrganiser, RoundNotClosed, TournamentBusy, TournamentNotRunning),
)
def pair_round(body: dict[str, Any], tournament: str, caller: Caller) -> Response:
    """Seat the next round.

    Draws it from the seed, or takes the `tables` that the organiser seats by hand, each entrant once, and has all its
    games created: the round is listed as soon as they are there. The bearer is the organiser.
    """
    reason = body.get("reason", "")
    if "tables" not in body:
        return shown(organising.next_round(bottega(), tournament, caller, reason), 201)
    tables, byes = [each["entrants"] for each in body["tables"]], body.get("byes", [])
    return shown(organising.pair(bottega(), tournament, caller, tables, byes, reason), 201)


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
