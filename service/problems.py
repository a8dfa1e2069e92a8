"""Problems: why requests fail, each with a stable code. `service.api.errors` turns them into responses."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

TYPES: Final = "/docs/errors/"
"""Where each code has a page."""
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
BEARER: Final = 'Bearer realm="bottega"'
PROBLEMS: Final[dict[str, type["ProblemError"]]] = {}
"""All problems by code."""
_CAPITAL: Final = re.compile("(?<!^)(?=[A-Z])")


def type_of(code: str) -> str:
    """Return the `type` of a problem (RFC 9457): the page of its code, as a URI reference."""
    return f"{TYPES}{code}"


class ProblemError(Exception):
    """A request failed; nothing was changed.

    A problem is a subclass with a title. Its code is the class name in snake case: `GameNotFound` is `game_not_found`.
    Its docstring explains the code in the error catalogue.
    """

    status: ClassVar[int]
    code: ClassVar[str]
    title: ClassVar[str]
    headers: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, *, title: str = "", status: int = 0, retry_after: int = 0) -> None:
        """Set the code, and the status and headers unless they are those of the base class."""
        cls.status = status or cls.status
        if retry_after:
            cls.headers = {"Retry-After": str(retry_after)}
        if title:
            cls.title, cls.code = title, _CAPITAL.sub("_", cls.__name__).lower()
            PROBLEMS[cls.code] = cls

    def __init__(self, detail: str, facts: Mapping[str, Any] = NOTHING, **members: Any) -> None:
        super().__init__(detail.format_map(facts))
        self.detail = detail
        """The detail, in English, with names of facts in braces: `Version {version} is hosted.`"""
        self.facts = facts
        self.members = members
        """Further fields of the problem document."""


class Unauthorized(ProblemError, status=401):
    """The credentials are missing or not valid."""

    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": BEARER}


class Forbidden(ProblemError, status=403):
    """The caller may not send the request."""


class Missing(ProblemError, status=404):
    """The resource does not exist."""


class Conflict(ProblemError, status=409):
    """The state of the resource does not allow the request."""


class LimitReached(ProblemError, status=429):
    """A limit has been reached."""


class Unavailable(ProblemError, status=503, retry_after=1):
    """The service cannot respond at the moment."""


# The request itself: syntax, headers, schema and retries


class BadRequest(ProblemError, status=400, title="Bad Request"):
    """The message is not a valid HTTP request."""


class NotFound(Missing, title="Not Found"):
    """No resource has this URL, for any method."""


class MethodNotAllowed(ProblemError, status=405, title="Method Not Allowed"):
    """The URL does not support this method; the header `Allow` lists the supported ones."""


class RequestTimeout(ProblemError, status=408, title="Request Timeout"):
    """The body did not arrive before the timeout of the web server."""


class UriTooLong(ProblemError, status=414, title="URI Too Long"):
    """The URL is longer than the web server accepts."""


class ExpectationFailed(ProblemError, status=417, title="Expectation Failed"):
    """The web server does not support the header `Expect` of the request."""


class UnknownTransferCoding(ProblemError, status=501, title="Not Implemented"):
    """The web server does not support the transfer coding of the body."""


class HeadersTooLarge(ProblemError, status=431, title="Request Header Fields Too Large"):
    """The headers are longer than the web server accepts."""


class InvalidJson(ProblemError, status=400, title="The body is not valid JSON"):
    """The body is not valid JSON."""


class UnsupportedMediaType(ProblemError, status=415, title="The body must be application/json"):
    """The `Content-Type` of the body is not JSON."""


class UnsupportedContentCoding(ProblemError, status=415, title="The body must not be compressed"):
    """The service does not support the content coding of the body, such as gzip."""


class ContentTooLarge(ProblemError, status=413, title="The body is too long"):
    """The body is longer than the service accepts."""


class InvalidRequest(ProblemError, status=422, title="The request does not match its schema"):
    """Body, query or headers do not match their schema; `errors` lists where."""


class IdempotencyKeyReused(Conflict, title="The Idempotency-Key was used for another request"):
    """The key was used for another request."""


class RequestInProgress(Conflict, title="The first request with this Idempotency-Key is in progress"):
    """The first request with this key has no response yet."""


class PreconditionFailed(ProblemError, status=412, title="The resource has changed since it was read"):
    """The resource has changed since the client read it."""


# Keys, tokens, tickets and visibility


class TokenRequired(Unauthorized, title="A token or key is required"):
    """The operation needs a seat token or a player key."""


class InvalidToken(Unauthorized, title="The token is not valid"):
    """The token or key was not issued by this service, or is not valid any more."""

    headers: ClassVar[Mapping[str, str]] = {"WWW-Authenticate": f'{BEARER}, error="invalid_token"'}


class TokenMismatch(Forbidden, title="The token does not fit this seat or game"):
    """The token is valid, but not for this game, seat or operation."""


class InsufficientScope(Forbidden, title="The key lacks a scope"):
    """The player's key lacks a scope; `scope` names it."""


class InvalidTicket(Unauthorized, title="The ticket is not valid"):
    """The stream ticket was not issued by this service."""


class TicketExpired(Unauthorized, title="The ticket has expired"):
    """The stream ticket has expired."""


class TicketMismatch(Forbidden, title="The ticket belongs to another game or tournament"):
    """The stream ticket belongs to another game or tournament."""


class PrivateGame(Forbidden, title="The game is private"):
    """The game is visible to its players and its creator only."""


class SpectatorsOff(Forbidden, title="The game does not allow spectators"):
    """The game has no spectators while it is running."""


class PresenceDisabled(Conflict, title="Presence is not enabled for this game"):
    """Presence is not enabled for this game."""


# Rate limits, capacity and availability


class TooManyRequests(LimitReached, retry_after=60, title="Too many requests"):
    """An IP address, player or seat has exceeded a rate limit."""

    def __init__(self, detail: str, after: int) -> None:
        super().__init__(detail)
        self.headers = {"Retry-After": str(after)}  # type: ignore[misc]  # known only per request


class TooManyConnections(LimitReached, retry_after=5, title="Too many connections"):
    """The IP address has too many open connections."""


class TooManySpectators(Unavailable, retry_after=5, title="Too many streams are open"):
    """The process serves as many streams and waiting requests as it can."""


class AiQueueFull(LimitReached, retry_after=5, title="Too many AI searches are waiting"):
    """AI players would have to think now, and too many in games of the same creator are waiting."""


class GameBusy(Unavailable, title="The game is busy"):
    """Too many requests change the game at the same time, or its clocks are corrected after an outage."""


def outpaced(times: int) -> GameBusy:
    """Return the problem of a change that other requests have overtaken this many times in a row."""
    return GameBusy("Retry the request. Other requests were faster {times} times in a row.", {"times": times})


class ShuttingDown(Unavailable, title="The process is shutting down"):
    """The process will end soon; until then it still responds to requests."""


class StoreUnavailable(Unavailable, title="The store is not available"):
    """Redis is not available."""


class IssuerUnavailable(Unavailable, retry_after=5, title="Signed identities cannot be verified at the moment"):
    """The keys of the identity issuer cannot be fetched."""


class InternalError(ProblemError, status=500, title="Internal error of the service"):
    """The service has an internal error."""


class ComputationTooLong(ProblemError, status=500, title="The computation takes too long"):
    """The request needed more processor time than the service allows, and was ended."""


STOPPED: Final = "Do not repeat the request soon. This work has failed repeatedly, and waits for the operator."
"""The detail of an internal error of a job that keeps failing."""


# Rulesets, AI levels, scenarios and the sandbox


class RulesetNotFound(Missing, title="The ruleset does not exist"):
    """No ruleset has this name."""


class IconNotFound(Missing, title="The icon does not exist"):
    """The ruleset has no such icon."""


class UnknownLevel(Conflict, title="The AI level does not exist"):
    """The ruleset has no such AI level; `levels` lists its levels."""


class UnknownColour(Conflict, title="The seat colour does not exist"):
    """The ruleset has no such seat colour; `colours` lists its colours."""


class ColourTaken(Conflict, title="Another seat has the colour"):
    """Two seats of a game cannot have the same colour."""


class WrongRuleset(Conflict, title="The game has another ruleset"):
    """The `ruleset` of the action is not the ruleset of the game."""


class RulesNotHosted(Conflict, title="The rules of this game are not hosted here"):
    """The game was started with rules that this service does not host."""


class RulesVersionNotHosted(Conflict, title="This version of the rules is not hosted here"):
    """The client uses another version of the rules; `rules_version` is the latest hosted one."""


class RulesVersionSunset(Conflict, title="No new games start under this version of the rules"):
    """The version of the rules is past its sunset date; `rules_version` is the latest one. Running games continue."""


class SandboxDisabled(Conflict, title="The sandbox is disabled"):
    """Only test keys may choose the seed and the first actions."""


class SandboxUnrated(Conflict, title="Sandbox games cannot be rated"):
    """A game with a chosen seed or chosen actions cannot be rated."""


class RatedNotPublic(Conflict, title="Only public games can be rated"):
    """Only public games can be rated, since everyone can check their records."""


class UnknownScenario(Conflict, title="The scenario does not exist"):
    """The ruleset has no such scenario."""


class ScenarioAlone(Conflict, title="A scenario has its own options, seed and actions"):
    """A scenario has its own options, seed and actions; the request must not send any."""


class ScenarioSeats(Conflict, title="The scenario needs another number of seats"):
    """The scenario needs another number of seats."""


# A game's course, from open seats to its end


class GameNotFound(Missing, title="The game does not exist"):
    """No game has this id."""


class VersionNotReached(Missing, title="The game has not reached this version"):
    """The game has not reached this version; `version` is its current version."""


class NoticesDeleted(ProblemError, status=410, title="Older notices were deleted"):
    """Notices after the requested position were deleted; `after` is the position at which the feed starts now."""


class GameNotStarted(Conflict, title="The game has not started"):
    """The game waits for players; no seat can act yet."""


class GameStarted(Conflict, title="The game has already started"):
    """The game has started; its seats cannot change any more."""


class GameOver(Conflict, title="The game is over"):
    """The game has ended, or all seats but one have resigned."""


class GameAborted(Conflict, title="The game was aborted"):
    """The game was aborted and cannot be continued."""


class GameNotOver(Conflict, title="The game is not over"):
    """The game has no result and no rematch before its end."""


class DealInProgress(Conflict, title="Another game of the same deal is still running"):
    """The game shares its deal with other games, and one of them has not ended."""


class AbortTooLate(Conflict, title="The creator can no longer abort the game"):
    """Every human player has acted; only all of them together can abort the game."""


class RematchUnavailable(Conflict, title="The game can have no rematch"):
    """The rematch or a player of the game was deleted, or no new game can have the terms of the game."""


class RatedGameProtected(Conflict, title="Rated games cannot be deleted"):
    """A rated game cannot be deleted after its start."""


# Actions, clocks, undo, hints and samples


class DecisionClosed(Conflict, title="The decision is not pending"):
    """The decision of the request is not pending; `decision` is the pending one, if any."""


class TimeExpired(Conflict, title="The deadline has passed"):
    """The deadline of the decision passed before the action arrived."""


class ClockNotVirtual(Conflict, title="The game has no virtual clock"):
    """The clock of the game runs in real time."""


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


# Seats and their holders


class SeatNotFound(Missing, title="The game has no such seat"):
    """The game has no seat with this number."""


class SeatTaken(Conflict, title="The seat is taken"):
    """Another player has the seat."""


class AlreadySeated(Conflict, title="The player already has a seat"):
    """The player has a seat in this game; a player can have one seat only."""


class SeatByInvitation(Forbidden, title="The seat requires an invitation"):
    """Claiming the seat needs an invitation code; it is missing or not valid any more."""


class NoSeatToken(Conflict, title="The seat has no token for the creator"):
    """The seat has no token that the creator can get."""


class SeatResigned(Conflict, title="The seat has resigned or forfeited"):
    """The seat has resigned, or has forfeited the game by its clock."""


# Players, their keys, seeks and ratings


class SignUpDisabled(Forbidden, title="Players cannot sign up here"):
    """Only the operator can create players."""


class InvitationRequired(Forbidden, title="An invitation is required"):
    """Creating a player needs an unused invitation."""


class PlayerNotFound(Missing, title="The player does not exist"):
    """No player has this id, or the player was deleted."""


class UnknownPlayer(Conflict, title="The request names an unknown player"):
    """The request names a player who does not exist; `player` is the id."""


class SameOwner(Conflict, title="A bot may not play with its owner or a bot of the same owner here"):
    """Two bots of one owner, or a bot and its owner, would meet in a rated game or play the same deal.

    `player` is one of them.
    """


class KeyNotFound(Missing, title="The key does not exist"):
    """The player has no key with this id."""


class InvitationDeclined(Conflict, title="The player accepts no invitation from you"):
    """The player accepts no invitations, or none from this player. The response does not say which."""


class TooManyBlockedPlayers(Conflict, title="The player blocks too many players"):
    """The player has blocked the maximum number of players."""


class TooManyKeys(Conflict, title="The player has too many keys"):
    """The player has the maximum number of keys."""


class PlayersNotMergeable(Conflict, title="The players cannot be merged"):
    """Something of the players cannot belong to one player."""


class IdentityNotFound(Missing, title="The identity does not exist"):
    """The player has no identity with this id."""


class IdentityInUse(Conflict, title="Another player has the identity"):
    """The identity signs in another player."""


class LastIdentity(Conflict, title="The identity is the last way to sign in"):
    """The player has no other identity, and no key that does not expire."""


class SeekNotFound(Missing, title="The seek does not exist"):
    """The player has no seek with this id, or it was deleted."""


class TooManySeeks(Conflict, title="The player has too many seeks"):
    """The player has the maximum number of waiting seeks."""


class SeekMatched(Conflict, title="The seek has been matched"):
    """The seek was matched with a game."""


class PoolNotFound(Missing, title="The rating pool does not exist"):
    """No rated game with this ruleset, these options and this number of seats has been played."""


# Webhooks and their deliveries


class WebhookNotFound(Missing, title="The webhook does not exist"):
    """No webhook has this id."""


class DeliveryNotFound(Missing, title="The delivery does not exist"):
    """The webhook has no delivery with this id, or it was deleted."""


class TargetRejected(Conflict, title="Messages cannot be sent to this target"):
    """Messages must not be sent to this URL, e-mail address or service."""


class TooManyWebhooks(Conflict, title="There are too many webhooks"):
    """The owner has the maximum number of webhooks."""


class WebhookDisabled(Conflict, title="The webhook is disabled"):
    """The webhook is disabled; nothing is sent until it is resumed."""


class NotificationTargetNotFound(Missing, title="The notification target does not exist"):
    """The player has no notification target with this id, or the link is no longer valid."""


class TooManyNotificationTargets(Conflict, title="There are too many notification targets"):
    """The player has the maximum number of notification targets."""


class TooManyConfirmations(LimitReached, retry_after=60, title="Too many confirmation mails"):
    """The limit of confirmation mails to a mailbox or domain, from a network, or of the installation is exhausted."""

    def __init__(self, detail: str, after: int) -> None:
        super().__init__(detail)
        self.headers = {"Retry-After": str(after)}  # type: ignore[misc]  # known only per request


# Packages on top of the service: what the deletion of a player can meet


class TournamentBusy(Unavailable, title="The tournament is busy"):
    """Too many requests change the tournament at the same time, or the games of a round are being created."""
