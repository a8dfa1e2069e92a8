"""Stop games whose rules have failed, and let them continue after a repair."""

import dataclasses
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from service import problems
from service.game import clocks, game_info
from service.game.game import Game, moment_in, timestamp
from service.installation import failed_jobs
from service.installation.installation import Installation
from service.isolation.faults import RuleFault
from service.playing.game_info_updates import update_game_info
from service.playing.pending_jobs import lease_end, remove_clocks
from service.store import GameFault, GameInfo

T = TypeVar("T")

logger = logging.getLogger(__name__)


def stop(installation: Installation, game_id: str, fault: RuleFault) -> None:
    """Stop a game whose rules have failed: no seat can act, and no clock runs. Log it, and show it to the operator.

    The first fault of a game counts. Raises GameBusy and one of OUTAGES.
    """
    found = GameFault(timestamp(installation), fault.function, fault.why)

    def stopped(game: Game) -> GameInfo | None:
        if game.is_faulty or game.info.aborted_at:
            return None
        return replace(game.info, fault=found, clocks=clocks.stopped(game.info.clocks))

    with suppress(problems.GameNotFound, problems.RulesNotHosted):
        earlier = installation.store.info(game_id)
        game = update_game_info(installation, game_id, stopped, announce=True)
        if game.info.fault == found:
            remove_clocks(installation, game, earlier)
            failed_jobs.note_fault(installation, game_id, f"`{fault.function}` of {fault.ruleset}: {fault.why}")
            logger.error("game %s is stopped: %s", game_id, fault, exc_info=fault.__cause__)


def or_stop(installation: Installation, game_id: str, function: Callable[[], T]) -> T:
    """Return the result of a function that needs the rules of a game; if they fail, stop the game and call it again.

    A stopped game needs no rules, so a player can leave it, and it can be aborted.
    """
    try:
        return function()
    except RuleFault as fault:
        stop(installation, game_id, fault)
        return function()


def note(installation: Installation, fault: RuleFault) -> None:
    """Log rules that have failed without a game, such as at its creation, and show them to the operator."""
    logger.error("%s", fault, exc_info=fault.__cause__)
    subject = failed_jobs.of_function(fault.ruleset, fault.function)
    failed_jobs.note_fault(installation, subject, f"`{fault.function}` of {fault.ruleset}: {fault.why}")


def resume(installation: Installation, game_id: str) -> bool:
    """Let a stopped game continue, with clocks that start now; return whether it was stopped.

    Raises RuleFault if the rules fail again, GameNotFound, RulesNotHosted, GameBusy and one of OUTAGES.
    """

    def resumed(game: Game) -> GameInfo | None:
        if not game.is_faulty:
            return None
        info = replace(game.info, fault=UNSET)
        timed, now = game_info.timed_seats(game.header, info), moment_in(installation, game.header, info)
        to_act = dataclasses.replace(game, info=info).to_act
        return replace(info, clocks=clocks.start_clocks(info.clocks, to_act, timed, now))

    was_stopped = installation.store.info(game_id).fault is not UNSET
    if was_stopped:
        update_game_info(installation, game_id, resumed, due_at=lease_end(installation), announce=True)
    return was_stopped
