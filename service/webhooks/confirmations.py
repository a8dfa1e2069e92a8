"""Limit the mails that confirm e-mail addresses: strangers may enter any address."""

import math
from collections.abc import Mapping

from service import problems
from service.installation.installation import Installation
from service.mailboxes import domain_of, mailbox_of


def count(installation: Installation, address: str, network: str) -> Mapping[str, int]:
    """Count a confirmation mail to an address; return its limits for `uncount`.

    `network` is that of the client; empty to count no network. Raises TooManyConfirmations and counts nothing if one of
    the limits is exhausted.
    """
    limits = _limits(installation, address, network)
    wait = installation.store.confirmations.count(limits)
    if wait:
        raise problems.TooManyConfirmations(
            "Wait for the seconds in `Retry-After`. The confirmations of one e-mail address, domain and network are "
            "limited.",
            after=math.ceil(wait),
        )
    return limits


def uncount(installation: Installation, limits: Mapping[str, int]) -> None:
    """Take back a counted mail that was not sent."""
    installation.store.confirmations.uncount(limits)


def _limits(installation: Installation, address: str, network: str) -> Mapping[str, int]:
    """Return the limits of a mail: what each limits, and the maximum of a day."""
    settings = installation.settings
    limits = {
        f"mailbox {mailbox_of(address)}": settings.confirmations_per_mailbox,
        f"domain {domain_of(address)}": settings.confirmations_per_domain,
        f"network {network}": settings.confirmations_per_network if network else 0,
        "installation": settings.confirmations_per_day,
    }
    return {name: most for name, most in limits.items() if most}
