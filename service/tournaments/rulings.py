"""Let the organiser rule on matches, rounds and entrants; each ruling has a reason in the log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import UNSET, UnsetType

from service import problems
from service.game import history
from service.game.game import load
from service.installation.installation import Installation
from service.players.callers import Caller
from service.tournaments import access, log, messages, presenters, progress, round_presenters
from service.tournaments import problems as tournament_problems
from service.tournaments.access import check_may
from service.tournaments.control import apply_and_present, check_status
from service.tournaments.corrections import (
    Correction,
    games_are_settled,
    games_are_stopped,
    taken_back,
    with_later_rounds,
)
from service.tournaments.log import Decide, LoadedTournament
from service.tournaments.reopening import with_reopening
from service.tournaments.resources import entrants as resources
from service.tournaments.resources.entrants import PenaltyRequest
from service.tournaments.resources.rounds import MatchRuling, ResultRequest
from service.tournaments.resources.tournaments import Tournament as TournamentResource
from service.tournaments.rules.entrant_events import Disqualified, Penalised
from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.events import AnyEvent, TakenBack
from service.tournaments.rules.match_events import GameReplay, Ruled, RulingWithdrawn
from service.tournaments.rules.match_table import MatchTable, with_ruling, without_ruling
from service.tournaments.rules.result_legality import to_replay
from service.tournaments.rules.round_legality import check_taken_back
from service.tournaments.rules.standings import changes, standings
from service.tournaments.rules.state import Entrant, Round, Tournament, is_in_stage
from service.tournaments.rules.types import GOING_ON
from service.tournaments.seating import slots
from service.tournaments.visible import hide_results, load_visible


@dataclass(frozen=True)
class Match:
    """A match of a tournament, or one game of it."""

    tournament: str
    round: int
    table: int
    game: int | UnsetType = UNSET
    """The number of the game in the match, from 0. Omitted: the whole match."""


def set_result(installation: Installation, match: Match, caller: Caller, result: ResultRequest) -> MatchRuling:
    """Set the result of a match or of one game, stop its running games, and return the changes.

    With `force`, the rounds that depend on the result are taken back and paired again. A tournament that is over is
    reopened if a match is left to play then.
    Raises TournamentNotFound, NotOrganiser, RoundNotFound, TableNotFound, InvalidResult, LaterRoundSeated,
    TournamentNotRunning and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        table = table_of(running, match)
        ranks = (1,) * len(table.entrants) if result.double_loss else result.ranks
        _check_ranks(table, ranks, match.game)
        if result.force and not games_are_settled(installation, running):
            return decide(log.load(installation, match.tournament))
        event = log.new_entry(
            installation,
            Ruled,
            by=caller.player,
            reason=result.reason,
            round=match.round,
            table=match.table,
            ranks=ranks,
            game=match.game,
            double_loss=result.double_loss,
        )
        is_set = _is_set(table, match.game, (ranks, result.double_loss, result.reason))
        correction = Correction(
            match.round, match.table, lambda found: with_ruling(found, event), result.force, result.reason
        )
        events = with_later_rounds(installation, running, caller, correction, [] if is_set else [event])
        return with_reopening(installation, running, caller, result.reason, events)

    return _rule_on_match(installation, match, caller, "setMatchResult", decide)


def withdraw_result(
    installation: Installation, match: Match, caller: Caller, reason: str, *, force: bool = False
) -> MatchRuling:
    """Withdraw a ruling: finished games count again, and stopped games are replayed from a new deal.

    With `force`, the rounds that depend on the result are taken back, and paired again once it is known. A tournament
    that is over is reopened if a match is left to play then.
    Raises the errors of `set_result`, ReasonMissing and ResultNotSet.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        _check_reason(force, reason)
        table = table_of(running, match)
        if (table.ruled is None) if match.game is UNSET else match.game not in table.ruled_games:
            raise tournament_problems.ResultNotSet("The organiser has set no result for this match or game.")
        is_settled = games_are_settled if force else games_are_stopped
        if not is_settled(installation, running):
            return decide(log.load(installation, match.tournament))
        replays = tuple(GameReplay(each, installation.sources.game_id()) for each in to_replay(table, match.game))
        event = log.new_entry(
            installation,
            RulingWithdrawn,
            by=caller.player,
            reason=reason,
            round=match.round,
            table=match.table,
            game=match.game,
            replays=replays,
        )
        correction = Correction(
            match.round, match.table, lambda found: without_ruling(found, match.game), force, reason
        )
        events = with_later_rounds(installation, running, caller, correction, [event])
        return with_reopening(installation, running, caller, reason, events)

    return _rule_on_match(installation, match, caller, "deleteMatchResult", decide)


def take_back(
    installation: Installation, name: str, caller: Caller, number: int, reason: str, *, force: bool = False
) -> TournamentResource:
    """Take back the latest round before it starts, and pause the tournament.

    With `force`, take back a round that has started, and all later rounds. Raises TournamentNotFound, NotOrganiser,
    RoundNotFound, RoundStarted, LaterRoundSeated, ReasonMissing, TournamentNotRunning and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        check_status(running, GOING_ON)
        _check_reason(force, reason)
        if force and not games_are_settled(installation, running):
            return decide(log.load(installation, name))
        tournament, played = running.tournament, round_of(running, number)
        if force:
            return taken_back(installation, running, caller, number, reason)
        if number < len(tournament.rounds):
            later = len(tournament.rounds)
            raise tournament_problems.LaterRoundSeated("Delete round {round} first.", {"round": later}, round=later)
        event = log.new_entry(installation, TakenBack, by=caller.player, reason=reason, round=number)
        try:
            check_taken_back(tournament, event)
        except Illegal:
            raise tournament_problems.RoundStarted(
                "A game of the round has ended, or a match was decided. Send `force`: true to delete it all the same."
            ) from None
        if _has_started(installation, played):
            raise tournament_problems.RoundStarted(
                "A player has acted in a game of the round. Send `force`: true to delete it all the same."
            )
        return [event]

    return apply_and_present(installation, name, caller, "deleteRound", decide)


def disqualify(installation: Installation, name: str, caller: Caller, entrant: int, reason: str) -> resources.Entrant:
    """Disqualify an entrant: it is in no further round, its running games are resigned, and it ranks last; idempotent.

    Raises TournamentNotFound, EntrantNotFound, NotOrganiser, TournamentNotRunning and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        found = _entrant(running, caller, entrant, "disqualifyEntrant")
        if found.disqualified:
            return []
        return [log.new_entry(installation, Disqualified, by=caller.player, reason=reason, entrant=entrant)]

    return _rule_on_entrant(installation, name, caller, entrant, decide)


def penalise(
    installation: Installation, name: str, caller: Caller, entrant: int, requested: PenaltyRequest
) -> resources.Entrant:
    """Set the points that an entrant loses in the current stage; 0 removes the penalty.

    Raises the errors of `disqualify`, and StageNotFound.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        found, tournament = _entrant(running, caller, entrant, "setPenalty"), running.tournament
        if not is_in_stage(tournament, entrant):
            raise tournament_problems.StageNotFound("The entrant is not in the current stage.")
        stage = tournament.stage_index
        before = found.penalties.get(stage)
        if before and (before.penalty, before.reason) == (requested.points, requested.reason):
            return []
        event = log.new_entry(
            installation,
            Penalised,
            by=caller.player,
            reason=requested.reason,
            entrant=entrant,
            stage=stage,
            penalty=requested.points,
        )
        return [event]

    return _rule_on_entrant(installation, name, caller, entrant, decide)


def _rule_on_match(
    installation: Installation, match: Match, caller: Caller, operation: str, decide: Decide
) -> MatchRuling:
    """Append a ruling, advance the tournament, and return the table and the changes in the standings."""
    before: list[Tournament] = []

    def decide_if_allowed(running: LoadedTournament) -> Sequence[AnyEvent]:
        check_may(running, caller, operation)
        if running.tournament.status == "cancelled":
            raise tournament_problems.TournamentNotRunning("The tournament was cancelled.")
        events = decide(running)
        before[:] = [_as_shown(running)]
        return events

    running = access.change(installation, match.tournament, caller, decide_if_allowed)
    stage = running.tournament.round(match.round).stage
    changed = changes(standings(before[0], stage), standings(_as_shown(running), stage))
    progress.try_drive(installation, match.tournament)
    return round_presenters.ruled(load_visible(installation, match.tournament), match.round, match.table, changed)


def _as_shown(running: LoadedTournament) -> Tournament:
    """Return the state of a tournament without hidden results."""
    seen = replace(running)
    hide_results(seen)
    return seen.tournament


def _rule_on_entrant(
    installation: Installation, name: str, caller: Caller, entrant: int, decide: Decide
) -> resources.Entrant:
    """Append a ruling on an entrant, advance the tournament, and return the entrant."""
    running = access.change(installation, name, caller, decide)
    messages.send_soon(installation, running)
    progress.try_drive(installation, name)
    return presenters.entrant(load_visible(installation, name).tournament.entrants[entrant])


def _entrant(running: LoadedTournament, caller: Caller, number: int, operation: str) -> Entrant:
    """Return an entrant for the organiser; raises NotOrganiser, EntrantNotFound and TournamentNotRunning."""
    check_may(running, caller, operation)
    if not 0 <= number < len(running.tournament.entrants):
        raise tournament_problems.EntrantNotFound("There is no entrant {entrant}.", {"entrant": number})
    if running.tournament.status == "cancelled":
        raise tournament_problems.TournamentNotRunning("The tournament was cancelled.")
    return running.tournament.entrants[number]


def round_of(running: LoadedTournament, number: int) -> Round:
    """Return a round whose games exist; raises RoundNotFound."""
    rounds = running.tournament.rounds
    if not 1 <= number <= len(rounds) or not rounds[number - 1].opened:
        raise tournament_problems.RoundNotFound("There is no round {round}.", {"round": number})
    return rounds[number - 1]


def table_of(running: LoadedTournament, match: Match) -> MatchTable:
    """Return the table of a match; raises RoundNotFound and TableNotFound."""
    tables = round_of(running, match.round).tables
    if not 1 <= match.table <= len(tables):
        facts = {"table": match.table, "round": match.round}
        raise tournament_problems.TableNotFound("There is no table {table} in round {round}.", facts)
    return tables[match.table - 1]


def _check_reason(force: bool, reason: str) -> None:  # noqa: FBT001  # as in the request
    """Raise ReasonMissing for a correction with `force` and without a reason."""
    if force and not reason:
        raise tournament_problems.ReasonMissing("Send a `reason` with `force`: true. The players read it.")


def _check_ranks(table: MatchTable, ranks: Sequence[int], game: int | UnsetType) -> None:
    """Raise InvalidResult unless each entrant has a rank; tied entrants share the better one."""
    right = tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    if len(ranks) != len(table.entrants) or tuple(ranks) != right:
        raise tournament_problems.InvalidResult(
            "Send one rank for each entrant, from 1. Tied entrants share the better rank, as in 1, 1, 3."
        )
    if game is not UNSET and game >= len(table.seating.games):
        raise tournament_problems.InvalidResult(
            "The match has {games} games, numbered from 0.", {"games": len(table.seating.games)}
        )


def _is_set(table: MatchTable, game: int | UnsetType, requested: tuple[Sequence[int], bool, str]) -> bool:
    """Whether the ruling is already in force, as after a retry."""
    found = table.ruled if game is UNSET else table.ruled_games.get(game)
    is_last = game is not UNSET or not table.ruled_games
    return found is not None and is_last and (found.ranks, found.double_loss, found.reason) == requested


def _has_started(installation: Installation, played: Round) -> bool:
    return any(_has_been_played(installation, slot.game_id) for slot in slots(played))


def _has_been_played(installation: Installation, game_id: str) -> bool:
    """Whether a human player has acted in a game or resigned, or the game has ended."""
    try:
        game = load(installation, game_id)
        events = history.whole_log(installation, game, game.header.sandbox_actions)
    except problems.GameNotFound:
        return False
    if game.has_ended or game.info.resigned:
        return True
    human = {seat for seat, setup in enumerate(game.seats) if setup.kind != "ai"}
    return any(event.by is UNSET and event.change is UNSET and event.seat in human for event in events)
