"""What happens to the feed of a player."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import UNSET

from service.installation.installation import Installation, Subject
from service.resources.feeds import MOST_NOTICES
from service.resources.messages import Notice
from service.store import START


def _remove(installation: Installation, player: str) -> None:
    installation.store.feeds.remove(player)


def _remove_merged(installation: Installation, other: str, _player: str) -> None:
    _remove(installation, other)


def _exported(installation: Installation, player: str) -> Mapping[str, Iterable[object]]:
    return {"notices": _stored_notices(installation, player)}


def _stored_notices(installation: Installation, player: str) -> Iterator[Notice]:
    """Yield the notices in the feed of a player, oldest first."""
    after, now = START, installation.sources.now().timestamp()
    while (page := installation.store.feeds.read(player, after, MOST_NOTICES, now)).entries:
        yield from (notice.shown(str(spot), UNSET) for spot, notice in page.entries)
        after = page.position


FEEDS = Subject(player_has_left=_remove, player_has_merged=_remove_merged, exported=_exported)
"""The feed of a player. A deletion or merge removes it as its last step, because the feed names games with
invitations."""
