"""Find and repair faults of a game from its header and log. Repairs never change the game itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET

from domain import replay
from domain.clock import SECOND
from domain.ruleset import AnyRuleset
from service import problems
from service.game import game_info, log_replay
from service.game.game import Game, is_game_id, load, rules_of
from service.game.log_replay import BrokenLog, NotRepairable
from service.installation import failed_jobs
from service.installation.installation import Installation
from service.playing import faulty_games, games
from service.playing.pending_jobs import lease_end, pending_job
from service.store import Event, GameInfo, GameUnreadable, Header, Status, Store, raw_game
from service.store.raw_game import RawGame
from service.store.unreadable import reading

Fault = Literal["rules", "snapshot", "jobs", "result", "lists", "due", "clocks"]


class RepairableFault(NamedTuple):
    """A fault that can be repaired."""

    fault: Fault
    description: str


@dataclass(frozen=True)
class Log:
    """A complete log, and the game at its end."""

    header: Header
    events: Sequence[Event]
    game: Game


def read_log(installation: Installation, game_id: str) -> tuple[Log, RawGame]:
    """Read a game and replay its log without the snapshot. Raises GameNotFound, RulesNotHosted and NotRepairable."""
    raw = _read(installation, game_id) if is_game_id(game_id) else RawGame(None, None, ())
    if raw.header is None and installation.store.archived.has(game_id):
        raise NotRepairable("The game is in the archive, not in Redis. `bottega games restore` moves it to Redis")
    if raw.header is None:
        if is_game_id(game_id):
            installation.store.header(game_id)  # raises GameUnreadable if the key has another type
        left = " Its log exists, but cannot be used without its header." if raw.log else ""
        raise problems.GameNotFound(f"Redis has no game with this id.{left}")
    with reading(game_id, "header"):
        header = msgspec.json.decode(raw.header, type=Header)
    events = log_replay.read_all(raw.log)
    game = log_replay.replay_log(installation, header, installation.store.info(game_id), events)
    _check_reaches(rules_of(installation, header), raw, len(events))
    return Log(header, events, game), raw


def _read(installation: Installation, game_id: str) -> RawGame:
    """Read header, snapshot and log. Raises GameUnreadable if a key has another type."""
    with reading(game_id, "log"):
        return raw_game.read(installation.store.servers, game_id)


def seats_without_holder(store: Store, header: Header, info: GameInfo) -> list[int]:
    """List the seats of human players whose holder is lost: their tokens are void and cannot be issued again.

    Each seat has had a holder since the creation, who may have left. A seat filled by a tournament or a seek may have
    no holder: the player may have been deleted before.
    """
    if header.tournament is not UNSET or info.seeks:
        return []
    claims = store.seats.all(header.game_id)
    return [seat for seat, setup in enumerate(header.seats) if setup.kind == "human" and seat not in claims]


def faults(installation: Installation, game_id: str) -> list[RepairableFault]:
    """List all faults that can be repaired. Failed rules, a wrong snapshot or result are the only fault in the list.

    Raises GameNotFound, RulesNotHosted, BrokenLog, GameUnreadable, and one of OUTAGES.
    """
    log, raw = read_log(installation, game_id)
    if not _agrees(log, raw.snapshot):
        return [
            RepairableFault(
                "snapshot", "is missing" if raw.snapshot is None else "differs from the position at the end of the log"
            )
        ]
    if _is_damaged(installation, game_id):
        return [RepairableFault("result", "is damaged")]
    game = load(installation, game_id)
    if game.info.fault is not UNSET:
        return [RepairableFault("rules", f"have failed in `{game.info.fault.function}`: {game.info.fault.why}")]
    found = [
        _jobs(installation, game_id),
        _result(installation, game),
        _lists(installation, game, log),
        _due(installation, game),
        _clocks(installation, game),
    ]
    return [each for each in found if each is not None]


def repair(installation: Installation, game_id: str, fault: Fault) -> str:
    """Repair a fault and return what was done; empty if the fault no longer exists.

    Raises GameNotFound, RulesNotHosted, BrokenLog, GameBusy, and one of OUTAGES.
    """
    return _REPAIRS[fault](installation, game_id)


def listed_as(installation: Installation, game: Game) -> Status | None:
    """Return the status under which a game should be listed; None if its time in the lists has passed.

    Scoring moves a finished game to the list of finished games.
    """
    status = game.status
    if status == "over" and installation.store.results.of(game.header.game_id) is None:
        return "running"
    return None if game.has_ended and _is_unlisted(installation, game) else status


def expected_clocks(game: Game) -> dict[str, float]:
    """Return the entries that the list of clocks must have: one per decision of a present player with a deadline."""
    header, info = game.header, game.info
    if header.virtual or not game.to_act:
        return {}
    running = game_info.deadlines(header, info, game.position.decisions)
    return {
        timed.member: when / SECOND
        for timed, when in running.items()
        if timed.seat in game.to_act and game_info.stand_in(info, timed.seat, timed.decision) is None
    }


def _check_reaches(ruleset: AnyRuleset, raw: RawGame, version: int) -> None:
    """Raise BrokenLog if the snapshot has a later version than the log: the end of the log is lost."""
    if raw.snapshot is None:
        return
    try:
        reached = replay.decode(ruleset, raw.snapshot).version
    except msgspec.MsgspecError:
        return
    if reached > version:
        raise BrokenLog(version + 1, f"there is none, and the snapshot is of version {reached}")


def _agrees(log: Log, snapshot: bytes | None) -> bool:
    """Whether a snapshot is the position at the end of the log."""
    return snapshot == replay.encode(log.game.position)


def _jobs(installation: Installation, game_id: str) -> RepairableFault | None:
    """Return the jobs that have failed so often that they are not tried again."""
    failures = installation.store.failed_jobs.of(game_id).values()
    stopped = [each for each in failures if failed_jobs.has_stopped(installation, each)]
    named = ", ".join(f"{each.job} has failed {each.tries} times ({each.error})" for each in stopped)
    return RepairableFault("jobs", named) if named else None


def _result(installation: Installation, game: Game) -> RepairableFault | None:
    if game.status != "over" or installation.store.results.of(game.header.game_id) is not None:
        return None
    return RepairableFault("result", "is missing")


def _lists(installation: Installation, game: Game, log: Log) -> RepairableFault | None:
    status = listed_as(installation, game)
    if status is None:
        return None
    missing = installation.store.lists.missing(log.header, status, game.claims, game.info)
    return RepairableFault("lists", f"it is not in {', '.join(missing)}") if missing else None


def _due(installation: Installation, game: Game) -> RepairableFault | None:
    game_id = game.header.game_id
    job = pending_job(installation, game_id)
    if job is None or raw_game.due_at(installation.store.servers, game_id) is not None:
        return None
    return RepairableFault("due", f"its job {job.id} is not on the due list")


def _clocks(installation: Installation, game: Game) -> RepairableFault | None:
    expected = expected_clocks(game)
    there = raw_game.clocks_at(installation.store.servers, [*expected])
    now = installation.sources.now().timestamp()  # a clock keeper postpones an expired entry
    late = [member for member, when in expected.items() if member not in there or there[member] > when > now]
    return RepairableFault("clocks", f"no timely entry for {', '.join(late)}") if late else None


def _repair_snapshot(installation: Installation, game_id: str) -> str:
    log, raw = read_log(installation, game_id)
    snapshot, version = replay.encode(log.game.position), len(log.events)
    if _agrees(log, raw.snapshot):
        return ""
    done = raw_game.put_snapshot(installation.store.servers, game_id, version, snapshot)
    return f"snapshot of version {version} made from the log" if done else ""


def _repair_jobs(installation: Installation, game_id: str) -> str:
    installation.store.failed_jobs.forget(game_id)
    installation.store.due.put(game_id, installation.sources.now().timestamp())
    return "failures of its jobs forgotten: they are tried again"


def _repair_rules(installation: Installation, game_id: str) -> str:
    installation.store.failed_jobs.forget(game_id)
    return "the game continues" if faulty_games.resume(installation, game_id) else ""


def _is_damaged(installation: Installation, game_id: str) -> bool:
    """Whether the stored result of a game cannot be read."""
    try:
        installation.store.results.of(game_id)
    except GameUnreadable:
        return True
    return False


def _repair_result(installation: Installation, game_id: str) -> str:
    is_damaged = _is_damaged(installation, game_id)
    if is_damaged:
        raw_game.delete_result(installation.store.servers, game_id)
    if load(installation, game_id).status != "over":
        return "damaged result deleted" if is_damaged else ""
    games.score(installation, game_id)
    return "result computed and stored"


def _repair_lists(installation: Installation, game_id: str) -> str:
    game = load(installation, game_id)
    status = listed_as(installation, game)
    if status is None:
        return ""
    installation.store.lists.repair(game.header, status, game.claims, game.info)
    return f"listed as {status}"


def _repair_due(installation: Installation, game_id: str) -> str:
    installation.store.due.put(game_id, lease_end(installation))
    return "put on the due list"


def _repair_clocks(installation: Installation, game_id: str) -> str:
    entries = expected_clocks(load(installation, game_id))
    if entries:
        raw_game.put_clocks(installation.store.servers, entries)
    return f"{len(entries)} put on the list of clocks"


def _is_unlisted(installation: Installation, game: Game) -> bool:
    """Whether the time in which an ended game is listed has passed."""
    last, seconds = installation.store.last_event(game.header.game_id), installation.settings.listed_seconds
    at = last.at if last is not None and not game.header.virtual else game.header.created_at
    since = datetime.fromisoformat(game.info.aborted_at or at).timestamp()
    return bool(seconds) and since + seconds <= installation.sources.now().timestamp()


_REPAIRS: dict[Fault, Callable[[Installation, str], str]] = {
    "rules": _repair_rules,
    "snapshot": _repair_snapshot,
    "jobs": _repair_jobs,
    "result": _repair_result,
    "lists": _repair_lists,
    "due": _repair_due,
    "clocks": _repair_clocks,
}
