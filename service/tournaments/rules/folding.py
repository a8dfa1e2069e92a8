"""Fold the event log of a tournament into its state."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import UNSET, UnsetType

from service.texts import compared
from service.tournaments.rules import entrant_events, events, match_events, plan_events
from service.tournaments.rules.apart import apart_now
from service.tournaments.rules.claim_events import ClaimStepAdded
from service.tournaments.rules.claims import apply_to_claims
from service.tournaments.rules.conflicts import conflicts_of
from service.tournaments.rules.continuing import continuing_matches
from service.tournaments.rules.ladder_places import apply_to_places, has_closed_match, match_of
from service.tournaments.rules.lineup_events import LineupClosesSoon, LineupSet
from service.tournaments.rules.lineups import apply_lineup
from service.tournaments.rules.match_table import MatchTable, with_ruling, without_ruling
from service.tournaments.rules.open_matches import apply_to_open_matches
from service.tournaments.rules.plan import Plan
from service.tournaments.rules.plan_change import changed
from service.tournaments.rules.round_ends import apply_to_ends
from service.tournaments.rules.series import series_of
from service.tournaments.rules.series_folding import apply_to_series, drop_surplus
from service.tournaments.rules.staff import apply_to_staff
from service.tournaments.rules.staff_events import StaffChanged
from service.tournaments.rules.state import Entrant, Round, StoppingGame, Tournament, is_in_stage, was_in_earlier_stage
from service.tournaments.rules.types import Status
from service.tournaments.rules.vacation_events import VacationSet
from service.tournaments.rules.vacations import apply_vacation


def fold(plan: Plan, seed: bytes, log: Iterable[events.AnyEvent]) -> Tournament:
    """Return the state of a tournament after all events of a log."""
    tournament = Tournament(plan, seed)
    for event in log:
        apply(tournament, event)
    return tournament


def apply(tournament: Tournament, event: events.AnyEvent) -> None:  # noqa: C901, PLR0912, PLR0915  # one case for each kind of event
    """Apply one event in place, without checking it."""
    tournament.version = event.number
    _forget(tournament, event)
    was_closed = has_closed_match(tournament, event)
    apply_to_ends(tournament, event)
    match event:
        case entrant_events.Entered():
            _enter(tournament, event)
        case entrant_events.CheckedIn():
            tournament.entrants[event.entrant].checked_in = True
        case entrant_events.Withdrew() | entrant_events.Disqualified():
            _leave(tournament, event)
        case entrant_events.Reentered():
            _reenter(tournament, event)
        case entrant_events.Substituted():
            _substitute(tournament, event)
            tournament.games_follow = True
        case entrant_events.Penalised():
            tournament.entrants[event.entrant].penalties[event.stage] = event
        case plan_events.Changed():
            _change(tournament, event.change)
        case events.Postponed():
            tournament.postponed = True
        case events.Started():
            tournament.status, tournament.has_started = "running", True
        case events.StageBegan():
            tournament.apart.append(apart_now(tournament))
            tournament.stages.append([[*group] for group in event.groups])
        case events.Paired():
            _seat(tournament, event)
        case events.Opened():
            _open(tournament.round(event.round), event.at)
        case match_events.Finished():
            _finish(tournament, event)
        case match_events.NextGame() | match_events.SeatChosen() | match_events.GameOpened() | match_events.Forfeited():
            apply_to_series(tournament, event)
        case match_events.Ruled():
            _rule(tournament, event)
        case match_events.RulingWithdrawn():
            _withdraw_ruling(tournament, event)
        case match_events.Stopped():
            _stop(tournament, event)
        case events.TakenBack():
            _take_back(tournament, event)
        case events.Resumed():
            tournament.status = "running" if tournament.has_started else "registration"
        case events.Reopened():
            tournament.status = "running"
            tournament.later_deal_secrets[event.number] = bytes.fromhex(event.deal_secret)
        case LineupSet() | LineupClosesSoon():
            apply_lineup(tournament, event)
        case StaffChanged():
            apply_to_staff(tournament, event)
        case VacationSet():
            apply_vacation(tournament, event)
            tournament.games_follow = True
        case ClaimStepAdded():
            apply_to_claims(tournament, event)
        case events.Paused() | events.Cancelled() | events.Ended():
            tournament.status = _STATUS[type(event)]
            if isinstance(event, events.Cancelled):  # games of an unopened round may not exist
                tournament.rounds = [each for each in tournament.rounds if each.opened or _was_opened(each)]
    apply_to_open_matches(tournament, event)
    apply_to_places(tournament, event, was_closed=was_closed)


_WITHOUT_RESULT = (
    entrant_events.CheckedIn
    | match_events.GameOpened
    | events.RoundEndsSoon
    | match_events.Stopped
    | ClaimStepAdded
    | LineupSet
    | LineupClosesSoon
    | StaffChanged
    | VacationSet
)
"""Events that change no computed value, such as the standings."""


def _forget(tournament: Tournament, event: events.AnyEvent) -> None:
    """Forget the values computed from the state, and from the match that an event is about."""
    if isinstance(event, _WITHOUT_RESULT):
        return
    tournament.derived.clear()
    table = match_of(tournament, event)
    stopping = tournament.games_to_stop.get(getattr(event, "game_id", ""))
    for each in (table, stopping.match if stopping else None):
        if each is not None:
            each.derived.clear()


_STATUS: Mapping[type[events.AnyEvent], Status] = {
    events.Paused: "paused",
    events.Cancelled: "cancelled",
    events.Ended: "over",
}


def _open(played: Round, at: str) -> None:
    played.opened, played.opened_at = True, played.opened_at or at


def _enter(tournament: Tournament, event: entrant_events.Entered) -> None:
    entrant = Entrant(event.entrant, event, late_points=event.points, team=event.team, board=event.board)
    entrant.vacations.days = tournament.plan.vacation_days or 0
    tournament.entrants.append(entrant)
    _name(tournament, entrant)
    _join_late(tournament, event.entrant)


def _change(tournament: Tournament, change: plan_events.PlanChange) -> None:
    tournament.plan = changed(tournament.plan, change)
    tournament.postponed = tournament.postponed and change.starts_at is UNSET
    for each in change.teams:
        entrant = tournament.entrants[each.entrant]
        entrant.team, entrant.board, entrant.captain = each.team, each.board, each.captain


def _join_late(tournament: Tournament, entrant: int) -> None:
    """Add a late entrant to the smallest group of the current stage."""
    if tournament.stages:
        min(tournament.stages[-1], key=len).append(entrant)


def _leave(tournament: Tournament, event: entrant_events.Withdrew | entrant_events.Disqualified) -> None:
    entrant = tournament.entrants[event.entrant]
    tournament.withdrawn += not entrant.withdrawn
    entrant.out_since = entrant.out_since if entrant.withdrawn else len(tournament.rounds)
    entrant.withdrawn, entrant.checked_in, entrant.withdrawn_by = True, False, event.by
    entrant.disqualified = entrant.disqualified or isinstance(event, entrant_events.Disqualified)
    entrant.vacations.end(event.at)


def _reenter(tournament: Tournament, event: entrant_events.Reentered) -> None:
    """Let an entrant take part again; it joins the current stage if it was in no stage."""
    entrant = tournament.entrants[event.entrant]
    tournament.withdrawn -= entrant.withdrawn
    entrant.withdrawn = entrant.disqualified = False
    entrant.back_since = len(tournament.rounds)
    if is_in_stage(tournament, event.entrant):
        entrant.returned.append(event.number)
    if not (is_in_stage(tournament, event.entrant) or was_in_earlier_stage(tournament, event.entrant)):
        entrant.late_points = event.points
        _join_late(tournament, event.entrant)


def _substitute(tournament: Tournament, event: entrant_events.Substituted) -> None:
    """Let another player play for an entrant, who keeps its points and the vacation days that are left."""
    entrant = tournament.entrants[event.entrant]
    entrant.vacations.end(event.at)
    _unname(tournament, entrant)
    entrant.former = (*entrant.former, entrant.entered.player)
    entrant.entered = msgspec.structs.replace(
        entrant.entered, name=event.name, player=event.player, bot=event.bot, guest=False
    )
    _name(tournament, entrant)


def _name(tournament: Tournament, entrant: Entrant) -> None:
    """Note the name and the player of an entrant; a player stays noted after a substitution."""
    name, player = compared(entrant.name), entrant.entered.player
    tournament.names[name] = tournament.names.get(name, 0) + 1
    had = tournament.numbers.get(player, ())
    if player and entrant.number not in had:
        tournament.numbers[player] = (*had, entrant.number)


def _unname(tournament: Tournament, entrant: Entrant) -> None:
    name = compared(entrant.name)
    tournament.names[name] -= 1
    if not tournament.names[name]:
        del tournament.names[name]


def _finish(tournament: Tournament, event: match_events.Finished) -> None:
    """Note the result of a game. A game that should have been stopped may be of a round that was taken back."""
    stopping = tournament.games_to_stop.pop(event.game_id, None)
    table = stopping.match if stopping else tournament.round(event.round).tables[event.table - 1]
    table.finished[event.game] = event


def _stop(tournament: Tournament, event: match_events.Stopped) -> None:
    stopping = tournament.games_to_stop.pop(event.game_id)
    if stopping.counts:
        stopping.match.stopped.add(event.game)


def _seat(tournament: Tournament, event: events.Paired) -> None:
    """Add a round; matches that continue after a correction keep their games and results."""
    continuing = {table.seating: table for table in continuing_matches(tournament, event.round)}
    series = series_of(tournament.plan, event.stage)
    tables = [continuing.get(each) or MatchTable(each, series, event.number) for each in event.tables]
    for each in event.tables:
        for game in each.games:
            tournament.games_to_stop.pop(game, None)
    tournament.game_ids.update(game for each in event.tables for game in each.games)
    played = Round(event.round, event.stage, tables, event.byes, event.manual, paired=event.number)
    played.sitting_out, played.challenger = event.sitting_out, event.challenger
    played.conflicts = conflicts_of(tournament, [each.entrants for each in event.tables], manual=event.manual)
    tournament.rounds.append(played)


def _rule(tournament: Tournament, event: match_events.Ruled) -> None:
    """Apply a ruling, and mark running games of the match as games to stop."""
    played = tournament.round(event.round)
    table = played.tables[event.table - 1]
    with_ruling(table, event)
    drop_surplus(tournament, event.round, table)
    _to_stop(tournament, played, table, _games(table, event.game), event)
    table.pending.difference_update(_games(table, event.game))
    _redo_stage(tournament, played.stage)


def _was_opened(played: Round) -> bool:
    """Whether some games of an unopened round exist: those before a replay, and those of matches that continue."""
    return any(table.replays or table.paired < played.paired for table in played.tables)


def _withdraw_ruling(tournament: Tournament, event: match_events.RulingWithdrawn) -> None:
    """Count finished games again, and add replays of the stopped ones."""
    played = tournament.round(event.round)
    table = played.tables[event.table - 1]
    without_ruling(table, event.game)
    games = [*table.seating.games]
    for each in event.replays:
        choice = table.chosen.get(games[each.game])
        if choice is not None:
            table.chosen[each.game_id] = choice
        games[each.game] = each.game_id
        table.stopped.discard(each.game)
        table.replays[each.game] = event.number
        tournament.game_ids.add(each.game_id)
    table.seating = msgspec.structs.replace(table.seating, games=tuple(games))
    drop_surplus(tournament, event.round, table)
    played.opened = played.opened and not event.replays
    _redo_stage(tournament, played.stage)


def _take_back(tournament: Tournament, event: events.TakenBack) -> None:
    """Remove the latest round, and its stage if it was the first round of a later stage.

    Pause the tournament, unless the round is paired again after a correction.
    """
    played = tournament.rounds.pop()
    played.corrected = event.corrected
    tournament.taken_back.append(played)
    for table in played.tables:
        _to_stop(tournament, played, table, range(len(table.seating.games)), event)
    for entrant in tournament.entrants if event.forced else ():
        entrant.out_since = min(entrant.out_since, len(tournament.rounds))
        entrant.back_since = min(entrant.back_since, len(tournament.rounds))
    if not event.corrected:
        tournament.status = "paused"
    if played.stage > 0 and not tournament.stage_rounds:
        _drop_stage(tournament)


def _games(table: MatchTable, game: int | UnsetType) -> Iterable[int]:
    return range(len(table.seating.games)) if game is UNSET else (game,)


def _to_stop(
    tournament: Tournament,
    played: Round,
    table: MatchTable,
    games: Iterable[int],
    cause: match_events.Ruled | events.TakenBack,
) -> None:
    """Mark the games that have not ended as games to stop."""
    for game in games:
        if game not in table.finished and game not in table.stopped:
            tournament.games_to_stop[table.seating.games[game]] = StoppingGame(played, table, game, cause.reason)


def _redo_stage(tournament: Tournament, stage: int) -> None:
    """Restart the next stage after a changed result in this stage, unless the next stage already has a round."""
    if stage == len(tournament.stages) - 2 and not tournament.stage_rounds:
        _drop_stage(tournament)


def _drop_stage(tournament: Tournament) -> None:
    tournament.stages.pop()
    tournament.apart.pop()
