"""What `bottega doctor` makes of what it has seen: pure, a function for each thing that it looks at.

A finding says in a few words what was found, and unless all is well what to do about it. None shows a secret.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from service.play.jobs import WORKERS
from service.settings import FEWEST_LETTERS, Settings
from service.store.redis_status import RedisStatus

Level = Literal["ok", "warn", "fail"]

OLDEST_REDIS = (7, 2)
FULL_DISK = ("No space left", "disk is full", "DiskFull", "quota exceeded")
"""What an archive says whose disk is full."""
SKEW_SECONDS = 1.0
MOST_NAMED = 10
"""Games in one finding."""
WRONG_SKEW_SECONDS = 30.0
"""Clocks that are so far apart make the sweeper take work that is being done for lost."""
SLOW_SECONDS = 0.1
FULL = 0.8
OVERFULL = 0.95
LAG_SECONDS = 10
LATE_SECONDS = 60.0
SILENT_SECONDS = 90.0
"""A worker that thinks gives RQ no sign of life until the job is done, which takes up to a minute."""
OVERDUE_SECONDS = 15.0
"""The sweeper comes by each second, and each 8 s while Redis is away."""
FILES_BESIDES = 2100
"""Files of a web server process besides its streams: see `gunicorn.conf.py`."""
OPERATOR = "run `bottega doctor` as a Redis user who also has +info +time +config|get and ~rq:* (deploy/MONITORING.md)"


class Finding(NamedTuple):
    """What was found of one thing, and what to do about it."""

    check: str
    level: Level
    found: str
    todo: str = ""


class QueueBacklog(NamedTuple):
    """Jobs that nobody has taken yet."""

    jobs: int
    seconds: float
    """How long the one that is next has waited."""


class Api(NamedTuple):
    """How the API answers."""

    health: int
    """The status of /healthz."""
    ready: int
    build: str
    """Which build of the rules it runs."""
    rulesets: Mapping[str, int]
    """The versions of the rules that it hosts."""
    ahead: float | None
    """By how many seconds its clock is ahead."""


def masked(address: str) -> str:
    """Return an address without user, password and query, to be shown."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "***"
    credentials, at, hosts = parts.netloc.rpartition("@")
    return f"{parts.scheme}://{'***' if credentials else ''}{at}{hosts}{parts.path}{'?***' if parts.query else ''}"


def settings_of(settings: Settings, release: str) -> Finding:
    """Tell what the settings promise."""
    replicas = f" ({settings.replicas})" if settings.durability == "replica" else ""
    serving = f"{settings.api_workers} API processes, {settings.spectators} streams each"
    return Finding("settings", "ok", f"{release}, durability {settings.durability}{replicas}, {serving}")


def secret(secrets: Sequence[bytes], own: int, foreign: int) -> Finding:
    """Judge the secrets: whether they could be guessed, and whether they have signed the tokens of running games."""
    if not secrets:
        todo = "run `bottega doctor` with the BOTTEGA_SECRET of the API; workers and sweeper need none"
        return Finding("secret", "warn", "BOTTEGA_SECRET is not set here", todo)
    if any(len(set(each)) < FEWEST_LETTERS for each in secrets):
        todo = (
            "put another in its place (deploy/UPGRADING.md, A new secret): "
            'python3 -c "import secrets; print(secrets.token_urlsafe(32))"'
        )
        found = f"it has fewer than {FEWEST_LETTERS} different characters, and could be guessed"
        return Finding("secret", "fail", found, todo)
    if foreign and not own:
        todo = "set BOTTEGA_SECRET to that of before, or BOTTEGA_PREVIOUS_SECRET besides, alike in every API process"
        return Finding("secret", "fail", f"it opens no seat of the latest running games ({foreign})", todo)
    if foreign:
        todo = (
            "see that every API process has the same BOTTEGA_SECRET; "
            "if it was changed, set the one of before as BOTTEGA_PREVIOUS_SECRET"
        )
        found = f"it does not open {foreign} of the {own + foreign} seats of the latest running games"
        return Finding("secret", "warn", found, todo)
    before = ", and the one before it" if len(secrets) > 1 else ""
    tried = f"it opens the seats of the latest running games ({own})" if own else "no running game to try it on"
    return Finding("secret", "ok", f"{len(secrets[-1])} characters{before}; {tried}")


def redis(conditions: Sequence[RedisStatus], address: str) -> Iterator[Finding]:
    """Judge which servers there are, and whether they take what is written."""
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
        todo = "see what is said of rights, persistence, memory and replicas below, and the log of Redis"
        yield Finding("writing", "fail", f"rejected: {rejected}", todo)
    elif slowest > SLOW_SECONDS:
        todo = "set appendfsync always, or give Redis a faster disk or nearer replicas"
        yield Finding("writing", "warn", f"a write arrives after {1000 * slowest:.0f} ms", todo)
    else:
        yield Finding("writing", "ok", f"a write arrives as promised after {1000 * slowest:.1f} ms")


def rights(conditions: Sequence[RedisStatus], unseen: Sequence[str]) -> Finding:
    """Judge what the user may; `unseen` is what could not be looked at for want of rights."""
    forbidden = sorted({command for each in conditions for command in each.forbidden})
    if forbidden:
        return Finding(
            "rights", "fail", f"the user may not {', '.join(forbidden)}", "give it the rights in deploy/users.acl"
        )
    if unseen:
        return Finding("rights", "warn", f"the user may not see {', '.join(unseen)}", OPERATOR)
    return Finding("rights", "ok", "the user may do what the service does")


def persistence(settings: Settings, conditions: Sequence[RedisStatus]) -> Finding:
    """Judge whether Redis keeps what is written, as the durability promises."""
    durability, seen = settings.durability, [each for each in conditions if each.about]
    flushes = {each.flushes for each in conditions if each.flushes}
    if any(each.about.get("aof_last_write_status", "ok") != "ok" for each in seen):
        return Finding("persistence", "fail", "the last write to the append-only file failed", "make room on its disk")
    if any(not each.about.get("aof_enabled") for each in seen):
        level: Level = "fail" if durability == "disk" else "warn"
        return Finding("persistence", level, f"appendonly no, durability {durability}", "set appendonly yes")
    if durability == "disk" and flushes - {"always"}:
        found = f"appendfsync {', '.join(sorted(flushes))}: each action waits for the next flush"
        return Finding("persistence", "warn", found, "set appendfsync always")
    told = f", appendfsync {flushes.pop()}" if len(flushes) == 1 else ""
    return Finding("persistence", "ok", f"append-only file{told}, as durability {durability} needs it")


def memory(conditions: Sequence[RedisStatus]) -> Iterator[Finding]:
    """Judge how much room there is, and what becomes of games once there is none."""
    seen = [each.about for each in conditions if each.about]
    evicting = {each["maxmemory_policy"] for each in seen if each.get("maxmemory_policy", "noeviction") != "noeviction"}
    if evicting:
        found = f"maxmemory-policy {', '.join(sorted(evicting))} removes games when memory is full"
        yield Finding("eviction", "fail", found, "set maxmemory-policy noeviction")
    fullest = max(seen, key=_share, default=None)
    if fullest is None:
        return
    share, whole = _share(fullest), _room(fullest)
    found = (
        f"{size(fullest['used_memory'])} of {size(whole)} {'' if fullest.get('maxmemory') else 'of the machine '}used"
    )
    level: Level = "fail" if share > OVERFULL else "warn" if share > FULL else "ok"
    todo = "raise maxmemory, let finished games go (BOTTEGA_ARCHIVE_URL, BOTTEGA_FINISHED_SECONDS), or use a cluster"
    yield Finding("memory", level, found, "" if level == "ok" else todo)


def clock(check: str, what: str, ahead: Iterable[float | None]) -> Iterator[Finding]:
    """Judge how far a clock is from that of this machine."""
    known = [each for each in ahead if each is not None]
    if not known:
        return
    furthest = max(known, key=abs)
    level: Level = "ok" if abs(furthest) < SKEW_SECONDS else "warn" if abs(furthest) < WRONG_SKEW_SECONDS else "fail"
    way = "ahead of" if furthest > 0 else "behind"
    found = f"{what} is {abs(furthest):.1f} s {way} this machine" if level != "ok" else f"{what} agrees"
    yield Finding(check, level, found, "" if level == "ok" else "let NTP set the clocks of both machines")


def replicas(settings: Settings, conditions: Sequence[RedisStatus]) -> Iterator[Finding]:
    """Judge whether enough replicas follow, where they are promised."""
    if settings.durability != "replica":
        return
    following = [len(_replicas(each.about)) for each in conditions if each.about]
    late = [lag for each in conditions for lag in _replicas(each.about) if lag > LAG_SECONDS]
    fewest = min(following, default=0)
    found = f"{fewest} of {settings.replicas} follow"
    if following and fewest < settings.replicas:
        yield Finding("replicas", "fail", found, "start what is missing: until then every write is answered with 503")
    elif late:
        yield Finding("replicas", "warn", f"one is {max(late)} s behind", "look at its network and its disk")
    elif max(following, default=0) > settings.replicas:
        todo = f"set BOTTEGA_REPLICAS to {max(following)}, or a failover may choose one that lacks the last actions"
        yield Finding("replicas", "warn", f"{max(following)} follow, BOTTEGA_REPLICAS is {settings.replicas}", todo)
    elif following:
        yield Finding("replicas", "ok", found)


def workers(alive: Sequence[tuple[frozenset[str], float]]) -> Iterator[Finding]:
    """Judge whether each kind of worker runs; of each worker its queues, and for how many seconds it was silent."""
    well = [queues for queues, silent in alive if silent <= SILENT_SECONDS]
    for kind, order in WORKERS.items():
        number = sum(queues >= frozenset(order.queues) for queues in well)
        check, silent = f"{kind} worker", len(alive) - len(well)
        if number:
            yield Finding(check, "ok", f"{number} {'is' if number == 1 else 'are'} running")
        else:
            hung = f"; {silent} workers have given no sign of life for {SILENT_SECONDS:.0f} s" if silent else ""
            yield Finding(check, "fail", f"none is running{hung}", f"start `bottega worker {kind}`")


def queues(waiting: Mapping[str, QueueBacklog]) -> Finding:
    """Judge how long jobs wait, by queue."""
    if not waiting:
        return Finding("queues", "ok", "no job waits")
    jobs, longest = (
        sum(each.jobs for each in waiting.values()),
        max(each.seconds for each in waiting.values()),
    )
    if longest <= LATE_SECONDS:
        return Finding("queues", "ok", f"{counted(jobs, 'job')} waiting")
    name = max(waiting, key=lambda each: waiting[each].seconds)
    kind = next(kind for kind, order in WORKERS.items() if name in order.queues)
    found = f"{counted(jobs, 'job')} waiting, the oldest for {longest:.0f} s in the queue {name}"
    return Finding("queues", "warn", found, f"see that `bottega worker {kind}` is running, and start more of them")


def sweeper(number: int, seconds: float) -> Finding:
    """Judge by what is overdue, so many for so long, whether somebody looks at it."""
    if not number:
        return Finding("sweeper", "ok", "nothing is overdue")
    found = f"{counted(number, 'game, clock, webhook or tournament', '{} games, clocks, webhooks or tournaments')}"
    todo = "start `bottega sweeper`; if it is running, its log says why"
    return Finding("sweeper", "fail", f"nobody has looked after {found}, overdue for up to {seconds:.0f} s", todo)


def rules(hosted: Mapping[str, int], stranded: Mapping[str, int], seen: int) -> Finding:
    """Judge whether the latest games can be played on; `stranded` counts those that cannot, by their rules."""
    if not stranded:
        told = ", ".join(f"{name} {version}" for name, version in sorted(hosted.items()))
        looked = f"the latest running games ({seen}) can be played on" if seen else "no game is running"
        return Finding("rules", "ok", f"{told}; {looked}")
    found = ", ".join(f"{counted(number, 'game')} of {name}" for name, number in sorted(stranded.items()))
    todo = "run a release with these rules until they are over (deploy/UPGRADING.md, New rules)"
    return Finding("rules", "fail", f"{found} cannot be played on under the rules of this release", todo)


def damaged(found: Sequence[str]) -> Finding:
    """Judge whether games can be read; `found` says of each that cannot what is damaged."""
    if not found:
        return Finding("games", "ok", "the latest games, and those that are owed something, can be read")
    several = f", and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    todo = "run `bottega games inspect` for each, then `bottega games repair`; lists leave such games out"
    return Finding("games", "fail", f"{'; '.join(found[:MOST_NAMED])}{several}", todo)


def dead(game_ids: Sequence[str]) -> Finding:
    """Judge whether anything is due for ever: entries of the due list whose games are gone."""
    if not game_ids:
        return Finding("due entries", "ok", "each belongs to a game")
    named = ", ".join(game_ids[:MOST_NAMED])
    found = f"{counted(len(game_ids), 'entry', '{} entries')} of games that are gone: {named}"
    return Finding(
        "due entries", "warn", found, "see that the sweeper runs, which takes them off, and look into its log"
    )


def archive_todo(found: str) -> str:
    """Return what to do about an archive that cannot be used, by what it says."""
    if any(words in found for words in FULL_DISK):
        return "make room on its disk"
    return "make what it names usable (is it there, may this user write to it?), or correct BOTTEGA_ARCHIVE_URL"


def files(watchers: int, allowed: float) -> Finding:
    """Judge whether a process may open as many files as it has streams."""
    needed = watchers + FILES_BESIDES
    found = f"{'any number of' if allowed == float('inf') else int(allowed)} open files, {needed} wanted"
    if allowed >= needed:
        return Finding("files", "ok", found)
    return Finding("files", "warn", found, f"raise nofile (ulimit -Hn) to {needed}, or lower BOTTEGA_SPECTATORS")


def api(told: Api, release: str, hosted: Mapping[str, int]) -> Iterator[Finding]:
    """Judge how the API answers, and whether it is of the same release."""
    if told.health != 200:
        todo = "see that the address is that of the API, without a path, and look into its log"
        yield Finding("api", "fail", f"/healthz answers {told.health}", todo)
        return
    if told.ready != 200:
        todo = "see what is said of Redis above; the API may be another user there. Its log says more"
        yield Finding("api", "fail", f"it is not ready for requests: /readyz answers {told.ready}", todo)
        return
    other = sorted(name for name in {*told.rulesets, *hosted} if told.rulesets.get(name) != hosted.get(name))
    if other:
        found = f"its rules of {', '.join(other)} are of another version than those of {release}, which looks here"
        yield Finding("api", "warn", found, "finish the upgrade: run the same release everywhere")
    else:
        yield Finding("api", "ok", f"it answers and is ready, build {told.build}, with the same rules as here")
    yield from clock("api clock", "the clock of the API", [told.ahead])


def counted(number: int, thing: str, several: str = "") -> str:
    """Write how many there are of a thing."""
    return f"1 {thing}" if number == 1 else (several or f"{{}} {thing}s").format(number)


def size(number: float) -> str:
    """Write a number of bytes."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:.0f} {unit}" if unit == "bytes" else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:.1f} TB"


def version_of(condition: RedisStatus) -> tuple[int, ...]:
    """Read which Redis a server is, or is like."""
    return tuple(int(part) for part in str(condition.about.get("redis_version", "0")).split(".") if part.isdigit())


def _room(about: Mapping[str, Any]) -> float:
    """Return how many bytes a server may take."""
    return float(about.get("maxmemory") or about.get("total_system_memory") or 0)


def _share(about: Mapping[str, Any]) -> float:
    """Return what part of its room a server takes."""
    return float(about.get("used_memory", 0)) / (_room(about) or float("inf"))


def _replicas(about: Mapping[str, Any]) -> list[int]:
    """List by how many seconds each replica is behind that follows a server."""
    told = (each for name, each in about.items() if name.startswith("slave") and isinstance(each, Mapping))
    return [int(each.get("lag", 0)) for each in told if each.get("state") == "online"]
