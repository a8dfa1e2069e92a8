"""Problems: why a request fails, each with its stable code. `errors` shows them to the client."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class ProblemError(Exception):
    """A request that cannot be carried out; nothing has been changed."""

    status: ClassVar[int]
    code: ClassVar[str]
    title: ClassVar[str]
    headers: ClassVar[Mapping[str, str]] = {}

    def __init__(self, detail: str, facts: Mapping[str, Any] = NOTHING, **members: Any) -> None:
        super().__init__(detail.format_map(facts))
        self.detail = detail
        """What is wrong in this case, in English, with each fact's name in braces: `Version {version} is hosted.`"""
        self.facts = facts
        self.members = members
        """Further members of the problem document."""


class BadRequest(ProblemError):
    """What was sent is no HTTP request that can be understood."""

    status = 400
    code = "bad_request"
    title = "Bad Request"


class NotFound(ProblemError):
    """There is nothing at this address, whatever the method."""

    status = 404
    code = "not_found"
    title = "Not Found"


class MethodNotAllowed(ProblemError):
    """The address knows other methods, which the header `Allow` lists."""

    status = 405
    code = "method_not_allowed"
    title = "Method Not Allowed"


class RequestTimeout(ProblemError):
    """The body did not come within the time that the web server waits for it."""

    status = 408
    code = "request_timeout"
    title = "Request Timeout"


class UriTooLong(ProblemError):
    """The address is longer than the web server reads."""

    status = 414
    code = "uri_too_long"
    title = "URI Too Long"


class ExpectationFailed(ProblemError):
    """The request expects what no web server does."""

    status = 417
    code = "expectation_failed"
    title = "Expectation Failed"


class UnknownTransferCoding(ProblemError):
    """The body comes in a transfer coding that the web server does not know."""

    status = 501
    code = "unknown_transfer_coding"
    title = "Not Implemented"


class HeadersTooLarge(ProblemError):
    """The headers are longer than the web server reads."""

    status = 431
    code = "headers_too_large"
    title = "Request Header Fields Too Large"


class UnreadableBody(ProblemError):
    """The body is not JSON that can be read."""

    status = 400
    code = "unreadable_body"
    title = "The body is not readable JSON"


class NotJson(ProblemError):
    """The body is announced as something else than JSON."""

    status = 415
    code = "unsupported_media_type"
    title = "The body must be application/json"


class ContentTooLarge(ProblemError):
    """The body is longer than the service reads."""

    status = 413
    code = "content_too_large"
    title = "The body is too long"


class InvalidRequest(ProblemError):
    """Body, query or headers do not fit their schema; `errors` lists where."""

    status = 422
    code = "invalid_request"
    title = "The request does not fit its schema"


class TokenRequired(ProblemError):
    """The operation needs a seat's token."""

    status = 401
    code = "token_required"
    title = "A seat's token is required"
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": 'Bearer realm="bottega"'}


class InvalidToken(ProblemError):
    """The token is none that this service has handed out."""

    status = 401
    code = "invalid_token"
    title = "The token is not valid"
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": 'Bearer realm="bottega", error="invalid_token"'}


class ForeignToken(ProblemError):
    """The token belongs to another game."""

    status = 403
    code = "foreign_token"
    title = "The token belongs to another game"


class ScopeMissing(ProblemError):
    """The player's key is not made for this; `scope` is what it lacks."""

    status = 403
    code = "scope_missing"
    title = "The key is not made for this"


class PlayersClosed(ProblemError):
    """Players come by the operator's hand only."""

    status = 403
    code = "players_closed"
    title = "New players are not taken in here"


class InvitationRequired(ProblemError):
    """New players need an invitation that nobody has used yet."""

    status = 403
    code = "invitation_required"
    title = "An invitation is required"


class PrivateGame(ProblemError):
    """The game shows itself to nobody but its seats and its creator."""

    status = 403
    code = "private_game"
    title = "The game is private"


class OnlookersOff(ProblemError):
    """While the game lasts, nobody without a seat looks at it."""

    status = 403
    code = "onlookers_off"
    title = "The game has no onlookers"


class PresenceOff(ProblemError):
    """In this game nobody is told which players are there."""

    status = 409
    code = "presence_off"
    title = "The game does not tell who is there"


class SeatByInvitation(ProblemError):
    """The seat is given by a code, which was not sent, or is not good any more."""

    status = 403
    code = "seat_by_invitation"
    title = "The seat is by invitation"


class NotOrganiser(ProblemError):
    """The player is not the organiser of the tournament, nor the entrant, where that is enough."""

    status = 403
    code = "not_organiser"
    title = "Only the organiser may do this"


class WrongCode(ProblemError):
    """Players enter the tournament by a code, which was not sent, or is another one."""

    status = 403
    code = "wrong_code"
    title = "The code is not that of the tournament"


class InvalidTicket(ProblemError):
    """The stream ticket is none that this service has given."""

    status = 401
    code = "invalid_ticket"
    title = "The ticket is not valid"
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": 'Bearer realm="bottega"'}


class TicketExpired(ProblemError):
    """The stream ticket was given too long ago."""

    status = 401
    code = "ticket_expired"
    title = "The ticket has expired"
    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": 'Bearer realm="bottega"'}


class ForeignTicket(ProblemError):
    """The stream ticket belongs to another game, or another tournament."""

    status = 403
    code = "foreign_ticket"
    title = "The ticket belongs to another game or tournament"


class GameNotFound(ProblemError):
    """There is no such game."""

    status = 404
    code = "game_not_found"
    title = "There is no such game"


class SeatNotFound(ProblemError):
    """The game has no such seat."""

    status = 404
    code = "seat_not_found"
    title = "The game has no such seat"


class WebhookNotFound(ProblemError):
    """There is no such webhook."""

    status = 404
    code = "webhook_not_found"
    title = "There is no such webhook"


class DeliveryNotFound(ProblemError):
    """The webhook has no such delivery, or none any more."""

    status = 404
    code = "delivery_not_found"
    title = "There is no such delivery"


class TargetRefused(ProblemError):
    """Webhooks are not sent to this address."""

    status = 409
    code = "target_refused"
    title = "Webhooks are not sent to this address"


class TooManyWebhooks(ProblemError):
    """The owner has as many webhooks as one may have."""

    status = 409
    code = "too_many_webhooks"
    title = "There are too many webhooks"


class WebhookOff(ProblemError):
    """The webhook has been switched off; nothing is sent before it is switched on again."""

    status = 409
    code = "webhook_off"
    title = "The webhook is switched off"


class KeyNotFound(ProblemError):
    """The player has no such key."""

    status = 404
    code = "key_not_found"
    title = "There is no such key"


class SeekNotFound(ProblemError):
    """The player has no seek with this id, or not any more."""

    status = 404
    code = "seek_not_found"
    title = "There is no such seek"


class TournamentNotFound(ProblemError):
    """There is no such tournament."""

    status = 404
    code = "tournament_not_found"
    title = "There is no such tournament"


class EntrantNotFound(ProblemError):
    """The tournament has no entrant of this number."""

    status = 404
    code = "entrant_not_found"
    title = "The tournament has no such entrant"


class StageNotFound(ProblemError):
    """The tournament has no such stage or group, or has not come to it."""

    status = 404
    code = "stage_not_found"
    title = "The tournament has no such stage"


class RoundNotFound(ProblemError):
    """The tournament has no such round, or has not come to it."""

    status = 404
    code = "round_not_found"
    title = "The tournament has no such round"


class TableNotFound(ProblemError):
    """The round has no table of this number."""

    status = 404
    code = "table_not_found"
    title = "The round has no such table"


class VersionNotReached(ProblemError):
    """The game has not come as far; `version` is how far it has come."""

    status = 404
    code = "version_not_reached"
    title = "The game has not reached this version"


class FeedTrimmed(ProblemError):
    """Some of what came after the reader's place in a feed is kept no more; `after` is where it begins now."""

    status = 410
    code = "feed_trimmed"
    title = "The feed begins later"


class RulesetNotFound(ProblemError):
    """There is no such ruleset."""

    status = 404
    code = "ruleset_not_found"
    title = "There is no such ruleset"


class IconNotFound(ProblemError):
    """The ruleset has no drawing of this thing."""

    status = 404
    code = "icon_not_found"
    title = "There is no such icon"


class DecisionClosed(ProblemError):
    """The decision quoted is not open any more, or not yet; `decision` is the open one, if there is one."""

    status = 409
    code = "decision_closed"
    title = "The decision is not open"


class GameNotBegun(ProblemError):
    """The game waits for its players; nobody acts before."""

    status = 409
    code = "game_not_begun"
    title = "The game has not begun"


class GameBegun(ProblemError):
    """The game has begun: its seats stay as they are."""

    status = 409
    code = "game_begun"
    title = "The game has begun"


class GameNotOver(ProblemError):
    """The game has no result before its end, and no rematch."""

    status = 409
    code = "game_not_over"
    title = "The game is not over"


class DealUndecided(ProblemError):
    """Other games share the secret of the game's dice, and one of them is still to be played to its end."""

    status = 409
    code = "deal_undecided"
    title = "Another game of the same deal goes on"


class GameOver(ProblemError):
    """The game has ended, or all seats but one have given it up."""

    status = 409
    code = "game_over"
    title = "The game is over"


class GameAborted(ProblemError):
    """The game was aborted: nobody plays it on."""

    status = 409
    code = "game_aborted"
    title = "The game was aborted"


class AbortTooLate(ProblemError):
    """Every person has acted: now they can abort the game together, and nobody else can."""

    status = 409
    code = "abort_too_late"
    title = "It is too late for the creator to abort the game"


class UndoOff(ProblemError):
    """The game was created without undoing, as all rated games are."""

    status = 409
    code = "undo_not_allowed"
    title = "Nothing is taken back in this game"


class NothingToUndo(ProblemError):
    """The seat has no action of its own there that could be taken back."""

    status = 409
    code = "nothing_to_undo"
    title = "There is nothing to take back"


class UndoTooLate(ProblemError):
    """Somebody has acted since, or something was drawn or came to light."""

    status = 409
    code = "undo_too_late"
    title = "It is too late to take it back"


class UndosUsedUp(ProblemError):
    """The seat has taken back as often as a seat may in one game."""

    status = 409
    code = "undos_used_up"
    title = "The seat has no undo left"


class SeatGivenUp(ProblemError):
    """The seat has resigned, or forfeited the game by its clock."""

    status = 409
    code = "seat_given_up"
    title = "The seat has given the game up"


class TimeIsUp(ProblemError):
    """The time of the decision was up before the answer came."""

    status = 409
    code = "time_is_up"
    title = "The time is up"


class ClockNotVirtual(ProblemError):
    """The game's clock goes by itself."""

    status = 409
    code = "clock_not_virtual"
    title = "The game has no virtual clock"


class SeatTaken(ProblemError):
    """Somebody sits at the seat."""

    status = 409
    code = "seat_taken"
    title = "The seat is taken"


class AlreadySeated(ProblemError):
    """The player has a seat in this game; nobody has two."""

    status = 409
    code = "already_seated"
    title = "The player has a seat already"


class UnknownPlayer(ProblemError):
    """Nobody with this id has ever come here; `player` is the id."""

    status = 409
    code = "unknown_player"
    title = "There is no such player"


class PlayerNotFound(ProblemError):
    """There is no player with this id, or not any more."""

    status = 404
    code = "player_not_found"
    title = "There is no player with this id"


class PoolNotFound(ProblemError):
    """No rated game has been played with this ruleset, these options and so many seats."""

    status = 404
    code = "pool_not_found"
    title = "There are no such ratings"


class NoSeatToken(ProblemError):
    """The seat has no token that the host may have."""

    status = 409
    code = "no_seat_token"
    title = "The seat has no token for the host"


class TooManyKeys(ProblemError):
    """The player has as many keys as anybody may have."""

    status = 409
    code = "too_many_keys"
    title = "The player has too many keys"


class TooManySeeks(ProblemError):
    """The player has as many seeks waiting as there may be."""

    status = 409
    code = "too_many_seeks"
    title = "Too many seeks"


class SeekMatched(ProblemError):
    """The seek has led to a game."""

    status = 409
    code = "seek_matched"
    title = "The game is there already"


class RegistrationClosed(ProblemError):
    """Nobody is taken in any more, or by the organiser alone."""

    status = 409
    code = "registration_closed"
    title = "Registration is closed"


class TournamentStarted(ProblemError):
    """The tournament has begun already, or was cancelled."""

    status = 409
    code = "tournament_started"
    title = "The tournament has begun"


class TournamentNotRunning(ProblemError):
    """The tournament has not begun, is paused, or has come to its end."""

    status = 409
    code = "tournament_not_running"
    title = "The tournament is not running"


class TournamentNotOver(ProblemError):
    """The tournament has no record before its end."""

    status = 409
    code = "tournament_not_over"
    title = "The tournament is not over"


class AlreadyEntered(ProblemError):
    """The player, or a level of this name, takes part in the tournament; nobody does so twice."""

    status = 409
    code = "already_entered"
    title = "The entrant takes part already"


class TournamentFull(ProblemError):
    """The tournament has as many entrants as it may have."""

    status = 409
    code = "tournament_full"
    title = "The tournament is full"


class TooFewEntrants(ProblemError):
    """There are too few entrants for a first round."""

    status = 409
    code = "too_few_entrants"
    title = "There are too few entrants"


class RoundNotClosed(ProblemError):
    """Some table of the round has no result yet."""

    status = 409
    code = "round_not_closed"
    title = "The round is still being played"


class BadPlan(ProblemError):
    """The tournament cannot be played as it is planned; `stage` says which stage of it is at fault, if one is."""

    status = 409
    code = "bad_plan"
    title = "The tournament cannot be played so"


class BadPairings(ProblemError):
    """The round cannot be seated so: not all are there, or not once, or the tables are of other sizes."""

    status = 409
    code = "bad_pairings"
    title = "The round cannot be seated so"


class BadResult(ProblemError):
    """The match cannot have ended so: the ranks are not one for each at the table."""

    status = 409
    code = "bad_result"
    title = "The match cannot have ended so"


class NoBracket(ProblemError):
    """The stage is no knock-out."""

    status = 409
    code = "no_bracket"
    title = "The stage has no bracket"


class NotSwissPairs(ProblemError):
    """There is a TRF of a Swiss with two at each table only."""

    status = 409
    code = "not_swiss_pairs"
    title = "This is no Swiss of pairs"


class UnknownLevel(ProblemError):
    """The ruleset has no such AI level; `levels` lists those it has."""

    status = 409
    code = "unknown_level"
    title = "There is no such AI level"


class SandboxOff(ProblemError):
    """The service lets nobody choose seed or first actions."""

    status = 409
    code = "sandbox_off"
    title = "The sandbox is off"


class RatedGame(ProblemError):
    """The game is rated: it is not deleted, however it goes."""

    status = 409
    code = "rated_game"
    title = "A rated game stays"


class SandboxUnrated(ProblemError):
    """A game whose creator may choose dice and actions cannot be rated."""

    status = 409
    code = "sandbox_unrated"
    title = "A game of the sandbox is not rated"


class HintsOff(ProblemError):
    """The game is rated: nobody gets hints."""

    status = 409
    code = "hints_off"
    title = "A rated game is played without hints"


class WorldsOff(ProblemError):
    """The game is rated: nobody gets worlds."""

    status = 409
    code = "worlds_off"
    title = "A rated game is played without drawn worlds"


class UnknownScenario(ProblemError):
    """The ruleset has no such scenario."""

    status = 409
    code = "unknown_scenario"
    title = "There is no such scenario"


class ScenarioAlone(ProblemError):
    """A scenario has options, seed and actions of its own, and is asked for without any."""

    status = 409
    code = "scenario_alone"
    title = "A scenario has its own options, seed and actions"


class ScenarioSeats(ProblemError):
    """The scenario is of another number of seats."""

    status = 409
    code = "scenario_seats"
    title = "The scenario has another number of seats"


class WrongRuleset(ProblemError):
    """The action is one of another ruleset than the game's."""

    status = 409
    code = "wrong_ruleset"
    title = "The game is played by another ruleset"


class RulesNotHosted(ProblemError):
    """The game was begun under rules that this service does not have."""

    status = 409
    code = "rules_not_hosted"
    title = "The rules of this game are not hosted here"


class RulesVersionNotHosted(ProblemError):
    """The client was made for another version of the rules; `rules_version` is the one that is hosted."""

    status = 409
    code = "rules_version_not_hosted"
    title = "This version of the rules is not hosted here"


class IdempotencyKeyReused(ProblemError):
    """The key has been used for another request."""

    status = 409
    code = "idempotency_key_reused"
    title = "The Idempotency-Key belongs to another request"


class HintsUsedUp(ProblemError):
    """The seat has had all hints that the game grants it; waiting brings no more."""

    status = 429
    code = "hints_used_up"
    title = "The seat has no hints left"


class TooManyRequests(ProblemError):
    """An address, or a seat, has done more in a minute than it may."""

    status = 429
    code = "too_many_requests"
    title = "Too Many Requests"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "60"}

    def __init__(self, detail: str, after: int) -> None:
        super().__init__(detail)
        self.headers = {"Retry-After": str(after)}  # type: ignore[misc]  # how long is known only now


class TooMuchThinking(ProblemError):
    """AI players would have to think now, and enough of those in the same creator's games wait to do so already."""

    status = 429
    code = "too_much_thinking"
    title = "Too many AI players are thinking"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "5"}


class HintNotReady(ProblemError):
    """The hint is still being worked out; asking again for the same decision costs nothing."""

    status = 503
    code = "hint_not_ready"
    title = "The hint is not ready yet"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "1"}


class GameBusy(ProblemError):
    """Too many others act in the game at the same moment."""

    status = 503
    code = "game_busy"
    title = "The game is busy"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "1"}


class TournamentBusy(ProblemError):
    """Too many others change the tournament at the same moment."""

    status = 503
    code = "tournament_busy"
    title = "The tournament is busy"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "1"}


class IssuerUnavailable(ProblemError):
    """The keys of those who sign identities cannot be fetched at the moment."""

    status = 503
    code = "issuer_unavailable"
    title = "Signed identities cannot be checked"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "5"}


class StoreUnavailable(ProblemError):
    """Redis cannot be used at the moment."""

    status = 503
    code = "store_unavailable"
    title = "The store is not available"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "1"}


class TooManyConnections(ProblemError):
    """The address has as many connections open as one may have."""

    status = 429
    code = "too_many_connections"
    title = "Too many connections"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "5"}


class TooManyWatchers(ProblemError):
    """The process serves as many streams and waiting requests as it may."""

    status = 503
    code = "too_many_watchers"
    title = "Too many are watching"
    headers: ClassVar[Mapping[str, str]] = {"Retry-After": "5"}


class InternalError(ProblemError):
    """A fault of the service itself."""

    status = 500
    code = "internal_error"
    title = "Something went wrong on the service's side"
