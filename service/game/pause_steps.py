"""Compute from the events of a log which players have to hear of a pause: of a request, its start and its end.

The functions are pure, and give equal results for new and past events.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from service.game import pauses
from service.game.clocks import moment_of
from service.resources.messages import PauseStep
from service.store import Event, GameInfo, Header
from service.store.clock_types import LatestPauseStep

_STEPS: Final[Mapping[str, PauseStep]] = {
    "pause_requested": "requested",
    "pause_declined": "declined",
    "paused": "paused",
    "resumed": "resumed",
}


def after_event(header: Header, before: GameInfo, after: GameInfo, event: Event) -> GameInfo:
    """Return the game info after an event, with the latest step of a pause; an action that ends no pause removes it."""
    if event.change is UNSET:
        was_paused = pauses.is_paused(before, moment_of(event.at)) and not pauses.is_paused(after)
        return _with_step(after, _step_of(header, after, event, "resumed") if was_paused else UNSET)
    step = _STEPS.get(event.change.kind)
    if step is None:
        return after
    return _with_step(after, _step_of(header, before if step == "declined" else after, event, step))


def _with_step(info: GameInfo, latest: LatestPauseStep | UnsetType) -> GameInfo:
    return info if info.pause_step == latest else replace(info, pause_step=latest)


def _step_of(header: Header, info: GameInfo, event: Event, step: PauseStep) -> LatestPauseStep:
    """Return the step for the human players who do not know of an event: a new turn says that the game goes on."""
    agreed = info.pause.agreed if info.pause is not UNSET else ()
    gone = {each.seat for each in info.resigned} | {event.seat}
    if event.change is UNSET:
        gone.update(event.to_act)
    elif step == "requested":
        gone.update(agreed)
    others = [seat for seat in range(len(header.seats)) if pauses.is_human(header, info, seat) and seat not in gone]
    return LatestPauseStep(event.version, step, tuple(seat for seat in others if step != "declined" or seat in agreed))
