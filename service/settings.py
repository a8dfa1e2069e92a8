"""Settings of the service, read once from the environment variables BOTTEGA_*."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

from service.archive import open_archive
from service.redis_address import read_address
from service.secret_files import secrets_of
from service.setting_values import (
    EVERY_ORIGIN,
    LONGEST_SECONDS,
    Network,
    SettingsError,
    Variable,
    choice,
    lifetime,
    networks,
    per_day,
    per_minute,
    prefix_of,
    read_base_url,
    read_organisers,
    read_origins,
    read_schemes,
    read_smtp_url,
    read_tracing,
    read_url,
    read_vapid_key,
    read_web_url,
    switch,
    whole,
)

DAY = 24 * 60 * 60

Durability = Literal["memory", "disk", "replica"]
Admission = Literal["open", "invitation", "closed"]
LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning"]

SCHEMES = "discord, slack, ntfys, tgram, matrixs, pover, gotifys, mmosts, zulip, gchat"
"""Schemes of Apprise that are allowed by default."""

MEMORY = Path("/dev/shm")  # noqa: S108  # the directory below it is checked to belong to this user
"""A file system in memory, on Linux."""

REDIS = partial(read_url, read_address, "a Redis")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of all processes of one installation. `deploy/SETTINGS.md` is generated from these fields."""

    redis_url: Annotated[str, Variable("BOTTEGA_REDIS_URL", "URL", REDIS, "embedded Redis")]
    """URL of the Redis that stores the games: a server, sentinels or a cluster. Without it, `bottega serve` starts
    `redis-server` or `valkey-server` from the PATH, or else the bundled Valkey. See [the forms of the
    URL](STORAGE.md#several-machines)."""
    rq_url: Annotated[str, Variable("BOTTEGA_RQ_URL", "URL", REDIS, "`BOTTEGA_REDIS_URL`")]
    """URL of the Redis of the job queues: a server or sentinels. Required if the store is a cluster."""
    secrets: Annotated[
        tuple[bytes, ...],
        Variable("BOTTEGA_SECRET", "at least 32 characters", default="generated, in the data directory"),
    ] = field(repr=False)
    """Key of all seat tokens, the same in every API process. A secret that could be guessed is rejected. See [a new
    secret](UPGRADING.md#a-new-secret)."""
    durability: Annotated[Durability, choice("BOTTEGA_DURABILITY", Durability)] = "disk"
    """Where a write must be before it is acknowledged: in memory, on disk, or on replicas. See
    [durability](STORAGE.md#durability)."""
    replicas: Annotated[int, whole("BOTTEGA_REPLICAS", 1, 100)] = 1
    """Number of replicas that must have a write before it is acknowledged, with `BOTTEGA_DURABILITY=replica`."""
    data_directory: Annotated[Path, Variable("BOTTEGA_DATA", "path", Path)] = Path(".bottega")
    """Data directory: the embedded Redis, its archive, and the generated secret."""
    lease_seconds: Annotated[int, whole("BOTTEGA_LEASE_SECONDS", 1, DAY, "seconds")] = 5
    """Time without a sign of life after which the sweeper enqueues a job again."""
    job_tries: Annotated[int, whole("BOTTEGA_JOB_TRIES", 1, 100)] = 3
    """Failures after which a job is stopped. An AI turn becomes a default action of the rules. See [jobs that keep
    failing](MONITORING.md#jobs-that-keep-failing)."""

    host: Annotated[str, Variable("BOTTEGA_HOST", "host name or IP address")] = "127.0.0.1"
    """IP address at which the API listens."""
    port: Annotated[int, whole("BOTTEGA_PORT", 0, 65535)] = 8000
    """TCP port of the API. 0: any free port."""
    health_port: Annotated[int, whole("BOTTEGA_HEALTH_PORT", 0, 65535)] = 0
    """TCP port for `/healthz`, `/readyz` and `/metrics` only, which clients of the API cannot fill. 0: none."""
    origins: Annotated[tuple[str, ...], Variable("BOTTEGA_ORIGINS", "comma-separated origins", read_origins, "`*`")] = (
        EVERY_ORIGIN
    )
    """Origins whose pages may call the API from a browser (CORS), such as `https://example.org`. `*`: all."""
    trusted_proxies: Annotated[tuple[Network, ...], networks("BOTTEGA_TRUSTED_PROXIES")] = ()
    """IP addresses and networks of the proxies in front, whose `X-Forwarded-For` or `Forwarded` header names the
    client. See [proxies](NETWORK.md#proxies)."""
    api_workers: Annotated[int, whole("BOTTEGA_API_WORKERS", 1, 256)] = 2
    """Number of web server processes."""
    spectators: Annotated[int, whole("BOTTEGA_SPECTATORS", 0, 100_000)] = 4000
    """Maximum number of streams and long-polling requests that one web server process holds open."""
    connections_per_address: Annotated[int, whole("BOTTEGA_CONNECTIONS_PER_ADDRESS", 1, 1_000_000)] = 1000
    """Maximum number of open connections of one IP address (IPv6: /64 network) in one web server process."""
    body_limit: Annotated[int, whole("BOTTEGA_BODY_LIMIT", 1024, 64 * 1024 * 1024, "bytes")] = 64 * 1024
    """Maximum size of a request body."""
    request_seconds: Annotated[int, whole("BOTTEGA_REQUEST_SECONDS", 1, 3600, "seconds")] = 10
    """Processor time for which one request may hold a web server process without a pause. After that it gets
    `computation_too_long`. See [processes that hang](README.md#processes-that-hang)."""
    rule_seconds: Annotated[int, whole("BOTTEGA_RULE_SECONDS", 1, 3600, "seconds")] = 2
    """Processor time that a function of an installed ruleset may need. After that its game is stopped. See [rules that
    fail](README.md#rules-that-fail)."""
    rule_megabytes: Annotated[int, whole("BOTTEGA_RULE_MEGABYTES", 16, 65536, "MB")] = 512
    """Memory that a process with an installed ruleset may use besides its code. After that the game is stopped."""
    package_boards: Annotated[bool, switch("BOTTEGA_PACKAGE_BOARDS")] = True
    """Whether the web client loads the boards that installed rulesets bring. `off`: it draws them on its plain board.
    See [boards of packages](README.md#boards-of-packages)."""
    drain_seconds: Annotated[int, whole("BOTTEGA_DRAIN_SECONDS", 0, 3600, "seconds")] = 0
    """Time for which a stopping web server still serves, while `/readyz` returns 503. See [rolling
    restart](UPGRADING.md#rolling-restart)."""
    idempotency_seconds: Annotated[int, whole("BOTTEGA_IDEMPOTENCY_SECONDS", 1, 365 * DAY, "seconds")] = 6 * 60 * 60
    """Time for which the response to a request with an `Idempotency-Key` is stored. Of actions, the last 64 of a game
    are stored."""
    webhook_targets: Annotated[tuple[Network, ...], networks("BOTTEGA_WEBHOOK_TARGETS")] = ()
    """Networks that are not public and still receive webhooks, also without TLS."""

    public_url: Annotated[str, Variable("BOTTEGA_PUBLIC_URL", "URL", read_base_url)] = ""
    """URL at which players reach this installation, such as `https://play.example.org` or, [under a
    path](NETWORK.md#under-a-path), `https://example.org/bottega`. Notifications link to it, and the samples at `/docs`
    have it. Default in samples: the URL of the request. Required for e-mail, and under a path."""
    notification_schemes: Annotated[
        tuple[str, ...],
        Variable("BOTTEGA_NOTIFICATION_SCHEMES", "comma-separated schemes", read_schemes, SCHEMES),
    ] = read_schemes(SCHEMES)
    """Schemes of Apprise that players may use as notification targets. The default ones send HTTPS requests only, which
    never reach an internal IP address. Other schemes may use other protocols without this check, and their URLs have
    no query."""
    smtp_url: Annotated[str, Variable("BOTTEGA_SMTP_URL", "URL", read_smtp_url)] = field(default="", repr=False)
    """Mail server for notifications, as a URL of Apprise:
    `mailtos://user:password@smtp.example.org:587?from=bottega@example.org`. Without it, no e-mail is sent."""
    anonymous_mail: Annotated[bool, switch("BOTTEGA_ANONYMOUS_MAIL")] = False
    """Whether anonymous players may enter e-mail addresses. Such mails go to any address that a stranger enters. The
    operator vouches for players with an invitation or a key from `bottega keys`, a platform for its users, and an
    issuer for signed identities. Other players are anonymous."""
    confirmations_per_mailbox: Annotated[int, per_day("BOTTEGA_CONFIRMATIONS_PER_MAILBOX")] = 3
    """Maximum number of confirmation mails to one mailbox. Addresses with `+tag`, and dots at Gmail, are the same
    mailbox. 0: no limit."""
    confirmations_per_domain: Annotated[int, per_day("BOTTEGA_CONFIRMATIONS_PER_DOMAIN")] = 200
    """Maximum number of confirmation mails to all addresses of one domain and its subdomains. 0: no limit."""
    confirmations_per_network: Annotated[int, per_day("BOTTEGA_CONFIRMATIONS_PER_NETWORK")] = 10
    """Maximum number of confirmation mails that clients of one network cause: IPv4 by /24, IPv6 by /48. The users of a
    platform do not count. 0: no limit."""
    confirmations_per_day: Annotated[int, per_day("BOTTEGA_CONFIRMATIONS_PER_DAY")] = 1000
    """Maximum number of confirmation mails of this installation. 0: no limit."""
    vapid_private_key: Annotated[
        str, Variable("BOTTEGA_VAPID_PRIVATE_KEY", "base64url", read_vapid_key, "generated, in Redis")
    ] = field(default="", repr=False)
    """Private key that signs Web Push messages: 32 bytes of the curve P-256. A new key ends all subscriptions."""

    requests_per_minute: Annotated[int, per_minute("BOTTEGA_REQUESTS_PER_MINUTE")] = 60_000
    """Maximum number of requests of one IP address without a player key, over all processes. 0: no limit."""
    creations_per_minute: Annotated[int, per_minute("BOTTEGA_CREATIONS_PER_MINUTE")] = 600
    """Maximum number of games that one IP address creates without a player key. 0: no limit."""
    rejections_per_minute: Annotated[int, per_minute("BOTTEGA_REJECTIONS_PER_MINUTE")] = 1200
    """Maximum number of rejected requests (status 4xx, without `GET`) of one player or seat, or of one IP address
    without valid credentials. After that, only reading is possible for the rest of the minute. 0: no limit."""
    streams_per_minute: Annotated[int, per_minute("BOTTEGA_STREAMS_PER_MINUTE")] = 600
    """Maximum number of streams that one IP address opens without a player key. 0: no limit."""
    legal_actions_per_minute: Annotated[int, per_minute("BOTTEGA_LEGAL_ACTIONS_PER_MINUTE")] = 3000
    """Maximum number of requests of one seat for legal actions. The same limit applies to sampled positions. 0: no
    limit."""
    players_per_minute: Annotated[int, per_minute("BOTTEGA_PLAYERS_PER_MINUTE")] = 60
    """Maximum number of players that one IP address creates. 0: no limit."""
    key_requests_per_minute: Annotated[int, per_minute("BOTTEGA_KEY_REQUESTS_PER_MINUTE")] = 6_000
    """Maximum number of requests of one player with any valid key or signed identity, from all IP addresses. These
    requests do not count for the IP address. The user of a platform counts as a player. 0: no limit."""
    key_creations_per_minute: Annotated[int, per_minute("BOTTEGA_KEY_CREATIONS_PER_MINUTE")] = 600
    """Maximum number of games that one player creates with a key or signed identity. 0: no limit."""
    key_streams_per_minute: Annotated[int, per_minute("BOTTEGA_KEY_STREAMS_PER_MINUTE")] = 600
    """Maximum number of streams that one player opens with a key or signed identity. 0: no limit."""
    targets_per_minute: Annotated[int, per_minute("BOTTEGA_TARGETS_PER_MINUTE")] = 20
    """Maximum number of notification targets that one player creates or tests. 0: no limit."""

    players: Annotated[Admission, choice("BOTTEGA_PLAYERS", Admission)] = "open"
    """Who can create a player: any client (`open`), a client with an invitation (`invitation`), or only the operator
    with `bottega keys` (`closed`)."""
    organisers: Annotated[
        tuple[str, ...],
        Variable("BOTTEGA_ORGANISERS", "`everybody`, or comma-separated ids of players", read_organisers, "none"),
    ] = ()
    """Players who may create tournaments with scope `create`, without a key with scope `organise`. Bots never may. See
    [tournaments of players](PLAYERS.md#tournaments-of-players)."""
    tournaments_per_player: Annotated[int, whole("BOTTEGA_TOURNAMENTS_PER_PLAYER", 1, 1000)] = 3
    """Maximum number of tournaments that a player of `BOTTEGA_ORGANISERS` organises at the same time. Finished and
    cancelled ones do not count."""
    oidc_issuer: Annotated[str, Variable("BOTTEGA_OIDC_ISSUER", "URL", read_web_url)] = ""
    """OpenID Connect issuer whose signed identities are players."""
    oidc_audience: Annotated[str, Variable("BOTTEGA_OIDC_AUDIENCE", "text")] = ""
    """Audience of the signed identities. Required with `BOTTEGA_OIDC_ISSUER`."""
    oidc_keys: Annotated[str, Variable("BOTTEGA_OIDC_KEYS", "URL", read_web_url, "by discovery")] = ""
    """URL of the keys of the OpenID Connect issuer."""

    ai_workers: Annotated[int, whole("BOTTEGA_AI_WORKERS", 1, 256)] = 2
    """Number of thinking workers of `bottega serve`. One scoring worker runs in addition."""
    max_queued_turns: Annotated[int, whole("BOTTEGA_MAX_QUEUED_TURNS", 0, 1_000_000_000, "turns")] = 50
    """Maximum number of queued AI turns with a search in one of the 64 queues. Beyond it, new games and actions
    that need such a turn are rejected. 0: no limit."""
    hint_seconds: Annotated[int, whole("BOTTEGA_HINT_SECONDS", 0, 60, "seconds")] = 5
    """Time for which a request waits for its hint before the response says to retry."""
    hint_iterations: Annotated[int, whole("BOTTEGA_HINT_ITERATIONS", 2, 10_000, "iterations")] = 400
    """Iterations of the search for a hint, in every ruleset."""
    analysis_iterations: Annotated[int, whole("BOTTEGA_ANALYSIS_ITERATIONS", 2, 10_000, "iterations")] = 200
    """Iterations of the search for each decision of an analysed game."""

    unclaimed_seconds: Annotated[int, lifetime("BOTTEGA_UNCLAIMED_SECONDS")] = 7 * DAY
    """Time for which a game without actions or with a free seat is stored, from its creation or last action. A game
    with a clock stays until a day after its latest deadline at least. 0: no limit."""
    inactive_seconds: Annotated[int, lifetime("BOTTEGA_INACTIVE_SECONDS")] = 90 * DAY
    """Time for which an unfinished game is stored after its last action. A game with a clock stays until a day after
    its latest deadline at least. 0: no limit."""
    listed_seconds: Annotated[int, lifetime("BOTTEGA_LISTED_SECONDS")] = 30 * DAY
    """Time for which a game is in lists after its end. 0: no limit."""
    finished_seconds: Annotated[int, lifetime("BOTTEGA_FINISHED_SECONDS")] = 365 * DAY
    """Time for which a game is stored after its end, with its record. 0: no limit."""
    archive_url: Annotated[
        str,
        Variable(
            "BOTTEGA_ARCHIVE_URL",
            "URL",
            partial(read_url, open_archive, "an archive"),
            "none; with the embedded Redis `archive.sqlite` in the data directory",
        ),
    ] = ""
    """URL of the archive of finished games: `sqlite:///`, `file:///`, `postgresql://` or `s3://`. Without it,
    finished games stay in Redis. See [the archive](STORAGE.md#the-archive)."""
    archive_seconds: Annotated[
        int,
        Variable("BOTTEGA_ARCHIVE_SECONDS", "`BOTTEGA_IDEMPOTENCY_SECONDS` to 3,153,600,000", unit="seconds"),
    ] = DAY
    """Time from the end of a game to its move to the archive."""

    metrics: Annotated[
        Path | None,
        Variable("BOTTEGA_METRICS", "path", Path, "in memory, with a port for metrics"),
    ] = None
    """Directory in which the processes of one machine count their metrics. See [metrics](MONITORING.md#metrics)."""
    metrics_port: Annotated[int, whole("BOTTEGA_METRICS_PORT", 0, 65535)] = 0
    """TCP port of `/metrics` of a worker or sweeper that runs alone. 0: none."""
    log_format: Annotated[LogFormat, choice("BOTTEGA_LOG_FORMAT", LogFormat)] = "text"
    """Format of the log: text, or one JSON object for each line. See [logs](MONITORING.md#logs)."""
    log_level: Annotated[LogLevel, choice("BOTTEGA_LOG_LEVEL", LogLevel)] = "warning"
    """Lowest level that is logged. `info` has a line for each request and job."""
    log_decisions: Annotated[bool, switch("BOTTEGA_LOG_DECISIONS")] = False
    """Whether workers log the level, iterations and processor time of each AI decision."""
    tracing: Annotated[bool, switch("BOTTEGA_TRACING", read_tracing)] = False
    """Whether spans go to the OpenTelemetry collector in the `OTEL_*` variables. See
    [traces](MONITORING.md#traces)."""
    silent_seconds: Annotated[int, whole("BOTTEGA_SILENT_SECONDS", 1, DAY, "seconds")] = 20
    """Time without a heartbeat and without use of the processor after which a process is replaced. See [processes that
    hang](README.md#processes-that-hang)."""
    busy_seconds: Annotated[int, whole("BOTTEGA_BUSY_SECONDS", 1, DAY, "seconds")] = 60
    """Processor time without a heartbeat after which a process is replaced."""
    sandbox: Annotated[bool, switch("BOTTEGA_SANDBOX")] = False
    """Whether every client may choose the seed and the first actions of a new game. For developers only. `off`: only
    callers with a test key (`bottega keys create --test`) may choose them."""

    @property
    def prefix(self) -> str:
        """Return the path of `public_url`, under which a proxy serves this installation: `/bottega`, or empty."""
        return prefix_of(self.public_url)


OTHER_VARIABLES: Mapping[str, tuple[str, str]] = {
    "BOTTEGA_PREVIOUS_SECRET": ("text", "The secret before `BOTTEGA_SECRET`. Its tokens stay valid."),
    "BOTTEGA_DATA_FILES": ("path", "Directory whose file `<ruleset>.json` replaces the data file of that ruleset."),
}
"""Values and description of the variables that have no field in `Settings`."""


VARIABLES: Mapping[str, Variable] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(Settings, include_extras=True).items()
}
"""The variables of the fields of `Settings`."""


def read_settings(environ: Mapping[str, str] = os.environ, *, serves: bool = True) -> Settings:
    """Return the settings of the environment; raises SettingsError for the first one that is missing or wrong.

    Only a process that `serves` the API reads the secrets. Without BOTTEGA_SECRET a secret is generated once and stored
    in the data directory, readable by its owner only. It is never stored in Redis, so a backup of Redis does not
    contain it.
    """
    read = {name: _read(each, environ) for name, each in VARIABLES.items() if environ.get(each.name)}
    if "redis_url" not in read:
        raise SettingsError("BOTTEGA_REDIS_URL is not set; only `bottega serve` starts its own Redis")
    read.setdefault("rq_url", read["redis_url"])
    if read_address(read["rq_url"]).kind == "cluster":
        raise SettingsError("BOTTEGA_RQ_URL must name a server or sentinels: the queues cannot be in a cluster")
    if "smtp_url" in read and "public_url" not in read:  # mails without links could not be stopped
        raise SettingsError("BOTTEGA_SMTP_URL is set, and BOTTEGA_PUBLIC_URL is not")
    if "oidc_issuer" in read and "oidc_audience" not in read:  # identities for others would be valid
        raise SettingsError("BOTTEGA_OIDC_ISSUER is set, and BOTTEGA_OIDC_AUDIENCE is not")
    shortest = read.get("idempotency_seconds", Settings.idempotency_seconds)  # stored for retries
    archiving = whole("BOTTEGA_ARCHIVE_SECONDS", shortest, LONGEST_SECONDS)
    read["archive_seconds"] = _read(archiving, environ, max(Settings.archive_seconds, shortest))
    read["data_directory"] = directory = data_directory(environ)
    if "metrics" in read or read.get("health_port") or read.get("metrics_port"):
        read["metrics"] = read.get("metrics", _metrics_directory(directory)).absolute()
    return Settings(**{**read, "secrets": secrets_of(environ, directory) if serves else ()})


def _metrics_directory(directory: Path) -> Path:
    """Return the default directory of the metrics: in memory if possible, where no full disk can end a process."""
    if not os.access(MEMORY, os.W_OK):
        return directory / "metrics"
    return MEMORY / f"bottega-{os.getuid()}-{sha256(os.fsencode(directory)).hexdigest()[:16]}"


def _read(variable: Variable, environ: Mapping[str, str], default: Any = None) -> Any:
    """Return the value of a variable; `default` if it is empty or missing. Raises SettingsError."""
    try:
        return variable.read(environ[variable.name]) if environ.get(variable.name) else default
    except ValueError as error:
        raise SettingsError(f"{variable.name} {error}") from None


def read_setting(name: str, environ: Mapping[str, str]) -> Any:
    """Return one setting of the environment, before the others are complete; raises SettingsError.

    `read_setting("busy_seconds", os.environ)` returns 60 by default.
    """
    return _read(VARIABLES[name], environ, getattr(Settings, name))


def with_absolute_paths(environ: Mapping[str, str]) -> dict[str, str]:
    """Return an environment with absolute paths, for a process in another directory."""
    named = ("BOTTEGA_DATA_FILES", "BOTTEGA_METRICS")
    paths = {name: str(Path(environ[name]).absolute()) for name in named if environ.get(name)}
    return {**environ, **paths, "BOTTEGA_DATA": str(data_directory(environ))}


def data_directory(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the data directory; it need not exist."""
    return Path(environ.get("BOTTEGA_DATA") or Settings.data_directory).absolute()


def log_settings() -> tuple[LogFormat, LogLevel]:
    """Return the format of the log and the lowest level that is logged; raises SettingsError."""
    form = _read(VARIABLES["log_format"], os.environ, Settings.log_format)
    return form, _read(VARIABLES["log_level"], os.environ, Settings.log_level)


def own_archive(environ: Mapping[str, str]) -> str:
    """Return the URL of the archive of `bottega serve` with the embedded Redis."""
    beside = (data_directory(environ) / "archive.sqlite").as_uri()
    return environ.get("BOTTEGA_ARCHIVE_URL") or beside.replace("file:", "sqlite:", 1)
