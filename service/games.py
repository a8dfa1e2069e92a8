"""The use cases: create a game, claim a seat, act, look. Nothing else writes a game.

What they return is in wire form, put together in `answers`.
"""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from domain import replay
from domain.replay import Position
from domain.ruleset import AnyRuleset, IllegalAction, check, read_action
from service import answers, auth, jobs
from service.answers import Wire
from service.jobs import Job, Queues
from service.news import News
from service.problems import (
    DecisionClosed,
    GameBusy,
    GameNotFound,
    GameNotOver,
    IdempotencyKeyReused,
    RulesNotHosted,
    RulesVersionNotHosted,
    SandboxOff,
    SeatNotFound,
    SeatTaken,
    UnknownLevel,
    WrongRuleset,
)
from service.settings import Settings
from service.sources import GAME_ID_LENGTH, GAME_ID_LETTERS, SYSTEM, Sources
from service.store import OUTAGES, Answer, Event, Header, Idempotency, SeatSetup, Status, Store, Stored, open_store

MOST_ATTEMPTS = 100
"""How often others may be faster before a request gives up; far more than ever answer the same question at once."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Bottega:
    """What the use cases work with."""

    settings: Settings
    rulesets: Mapping[str, AnyRuleset]
    store: Store
    queues: Queues
    news: News
    sources: Sources = SYSTEM


@dataclass(frozen=True)
class Game:
    """A game as it is now."""

    header: Header
    ruleset: AnyRuleset
    position: Position[Any]

    @property
    def to_act(self) -> Sequence[int]:
        """List the seats with an open decision; none when the game is over."""
        return self.ruleset.to_act(self.position.state)

    @property
    def status(self) -> Status:
        """Tell whether the game goes on."""
        return "running" if self.to_act else "over"

    @property
    def seed(self) -> bytes:
        """Give the secret of the game's dice."""
        return self.header.dice_seed


@dataclass(frozen=True)
class Sandbox:
    """Where a game of the sandbox begins."""

    seed: str | None = None
    """64 hexadecimal digits; drawn if None."""
    actions: Sequence[Wire] = ()
    """What the seats have done already: `seat` and `action`, in wire form."""


@dataclass(frozen=True)
class Answered:
    """The body that answers a request, and whether it answered an earlier one already."""

    body: bytes
    replayed: bool = False


def open_bottega(settings: Settings, rulesets: Mapping[str, AnyRuleset]) -> Bottega:
    """Connect the use cases to the store and the queues of an installation."""
    store = open_store(settings.redis_url)
    return Bottega(settings, rulesets, store, jobs.open_queues(settings.rq_url), News(store, settings.watchers))


def load(bottega: Bottega, game_id: str) -> Game:
    """Read a game; raises GameNotFound or RulesNotHosted."""
    stored = _stored(bottega, game_id)
    return restore(bottega, stored.header, stored.snapshot)


def create_game(
    bottega: Bottega,
    ruleset: AnyRuleset,
    options: Any,
    seats: Sequence[SeatSetup],
    *,
    rules_version: int | None = None,
    sandbox: Sandbox | None = None,
    idempotency: Idempotency | None = None,
) -> tuple[Wire, bool]:
    """Set a game up; return it with the tokens of its people, and whether an earlier request had made it.

    `rules_version` is the one that whoever asks was made for, None if any will do. Raises IllegalAction when the rules
    refuse the set-up or one of the sandbox's actions, RulesVersionNotHosted, UnknownLevel, SandboxOff, and
    IdempotencyKeyReused.
    """
    if rules_version not in (None, ruleset.version):
        raise RulesVersionNotHosted(f"Version {ruleset.version} is hosted.", rules_version=ruleset.version)
    if sandbox is not None and not bottega.settings.sandbox:
        raise SandboxOff("Seed and first actions can be chosen where the operator has set BOTTEGA_SANDBOX=on.")
    _check_setup(ruleset, options, seats)
    now = _timestamp(bottega)
    seed = bytes.fromhex(sandbox.seed) if sandbox and sandbox.seed else bottega.sources.seed()
    position = replay.start(ruleset, options, len(seats), seed)
    log = _begin(ruleset, position, sandbox.actions, seed, now) if sandbox else []
    game_id = _reserve(bottega, idempotency)
    header = Header(
        game_id,
        ruleset.name,
        ruleset.version,
        _raw(options),
        tuple(seats),
        seed.hex(),
        now,
        sandbox=sandbox is not None,
    )
    game, digests = Game(header, ruleset, position), _digests(bottega, header)
    if not bottega.store.create(header, replay.encode(position), digests, log=log, due=_due(bottega, game)):
        found = read_header(bottega, game_id)
        return answers.created(found, _tokens(bottega, found)), True
    _hand_out(bottega, game)
    return answers.created(header, _tokens(bottega, header)), False


def claim_seat(
    bottega: Bottega, game_id: str, seat: int, *, idempotency: Idempotency | None = None
) -> tuple[Wire, bool]:
    """Give an open seat to the first who asks; return its token, and whether an earlier request had got it.

    Raises GameNotFound, SeatNotFound and SeatTaken.
    """
    header = read_header(bottega, game_id)
    if seat >= len(header.seats):
        raise SeatNotFound(f"The game has {len(header.seats)} seats, numbered from 0.")
    if header.seats[seat].kind != "open":
        raise SeatTaken("The seat was given away when the game was created.")
    token = auth.make_token(bottega.settings.secret, game_id, seat)
    outcome = bottega.store.claim(game_id, seat, auth.digest(token), idempotency, bottega.settings.idempotency_seconds)
    if outcome == "taken":
        raise SeatTaken("Somebody has claimed the seat.")
    return {"game_id": game_id, "seat": seat, "token": token}, outcome == "answered"


def act(
    bottega: Bottega,
    game_id: str,
    seat: int,
    decision: int,
    action: Any,
    *,
    ruleset: str | None = None,
    idempotency: Idempotency | None = None,
    dry_run: bool = False,
) -> Answered:
    """Answer a seat's decision; the one way in which a game goes on. Returns the seat's new view.

    `ruleset` is the one whose action it is, if the caller cannot be sure that it is the game's. A dry run judges only
    and returns the present view. When somebody else acts at the same moment, the action is judged again after theirs.
    Raises IllegalAction, DecisionClosed, WrongRuleset, IdempotencyKeyReused, GameNotFound, RulesNotHosted and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        stored = _stored(bottega, game_id, idempotency)
        if stored.answer is not None:
            return _repeated(stored.answer, idempotency)
        game = restore(bottega, stored.header, stored.snapshot)
        _check_ruleset(game, ruleset)
        _check_decision(game, seat, decision)
        check(game.ruleset, game.position.state, seat, action)
        if dry_run:
            return Answered(answers.view(game, seat))
        answered = _commit(bottega, game, seat, action, idempotency)
        if answered is not None:
            return answered
    raise GameBusy(f"Others were faster {MOST_ATTEMPTS} times in succession.")


def view(bottega: Bottega, game_id: str, seat: int | None) -> tuple[bytes, int]:
    """Return what a seat, or an onlooker, may see of a game, and the version seen."""
    game = load(bottega, game_id)
    return answers.view(game, seat), game.position.version


def legal_actions(bottega: Bottega, game_id: str, seat: int) -> bytes:
    """Return every action that the seat may take now; none while it is not to act."""
    return answers.legal_actions(load(bottega, game_id), seat)


def events(bottega: Bottega, game_id: str, viewer: int | None, after: int, limit: int) -> bytes:
    """Return up to `limit` events later than version `after`, as a seat or an onlooker may read them."""
    header = read_header(bottega, game_id)
    ruleset = rules_of(bottega, header)
    version, entries = bottega.store.events(game_id, after, limit)
    return answers.event_page(
        ruleset, header, version, entries, viewer, over=is_over(bottega, game_id, version, entries)
    )


def is_over(bottega: Bottega, game_id: str, version: int, entries: Sequence[Event]) -> bool:
    """Tell whether a game is over, of whose log a stretch has been read at this version."""
    at_head = bool(entries) and entries[-1].version == version
    last = entries[-1] if at_head else bottega.store.last_event(game_id)
    return last is not None and last.over


def result(bottega: Bottega, game_id: str) -> bytes | None:
    """Return the score sheet of a finished game, None while it has not been scored; raises GameNotOver."""
    scored = bottega.store.result(game_id)
    if scored is None and load(bottega, game_id).to_act:
        raise GameNotOver("The result is known once nobody is to act any more.")
    return scored


def score(bottega: Bottega, game_id: str) -> None:
    """Score a finished game, list its record, and keep the result; raises GameNotOver."""
    game = load(bottega, game_id)
    outcome = game.ruleset.outcome(game.position.state)
    if outcome is None:
        raise GameNotOver("A game is scored once nobody is to act any more.")
    bottega.store.lists.finish(game.header)
    bottega.store.save_result(game_id, answers.result(game, outcome))


def owed_job(bottega: Bottega, game_id: str) -> Job | None:
    """Say which job the game needs now: an AI turn, the scoring, or none."""
    game = load(bottega, game_id)
    job = _next_job(game)
    return None if not game.to_act and bottega.store.result(game_id) is not None else job


def ai_to_act(game: Game) -> int | None:
    """Name the AI seat whose turn is owed: the lowest that is to act; None if none is."""
    return next((seat for seat in game.to_act if game.header.seats[seat].kind == "ai"), None)


def default_turn(bottega: Bottega, game_id: str, seat: int, decision: int) -> Answered:
    """Answer a decision for an absent player; raises what `act` raises."""
    game = load(bottega, game_id)
    _check_decision(game, seat, decision)
    return act(bottega, game_id, seat, decision, game.ruleset.default_action(game.position.state, seat))


def _commit(bottega: Bottega, game: Game, seat: int, action: Any, idempotency: Idempotency | None) -> Answered | None:
    """Carry out a legal action, write it, and hand out the job it makes necessary; None if somebody else was faster."""
    event = msgspec.structs.replace(
        _step(game.ruleset, game.position, seat, action, game.seed, _timestamp(bottega)),
        attempt=bottega.sources.attempt(),
    )
    answer = answers.view(game, seat)
    outcome = bottega.store.commit(
        game.header.game_id,
        event,
        replay.encode(game.position),
        due=_due(bottega, game),
        idempotency=idempotency,
        answer=answer,
        keep_seconds=bottega.settings.idempotency_seconds,
    )
    if isinstance(outcome, Answer):
        return _repeated(outcome, idempotency)
    if outcome == "conflict":
        return None
    _hand_out(bottega, game)
    return Answered(answer)


def _begin(ruleset: AnyRuleset, position: Position[Any], actions: Sequence[Wire], seed: bytes, at: str) -> list[Event]:
    """Carry out what a game begins with, in place; raises IllegalAction with the index of the first action refused."""
    log = []
    for index, each in enumerate(actions):
        try:
            action = read_action(ruleset, each["action"])
            check(ruleset, position.state, each["seat"], action)
        except IllegalAction as refusal:
            raise IllegalAction(ruleset, refusal.reason, index) from refusal
        log.append(_step(ruleset, position, each["seat"], action, seed, at))
    return log


def _step(ruleset: AnyRuleset, position: Position[Any], seat: int, action: Any, seed: bytes, at: str) -> Event:
    """Carry out a legal action in place and write the event of it."""
    decision = position.asked[seat]
    facts = replay.step(ruleset, position, seat, action, seed)
    told = tuple((_raw(fact), audience) for fact, audience in facts)
    over = not ruleset.to_act(position.state)
    return Event(position.version, seat, decision, _raw(action), told, at, over=over)


def _check_setup(ruleset: AnyRuleset, options: Any, seats: Sequence[SeatSetup]) -> None:
    """Raise IllegalAction or UnknownLevel unless a game can be set up so."""
    reason = ruleset.refuse_setup(options, len(seats))
    if reason is not None:
        raise IllegalAction(ruleset, reason)
    for seat in seats:
        if seat.kind == "ai" and seat.level not in ruleset.policies:
            raise UnknownLevel(f"There is no AI level {seat.level}.", levels=list(ruleset.policies))


def _check_ruleset(game: Game, ruleset: str | None) -> None:
    """Raise WrongRuleset for an action of another ruleset."""
    if ruleset not in (None, game.ruleset.name):
        raise WrongRuleset(f"The game is played by {game.ruleset.name}.")


def _check_decision(game: Game, seat: int, decision: int) -> None:
    """Raise DecisionClosed unless `decision` is the seat's open one.

    A seat that is not to act and quotes no decision of its own learns the reason from the rules instead.
    """
    own = game.position.asked[seat]
    if seat in game.to_act:
        if decision != own:
            raise DecisionClosed("The seat's open decision is another one.", decision=own)
    elif decision == own:
        raise DecisionClosed("The decision has been answered.")


def _next_job(game: Game) -> Job | None:
    """Say which job follows from the position alone."""
    if not game.to_act:
        return jobs.scoring(game.header.game_id)
    if ai_to_act(game) is not None:
        return jobs.ai_turn(game.header.game_id, game.position.version)
    return None


def _due(bottega: Bottega, game: Game) -> float | None:
    """Say when somebody must look whether the job that is owed now has been done; None if none is owed."""
    return None if _next_job(game) is None else time.time() + bottega.settings.lease_seconds


def _hand_out(bottega: Bottega, game: Game) -> None:
    """Hand out the job that is owed; if that fails, the due list brings the sweeper to it."""
    job = _next_job(game)
    if job is None:
        return
    try:
        jobs.enqueue(bottega.queues, job)
    except OUTAGES as error:
        logger.warning("job %s was not handed out: %s", job.id, error)


def _stored(bottega: Bottega, game_id: str, idempotency: Idempotency | None = None) -> Stored:
    """Read a game as it is stored."""
    stored = bottega.store.load(game_id, idempotency) if _is_game_id(game_id) else None
    if stored is None:
        raise GameNotFound("There is no game with this id.")
    return stored


def read_header(bottega: Bottega, game_id: str) -> Header:
    """Read the header of a game; raises GameNotFound."""
    header = bottega.store.header(game_id) if _is_game_id(game_id) else None
    if header is None:
        raise GameNotFound("There is no game with this id.")
    return header


def _is_game_id(text: str) -> bool:
    """Tell whether a text has the form of a game's id; others shall not become part of a key."""
    return len(text) == GAME_ID_LENGTH and all(letter in GAME_ID_LETTERS for letter in text)


def rules_of(bottega: Bottega, header: Header) -> AnyRuleset:
    """Find the rules that a game was begun under; raises RulesNotHosted."""
    ruleset = bottega.rulesets.get(header.ruleset)
    if ruleset is None or ruleset.version != header.rules_version:
        raise RulesNotHosted(f"The game was begun under version {header.rules_version} of {header.ruleset}.")
    return ruleset


def restore(bottega: Bottega, header: Header, snapshot: bytes) -> Game:
    """Make a game of what is stored; raises RulesNotHosted."""
    ruleset = rules_of(bottega, header)
    return Game(header, ruleset, replay.decode(ruleset, snapshot))


def _reserve(bottega: Bottega, idempotency: Idempotency | None) -> str:
    """Choose the id of a new game; a repeated request gets the id of the first."""
    game_id = bottega.sources.game_id()
    if idempotency is None:
        return game_id
    request, reserved = bottega.store.reserve(idempotency, game_id, bottega.settings.idempotency_seconds)
    if request != idempotency.request:
        raise IdempotencyKeyReused("Another game was created with this key.")
    return reserved


def _repeated(answer: Answer, idempotency: Idempotency | None) -> Answered:
    """Give the stored answer to a request that is repeated; raises IdempotencyKeyReused if it is another request."""
    if idempotency is None or answer.request != idempotency.request:
        raise IdempotencyKeyReused("Another request of this seat was sent with this key.")
    return Answered(answer.body, replayed=True)


def _digests(bottega: Bottega, header: Header) -> dict[int, str]:
    """Give the token digests of the seats of people."""
    return {each["seat"]: auth.digest(each["token"]) for each in _tokens(bottega, header)}


def _tokens(bottega: Bottega, header: Header) -> list[Wire]:
    """Derive the tokens of the seats of people."""
    people = [seat for seat, setup in enumerate(header.seats) if setup.kind == "human"]
    return [{"seat": seat, "token": auth.make_token(bottega.settings.secret, header.game_id, seat)} for seat in people]


def _raw(value: Any) -> msgspec.Raw:
    """Encode a value of the rules once, to be embedded as it is."""
    return msgspec.Raw(msgspec.json.encode(value))


def _timestamp(bottega: Bottega) -> str:
    """Tell the time, UTC, to the microsecond."""
    return bottega.sources.now().strftime("%Y-%m-%dT%H:%M:%S.%fZ")
