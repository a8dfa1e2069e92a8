"""The public page of a player."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from service.resources.base import Response
from service.resources.lists import GameSummary
from service.resources.ratings import PlayerRatings
from service.resources.types import Count, PlainRuleset

MOST_COUNTED = 200
"""The maximum number of games whose results a page counts."""
MOST_SHOWN = 10
"""The maximum number of games on a page."""


class RulesetResults(Response, frozen=True, omit_defaults=False):
    """The results of a player in the games of one ruleset."""

    ruleset: PlainRuleset
    games: Count
    """The number of games."""
    wins: Count
    """The number of games that the player has won, alone or with a team."""
    shared_wins: Count
    """The number of games in which the player shares the first place with opponents."""


class HeadToHead(Response, frozen=True, omit_defaults=False):
    """The results of the caller against the player in the games of one ruleset."""

    ruleset: PlainRuleset
    games: Count
    """The number of games in which both had a seat."""
    wins: Count
    """The number of games in which the caller has a better rank than the player."""
    draws: Count
    """The number of games in which both have the same rank."""
    losses: Count
    """The number of games in which the caller has a worse rank than the player."""


class PlayerPage(PlayerRatings, frozen=True, kw_only=True):
    """The page of a player: ratings, results and games."""

    results: Annotated[
        tuple[RulesetResults, ...],
        Meta(
            description=f"The results of the latest {MOST_COUNTED} public games that are over, in the order of the "
            "rulesets' names."
        ),
    ]
    head_to_head: Annotated[
        tuple[HeadToHead, ...] | UnsetType,
        Meta(
            description=f"The results of the caller against the player in their latest {MOST_COUNTED} common games "
            "that are over, in the order of the rulesets' names. Omitted without a caller, and for the caller's own "
            "page."
        ),
    ] = UNSET
    games: Annotated[
        tuple[GameSummary, ...],
        Meta(
            max_length=MOST_SHOWN,
            description=f"The latest public games of the player, newest first, at most {MOST_SHOWN}.",
        ),
    ]
