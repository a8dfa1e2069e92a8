"""Players: how they come in, their keys, their seeks, and how they are rated."""

from service.problems.problem import ProblemError


class SignUpDisabled(ProblemError):
    """Players come by the operator's hand only."""

    status = 403
    code = "sign_up_disabled"
    title = "New players are not taken in here"


class InvitationRequired(ProblemError):
    """New players need an invitation that nobody has used yet."""

    status = 403
    code = "invitation_required"
    title = "An invitation is required"


class PlayerNotFound(ProblemError):
    """There is no player with this id, or not any more."""

    status = 404
    code = "player_not_found"
    title = "There is no player with this id"


class UnknownPlayer(ProblemError):
    """Nobody with this id has ever come here; `player` is the id."""

    status = 409
    code = "unknown_player"
    title = "There is no such player"


class SameOwner(ProblemError):
    """Two bots of one owner, or a bot and its owner, would meet in a rated game or play the same deal.

    `player` is one of them.
    """

    status = 409
    code = "same_owner"
    title = "A bot may not play with its owner or a bot of the same owner here"


class KeyNotFound(ProblemError):
    """The player has no such key."""

    status = 404
    code = "key_not_found"
    title = "There is no such key"


class TooManyKeys(ProblemError):
    """The player has as many keys as anybody may have."""

    status = 409
    code = "too_many_keys"
    title = "The player has too many keys"


class SeekNotFound(ProblemError):
    """The player has no seek with this id, or not any more."""

    status = 404
    code = "seek_not_found"
    title = "There is no such seek"


class TooManySeeks(ProblemError):
    """The player has as many seeks waiting as there may be."""

    status = 409
    code = "too_many_seeks"
    title = "Too many seeks"


class SeekMatched(ProblemError):
    """The seek has led to a game."""

    status = 409
    code = "seek_matched"
    title = "The game is there already"


class PoolNotFound(ProblemError):
    """No rated game has been played with this ruleset, these options and so many seats."""

    status = 404
    code = "pool_not_found"
    title = "There are no such ratings"
