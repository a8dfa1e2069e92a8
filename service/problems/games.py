"""Problems of the course of a game, from open seats to its end."""

from service.problems.base import Conflict, Missing, ProblemError


class GameNotFound(Missing, title="The game does not exist"):
    """No game has this id."""


class VersionNotReached(Missing, title="The game has not reached this version"):
    """The game has not reached this version; `version` is its current version."""


class NoticesDeleted(ProblemError, status=410, title="Older notices were deleted"):
    """Notices after the requested position were deleted; `after` is the position at which the feed starts now."""


class GameNotStarted(Conflict, title="The game has not started"):
    """The game waits for players; no seat can act yet."""


class GameStarted(Conflict, title="The game has already started"):
    """The game has started; its seats cannot change any more."""


class GameOver(Conflict, title="The game is over"):
    """The game has ended, or all seats but one have resigned."""


class GameAborted(Conflict, title="The game was aborted"):
    """The game was aborted and cannot be continued."""


class GameFaulty(Conflict, title="The game has a fault and is stopped"):
    """The rules of the game have failed. No seat can act until the operator has repaired the game."""


class GameNotOver(Conflict, title="The game is not over"):
    """The game has no result and no rematch before its end."""


class DealInProgress(Conflict, title="Another game of the same deal is still running"):
    """The game shares its deal with other games, and one of them has not ended."""


class AbortTooLate(Conflict, title="The creator can no longer abort the game"):
    """Every human player has acted; only all of them together can abort the game."""


class RematchUnavailable(Conflict, title="The game can have no rematch"):
    """The rematch or a player of the game was deleted, or no new game can have the terms of the game."""


class RatedGameProtected(Conflict, title="Rated games cannot be deleted"):
    """A rated game cannot be deleted after its start."""
