"""Turn the observations of `bottega doctor` into findings, with one pure function per check.

A finding states the problem briefly, and what to do unless all is well. Findings contain no secrets.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from service.entropy import is_guessable
from service.installation.jobs import WORKERS
from service.secret_files import NEW_RANDOM
from service.settings import Settings
from service.store.redis_status import RedisStatus, memory_in
from workers.command.masking import masked

Level = Literal["ok", "warn", "fail"]

OLDEST_REDIS = (7, 2)
FULL_DISK = ("No space left", "disk is full", "DiskFull", "quota exceeded")
"""Texts in an archive's error when its disk is full."""
SKEW_SECONDS = 1.0
MOST_NAMED = 10
"""Games in one finding."""
WRONG_SKEW_SECONDS = 30.0
"""Clock difference from which the sweeper considers running jobs lost."""
SLOW_SECONDS = 0.1
FULL = 0.8
OVERFULL = 0.95
LAG_SECONDS = 10
LATE_SECONDS = 60.0
SILENT_SECONDS = 90.0
"""Seconds without a heartbeat after which a worker counts as hanging; a job takes up to a minute without one."""
OVERDUE_SECONDS = 15.0
"""Seconds from which an entry is overdue: the sweeper checks each second, and each 8 s during an outage of Redis."""
FILES_BESIDES = 2100
"""Open files of a web server process besides its streams: see `gunicorn.conf.py`."""
OPERATOR = "run `bottega doctor` as a Redis user who also has +info +time +config|get and ~rq:* (deploy/MONITORING.md)"


class Finding(NamedTuple):
    """The result of one check, and what to do about it."""

    check: str
    level: Level
    found: str
    todo: str = ""


class QueueBacklog(NamedTuple):
    """Waiting jobs of a queue."""

    jobs: int
    seconds: float
    """Age of the next job."""


class Api(NamedTuple):
    """The responses of the API."""

    health: int
    """Status of /healthz."""
    ready: int
    build: str
    """Build of the API."""
    rulesets: Mapping[str, int]
    """Hosted rules versions by ruleset."""
    ahead: float | None
    """Seconds by which the API's clock is ahead."""
    path: str = ""
    """Path of the URL at which this check reaches the API, without a slash at the end."""
    prefix: str = ""
    """Path below which the API has its own URLs."""


def settings_of(settings: Settings, release: str) -> Finding:
    """Summarise the settings."""
    replicas = f" ({settings.replicas})" if settings.durability == "replica" else ""
    serving = f"{settings.api_workers} API processes, {settings.spectators} streams each"
    return Finding("settings", "ok", f"{release}, durability {settings.durability}{replicas}, {serving}")


def ignored_settings(ignored: Sequence[str]) -> Iterator[Finding]:
    """Yield a finding if variables that look like settings have no effect."""
    if ignored:
        yield Finding("ignored settings", "warn", "; ".join(ignored), "deploy/SETTINGS.md lists all settings")


def secret(secrets: Sequence[bytes], own: int, foreign: int) -> Finding:
    """Check whether the secrets are strong, and whether they match the tokens of running games."""
    if not secrets:
        todo = "run `bottega doctor` with the BOTTEGA_SECRET of the API; workers and sweeper need none"
        return Finding("secret", "warn", "BOTTEGA_SECRET is not set here", todo)
    if any(is_guessable(each.decode("latin-1")) for each in secrets):
        todo = f"replace it (deploy/UPGRADING.md, A new secret): {NEW_RANDOM}"
        return Finding("secret", "fail", "it could be guessed: it repeats itself, or has few characters", todo)
    if foreign and not own:
        todo = "set BOTTEGA_SECRET or BOTTEGA_PREVIOUS_SECRET to the former secret in every API process"
        return Finding("secret", "fail", f"it matches no seat token of the latest running games ({foreign})", todo)
    if foreign:
        todo = (
            "use the same BOTTEGA_SECRET in every API process; "
            "after a change, set the former secret as BOTTEGA_PREVIOUS_SECRET"
        )
        found = f"it does not match {foreign} of the {own + foreign} seat tokens of the latest running games"
        return Finding("secret", "warn", found, todo)
    before = ", with a previous secret" if len(secrets) > 1 else ""
    tried = f"it matches the seat tokens of running games ({own})" if own else "no running game to check it with"
    return Finding("secret", "ok", f"{len(secrets[-1])} characters{before}; {tried}")


def redis(conditions: Sequence[RedisStatus], address: str) -> Iterator[Finding]:
    """Check the version of the servers, and whether they accept writes."""
    products = ", ".join(sorted({each.product for each in conditions}))
    several = f"{len(conditions)} masters, " if len(conditions) > 1 else ""
    old = [each for each in conditions if each.about and version_of(each) < OLDEST_REDIS]
    level: Level = "fail" if old else "ok"
    yield Finding(
        "redis", level, f"{several}{products} at {masked(address)}", "run Redis 7.2 or later, or Valkey" * bool(old)
    )
    rejected = next((each.rejected for each in conditions if each.rejected), "")
    slowest = max(each.write_seconds for each in conditions)
    if rejected:
        todo = "see the findings on rights, persistence, memory and replicas below, and the log of Redis"
        yield Finding("writing", "fail", f"rejected: {rejected}", todo)
    elif slowest > SLOW_SECONDS:
        todo = "set appendfsync always, or give Redis a faster disk or nearer replicas"
        yield Finding("writing", "warn", f"a write takes {1000 * slowest:.0f} ms", todo)
    else:
        yield Finding("writing", "ok", f"a durable write takes {1000 * slowest:.1f} ms")


def rights(conditions: Sequence[RedisStatus], unseen: Sequence[str]) -> Finding:
    """Check the rights of the Redis user; `unseen` lists the commands for monitoring that it may not run."""
    forbidden = sorted({command for each in conditions for command in each.forbidden})
    if forbidden:
        return Finding(
            "rights", "fail", f"the user may not run {', '.join(forbidden)}", "grant the rights in deploy/users.acl"
        )
    if unseen:
        return Finding("rights", "warn", f"the user may not run {', '.join(unseen)}", OPERATOR)
    return Finding("rights", "ok", "the user has all rights that the service needs")


def persistence(settings: Settings, conditions: Sequence[RedisStatus]) -> Finding:
    """Check whether Redis persists data as the durability setting requires."""
    durability, seen = settings.durability, [each for each in conditions if each.about]
    flushes = {each.flushes for each in conditions if each.flushes}
    if any(each.about.get("aof_last_write_status", "ok") != "ok" for each in seen):
        return Finding("persistence", "fail", "the last write to the append-only file failed", "free space on its disk")
    if any(not each.about.get("aof_enabled") for each in seen):
        level: Level = "fail" if durability == "disk" else "warn"
        return Finding("persistence", level, f"appendonly no, durability {durability}", "set appendonly yes")
    if durability == "disk" and flushes - {"always"}:
        found = f"appendfsync {', '.join(sorted(flushes))}: each action waits for the next flush"
        return Finding("persistence", "warn", found, "set appendfsync always")
    fsync = f", appendfsync {flushes.pop()}" if len(flushes) == 1 else ""
    return Finding("persistence", "ok", f"append-only file{fsync}, as durability {durability} requires")


def memory(conditions: Sequence[RedisStatus]) -> Iterator[Finding]:
    """Check the free memory, and whether Redis would evict games."""
    seen = [each.about for each in conditions if each.about]
    evicting = {each["maxmemory_policy"] for each in seen if each.get("maxmemory_policy", "noeviction") != "noeviction"}
    if evicting:
        found = f"maxmemory-policy {', '.join(sorted(evicting))} removes games when memory is full"
        yield Finding("eviction", "fail", found, "set maxmemory-policy noeviction")
    fullest = max(seen, key=_share, default=None)
    if fullest is None:
        return
    share, whole = _share(fullest), memory_in(fullest).limit
    found = (
        f"{size(fullest['used_memory'])} of {size(whole)} {'' if fullest.get('maxmemory') else 'of the machine '}used"
    )
    level: Level = "fail" if share > OVERFULL else "warn" if share > FULL else "ok"
    todo = "raise maxmemory, archive finished games (BOTTEGA_ARCHIVE_URL, BOTTEGA_FINISHED_SECONDS), or use a cluster"
    yield Finding("memory", level, found, "" if level == "ok" else todo)


def clock(check: str, what: str, ahead: Iterable[float | None]) -> Iterator[Finding]:
    """Compare a clock with the clock of this machine."""
    known = [each for each in ahead if each is not None]
    if not known:
        return
    furthest = max(known, key=abs)
    level: Level = "ok" if abs(furthest) < SKEW_SECONDS else "warn" if abs(furthest) < WRONG_SKEW_SECONDS else "fail"
    way = "ahead of" if furthest > 0 else "behind"
    found = f"{what} is {abs(furthest):.1f} s {way} this machine" if level != "ok" else f"{what} is in sync"
    yield Finding(check, level, found, "" if level == "ok" else "synchronise both machines with NTP")


def replicas(settings: Settings, conditions: Sequence[RedisStatus]) -> Iterator[Finding]:
    """Check the number and lag of replicas, if the durability requires them."""
    if settings.durability != "replica":
        return
    following = [len(_replicas(each.about)) for each in conditions if each.about]
    late = [lag for each in conditions for lag in _replicas(each.about) if lag > LAG_SECONDS]
    fewest = min(following, default=0)
    found = f"{fewest} of {settings.replicas} replicas are connected"
    if following and fewest < settings.replicas:
        yield Finding("replicas", "fail", found, "start the missing replicas: until then every write returns 503")
    elif late:
        yield Finding("replicas", "warn", f"a replica is {max(late)} s behind", "check its network and its disk")
    elif max(following, default=0) > settings.replicas:
        todo = f"set BOTTEGA_REPLICAS to {max(following)}, or a failover may choose a replica without the last actions"
        found = f"{max(following)} replicas are connected, BOTTEGA_REPLICAS is {settings.replicas}"
        yield Finding("replicas", "warn", found, todo)
    elif following:
        yield Finding("replicas", "ok", found)


def workers(alive: Sequence[tuple[frozenset[str], float]]) -> Iterator[Finding]:
    """Check that each kind of worker runs, by each worker's queues and the seconds since its last heartbeat."""
    well = [queues for queues, silent in alive if silent <= SILENT_SECONDS]
    for kind, order in WORKERS.items():
        number = sum(queues >= frozenset(order.queues) for queues in well)
        check, silent = f"{kind} worker", len(alive) - len(well)
        if number:
            yield Finding(check, "ok", f"{number} {'is' if number == 1 else 'are'} running")
        else:
            hung = f"; {silent} workers have sent no heartbeat for {SILENT_SECONDS:.0f} s" if silent else ""
            yield Finding(check, "fail", f"none is running{hung}", f"start `bottega worker {kind}`")


def queues(waiting: Mapping[str, QueueBacklog]) -> Finding:
    """Check how long jobs wait, by queue."""
    if not waiting:
        return Finding("queues", "ok", "no job waits")
    jobs, longest = sum(each.jobs for each in waiting.values()), max(each.seconds for each in waiting.values())
    if longest <= LATE_SECONDS:
        return Finding("queues", "ok", f"{counted(jobs, 'job')} waiting")
    name = max(waiting, key=lambda each: waiting[each].seconds)
    kind = next(kind for kind, order in WORKERS.items() if name in order.queues)
    found = f"{counted(jobs, 'job')} waiting, the oldest for {longest:.0f} s in the queue {name}"
    return Finding("queues", "warn", found, f"check that `bottega worker {kind}` is running, and start more of them")


def sweeper(number: int, seconds: float) -> Finding:
    """Check whether anything is overdue, and for how many seconds."""
    if not number:
        return Finding("sweeper", "ok", "nothing is overdue")
    found = f"{counted(number, 'game, clock, webhook or tournament', '{} games, clocks, webhooks or tournaments')}"
    todo = "start `bottega sweeper`; if it is running, see its log"
    return Finding("sweeper", "fail", f"{found} overdue for up to {seconds:.0f} s", todo)


def rules(hosted: Mapping[str, int], stranded: Mapping[str, int], seen: int) -> Finding:
    """Check whether the latest games can continue; `stranded` counts by rules the games that cannot."""
    if not stranded:
        versions = ", ".join(f"{name} {version}" for name, version in sorted(hosted.items()))
        sample = f"the latest running games ({seen}) can continue" if seen else "no game is running"
        return Finding("rules", "ok", f"{versions}; {sample}")
    found = ", ".join(f"{counted(number, 'game')} of {name}" for name, number in sorted(stranded.items()))
    todo = "run a release with these rules until the games end (deploy/UPGRADING.md, New rules)"
    return Finding("rules", "fail", f"{found} cannot continue under the rules of this release", todo)


def rulesets(hosted: Sequence[str], faults: Sequence[str]) -> Finding:
    """Check whether all folders and packages with a ruleset could be loaded; `faults` has a line for each other one."""
    if not faults:
        return Finding("rulesets", "ok", f"all are loaded: {', '.join(hosted)}")
    return Finding("rulesets", "warn", "; ".join(faults), "update or uninstall these packages, then restart")


def boards(versions: Mapping[str, int], kits: Iterable[str]) -> Iterator[Finding]:
    """Report boards of packages whose kit is missing; `versions` has the version of the kit by ruleset."""
    known = [*kits]
    missing = [f"{name} needs bottega/kit-{kit}" for name, kit in versions.items() if str(kit) not in known]
    if missing:
        todo = "update the service or these packages; until then they are drawn on the plain board"
        yield Finding("boards", "warn", "; ".join(missing), todo)


def damaged(found: Sequence[str]) -> Finding:
    """Report unreadable games; `found` describes the damage of each."""
    if not found:
        return Finding("games", "ok", "the latest games and the due games are readable")
    several = f", and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    todo = "run `bottega games inspect` for each, then `bottega games repair`; lists omit damaged games"
    return Finding("games", "fail", f"{'; '.join(found[:MOST_NAMED])}{several}", todo)


def dead(game_ids: Sequence[str]) -> Finding:
    """Report entries of the due list whose games have been deleted."""
    if not game_ids:
        return Finding("due entries", "ok", "each entry belongs to a game")
    named = ", ".join(game_ids[:MOST_NAMED])
    found = f"{counted(len(game_ids), 'entry', '{} entries')} of deleted games: {named}"
    return Finding("due entries", "warn", found, "check that the sweeper runs and removes them, and see its log")


def archive_todo(found: str) -> str:
    """Return advice for an archive error."""
    if any(words in found for words in FULL_DISK):
        return "free space on its disk"
    return "check that it exists and that this user may write to it, or correct BOTTEGA_ARCHIVE_URL"


def files(spectators: int, allowed: float) -> Finding:
    """Check whether a process may open enough files for its streams."""
    needed = spectators + FILES_BESIDES
    found = f"{'any number of' if allowed == float('inf') else int(allowed)} open files allowed, {needed} needed"
    if allowed >= needed:
        return Finding("files", "ok", found)
    return Finding("files", "warn", found, f"raise nofile (ulimit -Hn) to {needed}, or lower BOTTEGA_SPECTATORS")


def api(status: Api, release: str, hosted: Mapping[str, int]) -> Iterator[Finding]:
    """Check whether the API is ready and runs the same rules."""
    if status.health != 200:
        todo = "check that --service is the URL of the API, without /v1, and see the API's log"
        yield Finding("api", "fail", f"/healthz returns {status.health}", todo)
        return
    if status.ready != 200:
        todo = "see the findings on Redis above and the API's log; the API may use another Redis user"
        yield Finding("api", "fail", f"it is not ready for requests: /readyz returns {status.ready}", todo)
        return
    other = sorted(name for name in {*status.rulesets, *hosted} if status.rulesets.get(name) != hosted.get(name))
    if other:
        found = f"its rules versions of {', '.join(other)} differ from those of {release}, which runs this check"
        yield Finding("api", "warn", found, "finish the upgrade: run the same release everywhere")
    else:
        yield Finding("api", "ok", f"it is ready, build {status.build}, with the same rules as here")
    if status.path not in ("", status.prefix):
        found = f"its pages and redirects lead to the path {status.prefix or '/'}, not to {status.path}"
        yield Finding("api path", "fail", found, "set BOTTEGA_PUBLIC_URL to the URL that players use, with its path")
    yield from clock("api clock", "the clock of the API", [status.ahead])


def counted(number: int, thing: str, several: str = "") -> str:
    """Return a number with its noun."""
    return f"1 {thing}" if number == 1 else (several or f"{{}} {thing}s").format(number)


def size(number: float) -> str:
    """Return a number of bytes with a unit."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:.0f} {unit}" if unit == "bytes" else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:.1f} TB"


def version_of(condition: RedisStatus) -> tuple[int, ...]:
    """Return the Redis version that a server implements."""
    return tuple(int(part) for part in str(condition.about.get("redis_version", "0")).split(".") if part.isdigit())


def _share(about: Mapping[str, Any]) -> float:
    found = memory_in(about)
    return found.used / (found.limit or float("inf"))


def _replicas(about: Mapping[str, Any]) -> list[int]:
    """Return the lag in seconds of each connected replica."""
    found = (each for name, each in about.items() if name.startswith("slave") and isinstance(each, Mapping))
    return [int(each.get("lag", 0)) for each in found if each.get("state") == "online"]
