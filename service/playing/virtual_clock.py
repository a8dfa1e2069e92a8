"""Advance the virtual clocks of sandbox games."""

from msgspec.structs import replace

from domain.clock import DAY, SECOND
from service import problems
from service.game import game_info
from service.game.clocks import time_of
from service.game.game import Game, load, moment_in
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.playing import missed_decisions
from service.playing.game_info_updates import update_game_info
from service.resources.absence import ClockAdvance, VirtualTime
from service.store import GameInfo

MOST_MOVED = 100_000 * DAY
"""Furthest that a clock can be advanced."""


def move_on(installation: Installation, game_id: str, body: ClockAdvance) -> VirtualTime:
    """Advance the virtual clock of a game, and handle all deadlines that it passes.

    Raises ClockNotVirtual, GameNotFound, RulesNotHosted and GameBusy.
    """

    def moved(game: Game) -> GameInfo:
        if not game.header.virtual:
            raise problems.ClockNotVirtual("Create a sandbox game with a virtual clock.")
        return replace(game.info, moved=min(game.info.moved + body.seconds * SECOND, MOST_MOVED))

    game = update_game_info(installation, game_id, moved)
    now = moment_in(installation, game.header, game.info)
    for which in (game_info.low_times, game_info.deadlines):
        for timed, when in which(game.header, game.info, game.position.decisions).items():
            if when <= now:
                missed_decisions.handle_deadline(installation, timed)
    version = load(installation, game_id).position.version
    return VirtualTime(game_id, version, written(time_of(now)))
