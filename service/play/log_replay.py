"""A log that is not trusted, played again event by event: where it is broken, and the position at its end."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from domain import replay
from domain.ruleset import AnyRuleset, IllegalAction, check
from service.play import game_info, history
from service.play.bottega import Bottega
from service.play.game import Game, encoded, rules_of
from service.store import Event, GameInfo, Header, read_each


class NotRepairable(Exception):
    """A game that cannot be helped; nothing has been changed. The message says why."""


class BrokenLog(NotRepairable):
    """A log that cannot be played again; the message says from which version on, and why."""

    def __init__(self, version: int, why: str) -> None:
        super().__init__(f"the log is broken at version {version}: {why}")
        self.version = version


def read_all(entries: Sequence[bytes]) -> list[Event]:
    """Read the entries of a log; raises Broken."""
    events: list[Event] = []
    try:
        for event in read_each(entries):
            events.append(event)
            if event.version != len(events):
                raise BrokenLog(len(events), f"what stands there is version {event.version}")
    except (ValueError, msgspec.MsgspecError) as error:
        raise BrokenLog(len(events) + 1, f"it cannot be read: {error}") from error
    return events


def fold(bottega: Bottega, header: Header, table: GameInfo, events: Iterable[Event]) -> Game:
    """Play a log again, checking each event; raises Broken and RulesNotHosted."""
    ruleset = rules_of(bottega, header)
    options = msgspec.json.decode(header.options, type=ruleset.options_type)
    start = replay.start(ruleset, options, len(header.seats), header.dice_seed)
    game = history.opening(Game(header, ruleset, start, table))
    for event in events:
        try:
            _carry_out(game, event)
        except (msgspec.MsgspecError, IllegalAction, replay.NothingToUndo, LookupError) as error:
            raise BrokenLog(event.version, f"{type(error).__name__}: {error}") from error
        game.table = game_info.after(header, game.table, event)
    return game


def _carry_out(game: Game, event: Event) -> None:
    """Carry out an event, in place, if it is legal and makes happen what is written; raises Broken and others."""
    ruleset, position, steps = game.ruleset, game.position, game.steps
    if event.change is not None:
        replay.pass_over(position)
    elif event.undoes is not None:
        if steps is None:
            raise BrokenLog(event.version, "it goes back, in a game without that")
        replay.go_back(ruleset, position, steps, event.undoes, game.options, game.seed)
    else:
        action = history.read(ruleset, event)
        _check_turn(game, event, action)
        if steps is None:
            told = replay.step(ruleset, position, event.seat, action, game.seed)
        else:
            told = replay.go_on(ruleset, position, steps, event.seat, action, game.seed)
        if _written(told) != [(bytes(fact), audience) for fact, audience in event.facts]:
            raise BrokenLog(event.version, "other things happened than are written")
    _check_asked(ruleset, position, event)


def _check_turn(game: Game, event: Event, action: Any) -> None:
    """Raise Broken or IllegalAction unless the seat may take the action now."""
    position = game.position
    if event.seat not in game.ruleset.to_act(position.state):
        raise BrokenLog(event.version, f"seat {event.seat} is not to act")
    if event.decision != position.asked[event.seat]:
        raise BrokenLog(event.version, f"it answers decision {event.decision}, not {position.asked[event.seat]}")
    check(game.ruleset, position.state, event.seat, action)


def _check_asked(ruleset: AnyRuleset, position: replay.GamePosition[Any], event: Event) -> None:
    """Raise Broken unless the event says what is to be decided after it."""
    to_act = tuple(ruleset.to_act(position.state))
    if event.over is bool(to_act) or event.to_act != to_act:
        raise BrokenLog(event.version, "others are to act after it than are written")
    if event.asked != tuple(position.asked[each] for each in to_act):
        raise BrokenLog(event.version, "other decisions are open after it than are written")


def _written(told: Sequence[replay.Told]) -> list[tuple[bytes, Any]]:
    """Write what has happened as events have it."""
    return [(bytes(encoded(fact)), audience) for fact, audience in told]
