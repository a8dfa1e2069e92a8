"""Check the Redis servers and what the service stores in them."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from domain.ruleset import AnyRuleset, plays
from service.archive import ArchiveUnavailable
from service.assembly import SUBJECTS
from service.installation.installation import due_work
from service.players import tokens
from service.settings import Settings
from service.store import GameUnreadable, ListedGame, Store
from service.store.redis_status import RedisStatus, conditions, overdue
from service.store.stored_format import UnknownFormat
from workers.command.doctor import checks, failures, provisions
from workers.command.doctor.checks import Finding
from workers.command.doctor.damage import SAMPLE, damaged_games

MOST_OVERDUE = 1000


def findings(settings: Settings, store: Store, rulesets: Mapping[str, AnyRuleset]) -> Iterator[Finding]:
    """Check the servers and their data; raises one of OUTAGES."""
    found = conditions(store.servers)
    yield from checks.redis(found, settings.redis_url)
    yield checks.rights(found, _unseen(found))
    yield checks.persistence(settings, found)
    yield from checks.memory(found)
    yield from checks.replicas(settings, found)
    yield from checks.clock("clock", "the clock of Redis", [each.ahead for each in found])
    yield from _format(store)
    games = _latest(store)
    yield checks.secret(settings.secrets, *_signed(settings.secrets, games))
    yield checks.rules(*_playable(games, rulesets), len(games))
    yield checks.damaged(damaged_games(store, rulesets))
    yield _swept(store)
    yield checks.dead(_dead(store))
    yield provisions.backup(store.last_backup.time(), time.time(), store.lists.counts([]).total)
    failed = store.failed_jobs.all(time.time())
    yield failures.failed_jobs(failed, settings.job_tries)
    yield from failures.faulty_rules(failed)


def _format(store: Store) -> Iterator[Finding]:
    """Yield a finding if this release cannot use the data."""
    try:
        store.stored_format.check()
    except UnknownFormat as error:
        found, _, todo = str(error).partition(": ")
        yield Finding("format", "fail", found, todo)


def _unseen(found: Sequence[RedisStatus]) -> list[str]:
    """Return the commands that this Redis user may not run."""
    unseen = [("INFO", lambda each: not each.about), ("TIME", lambda each: each.ahead is None)]
    unseen += [("CONFIG GET", lambda each: not each.flushes)]
    return [command for command, hidden in unseen if any(map(hidden, found))]


def _latest(store: Store) -> list[ListedGame]:
    game_ids = [entry.game_id for entry in store.lists.games(None, "running", None, None, SAMPLE)]
    return [each for each in store.listed.read_many(game_ids, live=True) if each is not None]


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
    lists = [store.due, *(each.listed(store) for each in due_work(SUBJECTS))]
    number, since = overdue(lists, store.clocks, now - checks.OVERDUE_SECONDS, MOST_OVERDUE)
    return checks.sweeper(number, now - since)
