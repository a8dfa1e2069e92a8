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
from typing import Any, NamedTuple

from flask import Response

from service import problems
from service.api.authentication import ACTING_FOR_VARIABLE, ApiRequest, current_request
from service.api.authorization import cached_game, game_command
from service.api.operations import UNCOUNTED
from service.installation.installation import Installation
from service.players import callers, keys, tokens
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


class Limit(NamedTuple):
    """A rate limit."""

    setting: str
    """The setting with the maximum per minute."""
    message: str
    """The detail of the problem."""


LIMITS: Mapping[str, Limit] = {
    REQUESTS: Limit("requests_per_minute", "This IP address sends too many requests."),
    CREATIONS: Limit("creations_per_minute", "This IP address creates too many games."),
    REJECTIONS: Limit("rejections_per_minute", "Too many requests were rejected. Check what your client sends."),
    PLAYERS: Limit("players_per_minute", "Too many players were created from this IP address."),
    TARGETS: Limit("targets_per_minute", "This player creates or tests too many notification targets."),
    STREAMS: Limit("streams_per_minute", "This IP address opens too many streams."),
    LEGAL_ACTIONS: Limit("legal_actions_per_minute", "This seat requests legal actions too often."),
    POSITION_SAMPLES: Limit("legal_actions_per_minute", "This seat requests sampled positions too often."),
    BY_KEY[REQUESTS]: Limit("key_requests_per_minute", "This player sends too many requests."),
    BY_KEY[CREATIONS]: Limit("key_creations_per_minute", "This player creates too many games."),
    BY_KEY[STREAMS]: Limit("key_streams_per_minute", "This player opens too many streams."),
}
"""All rate limits, by the name in the header `RateLimit`."""
SHOWN = 200
"""Maximum length of a header in the log, in characters."""

logger = logging.getLogger(__name__)


def check_limits() -> None:
    """Count a request before it is processed; raises TooManyRequests."""
    sent = current_request()
    if sent.path in UNCOUNTED:
        return
    if not _needs_no_read(sent):
        _count_and_read(sent)
    if sent.method not in READS:
        check_rejections(blamed(sent))


def _needs_no_read(sent: ApiRequest) -> bool:
    """Whether a cached game suffices, so that the request can be counted later."""
    who, connected = sent.principal, sent.installation
    cached = cached_game(sent) if who.token and not callers.is_player(connected, who.token) else None
    if cached is None:
        return False
    if most := _most(connected.settings, REQUESTS):
        allowance = connected.allowances.defer(REQUESTS, ip_bucket(sent), most)
        if allowance is None:
            return False
        _check(sent, allowance)
    who.cached_game = cached
    return True


def _count_and_read(sent: ApiRequest) -> None:
    """Count a request, read its game, and count a list of legal actions, in one round trip."""
    game, seat, connected = game_command(sent), _listing_seat(sent), sent.installation
    commands: dict[str, Command] = {} if game is None else {"game": game}
    if seat is not None:
        commands["list"] = connected.allowances.command(LEGAL_ACTIONS, seat, _most(connected.settings, LEGAL_ACTIONS))
    received = zip(commands, _spend(sent, REQUESTS, also=[*commands.values()]), strict=False)
    replies = {name: reply for name, reply in received if not isinstance(reply, Exception)}
    if "game" in replies:  # else the game is read again, and raises the error
        sent.principal.game_reply = replies["game"]
    if seat is not None and "list" in replies:
        sent.counted[LEGAL_ACTIONS, seat] = replies["list"]


def check_rejections(client: str) -> None:
    """Raise TooManyRequests if too many requests of a client were rejected, as far as this process knows."""
    sent = current_request()
    rejections = _known(sent.installation, REJECTIONS, client)
    if rejections is not None:
        _check(sent, rejections)


def spend(bucket: str, client: str | None = None, times: int = 1) -> None:
    """Count requests of a client for a rate limit. Default: the calling player, else the IP address.

    With 0 `times` it sends nothing. Raises TooManyRequests.
    """
    if times > 0:
        _spend(current_request(), bucket, client, times)


def _spend(
    sent: ApiRequest, bucket: str, client: str | None = None, times: int = 1, also: Sequence[Command] = ()
) -> list[Any]:
    """Count requests like `spend`, send the commands `also` in the same round trip, and return their replies."""
    if client is None and bucket in BY_KEY and (client := _player(sent, bucket)):
        bucket = BY_KEY[bucket]
    allowances, most = sent.installation.allowances, _most(sent.installation.settings, bucket)
    who = client or ip_bucket(sent)
    if (bucket, who) in sent.counted:
        _check(sent, allowances.counted(bucket, who, most, sent.counted.pop((bucket, who))))
        return []
    allowance, replies = allowances.take_and_send(bucket, who, most, times, *also)
    if allowance is not None:
        _check(sent, allowance)
    return replies


def _listing_seat(sent: ApiRequest) -> str | None:
    """Return the seat whose list of legal actions is requested with its token; None if its limit is exhausted."""
    settings = sent.installation.settings
    is_list = sent.path.endswith("/actions") or (sent.query_string and "actions" in sent.args.get("include", ""))
    if sent.method != "GET" or not is_list or not _most(settings, LEGAL_ACTIONS):
        return None
    try:
        game_id, holder = tokens.read_token(settings.secrets, sent.principal.token)
        who = f"{game_id}/{tokens.seat_and_rotation(holder)[0]}"
    except (problems.InvalidToken, ValueError):  # no token of a seat
        return None
    known = _known(sent.installation, LEGAL_ACTIONS, who)
    return None if known is not None and not known.granted else who


def count_rejection(response: Response) -> Response:
    """Count a rejected request that is no read; runs after each request."""
    if response.status_code >= 400:
        sent = current_request()
        if sent.method not in READS:
            count_rejected(response.status_code, blamed(sent))
    return response


def count_rejected(status: int, client: str) -> None:
    """Count a rejection by its status."""
    if 400 <= status < 500 and status != HTTPStatus.TOO_MANY_REQUESTS:
        connected = current_request().installation
        connected.allowances.take(REJECTIONS, client, _most(connected.settings, REJECTIONS))


def blamed(sent: ApiRequest) -> str:
    """Return the client whose rejections are counted: the caller, or else the IP address."""
    return _caller(sent) or ip_bucket(sent)


def blamed_for(token: str | None) -> str:
    """Return the client for which a rejected action of a batch counts: the seat of its token, if it has one."""
    sent = current_request()
    return blamed(sent) if token is None else _seat(sent.installation, token) or ip_bucket(sent)


def _caller(sent: ApiRequest) -> str | None:
    """Return the player or seat that sends the request; None without valid credentials."""
    token, connected = sent.principal.token, sent.installation
    if not token:
        return None
    return _authenticated(sent) if callers.is_player(connected, token) else _seat(connected, token)


def _player(sent: ApiRequest, bucket: str) -> str | None:
    """Return the player who sends the request; None without a valid key or identity.

    A key is not verified while the limit of its player is known to be exhausted, so that a flood needs no Redis.
    """
    token, connected = sent.principal.token, sent.installation
    if not token or not callers.is_player(connected, token):
        return None
    key_id = None if ACTING_FOR_VARIABLE in sent.environ else keys.key_id_of(token)
    named = None if key_id is None else keys.player_of(key_id)
    limit = None if named is None else _known(connected, BY_KEY[bucket], named)
    return named if limit is not None and not limit.granted else _authenticated(sent)


def _authenticated(sent: ApiRequest) -> str | None:
    """Return the player of a valid key or identity; None for others, and while Redis is unavailable."""
    try:
        caller = sent.principal.caller
    except (problems.ProblemError, *OUTAGES):
        return None
    return None if caller is None else caller.player


def _seat(installation: Installation, token: str) -> str | None:
    """Return the seat of a token; None for an invalid token."""
    try:
        return "/".join(tokens.read_token(installation.settings.secrets, token))
    except problems.InvalidToken:
        return None


def add_rate_limits(response: Response) -> Response:
    """Add headers with the remaining quota of each rate limit; runs after each request."""
    known = current_request().allowances.values()
    if known:
        policies = [f'"{each.bucket}";q={each.most};w={WINDOW_SECONDS}' for each in known]
        left = [f'"{each.bucket}";r={each.remaining};t={each.seconds}' for each in known]
        response.headers.add("RateLimit-Policy", ", ".join(policies))
        response.headers.add("RateLimit", ", ".join(left))
    return response


def _check(sent: ApiRequest, allowance: RateLimit) -> None:
    """Note a rate limit for the response; raises TooManyRequests if it is exceeded."""
    sent.allowances[allowance.bucket] = allowance
    if not allowance.granted:
        metrics.count_limited(allowance.bucket)
        raise problems.TooManyRequests(LIMITS[allowance.bucket].message, after=allowance.seconds)


def ip_bucket(sent: ApiRequest) -> str:
    """Return the client's IP address; that of the proxy if the proxy sends no client address.

    Logs an unreadable one once a minute.
    """
    environ = sent.environ  # faster than `headers` for missing headers
    x_forwarded, forwarded = environ.get("HTTP_X_FORWARDED_FOR", ""), environ.get("HTTP_FORWARDED", "")
    peer: str = environ.get("REMOTE_ADDR") or ""
    client = client_origin(peer, x_forwarded, forwarded, sent.installation.settings.trusted_proxies)
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


def _known(installation: Installation, bucket: str, who: str) -> RateLimit | None:
    """Return a rate limit as far as this process knows."""
    return installation.allowances.known(bucket, who, _most(installation.settings, bucket))


def _most(settings: Settings, bucket: str) -> int:
    """Return the maximum per minute; 0 without a limit."""
    most: int = getattr(settings, LIMITS[bucket].setting)
    return most
