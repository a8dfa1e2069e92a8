"""Problems of seasons."""

from service.problems import Conflict, Missing


class SeasonNotFound(Missing, title="There is no such season"):
    """The season does not exist, or is private and hidden from the caller."""


class SeasonNotOver(Conflict, title="The season is not over"):
    """A tournament of the season has not ended, or a division has none that was finished."""


class SeasonUndecided(Conflict, title="A tie in the season is undecided"):
    """Players with equal points stand at the border between two divisions, and no change says where they play."""


class TooManySeasons(Conflict, title="The player has too many seasons"):
    """The player organises as many seasons as the operator allows."""
