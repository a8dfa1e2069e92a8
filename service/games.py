"""The use cases of a game: create, claim, act, view, list, score. Nothing else writes to the store.

`act` is the one write path: a person's request, an AI's job and a default for an absent player all go through it, each
quoting the decision it answers.
"""

import hashlib
import hmac
import logging
from base64 import b32encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import redis

from domain import replay
from domain.replay import Position
from domain.ruleset import AnyRuleset, IllegalAction, Reason, check
from service import jobs, presentation
from service.auth import digest, token_of
from service.errors import Problem
from service.jobs import Job, Queues
from service.settings import Settings
from service.store import Answer, Conflict, Entry, Game, Header, SeatEntry, Store

MOST_CONFLICTS: Final = 64
"""So many others may be faster, one after the other, before a request gives up; rulesets ask far fewer at once."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Bottega:
    """What every use case works with."""

    settings: Settings
    rulesets: Mapping[str, AnyRuleset]
    store: Store
    queues: Queues


class Idempotency(msgspec.Struct, frozen=True):
    """How a repeat of a request is recognised."""

    key: str
    """The Idempotency-Key as sent."""
    request: str
    """Digest of everything else that the request says."""


class NewGame(msgspec.Struct, frozen=True):
    """What a game is created with; the options are of the ruleset's type."""

    ruleset: AnyRuleset
    options: Any
    seats: tuple[SeatEntry, ...]


@dataclass(frozen=True)
class Answered:
    """The answer to a request that may be repeated: a JSON body, and whether it was given before."""

    body: bytes
    version: int
    replayed: bool = False


def connect(settings: Settings, rulesets: Mapping[str, AnyRuleset]) -> Bottega:
    """Open what the use cases work with; connections are made when first needed."""
    from service.store import connect as connect_redis

    return Bottega(settings, rulesets, Store(connect_redis(settings.redis_url)), Queues(connect_redis(settings.rq_url)))


# Creating


def create_game(
    bottega: Bottega, new: NewGame, game_id: str, seed: bytes, at: float, idempotency: Idempotency | None = None
) -> tuple[Header, dict[int, str], bool]:
    """Open a game; return its header, the tokens of its human seats, and whether this very request did so before.

    With an Idempotency-Key the game's id follows from the key, so a repeat finds the game it made; `game_id` is then
    not used. Raises Problem for a set-up that the rules refuse, an unknown level, or a key used for another request.
    """
    _check_setup(new)
    if idempotency is not None:
        game_id = _id_of_key(bottega.settings.secret, idempotency.key)
    request = idempotency.request if idempotency is not None else ""
    header = Header(
        game_id,
        new.ruleset.name,
        new.ruleset.version,
        msgspec.to_builtins(new.options),
        new.seats,
        seed.hex(),
        presentation.timestamp(at),
        request,
    )
    position = replay.start(new.ruleset, new.options, len(new.seats), seed)
    tokens = _tokens(bottega, header)
    digests = {seat: digest(token) for seat, token in tokens.items()}
    stored = bottega.store.create(header, replay.encode(position), digests, at + bottega.settings.lease_seconds)
    if stored != header:
        return _created_before(bottega, stored, request)
    _hand_out(bottega, owed_job(header, new.ruleset, position, scored=False))
    return header, tokens, False


def _check_setup(new: NewGame) -> None:
    """Raise Problem unless the rules allow the set-up and every AI level exists."""
    reason = new.ruleset.refuse_setup(new.options, len(new.seats))
    if reason is not None:
        raise _refused(new.ruleset, reason, "setup_refused")
    for number, seat in enumerate(new.seats):
        if seat.kind == "ai" and seat.level not in new.ruleset.policies:
            levels = ", ".join(new.ruleset.policies)
            message = f"This ruleset has the AI levels {levels}."
            errors = [{"path": f"seats[{number}].level", "message": message}]
            raise Problem("invalid_body", message, errors=errors)


def _id_of_key(secret: bytes, key: str) -> str:
    """Derive the id of the game that a creation under this Idempotency-Key makes."""
    return game_id_from(hmac.digest(secret, b"game:" + key.encode(), hashlib.sha256))


def game_id_from(random_bytes: bytes) -> str:
    """Write at least 15 random bytes as a game id: 24 lower-case letters and digits."""
    return b32encode(random_bytes[:15]).decode().lower()


def _tokens(bottega: Bottega, header: Header) -> dict[int, str]:
    """Derive the tokens of the human seats."""
    people = (number for number, seat in enumerate(header.seats) if seat.kind == "human")
    return {seat: token_of(bottega.settings.secret, header.game_id, seat) for seat in people}


def _created_before(bottega: Bottega, header: Header, request: str) -> tuple[Header, dict[int, str], bool]:
    """Answer a repeated creation, or refuse a key that made another game."""
    if header.request != request:
        raise _key_reused()
    return header, _tokens(bottega, header), True


def claim_seat(bottega: Bottega, game_id: str, seat: int, idempotency: Idempotency | None = None) -> tuple[str, bool]:
    """Take an open seat; return its token, and True if this may be a repeat. Raises Problem if it cannot be taken."""
    header = load(bottega, game_id).header
    if seat >= len(header.seats) or header.seats[seat].kind != "open":
        raise Problem("seat_not_open", f"Seat {seat} of this game is not open for anybody to claim.")
    token = token_of(bottega.settings.secret, game_id, seat)
    key = digest(idempotency.key) if idempotency is not None else ""
    if not bottega.store.claim(game_id, seat, digest(token), key):
        raise Problem("seat_taken", f"Somebody has claimed seat {seat} already.")
    return token, False


# Acting


def act(
    bottega: Bottega,
    game_id: str,
    seat: int,
    decision: int,
    action: Any,
    at: float,
    *,
    idempotency: Idempotency | None = None,
    dry_run: bool = False,
) -> Answered:
    """Answer a decision: append the event, replace the snapshot, hand out the job that is owed then.

    Returns the seat's new view; of a dry run the present one, with nothing changed. A faster event of somebody else
    only means another try. Raises Problem: `decision_closed`, the reason of the rules, `idempotency_key_reused`.
    """
    for _ in range(MOST_CONFLICTS):
        before = _answered_before(bottega, game_id, idempotency)
        if before is not None:
            return before
        game = load(bottega, game_id)
        ruleset, position = open_game(bottega, game)
        _check_decision(ruleset, position, seat, decision, action)
        if dry_run:
            return _answer(game, ruleset, position, seat)
        told = replay.step(ruleset, position, seat, action, bytes.fromhex(game.header.seed))
        entry = Entry(position.version, seat, decision, action, tuple(told), presentation.timestamp(at))
        answered = _commit(bottega, game, ruleset, position, entry, at, idempotency)
        if answered is not None:
            return answered
    raise Problem("busy", "Too many others act in this game at this moment; try again.", headers={"Retry-After": "1"})


def _answered_before(bottega: Bottega, game_id: str, idempotency: Idempotency | None) -> Answered | None:
    """Find the answer to the same request, given before."""
    if idempotency is None:
        return None
    stored = bottega.store.answer(game_id, digest(idempotency.key))
    return None if stored is None else _replay_answer(stored, idempotency)


def _replay_answer(stored: Answer, idempotency: Idempotency) -> Answered:
    """Give a stored answer again, or refuse a key that was used for another request."""
    if stored.request != idempotency.request:
        raise _key_reused()
    return Answered(stored.body.encode(), stored.version, replayed=True)


def _check_decision(ruleset: AnyRuleset, position: Position[Any], seat: int, decision: int, action: Any) -> None:
    """Raise Problem unless the seat owes this decision and the rules allow the answer."""
    asked, owes = position.asked[seat], seat in ruleset.to_act(position.state)
    if owes and decision != asked:
        raise Problem("decision_closed", f"Your open decision is {asked}, not {decision}.", decision=asked)
    if not owes and decision == asked:
        raise Problem("decision_closed", f"Decision {decision} has been answered.")
    try:
        check(ruleset, position.state, seat, action)
    except IllegalAction as refusal:
        raise _refused(ruleset, refusal.reason, "action_refused") from refusal


def _refused(ruleset: AnyRuleset, reason: Reason, kind: str) -> Problem:
    """Tell why the rules refuse something: 422 for what no state allows, else 409."""
    text = next(refusal.text for refusal in ruleset.refusals if refusal.code == reason.code)
    facts = {"paragraph": reason.paragraph, "parameters": reason.parameters}
    return Problem(reason.code, text, kind="malformed_" + kind if reason.malformed else kind, **facts)


def _commit(
    bottega: Bottega,
    game: Game,
    ruleset: AnyRuleset,
    position: Position[Any],
    entry: Entry,
    at: float,
    idempotency: Idempotency | None,
) -> Answered | None:
    """Write the step just taken; None if somebody else was faster."""
    game_id = game.header.game_id
    answered = _answer(game, ruleset, position, entry.seat)
    job = owed_job(game.header, ruleset, position, scored=False)
    kept = None
    if idempotency is not None:
        answer = Answer(idempotency.request, answered.version, answered.body.decode())
        kept = (digest(idempotency.key), answer, bottega.settings.idempotency_seconds)
    due = None if job is None else at + bottega.settings.lease_seconds
    outcome = bottega.store.commit(entry, game_id, replay.encode(position), due, kept)
    if isinstance(outcome, Answer) and idempotency is not None:
        return _replay_answer(outcome, idempotency)
    if isinstance(outcome, Conflict):
        return None
    _hand_out(bottega, job)
    return answered


def _answer(game: Game, ruleset: AnyRuleset, position: Position[Any], seat: int) -> Answered:
    """Show the game to the seat that acts."""
    return Answered(msgspec.json.encode(presentation.game_view(game, ruleset, position, seat)), position.version)


def _key_reused() -> Problem:
    """Give the problem of an Idempotency-Key that stands for another request."""
    return Problem("idempotency_key_reused", "Use a new Idempotency-Key for each new request.")


# Reading


def load(bottega: Bottega, game_id: str) -> Game:
    """Read a game; raise Problem `game_not_found`."""
    game = bottega.store.load(game_id)
    if game is None:
        raise Problem("game_not_found", f"There is no game {game_id!r}.")
    return game


def open_game(bottega: Bottega, game: Game) -> tuple[AnyRuleset, Position[Any]]:
    """Give the rules of a game and the position at the head of its log."""
    ruleset = bottega.rulesets[game.header.ruleset]
    return ruleset, replay.decode(ruleset, game.snapshot)


def view(bottega: Bottega, game_id: str, seat: int | None) -> Answered:
    """Show a game to a seat, or to an onlooker."""
    game = load(bottega, game_id)
    ruleset, position = open_game(bottega, game)
    return Answered(msgspec.json.encode(presentation.game_view(game, ruleset, position, seat)), position.version)


def legal_actions(bottega: Bottega, game_id: str, seat: int) -> dict[str, Any]:
    """List what a seat may do now."""
    game = load(bottega, game_id)
    return presentation.legal_actions(game, *open_game(bottega, game), seat)


def events(bottega: Bottega, game_id: str, viewer: int | None, after: int, limit: int) -> list[dict[str, Any]]:
    """Tell at most `limit` events of versions above `after`, as a seat or an onlooker may read them."""
    ruleset = bottega.rulesets[load(bottega, game_id).header.ruleset]
    return [presentation.event(entry, ruleset, viewer) for entry in bottega.store.events(game_id, after, limit)]


def result(bottega: Bottega, game_id: str) -> bytes | None:
    """Read the score sheet, as JSON; None while it is being made. Raises Problem before the game is over."""
    stored = bottega.store.result(game_id)
    if stored is not None:
        return stored
    game = load(bottega, game_id)
    ruleset, position = open_game(bottega, game)
    if ruleset.to_act(position.state):
        raise Problem("game_not_over", "The score sheet is made when the game has ended.")
    return None


# Jobs


def owed_job(header: Header, ruleset: AnyRuleset, position: Position[Any], *, scored: bool) -> Job | None:
    """Say which job a game owes: the turn of an AI seat that is to act, or the scoring of a game that is over."""
    to_act = ruleset.to_act(position.state)
    if any(header.seats[seat].kind == "ai" for seat in to_act):
        return jobs.ai_turn(header.game_id, position.version)
    return None if to_act or scored else jobs.scoring(header.game_id)


def _hand_out(bottega: Bottega, job: Job | None) -> None:
    """Hand out a job; if the queues do not answer, the due list still knows of it."""
    if job is None:
        return
    try:
        bottega.queues.enqueue(job)
    except redis.RedisError as error:
        log.warning("job %s is left to the sweeper: %s", job.id, error)


def score(bottega: Bottega, game_id: str) -> None:
    """Make the score sheet of a game that is over; does nothing while it is not."""
    game = load(bottega, game_id)
    ruleset, position = open_game(bottega, game)
    outcome = ruleset.outcome(position.state)
    if outcome is None:
        return
    sheet = {"game_id": game_id, "ruleset": ruleset.name, "seats": outcome.seats}
    bottega.store.keep_result(game_id, msgspec.json.encode(sheet))


def look_after(bottega: Bottega, game_id: str, seen: float, now: float) -> None:
    """Hand out again what a due game owes, or take it off the due list; `seen` is the time under which it stood."""
    game = bottega.store.load(game_id)
    job = None
    if game is not None:
        ruleset, position = open_game(bottega, game)
        scored = bottega.store.result(game_id) is not None
        job = owed_job(game.header, ruleset, position, scored=scored)
    if job is None:
        bottega.store.settle(game_id, seen)
        return
    bottega.store.put_off(game_id, now + bottega.settings.lease_seconds)
    bottega.queues.enqueue_again(job)
