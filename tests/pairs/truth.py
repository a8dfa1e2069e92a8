"""What is true of a game, and what each seat may know of it: the log replayed by the rules alone.

`Truth` knows nothing of the service but the stored log and the seed. Views, actions and facts of each viewer follow
from the ruleset: `view`, `observe`, and the audience of each fact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import UNSET

from domain import replay
from domain.ruleset import AnyRuleset
from service.installation.installation import Installation
from service.store import Event, Header
from tests.pairs.dimensions import HOSTED

MOST_EVENTS = 100_000


@dataclass(frozen=True)
class Moment:
    """An event of a game, with what follows from it."""

    event: Event
    action: Any
    facts: list[replay.EmittedFact]
    state: Any
    """The state after the event."""
    decisions: list[int]
    to_act: tuple[int, ...]


@dataclass(frozen=True)
class Truth:
    """A game, replayed from its log."""

    header: Header
    ruleset: AnyRuleset
    first: Any
    first_to_act: tuple[int, ...]
    moments: list[Moment]
    aborted_at: str
    is_over: bool

    @property
    def version(self) -> int:
        return len(self.moments)

    def state(self, version: int) -> Any:
        """Return the state at a version."""
        return self.moments[version - 1].state if version else self.first

    def view(self, version: int, seat: int | None) -> Any:
        """Return what a seat, or a spectator, sees at a version."""
        return plain(self.ruleset.view(self.state(version), seat))

    def action(self, version: int, seat: int | None) -> Any:
        """Return what a seat, or a spectator, sees of an action; None for a change of who plays."""
        moment = self.moments[version - 1]
        if moment.event.change is not UNSET:
            return None
        if seat == moment.event.seat:
            return plain(moment.action)
        return plain(self.ruleset.observe(moment.action, moment.event.seat, seat))

    def facts(self, version: int, seat: int | None) -> Any:
        """Return the facts of an event that a seat, or a spectator, may know."""
        facts = self.moments[version - 1].facts
        return [plain(fact) for fact, audience in facts if audience is None or seat in audience]


def plain(value: Any) -> Any:
    """Return a value as it is after a journey through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def truth_of(installation: Installation, game_id: str) -> Truth | None:
    """Replay a game; None if there is none."""
    header = installation.store.header(game_id)
    if header is None:
        return None
    ruleset = HOSTED[header.ruleset]
    options = msgspec.json.decode(header.options, type=ruleset.options_type)
    position = replay.start(ruleset, options, len(header.seats), header.dice_seed)
    first, steps, moments = ruleset.clone(position.state), list[replay.Step](), list[Moment]()
    _, events = installation.store.events(game_id, 0, MOST_EVENTS)
    for event in events:
        moments.append(_moment(ruleset, options, header, position, steps, event))
    info = installation.store.info(game_id)
    has_level = bool(info.levels) or any(each.kind == "ai" for each in header.seats)
    is_over = bool(moments) and (not moments[-1].to_act or is_won(moments, len(header.seats), has_level=has_level))
    return Truth(
        header,
        ruleset,
        first,
        tuple(ruleset.to_act(first)),
        moments,
        info.aborted_at,
        is_over,
    )


def is_won(moments: Sequence[Moment], seats: int, *, has_level: bool) -> bool:
    """Whether at most one seat is left that neither resigned nor forfeited, and some player has come."""
    gone = {each.seat for each in _changes(moments) if each.change.kind in ("resigned", "forfeited")}
    came = has_level or any(_is_of_player(each.event) for each in moments)
    return len(gone) >= (seats - 1 if came else seats)


def _changes(moments: Sequence[Moment]) -> Iterator[Any]:
    return (each.event for each in moments if each.event.change is not UNSET)


def _is_of_player(event: Event) -> bool:
    if event.change is not UNSET:
        return event.change.kind in ("resigned", "returned")
    return event.by is UNSET


def _moment(
    ruleset: AnyRuleset, options: Any, header: Header, position: Any, steps: list[replay.Step], event: Event
) -> Moment:
    action, facts = None, list[replay.EmittedFact]()
    if event.change is not UNSET:
        replay.skip_entry(position)
    elif event.undoes is not UNSET:
        shown = replay.undo_step(ruleset, position, steps, event.undoes, options, header.dice_seed)
        action = shown.action
    else:
        action = msgspec.json.decode(event.action, type=ruleset.action_type)
        facts = replay.record_step(ruleset, position, steps, event.seat, action, header.dice_seed)
    return Moment(
        event,
        action,
        facts,
        ruleset.clone(position.state),
        [*position.decisions],
        tuple(ruleset.to_act(position.state)),
    )
