"""`bottega games`: what the operator does about one game, directly in Redis."""

import json
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service.archive import ArchiveUnavailable
from service.play import archiving, game_repair, inspection, jobs
from service.play.bottega import Bottega, open_bottega
from service.play.log_replay import NotRepairable
from service.play.pending_jobs import pending_job
from service.problems import ProblemError
from service.settings import read_settings
from service.store import GameUnreadable
from workers.command.console import clean, say, say_json
from workers.command.keys import environ_here
from workers.processes.sweeper import enqueue_again

INDENT = 14
NO_ARCHIVE = "there is no archive: BOTTEGA_ARCHIVE_URL is not set; set it here as for the service"


def inspect(environ: Mapping[str, str], game_id: str, *, reveal: bool, as_json: bool) -> int:
    """Print how a game stands; return 1 if anything is wrong with it, else 0. Raises Untouched."""
    with _opened(environ) as bottega:
        try:
            told = inspection.inspect(bottega, game_id, reveal=reveal)
        except ProblemError as problem:
            raise NotRepairable(str(problem)) from problem
    if as_json:
        say_json(told)
    else:
        say(*(line for each in _lines(told) for line in each.split("\n")))
    return int(bool(told["faults"]))


def repair(environ: Mapping[str, str], game_id: str) -> None:
    """Mend what can be mended without a change of the game, and say what was done; raises Untouched."""
    with _opened(environ) as bottega:
        try:
            done = mend_all(bottega, game_id)
        except (NotRepairable, ProblemError, GameUnreadable) as error:
            raise NotRepairable(f"{str(error).rstrip('.')}; nothing was changed") from error
    say(*(done or ["There is nothing to do."]))


def archive(environ: Mapping[str, str], game_id: str | None) -> None:
    """Move a game to the archive now, or all whose time in Redis is over; raises Untouched."""
    with _opened(environ) as bottega:
        if not bottega.settings.archive_url:
            raise NotRepairable(NO_ARCHIVE)
        try:
            if game_id is None:
                say(f"Games moved: {archiving.archive_due(bottega, bottega.sources.now().timestamp())}")
            elif not archiving.archive(bottega, game_id):
                raise NotRepairable(
                    "the game stays in Redis: it goes on, is not scored or rated yet, or a webhook or a game of its "
                    "deal is waited for; `bottega games inspect` tells how it stands"
                )
            else:
                say("The game is in the archive.")
        except (ArchiveUnavailable, GameUnreadable, ProblemError) as error:
            raise NotRepairable(str(error)) from error


def recall(environ: Mapping[str, str], game_id: str) -> None:
    """Take a game back from the archive, for some minutes at least; raises Untouched."""
    with _opened(environ) as bottega:
        try:
            if not archiving.recall(bottega, game_id):
                raise NotRepairable("the game is in Redis already, or there is none with this id")
            say("The game is in Redis again.")
        except (ArchiveUnavailable, GameUnreadable) as error:
            raise NotRepairable(str(error)) from error


def accept_archive(environ: Mapping[str, str]) -> None:
    """Use the archive that is named now, whatever it has; games that are in another one only are lost.

    Raises Untouched.
    """
    with _opened(environ) as bottega:
        copies = bottega.store.archived.copies
        if copies.archive is None:
            raise NotRepairable(NO_ARCHIVE)
        try:
            copies.identity.accept(copies.archive)
        except ArchiveUnavailable as error:
            raise NotRepairable(str(error)) from error
    say("The archive is used from now on. Games that it does not have answer 503.")


def mend_all(bottega: Bottega, game_id: str) -> list[str]:
    """Mend one thing after the other, and hand the game's job out again if it is lost.

    Raises Untouched and ProblemError before anything is changed.
    """
    done: list[str] = []
    tried: set[str] = set()
    while left := [each for each in game_repair.faults(bottega, game_id) if each.fault not in tried]:
        tried.add(left[0].fault)
        done.append(game_repair.repair(bottega, game_id, left[0].fault))
    job = pending_job(bottega, game_id)
    if job is not None and jobs.state_of(bottega.queues, job) == "lost":
        enqueue_again(bottega, job)
        done.append(f"job {job.id} handed out again")
    return [each for each in done if each]


@contextmanager
def _opened(environ: Mapping[str, str], rulesets: Mapping[str, AnyRuleset] = RULESETS) -> Iterator[Bottega]:
    """Connect to the installation that is named, or to that of `bottega serve` on this machine."""
    settings = read_settings(environ_here(environ), serves=False)
    bottega = open_bottega(settings, rulesets)
    with closing(bottega.store):
        yield bottega


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    """Write what is told of a game, a line for each fact."""
    for name, fact in told.items():
        if name == "state":
            yield f"{'state':<{INDENT}}{json.dumps(fact, ensure_ascii=False, default=str)}"
        elif name == "faults":
            yield f"{name:<{INDENT}}{_below(fact) or 'none'}"
        elif fact not in ([], {}):
            yield f"{name:<{INDENT}}{_below(fact)}"


def _below(fact: Any) -> str:
    """Write a fact, its parts below each other."""
    if isinstance(fact, Mapping):
        fact = [f"{name} {each}" for name, each in fact.items()]
    lines = [clean(each) for each in fact] if isinstance(fact, list) else [clean(fact)]
    return textwrap.indent("\n".join(lines), " " * INDENT).strip()
