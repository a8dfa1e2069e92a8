"""Let the organiser rule on matches, rounds and entrants; each ruling has a reason in the log."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.game import history
from service.game.game import load
from service.installation.bottega import Bottega
from service.players.callers import Caller
from service.problems import GameNotFound
from service.tournaments import access, log, messages, presenters, progress
from service.tournaments.access import check_organiser
from service.tournaments.control import apply_and_present, check_status
from service.tournaments.log import Decide, LoadedTournament
from service.tournaments.problems import (
    EntrantNotFound,
    InvalidResult,
    LaterRoundSeated,
    ResultNotSet,
    RoundNotFound,
    RoundStarted,
    StageNotFound,
    TableNotFound,
    TournamentNotRunning,
)
from service.tournaments.reopening import with_reopening
from service.tournaments.resources import entrants as resources
from service.tournaments.resources.entrants import NewPenalty
from service.tournaments.resources.rounds import MatchRuling, NewResult
from service.tournaments.resources.tournaments import Tournament as TournamentResource
from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.events import (
    AnyEvent,
    Disqualified,
    GameReplay,
    Penalised,
    Ruled,
    RulingWithdrawn,
    TakenBack,
)
from service.tournaments.rules.legality import check_taken_back, to_replay
from service.tournaments.rules.result_dependencies import dependent_round
from service.tournaments.rules.standings import changes, standings
from service.tournaments.rules.state import (
    Entrant,
    MatchTable,
    Round,
    Tournament,
    is_in_stage,
    with_ruling,
    without_ruling,
)
from service.tournaments.rules.types import GOING_ON
from service.tournaments.seating import slots
from service.tournaments.visible import hide_results, load_visible


@dataclass(frozen=True)
class Match:
    """A match of a tournament, or one game of it."""

    tournament: str
    round: int
    table: int
    game: int | None = None
    """The number of the game in the match, from 0; None for the whole match."""


def set_result(bottega: Bottega, match: Match, caller: Caller, result: NewResult) -> MatchRuling:
    """Set the result of a match or of one game, stop its running games, and return the changes.

    A tournament that is over is reopened if a match is left to play then.
    Raises TournamentNotFound, NotOrganiser, RoundNotFound, TableNotFound, InvalidResult, LaterRoundSeated,
    TournamentNotRunning and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        table = _table(running, match)
        ranks = (1,) * len(table.entrants) if result.double_loss else result.ranks
        _check_ranks(table, ranks, match.game)
        if _is_set(table, match.game, (ranks, result.double_loss, result.reason)):
            return with_reopening(bottega, running, caller, result.reason, [])
        event = log.new_entry(
            bottega,
            Ruled,
            by=caller.player,
            reason=result.reason,
            round=match.round,
            table=match.table,
            ranks=ranks,
            game=match.game,
            double_loss=result.double_loss,
        )
        _check_independent(running, match, lambda found: with_ruling(found, event))
        return with_reopening(bottega, running, caller, result.reason, [event])

    return _rule_on_match(bottega, match, caller, decide)


def withdraw_result(bottega: Bottega, match: Match, caller: Caller, reason: str) -> MatchRuling:
    """Withdraw a ruling: finished games count again, and stopped games are replayed from a new deal.

    A tournament that is over is reopened if a match is left to play then.
    Raises the errors of `set_result`, and ResultNotSet.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        table = _table(running, match)
        if (table.ruled is None) if match.game is None else match.game not in table.ruled_games:
            raise ResultNotSet("The organiser has set no result for this match or game.")
        if progress.stop_games(bottega, running):
            return decide(log.load(bottega, match.tournament))
        _check_independent(running, match, lambda found: without_ruling(found, match.game))
        replays = tuple(GameReplay(each, bottega.sources.game_id()) for each in to_replay(table, match.game))
        event = log.new_entry(
            bottega,
            RulingWithdrawn,
            by=caller.player,
            reason=reason,
            round=match.round,
            table=match.table,
            game=match.game,
            replays=replays,
        )
        return with_reopening(bottega, running, caller, reason, [event])

    return _rule_on_match(bottega, match, caller, decide)


def take_back(bottega: Bottega, name: str, caller: Caller, number: int, reason: str) -> TournamentResource:
    """Take back the latest round before it starts, and pause the tournament.

    Raises TournamentNotFound, NotOrganiser, RoundNotFound, RoundStarted, LaterRoundSeated, TournamentNotRunning and
    TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        tournament = running.tournament
        check_status(running, GOING_ON)
        played = _round(running, number)
        if number < len(tournament.rounds):
            raise LaterRoundSeated("Delete round {round} first.", {"round": len(tournament.rounds)})
        try:
            check_taken_back(tournament, number)
        except Illegal:
            raise RoundStarted(
                "A game of the round has ended, or a match was decided. Only rounds without results can be deleted."
            ) from None
        if _has_started(bottega, played):
            raise RoundStarted("A player has acted in a game of the round. Only rounds without moves can be deleted.")
        return [log.new_entry(bottega, TakenBack, by=caller.player, reason=reason, round=number)]

    return apply_and_present(bottega, name, caller, decide)


def disqualify(bottega: Bottega, name: str, caller: Caller, entrant: int, reason: str) -> resources.Entrant:
    """Disqualify an entrant: it is in no further round, its running games are resigned, and it ranks last; idempotent.

    Raises TournamentNotFound, EntrantNotFound, NotOrganiser, TournamentNotRunning and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        found = _entrant(running, caller, entrant)
        if found.disqualified:
            return []
        return [log.new_entry(bottega, Disqualified, by=caller.player, reason=reason, entrant=entrant)]

    return _rule_on_entrant(bottega, name, caller, entrant, decide)


def penalise(bottega: Bottega, name: str, caller: Caller, entrant: int, wanted: NewPenalty) -> resources.Entrant:
    """Set the points that an entrant loses in the current stage; 0 removes the penalty.

    Raises the errors of `disqualify`, and StageNotFound.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        found, tournament = _entrant(running, caller, entrant), running.tournament
        if not is_in_stage(tournament, entrant):
            raise StageNotFound("The entrant is not in the current stage.")
        stage = tournament.stage_index
        before = found.penalties.get(stage)
        if before and (before.penalty, before.reason) == (wanted.points, wanted.reason):
            return []
        event = log.new_entry(
            bottega,
            Penalised,
            by=caller.player,
            reason=wanted.reason,
            entrant=entrant,
            stage=stage,
            penalty=wanted.points,
        )
        return [event]

    return _rule_on_entrant(bottega, name, caller, entrant, decide)


def _rule_on_match(bottega: Bottega, match: Match, caller: Caller, decide: Decide) -> MatchRuling:
    """Append a ruling, advance the tournament, and return the table and the changes in the standings."""
    before: list[Tournament] = []

    def decide_for_organiser(running: LoadedTournament) -> Sequence[AnyEvent]:
        check_organiser(running, caller)
        if running.tournament.status == "cancelled":
            raise TournamentNotRunning("The tournament was cancelled.")
        events = decide(running)
        before[:] = [_as_shown(running)]
        return events

    running = access.change(bottega, match.tournament, caller, decide_for_organiser)
    stage = running.tournament.round(match.round).stage
    changed = changes(standings(before[0], stage), standings(_as_shown(running), stage))
    progress.try_drive(bottega, match.tournament)
    return presenters.ruled(load_visible(bottega, match.tournament), match.round, match.table, changed)


def _as_shown(running: LoadedTournament) -> Tournament:
    """Return a copy of the state of a tournament, without hidden results."""
    copied = log.folded(running.header, running.log)
    hide_results(copied)
    return copied.tournament


def _rule_on_entrant(bottega: Bottega, name: str, caller: Caller, entrant: int, decide: Decide) -> resources.Entrant:
    """Append a ruling on an entrant, advance the tournament, and return the entrant."""
    running = access.change(bottega, name, caller, decide)
    messages.send_soon(bottega, running)
    progress.try_drive(bottega, name)
    return presenters.entrant(load_visible(bottega, name).tournament.entrants[entrant])


def _entrant(running: LoadedTournament, caller: Caller, number: int) -> Entrant:
    """Return an entrant for the organiser; raises NotOrganiser, EntrantNotFound and TournamentNotRunning."""
    check_organiser(running, caller)
    if not 0 <= number < len(running.tournament.entrants):
        raise EntrantNotFound("There is no entrant {entrant}.", {"entrant": number})
    if running.tournament.status == "cancelled":
        raise TournamentNotRunning("The tournament was cancelled.")
    return running.tournament.entrants[number]


def _round(running: LoadedTournament, number: int) -> Round:
    """Return a round whose games exist; raises RoundNotFound."""
    rounds = running.tournament.rounds
    if not 1 <= number <= len(rounds) or not rounds[number - 1].opened:
        raise RoundNotFound("There is no round {round}.", {"round": number})
    return rounds[number - 1]


def _table(running: LoadedTournament, match: Match) -> MatchTable:
    """Return the table of a match; raises RoundNotFound and TableNotFound."""
    tables = _round(running, match.round).tables
    if not 1 <= match.table <= len(tables):
        facts = {"table": match.table, "round": match.round}
        raise TableNotFound("There is no table {table} in round {round}.", facts)
    return tables[match.table - 1]


def _check_ranks(table: MatchTable, ranks: Sequence[int], game: int | None) -> None:
    """Raise InvalidResult unless each entrant has a rank; tied entrants share the better one."""
    right = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    if len(ranks) != len(table.entrants) or tuple(ranks) != right:
        raise InvalidResult(
            "Send one rank for each entrant, from 1. Tied entrants share the better rank, as in 1, 1, 3."
        )
    if game is not None and game >= len(table.seating.games):
        raise InvalidResult("The match has {games} games, numbered from 0.", {"games": len(table.seating.games)})


def _check_independent(running: LoadedTournament, match: Match, change: Callable[[MatchTable], None]) -> None:
    """Raise LaterRoundSeated if a paired round depends on the result."""
    depends = dependent_round(running.tournament, match.round, match.table, change)
    if depends is not None:
        raise LaterRoundSeated(
            "Delete round {round} first, if it has not started. It depends on this result.",
            {"round": depends},
        )


def _is_set(table: MatchTable, game: int | None, wanted: tuple[Sequence[int], bool, str]) -> bool:
    """Whether the ruling is already in force, as after a retry."""
    found = table.ruled if game is None else table.ruled_games.get(game)
    is_last = game is not None or not table.ruled_games
    return found is not None and is_last and (found.ranks, found.double_loss, found.reason) == wanted


def _has_started(bottega: Bottega, played: Round) -> bool:
    return any(_has_been_played(bottega, slot.game_id) for slot in slots(played))


def _has_been_played(bottega: Bottega, game_id: str) -> bool:
    """Whether a human player has acted in a game or resigned, or the game has ended."""
    try:
        game = load(bottega, game_id)
        events = history.whole_log(bottega, game, game.header.sandbox_actions)
    except GameNotFound:
        return False
    if game.has_ended or game.info.resigned:
        return True
    human = {seat for seat, setup in enumerate(game.seats) if setup.kind != "ai"}
    return any(event.by is None and event.change is None and event.seat in human for event in events)
