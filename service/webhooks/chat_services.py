"""Read the URLs of chat and push services with Apprise. It is imported when needed: that takes half a second."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit

from service.runtime import webhook_targets
from service.settings import Settings

PARAMETERS = frozenset(
    {"priority", "tags", "thread", "topic", "mode", "version", "silent", "key", "token", "to", "sound"}
)
"""Allowed query parameters. Others could read files of this machine (`template`) or turn off TLS checks (`verify`)."""


class NotAllowed(Exception):
    """The URL names no service to which players may send messages."""


def plugin_of(url: str, settings: Settings) -> Any:
    """Return the Apprise plugin of a URL, which sends messages; raises NotAllowed."""
    from apprise import Apprise, AppriseAsset  # noqa: PLC0415
    from apprise.logger import logger  # noqa: PLC0415

    logger.disabled = True  # it would log the URLs
    _check(url, settings)
    plugin = Apprise.instantiate(url, asset=AppriseAsset(app_id="Bottega"), suppress_exceptions=True)
    if plugin is None or _scheme(plugin) not in settings.notification_schemes:
        raise NotAllowed
    try:
        webhook_targets.read_url(f"https://{plugin.host or 'example.org'}/", settings.webhook_targets)
    except webhook_targets.Rejected:
        raise NotAllowed from None
    return plugin


def _check(url: str, settings: Settings) -> None:
    """Raise NotAllowed unless scheme and query parameters are allowed. Web URLs of services are allowed."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise NotAllowed from None
    names = {name for name, _ in parse_qsl(parts.query, keep_blank_values=True)}
    schemes = {"https", *settings.notification_schemes}
    if not {parts.scheme, f"{parts.scheme}s"} & schemes or not names <= PARAMETERS:
        raise NotAllowed


def scheme_of(url: str, settings: Settings) -> str:
    """Return the scheme of the service of a URL, such as `discord`; raises NotAllowed."""
    return _scheme(plugin_of(url, settings))


def _scheme(plugin: Any) -> str:
    """Return the scheme under which Apprise writes the URL of a plugin, such as `ntfys` for all topics of ntfy.sh."""
    scheme: str = plugin.url().partition(":")[0]
    return scheme
