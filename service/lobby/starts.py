"""Start games that wait for players: with the last seat, the last player of a rematch, or by their creator."""

from dataclasses import replace
from functools import partial

import msgspec

from service import problems
from service.game import game_info
from service.game.game import Game, load, moment_in
from service.game.levels import find_level
from service.installation.after_commit import follow_up
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.playing import notices
from service.playing.pending_jobs import check_ai_queue, clock_entries, due, enqueue_safely, next_job
from service.store import ConflictingWrite, GameInfo


def start(installation: Installation, game_id: str, level: str) -> None:
    """Start a waiting game; an AI level takes the open seats.

    Raises UnknownLevel, GameStarted, GameNotFound, RulesNotHosted, AiQueueFull and GameBusy.
    """
    find_level(level)
    announce(installation, retry_conflicts(partial(_start, installation, game_id, level)))


def _start(installation: Installation, game_id: str, level: str) -> Game:
    """Start a waiting game, once, and return it. Raises ConflictingWrite."""
    game = load(installation, game_id)
    if game.has_started:
        raise problems.GameStarted("Play the game. All its seats are filled, or its creator has started it.")
    levels = dict.fromkeys(game.free, level)
    return store_start(installation, game, msgspec.structs.replace(game.info, levels=levels))


def store_start(installation: Installation, game: Game, info: GameInfo) -> Game:
    """Start a waiting game with this game info, and return it; `announce` follows.

    Raises AiQueueFull, and ConflictingWrite if the game has changed.
    """
    new = started(installation, game, info)
    check_ai_queue(installation, next_job(new))
    at, clocks = due(installation, new), clock_entries(installation, new)
    if not installation.store.start_game(game.header.game_id, game.info, new.info, due=at, clocks=clocks):
        raise ConflictingWrite
    return new


def started(installation: Installation, game: Game, info: GameInfo) -> Game:
    """Return the game as it would be if it started now with this game info."""
    to_act, at = game.ruleset.to_act(game.position.state), moment_in(installation, game.header, info)
    return replace(game, info=game_info.start(game.header, info, to_act, at))


def announce(installation: Installation, game: Game) -> None:
    """Enqueue the first job of a started game, send notices, and list it as started.

    The due list contains the job and the notices. Until the game leaves the list of open games, readers filter it out.
    """
    enqueue_safely(installation, next_job(game))
    notices.send_now(installation, game.header.game_id)
    with follow_up("lists", game.header.game_id):
        installation.store.lists.mark_started(game.header)
