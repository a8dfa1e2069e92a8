"""The notices that are due of a game: they follow from its position and its game info."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from service.game import game_info, pauses, queues
from service.game.clocks import deadline, time_of
from service.game.game import Game
from service.installation.clock_and_ids import written
from service.resources.messages import (
    AbortedMessage,
    ForfeitedMessage,
    GameEnd,
    OverMessage,
    PauseMessage,
    QueueDroppedMessage,
    ScoredMessage,
    SeatedMessage,
    TakenOverMessage,
    WebhookMessage,
    YourTurnMessage,
    type_of,
)
from service.store import Status, StoredNotice
from service.store.clock_types import StandIn

ENDS: Mapping[Status, type[WebhookMessage[GameEnd]]] = {"over": OverMessage, "aborted": AbortedMessage}
"""The message about the end of a game, by the status of the game."""


def expected_notices(game: Game, seat: int, at: str, *, scored: bool = False) -> list[StoredNotice]:
    """Return all notices that the player of a seat should have received by now, in order."""
    new = partial(notice_of, game, seat, at)
    version, decision, status = game.position.version, game.position.decisions[seat], game.status
    notices = [replace(new(SeatedMessage, version), seek=game.info.seeks.get(seat, UNSET))]
    if status in ENDS:
        notices.append(replace(new(ENDS[status], version), ended_by=game.ended_by))
    elif _turn_begins(game, seat):
        turn = new(YourTurnMessage, decision)
        notices.append(replace(turn, decision=decision, deadline=deadline_of(game, seat)))
    replaced = _replaced(game, seat)
    if replaced is not None:
        notices.insert(1, _taken_over(game, replaced, at))
    dropped = queues.drop_of(game, seat)
    if dropped is not None and status == "running":
        about_drop = replace(new(QueueDroppedMessage, dropped.version), reason=dropped.reason, drop=dropped.number)
        notices.insert(1, about_drop)  # before the turn, which the queue has held back
    latest = game.info.pause_step
    if latest is not UNSET and status == "running" and seat in latest.seats:
        notices.insert(1, replace(new(PauseMessage, latest.version), pause=latest.step))
    if scored:
        record_hash = game.info.record_hash or UNSET
        notices.append(replace(new(ScoredMessage, version), record_hash=record_hash, ended_by=game.ended_by))
    return notices


def notice_of(game: Game, seat: int, at: str, message: type[WebhookMessage[Any]], version: int) -> StoredNotice:
    """Return a notice of the type of a message, without the fields of its type."""
    return StoredNotice(type_of(message), at, game.header.game_id, game.ruleset.name, version, seat)


def _replaced(game: Game, seat: int) -> StandIn | None:
    """Return who plays a seat after a timeout of its player; None without a timeout."""
    found = (each for each in game.info.stand_ins if each.seat == seat and each.reason == "time")
    return next(found, None)


def _taken_over(game: Game, replaced: StandIn, at: str) -> StoredNotice:
    """Return the notice of a takeover or forfeit."""
    has_lost = game_info.has_resigned(game.info, replaced.seat)
    return replace(
        notice_of(game, replaced.seat, at, ForfeitedMessage if has_lost else TakenOverMessage, replaced.since),
        decision=replaced.since,
        level=replaced.level or UNSET,
        until_return=UNSET if has_lost else replaced.decision is UNSET,
    )


def dropped_queues(game: Game) -> list[int]:
    """List the seats of players whose queue was dropped at this version."""
    version, players = game.position.version, game.players
    return [seat for seat, each in game.info.queue_drops.items() if each.version == version and seat in players]


def _is_turn(game: Game, seat: int) -> bool:
    """Whether a seat's own player must act."""
    if seat not in game.to_act:
        return False
    return game_info.stand_in(game.info, seat, game.position.decisions[seat]) is None


def _turn_begins(game: Game, seat: int) -> bool:
    """Whether a seat's own player must act, and did not open the decision by an action of the same turn."""
    return _is_turn(game, seat) and game.info.own_turns.get(seat) != game.position.decisions[seat]


def deadline_of(game: Game, seat: int) -> str | UnsetType:
    """Return the deadline of a seat's pending decision; UNSET while its clock does not run."""
    clock = game.header.clock
    due_at = None if clock is UNSET else deadline(clock, pauses.clocks_after(game.info)[seat])
    return UNSET if due_at is None else written(time_of(due_at))


def concerned_seats(game: Game) -> list[int]:
    """List the watched seats whose turn or pause the last event has changed; all watched seats after the end."""
    decisions, latest = game.position.decisions, game.info.pause_step
    return [
        seat
        for seat in watched_seats(game)
        if not game.to_act
        or (_turn_begins(game, seat) and decisions[seat] == game.position.version)
        or (latest is not UNSET and latest.version == game.position.version and seat in latest.seats)
    ]


def watched_seats(game: Game) -> list[int]:
    """List the seats of players; all seats of human players if the game has webhooks or a creator with a player id."""
    humans = [seat for seat, setup in enumerate(game.seats) if setup.kind != "ai"] if other_owners(game) else []
    return sorted({*game.players, *humans})


def other_owners(game: Game) -> Sequence[str]:
    """Return the owners of the webhooks for notices of all seats: the game, and its creator if known."""
    creator = [game.header.creator] if game.header.creator else []
    return [game.header.game_id, *creator] if game.info.webhooks else creator


def is_answered(game: Game, notice: StoredNotice) -> bool:
    """Whether a notice is about a turn that the queue of its player answers. Others must not see the difference."""
    return notice.type == "your_turn" and queues.is_due(game, notice.seat)
