"""Decide the games and matches that still run when their round ends, and remind their players before.

The seat that has to act in a game of two forfeits. All other cases are rulings, and the players see the reason:

- a game without an action
- a game in which several seats have to act, or several others are left
- a match between two games
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import UNSET

from domain.resignations import Resignation, outcome_of
from service import problems
from service.game import game_info
from service.game.game import Game, load
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.playing import missed_decisions
from service.tournaments import log
from service.tournaments.log import LoadedTournament
from service.tournaments.results import awaited
from service.tournaments.rules.events import RoundEndsSoon
from service.tournaments.rules.match_events import Ruled
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.points import among_entrants
from service.tournaments.rules.round_ends import remind_at, timed_rounds
from service.tournaments.rules.series_legality import is_between_games
from service.tournaments.rules.state import Round, Tournament
from service.tournaments.seating import GameSlot
from service.tournaments.time_slices import TimeSlice

ROUND_ENDED = "The round was open until {:%Y-%m-%d %H:%M} UTC."
PAIR = 2


def decide(installation: Installation, running: LoadedTournament, allowed: TimeSlice) -> bool | None:
    """Decide late games and matches; None if there are none, False if some may be left for later.

    A game waits while an AI level has to act. Raises GameBusy.
    """
    now, is_done = installation.sources.now(), False
    rulings: list[Ruled] = []
    for played, end in timed_rounds(running.tournament):
        if end <= now:
            reason = ROUND_ENDED.format(end.astimezone(UTC))
            between = (table for table in played.tables if is_between_games(table))
            rulings += [_by_score(installation, played, table, reason) for table in between]
            for slot in _late(running.tournament, played):
                ruling = _decided(installation, slot, reason)
                rulings += [ruling] if isinstance(ruling, Ruled) else []
                is_done = is_done or ruling is not None
                if allowed.is_over:
                    break
    log.append(installation, running, rulings)
    return None if not (is_done or rulings) else not allowed.is_over


def _late(tournament: Tournament, played: Round) -> Iterator[GameSlot]:
    return (slot for slot in awaited(tournament) if slot.round is played and slot.match.ruling(slot.game) is None)


def _decided(installation: Installation, slot: GameSlot, reason: str) -> Ruled | bool | None:
    """Return the ruling that ends a game, True if a seat has forfeited, or None if nothing can be decided now."""
    try:
        game = load(installation, slot.game_id)
    except (problems.GameNotFound, problems.RulesNotHosted):
        return None
    to_act = _to_act(game)
    if not to_act:
        return None
    if not _has_begun(game):
        if slot.game in slot.match.announced:
            return _by_score(installation, slot.round, slot.match, reason)
        return _ruling(installation, slot, reason, _ranks(game, slot, to_act))
    left = [each for each in range(len(slot.seats)) if not game_info.has_resigned(game.info, each)]
    if len(to_act) == 1 and len(left) <= PAIR:
        return missed_decisions.forfeit_if_to_act(installation, slot.game_id, to_act[0])
    is_lost = len(to_act) == len(left)
    ranks = (1,) * len(slot.seats) if is_lost else _ranks(game, slot, to_act)
    return _ruling(installation, slot, reason, ranks, double_loss=is_lost)


def _ruling(
    installation: Installation, slot: GameSlot, reason: str, ranks: tuple[int, ...], *, double_loss: bool = False
) -> Ruled:
    place: dict[str, Any] = {"round": slot.round.number, "table": slot.match.number, "game": slot.game}
    return log.new_entry(installation, Ruled, reason=reason, ranks=ranks, double_loss=double_loss, **place)


def _has_begun(game: Game) -> bool:
    """Whether a player has acted, or an AI level plays: only then a forfeit ends the game."""
    has_level = any(each.kind == "ai" for each in game.seats)
    return has_level or (game.position.version > 0 if game.header.clock is UNSET else bool(game.info.attended.there))


def _to_act(game: Game) -> list[int]:
    """List the seats whose players have to act; not those for which an AI level or the service acts."""
    decisions = game.position.decisions
    return [
        seat
        for seat in game.to_act
        if game.seats[seat].kind != "ai"
        and game_info.offered(game, seat) is not None
        and game_info.stand_in(game.info, seat, decisions[seat]) is None
    ]


def _ranks(game: Game, slot: GameSlot, to_act: Sequence[int]) -> tuple[int, ...]:
    """Return the ranks at the table: the seats that have to act share the last one of those left, the score decides."""
    gone = [*game.info.resigned, *(Resignation(seat, "forfeit") for seat in to_act)]
    outcome = outcome_of(game.ruleset, game.position.state, len(slot.seats), gone, game.teams, decided=True)
    if outcome is None:
        raise AssertionError
    last = min(outcome.seats[seat].rank for seat in to_act)
    ranks = [last if each.seat in to_act else each.rank for each in outcome.seats]
    return among_entrants([ranks[slot.seats.index(entrant)] for entrant in slot.match.entrants])


def _by_score(installation: Installation, played: Round, table: MatchTable, reason: str) -> Ruled:
    """Return the ruling that decides a match by the score of its games so far."""
    ranks = tuple(1 + sum(other > each for other in table.score) for each in table.score)
    place: dict[str, Any] = {"round": played.number, "table": table.number}
    return log.new_entry(installation, Ruled, reason=reason, ranks=ranks, **place)


def reminders(installation: Installation, tournament: Tournament) -> Sequence[RoundEndsSoon]:
    """Return the reminders of rounds that end soon; each time of an end has one."""
    now = installation.sources.now()
    return [
        log.new_entry(installation, RoundEndsSoon, round=played.number, until=written(end))
        for played, end in timed_rounds(tournament)
        if remind_at(played, end) <= now < end and played.reminded != written(end)
    ]


def due_times(tournament: Tournament, now: datetime) -> list[datetime]:
    """List the later times at which a round ends, or its players are reminded."""
    timed = (moment for played, end in timed_rounds(tournament) for moment in (remind_at(played, end), end))
    return [moment for moment in timed if moment > now]
