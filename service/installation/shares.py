"""Find the share of an account in the queues, and the account to which the work of a player counts.

An account has two of the shares. A new game or webhook gets the one whose queue is shorter, and keeps it.

| who causes the work | account |
|---|---|
| a player; a bot | the player; the owner of the bot |
| a user of a platform | the platform |
| an anonymous player (`callers.is_anonymous`) | the IP address, or its network |
| a client without a key | the IP address |
"""

from collections.abc import Sequence
from hashlib import sha256

from service.installation.installation import Installation
from service.installation.jobs import SEARCH, SHARES
from service.store import OUTAGES


def shares_of(account: str) -> tuple[int, int]:
    """Return the two shares of an account. Few other accounts have the same two."""
    first, second = sha256(account.encode()).digest()[:2]
    return first % SHARES, second % SHARES


def choose(installation: Installation, account: str, queues: Sequence[str] = SEARCH) -> int:
    """Return the share of an account whose queue is shorter; the first share during an outage."""
    first, second = shares_of(account)
    try:
        return min(first, second, key=lambda share: installation.queues[queues[share]].count)
    except OUTAGES:
        return first


def account_of(installation: Installation, player: str, ip: str = "") -> str:
    """Return the account of a player whose request comes from this IP address, if from any. Raises one of OUTAGES."""
    profile = installation.store.players.profile(player)
    if profile is None:
        return ip or player
    if profile.platform:
        return account_of(installation, profile.platform)
    if profile.owner:
        owner = installation.store.players.by_alias(profile.owner)
        return account_of(installation, owner, ip) if owner else profile.owner
    is_anonymous = installation.settings.players == "open" and not profile.vouched
    return ip if ip and is_anonymous else profile.alias
