"""Problems of seeks."""

from service.problems import Conflict, Missing


class SeekNotFound(Missing, title="The seek does not exist"):
    """The player has no seek with this id, or it was deleted."""


class TooManySeeks(Conflict, title="The player has too many seeks"):
    """The player has the maximum number of waiting seeks."""


class SeekMatched(Conflict, title="The seek has been matched"):
    """The seek was matched with a game."""
