"""Open an installation with the packages on top of the service; no other module of the service names them."""

from collections.abc import Mapping

from domain.ruleset import AnyRuleset
from service.installation import bottega
from service.installation.bottega import Bottega
from service.settings import Settings
from service.tournaments.extension import TOURNAMENTS

EXTENSIONS = (TOURNAMENTS,)


def open_bottega(settings: Settings, rulesets: Mapping[str, AnyRuleset]) -> Bottega:
    """Connect to the store and the queues of an installation, with all extensions."""
    return bottega.connect(settings, rulesets, EXTENSIONS)
