"""Problems of players, their keys and ratings."""

from service.problems.base import Conflict, Forbidden, Missing


class SignUpDisabled(Forbidden, title="Players cannot sign up here"):
    """Only the operator can create players."""


class InvitationRequired(Forbidden, title="An invitation is required"):
    """Creating a player needs an unused invitation."""


class PlayerIsBanned(Forbidden, title="The player is banned"):
    """The operator has banned the player.

    `reason` is the reason if the operator gave one, and `until` the end of the ban if it has one.
    """


class PlayerNotFound(Missing, title="The player does not exist"):
    """No player has this id, or the player was deleted."""


class UnknownPlayer(Conflict, title="The request names an unknown player"):
    """The request names a player who does not exist; `player` is the id."""


class SameOwner(Conflict, title="A bot may not play with its owner or a bot of the same owner here"):
    """Two bots of one owner, or a bot and its owner, would meet in a rated game or play the same deal.

    `player` is one of them.
    """


class KeyNotFound(Missing, title="The key does not exist"):
    """The player has no key with this id."""


class InvitationDeclined(Conflict, title="The player accepts no invitation from you"):
    """The player accepts no invitations, or none from this player. The response does not say which."""


class TooManyKeys(Conflict, title="The player has too many keys"):
    """The player has the maximum number of keys."""


class PlayersNotMergeable(Conflict, title="The players cannot be merged"):
    """Something of the players cannot belong to one player."""


class IdentityNotFound(Missing, title="The identity does not exist"):
    """The player has no identity with this id."""


class IdentityInUse(Conflict, title="Another player has the identity"):
    """The identity signs in another player."""


class LastIdentity(Conflict, title="The identity is the last way to sign in"):
    """The player has no other identity, and no key that does not expire."""


class PoolNotFound(Missing, title="The rating pool does not exist"):
    """No rated game with this ruleset, these options and this number of seats has been played."""
