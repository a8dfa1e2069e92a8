"""Acting in a game: decisions and their clocks, undoing, and advice."""

from collections.abc import Mapping
from typing import ClassVar

from service.problems.problem import ProblemError


class DecisionClosed(ProblemError):
    """The decision quoted is not open any more, or not yet; `decision` is the open one, if there is one."""

    status = 409
    code = "decision_closed"
    title = "The decision is not open"


class TimeExpired(ProblemError):
    """The time of the decision was up before the answer came."""

    status = 409
    code = "time_expired"
    title = "The time is up"


class ClockNotVirtual(ProblemError):
    """The game's clock goes by itself."""

    status = 409
    code = "clock_not_virtual"
    title = "The game has no virtual clock"


class UndoOff(ProblemError):
    """The game was created without undoing, as all rated games are."""

    status = 409
    code = "undo_not_allowed"
    title = "Nothing is taken back in this game"


class UndoModeUnavailable(ProblemError):
    """The ruleset does not have the undo mode; `undo_modes` of `getRuleset` lists those that it has."""

    status = 409
    code = "undo_mode_unavailable"
    title = "The ruleset does not have this undo mode"


class NothingToUndo(ProblemError):
    """The seat has no action of its own there that could be taken back."""

    status = 409
    code = "nothing_to_undo"
    title = "There is nothing to take back"


class UndoTooLate(ProblemError):
    """Somebody else has acted since, something was drawn, or something hidden was shown, if only by its absence."""

    status = 409
    code = "undo_too_late"
    title = "It is too late to take it back"


class NoUndosLeft(ProblemError):
    """The seat has taken back as often as a seat may in one game."""

    status = 409
    code = "no_undos_left"
    title = "The seat has no undo left"


class HintsDisabled(ProblemError):
    """The game is rated: nobody gets hints."""

    status = 409
    code = "hints_disabled"
    title = "A rated game is played without hints"


class NoHintsLeft(ProblemError):
    """The seat has had all hints that the game grants it; waiting brings no more."""

    status = 429
    code = "no_hints_left"
    title = "The seat has no hints left"


class HintNotReady(ProblemError):
    """The hint is still being worked out; asking again for the same decision costs nothing."""

    status = 503
    code = "hint_not_ready"
    title = "The hint is not ready yet"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "1"}


class SamplingDisabled(ProblemError):
    """The game is rated: nobody gets worlds."""

    status = 409
    code = "sampling_disabled"
    title = "A rated game is played without drawn worlds"
