"""Correct a result on which a later round depends: stop the games that depend on it, and seat their entrants again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from service.installation.installation import Installation
from service.players.callers import Caller
from service.tournaments import log, progress
from service.tournaments import problems as tournament_problems
from service.tournaments.log import LoadedTournament
from service.tournaments.rules import result_dependencies
from service.tournaments.rules.events import AnyEvent, StageBegan, TakenBack
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.round_pairings import stage_is_over


@dataclass(frozen=True)
class Correction:
    """A changed result of a match, and how far the change may go."""

    round: int
    table: int
    change: Callable[[MatchTable], None]
    """Changes the result of a table in place."""
    force: bool
    """Whether the rounds that depend on the result are taken back."""
    reason: str


def games_are_stopped(installation: Installation, running: LoadedTournament) -> bool:
    """Whether no game must be stopped; otherwise stop them, and return False.

    The caller must then load the tournament again. Raises TournamentBusy if some are left after a time slice.
    """
    return not progress.stop_games(installation, running)


def games_are_settled(installation: Installation, running: LoadedTournament) -> bool:
    """Whether no game must be stopped, and all games of paired rounds exist; otherwise as `games_are_stopped`."""
    return games_are_stopped(installation, running) and not progress.open_rounds(installation, running)


def with_later_rounds(
    installation: Installation,
    running: LoadedTournament,
    caller: Caller,
    correction: Correction,
    rulings: Sequence[AnyEvent],
) -> Sequence[AnyEvent]:
    """Return rulings with what becomes of the rounds that depend on them.

    Raises LaterRoundSeated if a round depends on them, and the correction has no `force`.
    """
    place = running.tournament, correction.round, correction.table, correction.change
    if not correction.force:
        _check_independent(result_dependencies.dependent_round(*place))
        return rulings
    first = result_dependencies.round_to_pair_again(*place)
    if first is None:
        return rulings
    taken = taken_back(installation, running, caller, first, correction.reason, corrected=True)
    return _seated_again(installation, running, caller, correction.reason, [*taken, *rulings])


def _check_independent(depends: int | None) -> None:
    """Raise LaterRoundSeated if a round depends on the result."""
    if depends is not None:
        raise tournament_problems.LaterRoundSeated(
            "Round {round} depends on this result. Send `force`: true to stop its games and pair it again.",
            {"round": depends},
            round=depends,
        )


def taken_back(
    installation: Installation,
    running: LoadedTournament,
    caller: Caller,
    first: int,
    reason: str,
    *,
    corrected: bool = False,
) -> list[TakenBack]:
    """Return the entries that take back all rounds from one on, latest first."""
    return [
        log.new_entry(
            installation, TakenBack, by=caller.player, reason=reason, round=number, forced=True, corrected=corrected
        )
        for number in range(len(running.tournament.rounds), first - 1, -1)
    ]


def _seated_again(
    installation: Installation,
    running: LoadedTournament,
    caller: Caller,
    reason: str,
    entries: Sequence[AnyEvent],
) -> Sequence[AnyEvent]:
    """Return entries with the pairing that follows them at once: the next round, also of the next stage.

    Nothing follows while a match of an earlier round is left to play, nor in an arena. The tournament then pairs the
    round as all others.
    """
    then = _after(running, entries)
    if not then.tournament.is_between_rounds or not traits_of(then.tournament.stage).has_rounds:
        return entries
    if len(then.tournament.stages) < len(running.tournament.stages) and stage_is_over(then.tournament):
        began: StageBegan = progress.start_stage(installation, then, by=caller.player, reason=reason)
        entries = [*entries, began]
        then = _after(running, entries)
    drawn = progress.next_draw(installation, then)
    if drawn is None:
        return entries
    return [*entries, progress.pairing(installation, then, drawn, by=caller.player, reason=reason)]


def _after(running: LoadedTournament, entries: Sequence[AnyEvent]) -> LoadedTournament:
    """Return a tournament after further entries, which are not stored."""
    return log.continued(running, entries)
