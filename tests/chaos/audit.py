"""The auditor: compares a game, read through the API and from Redis, with the acknowledged actions."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from domain import replay
from domain.registry import RULESETS
from service.store import Store
from tests.chaos.games import ClientGame, Queue

MOST_EVENTS = 100_000


def faults(game: ClientGame, store: Store) -> list[str]:
    """List the errors of a game that was played to its end; empty if there are none."""
    found = [*_log_faults(game), *_store_faults(game, store)]
    return [f"{game.ruleset} {game.game_id}: {fault}" for fault in found]


def _log_faults(game: ClientGame) -> Iterator[str]:
    """Compare the logs that the seats see with the events they received."""
    logs = {seat: game.log(seat) for seat in [None, *game.tokens]}
    for seat, log in logs.items():
        if [event["version"] for event in log] != [*range(1, len(log) + 1)]:
            yield f"the log that seat {seat} sees has gaps or repetitions"
    if len({len(log) for log in logs.values()}) > 1:
        yield "the seats see logs of different length"
    for reported in game.acknowledged:
        event = logs[reported.seat][reported.version - 1] if reported.version <= len(logs[reported.seat]) else None
        if event is None or (event["seat"], event.get("action")) != (reported.seat, reported.action):
            yield f"seat {reported.seat} received {reported} and the log has {event}"
    carried_out = {index: _carried_out(queue, logs[queue.seat]) for index, queue in enumerate(game.queues)}
    for index, actions in carried_out.items():
        if not _is_fulfilled(game.queues[index], actions, len(logs[None])):
            yield f"{game.queues[index]} led to {actions}"
    yield from _notice_faults(game) if game.queueing else ()
    done, reported_by = (
        Counter(event["seat"] for event in logs[None] if event["seat"] in game.tokens),
        Counter(each.seat for each in game.acknowledged)
        + Counter(game.queues[index].seat for index, actions in carried_out.items() for _ in actions),
    )
    if done != reported_by:
        yield f"the seats have acted {dict(done)} times and received or queued this {dict(reported_by)} times"


def _notice_faults(game: ClientGame) -> Iterator[str]:
    """Compare the dropped queues of the player with the notices about them."""
    own = [each for each in game.queues if each.seat == 0]
    dropped, noticed = Counter(each.dropped["version"] for each in own if each.dropped is not None), game.drops()
    again = {version for each in own if each.is_repeated for version in range(each.after + 1, each.until + 1)}
    if dropped - Counter(noticed) or not (Counter(noticed) - dropped).keys() <= again:
        yield f"queues were dropped at {sorted(dropped)}, and the player has notices of {noticed}"


def _carried_out(queue: Queue, log: list[dict[str, Any]]) -> list[Any]:
    """Return the actions that a seat took while its queue waited, for decisions that the queue answers."""
    own = [each for each in log[queue.after : queue.until] if each["seat"] == queue.seat]
    return [each["action"] for each in own if each["decision"] > queue.after]


def _is_fulfilled(queue: Queue, actions: list[Any], length: int) -> bool:
    """Whether each queued action was carried out once and in order, up to the drop or the end of the game."""
    if actions != queue.actions[: len(actions)]:
        return False
    if queue.dropped is not None:
        return len(actions) < len(queue.actions)
    return len(actions) == len(queue.actions) or queue.until == length or not queue.is_acknowledged


def _store_faults(game: ClientGame, store: Store) -> Iterator[str]:
    """Compare log, snapshot and result in Redis."""
    rules, header = RULESETS[game.ruleset], store.header(game.game_id)
    assert header is not None
    options = msgspec.json.decode(header.options, type=rules.options_type)
    _, events = store.events(game.game_id, 0, MOST_EVENTS)
    moves = [(event.seat, msgspec.json.decode(event.action, type=rules.action_type)) for event in events]
    position = replay.replay(rules, options, len(header.seats), header.dice_seed, moves)
    stored = store.load(game.game_id)
    if stored is None or replay.encode(position) != stored.snapshot:
        yield "the log does not lead to the snapshot"
    result = game.get("/result")
    if [each["rank"] for each in result["seats"]] != [each["rank"] for each in game.get("/view")["outcome"]]:
        yield "the result is not that of the last position"
