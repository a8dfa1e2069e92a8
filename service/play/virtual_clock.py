"""Virtual clocks: the time of a game of the sandbox, which passes when its creator says so."""

from msgspec.structs import replace

from service.play import game_info, missed_decisions
from service.play.bottega import Bottega
from service.play.clock_and_ids import written
from service.play.clocks import DAY, SECOND, time_of
from service.play.game import Game, load, moment_in
from service.play.game_info_updates import rearrange
from service.play.presenters import Wire
from service.problems import ClockNotVirtual
from service.store import GameInfo

MOST_MOVED = 100_000 * DAY
"""No clock is moved any further."""


def move_on(bottega: Bottega, game_id: str, seconds: int) -> Wire:
    """Let time pass in a game, and do at once what is to be done about decisions whose time is up or low then.

    Raises ClockNotVirtual, GameNotFound, RulesNotHosted and GameBusy.
    """

    def moved(game: Game) -> GameInfo:
        if not game.header.virtual:
            raise ClockNotVirtual("Only games of the sandbox can have one.")
        return replace(game.table, moved=min(game.table.moved + seconds * SECOND, MOST_MOVED))

    game = rearrange(bottega, game_id, moved)
    now = moment_in(bottega, game.header, game.table)
    for which in (game_info.low, game_info.running):
        for asked, when in which(game.header, game.table, game.position.asked).items():
            if when <= now:
                missed_decisions.run_out(bottega, asked)
    version = load(bottega, game_id).position.version
    return {"game_id": game_id, "time": written(time_of(now)), "version": version}
