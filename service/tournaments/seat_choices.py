"""Let the loser of a game choose a seat in the next game of a series."""

from collections.abc import Sequence

from service import problems
from service.installation.installation import Installation
from service.players.callers import Caller
from service.resources.problems import FieldError
from service.tournaments import access, log, round_presenters
from service.tournaments import problems as tournament_problems
from service.tournaments.control import check_status
from service.tournaments.log import LoadedTournament
from service.tournaments.resources.rounds import MatchTable
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.match_events import SeatChosen
from service.tournaments.rules.seat_choice import chooser, open_choice
from service.tournaments.rulings import Match, round_of, table_of


def choose(installation: Installation, match: Match, caller: Caller, seat: int) -> MatchTable:
    """Choose a seat for the loser of the last game, and return the match.

    Raises TournamentNotFound, RoundNotFound, TableNotFound, NotOrganiser, TournamentNotRunning, NoSeatToChoose,
    InvalidRequest and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        return [_chosen(installation, running, match, caller, seat)]

    running = access.change(installation, match.tournament, caller, decide)
    return round_presenters.match_table(running, match.round, match.table)


def _chosen(
    installation: Installation, running: LoadedTournament, match: Match, caller: Caller, seat: int
) -> SeatChosen:
    """Return the log entry of a choice."""
    own = (each.entered.player for each in running.tournament.entrants if each.entered.player == caller.player)
    access.check_acts_for(running, caller, next(own, ""), "chooseSeat")
    check_status(running, ("running",))
    played, table = round_of(running, match.round), table_of(running, match)
    game, loser = open_choice(table), chooser(running.tournament, played.stage, table)
    if game is None or loser is None:
        raise tournament_problems.NoSeatToChoose("A seat is chosen once, after a game and before the break ends.")
    access.check_acts_for(running, caller, running.tournament.entrants[loser].entered.player, "chooseSeat")
    if seat >= len(table.entrants):
        fault = FieldError("/seat", "The table has no such seat.")
        raise problems.InvalidRequest("The request does not fit its schema.", errors=(fault,))
    return log.new_entry(
        installation,
        SeatChosen,
        by=caller.player,
        round=match.round,
        table=match.table,
        game=game,
        game_id=table.seating.games[game],
        entrant=loser,
        seat=seat,
    )
