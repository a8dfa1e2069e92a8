"""Serve tournaments over HTTP."""

from service import problems
from service.api.descriptions import PATH, PathParameter
from service.contract.openapi_links import LINKS, link
from service.contract.openapi_streams import STREAMS, StreamKind
from service.tournaments import problems as tournament_problems
from service.tournaments.resources.stream_messages import OF_A_TOURNAMENT

OF_TOURNAMENT = {"tournament": "$response.body#/tournament"}

PATH.update(
    {
        "tournament": PathParameter(
            "Id of the tournament, as returned by `createTournament`.",
            (tournament_problems.TournamentNotFound, problems.StoreUnavailable),
        ),
        "entrant": PathParameter("Number of the entrant, from 0."),
        "round": PathParameter("Number of the round, from 1, counted through all stages."),
        "table": PathParameter("Number of the table in the round, from 1."),
        "claim": PathParameter("Number of the claim, from 1."),
    }
)
LINKS["createTournament"] = {
    "tournament": link("getTournament", "Get the tournament.", OF_TOURNAMENT),
    "enter": link("addEntrant", "Add an entrant to the tournament.", OF_TOURNAMENT),
    "entrants": link("listEntrants", "List the entrants of the tournament.", OF_TOURNAMENT),
    "start": link("startTournament", "Start the tournament as its organiser.", OF_TOURNAMENT),
    "rounds": link("listRounds", "List the rounds of the tournament.", OF_TOURNAMENT),
    "standings": link("getStandings", "Get the standings of the tournament.", OF_TOURNAMENT),
    "events": link("listTournamentEvents", "List the events of the tournament.", OF_TOURNAMENT),
}
STREAMS["TournamentStreamMessage"] = StreamKind(
    "A message of the stream of a tournament. `type` names its kind.", ("streamTournamentEvents",), OF_A_TOURNAMENT
)
