"""Problems of tournaments: registration, organisation, rounds and results."""

from service.problems import Conflict, Forbidden, LimitReached, Missing


class TournamentNotFound(Missing, title="There is no such tournament"):
    """The tournament does not exist."""


class EntrantNotFound(Missing, title="The tournament has no such entrant"):
    """The tournament has no entrant with this number."""


class StageNotFound(Missing, title="The tournament has no such stage"):
    """The tournament has no such stage or group, or has not reached it."""


class RoundNotFound(Missing, title="The tournament has no such round"):
    """The tournament has no such round, or has not reached it."""


class TableNotFound(Missing, title="The round has no such table"):
    """The round has no table with this number."""


class NotOrganiser(Forbidden, title="Only the organiser or the staff may do this"):
    """The caller is neither the organiser, nor of the staff with the right, nor the entrant where this suffices."""


class WrongCode(Forbidden, title="The registration code is wrong"):
    """The tournament requires a registration code, which is missing or wrong."""


class WrongPin(Forbidden, title="The PIN is wrong"):
    """The PIN is not that of the guest."""


class TooManyPins(LimitReached, retry_after=900, title="Too many PINs were sent"):
    """Too many PINs were sent for the guest lately, right or wrong."""


class RegistrationClosed(Conflict, title="Registration is closed"):
    """No further entrants can register, or only the organiser can register them."""


class TournamentStarted(Conflict, title="The tournament has started"):
    """The tournament has already started or was cancelled."""


class TournamentNotRunning(Conflict, title="The tournament is not running"):
    """The tournament has not started, is paused, or has ended."""


class TournamentNotOver(Conflict, title="The tournament is not over"):
    """The tournament has not ended, so it has no record."""


class AlreadyEntered(Conflict, title="The entrant is already registered"):
    """The player, or an entrant of this name, is already registered."""


class TooManyTournaments(Conflict, title="The player organises too many tournaments"):
    """The player organises as many tournaments as the operator allows."""


class TournamentFull(Conflict, title="The tournament is full"):
    """The tournament has as many entrants as its plan allows."""


class TooFewEntrants(Conflict, title="There are too few entrants"):
    """There are too few entrants for a first round."""


class RoundNotFinished(Conflict, title="The round is still being played"):
    """A table of the round has no result yet."""


class InvalidPlan(Conflict, title="The tournament plan is invalid"):
    """The tournament cannot be played with this plan; `stage` is the number of the invalid stage, if any."""


class InvalidPairings(Conflict, title="The pairings are invalid"):
    """The pairings are invalid: an entrant has two places or does not play, or a table has a wrong size."""


class IncompletePairings(Conflict, title="Some entrants have no place in the round"):
    """Some entrants have no place in the round: no table, no bye, and they are not in `sitting_out`."""


class InvalidResult(Conflict, title="The match result is invalid"):
    """The ranks are not a valid result for the entrants of the match."""


class NoSeatToChoose(Conflict, title="No seat is to be chosen"):
    """The match has no break in which the loser of a game chooses a seat, or the seat was chosen."""


class LaterRoundSeated(Conflict, title="A later round has been paired"):
    """A later round has been paired that follows the round, or depends on the match; `round` is its number.

    `force` takes back that round, and all later ones.
    """


class RoundStarted(Conflict, title="The round has started"):
    """A human player has acted in a game of the round, a game has ended, or a match was decided.

    `force` deletes the round all the same.
    """


class ReasonMissing(Conflict, title="The correction needs a reason"):
    """A correction with `force` stops games that have started, so its `reason` is required."""


class ResultNotSet(Missing, title="The organiser has set no such result"):
    """The organiser has set no result for the match or game, so none can be withdrawn."""


class ClaimNotFound(Missing, title="The tournament has no such claim"):
    """The tournament has no claim with this number."""


class InvalidClaim(Conflict, title="The claim does not allow this now"):
    """The claim does not allow the step now, or the entrant has another pending claim about the match."""


class NotInMatch(Forbidden, title="Only an entrant of the match may do this"):
    """The caller is no entrant of the match."""


class ReentryClosed(Conflict, title="The entrant cannot re-enter"):
    """The entrant cannot take part again: it is not in this stage, or has missed a round of a knock-out.

    In a rated tournament the problem is also that the player of an entrant was deleted or merged since the entry.
    """


class InvalidChange(Conflict, title="The tournament cannot be changed in this way"):
    """The plan cannot be changed in this way: too much has been played, or there are too many entrants."""


class InvalidLineup(Conflict, title="The line-up is invalid"):
    """The line-up names no present members of one team, or the tournament has no matches of teams."""


class LineupClosed(Conflict, title="The line-up is closed"):
    """The line-up is not for the next round, or captains can no longer set it."""


class VacationNotAllowed(Conflict, title="The vacation is not allowed"):
    """The vacation is longer than the days that are left, or the entrant does not play."""


class ChallengeNotAllowed(Conflict, title="The challenge is not allowed"):
    """The entrant of a ladder cannot be challenged now: by its place, by a running match or by a recent one."""


class NoBracket(Conflict, title="The stage has no bracket"):
    """The stage is not a knock-out."""


class NotSwissPairs(Conflict, title="Only a Swiss with tables of two can be exported as TRF"):
    """Only a Swiss with two entrants per table can be exported as TRF."""
