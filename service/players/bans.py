"""Reject the requests of banned players. `service.accounts.banning` bans them.

A ban ends the keys of a player, so that valid keys need no further check. The digests of the ended keys remain: only
their holders learn of the ban. A signed identity and the user of a platform are checked with the player's profile.
"""

from typing import NoReturn

from msgspec import UNSET

from service import problems
from service.installation import marks
from service.installation.installation import Installation
from service.store import StoredBan


def reject(ban: StoredBan) -> NoReturn:
    """Raise PlayerIsBanned, with the public reason and the end of a ban."""
    reason, until = ban.public_reason or UNSET, ban.until
    facts = {"reason": ban.public_reason, "until": "" if until is UNSET else f"{until[:16].replace('T', ' ')} UTC"}
    if until is not UNSET and reason:
        raise problems.PlayerIsBanned(
            "Wait until {until}. The player has been banned until then: {reason}", facts, reason=reason, until=until
        )
    if until is not UNSET:
        raise problems.PlayerIsBanned("Wait until {until}. The player has been banned until then.", facts, until=until)
    if reason:
        raise problems.PlayerIsBanned(
            "Contact the operator. The player has been banned: {reason}", facts, reason=reason
        )
    raise problems.PlayerIsBanned("Contact the operator. The player has been banned.")


def check_not_banned(installation: Installation, player: str) -> None:
    """Raise PlayerIsBanned for a banned player."""
    ban = installation.store.bans.of(player)
    if ban is not None:
        reject(ban)


def check_may_come(installation: Installation, *ids: str, email: str = "") -> None:
    """Raise PlayerIsBanned if one of these ids, or a verified e-mail address, belonged to a banned player.

    The ids are those of a new player and of the identity that signs in the player.
    """
    found = [marks.mark(installation, each) for each in dict.fromkeys(ids)]
    for each in [*found, *([marks.mark_of_mailbox(installation, email)] if email else [])]:
        ban = installation.store.bans.marked(each)
        if ban is not None:
            reject(ban)


def check_creator(installation: Installation, game_id: str) -> None:
    """Raise PlayerIsBanned if the player who created a game is banned."""
    header = installation.store.header(game_id)
    if header is not None and header.creator:
        check_not_banned(installation, header.creator)
