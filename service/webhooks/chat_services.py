"""Read the URLs of chat and push services with Apprise. It is imported when needed: that takes half a second.

Apprise parses a URL once. This module checks the result of that parse, and builds the plugin from the allowed fields of
the result. No other parser reads the URL: Apprise splits a query at `;` as well as at `&`, and lowers its names.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from service.runtime import webhook_targets
from service.settings import Settings

MOST_RECIPIENTS = 5
"""The maximum number of requests for one message. More could take longer than the lease of the message."""
LOCATION = ("schema", "secure", "host", "port", "user", "password", "fullpath")
"""Arguments of each plugin."""


class NotAllowed(Exception):
    """The URL names no service to which players may send messages."""


class ParameterNotAllowed(NotAllowed):
    """The URL has a query parameter that players may not choose."""

    def __init__(self, allowed: Sequence[str]) -> None:
        super().__init__()
        self.allowed = allowed


def utf16_length(text: str) -> int:
    """Return the length of a text in UTF-16 code units, in which most services count. Emoji have two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf8_length(text: str) -> int:
    """Return the length of a text in bytes."""
    return len(text.encode(errors="surrogatepass"))


def ntfy_length(text: str) -> int:
    """Return the length of a text in bytes for ntfy, whose requests in ASCII may be twice as long."""
    return max(utf8_length(text), len(json.dumps(text)) // 2)


class Room(NamedTuple):
    """The longest message of a target."""

    title: int
    body: int
    measure: Callable[[str], int] = utf16_length
    """Returns the length of a text."""
    is_merged: bool = False
    """Whether the title is at the start of the body, so that both together must fit."""


class Service(NamedTuple):
    """What players may choose of a service."""

    parameters: tuple[str, ...]
    """The allowed query parameters. Others could read files of this machine (`template`) or turn off TLS checks
    (`verify`)."""
    arguments: tuple[str, ...]
    """The arguments with which its plugin is built, besides LOCATION."""
    longest: int | None = None
    """The maximum length of a message. None: as Apprise knows it."""
    measure: Callable[[str], int] = utf16_length


SPARE = 20
"""What is kept free where a title is merged: its line feed and markup, and what Apprise keeps free."""


SERVICES: Mapping[str, Service] = {
    "discord": Service(("thread",), ("webhook_id", "webhook_token", "thread")),
    "gchat": Service(("key", "thread", "token"), ("workspace", "webhook_key", "webhook_token", "thread_key")),
    "gotifys": Service(("priority",), ("token", "priority")),
    "matrixs": Service(("mode", "to", "token", "version"), ("targets", "mode", "version"), 24_000, utf8_length),
    "mmosts": Service(("mode", "to"), ("token", "targets", "mode", "include_image")),
    "ntfys": Service(
        ("mode", "priority", "tags", "to", "token"),
        ("targets", "priority", "xtags", "mode", "auth", "token"),
        3800,
        ntfy_length,
    ),
    "pover": Service(
        ("key", "priority", "sound", "to"), ("user_key", "token", "targets", "priority", "sound", "encryption_key")
    ),
    "slack": Service(
        ("mode", "to", "token"),
        ("access_token", "token_a", "token_b", "token_c", "targets", "mode", "workflow_path"),
    ),
    "tgram": Service(("silent", "thread", "to", "topic"), ("bot_token", "targets", "topic", "silent", "detect_owner")),
    "zulip": Service(("to", "token"), ("botname", "organization", "token", "targets")),
}
"""The services by the scheme with TLS of their plugin. URLs of other services have no query.

ntfy sends more than 4096 bytes as a file. An event of Matrix has at most 65,536 bytes and contains the text twice.
"""


def plugin_of(url: str, settings: Settings) -> Any:
    """Return the Apprise plugin of a URL, which sends messages; raises NotAllowed."""
    from apprise import Apprise, AppriseAsset  # noqa: PLC0415
    from apprise.logger import logger  # noqa: PLC0415

    logger.disabled = True  # it would log the URLs
    asset = AppriseAsset(app_id="Bottega", storage_mode="memory")
    plugin: Any = Apprise.instantiate(_arguments(url, settings), asset=asset, suppress_exceptions=True)
    if plugin is None or scheme_of(plugin.url()) not in settings.notification_schemes or len(plugin) > MOST_RECIPIENTS:
        raise NotAllowed
    try:
        webhook_targets.read_url(f"https://{plugin.host or 'example.org'}/", settings.webhook_targets)
    except webhook_targets.Rejected:
        raise NotAllowed from None
    return plugin


def _arguments(url: str, settings: Settings) -> dict[str, Any]:
    """Return the arguments of the plugin of a URL, as Apprise parses them; raises NotAllowed."""
    from apprise.manager_plugins import NotificationManager  # noqa: PLC0415
    from apprise.plugins import url_to_dict  # noqa: PLC0415

    parse: Any = url_to_dict  # published without types, as is the manager
    plugins: Any = NotificationManager

    _require(url.partition("://")[0].lower(), {"https", *settings.notification_schemes})
    try:
        parsed: dict[str, Any] = parse(url) or {}
    except Exception:  # noqa: BLE001  # parsers of plugins raise any error for a URL that they do not expect
        raise NotAllowed from None
    _require(parsed.get("schema", ""), {*settings.notification_schemes})
    service = _service(plugins()[parsed["schema"]])
    parameters = service.parameters if service is not None else ()
    if not {*parsed["qsd"]} <= {*parameters}:
        raise ParameterNotAllowed(parameters)
    chosen = (*LOCATION, *service.arguments) if service is not None else (*parsed,)
    return {**{name: parsed[name] for name in chosen if name in parsed}, "overflow": "truncate"}


def _require(scheme: str, allowed: set[str]) -> None:
    """Raise NotAllowed unless a scheme, or its variant with TLS, is allowed. The plugin decides which one it uses."""
    if not {scheme, f"{scheme}s"} & allowed:
        raise NotAllowed


def _service(plugin: Any) -> Service | None:
    """Return the service of a plugin or of a class of plugins; None if the operator alone knows it."""
    scheme = plugin.secure_protocol  # some plugins have several, or none
    return SERVICES.get(scheme) if isinstance(scheme, str) else None


def room_of(plugin: Any) -> Room:
    """Return the longest message of a plugin. Bytes are the safe unit for a service that only the operator knows."""
    service = _service(plugin) or Service((), (), measure=utf8_length)
    longest = service.longest or plugin.body_maxlen
    is_merged = plugin.title_maxlen == 0 or plugin.overflow_amalgamate_title
    return Room(plugin.title_maxlen or longest // 2, longest, service.measure, is_merged)


def canonical_url(url: str, settings: Settings) -> str:
    """Return a URL as Apprise writes it, with its scheme such as `discord`; raises NotAllowed.

    `discord://1/a`, `discord://1/a/` and `https://discord.com/api/webhooks/1/a` have the same canonical URL.
    """
    written: str = plugin_of(url, settings).url()
    return written


def scheme_of(canonical: str) -> str:
    """Return the scheme of a canonical URL, such as `ntfys` for all topics of ntfy.sh."""
    return canonical.partition(":")[0]
