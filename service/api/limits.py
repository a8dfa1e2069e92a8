"""Rate limits per minute: of an IP address or a player, and of a seat for legal actions and sampled positions.

`service.runtime.client_addresses` finds the IP address. Many devices may share one. A request with a valid player key
or identity therefore counts for its player instead. All keys of a player share the limit.

After too many rejected requests no further POST requests are accepted. A rejected request counts for the player or seat
whose credentials were sent, so that others behind the same IP address can continue. Without valid credentials it counts
for the IP address. Otherwise each guessed token would be counted separately.
"""

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from flask import Response, g, request

from service.api.authentication import ACTING_FOR, bottega, principal, unproxied
from service.api.authorization import game_command, kept_game
from service.api.operations import UNCOUNTED
from service.players import callers, keys, tokens
from service.problems import InvalidToken, ProblemError, TooManyRequests
from service.runtime.client_addresses import client_origin
from service.runtime.throttled_log import warn_sparsely
from service.settings import Settings
from service.store import OUTAGES, Command, RateLimit
from service.store.rate_limits import WINDOW_SECONDS
from service.telemetry import metrics

REQUESTS, CREATIONS, REJECTIONS, STREAMS = "requests", "creations", "rejections", "streams"
PLAYERS, TARGETS = "players", "notification-targets"
LEGAL_ACTIONS, POSITION_SAMPLES = "legal-actions", "position-samples"
BY_KEY: Mapping[str, str] = {each: f"key-{each}" for each in (REQUESTS, CREATIONS, STREAMS)}
"""The limits of a player in place of those of an IP address."""
READS = ("GET", "HEAD", "OPTIONS")
MESSAGES: Mapping[str, str] = {
    REQUESTS: "This IP address sends too many requests.",
    CREATIONS: "This IP address creates too many games.",
    REJECTIONS: "Too many requests were rejected. Check what your client sends.",
    PLAYERS: "Too many players were created from this IP address.",
    TARGETS: "This player creates or tests too many notification targets.",
    STREAMS: "This IP address opens too many streams.",
    LEGAL_ACTIONS: "This seat requests legal actions too often.",
    POSITION_SAMPLES: "This seat requests sampled positions too often.",
    BY_KEY[REQUESTS]: "This player sends too many requests.",
    BY_KEY[CREATIONS]: "This player creates too many games.",
    BY_KEY[STREAMS]: "This player opens too many streams.",
}
ALLOWED: Mapping[str, str] = {
    REQUESTS: "requests_per_minute",
    CREATIONS: "creations_per_minute",
    REJECTIONS: "rejections_per_minute",
    PLAYERS: "players_per_minute",
    TARGETS: "targets_per_minute",
    STREAMS: "streams_per_minute",
    LEGAL_ACTIONS: "legal_actions_per_minute",
    POSITION_SAMPLES: "legal_actions_per_minute",
    **{limit: f"key_{each}_per_minute" for each, limit in BY_KEY.items()},
}
"""The setting of each rate limit."""
SHOWN = 200
"""Maximum length of a header in the log, in characters."""

logger = logging.getLogger(__name__)


def check_limits() -> None:
    """Count a request before it is processed; raises TooManyRequests."""
    sent = unproxied(request)
    if sent.path in UNCOUNTED:
        return
    if not _needs_no_read():
        _count_and_read()
    if sent.method not in READS:
        check_rejections(blamed())


def _needs_no_read() -> bool:
    """Whether a kept copy of the game suffices, so that the request can be counted later."""
    token = principal().token
    kept = kept_game() if token and not callers.is_player(bottega(), token) else None
    if kept is None:
        return False
    if most := _most(bottega().settings, REQUESTS):
        allowance = bottega().allowances.defer(REQUESTS, ip_bucket(), most)
        if allowance is None:
            return False
        _check(allowance)
    principal().kept = kept
    return True


def _count_and_read() -> None:
    """Count a request, read its game, and count a list of legal actions, in one round trip."""
    game, seat = game_command(), _listing_seat()
    commands: dict[str, Command] = {} if game is None else {"game": game}
    if seat is not None:
        commands["list"] = bottega().allowances.command(LEGAL_ACTIONS, seat, _most(bottega().settings, LEGAL_ACTIONS))
    sent = zip(commands, spend(REQUESTS, also=[*commands.values()]), strict=False)
    replies = {name: reply for name, reply in sent if not isinstance(reply, Exception)}
    if "game" in replies:  # else the game is read again, and raises the error
        principal().game_reply = replies["game"]
    if "list" in replies:
        g.counted = {(LEGAL_ACTIONS, seat): replies["list"]}


def check_rejections(client: str) -> None:
    """Raise TooManyRequests if too many requests of a client were rejected, as far as this process knows."""
    rejections = _known(REJECTIONS, client)
    if rejections is not None:
        _check(rejections)


def spend(bucket: str, client: str | None = None, times: int = 1, also: Sequence[Command] = ()) -> list[Any]:
    """Count requests for a rate limit, of `client`, or else of the player or this IP address.

    Returns the replies to the commands `also`; none if the commands were not sent. Raises TooManyRequests.
    """
    if times < 1:
        return []
    connected = bottega()
    if client is None and bucket in BY_KEY and (client := _player(bucket)):
        bucket = BY_KEY[bucket]
    most, who = _most(connected.settings, bucket), client or ip_bucket()
    if (bucket, who) in g.get("counted", ()):
        _check(connected.allowances.counted(bucket, who, most, g.counted.pop((bucket, who))))
        return []
    allowance, replies = connected.allowances.take_and_send(bucket, who, most, times, *also)
    if allowance is not None:
        _check(allowance)
    return replies


def _listing_seat() -> str | None:
    """Return the seat whose list of legal actions is requested with its token; None if its limit is exhausted."""
    sent, settings = unproxied(request), bottega().settings
    is_list = sent.path.endswith("/actions") or (sent.query_string and "actions" in sent.args.get("include", ""))
    if sent.method != "GET" or not is_list or not _most(settings, LEGAL_ACTIONS):
        return None
    try:
        game_id, holder = tokens.read_token(settings.secrets, principal().token)
        who = f"{game_id}/{tokens.seat_and_rotation(holder)[0]}"
    except (InvalidToken, ValueError):  # no token of a seat
        return None
    known = _known(LEGAL_ACTIONS, who)
    return None if known is not None and not known.granted else who


def count_rejection(response: Response) -> Response:
    """Count a rejected request that is no read; runs after each request."""
    if request.method not in READS:
        count_rejected(response.status_code, blamed())
    return response


def count_rejected(status: int, client: str) -> None:
    """Count a rejection by its status."""
    if 400 <= status < 500 and status != HTTPStatus.TOO_MANY_REQUESTS:
        bottega().allowances.take(REJECTIONS, client, _most(bottega().settings, REJECTIONS))


def blamed() -> str:
    """Return the client whose rejections are counted: the caller, or else the IP address."""
    of_request: Any = unproxied(g)
    known: str | None = of_request.get("blamed")
    if known is None:
        known = of_request.blamed = _caller() or ip_bucket()
    return known


def blamed_for(token: str | None) -> str:
    """Return the client for which a rejected action of a batch counts: the seat of its token, if it has one."""
    return blamed() if token is None else _seat(token) or ip_bucket()


def _caller() -> str | None:
    """Return the player or seat that sends the request; None without valid credentials."""
    token = principal().token
    if not token:
        return None
    return _authenticated() if callers.is_player(bottega(), token) else _seat(token)


def _player(bucket: str) -> str | None:
    """Return the player who sends the request; None without a valid key or identity.

    A key is not verified while the limit of its player is known to be exhausted, so that a flood needs no Redis.
    """
    token = principal().token
    if not token or not callers.is_player(bottega(), token):
        return None
    key_id = None if ACTING_FOR in request.headers else keys.key_id_of(token)
    named = None if key_id is None else keys.player_of(key_id)
    limit = None if named is None else _known(BY_KEY[bucket], named)
    return named if limit is not None and not limit.granted else _authenticated()


def _authenticated() -> str | None:
    """Return the player of a valid key or identity; None for others, and while Redis is unavailable."""
    try:
        caller = principal().caller
    except (ProblemError, *OUTAGES):
        return None
    return None if caller is None else caller.player


def _seat(token: str) -> str | None:
    """Return the seat of a token; None for an invalid token."""
    try:
        return "/".join(tokens.read_token(bottega().settings.secrets, token))
    except InvalidToken:
        return None


def add_rate_limits(response: Response) -> Response:
    """Add headers with the remaining quota of each rate limit; runs after each request."""
    known: Mapping[str, RateLimit] = g.get("allowances", {})
    if known:
        policies = [f'"{each.bucket}";q={each.most};w={WINDOW_SECONDS}' for each in known.values()]
        left = [f'"{each.bucket}";r={each.remaining};t={each.seconds}' for each in known.values()]
        response.headers.add("RateLimit-Policy", ", ".join(policies))
        response.headers.add("RateLimit", ", ".join(left))
    return response


def _check(allowance: RateLimit) -> None:
    """Note a rate limit for the response; raises TooManyRequests if it is exceeded."""
    g.setdefault("allowances", {})[allowance.bucket] = allowance
    if not allowance.granted:
        metrics.count_limited(allowance.bucket)
        raise TooManyRequests(MESSAGES[allowance.bucket], after=allowance.seconds)


def ip_bucket() -> str:
    """Return the client's IP address; that of the proxy if the proxy sends no client address."""
    of_request: Any = unproxied(g)
    known: str | None = of_request.get("ip_bucket")
    if known is None:
        known = of_request.ip_bucket = _client()
    return known


def _client() -> str:
    """Find the IP address of the client; logs an unreadable one once a minute."""
    sent = request.environ  # faster than `request.headers` for missing headers
    x_forwarded, forwarded = sent.get("HTTP_X_FORWARDED_FOR", ""), sent.get("HTTP_FORWARDED", "")
    peer: str = sent.get("REMOTE_ADDR") or ""
    client = client_origin(peer, x_forwarded, forwarded, bottega().settings.trusted_proxies)
    if client.unreadable:
        warn_sparsely(
            logger,
            "the proxy %s does not say whom it carries: all of these count as the proxy "
            "(X-Forwarded-For %a, Forwarded %a)",
            client.counted,
            x_forwarded[:SHOWN],
            forwarded[:SHOWN],
        )
    return client.counted


def _known(bucket: str, who: str) -> RateLimit | None:
    """Return a rate limit as far as this process knows."""
    return bottega().allowances.known(bucket, who, _most(bottega().settings, bucket))


def _most(settings: Settings, bucket: str) -> int:
    """Return the maximum per minute; 0 without a limit."""
    most: int = getattr(settings, ALLOWED[bucket])
    return most
