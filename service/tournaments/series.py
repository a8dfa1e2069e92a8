"""Continue matches whose games follow one another: announce the next game, create it, or forfeit the rest.

The log announces a game with its id before the game exists, and notes its existence afterwards. After a crash between
these steps, any process creates the same game again without effect.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.playing import abort
from service.tournaments import log
from service.tournaments.log import LoadedTournament
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.match_events import Forfeited, GameOpened, NextGame, SeatChosen
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.seat_choice import default_choice, open_choice
from service.tournaments.rules.series_legality import is_between_games
from service.tournaments.rules.state import Round, Tournament, can_continue, leavers
from service.tournaments.rules.types import GOING_ON
from service.tournaments.seating import GameSlot, create_next_game
from service.tournaments.time_slices import TimeSlice


def following(installation: Installation, running: LoadedTournament) -> Sequence[AnyEvent]:
    """Return what follows in all matches without a running game: their next games, or their forfeits.

    The seats of a game without a choice are determined when its break has ended.
    """
    if running.tournament.status != "running":
        return ()
    return [
        event
        for played, table in _open_matches(running.tournament)
        if (event := _following(installation, running.tournament, played, table)) is not None
    ]


def _open_matches(tournament: Tournament) -> Iterator[tuple[Round, MatchTable]]:
    for played in tournament.open_rounds:
        if played.opened:
            yield from ((played, table) for table in tournament.open_matches(played) if is_between_games(table))


def _following(
    installation: Installation, tournament: Tournament, played: Round, table: MatchTable
) -> NextGame | SeatChosen | Forfeited | None:
    place: dict[str, Any] = {"round": played.number, "table": table.number}
    if not can_continue(tournament, table):
        return log.new_entry(installation, Forfeited, entrants=leavers(tournament, table), **place)
    if table.pending:
        return _default_seats(installation, played, table)
    pause = table.series.break_seconds
    starts_at = written(installation.sources.now() + timedelta(seconds=pause)) if pause else ""
    game, game_id = len(table.seating.games), installation.sources.game_id()
    return log.new_entry(installation, NextGame, game=game, game_id=game_id, starts_at=starts_at, **place)


def _default_seats(installation: Installation, played: Round, table: MatchTable) -> SeatChosen | None:
    """Return the usual seats of an announced game if its break has ended without a choice."""
    game, now = open_choice(table), installation.sources.now()
    if game is None or _starts_at(GameSlot(played, table, game), now) > now:
        return None
    entrant, seat = default_choice(table, game)
    slot: dict[str, Any] = {"round": played.number, "table": table.number, "game": game}
    return log.new_entry(
        installation, SeatChosen, **slot, game_id=table.seating.games[game], entrant=entrant, seat=seat
    )


def open_due(installation: Installation, running: LoadedTournament, allowed: TimeSlice) -> bool:
    """Create announced games whose break is over, while the time slice allows, but at least one; False if none is due.

    A game that a ruling or the end of the tournament has dropped in the meantime is stopped.
    """
    created: list[GameSlot] = []
    for slot in _due(installation, running.tournament):
        create_next_game(installation, running, slot)
        created.append(slot)
        if allowed.is_over:
            break
    if not created:
        return False
    changed = log.change(installation, running.name, lambda latest: _opened(installation, latest.tournament, created))
    for slot in created:
        if slot.game_id not in _game_ids(changed.tournament, slot):
            abort.stop(installation, slot.game_id)
    return True


def _due(installation: Installation, tournament: Tournament) -> Iterator[GameSlot]:
    now = installation.sources.now()
    if tournament.status == "running":
        pending = (slot for slot in _pending(tournament) if open_choice(slot.match) is None)
        yield from (slot for slot in pending if _starts_at(slot, now) <= now)


def _pending(tournament: Tournament) -> Iterator[GameSlot]:
    """List the announced games that do not exist yet."""
    for played in tournament.open_rounds:
        for table in tournament.open_matches(played):
            yield from (GameSlot(played, table, game) for game in sorted(table.pending))


def _starts_at(slot: GameSlot, now: datetime) -> datetime:
    stated = slot.match.announced[slot.game].starts_at
    return datetime.fromisoformat(stated) if stated else now


def _opened(installation: Installation, tournament: Tournament, created: Sequence[GameSlot]) -> Sequence[GameOpened]:
    """Return the log entries of created games that are still announced."""
    pending = {slot.game_id for slot in _pending(tournament)} if tournament.status in GOING_ON else set()
    return [
        log.new_entry(
            installation,
            GameOpened,
            round=slot.round.number,
            table=slot.match.number,
            game=slot.game,
            game_id=slot.game_id,
        )
        for slot in created
        if slot.game_id in pending
    ]


def _game_ids(tournament: Tournament, slot: GameSlot) -> set[str]:
    """Return the ids of the games of a match that exist."""
    tables = [each for played in tournament.rounds[slot.round.number - 1 :][:1] for each in played.tables]
    return {table.seating.games[game] for table in tables for game in table.existing}


def next_start(installation: Installation, tournament: Tournament) -> datetime | None:
    """Return when the next break between two games ends; None if there is none."""
    now = installation.sources.now()
    found = [_starts_at(slot, now) for slot in _pending(tournament)] if tournament.status == "running" else []
    return min(found, default=None)
