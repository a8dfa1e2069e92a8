"""Implement `bottega games`: inspect, repair and archive games directly in Redis."""

import json
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service import problems
from service.archive import ArchiveUnavailable
from service.assembly import open_installation
from service.game.log_replay import NotRepairable
from service.installation import jobs
from service.installation.installation import Installation
from service.isolation.faults import RuleFault
from service.playing.pending_jobs import pending_job
from service.repair import game_repair, inspection
from service.retention import archiving
from service.settings import read_settings
from service.store import GameUnreadable
from service.telemetry import metrics
from workers.command.console import clean, say, say_json
from workers.command.local_redis import redis_here
from workers.processes.overdue_jobs import enqueue_again

INDENT = 14
NO_ARCHIVE = "there is no archive: BOTTEGA_ARCHIVE_URL is not set; set it here as for the service"


def inspect(environ: Mapping[str, str], game_id: str, *, reveal: bool, as_json: bool) -> int:
    """Print the state of a game; return 1 if it is damaged, else 0. Raises NotRepairable."""
    with _opened(environ) as installation:
        try:
            facts = inspection.inspect(installation, game_id, reveal=reveal)
        except problems.ProblemError as problem:
            raise NotRepairable(str(problem)) from problem
    if as_json:
        say_json(facts)
    else:
        say(*(line for each in _lines(facts) for line in each.split("\n")))
    return int(bool(facts["faults"]))


def repair(environ: Mapping[str, str], game_id: str) -> None:
    """Repair a game without changing its course, and print what was done; raises NotRepairable."""
    with _opened(environ) as installation:
        try:
            done = repair_all(installation, game_id)
        except (NotRepairable, RuleFault, problems.ProblemError, GameUnreadable) as error:
            raise NotRepairable(f"{str(error).rstrip('.')}; nothing was changed") from error
    say(*(done or ["There is nothing to repair."]))


def archive(environ: Mapping[str, str], game_id: str | None) -> None:
    """Move one game, or all due games, to the archive now; raises NotRepairable."""
    with _opened(environ) as installation:
        if not installation.settings.archive_url:
            raise NotRepairable(NO_ARCHIVE)
        try:
            if game_id is None:
                say(f"Games moved: {archiving.archive_due(installation, installation.sources.now().timestamp())}")
            elif not archiving.archive(installation, game_id):
                raise NotRepairable(
                    "the game stays in Redis: it is running, not yet scored or rated, or waits for a webhook or for "
                    "another game of its deal; `bottega games inspect` shows its state"
                )
            else:
                say("The game is in the archive.")
        except (ArchiveUnavailable, GameUnreadable, problems.ProblemError) as error:
            raise NotRepairable(str(error)) from error


def restore(environ: Mapping[str, str], game_id: str) -> None:
    """Move a game back from the archive to Redis, for some minutes at least; raises NotRepairable."""
    with _opened(environ) as installation:
        try:
            if not archiving.restore(installation, game_id):
                raise NotRepairable("the game is already in Redis, or no game has this id")
            say("The game is back in Redis.")
        except (ArchiveUnavailable, GameUnreadable) as error:
            raise NotRepairable(str(error)) from error


def accept_archive(environ: Mapping[str, str]) -> None:
    """Use the configured archive with any content; games that only another archive has are lost.

    Raises NotRepairable.
    """
    with _opened(environ) as installation:
        copies = installation.store.archived.copies
        if copies.archive is None:
            raise NotRepairable(NO_ARCHIVE)
        try:
            copies.identity.accept(copies.archive)
        except ArchiveUnavailable as error:
            raise NotRepairable(str(error)) from error
    say("The archive is now in use. Games that are not in it return 503.")


def repair_all(installation: Installation, game_id: str) -> list[str]:
    """Repair all faults of a game one by one, and enqueue its job again if the job is lost.

    Raises NotRepairable and ProblemError before any change.
    """
    done: list[str] = []
    tried: set[str] = set()
    while left := [each for each in game_repair.faults(installation, game_id) if each.fault not in tried]:
        tried.add(left[0].fault)
        done.append(game_repair.repair(installation, game_id, left[0].fault))
    job = pending_job(installation, game_id)
    if job is not None and jobs.state_of(installation.queues, job) == "lost":
        enqueue_again(installation, job)
        done.append(f"job {job.id} enqueued again")
    return [each for each in done if each]


@contextmanager
def _opened(environ: Mapping[str, str], rulesets: Mapping[str, AnyRuleset] = RULESETS) -> Iterator[Installation]:
    """Connect to the configured installation, or to that of `bottega serve` on this machine."""
    with redis_here(environ) as configured:
        settings = read_settings(configured, serves=False)
        metrics.start(settings.metrics)
        installation = open_installation(settings, rulesets)
        with closing(installation.store):
            yield installation


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
