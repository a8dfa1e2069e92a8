"""Deals: games that share the secret of their dice, each with a salt of its own, so that all meet the same.

Whatever the end of a game opens would tell the future of those of its deal that are still played. So it stays closed,
to everybody but the players of the game itself, until every game of the deal has ended: was played to its end, aborted,
or removed. A game that is not created yet is still to come.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from service.play.bottega import Bottega
from service.problems import DealInProgress
from service.runtime.throttled_log import log_once
from service.store import GameUnreadable, Header

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class SharedDeal:
    """What games are created with that are dealt alike."""

    deal_id: str
    """As ids of games, and like them in no other use: `dl_` and some letters."""
    secret: bytes
    """Of the dice, 32 bytes."""
    games: Sequence[str]
    """The ids of all of them, whether they have been created or not; none where no other is dealt alike."""


def is_open(bottega: Bottega, header: Header) -> bool:
    """Whether everything may be told of a game that is over: every game of its deal has ended; always without a deal.

    A deal that is open stays so.
    """
    if not header.deal:
        return True
    unended = bottega.store.deals.unended(header.deal)
    if unended is None:
        return False  # nothing is known of it any more, so nothing is told
    ended = [*takewhile(lambda game_id: _has_ended(bottega, game_id), unended)]
    bottega.store.deals.end(header.deal, ended)
    return len(ended) == len(unended)


def check_open(bottega: Bottega, header: Header) -> None:
    """Raise DealInProgress unless everything may be told of a game that is over."""
    if not is_open(bottega, header):
        raise DealInProgress("Every game of its deal must have ended first.")


def _has_ended(bottega: Bottega, game_id: str) -> bool:
    """Whether nobody acts in a game any more; False of one that there is not yet, and of one that cannot be read."""
    try:
        last = bottega.store.last_event(game_id)
        return bool((last is not None and last.over) or bottega.store.info(game_id).aborted_at)
    except GameUnreadable as error:
        log_once(logger, "%s", error)
        return False
