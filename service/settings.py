"""Settings: what an operator may choose, read once from environment variables called BOTTEGA_*."""

import os
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Literal, cast, get_args

from service.archive import open_archive
from service.redis_address import read_address

SHORTEST_SECRET = 32
FEWEST_LETTERS = 12
"""Different ones in a secret; one that was drawn has more."""
DAY = 24 * 60 * 60

Network = IPv4Network | IPv6Network
Durability = Literal["memory", "disk", "replica"]
Admission = Literal["open", "invitation", "closed"]
LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning"]

EVERY_ORIGIN = ("*",)
ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.IGNORECASE)
"""As browsers send it: scheme, host, and a port unless it is the scheme's own."""


WEB = re.compile(r"https?://[^\s/?#]+[^\s?#]*")


class SettingsError(Exception):
    """A setting that the service cannot start with; the message names its variable."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What every process of one installation is started with."""

    redis_url: str
    """The store of the games: a server, sentinels or a cluster; see `service.redis_address`."""
    rq_url: str
    """Where the job queues live: a server or sentinels; the same as the store unless that is a cluster."""
    secrets: tuple[bytes, ...] = field(repr=False)
    """The keys of all seat tokens, the same in every process that serves the API: one, or the one before it and it.
    Other processes have none."""
    data_directory: Path = Path(".bottega")
    """Where the embedded Redis keeps the games, and where a generated secret is kept."""
    host: str = "127.0.0.1"
    port: int = 8000
    """0 is any free one."""
    health_port: int = 0
    """Where /healthz and /readyz are answered besides, /metrics too, and nothing else; 0 is nowhere."""
    metrics: Path | None = None
    """Where the processes of this machine count what they do, to be told at /metrics; None counts nothing."""
    metrics_port: int = 0
    """Where a worker or the sweeper, run by itself, tells its metrics; 0 is nowhere."""
    log_format: LogFormat = "text"
    log_level: LogLevel = "warning"
    """From `info` on each request and each job is a line."""
    connections_per_address: int = 1000
    """Connections of one address that one web server process holds open; of IPv6 that of a /64."""
    requests_per_minute: int = 60_000
    """Of one address, as all that follow; 0 is without limit."""
    creations_per_minute: int = 600
    rejections_per_minute: int = 1200
    """Posts that were rejected, after which no more are read."""
    players_per_minute: int = 60
    """New players."""
    streams_per_minute: int = 600
    legal_actions_per_minute: int = 3000
    """Of one seat."""
    trusted_proxies: tuple[Network, ...] = ()
    """Networks of proxies in front, which carry the connections of everybody."""
    origins: tuple[str, ...] = EVERY_ORIGIN
    """Whose pages may call the API from a browser."""
    webhook_targets: tuple[Network, ...] = ()
    """Networks that webhooks are sent to although they are not of the public internet; there also without TLS."""
    players: Admission = "open"
    """Who may become a player with a key: anybody, whoever is invited, or nobody but by the operator's hand."""
    oidc_issuer: str = ""
    """Whose signed identities (OpenID Connect) are taken; nobody's if it is empty."""
    oidc_audience: str = ""
    """For whom they must be signed."""
    oidc_keys: str = ""
    """Where the issuer publishes its keys; where its discovery document says so if it is empty."""
    durability: Durability = "disk"
    """Where a write has arrived before it is acknowledged: in Redis, in its file, or on replicas."""
    replicas: int = 1
    """How many replicas that is."""
    waiting_turns: int = 50
    """So many turns of AI players that search may wait in the games of one share; 0 is without limit."""
    api_workers: int = 2
    """Web server processes."""
    drain_seconds: int = 0
    """How long a web server that is told to end goes on serving, while a load balancer learns to look elsewhere."""
    watchers: int = 4000
    """Streams and waiting requests that one web server process holds open."""
    ai_workers: int = 2
    """Processes that think for AI players."""
    idempotency_seconds: int = 6 * 60 * 60
    """How long the answer to a request with an Idempotency-Key is kept."""
    unclaimed_seconds: int = 7 * DAY
    """How long a game is kept in which nobody has acted, or a seat is open, since it was created or acted in last; 0 is
    for ever, here and below."""
    untouched_seconds: int = 90 * DAY
    """How long a game is kept in which nobody acts any more."""
    listed_seconds: int = 30 * DAY
    """How long a finished game is listed among the games."""
    finished_seconds: int = 365 * DAY
    """How long a finished game is kept, with its record."""
    archive_url: str = ""
    """Where finished games are kept outside of Redis; see `service.archive`. They stay in Redis if it is empty."""
    archive_seconds: int = DAY
    """How long after its end a game stays in Redis, if there is an archive; no less than `idempotency_seconds`, since
    repeated requests are answered from there."""
    lease_seconds: int = 5
    """How long a job may be owed without a sign of life before the sweeper hands it out again."""
    body_limit: int = 64 * 1024
    """Bytes of the longest request body that is read."""
    hint_seconds: int = 5
    """How long a request waits for its hint before it is told to come again."""
    hint_iterations: int = 400
    """How long the search thinks about a hint, whatever part of a level's iterations the ruleset asks for."""
    analysis_iterations: int = 200
    """How long the search thinks about each decision of a game that is analysed."""
    tracing: bool = False
    """Whether traces are told to the collector that the OTEL_* variables name."""
    sandbox: bool = False
    """Whether games may be created with a chosen seed and first actions."""
    log_decisions: bool = False
    """Whether workers log what each decision of an AI player took."""


def read_settings(environ: Mapping[str, str] = os.environ, *, serves: bool = True) -> Settings:
    """Read the settings; raise SettingsError for the first that is missing or wrong.

    Only a process that `serves` the API reads the secrets; others cannot make tokens.

    Without BOTTEGA_SECRET a secret is generated once and kept in the data directory, readable by its owner only; the
    one before it may lie beside it. It is never put into Redis: whoever reads a backup of the games shall not be able
    to play in them.
    """
    directory = data_directory(environ)
    redis_url = _url(environ, "BOTTEGA_REDIS_URL")
    idempotency_seconds = _number(environ, "BOTTEGA_IDEMPOTENCY_SECONDS", Settings.idempotency_seconds, 1, 365 * DAY)
    return Settings(
        redis_url=redis_url,
        rq_url=_queues_url(environ, redis_url),
        secrets=_secrets(environ, directory) if serves else (),
        data_directory=directory,
        host=environ.get("BOTTEGA_HOST") or Settings.host,
        port=_number(environ, "BOTTEGA_PORT", Settings.port, 0, 65535),
        health_port=_number(environ, "BOTTEGA_HEALTH_PORT", Settings.health_port, 0, 65535),
        metrics=_metrics(environ),
        metrics_port=_number(environ, "BOTTEGA_METRICS_PORT", Settings.metrics_port, 0, 65535),
        log_format=log_format(environ),
        log_level=log_level(environ),
        connections_per_address=_number(
            environ, "BOTTEGA_CONNECTIONS_PER_ADDRESS", Settings.connections_per_address, 1, 1_000_000
        ),
        requests_per_minute=_limit(environ, "BOTTEGA_REQUESTS_PER_MINUTE", Settings.requests_per_minute),
        creations_per_minute=_limit(environ, "BOTTEGA_CREATIONS_PER_MINUTE", Settings.creations_per_minute),
        rejections_per_minute=_limit(environ, "BOTTEGA_REJECTIONS_PER_MINUTE", Settings.rejections_per_minute),
        players_per_minute=_limit(environ, "BOTTEGA_PLAYERS_PER_MINUTE", Settings.players_per_minute),
        streams_per_minute=_limit(environ, "BOTTEGA_STREAMS_PER_MINUTE", Settings.streams_per_minute),
        legal_actions_per_minute=_limit(environ, "BOTTEGA_LEGAL_ACTIONS_PER_MINUTE", Settings.legal_actions_per_minute),
        waiting_turns=_limit(environ, "BOTTEGA_MAX_QUEUED_TURNS", Settings.waiting_turns),
        trusted_proxies=_networks(environ, "BOTTEGA_TRUSTED_PROXIES"),
        origins=_origins(environ),
        webhook_targets=_networks(environ, "BOTTEGA_WEBHOOK_TARGETS"),
        players=_players(environ),
        oidc_issuer=_address(environ, "BOTTEGA_OIDC_ISSUER"),
        oidc_audience=_audience(environ),
        oidc_keys=_address(environ, "BOTTEGA_OIDC_KEYS"),
        durability=_durability(environ),
        replicas=_number(environ, "BOTTEGA_REPLICAS", Settings.replicas, 1, 100),
        api_workers=_number(environ, "BOTTEGA_API_WORKERS", Settings.api_workers, 1, 256),
        drain_seconds=_number(environ, "BOTTEGA_DRAIN_SECONDS", Settings.drain_seconds, 0, 3600),
        watchers=_number(environ, "BOTTEGA_SPECTATORS", Settings.watchers, 0, 100_000),
        ai_workers=_number(environ, "BOTTEGA_AI_WORKERS", Settings.ai_workers, 1, 256),
        idempotency_seconds=idempotency_seconds,
        unclaimed_seconds=_lifetime(environ, "BOTTEGA_UNCLAIMED_SECONDS", Settings.unclaimed_seconds),
        untouched_seconds=_lifetime(environ, "BOTTEGA_INACTIVE_SECONDS", Settings.untouched_seconds),
        listed_seconds=_lifetime(environ, "BOTTEGA_LISTED_SECONDS", Settings.listed_seconds),
        finished_seconds=_lifetime(environ, "BOTTEGA_FINISHED_SECONDS", Settings.finished_seconds),
        archive_url=_archive(environ),
        archive_seconds=_archive_seconds(environ, idempotency_seconds),
        lease_seconds=_number(environ, "BOTTEGA_LEASE_SECONDS", Settings.lease_seconds, 1, 24 * 60 * 60),
        body_limit=_number(environ, "BOTTEGA_BODY_LIMIT", Settings.body_limit, 1024, 64 * 1024 * 1024),
        hint_seconds=_number(environ, "BOTTEGA_HINT_SECONDS", Settings.hint_seconds, 0, 60),
        hint_iterations=_number(environ, "BOTTEGA_HINT_ITERATIONS", Settings.hint_iterations, 2, 10_000),
        analysis_iterations=_number(environ, "BOTTEGA_ANALYSIS_ITERATIONS", Settings.analysis_iterations, 2, 10_000),
        tracing=_tracing(environ),
        sandbox=_switch(environ, "BOTTEGA_SANDBOX"),
        log_decisions=_switch(environ, "BOTTEGA_LOG_DECISIONS"),
    )


def with_absolute_paths(environ: Mapping[str, str]) -> dict[str, str]:
    """Return settings that mean the same in a process that is started in another directory."""
    named = ("BOTTEGA_DATA_FILES", "BOTTEGA_METRICS")
    paths = {name: str(Path(environ[name]).absolute()) for name in named if environ.get(name)}
    return {**environ, **paths, "BOTTEGA_DATA": str(data_directory(environ))}


def data_directory(environ: Mapping[str, str] = os.environ) -> Path:
    """Return where games and secret are kept; the directory need not exist yet."""
    return Path(environ.get("BOTTEGA_DATA") or Settings.data_directory).absolute()


def log_format(environ: Mapping[str, str] = os.environ) -> LogFormat:
    """Return how lines are logged."""
    return cast("LogFormat", _choice(environ, "BOTTEGA_LOG_FORMAT", Settings.log_format, get_args(LogFormat)))


def log_level(environ: Mapping[str, str] = os.environ) -> LogLevel:
    """Return what is logged: all that is as bad as this, or worse."""
    return cast("LogLevel", _choice(environ, "BOTTEGA_LOG_LEVEL", Settings.log_level, get_args(LogLevel)))


def _metrics(environ: Mapping[str, str]) -> Path | None:
    """Return where metrics are counted: where that is said, else with the data, if there is a port that tells them."""
    if environ.get("BOTTEGA_METRICS"):
        return Path(environ["BOTTEGA_METRICS"]).absolute()
    told = any(environ.get(name, "0") not in ("", "0") for name in ("BOTTEGA_HEALTH_PORT", "BOTTEGA_METRICS_PORT"))
    return data_directory(environ) / "metrics" if told else None


def own_archive(environ: Mapping[str, str]) -> str:
    """Return where finished games go that the embedded Redis has kept: beside it, unless that is said."""
    beside = (data_directory(environ) / "archive.sqlite").as_uri()
    return environ.get("BOTTEGA_ARCHIVE_URL") or beside.replace("file:", "sqlite:", 1)


def _url(environ: Mapping[str, str], name: str) -> str:
    """Read the address of a Redis."""
    value = environ.get(name)
    if not value:
        raise SettingsError(f"{name} is not set; `bottega serve` starts a Redis of its own")
    try:
        read_address(value)
    except ValueError as error:
        raise SettingsError(f"{name} is not the address of a Redis: {error}") from None
    return value


def _queues_url(environ: Mapping[str, str], redis_url: str) -> str:
    """Read the address of the Redis of the queues: the store's own, unless that is a cluster, which RQ cannot use."""
    url = _url(environ, "BOTTEGA_RQ_URL") if environ.get("BOTTEGA_RQ_URL") else redis_url
    if read_address(url).kind == "cluster":
        raise SettingsError("BOTTEGA_RQ_URL must name a server or sentinels: the queues cannot be in a cluster")
    return url


def _number(environ: Mapping[str, str], name: str, default: int, lowest: int, highest: int) -> int:
    """Read a whole number from `lowest` to `highest`."""
    value = environ.get(name)
    if not value:
        return default
    if not (value.isascii() and value.isdigit() and lowest <= int(value) <= highest):
        raise SettingsError(f"{name} is {value!r}, not a whole number from {lowest} to {highest}")
    return int(value)


def _limit(environ: Mapping[str, str], name: str, default: int) -> int:
    """Read how often a minute something may be done; 0 is without limit."""
    return _number(environ, name, default, 0, 1_000_000_000)


def _lifetime(environ: Mapping[str, str], name: str, default: int) -> int:
    """Read for how many seconds something is kept; 0 is for ever."""
    return _number(environ, name, default, 0, 100 * 365 * DAY)


def _choice(environ: Mapping[str, str], name: str, default: str, choices: Sequence[str]) -> str:
    """Read one of a few words."""
    value = environ.get(name) or default
    if value not in choices:
        raise SettingsError(f"{name} is {value!r}, not one of {', '.join(choices)}")
    return value


def _archive(environ: Mapping[str, str]) -> str:
    """Read the address of an archive; empty if there is none. The message does not tell it: it may hold a password."""
    address = environ.get("BOTTEGA_ARCHIVE_URL") or ""
    try:
        if address:
            open_archive(address)
    except ValueError as error:
        raise SettingsError(f"BOTTEGA_ARCHIVE_URL is not the address of an archive: {error}") from None
    return address


def _archive_seconds(environ: Mapping[str, str], idempotency_seconds: int) -> int:
    """Read how long a finished game stays in Redis."""
    default = max(Settings.archive_seconds, idempotency_seconds)
    return _number(environ, "BOTTEGA_ARCHIVE_SECONDS", default, idempotency_seconds, 100 * 365 * DAY)


def _durability(environ: Mapping[str, str]) -> Durability:
    """Read what an acknowledgement means."""
    return cast("Durability", _choice(environ, "BOTTEGA_DURABILITY", Settings.durability, get_args(Durability)))


def _players(environ: Mapping[str, str]) -> Admission:
    """Read who may become a player."""
    return cast("Admission", _choice(environ, "BOTTEGA_PLAYERS", Settings.players, get_args(Admission)))


def _address(environ: Mapping[str, str], name: str) -> str:
    """Read an address of the web; empty if there is none."""
    value = environ.get(name) or ""
    if value and not WEB.fullmatch(value):
        raise SettingsError(f"{name} is {value!r}, not an address like https://login.example.org")
    return value


def _audience(environ: Mapping[str, str]) -> str:
    """Read for whom identities are signed, which must be known where any are taken: else those for others would do."""
    value = environ.get("BOTTEGA_OIDC_AUDIENCE") or ""
    if environ.get("BOTTEGA_OIDC_ISSUER") and not value:
        raise SettingsError("BOTTEGA_OIDC_ISSUER is set, and BOTTEGA_OIDC_AUDIENCE is not")
    return value


def _networks(environ: Mapping[str, str], name: str) -> tuple[Network, ...]:
    """Read addresses and networks, with commas between them: `10.0.0.7, 2001:db8::/32`."""
    try:
        return tuple(ip_network(each.strip()) for each in environ.get(name, "").split(",") if each.strip())
    except ValueError as error:
        raise SettingsError(f"{name} names no network: {error}") from None


def _origins(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Read the origins of pages, with commas between them: `https://example.org, http://localhost:5173`."""
    named = tuple(each.strip() for each in environ.get("BOTTEGA_ORIGINS", "").split(",") if each.strip())
    if named in ((), EVERY_ORIGIN):
        return EVERY_ORIGIN
    for each in named:
        if not ORIGIN.fullmatch(each):
            raise SettingsError(f"BOTTEGA_ORIGINS names no origin: {each!r}; write each like https://example.org")
    return named


def _switch(environ: Mapping[str, str], name: str) -> bool:
    """Read what is `on` or, by default, `off`."""
    value = environ.get(name) or "off"
    if value not in ("on", "off"):
        raise SettingsError(f"{name} is {value!r}, neither on nor off")
    return value == "on"


def _tracing(environ: Mapping[str, str]) -> bool:
    """Read whether traces are told, which takes packages that not everybody has installed."""
    wanted = _switch(environ, "BOTTEGA_TRACING")
    if wanted and find_spec("opentelemetry") is None:
        raise SettingsError("BOTTEGA_TRACING is on, which needs: pip install 'bottega[tracing]'")
    return wanted


def _secrets(environ: Mapping[str, str], directory: Path) -> tuple[bytes, ...]:
    """Read the secrets, the newest last: from the environment, else from `directory`, generated at the first start."""
    given = environ.get("BOTTEGA_SECRET")
    if not given:
        return _kept_secrets(directory)
    previous = environ.get("BOTTEGA_PREVIOUS_SECRET")
    newest = _checked(given.encode(), "BOTTEGA_SECRET")
    return (_checked(previous.encode(), "BOTTEGA_PREVIOUS_SECRET"), newest) if previous else (newest,)


def _checked(secret: bytes, origin: str) -> bytes:
    """Reject a secret that could be guessed: too short, or of too few different characters, not counting blanks."""
    if len(secret.strip()) < SHORTEST_SECRET:
        raise SettingsError(f"{origin} has {len(secret.strip())} characters, fewer than {SHORTEST_SECRET}")
    if len({*secret} - {*b" \t\r\n"}) < FEWEST_LETTERS:
        raise SettingsError(f"{origin} has fewer than {FEWEST_LETTERS} different characters, and could be guessed")
    return secret


def _kept_secrets(directory: Path) -> tuple[bytes, ...]:
    """Read the secret file, made first if there is none; of several processes that make it one wins, complete."""
    path, previous = directory / "secret", directory / "secret.previous"
    try:
        if not path.exists():
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write_once(path, secrets.token_urlsafe(SHORTEST_SECRET).encode())
        files = [previous, path] if previous.exists() else [path]
        return tuple([_checked(file.read_bytes(), str(file)) for file in files])
    except OSError as error:
        raise SettingsError(f"BOTTEGA_SECRET is not set and {path} cannot be used: {error.strerror}") from error


def _write_once(path: Path, content: bytes) -> None:
    """Write a private file in one step, unless it is there by then."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
