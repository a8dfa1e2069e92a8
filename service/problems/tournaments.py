"""Problems of tournaments: registration, organisation, rounds and results."""

from collections.abc import Mapping
from typing import ClassVar

from service.problems.problem import ProblemError


class TournamentNotFound(ProblemError):
    """The tournament does not exist."""

    status = 404
    code = "tournament_not_found"
    title = "There is no such tournament"


class EntrantNotFound(ProblemError):
    """The tournament has no entrant with this number."""

    status = 404
    code = "entrant_not_found"
    title = "The tournament has no such entrant"


class StageNotFound(ProblemError):
    """The tournament has no such stage or group, or has not reached it."""

    status = 404
    code = "stage_not_found"
    title = "The tournament has no such stage"


class RoundNotFound(ProblemError):
    """The tournament has no such round, or has not reached it."""

    status = 404
    code = "round_not_found"
    title = "The tournament has no such round"


class TableNotFound(ProblemError):
    """The round has no table with this number."""

    status = 404
    code = "table_not_found"
    title = "The round has no such table"


class NotOrganiser(ProblemError):
    """The caller is neither the organiser nor, where this is sufficient, the entrant."""

    status = 403
    code = "not_organiser"
    title = "Only the organiser may do this"


class WrongCode(ProblemError):
    """The tournament requires a registration code, which is missing or wrong."""

    status = 403
    code = "wrong_code"
    title = "The registration code is wrong"


class RegistrationClosed(ProblemError):
    """No further entrants can register, or only the organiser can register them."""

    status = 409
    code = "registration_closed"
    title = "Registration is closed"


class TournamentStarted(ProblemError):
    """The tournament has already started or was cancelled."""

    status = 409
    code = "tournament_started"
    title = "The tournament has started"


class TournamentNotRunning(ProblemError):
    """The tournament has not started, is paused, or has ended."""

    status = 409
    code = "tournament_not_running"
    title = "The tournament is not running"


class TournamentNotOver(ProblemError):
    """The tournament has not ended, so it has no record."""

    status = 409
    code = "tournament_not_over"
    title = "The tournament is not over"


class AlreadyEntered(ProblemError):
    """The player, or a level of this name, is already an entrant."""

    status = 409
    code = "already_entered"
    title = "The entrant is already registered"


class TournamentFull(ProblemError):
    """The tournament has as many entrants as its plan allows."""

    status = 409
    code = "tournament_full"
    title = "The tournament is full"


class TooFewEntrants(ProblemError):
    """There are too few entrants for a first round."""

    status = 409
    code = "too_few_entrants"
    title = "There are too few entrants"


class RoundNotFinished(ProblemError):
    """A table of the round has no result yet."""

    status = 409
    code = "round_not_finished"
    title = "The round is still being played"


class InvalidPlan(ProblemError):
    """The tournament cannot be played with this plan; `stage` is the number of the invalid stage, if any."""

    status = 409
    code = "invalid_plan"
    title = "The tournament plan is invalid"


class InvalidPairings(ProblemError):
    """The pairings are invalid: an entrant has two places or does not play, or a table has a wrong size."""

    status = 409
    code = "invalid_pairings"
    title = "The pairings are invalid"


class IncompletePairings(ProblemError):
    """Some entrants have no place in the round: no table, no bye, and they are not in `sitting_out`."""

    status = 409
    code = "incomplete_pairings"
    title = "Some entrants have no place in the round"


class InvalidResult(ProblemError):
    """The ranks are not a valid result for the entrants of the match."""

    status = 409
    code = "invalid_result"
    title = "The match result is invalid"


class LaterRoundSeated(ProblemError):
    """A later round has been paired that follows the round, or depends on the match."""

    status = 409
    code = "later_round_seated"
    title = "A later round has been paired"


class RoundStarted(ProblemError):
    """A human player has acted in a game of the round, a game has ended, or a match was decided."""

    status = 409
    code = "round_started"
    title = "The round has started"


class ResultNotSet(ProblemError):
    """The organiser has set no result for the match or game, so none can be withdrawn."""

    status = 404
    code = "result_not_set"
    title = "The organiser has set no such result"


class ReentryClosed(ProblemError):
    """The entrant cannot take part again: it is not in this stage, or has missed a round of a knock-out."""

    status = 409
    code = "reentry_closed"
    title = "The entrant cannot re-enter"


class InvalidChange(ProblemError):
    """The plan cannot be changed in this way: too much has been played, or there are too many entrants."""

    status = 409
    code = "invalid_change"
    title = "The tournament cannot be changed in this way"


class NoBracket(ProblemError):
    """The stage is not a knock-out."""

    status = 409
    code = "no_bracket"
    title = "The stage has no bracket"


class NotSwissPairs(ProblemError):
    """Only a Swiss with two entrants per table can be exported as TRF."""

    status = 409
    code = "not_swiss_pairs"
    title = "Only a Swiss with tables of two can be exported as TRF"


class TournamentBusy(ProblemError):
    """Too many requests change the tournament at the same time, or the games of a round are being created."""

    status = 503
    code = "tournament_busy"
    title = "The tournament is busy"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "1"}
