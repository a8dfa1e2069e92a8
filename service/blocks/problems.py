"""Problems of block lists."""

from service.problems import Conflict


class TooManyBlockedPlayers(Conflict, title="The player blocks too many players"):
    """The player has blocked the maximum number of players."""
