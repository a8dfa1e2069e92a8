"""Problems of players, their keys, seeks and ratings."""

from service.problems.problem import ProblemError


class SignUpDisabled(ProblemError):
    """Only the operator can create players."""

    status = 403
    code = "sign_up_disabled"
    title = "Players cannot sign up here"


class InvitationRequired(ProblemError):
    """Creating a player needs an unused invitation."""

    status = 403
    code = "invitation_required"
    title = "An invitation is required"


class PlayerNotFound(ProblemError):
    """No player has this id, or the player was deleted."""

    status = 404
    code = "player_not_found"
    title = "The player does not exist"


class UnknownPlayer(ProblemError):
    """The request names a player who does not exist; `player` is the id."""

    status = 409
    code = "unknown_player"
    title = "The request names an unknown player"


class SameOwner(ProblemError):
    """Two bots of one owner, or a bot and its owner, would meet in a rated game or play the same deal.

    `player` is one of them.
    """

    status = 409
    code = "same_owner"
    title = "A bot may not play with its owner or a bot of the same owner here"


class KeyNotFound(ProblemError):
    """The player has no key with this id."""

    status = 404
    code = "key_not_found"
    title = "The key does not exist"


class TooManyKeys(ProblemError):
    """The player has the maximum number of keys."""

    status = 409
    code = "too_many_keys"
    title = "The player has too many keys"


class SeekNotFound(ProblemError):
    """The player has no seek with this id, or it was deleted."""

    status = 404
    code = "seek_not_found"
    title = "The seek does not exist"


class TooManySeeks(ProblemError):
    """The player has the maximum number of waiting seeks."""

    status = 409
    code = "too_many_seeks"
    title = "The player has too many seeks"


class SeekMatched(ProblemError):
    """The seek was matched with a game."""

    status = 409
    code = "seek_matched"
    title = "The seek has been matched"


class PoolNotFound(ProblemError):
    """No rated game with this ruleset, these options and this number of seats has been played."""

    status = 404
    code = "pool_not_found"
    title = "The rating pool does not exist"
