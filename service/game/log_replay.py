"""Replay an untrusted log event by event, and find where it is broken."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from domain import replay
from domain.actions import IllegalAction, check
from service.game import game_info, history
from service.game.game import Game, encoded, rules_of
from service.installation.installation import Installation
from service.store import Event, GameInfo, Header, read_each


class NotRepairable(Exception):
    """A game that cannot be repaired; it is unchanged. The message says why."""


class BrokenLog(NotRepairable):
    """A log that cannot be replayed. The message says from which version on, and why."""

    def __init__(self, version: int, why: str) -> None:
        super().__init__(f"the log is broken at version {version}: {why}")
        self.version = version


def read_all(entries: Sequence[bytes]) -> list[Event]:
    """Return the events of a log. Raises BrokenLog."""
    events: list[Event] = []
    try:
        for event in read_each(entries):
            events.append(event)
            if event.version != len(events):
                raise BrokenLog(len(events), f"the entry has version {event.version}")
    except (ValueError, msgspec.MsgspecError) as error:
        raise BrokenLog(len(events) + 1, f"it cannot be read: {error}") from error
    return events


def replay_log(installation: Installation, header: Header, info: GameInfo, events: Iterable[Event]) -> Game:
    """Replay a log and check each event. Raises BrokenLog and RulesNotHosted."""
    ruleset = rules_of(installation, header)
    options = msgspec.json.decode(header.options, type=ruleset.options_type)
    start = replay.start(ruleset, options, len(header.seats), header.dice_seed)
    game = history.opening(Game(header, ruleset, start, info))
    for event in events:
        try:
            _check_and_apply(game, event)
        except (msgspec.MsgspecError, IllegalAction, replay.NothingToUndo, LookupError) as error:
            raise BrokenLog(event.version, f"{type(error).__name__}: {error}") from error
        game.info = game_info.after(header, game.info, event)
        _check_decisions(game, event)
    return game


def _check_and_apply(game: Game, event: Event) -> None:
    """Apply an event in place, if it is legal and has the recorded facts. Raises BrokenLog and others."""
    ruleset, position, steps = game.ruleset, game.position, game.steps
    if event.change is not UNSET:
        replay.skip_entry(position)
    elif event.undoes is not UNSET:
        if steps is None:
            raise BrokenLog(event.version, "it is an undo in a game without undo")
        replay.undo_step(ruleset, position, steps, event.undoes, game.options, game.seed)
    else:
        action = history.read(ruleset, event)
        _check_turn(game, event, action)
        if steps is None:
            facts = replay.step(ruleset, position, event.seat, action, game.seed)
        else:
            facts = replay.record_step(ruleset, position, steps, event.seat, action, game.seed)
        if _written(facts) != [(bytes(fact), audience) for fact, audience in event.facts]:
            raise BrokenLog(event.version, "the facts differ from the recorded ones")


def _check_turn(game: Game, event: Event, action: Any) -> None:
    position = game.position
    if event.seat not in game.ruleset.to_act(position.state):
        raise BrokenLog(event.version, f"seat {event.seat} need not act")
    if event.decision != position.decisions[event.seat]:
        raise BrokenLog(event.version, f"it is for decision {event.decision}, not {position.decisions[event.seat]}")
    check(game.ruleset, position.state, event.seat, action)


def _check_decisions(game: Game, event: Event) -> None:
    """Raise BrokenLog unless the event has the decisions that follow it.

    A game that resignations have ended has none. Older services played such a game on, to its end by the rules.
    """
    position = game.position
    to_act = tuple(game.ruleset.to_act(position.state))
    if game.is_decided and (event.to_act, event.decisions) == ((), ()):
        return
    if event.over is bool(to_act):
        raise BrokenLog(event.version, "the seats that must act differ from the recorded ones")
    if event.to_act != to_act:
        raise BrokenLog(event.version, "the seats that must act differ from the recorded ones")
    if event.decisions != tuple(position.decisions[each] for each in to_act):
        raise BrokenLog(event.version, "the pending decisions differ from the recorded ones")


def _written(facts: Sequence[replay.EmittedFact]) -> list[tuple[bytes, Any]]:
    return [(bytes(encoded(fact)), audience) for fact, audience in facts]
