"""Read and document the values of settings: numbers, words, URLs and lists."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, NamedTuple, get_args
from urllib.parse import urlsplit

LONGEST_SECONDS = 100 * 365 * 24 * 60 * 60
Network = IPv4Network | IPv6Network
EVERY_ORIGIN = ("*",)
EVERYBODY = ("everybody",)
PLAYER = re.compile(r"pl_[a-z0-9]+")
ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.IGNORECASE)
"""The `Origin` header of browsers: scheme, host, and the port if it is not the default of the scheme."""

WEB = re.compile(r"https?://[^\s/?#]+[^\s?#]*")
PREFIX = re.compile(r"(/(?!\.+(/|$))[A-Za-z0-9._~-]+)*")
"""The path of a base URL, without characters that URLs escape."""
OWN_PATHS = (
    *("clients", "docs", "favicon.ico", "healthz", "metrics", "notifications", "openapi-3.1.json", "openapi.json"),
    *("readyz", "robots.txt", "table", "v1", "widget"),
)
"""The first names in paths of this service. The path of a base URL starts with another one, so it is unambiguous."""
SMTP = re.compile(r"mailtos?://[^\s/?#]+[^\s#]*")


class SettingsError(Exception):
    """A setting is missing or wrong; the message names its variable."""


class Variable(NamedTuple):
    """The environment variable of a setting.

    The library environs reads only `os.environ`, rejects an empty variable and accepts `8_0` as a number. Its errors do
    not show the value.
    """

    name: str
    values: str
    """The allowed values, for the documentation."""
    read: Callable[[str], Any] = str
    """Returns the value of a text; raises ValueError with the fault, which follows the name in the message."""
    default: str = ""
    """The default as documented; empty to document the default of the field."""
    unit: str = ""


def _read_number(value: str, lowest: int, highest: int) -> int:
    if not (value.isascii() and value.isdigit() and lowest <= int(value) <= highest):
        raise ValueError(f"is {value!r}, not a whole number from {lowest} to {highest}")
    return int(value)


def _read_switch(value: str) -> bool:
    if value not in ("on", "off"):
        raise ValueError(f"is {value!r}, neither on nor off")
    return value == "on"


def read_tracing(value: str) -> bool:
    """Return whether tracing is on; its packages must be installed."""
    enabled = _read_switch(value)
    if enabled and find_spec("opentelemetry") is None:
        raise ValueError("is on, which needs: pip install 'bottega[tracing]'")
    return enabled


def _read_word(words: Sequence[str], value: str) -> str:
    if value not in words:
        raise ValueError(f"is {value!r}, not one of {', '.join(words)}")
    return value


def _read_networks(value: str) -> tuple[Network, ...]:
    """Return comma-separated IP addresses and networks: `10.0.0.7, 2001:db8::/32`."""
    try:
        return tuple(map(ip_network, _listed(value)))
    except ValueError as error:
        raise ValueError(f"is not a list of networks: {error}") from None


def read_origins(value: str) -> tuple[str, ...]:
    """Return comma-separated origins: `https://example.org, http://localhost:5173`."""
    named = _listed(value) or EVERY_ORIGIN
    for each in () if named == EVERY_ORIGIN else named:
        if not ORIGIN.fullmatch(each):
            raise ValueError(f"has {each!r}, not an origin like https://example.org")
    return named


def _listed(value: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in value.split(",") if each.strip())


def read_url(parse: Callable[[str], object], system: str, value: str) -> str:
    """Return a URL that `parse` accepts. The fault does not contain the URL: it may have a password."""
    try:
        parse(value)
    except ValueError as error:
        raise ValueError(f"is not the URL of {system}: {error}") from None
    return value


def read_web_url(value: str) -> str:
    """Return a URL with the scheme http or https."""
    if not WEB.fullmatch(value):
        raise ValueError(f"is {value!r}, not a URL like https://login.example.org")
    return value


def read_base_url(value: str) -> str:
    """Return a URL with the scheme http or https, without a slash at the end. Its path is the prefix of all paths."""
    url = read_web_url(value).rstrip("/")
    prefix = prefix_of(url)
    if not PREFIX.fullmatch(prefix):
        raise ValueError(f"has the path {prefix!r}; a path has letters, digits and -._~ only, such as /bottega")
    if prefix.removeprefix("/").partition("/")[0] in OWN_PATHS:
        raise ValueError(f"has the path {prefix!r}, which this service uses itself; choose another, such as /bottega")
    return url


def prefix_of(base_url: str) -> str:
    """Return the path of a base URL: `/bottega` of `https://example.org/bottega`; empty without a path."""
    return urlsplit(base_url).path


def read_organisers(value: str) -> tuple[str, ...]:
    """Return `everybody`, or comma-separated ids of players: `pl_0123456789abcdefghij, pl_abcdefghij0123456789`."""
    named = _listed(value)
    for each in () if named == EVERYBODY else named:
        if not PLAYER.fullmatch(each):
            raise ValueError(f"has {each!r}, neither the id of a player nor everybody alone")
    return named


def read_schemes(value: str) -> tuple[str, ...]:
    """Return comma-separated schemes: `discord, slack`."""
    for each in _listed(value):
        if not (each.isascii() and each.isalnum()):
            raise ValueError(f"has {each!r}, not a scheme like discord")
    return _listed(value)


def read_smtp_url(value: str) -> str:
    """Return the URL of a mail server."""
    if not SMTP.fullmatch(value):  # the fault does not contain the URL: it has a password
        raise ValueError("is not a URL like mailtos://user:password@smtp.example.org?from=bottega@example.org")
    return value


def read_vapid_key(value: str) -> str:
    """Return a private key of Web Push, in base64url."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{43}=?", value):
        raise ValueError("is not a private key: 32 bytes in base64url")
    return value


def whole(name: str, lowest: int, highest: int, unit: str = "") -> Variable:
    """Return a variable with a whole number; limits with a unit are documented with separators: `1,024`."""
    values = f"{lowest:,} to {highest:,}" if unit else f"{lowest} to {highest}"
    return Variable(name, values, partial(_read_number, lowest=lowest, highest=highest), unit=unit)


def per_minute(name: str) -> Variable:
    """Return a variable with a rate limit per minute; 0 for no limit."""
    return whole(name, 0, 1_000_000_000, "per minute")


def per_day(name: str) -> Variable:
    """Return a variable with a limit per day; 0 for no limit."""
    return whole(name, 0, 1_000_000_000, "per day")


def lifetime(name: str) -> Variable:
    """Return a variable with a time in seconds; 0 for no limit."""
    return whole(name, 0, LONGEST_SECONDS, "seconds")


def switch(name: str, read: Callable[[str], bool] = _read_switch) -> Variable:
    """Return a variable that is `on` or `off`, and off by default."""
    return Variable(name, "`on`, `off`", read, "`off`")


def choice(name: str, values: object) -> Variable:
    """Return a variable with one of the words of a `Literal`."""
    return Variable(name, ", ".join(f"`{each}`" for each in get_args(values)), partial(_read_word, get_args(values)))


def networks(name: str) -> Variable:
    """Return a variable with networks, separated by commas."""
    return Variable(name, "comma-separated networks", _read_networks)
