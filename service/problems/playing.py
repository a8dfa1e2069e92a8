"""Problems of actions, clocks, undo, hints and samples."""

from collections.abc import Mapping
from typing import ClassVar

from service.problems.problem import ProblemError


class DecisionClosed(ProblemError):
    """The decision of the request is not pending; `decision` is the pending one, if any."""

    status = 409
    code = "decision_closed"
    title = "The decision is not pending"


class TimeExpired(ProblemError):
    """The deadline of the decision passed before the action arrived."""

    status = 409
    code = "time_expired"
    title = "The deadline has passed"


class ClockNotVirtual(ProblemError):
    """The clock of the game runs in real time."""

    status = 409
    code = "clock_not_virtual"
    title = "The game has no virtual clock"


class UndoOff(ProblemError):
    """The game was created without undo, as all rated games are."""

    status = 409
    code = "undo_not_allowed"
    title = "Undo is not allowed in this game"


class UndoModeUnavailable(ProblemError):
    """The ruleset does not have the undo mode; `undo_modes` of `getRuleset` lists those that it has."""

    status = 409
    code = "undo_mode_unavailable"
    title = "The ruleset does not have this undo mode"


class NothingToUndo(ProblemError):
    """The seat has no action of its own at this place that could be undone."""

    status = 409
    code = "nothing_to_undo"
    title = "There is nothing to undo"


class UndoTooLate(ProblemError):
    """Since the action another seat has acted, something was drawn at random, or hidden information was revealed."""

    status = 409
    code = "undo_too_late"
    title = "It is too late to undo"


class NoUndosLeft(ProblemError):
    """The seat has reached the maximum number of undos per game."""

    status = 409
    code = "no_undos_left"
    title = "The seat has no undos left"


class HintsDisabled(ProblemError):
    """Rated games have no hints."""

    status = 409
    code = "hints_disabled"
    title = "Rated games have no hints"


class NoHintsLeft(ProblemError):
    """The seat has used all hints of the game; waiting does not help."""

    status = 429
    code = "no_hints_left"
    title = "The seat has no hints left"


class HintNotReady(ProblemError):
    """The hint is still being computed; a retry for the same decision costs nothing."""

    status = 503
    code = "hint_not_ready"
    title = "The hint is not ready yet"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "1"}


class SamplingDisabled(ProblemError):
    """Rated games have no sampled positions."""

    status = 409
    code = "sampling_disabled"
    title = "Rated games have no sampled positions"
