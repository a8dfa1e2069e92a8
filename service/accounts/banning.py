"""Ban players for operators, end bans, and delete players.

A ban is stored first. From then on no credential of the player works, and no identity or mailbox of the player comes
back: see `service.players.bans`. Then each `Subject` withdraws the player from what others take part in, twice for
requests that wrote in the meantime. All steps may be repeated. The bots of a player are banned with their owner.
"""

from collections.abc import Iterator

import msgspec
from msgspec import UNSET, UnsetType

from service import problems
from service.installation import marks
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.players import decisions
from service.players.deletion import delete_player
from service.store import Profile, StoredBan


class BanTerms(msgspec.Struct, frozen=True, kw_only=True):
    """Who bans a player, why, and until when."""

    by: str
    """The alias of an operator's player, or the user who ran a command."""
    reason: str = ""
    """Why, for operators."""
    public_reason: str = ""
    """Why, for the player."""
    until: str | UnsetType = UNSET
    """When the ban ends: UTC, RFC 3339. UNSET: never."""
    emails: tuple[str, ...] = ()
    """Further e-mail addresses of the player."""


def ban(installation: Installation, player: str, terms: BanTerms) -> None:
    """Ban a player, or change the terms of a ban. Raises PlayerNotFound, GameBusy and TournamentBusy."""
    for each in _with_bots(installation, player):
        _ban(installation, each, terms)


def unban(installation: Installation, player: str, by: str, reason: str = "") -> bool:
    """End the ban of a player, who may have been deleted; returns whether there was one. Raises PlayerNotFound.

    The keys that the ban has ended stay ended.
    """
    mark = marks.mark(installation, player)
    banned = installation.store.bans.of(player) or installation.store.bans.marked(mark)
    if banned is None:
        check_exists(installation, player)
        return False
    installation.store.bans.lift_marks(banned.marks)
    installation.store.bans.lift(player)
    decisions.note_end(installation, "unban", player, by, reason)
    for bot in _bots(installation, player):
        unban(installation, bot, by, reason)
    return True


def delete(installation: Installation, player: str, by: str, reason: str = "") -> None:
    """Delete a player. A ban of the identities and mailboxes stays.

    Raises PlayerNotFound, GameBusy, TournamentBusy and ArchiveUnavailable.
    """
    check_exists(installation, player)
    decisions.note_end(installation, "delete", player, by, reason)
    delete_player(installation, player)


def check_exists(installation: Installation, player: str) -> Profile:
    """Return the profile of a player. Raises PlayerNotFound unless a player has this id."""
    profile = installation.store.players.profile(player)
    if profile is None:
        raise problems.PlayerNotFound("Send the id of an existing player. No player has this id.")
    return profile


def _with_bots(installation: Installation, player: str) -> Iterator[str]:
    """Yield a player and the bots of the player."""
    check_exists(installation, player)
    yield player
    yield from _bots(installation, player)


def _bots(installation: Installation, player: str) -> list[str]:
    profile = installation.store.players.profile(player)
    return [] if profile is None else installation.store.players.bots(profile.alias)


def _ban(installation: Installation, player: str, terms: BanTerms) -> None:
    """Ban one player."""
    _check_not_merging(installation, player)
    banned = _new_ban(installation, player, terms)
    installation.store.bans.put(player, banned)
    _check_not_merging(installation, player)  # a merge that starts at this moment finds the ban
    installation.store.bans.put_marks(banned)
    decisions.note_ban(installation, player, banned)
    withdraw(installation, player)


def _check_not_merging(installation: Installation, player: str) -> None:
    """Raise PlayerNotFound, and end a ban, for a player whose identities move to another player."""
    if installation.store.players.state(player).is_merging:
        installation.store.bans.lift(player)
        raise problems.PlayerNotFound("Ban the other player. This player is becoming a part of another one.")


def withdraw(installation: Installation, player: str) -> None:
    """Withdraw a banned player from what others take part in. Raises GameBusy and TournamentBusy."""
    for _ in ("once", "again"):  # for requests that wrote in the meantime
        for subject in installation.subjects:
            subject.player_is_banned(installation, player)


def _new_ban(installation: Installation, player: str, terms: BanTerms) -> StoredBan:
    """Return the ban of a player, with the marks of an earlier ban."""
    earlier = installation.store.bans.of(player)
    found = [marks.mark(installation, each) for each in (player, *installation.store.identities.of(player))]
    found += [marks.mark_of_mailbox(installation, each) for each in (*mailboxes(installation, player), *terms.emails)]
    return StoredBan(
        at=written(installation.sources.now()),
        by=terms.by,
        marks=tuple(dict.fromkeys([*(earlier.marks if earlier else ()), *found])),
        reason=terms.reason,
        public_reason=terms.public_reason,
        until=terms.until,
    )


def mailboxes(installation: Installation, player: str) -> list[str]:
    """Return the e-mail addresses of a player that their recipient has confirmed."""
    hooks = installation.store.webhooks.of(player)
    return [
        each.url
        for each in hooks
        if each.target is not UNSET and each.target.kind == "email" and not each.target.unconfirmed
    ]
