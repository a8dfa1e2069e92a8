"""Advance the virtual clocks of sandbox games."""

from msgspec.structs import replace

from service.play import game_info, missed_decisions
from service.play.bottega import Bottega
from service.play.clock_and_ids import written
from service.play.clocks import DAY, SECOND, time_of
from service.play.game import Game, load, moment_in
from service.play.game_info_updates import update_game_info
from service.problems import ClockNotVirtual
from service.resources.absence import ClockAdvance, VirtualTime
from service.store import GameInfo

MOST_MOVED = 100_000 * DAY
"""Furthest that a clock can be advanced."""


def move_on(bottega: Bottega, game_id: str, body: ClockAdvance) -> VirtualTime:
    """Advance the virtual clock of a game, and handle all deadlines that it passes.

    Raises ClockNotVirtual, GameNotFound, RulesNotHosted and GameBusy.
    """

    def moved(game: Game) -> GameInfo:
        if not game.header.virtual:
            raise ClockNotVirtual("Create a sandbox game with a virtual clock.")
        return replace(game.table, moved=min(game.table.moved + body.seconds * SECOND, MOST_MOVED))

    game = update_game_info(bottega, game_id, moved)
    now = moment_in(bottega, game.header, game.table)
    for which in (game_info.low_times, game_info.deadlines):
        for asked, when in which(game.header, game.table, game.position.asked).items():
            if when <= now:
                missed_decisions.handle_deadline(bottega, asked)
    version = load(bottega, game_id).position.version
    return VirtualTime(game_id, version, written(time_of(now)))
