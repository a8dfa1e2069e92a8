"""Implement `bottega doctor`: check an installation and advise what to do.

It writes one Redis key that expires at once, and a few bytes to the archive that it removes again. Otherwise it only
reads.
"""

import json
import resource
import secrets as dice
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from shutil import disk_usage
from typing import Any
from urllib.parse import urlsplit

import redis
from rq import Queue, Worker
from rq.exceptions import NoSuchJobError
from rq.job import Job

from domain import replay
from domain.registry import FAULTS, RULESETS
from domain.ruleset import AnyRuleset, plays
from service.archive import ArchiveUnavailable, open_archive
from service.assembly import EXTENSIONS
from service.installation.jobs import Queues, open_queues
from service.players import tokens
from service.repair.game_repair import seats_without_holder
from service.runtime.redis_server import FULL_BYTES
from service.settings import Settings, SettingsError, data_directory, read_settings
from service.store import OUTAGES, GameUnreadable, ListedGame, Store, open_store, raw_game
from service.store.archived_copies import ArchivedCopies
from service.store.connection import remedy
from service.store.redis_status import RedisStatus, conditions, overdue
from service.store.unreadable import reading
from workers.command import checks
from workers.command.build import release
from workers.command.checks import Api, Finding, QueueBacklog, masked
from workers.command.console import clean, say_json, show
from workers.command.local_redis import redis_here

SAMPLE = 200
"""Number of latest running games to check."""
MOST_OVERDUE = 1000
LONGEST_LOG = 1_000_000
"""More events than any game has."""
RESPONSE_SECONDS = 10.0
COLOURS = {"ok": "\033[32m", "warn": "\033[33m", "fail": "\033[31m"}
PLAIN = "\033[0m"


def run(environ: Mapping[str, str], service: str | None, *, as_json: bool) -> int:
    """Check everything and print the findings; return 1 if a check fails, else 0."""
    findings: list[Finding] = []
    with ExitStack() as stack:
        with suppress(SettingsError):  # `diagnose` reports it
            environ = stack.enter_context(redis_here(environ))
        for finding in diagnose(environ, service):
            findings.append(finding)
            if not as_json:
                show(_line(finding, colour=sys.stdout.isatty()))
    if as_json:
        say_json([finding._asdict() for finding in findings])
    else:
        show(_sum(findings))
    return int(any(finding.level == "fail" for finding in findings))


def diagnose(
    environ: Mapping[str, str],
    service: str | None,
    rulesets: Mapping[str, AnyRuleset] = RULESETS,
    faults: Sequence[str] = FAULTS,
) -> Iterator[Finding]:
    """Yield the findings of all checks. `faults` names the rulesets that were left out."""
    yield checks.rulesets(list(rulesets), faults)
    try:
        settings = _settings(environ)
    except SettingsError as error:
        todo = "correct that setting; deploy/SETTINGS.md lists all settings"
        yield Finding("settings", "fail", _without(str(error), environ), todo)
        return
    yield checks.settings_of(settings, release())
    hosted = {ruleset.name: ruleset.version for ruleset in rulesets.values()}
    with closing(open_store(settings.redis_url, settings.durability, settings.replicas)) as store:
        yield from _guarded("redis", "BOTTEGA_REDIS_URL", settings.redis_url, lambda: _redis(settings, store, rulesets))
    yield from _guarded("queues", _queues_variable(environ), settings.rq_url, lambda: _queues(settings))
    yield from _archive(settings)
    if service is not None:
        yield from _api(service, hosted)
    yield checks.files(settings.spectators, _files())


def _settings(environ: Mapping[str, str]) -> Settings:
    """Read the settings, with the secrets if they exist; creates no secret."""
    has_secret = environ.get("BOTTEGA_SECRET") or (data_directory(environ) / "secret").exists()
    return read_settings(environ, serves=bool(has_secret))


def _redis(settings: Settings, store: Store, rulesets: Mapping[str, AnyRuleset]) -> Iterator[Finding]:
    """Check the servers and their data; raises one of OUTAGES."""
    found = conditions(store.servers)
    yield from checks.redis(found, settings.redis_url)
    yield checks.rights(found, _unseen(found))
    yield checks.persistence(settings, found)
    yield from checks.memory(found)
    yield from checks.replicas(settings, found)
    yield from checks.clock("clock", "the clock of Redis", [each.ahead for each in found])
    games = _latest(store)
    yield checks.secret(settings.secrets, *_signed(settings.secrets, games))
    yield checks.rules(*_playable(games, rulesets), len(games))
    yield checks.damaged(_damaged(store, rulesets))
    yield _swept(store)
    yield checks.dead(_dead(store))
    yield checks.failed_jobs(store.failed_jobs.all(time.time()), settings.job_tries)


def _unseen(found: Sequence[RedisStatus]) -> list[str]:
    """Return the commands that this Redis user may not run."""
    unseen = [("INFO", lambda each: not each.about), ("TIME", lambda each: each.ahead is None)]
    unseen += [("CONFIG GET", lambda each: not each.flushes)]
    return [command for command, hidden in unseen if any(map(hidden, found))]


def _latest(store: Store) -> list[ListedGame]:
    game_ids = [entry.game_id for entry in store.lists.games(None, "running", None, None, SAMPLE)]
    return [each for each in store.listed.read_many(game_ids, live=True) if each is not None]


def _damaged(store: Store, rulesets: Mapping[str, AnyRuleset]) -> list[str]:
    """Describe the damage of the latest games and of games on the due list."""
    latest = [entry.game_id for entry in store.lists.games(None, None, None, None, SAMPLE)]
    due = [game_id for game_id, _ in store.due.before(time.time(), SAMPLE)]
    return [found for game_id in dict.fromkeys([*latest, *due]) if (found := _fault(store, game_id, rulesets))]


def _fault(store: Store, game_id: str, rulesets: Mapping[str, AnyRuleset]) -> str:
    """Describe the damage of a game in Redis; empty if there is none or the game is in the archive."""
    try:
        (listed,) = store.listed.read_many([game_id], live=True)
        if listed is None:
            missing = "" if store.archived.has(game_id) else _missing(store, game_id)
        else:
            missing = _missing_of(store, game_id, listed, rulesets)
    except GameUnreadable as error:
        return f"game {game_id}: {error.why}"
    except ArchiveUnavailable:
        return ""
    return f"game {game_id}: {missing}" if missing else ""


def _missing(store: Store, game_id: str) -> str:
    """Return the missing part of a game that lists cannot show; empty for a deleted game."""
    if store.header(game_id) is None:
        with reading(game_id, "log"):
            raw = raw_game.read(store.servers, game_id)
        return "its header is missing" if raw.snapshot or raw.log else ""
    store.claims(game_id)
    store.info(game_id)
    return "its snapshot is missing"


def _missing_of(store: Store, game_id: str, listed: ListedGame, rulesets: Mapping[str, AnyRuleset]) -> str:
    """Return the missing part of a listed game; raises GameUnreadable for a damaged part."""
    if store.load(game_id) is None:
        return ""  # it has just been deleted
    last, ruleset = store.last_event(game_id), rulesets.get(listed.header.ruleset)
    store.result(game_id)
    store.events(game_id, 0, LONGEST_LOG)
    if ruleset is not None and plays(ruleset, listed.header.rules_version):
        with reading(game_id, "snapshot"):
            version = replay.decode(ruleset, listed.snapshot).version
        if version and last is None:
            return "its log is missing"
    return "the holders of its seats are missing" if seats_without_holder(store, listed.header, listed.info) else ""


def _dead(store: Store) -> list[str]:
    """Return the overdue entries of deleted games."""
    before = time.time() - checks.OVERDUE_SECONDS
    due = [game_id for game_id, _ in store.due.before(before, MOST_OVERDUE)]
    return [game_id for game_id in due if _is_dead(store, game_id)]


def _is_dead(store: Store, game_id: str) -> bool:
    """Whether a game has been deleted; False for an unreadable one."""
    try:
        return store.header(game_id) is None
    except (GameUnreadable, ArchiveUnavailable):
        return False


def _signed(secrets: Sequence[bytes], games: Sequence[ListedGame]) -> tuple[int, int]:
    """Count the seats whose tokens match one of these secrets, and the other seats."""
    signed = [
        any(
            tokens.digest(tokens.make_token([each], game.header.game_id, seat, held.rotation)) == held.digest
            for each in secrets
        )
        for game in games
        for seat, held in game.claims.items()
        if held.digest
    ]
    return sum(signed), len(signed) - sum(signed)


def _playable(
    games: Sequence[ListedGame], rulesets: Mapping[str, AnyRuleset]
) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return the hosted rules versions, and count by rules the games that cannot continue."""
    headers = [game.header for game in games]
    stranded = Counter(
        f"{each.ruleset} {each.rules_version}"
        for each in headers
        if each.ruleset not in rulesets or not plays(rulesets[each.ruleset], each.rules_version)
    )
    return {ruleset.name: ruleset.version for ruleset in rulesets.values()}, stranded


def _swept(store: Store) -> Finding:
    """Check whether anything is overdue that the sweeper should have processed."""
    now = time.time()
    lists = [store.due, store.webhooks.due, store.seeks.due, *(each.due(store) for each in EXTENSIONS)]
    number, since = overdue(lists, store.clocks, now - checks.OVERDUE_SECONDS, MOST_OVERDUE)
    return checks.sweeper(number, now - since)


def _queues(settings: Settings) -> Iterator[Finding]:
    """Check the workers and the waiting jobs; raises one of OUTAGES."""
    queues = open_queues(settings.rq_url)
    connection = next(iter(queues.values())).connection
    with closing(connection):
        try:
            now = datetime.now(UTC)
            alive = [
                (frozenset(each.queue_names()), (now - each.last_heartbeat).total_seconds())
                for each in Worker.all(connection=connection, serializer="json")
                if each.last_heartbeat is not None
            ]
            yield from checks.workers(alive)
        except redis.exceptions.NoPermissionError:
            yield Finding("workers", "warn", "this Redis user may not list the running workers", checks.OPERATOR)
        yield checks.queues(_waiting(queues))


def _waiting(queues: Queues) -> dict[str, QueueBacklog]:
    """Return the number of waiting jobs and the age of the next one, by queue."""
    lengths = next(iter(queues.values())).connection.pipeline(transaction=False)
    for queue in queues.values():
        lengths.llen(queue.key)
    counted = zip(queues.values(), lengths.execute(), strict=True)
    return {queue.name: QueueBacklog(number, _age(queue)) for queue, number in counted if number}


def _age(queue: Queue) -> float:
    """Return how many seconds the next job of a queue has waited."""
    try:
        (job_id,) = queue.get_job_ids(0, 1)
        job = Job.fetch(job_id, connection=queue.connection, serializer=queue.serializer)
    except (ValueError, NoSuchJobError):  # a worker has just taken the job
        return 0.0
    return 0.0 if job.enqueued_at is None else (datetime.now(UTC) - job.enqueued_at).total_seconds()


def _archive(settings: Settings) -> Iterator[Finding]:
    """Check whether the archive belongs to this Redis, then whether it is usable."""
    address = settings.archive_url
    try:
        with closing(open_store(settings.redis_url, archive_url=address)) as store:
            wrong = _wrong_archive(store.archived.copies)
    except (*OUTAGES, ArchiveUnavailable, ValueError, OSError, ImportError):
        wrong = None  # other checks report these errors
    if wrong is not None:
        yield wrong
    elif not address:
        yield Finding("archive", "ok", "BOTTEGA_ARCHIVE_URL is not set: finished games stay in Redis")
    else:
        yield from _used_archive(address)


def _wrong_archive(copies: ArchivedCopies) -> Finding | None:
    """Return a failure if the archive does not belong to this Redis.

    None if it does, or if Redis counts no archived games.
    """
    match = "empty" if copies.archive is None else copies.identity.match(copies.archive)
    number = copies.identity.count() if match in ("empty", "foreign") else 0
    if not number:
        return None
    if copies.archive is None:
        found, todo = "BOTTEGA_ARCHIVE_URL is not set", "set it as in the processes that archived them"
    else:
        found = "the archive is empty" if match == "empty" else "the archive belongs to another Redis"
        todo = "mount the right archive, or correct BOTTEGA_ARCHIVE_URL (deploy/STORAGE.md, A missing archive)"
    return Finding("archive", "fail", f"{found}, and Redis counts {checks.counted(number, 'game')} in it", todo)


def _used_archive(address: str) -> Iterator[Finding]:
    """Write, read and delete a test entry in the archive."""
    name, sent = f"doctor{dice.token_hex(7)}", dice.token_bytes(32)
    try:
        with closing(open_archive(address)) as archive:
            archive.put(name, sent)
            got = archive.get(name)
            archive.remove(name)
    except (ArchiveUnavailable, ValueError, OSError, ImportError) as error:
        found = _hidden(_in_a_line(error), address) or type(error).__name__
        todo = _full_disk(address) or checks.archive_todo(found)
        yield Finding("archive", "fail", f"{masked(address)}: {found}", todo)
        return
    if got != sent:
        yield Finding(
            "archive", "fail", f"{masked(address)} returns other bytes than were written", "use another archive"
        )
    else:
        yield Finding("archive", "ok", f"{masked(address)}: write, read and delete succeed")


def _api(service: str, hosted: Mapping[str, int]) -> Iterator[Finding]:
    if not service.startswith(("http://", "https://")):
        yield Finding("api", "fail", f"{masked(service)} is not a URL", "use http://host:port or https://host")
        return
    try:
        health, _, status = _get(service, "/healthz")
        ready, headers, _ = _get(service, "/readyz")
        _, _, listed = _get(service, "/v1/rulesets")
    except (OSError, HTTPException, ValueError) as error:
        todo = "start `bottega api` there, or correct the URL in --service"
        yield Finding("api", "fail", f"{masked(service)} does not respond: {_in_a_line(error)}", todo)
        return
    api_time = headers.get("Bottega-Time")
    ahead = None if api_time is None else datetime.fromisoformat(api_time).timestamp() - time.time()
    rulesets = {each["ruleset"]: each["rules_version"] for each in listed.get("rulesets", [])}
    yield from checks.api(Api(health, ready, str(status.get("build")), rulesets, ahead), release(), hosted)


def _get(service: str, path: str) -> tuple[int, Mapping[str, str], dict[str, Any]]:
    """Return status, headers and JSON body of a URL; the body is empty if it is no JSON object."""
    parts = urlsplit(service)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    with closing(kind(parts.hostname or "", parts.port, timeout=RESPONSE_SECONDS)) as connection:
        connection.request("GET", f"{parts.path.rstrip('/')}{path}")
        response = connection.getresponse()
        content, headers = response.read(), dict(response.headers)
    if "json" not in headers.get("Content-Type", ""):
        return response.status, headers, {}
    body = json.loads(content)
    return response.status, headers, body if isinstance(body, dict) else {}


def _files() -> float:
    """Return the maximum of open files of a process; `gunicorn.conf.py` raises the limit to this maximum."""
    _, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    return float("inf") if allowed == resource.RLIM_INFINITY else allowed


def _queues_variable(environ: Mapping[str, str]) -> str:
    """Return the setting with the URL of the queues."""
    return "BOTTEGA_RQ_URL" if environ.get("BOTTEGA_RQ_URL") else "BOTTEGA_REDIS_URL"


def _guarded(check: str, variable: str, address: str, look: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """Run the checks of a Redis; an unavailable server becomes a finding."""
    try:
        yield from look()
    except (*OUTAGES, redis.RedisError) as error:
        full = _full_disk(address)
        if full:
            yield Finding(check, "fail", f"{masked(address)}: {_hidden(_in_a_line(error), address)}", full)
            return
        if remedy(error):
            yield Finding(check, "fail", f"{masked(address)}: {_hidden(_in_a_line(error), address)}", remedy(error))
            return
        rejected = isinstance(error, redis.AuthenticationError) or "HELLO must be called" in str(error)
        found = "Redis rejects user or password" if rejected else _hidden(_in_a_line(error), address)
        part = "user and password" if rejected else "the URL"
        todo = f"correct {part} in {variable}{'' if rejected else ', or start Redis there'}"
        yield Finding(check, "fail", f"{masked(address)}: {found}", todo)


def _full_disk(address: str) -> str:
    """Return advice if a socket or file is on a full local disk; empty otherwise."""
    parts = urlsplit(address)
    directory = Path(parts.path).parent
    if parts.scheme not in ("unix", "sqlite", "file") or not directory.is_dir():
        return ""
    return f"make room on the disk of {directory}" if disk_usage(directory).free < FULL_BYTES else ""


def _in_a_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _without(text: str, environ: Mapping[str, str]) -> str:
    for name in ("BOTTEGA_REDIS_URL", "BOTTEGA_RQ_URL", "BOTTEGA_ARCHIVE_URL"):
        text = _hidden(text, environ.get(name, ""))
    return text


def _hidden(text: str, address: str) -> str:
    credentials = urlsplit(address).netloc.rpartition("@")[0] if address else ""
    for secret in (address, credentials, credentials.partition(":")[2]):
        text = text.replace(secret, "***") if secret else text
    return text


def _line(finding: Finding, *, colour: bool) -> str:
    """Format a finding, with its advice on a second line."""
    level = f"{COLOURS[finding.level]}{finding.level:<4}{PLAIN}" if colour else f"{finding.level:<4}"
    todo = f"\n{'':22}{clean(finding.todo)}" if finding.todo else ""
    return f"{level}  {finding.check:<15} {clean(finding.found)}{todo}"


def _sum(findings: Sequence[Finding]) -> str:
    counted = Counter(finding.level for finding in findings)
    if counted["ok"] == len(findings):
        summary = "All checks passed."
    else:
        summary = f"{counted['fail']} failed, {counted['warn']} warnings, {counted['ok']} passed."
    has_api = any(finding.check == "api" for finding in findings)
    return f"\n{summary}{'' if has_api else ' The API was not checked: pass its URL with --service.'}"
