"""Submit actions without HTTP."""

from functools import partial
from typing import Any

from service.game.game import read_stored
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.playing import games
from service.playing.games import ActResult, SubmittedAction


def submit(installation: Installation, game_id: str, seat: int, decision: int, action: Any) -> ActResult:
    """Submit an action of a seat, as a request with its token does."""
    return retry_conflicts(partial(_submit, installation, game_id, SubmittedAction(seat, decision, action)))


def _submit(installation: Installation, game_id: str, submitted: SubmittedAction) -> ActResult:
    return games.act(installation, read_stored(installation, game_id), submitted)
