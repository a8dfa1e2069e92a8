"""Settings of the service, read once from the environment variables BOTTEGA_*."""

import os
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_type_hints

from service.archive import open_archive
from service.entropy import is_guessable
from service.redis_address import read_address

SHORTEST_SECRET = 32
NEW_RANDOM = 'python3 -c "import secrets; print(secrets.token_urlsafe(32))"'
"""The command that prints a random secret."""
DAY = 24 * 60 * 60
LONGEST_SECONDS = 100 * 365 * DAY

Network = IPv4Network | IPv6Network
Durability = Literal["memory", "disk", "replica"]
Admission = Literal["open", "invitation", "closed"]
LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning"]

MEMORY = Path("/dev/shm")  # noqa: S108  # the directory below it is checked to belong to this user
"""A file system in memory, on Linux."""

EVERY_ORIGIN = ("*",)
ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.IGNORECASE)
"""The `Origin` header of browsers: scheme, host, and the port if it is not the default of the scheme."""

WEB = re.compile(r"https?://[^\s/?#]+[^\s?#]*")
SMTP = re.compile(r"mailtos?://[^\s/?#]+[^\s#]*")
SCHEMES = "discord, slack, ntfys, tgram, matrixs, pover, gotifys, mmosts, zulip, gchat"
"""Schemes of Apprise that are allowed by default."""


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


def _read_tracing(value: str) -> bool:
    """Return whether tracing is on; its packages must be installed."""
    wanted = _read_switch(value)
    if wanted and find_spec("opentelemetry") is None:
        raise ValueError("is on, which needs: pip install 'bottega[tracing]'")
    return wanted


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


def _read_origins(value: str) -> tuple[str, ...]:
    """Return comma-separated origins: `https://example.org, http://localhost:5173`."""
    named = _listed(value) or EVERY_ORIGIN
    for each in () if named == EVERY_ORIGIN else named:
        if not ORIGIN.fullmatch(each):
            raise ValueError(f"has {each!r}, not an origin like https://example.org")
    return named


def _listed(value: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in value.split(",") if each.strip())


def _read_url(parse: Callable[[str], object], system: str, value: str) -> str:
    """Return a URL that `parse` accepts. The fault does not contain the URL: it may have a password."""
    try:
        parse(value)
    except ValueError as error:
        raise ValueError(f"is not the URL of {system}: {error}") from None
    return value


def _read_web_url(value: str) -> str:
    if not WEB.fullmatch(value):
        raise ValueError(f"is {value!r}, not a URL like https://login.example.org")
    return value


def _read_base_url(value: str) -> str:
    return _read_web_url(value).rstrip("/")


def _read_schemes(value: str) -> tuple[str, ...]:
    """Return comma-separated schemes: `discord, slack`."""
    for each in _listed(value):
        if not (each.isascii() and each.isalnum()):
            raise ValueError(f"has {each!r}, not a scheme like discord")
    return _listed(value)


def _read_smtp_url(value: str) -> str:
    if not SMTP.fullmatch(value):  # the fault does not contain the URL: it has a password
        raise ValueError("is not a URL like mailtos://user:password@smtp.example.org?from=bottega@example.org")
    return value


def _read_vapid_key(value: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]{43}=?", value):
        raise ValueError("is not a private key: 32 bytes in base64url")
    return value


def _whole(name: str, lowest: int, highest: int, unit: str = "") -> Variable:
    values = f"{lowest:,} to {highest:,}" if unit else f"{lowest} to {highest}"
    return Variable(name, values, partial(_read_number, lowest=lowest, highest=highest), unit=unit)


def _per_minute(name: str) -> Variable:
    return _whole(name, 0, 1_000_000_000, "per minute")


def _per_day(name: str) -> Variable:
    return _whole(name, 0, 1_000_000_000, "per day")


def _lifetime(name: str) -> Variable:
    return _whole(name, 0, LONGEST_SECONDS, "seconds")


def _switch(name: str, read: Callable[[str], bool] = _read_switch) -> Variable:
    return Variable(name, "`on`, `off`", read, "`off`")


def _choice(name: str, values: object) -> Variable:
    return Variable(name, ", ".join(f"`{each}`" for each in get_args(values)), partial(_read_word, get_args(values)))


def _networks(name: str) -> Variable:
    return Variable(name, "comma-separated networks", _read_networks)


REDIS = partial(_read_url, read_address, "a Redis")


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
    durability: Annotated[Durability, _choice("BOTTEGA_DURABILITY", Durability)] = "disk"
    """Where a write must be before it is acknowledged: in memory, on disk, or on replicas. See
    [durability](STORAGE.md#durability)."""
    replicas: Annotated[int, _whole("BOTTEGA_REPLICAS", 1, 100)] = 1
    """Number of replicas that must have a write before it is acknowledged, with `BOTTEGA_DURABILITY=replica`."""
    data_directory: Annotated[Path, Variable("BOTTEGA_DATA", "path", Path)] = Path(".bottega")
    """Data directory: the embedded Redis, its archive, and the generated secret."""
    lease_seconds: Annotated[int, _whole("BOTTEGA_LEASE_SECONDS", 1, DAY, "seconds")] = 5
    """Time without a sign of life after which the sweeper enqueues a job again."""
    job_tries: Annotated[int, _whole("BOTTEGA_JOB_TRIES", 1, 100)] = 3
    """Failures after which a job is stopped. An AI turn becomes a default action of the rules. See [jobs that keep
    failing](MONITORING.md#jobs-that-keep-failing)."""

    host: Annotated[str, Variable("BOTTEGA_HOST", "host name or IP address")] = "127.0.0.1"
    """IP address at which the API listens."""
    port: Annotated[int, _whole("BOTTEGA_PORT", 0, 65535)] = 8000
    """TCP port of the API. 0: any free port."""
    health_port: Annotated[int, _whole("BOTTEGA_HEALTH_PORT", 0, 65535)] = 0
    """TCP port for `/healthz`, `/readyz` and `/metrics` only, which clients of the API cannot fill. 0: none."""
    origins: Annotated[
        tuple[str, ...], Variable("BOTTEGA_ORIGINS", "comma-separated origins", _read_origins, "`*`")
    ] = EVERY_ORIGIN
    """Origins whose pages may call the API from a browser (CORS), such as `https://example.org`. `*`: all."""
    trusted_proxies: Annotated[tuple[Network, ...], _networks("BOTTEGA_TRUSTED_PROXIES")] = ()
    """IP addresses and networks of the proxies in front, whose `X-Forwarded-For` or `Forwarded` header names the
    client. See [proxies](NETWORK.md#proxies)."""
    api_workers: Annotated[int, _whole("BOTTEGA_API_WORKERS", 1, 256)] = 2
    """Number of web server processes."""
    spectators: Annotated[int, _whole("BOTTEGA_SPECTATORS", 0, 100_000)] = 4000
    """Maximum number of streams and long-polling requests that one web server process holds open."""
    connections_per_address: Annotated[int, _whole("BOTTEGA_CONNECTIONS_PER_ADDRESS", 1, 1_000_000)] = 1000
    """Maximum number of open connections of one IP address (IPv6: /64 network) in one web server process."""
    body_limit: Annotated[int, _whole("BOTTEGA_BODY_LIMIT", 1024, 64 * 1024 * 1024, "bytes")] = 64 * 1024
    """Maximum size of a request body."""
    request_seconds: Annotated[int, _whole("BOTTEGA_REQUEST_SECONDS", 1, 3600, "seconds")] = 10
    """Processor time for which one request may hold a web server process without a pause. After that it gets
    `computation_too_long`. See [processes that hang](README.md#processes-that-hang)."""
    drain_seconds: Annotated[int, _whole("BOTTEGA_DRAIN_SECONDS", 0, 3600, "seconds")] = 0
    """Time for which a stopping web server still serves, while `/readyz` returns 503. See [rolling
    restart](UPGRADING.md#rolling-restart)."""
    idempotency_seconds: Annotated[int, _whole("BOTTEGA_IDEMPOTENCY_SECONDS", 1, 365 * DAY, "seconds")] = 6 * 60 * 60
    """Time for which the response to a request with an `Idempotency-Key` is stored. Of actions, the last 64 of a game
    are stored."""
    webhook_targets: Annotated[tuple[Network, ...], _networks("BOTTEGA_WEBHOOK_TARGETS")] = ()
    """Networks that are not public and still receive webhooks, also without TLS."""

    public_url: Annotated[str, Variable("BOTTEGA_PUBLIC_URL", "URL", _read_base_url)] = ""
    """URL at which players reach this installation, such as `https://play.example.org`. Notifications link to it.
    Required for e-mail."""
    notification_schemes: Annotated[
        tuple[str, ...],
        Variable("BOTTEGA_NOTIFICATION_SCHEMES", "comma-separated schemes", _read_schemes, SCHEMES),
    ] = _read_schemes(SCHEMES)
    """Schemes of Apprise that players may use as notification targets. The default ones send HTTPS requests only, which
    never reach an internal IP address. Other schemes may use other protocols without this check, and their URLs have
    no query."""
    smtp_url: Annotated[str, Variable("BOTTEGA_SMTP_URL", "URL", _read_smtp_url)] = field(default="", repr=False)
    """Mail server for notifications, as a URL of Apprise:
    `mailtos://user:password@smtp.example.org:587?from=bottega@example.org`. Without it, no e-mail is sent."""
    anonymous_mail: Annotated[bool, _switch("BOTTEGA_ANONYMOUS_MAIL")] = False
    """Whether anonymous players may enter e-mail addresses. Such mails go to any address that a stranger enters. The
    operator vouches for players with an invitation or a key from `bottega keys`, a platform for its users, and an
    issuer for signed identities. Other players are anonymous."""
    confirmations_per_mailbox: Annotated[int, _per_day("BOTTEGA_CONFIRMATIONS_PER_MAILBOX")] = 3
    """Maximum number of confirmation mails to one mailbox. Addresses with `+tag`, and dots at Gmail, are the same
    mailbox. 0: no limit."""
    confirmations_per_domain: Annotated[int, _per_day("BOTTEGA_CONFIRMATIONS_PER_DOMAIN")] = 200
    """Maximum number of confirmation mails to all addresses of one domain and its subdomains. 0: no limit."""
    confirmations_per_network: Annotated[int, _per_day("BOTTEGA_CONFIRMATIONS_PER_NETWORK")] = 10
    """Maximum number of confirmation mails that clients of one network cause: IPv4 by /24, IPv6 by /48. The users of a
    platform do not count. 0: no limit."""
    confirmations_per_day: Annotated[int, _per_day("BOTTEGA_CONFIRMATIONS_PER_DAY")] = 1000
    """Maximum number of confirmation mails of this installation. 0: no limit."""
    vapid_private_key: Annotated[
        str, Variable("BOTTEGA_VAPID_PRIVATE_KEY", "base64url", _read_vapid_key, "generated, in Redis")
    ] = field(default="", repr=False)
    """Private key that signs Web Push messages: 32 bytes of the curve P-256. A new key ends all subscriptions."""

    requests_per_minute: Annotated[int, _per_minute("BOTTEGA_REQUESTS_PER_MINUTE")] = 60_000
    """Maximum number of requests of one IP address without a player key, over all processes. 0: no limit."""
    creations_per_minute: Annotated[int, _per_minute("BOTTEGA_CREATIONS_PER_MINUTE")] = 600
    """Maximum number of games that one IP address creates without a player key. 0: no limit."""
    rejections_per_minute: Annotated[int, _per_minute("BOTTEGA_REJECTIONS_PER_MINUTE")] = 1200
    """Maximum number of rejected requests (status 4xx, without `GET`) of one player or seat, or of one IP address
    without valid credentials. After that, only reading is possible for the rest of the minute. 0: no limit."""
    streams_per_minute: Annotated[int, _per_minute("BOTTEGA_STREAMS_PER_MINUTE")] = 600
    """Maximum number of streams that one IP address opens without a player key. 0: no limit."""
    legal_actions_per_minute: Annotated[int, _per_minute("BOTTEGA_LEGAL_ACTIONS_PER_MINUTE")] = 3000
    """Maximum number of requests of one seat for legal actions. The same limit applies to sampled positions. 0: no
    limit."""
    players_per_minute: Annotated[int, _per_minute("BOTTEGA_PLAYERS_PER_MINUTE")] = 60
    """Maximum number of players that one IP address creates. 0: no limit."""
    key_requests_per_minute: Annotated[int, _per_minute("BOTTEGA_KEY_REQUESTS_PER_MINUTE")] = 6_000
    """Maximum number of requests of one player with any valid key or signed identity, from all IP addresses. These
    requests do not count for the IP address. The user of a platform counts as a player. 0: no limit."""
    key_creations_per_minute: Annotated[int, _per_minute("BOTTEGA_KEY_CREATIONS_PER_MINUTE")] = 600
    """Maximum number of games that one player creates with a key or signed identity. 0: no limit."""
    key_streams_per_minute: Annotated[int, _per_minute("BOTTEGA_KEY_STREAMS_PER_MINUTE")] = 600
    """Maximum number of streams that one player opens with a key or signed identity. 0: no limit."""
    targets_per_minute: Annotated[int, _per_minute("BOTTEGA_TARGETS_PER_MINUTE")] = 20
    """Maximum number of notification targets that one player creates or tests. 0: no limit."""

    players: Annotated[Admission, _choice("BOTTEGA_PLAYERS", Admission)] = "open"
    """Who can create a player: any client (`open`), a client with an invitation (`invitation`), or only the operator
    with `bottega keys` (`closed`)."""
    oidc_issuer: Annotated[str, Variable("BOTTEGA_OIDC_ISSUER", "URL", _read_web_url)] = ""
    """OpenID Connect issuer whose signed identities are players."""
    oidc_audience: Annotated[str, Variable("BOTTEGA_OIDC_AUDIENCE", "text")] = ""
    """Audience of the signed identities. Required with `BOTTEGA_OIDC_ISSUER`."""
    oidc_keys: Annotated[str, Variable("BOTTEGA_OIDC_KEYS", "URL", _read_web_url, "by discovery")] = ""
    """URL of the keys of the OpenID Connect issuer."""

    ai_workers: Annotated[int, _whole("BOTTEGA_AI_WORKERS", 1, 256)] = 2
    """Number of thinking workers of `bottega serve`. One scoring worker runs in addition."""
    max_queued_turns: Annotated[int, _whole("BOTTEGA_MAX_QUEUED_TURNS", 0, 1_000_000_000, "turns")] = 50
    """Maximum number of queued AI turns with a search in one of the 64 queues. Beyond it, new games and actions
    that need such a turn are rejected. 0: no limit."""
    hint_seconds: Annotated[int, _whole("BOTTEGA_HINT_SECONDS", 0, 60, "seconds")] = 5
    """Time for which a request waits for its hint before the response says to retry."""
    hint_iterations: Annotated[int, _whole("BOTTEGA_HINT_ITERATIONS", 2, 10_000, "iterations")] = 400
    """Iterations of the search for a hint, in every ruleset."""
    analysis_iterations: Annotated[int, _whole("BOTTEGA_ANALYSIS_ITERATIONS", 2, 10_000, "iterations")] = 200
    """Iterations of the search for each decision of an analysed game."""

    unclaimed_seconds: Annotated[int, _lifetime("BOTTEGA_UNCLAIMED_SECONDS")] = 7 * DAY
    """Time for which a game without actions or with a free seat is stored, from its creation or last action. A game
    with a clock stays until a day after its latest deadline at least. 0: no limit."""
    inactive_seconds: Annotated[int, _lifetime("BOTTEGA_INACTIVE_SECONDS")] = 90 * DAY
    """Time for which an unfinished game is stored after its last action. A game with a clock stays until a day after
    its latest deadline at least. 0: no limit."""
    listed_seconds: Annotated[int, _lifetime("BOTTEGA_LISTED_SECONDS")] = 30 * DAY
    """Time for which a game is in lists after its end. 0: no limit."""
    finished_seconds: Annotated[int, _lifetime("BOTTEGA_FINISHED_SECONDS")] = 365 * DAY
    """Time for which a game is stored after its end, with its record. 0: no limit."""
    archive_url: Annotated[
        str,
        Variable(
            "BOTTEGA_ARCHIVE_URL",
            "URL",
            partial(_read_url, open_archive, "an archive"),
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
    metrics_port: Annotated[int, _whole("BOTTEGA_METRICS_PORT", 0, 65535)] = 0
    """TCP port of `/metrics` of a worker or sweeper that runs alone. 0: none."""
    log_format: Annotated[LogFormat, _choice("BOTTEGA_LOG_FORMAT", LogFormat)] = "text"
    """Format of the log: text, or one JSON object for each line. See [logs](MONITORING.md#logs)."""
    log_level: Annotated[LogLevel, _choice("BOTTEGA_LOG_LEVEL", LogLevel)] = "warning"
    """Lowest level that is logged. `info` has a line for each request and job."""
    log_decisions: Annotated[bool, _switch("BOTTEGA_LOG_DECISIONS")] = False
    """Whether workers log the level, iterations and processor time of each AI decision."""
    tracing: Annotated[bool, _switch("BOTTEGA_TRACING", _read_tracing)] = False
    """Whether spans go to the OpenTelemetry collector in the `OTEL_*` variables. See
    [traces](MONITORING.md#traces)."""
    silent_seconds: Annotated[int, _whole("BOTTEGA_SILENT_SECONDS", 1, DAY, "seconds")] = 20
    """Time without a heartbeat and without use of the processor after which a process is replaced. See [processes that
    hang](README.md#processes-that-hang)."""
    busy_seconds: Annotated[int, _whole("BOTTEGA_BUSY_SECONDS", 1, DAY, "seconds")] = 60
    """Processor time without a heartbeat after which a process is replaced."""
    sandbox: Annotated[bool, _switch("BOTTEGA_SANDBOX")] = False
    """Whether every client may choose the seed and the first actions of a new game. For developers only. `off`: only
    callers with a test key (`bottega keys create --test`) may choose them."""


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
    archiving = _whole("BOTTEGA_ARCHIVE_SECONDS", shortest, LONGEST_SECONDS)
    read["archive_seconds"] = _read(archiving, environ, max(Settings.archive_seconds, shortest))
    read["data_directory"] = directory = data_directory(environ)
    if "metrics" in read or read.get("health_port") or read.get("metrics_port"):
        read["metrics"] = read.get("metrics", _metrics_directory(directory)).absolute()
    return Settings(**{**read, "secrets": _secrets(environ, directory) if serves else ()})


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


def _secrets(environ: Mapping[str, str], directory: Path) -> tuple[bytes, ...]:
    """Return the secrets, the newest last: from the environment, else from `directory`."""
    given = environ.get("BOTTEGA_SECRET")
    if not given:
        return _kept_secrets(directory)
    previous = environ.get("BOTTEGA_PREVIOUS_SECRET")
    newest = _checked(given.encode(), "BOTTEGA_SECRET")
    return (_checked(previous.encode(), "BOTTEGA_PREVIOUS_SECRET"), newest) if previous else (newest,)


def _checked(secret: bytes, origin: str) -> bytes:
    """Return a secret; raises SettingsError if it could be guessed. Blanks do not count."""
    if len(secret.strip()) < SHORTEST_SECRET:
        raise SettingsError(f"{origin} has {len(secret.strip())} characters, fewer than {SHORTEST_SECRET}")
    if is_guessable(secret.decode("latin-1")):
        raise SettingsError(f"{origin} could be guessed: it repeats itself, or has few characters. Use {NEW_RANDOM}")
    return secret


def _kept_secrets(directory: Path) -> tuple[bytes, ...]:
    """Return the secrets in `directory`, generated first if there is none. Several processes may do this at once."""
    path, previous = directory / "secret", directory / "secret.previous"
    try:
        if not path.exists():
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=directory) as draft, suppress(FileExistsError):  # readable by its owner only
                draft.write(secrets.token_urlsafe(SHORTEST_SECRET).encode())
                draft.flush()
                os.link(draft.name, path)
        files = [previous, path] if previous.exists() else [path]
        return tuple([_checked(file.read_bytes(), str(file)) for file in files])
    except OSError as error:
        raise SettingsError(f"BOTTEGA_SECRET is not set and {path} cannot be used: {error.strerror}") from error
