"""A game's course, from its players' gathering to its end."""

from service.problems.problem import ProblemError


class GameNotFound(ProblemError):
    """There is no such game."""

    status = 404
    code = "game_not_found"
    title = "There is no such game"


class VersionNotReached(ProblemError):
    """The game has not come as far; `version` is how far it has come."""

    status = 404
    code = "version_not_reached"
    title = "The game has not reached this version"


class NoticesDeleted(ProblemError):
    """Some of what came after the reader's place in a feed is kept no more; `after` is where it begins now."""

    status = 410
    code = "notices_deleted"
    title = "The feed begins later"


class GameNotStarted(ProblemError):
    """The game waits for its players; nobody acts before."""

    status = 409
    code = "game_not_started"
    title = "The game has not begun"


class GameStarted(ProblemError):
    """The game has begun: its seats stay as they are."""

    status = 409
    code = "game_started"
    title = "The game has begun"


class GameOver(ProblemError):
    """The game has ended, or all seats but one have given it up."""

    status = 409
    code = "game_over"
    title = "The game is over"


class GameAborted(ProblemError):
    """The game was aborted: nobody plays it on."""

    status = 409
    code = "game_aborted"
    title = "The game was aborted"


class GameNotOver(ProblemError):
    """The game has no result before its end, and no rematch."""

    status = 409
    code = "game_not_over"
    title = "The game is not over"


class DealInProgress(ProblemError):
    """Other games share the secret of the game's dice, and one of them is still to be played to its end."""

    status = 409
    code = "deal_in_progress"
    title = "Another game of the same deal goes on"


class AbortTooLate(ProblemError):
    """Every person has acted: now they can abort the game together, and nobody else can."""

    status = 409
    code = "abort_too_late"
    title = "It is too late for the creator to abort the game"


class RatedGame(ProblemError):
    """The game is rated: it is not deleted, however it goes."""

    status = 409
    code = "rated_game_protected"
    title = "A rated game stays"
