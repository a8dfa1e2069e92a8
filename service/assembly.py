"""Open an installation with all subjects.

To remove a package on top of the service, delete its folder, and its lines here, in `service.app` and in the import
rules.
"""

from collections.abc import Mapping
from dataclasses import replace

from domain.ruleset import AnyRuleset
from service.accounts.identities import IDENTITIES
from service.accounts.merge import MERGES
from service.blocks.subject import BLOCKS
from service.installation import installation
from service.installation.installation import Installation
from service.isolation.isolation import guarded
from service.isolation.processes import limits_of
from service.leaderboards.subject import RATINGS
from service.lobby.subjects import CREATED_GAMES, INVITATIONS, SEATS
from service.matchmaking.subject import SEEKS
from service.players.subjects import BOTS, KEYS, PRESENCE, PROFILES
from service.reading.subject import RECORD_CHECKS, RECORDS
from service.seasons.subject import SEASONS
from service.settings import Settings
from service.streams.subject import FEEDS
from service.tournaments.subject import TOURNAMENTS
from service.webhooks.subject import WEBHOOKS

SUBJECTS = (
    RECORD_CHECKS,  # before ratings and tournaments
    KEYS,
    WEBHOOKS,
    SEEKS,
    SEASONS,  # before tournaments
    TOURNAMENTS,
    INVITATIONS,
    BLOCKS,
    CREATED_GAMES,
    SEATS,
    RATINGS,
    RECORDS,
    BOTS,
    IDENTITIES,
    PROFILES,  # after ratings, bots and identities, which its removal makes unreachable
    MERGES,
    PRESENCE,
    FEEDS,
)
"""All subjects, in the order in which each phase calls their functions."""


def open_installation(
    settings: Settings, rulesets: Mapping[str, AnyRuleset], *, guards_rules: bool = True
) -> Installation:
    """Connect to the store and the queues of an installation, with all subjects.

    A process that serves many games guards its rules: see `service.isolation`. A thinking worker does not, since a job
    is limited as a whole and a search calls the rules ten thousand times a second.
    """
    hosted = guarded(rulesets, limits_of(settings)) if guards_rules else rulesets
    shown = hosted if settings.package_boards else _without_boards(hosted)
    return installation.connect(settings, shown, SUBJECTS)


def _without_boards(rulesets: Mapping[str, AnyRuleset]) -> Mapping[str, AnyRuleset]:
    """Return rulesets without the boards that they bring."""
    return {name: replace(each, board=None) for name, each in rulesets.items()}
