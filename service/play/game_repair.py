"""What is wrong with a game, and mending it from its header and log: nothing of that changes the game itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

import msgspec

from domain import replay
from domain.ruleset import AnyRuleset
from service.play import game_info, games, log_replay
from service.play.bottega import Bottega
from service.play.clocks import SECOND
from service.play.game import Game, is_game_id, load, rules_of
from service.play.log_replay import BrokenLog, NotRepairable
from service.play.pending_jobs import lease_end, pending_job
from service.problems import GameNotFound
from service.store import Event, GameInfo, Header, Status, Store, raw_game
from service.store.raw_game import RawGame
from service.store.unreadable import reading

Fault = Literal["snapshot", "result", "lists", "due", "clocks"]


class RepairableFault(NamedTuple):
    """Something that is wrong, and can be mended."""

    fault: Fault
    told: str


@dataclass(frozen=True)
class Log:
    """A log that is whole, and the position at its end."""

    header: Header
    events: Sequence[Event]
    game: Game


def read_log(bottega: Bottega, game_id: str) -> tuple[Log, RawGame]:
    """Read a game and play its log again, without its snapshot; raises GameNotFound, RulesNotHosted and Untouched."""
    kept = _read(bottega, game_id) if is_game_id(game_id) else RawGame(None, None, ())
    if kept.header is None and bottega.store.archived.has(game_id):
        raise NotRepairable("The game is in the archive, and not in Redis: `bottega games recall` takes it back")
    if kept.header is None:
        if is_game_id(game_id):
            bottega.store.header(game_id)  # which says so where it is a key of another type
        left = " Its log is there, and nothing can be made of it without its header." if kept.log else ""
        raise GameNotFound(f"Redis has no game with this id.{left}")
    with reading(game_id, "header"):
        header = msgspec.json.decode(kept.header, type=Header)
    events = log_replay.read_all(kept.log)
    game = log_replay.fold(bottega, header, bottega.store.info(game_id), events)
    _check_reaches(rules_of(bottega, header), kept, len(events))
    return Log(header, events, game), kept


def _read(bottega: Bottega, game_id: str) -> RawGame:
    """Read header, snapshot and log; raises GameUnreadable where one is a key of another type."""
    with reading(game_id, "log"):
        return raw_game.read(bottega.store.servers, game_id)


def without_holder(store: Store, header: Header, table: GameInfo) -> list[int]:
    """List the seats of human players of whom nothing is kept: their tokens open nothing, and cannot be made again.

    Each has had a holder since the game was created, who may have left since. A seat that was filled by a tournament or
    by a seek may have none: its player may have gone before.
    """
    if header.tournament is not None or table.seeks:
        return []
    held = store.seats.all(header.game_id)
    return [seat for seat, setup in enumerate(header.seats) if setup.kind == "human" and seat not in held]


def faults(bottega: Bottega, game_id: str) -> list[RepairableFault]:
    """List all that is wrong and can be mended; what follows from the snapshot is looked at once that is right.

    Raises GameNotFound, RulesNotHosted, Broken, GameUnreadable, and one of OUTAGES.
    """
    log, kept = read_log(bottega, game_id)
    if not _agrees(log, kept.snapshot):
        return [RepairableFault("snapshot", "is missing" if kept.snapshot is None else "is not what the log leads to")]
    game = load(bottega, game_id)
    found = [_result(bottega, game), _lists(bottega, game, log), _due(bottega, game), _clocks(bottega, game)]
    return [each for each in found if each is not None]


def mend(bottega: Bottega, game_id: str, fault: Fault) -> str:
    """Mend what is wrong, and say what was done; does nothing where it has been mended since.

    Raises GameNotFound, RulesNotHosted, Broken, GameBusy, and one of OUTAGES.
    """
    return _MENDERS[fault](bottega, game_id)


def listed_as(bottega: Bottega, game: Game) -> Status | None:
    """Return in which lists a game should stand; None if it was taken out of them in its time.

    A game that is over is moved when it is scored.
    """
    status = game.status
    if status == "over" and bottega.store.result(game.header.game_id) is None:
        return "running"
    return None if status in ("over", "aborted") and _is_unlisted(bottega, game) else status


def expected_clocks(game: Game) -> dict[str, float]:
    """Return which entries must stand on the list of clocks: of each decision that its player is to answer in time."""
    header, table = game.header, game.table
    if header.virtual or not game.to_act or game_info.is_decided(header, table):
        return {}
    running = game_info.running(header, table, game.position.asked)
    return {
        asked.member: when / SECOND
        for asked, when in running.items()
        if asked.seat in game.to_act and game_info.stand_in(table, asked.seat, asked.decision) is None
    }


def _check_reaches(ruleset: AnyRuleset, kept: RawGame, version: int) -> None:
    """Raise Broken where the snapshot is of a later version than the log: its end is lost."""
    if kept.snapshot is None:
        return
    try:
        reached = replay.decode(ruleset, kept.snapshot).version
    except msgspec.MsgspecError:
        return
    if reached > version:
        raise BrokenLog(version + 1, f"there is none, and the snapshot is of version {reached}")


def _agrees(log: Log, snapshot: bytes | None) -> bool:
    """Return whether a snapshot is the position at the end of the log."""
    return snapshot == replay.encode(log.game.position)


def _result(bottega: Bottega, game: Game) -> RepairableFault | None:
    """Look whether a finished game has its result."""
    if game.status != "over" or bottega.store.result(game.header.game_id) is not None:
        return None
    return RepairableFault("result", "is missing")


def _lists(bottega: Bottega, game: Game, log: Log) -> RepairableFault | None:
    """Look whether a game stands in the lists in which it is looked for."""
    status = listed_as(bottega, game)
    if status is None:
        return None
    missing = bottega.store.lists.missing(log.header, status, game.claims, game.table)
    return RepairableFault("lists", f"it is not in {', '.join(missing)}") if missing else None


def _due(bottega: Bottega, game: Game) -> RepairableFault | None:
    """Look whether a game that owes a job is on the due list."""
    game_id = game.header.game_id
    job = pending_job(bottega, game_id)
    if job is None or raw_game.due_at(bottega.store.servers, game_id) is not None:
        return None
    return RepairableFault("due", f"it owes the job {job.id} and is not on the due list")


def _clocks(bottega: Bottega, game: Game) -> RepairableFault | None:
    """Look whether the clocks that run are on their list, in time."""
    expected = expected_clocks(game)
    there = raw_game.clocks_at(bottega.store.servers, [*expected])
    now = bottega.sources.now().timestamp()  # what is up is put off by whoever looks at it
    late = [member for member, when in expected.items() if member not in there or there[member] > when > now]
    return RepairableFault("clocks", f"nobody looks at {', '.join(late)} in time") if late else None


def _mend_snapshot(bottega: Bottega, game_id: str) -> str:
    """Make the snapshot anew."""
    log, kept = read_log(bottega, game_id)
    snapshot, version = replay.encode(log.game.position), len(log.events)
    if _agrees(log, kept.snapshot):
        return ""
    done = raw_game.put_snapshot(bottega.store.servers, game_id, version, snapshot)
    return f"snapshot of version {version} made from the log" if done else ""


def _mend_result(bottega: Bottega, game_id: str) -> str:
    """Score the game."""
    games.score(bottega, game_id)
    return "result worked out and kept"


def _mend_lists(bottega: Bottega, game_id: str) -> str:
    """Put the game into its lists."""
    game = load(bottega, game_id)
    status = listed_as(bottega, game)
    if status is None:
        return ""
    bottega.store.lists.repair(game.header, status, game.claims, game.table)
    return f"listed as {status}"


def _mend_due(bottega: Bottega, game_id: str) -> str:
    """Put the game on the due list, and have the sweeper look at it soon."""
    bottega.store.due.put(game_id, lease_end(bottega))
    return "put on the due list"


def _mend_clocks(bottega: Bottega, game_id: str) -> str:
    """Put the clocks that run on their list."""
    entries = expected_clocks(load(bottega, game_id))
    if entries:
        raw_game.put_clocks(bottega.store.servers, entries)
    return f"{len(entries)} put on the list of clocks"


def _is_unlisted(bottega: Bottega, game: Game) -> bool:
    """Whether the time is over for which a game is listed that has ended."""
    last, seconds = bottega.store.last_event(game.header.game_id), bottega.settings.listed_seconds
    at = last.at if last is not None and not game.header.virtual else game.header.created_at
    since = datetime.fromisoformat(game.table.aborted_at or at).timestamp()
    return bool(seconds) and since + seconds <= bottega.sources.now().timestamp()


_MENDERS: dict[Fault, Callable[[Bottega, str], str]] = {
    "snapshot": _mend_snapshot,
    "result": _mend_result,
    "lists": _mend_lists,
    "due": _mend_due,
    "clocks": _mend_clocks,
}
