"""Create, list and correct the rounds of a tournament."""

from flask import Response

from service import problems
from service.api.authentication import installation
from service.api.authorization import allow, require
from service.api.caching import UNCACHED
from service.api.descriptions import REPLAYED
from service.api.operations import Resource, json_response, replayed
from service.api.urls import url
from service.players.callers import Caller
from service.tournaments import challenges, control, queries, rulings, seat_choices
from service.tournaments import problems as tournament_problems
from service.tournaments.api.tournaments import shown
from service.tournaments.resources.rounds import (
    ChallengeRequest,
    CorrectionQuery,
    MatchRuling,
    MatchTable,
    Pairings,
    ResultQuery,
    ResultRequest,
    Round,
    RoundList,
    RoundRequest,
    SeatChoice,
)
from service.tournaments.resources.tournaments import Seating, Tournament
from service.tournaments.rulings import Match

blueprint = Resource("rounds", __name__, description="Rounds of a tournament: pairings, tables and results.")

RULING = (
    tournament_problems.LaterRoundSeated,
    tournament_problems.NotOrganiser,
    tournament_problems.RoundNotFound,
    tournament_problems.TableNotFound,
    problems.TournamentBusy,
    tournament_problems.TournamentNotRunning,
)
"""Problems of a ruling on a match."""


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/pairings:preview",
    "previewPairings",
    access=require("player"),
    responses={200: Pairings},
    problems=(
        tournament_problems.NotOrganiser,
        tournament_problems.RoundNotFinished,
        tournament_problems.TournamentNotRunning,
    ),
)
def preview_pairings(tournament: str, caller: Caller) -> Response:
    """Preview the pairings of the next round.

    Returns the pairings that `createRound` would use now, without creating games. Authorize with the organiser's key.
    """
    return shown(control.preview(installation(), tournament, caller))


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/rounds",
    "createRound",
    access=require("player"),
    body=RoundRequest,
    responses={201: Round, 202: Seating},
    sends={"Location": "URL of the round."},
    problems=(
        tournament_problems.InvalidPairings,
        tournament_problems.IncompletePairings,
        tournament_problems.NotOrganiser,
        tournament_problems.RoundNotFinished,
        problems.TournamentBusy,
        tournament_problems.TournamentNotRunning,
    ),
)
def create_round(body: RoundRequest, tournament: str, caller: Caller) -> Response:
    """Create the next round.

    Pairs the entrants with the seed, or seats them as the organiser's `tables` say, and creates all games. Returns the
    round. Authorize with the organiser's key.

    With `tables`, each entrant of the round must be named exactly once: at a table, in `byes`, or in `sitting_out`.
    These entrants are:

    - Swiss and round robin: all entrants of the stage who have not withdrawn. Leave out groups of a round robin that
      have played all their rounds.
    - Knock-out: the entrants who are still in and play in this round. No more of them advance than the bracket has
      places.
    - Arena: any free entrants. Those who are not named wait; there are no byes.

    All entrants of a table must be in one group, and in one bracket of a double knock-out.

    Creating the games of a large round can take longer than a request. The response is then 202, and shows how many
    games exist. The service continues. `getRound` returns the round once all its games exist.
    """
    if body.tables:
        created = control.pair(installation(), tournament, caller, body)
    else:
        created = control.next_round(installation(), tournament, caller, body.reason)
    if isinstance(created, Seating):
        return json_response(created, 202, UNCACHED | {"Retry-After": "2"})
    place = f"/v1/tournaments/{tournament}/rounds/{created.round}"
    return json_response(created, 201, UNCACHED | {"Location": url(place)})


@blueprint.operation(
    "POST",
    "/v1/tournaments/<tournament>/challenges",
    "challengeEntrant",
    access=require("player"),
    body=ChallengeRequest,
    responses={201: Round},
    sends={"Location": "URL of the round.", "Idempotent-Replayed": REPLAYED},
    problems=(
        tournament_problems.ChallengeNotAllowed,
        tournament_problems.EntrantNotFound,
        tournament_problems.NotOrganiser,
        problems.TournamentBusy,
        tournament_problems.TournamentNotRunning,
    ),
)
def challenge_entrant(body: ChallengeRequest, tournament: str, caller: Caller) -> Response:
    """Challenge an entrant of a ladder.

    Creates a round with one match of the two, and its game. No acceptance is needed. If the challenger wins, they take
    the place of the opponent, and all between move down by one. `may_challenge` of `getTournament` lists the possible
    opponents. A retry during the match returns the same round. Authorize with a player's key with scope `play`, or with
    the organiser's key for another `challenger`.
    """
    created, repeated = challenges.challenge(installation(), tournament, caller, body)
    place = f"/v1/tournaments/{tournament}/rounds/{created.round}"
    return json_response(created, 201, UNCACHED | {"Location": url(place)} | replayed(repeated))


@blueprint.operation(
    "GET", "/v1/tournaments/<tournament>/rounds", "listRounds", access=allow("player"), responses={200: RoundList}
)
def list_rounds(tournament: str, caller: Caller | None) -> Response:
    """List the rounds of a tournament.

    Returns each round with its tables, their games and their points. A round is listed once all its games exist.
    """
    return shown(queries.rounds(installation(), tournament, caller))


@blueprint.operation(
    "GET",
    "/v1/tournaments/<tournament>/rounds/<int:round>",
    "getRound",
    access=allow("player"),
    responses={200: Round},
    problems=(tournament_problems.RoundNotFound,),
)
def get_round(tournament: str, round: int, caller: Caller | None) -> Response:  # noqa: A002  # as in the URL
    """Get a round of a tournament.

    Returns the tables of the round, their games and their points.
    """
    return shown(queries.one_round(installation(), tournament, caller, round))


@blueprint.operation(
    "DELETE",
    "/v1/tournaments/<tournament>/rounds/<int:round>",
    "deleteRound",
    access=require("player"),
    query=CorrectionQuery,
    responses={200: Tournament},
    problems=(
        tournament_problems.LaterRoundSeated,
        tournament_problems.NotOrganiser,
        tournament_problems.ReasonMissing,
        tournament_problems.RoundStarted,
        tournament_problems.RoundNotFound,
        problems.TournamentBusy,
        tournament_problems.TournamentNotRunning,
    ),
)
def delete_round(
    query: CorrectionQuery,
    tournament: str,
    round: int,  # noqa: A002  # as in the URL
    caller: Caller,
) -> Response:
    """Delete the latest round of a tournament.

    Removes the round, stops its games and pauses the tournament, so that you can correct earlier results. The first
    round of a later stage is removed with that stage. `resumeTournament` or `createRound` creates the round again, with
    new deals. Authorize with the key of the organiser or a referee.

    - Without `force` the round must not have started: no human player has acted in it, no game has ended, and no result
      was set.
    - With `force` and a `reason`, a round that has started is deleted, and all later rounds with it. Running games are
      aborted and change no rating. Finished games keep their records and their ratings, but do not count in the
      tournament. The players get the reason, in the game (`abort_reason`) and in the notice of the tournament.
    """
    return shown(rulings.take_back(installation(), tournament, caller, round, query.reason, force=query.force))


@blueprint.operation(
    "PUT",
    "/v1/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/seat",
    "chooseSeat",
    access=require("player"),
    body=SeatChoice,
    responses={200: MatchTable},
    problems=(
        tournament_problems.NoSeatToChoose,
        tournament_problems.NotOrganiser,
        tournament_problems.RoundNotFound,
        tournament_problems.TableNotFound,
        problems.TournamentBusy,
        tournament_problems.TournamentNotRunning,
    ),
)
def choose_seat(
    body: SeatChoice,
    tournament: str,
    round: int,  # noqa: A002  # as in the URL
    table: int,
    caller: Caller,
) -> Response:
    """Choose a seat in the next game of a series.

    The last of a game chooses during the break, if `seats` of the series is `loser`. Of those who share the last rank,
    the lower seed chooses. The entrant of that seat gets the usual seat of the one who has chosen. A choice is final.
    Authorize with the key of that player (`series.chooser` of the match), the organiser or a referee.
    """
    return shown(seat_choices.choose(installation(), Match(tournament, round, table), caller, body.seat))


@blueprint.operation(
    "PUT",
    "/v1/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/result",
    "setMatchResult",
    access=require("player"),
    body=ResultRequest,
    responses={200: MatchRuling},
    problems=(tournament_problems.InvalidResult, *RULING),
)
def set_match_result(
    body: ResultRequest,
    tournament: str,
    round: int,  # noqa: A002  # as in the URL
    table: int,
    caller: Caller,
) -> Response:
    """Set a match result.

    Replaces the result of a match, or of one `game` of it. The latest ruling counts. The response lists the changes of
    the standings. Authorize with the key of the organiser or a referee.

    - Running games of the match are stopped and change no rating. A finished game keeps its record and its rating.
    - A result on which a later round depends is rejected with `later_round_seated`, whose `round` is that round.
    - In a knock-out the next round depends on the result if other entrants would advance. A later stage depends on who
      qualifies. Rounds of other formats stay as they are.
    - With `force`, the rounds that depend on the result are taken back as with `deleteRound`, and the first of them is
      paired again at once, also during a pause. In a Swiss this is the round that is being played, if it would now be
      paired differently, unless its pairings were manual.
    - Matches that stay the same continue: they have the same entrants in the same order at the same table. In a
      tournament with `deal`: `round` all matches of the round get new games.
    - A tournament that is over is `running` again if the result leaves a match to play, such as a final.
    """
    match = Match(tournament, round, table, body.game)
    return shown(rulings.set_result(installation(), match, caller, body))


@blueprint.operation(
    "DELETE",
    "/v1/tournaments/<tournament>/rounds/<int:round>/tables/<int:table>/result",
    "deleteMatchResult",
    access=require("player"),
    query=ResultQuery,
    responses={200: MatchRuling},
    problems=(tournament_problems.ReasonMissing, tournament_problems.ResultNotSet, *RULING),
)
def delete_match_result(
    query: ResultQuery,
    tournament: str,
    round: int,  # noqa: A002  # as in the URL
    table: int,
    caller: Caller,
) -> Response:
    """Delete a match result.

    Removes the result that `setMatchResult` set. Finished games count again. Games that were stopped are replayed, each
    with a new id and a new deal. If a later round depends on the result, the problem is `later_round_seated`. A
    tournament that is over is `running` again if a match is left to play. Authorize with the key of the
    organiser or a referee.

    With `force` and a `reason`, the rounds that depend on the result are taken back as with `setMatchResult`. The next
    round is created once all matches before it have a result.
    """
    match = Match(tournament, round, table, query.game)
    return shown(rulings.withdraw_result(installation(), match, caller, query.reason, force=query.force))
