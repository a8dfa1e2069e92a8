"""Problems of a game's course, from open seats to its end."""

from service.problems.problem import ProblemError


class GameNotFound(ProblemError):
    """No game has this id."""

    status = 404
    code = "game_not_found"
    title = "The game does not exist"


class VersionNotReached(ProblemError):
    """The game has not reached this version; `version` is its current version."""

    status = 404
    code = "version_not_reached"
    title = "The game has not reached this version"


class NoticesDeleted(ProblemError):
    """Notices after the requested position were deleted; `after` is the position at which the feed starts now."""

    status = 410
    code = "notices_deleted"
    title = "Older notices were deleted"


class GameNotStarted(ProblemError):
    """The game waits for players; no seat can act yet."""

    status = 409
    code = "game_not_started"
    title = "The game has not started"


class GameStarted(ProblemError):
    """The game has started; its seats cannot change any more."""

    status = 409
    code = "game_started"
    title = "The game has already started"


class GameOver(ProblemError):
    """The game has ended, or all seats but one have resigned."""

    status = 409
    code = "game_over"
    title = "The game is over"


class GameAborted(ProblemError):
    """The game was aborted and cannot be continued."""

    status = 409
    code = "game_aborted"
    title = "The game was aborted"


class GameNotOver(ProblemError):
    """The game has no result and no rematch before its end."""

    status = 409
    code = "game_not_over"
    title = "The game is not over"


class DealInProgress(ProblemError):
    """The game shares its deal with other games, and one of them has not ended."""

    status = 409
    code = "deal_in_progress"
    title = "Another game of the same deal is still running"


class AbortTooLate(ProblemError):
    """Every human player has acted; only all of them together can abort the game."""

    status = 409
    code = "abort_too_late"
    title = "The creator can no longer abort the game"


class RatedGame(ProblemError):
    """A rated game cannot be deleted after its start."""

    status = 409
    code = "rated_game_protected"
    title = "Rated games cannot be deleted"
