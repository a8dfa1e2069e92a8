"""Keep one notification target of each destination.

A player has one target of a mailbox, of the URL of a chat service, and of a push subscription. A push subscription has
one target of all players: it belongs to a browser, which several players may use.
"""

import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET

from service import problems
from service.installation.clock_and_ids import derived_letters
from service.installation.installation import Installation
from service.mailboxes import mailbox_of
from service.resources.notifications import TargetKind
from service.runtime import webhook_targets
from service.store import OlderLink, StoredWebhook, TargetTerms
from service.webhooks import webhooks

MOST_TARGETS = 10
"""The maximum number of notification targets of a player."""
WAIT_SECONDS, MOST_WAITS = 0.05, 60
"""How long to wait for another request with the same push subscription, and how often."""


def identity(kind: TargetKind, url: str) -> tuple[str, str]:
    """Return what is equal for targets with the same destination."""
    if kind == "email":
        return kind, mailbox_of(url)
    return kind, webhook_targets.one_form(urlsplit(url)) if kind == "web_push" else url


def id_of(player: str, kind: TargetKind, url: str) -> str:
    """Return the id of a new target. It depends on the destination, so that two requests at once create one target."""
    return f"{webhooks.TARGET_PREFIX}{derived_letters(player, *identity(kind, url))}"


def find(
    installation: Installation, player: str, kind: TargetKind, url: str, canonical: str
) -> tuple[StoredWebhook, TargetTerms] | None:
    """Return the player's target with a destination, and its terms; None without one."""
    identities = _identities(kind, url, canonical)
    for each in installation.store.webhooks.of(player):
        if each.target is not UNSET and identities & _identities(each.target.kind, each.url, each.target.canonical):
            return each, each.target
    return None


def _identities(kind: TargetKind, url: str, canonical: str) -> frozenset[tuple[str, str]]:
    """Return the identities of a destination. Another version of Apprise may write another canonical URL."""
    return frozenset(identity(kind, each) for each in (url, canonical) if each)


def count(hooks: Iterable[StoredWebhook]) -> int:
    """Return the number of different destinations of notification targets."""
    found = ((each.target, each.url) for each in hooks)
    return len({identity(target.kind, target.canonical or url) for target, url in found if target is not UNSET})


@contextmanager
def alone(installation: Installation, endpoint: str) -> Iterator[None]:
    """Run a block while no other request changes the target of a push subscription. Raises GameBusy after a while.

    Two players who register it at once would each remove the target of the other.
    """
    token = secrets.token_hex(16)
    for _ in range(MOST_WAITS):
        if installation.store.targets.lock_endpoint(endpoint, token):
            break
        time.sleep(WAIT_SECONDS)
    else:
        raise problems.GameBusy("Retry the request in a moment. Another request registers the same push subscription.")
    try:
        yield
    finally:
        installation.store.targets.unlock_endpoint(endpoint, token)


def hold_endpoint(installation: Installation, player: str, stored: StoredWebhook) -> None:
    """Make a target the only one of its push subscription. Workers send nothing to another one."""
    before = installation.store.targets.hold_endpoint(stored.url, player, stored.webhook_id)
    if before is not None and before != (player, stored.webhook_id):
        webhooks.remove_any(installation, before[0], [before[1]])


def move(installation: Installation, player: str, stored: StoredWebhook, terms: TargetTerms) -> None:
    """Add a target of another player to a player, unless the player has one with the same destination.

    Of two targets of a mailbox, one that is confirmed remains. The links of both unsubscribe it. Raises GameBusy.
    """
    with alone(installation, stored.url) if terms.keys else nullcontext():
        _move(installation, player, stored, terms)


def _move(installation: Installation, player: str, stored: StoredWebhook, terms: TargetTerms) -> None:
    moved = stored, terms
    same = find(installation, player, terms.kind, stored.url, terms.canonical) or moved
    remaining, dropped = (moved, same) if same[1].unconfirmed and not terms.unconfirmed else (same, moved)
    if remaining is not same:
        webhooks.remove_any(installation, player, [same[0].webhook_id])
    found = tuple(dict.fromkeys((*links(*remaining), *links(*dropped))))
    new = msgspec.structs.replace(remaining[1], older_links=found[1:])
    installation.store.webhooks.add(player, msgspec.structs.replace(remaining[0], target=new), MOST_TARGETS)
    for each in found:
        installation.store.targets.note_owner(each.target_id, player, remaining[0].webhook_id)
    if terms.keys:
        installation.store.targets.hold_endpoint(stored.url, player, remaining[0].webhook_id)


def links(stored: StoredWebhook, terms: TargetTerms) -> tuple[OlderLink, ...]:
    """Return the links that unsubscribe a target, its own first."""
    return OlderLink(stored.webhook_id, terms.link_token), *terms.older_links
