"""Implement `bottega games`: inspect, repair and archive games directly in Redis."""

import json
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service.archive import ArchiveUnavailable
from service.assembly import open_bottega
from service.game.log_replay import NotRepairable
from service.installation import jobs
from service.installation.bottega import Bottega
from service.playing.pending_jobs import pending_job
from service.problems import ProblemError
from service.repair import game_repair, inspection
from service.retention import archiving
from service.settings import read_settings
from service.store import GameUnreadable
from workers.command.console import clean, say, say_json
from workers.command.local_redis import redis_here
from workers.processes.sweeper import enqueue_again

INDENT = 14
NO_ARCHIVE = "there is no archive: BOTTEGA_ARCHIVE_URL is not set; set it here as for the service"


def inspect(environ: Mapping[str, str], game_id: str, *, reveal: bool, as_json: bool) -> int:
    """Print the state of a game; return 1 if it is damaged, else 0. Raises NotRepairable."""
    with _opened(environ) as bottega:
        try:
            facts = inspection.inspect(bottega, game_id, reveal=reveal)
        except ProblemError as problem:
            raise NotRepairable(str(problem)) from problem
    if as_json:
        say_json(facts)
    else:
        say(*(line for each in _lines(facts) for line in each.split("\n")))
    return int(bool(facts["faults"]))


def repair(environ: Mapping[str, str], game_id: str) -> None:
    """Repair a game without changing its course, and print what was done; raises NotRepairable."""
    with _opened(environ) as bottega:
        try:
            done = repair_all(bottega, game_id)
        except (NotRepairable, ProblemError, GameUnreadable) as error:
            raise NotRepairable(f"{str(error).rstrip('.')}; nothing was changed") from error
    say(*(done or ["There is nothing to repair."]))


def archive(environ: Mapping[str, str], game_id: str | None) -> None:
    """Move one game, or all due games, to the archive now; raises NotRepairable."""
    with _opened(environ) as bottega:
        if not bottega.settings.archive_url:
            raise NotRepairable(NO_ARCHIVE)
        try:
            if game_id is None:
                say(f"Games moved: {archiving.archive_due(bottega, bottega.sources.now().timestamp())}")
            elif not archiving.archive(bottega, game_id):
                raise NotRepairable(
                    "the game stays in Redis: it is running, not yet scored or rated, or waits for a webhook or for "
                    "another game of its deal; `bottega games inspect` shows its state"
                )
            else:
                say("The game is in the archive.")
        except (ArchiveUnavailable, GameUnreadable, ProblemError) as error:
            raise NotRepairable(str(error)) from error


def restore(environ: Mapping[str, str], game_id: str) -> None:
    """Move a game back from the archive to Redis, for some minutes at least; raises NotRepairable."""
    with _opened(environ) as bottega:
        try:
            if not archiving.restore(bottega, game_id):
                raise NotRepairable("the game is already in Redis, or no game has this id")
            say("The game is back in Redis.")
        except (ArchiveUnavailable, GameUnreadable) as error:
            raise NotRepairable(str(error)) from error


def accept_archive(environ: Mapping[str, str]) -> None:
    """Use the configured archive, whatever it contains; games that only another archive has are lost.

    Raises NotRepairable.
    """
    with _opened(environ) as bottega:
        copies = bottega.store.archived.copies
        if copies.archive is None:
            raise NotRepairable(NO_ARCHIVE)
        try:
            copies.identity.accept(copies.archive)
        except ArchiveUnavailable as error:
            raise NotRepairable(str(error)) from error
    say("The archive is now in use. Games that are not in it return 503.")


def repair_all(bottega: Bottega, game_id: str) -> list[str]:
    """Repair all faults of a game one by one, and enqueue its job again if the job is lost.

    Raises NotRepairable and ProblemError before any change.
    """
    done: list[str] = []
    tried: set[str] = set()
    while left := [each for each in game_repair.faults(bottega, game_id) if each.fault not in tried]:
        tried.add(left[0].fault)
        done.append(game_repair.repair(bottega, game_id, left[0].fault))
    job = pending_job(bottega, game_id)
    if job is not None and jobs.state_of(bottega.queues, job) == "lost":
        enqueue_again(bottega, job)
        done.append(f"job {job.id} enqueued again")
    return [each for each in done if each]


@contextmanager
def _opened(environ: Mapping[str, str], rulesets: Mapping[str, AnyRuleset] = RULESETS) -> Iterator[Bottega]:
    """Connect to the configured installation, or to that of `bottega serve` on this machine."""
    with redis_here(environ) as configured:
        bottega = open_bottega(read_settings(configured, serves=False), rulesets)
        with closing(bottega.store):
            yield bottega


def _lines(facts: Mapping[str, Any]) -> Iterator[str]:
    for name, fact in facts.items():
        if name == "state":
            yield f"{'state':<{INDENT}}{json.dumps(fact, ensure_ascii=False, default=str)}"
        elif name == "faults":
            yield f"{name:<{INDENT}}{_below(fact) or 'none'}"
        elif fact not in ([], {}):
            yield f"{name:<{INDENT}}{_below(fact)}"


def _below(fact: Any) -> str:
    if isinstance(fact, Mapping):
        fact = [f"{name} {each}" for name, each in fact.items()]
    lines = [clean(each) for each in fact] if isinstance(fact, list) else [clean(fact)]
    return textwrap.indent("\n".join(lines), " " * INDENT).strip()
