"""Remove secrets from URLs and texts."""

from collections.abc import Mapping

from service.redis_address import split_hosts


def without_urls(text: str, environ: Mapping[str, str]) -> str:
    """Return a text without the URLs in the settings, and without their passwords."""
    for name in ("BOTTEGA_REDIS_URL", "BOTTEGA_RQ_URL", "BOTTEGA_ARCHIVE_URL"):
        text = hidden(text, environ.get(name, ""))
    return text


def hidden(text: str, address: str) -> str:
    """Return a text without a URL, its user and its password."""
    credentials = split_hosts(address)[0].netloc.rpartition("@")[0] if address else ""
    for secret in (address, credentials, credentials.partition(":")[2]):
        text = text.replace(secret, "***") if secret else text
    return text


def masked(address: str) -> str:
    """Return a URL without user, password and query."""
    try:
        parts, hosts = split_hosts(address)
    except ValueError:
        return "***"
    user = "***@" if "@" in parts.netloc else ""
    return f"{parts.scheme}://{user}{','.join(hosts)}{parts.path}{'?***' if parts.query else ''}"
