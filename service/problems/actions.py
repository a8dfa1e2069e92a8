"""Problems of actions, clocks, undo, hints and samples."""

from service.problems.base import Conflict, Unavailable


class DecisionClosed(Conflict, title="The decision is not pending"):
    """The decision of the request is not pending; `decision` is the pending one, if any."""


class TimeExpired(Conflict, title="The deadline has passed"):
    """The deadline of the decision passed before the action arrived."""


class ClockNotVirtual(Conflict, title="The game has no virtual clock"):
    """The clock of the game runs in real time."""


class ClockChangeNotAllowed(Conflict, title="The clocks cannot be changed this way"):
    """The game has no clock or time budget, is rated without another human player, or the seat did it too often."""


class UndoNotAllowed(Conflict, title="Undo is not allowed in this game"):
    """The game was created without undo, as all rated games are."""


class UndoModeUnavailable(Conflict, title="The ruleset does not have this undo mode"):
    """The ruleset does not have the undo mode; `undo_modes` of `getRuleset` lists those that it has."""


class NothingToUndo(Conflict, title="There is nothing to undo"):
    """The seat has no action of its own at this place that could be undone."""


class UndoTooLate(Conflict, title="It is too late to undo"):
    """Since the action another seat has acted, something was drawn at random, or hidden information was revealed."""


class NoUndosLeft(Conflict, title="The seat has no undos left"):
    """The seat has reached the maximum number of undos per game."""


class ActionQueueDisabled(Conflict, title="The game has no action queues"):
    """The creator of the game allows no action queues: see `queued_actions` of `createGame`."""


class HintsDisabled(Conflict, title="Rated games have no hints"):
    """Rated games have no hints."""


class NoHintsLeft(Conflict, title="The seat has no hints left"):
    """The seat has used all hints of the game; waiting does not help."""


class HintNotReady(Unavailable, title="The hint is not ready yet"):
    """The hint is still being computed; a retry for the same decision costs nothing."""


class SamplingDisabled(Conflict, title="Rated games have no sampled positions"):
    """Rated games have no sampled positions."""
