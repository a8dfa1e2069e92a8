"""Manage deals: games that share the secret of their dice, each with its own salt.

Data that becomes public when a game ends would reveal the future of running games of the same deal. The data stays
hidden from all callers except the game's players until every game of the deal has ended. A game ends when it is
finished, aborted or removed. A game that is not created yet has not ended.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import get_args

from domain.ruleset import AnyRuleset
from service import problems
from service.installation.installation import Installation
from service.resources.game_places import DealSharing
from service.runtime.throttled_log import log_once
from service.store import GameUnreadable, Header

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class SharedDeal:
    """A deal that several games share."""

    deal_id: str
    """The id of the deal: `dl_` and random letters."""
    secret: bytes
    """Secret of the dice, 32 bytes."""
    games: Sequence[str]
    """Ids of all games of the deal, including games that are not created yet; empty for a deal of one game."""


def is_open(installation: Installation, header: Header) -> bool:
    """Whether the data of a finished game may be public: every game of its deal has ended, or it has no deal.

    An open deal stays open.
    """
    if not header.deal:
        return True
    unended = installation.store.deals.unended(header.deal)
    if unended is None:
        return False  # the deal is unknown, so its games stay hidden
    ended = [*takewhile(lambda game_id: _has_ended(installation, game_id), unended)]
    installation.store.deals.end(header.deal, ended)
    return len(ended) == len(unended)


def check_open(installation: Installation, header: Header) -> None:
    """Raise DealInProgress unless the data of a finished game may be public."""
    if not is_open(installation, header):
        raise problems.DealInProgress("Wait until every game of the deal has ended.")


def _has_ended(installation: Installation, game_id: str) -> bool:
    """Whether a game has ended; False for a game that does not exist yet or cannot be read."""
    try:
        last = installation.store.last_event(game_id)
        return bool((last is not None and last.over) or installation.store.info(game_id).aborted_at)
    except GameUnreadable as error:
        log_once(logger, "%s", error)
        return False


def deals_of(ruleset: AnyRuleset) -> tuple[DealSharing, ...]:
    """Return the values of `deal` that a ruleset supports.

    The games of a match run at the same time with rotated seats. A shared deal would show each player what an opponent
    holds in another game, and what is drawn next. Only rulesets without random facts can share deals within a match.
    """
    return tuple(each for each in get_args(DealSharing) if each != "match" or not ruleset.chance_facts)
