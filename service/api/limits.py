"""Limits: what one address may do in a minute, and one seat with its legal actions and its worlds.

Who an address is, `service.runtime.addresses` says. Of whoever is refused too often no further posts are read.
"""

from collections.abc import Mapping

from flask import Response, g, request

from service.api.operations import UNCOUNTED, bottega
from service.problems import TooManyRequests
from service.runtime.addresses import client_origin
from service.settings import Settings
from service.store import Allowance
from service.telemetry import metrics

REQUESTS, CREATIONS, REFUSALS, STREAMS = "requests", "creations", "refusals", "streams"
PLAYERS = "players"
LEGAL_ACTIONS, WORLDS = "legal-actions", "worlds"
READS = ("GET", "HEAD", "OPTIONS")
TOLD: Mapping[str, str] = {
    REQUESTS: "This address sends too many requests.",
    CREATIONS: "This address creates too many games.",
    REFUSALS: "Too many requests of this address have been refused; see what it sends.",
    PLAYERS: "Too many players have come from this address.",
    STREAMS: "This address opens too many streams.",
    LEGAL_ACTIONS: "The legal actions of this seat are asked for too often.",
    WORLDS: "The worlds of this seat are asked for too often.",
}
ALLOWED: Mapping[str, str] = {
    REQUESTS: "requests_per_minute",
    CREATIONS: "creations_per_minute",
    REFUSALS: "refusals_per_minute",
    PLAYERS: "players_per_minute",
    STREAMS: "streams_per_minute",
    LEGAL_ACTIONS: "legal_actions_per_minute",
    WORLDS: "legal_actions_per_minute",
}
"""Which setting says how much of something is allowed."""
WINDOW_SECONDS = 60


def check_limits() -> None:
    """Count a request before anything is made of it; raises TooManyRequests."""
    if request.path in UNCOUNTED:
        return
    spend(REQUESTS)
    refusals = None if request.method in READS else bottega().allowances.known(REFUSALS, who() or "")
    if refusals is not None:
        _check(refusals)


def spend(bucket: str, whose: str | None = None, times: int = 1) -> None:
    """Count something that this address, or `whose` it is, does, or does so many `times`. Raises TooManyRequests."""
    whose = whose or who()
    allowance = None if whose is None else _take(bucket, whose, times)
    if allowance is not None:
        _check(allowance)


def _take(bucket: str, whose: str, times: int) -> Allowance | None:
    """Count something so many times; return what is left, None if nothing is counted."""
    connected, allowance = bottega(), None
    most = _most(connected.settings, bucket)
    for _ in range(times):
        allowance = connected.allowances.take(bucket, whose, most)
    return allowance


def count_refusal(response: Response) -> Response:
    """Count a post that was refused; runs after each request, and after each entry of one that has several."""
    refused = 400 <= response.status_code < 500 and response.status_code != 429
    whose = who() if refused and request.method not in READS else None
    if whose:
        bottega().allowances.take(REFUSALS, whose, _most(bottega().settings, REFUSALS))
    return response


def tell_what_is_left(response: Response) -> Response:
    """Tell of each allowance that was looked at what is left of it; runs after each request."""
    told: Mapping[str, Allowance] = g.get("allowances", {})
    if told:
        policies = [f'"{each.bucket}";q={each.most};w={WINDOW_SECONDS}' for each in told.values()]
        left = [f'"{each.bucket}";r={max(0, each.remaining)};t={each.seconds}' for each in told.values()]
        response.headers.add("RateLimit-Policy", ", ".join(policies))
        response.headers.add("RateLimit", ", ".join(left))
    return response


def _check(allowance: Allowance) -> None:
    """Note an allowance for the answer; raises TooManyRequests if it is used up."""
    g.setdefault("allowances", {})[allowance.bucket] = allowance
    if not allowance.granted:
        metrics.count_limited(allowance.bucket)
        raise TooManyRequests(TOLD[allowance.bucket], after=allowance.seconds)


def who() -> str | None:
    """Name the address that is counted; None for a proxy that does not say whom it carries."""
    if "who" in g:
        known: str | None = g.who
        return known
    trusted = bottega().settings.trusted_proxies
    whose = client_origin(request.remote_addr or "", request.headers.get("X-Forwarded-For", ""), trusted)
    g.who = whose
    return whose


def _most(settings: Settings, bucket: str) -> int:
    """Return how much of something is allowed in a minute; 0 without limit."""
    most: int = getattr(settings, ALLOWED[bucket])
    return most
