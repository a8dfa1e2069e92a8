"""Return later states of a tournament. Earlier states stay as they are, and share with them all that did not change.

So a process can hold the state of a tournament, and several requests can use it at the same time.
"""

from collections.abc import Iterable
from dataclasses import replace

from service.tournaments.rules import entrant_events, events, match_events, plan_events
from service.tournaments.rules.claim_events import ClaimStepAdded
from service.tournaments.rules.folding import apply
from service.tournaments.rules.lineup_events import LineupClosesSoon, LineupSet
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.staff_events import StaffChanged
from service.tournaments.rules.state import Entrant, Round, Tournament
from service.tournaments.rules.vacation_events import VacationSet

_OfMatch = (
    match_events.Finished
    | match_events.NextGame
    | match_events.SeatChosen
    | match_events.GameOpened
    | match_events.Forfeited
    | match_events.Ruled
    | match_events.RulingWithdrawn
    | match_events.Stopped
)


def later(tournament: Tournament, log: Iterable[events.AnyEvent]) -> Tournament:
    """Return the state after further events; costs a copy of the lists, and of what the events change."""
    found = _copy(tournament)
    found.derived.update(tournament.derived)
    for event in log:
        _own(found, event)
        apply(found, event)
    return found


def _copy(tournament: Tournament) -> Tournament:
    """Return a state with lists of its own, whose elements are shared."""
    return replace(
        tournament,
        games_to_stop={**tournament.games_to_stop},
        later_deal_secrets={**tournament.later_deal_secrets},
        game_ids={*tournament.game_ids},
        entrants=[*tournament.entrants],
        stages=[[[*group] for group in groups] for groups in tournament.stages],
        apart=[*tournament.apart],
        rounds=[*tournament.rounds],
        taken_back=[*tournament.taken_back],
        lineups={**tournament.lineups},
        staff={**tournament.staff},
        claims=[*tournament.claims],
        numbers={**tournament.numbers},
        names={**tournament.names},
        open_tables={**tournament.open_tables},
        uncreated={**tournament.uncreated},
    )


def _own(tournament: Tournament, event: events.AnyEvent) -> None:
    """Copy the parts that an event changes in place."""
    match event:
        case (
            entrant_events.CheckedIn()
            | entrant_events.Withdrew()
            | entrant_events.Disqualified()
            | entrant_events.Reentered()
            | entrant_events.Substituted()
            | entrant_events.Penalised()
            | VacationSet()
        ):
            _own_entrant(tournament, event.entrant)
        case plan_events.Changed():
            for each in event.change.teams:
                _own_entrant(tournament, each.entrant)
        case events.Opened() | events.RoundEndsSoon():
            _own_round(tournament, event.round)
        case (
            match_events.Finished()
            | match_events.NextGame()
            | match_events.SeatChosen()
            | match_events.GameOpened()
            | match_events.Forfeited()
            | match_events.Ruled()
            | match_events.RulingWithdrawn()
            | match_events.Stopped()
        ):
            _own_match(tournament, event)
        case events.TakenBack():
            _own_round(tournament, event.round)
            for number in range(len(tournament.entrants)) if event.forced else ():
                _own_entrant(tournament, number)
        case ClaimStepAdded():
            _own_claim(tournament, event)
        case _:
            _changes_lists_only(event)
    _own_open_tables(tournament, getattr(event, "round", 0))


def _changes_lists_only(
    event: entrant_events.Entered
    | events.Postponed
    | events.Started
    | events.StageBegan
    | events.Paired
    | events.Paused
    | events.Resumed
    | events.Cancelled
    | events.Ended
    | events.Reopened
    | StaffChanged
    | LineupSet
    | LineupClosesSoon,
) -> None:
    """Accept the events that change nothing but what `_copy` has copied; the type check finds a new event."""


def _own_claim(tournament: Tournament, event: ClaimStepAdded) -> None:
    if event.step != "filed":
        claim = tournament.claims[event.claim - 1]
        tournament.claims[event.claim - 1] = replace(claim, steps=[*claim.steps])


def _own_entrant(tournament: Tournament, number: int) -> None:
    shared: Entrant = tournament.entrants[number]
    tournament.entrants[number] = replace(
        shared,
        returned=[*shared.returned],
        penalties={**shared.penalties},
        vacations=replace(shared.vacations),
    )


def _own_open_tables(tournament: Tournament, number: int) -> None:
    if number in tournament.open_tables:
        tournament.open_tables[number] = {*tournament.open_tables[number]}


def _own_round(tournament: Tournament, number: int) -> None:
    if number <= len(tournament.rounds):
        tournament.rounds[number - 1] = _own_tables(tournament, tournament.rounds[number - 1])


def _own_tables(tournament: Tournament, shared: Round) -> Round:
    """Return a round with a list of tables of its own, for the games to stop as well."""
    own = replace(shared, tables=[*shared.tables])
    for game_id, each in tournament.games_to_stop.items():
        if each.round is shared:
            tournament.games_to_stop[game_id] = each._replace(round=own)
    return own


def _own_match(tournament: Tournament, event: _OfMatch) -> None:
    """Copy the match of an event in all rounds that have it: one that was taken back may share it."""
    _own_round(tournament, event.round)
    stopping = tournament.games_to_stop.get(getattr(event, "game_id", ""))
    present = tournament.rounds[event.round - 1 : event.round]
    shared = stopping.match if stopping else present[0].tables[event.table - 1]
    own = _own_table(shared)
    for at, each in enumerate(tournament.taken_back):
        if each.tables[event.table - 1 : event.table] and each.tables[event.table - 1] is shared:
            tournament.taken_back[at] = _own_tables(tournament, each)
    for each in (*present, *tournament.taken_back):
        if each.tables[event.table - 1 : event.table] and each.tables[event.table - 1] is shared:
            each.tables[event.table - 1] = own
    for game_id, stops in tournament.games_to_stop.items():
        if stops.match is shared:
            tournament.games_to_stop[game_id] = stops._replace(match=own)


def _own_table(shared: MatchTable) -> MatchTable:
    return replace(
        shared,
        finished={**shared.finished},
        stopped={*shared.stopped},
        replays={**shared.replays},
        ruled_games={**shared.ruled_games},
        announced={**shared.announced},
        pending={*shared.pending},
        chosen={**shared.chosen},
    )
