"""How a game begins: it is created, and its open seats are claimed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from msgspec import UNSET

from domain import replay
from domain.replay import Position
from domain.ruleset import AnyRuleset, IllegalAction, check, read_action
from service.play import arranging, presenters, tokens
from service.play.bottega import Bottega
from service.play.clocks import moment_of
from service.play.game import Game, carry_out, encoded, read_header, timestamp
from service.play.levels import find_level
from service.play.pending_jobs import (
    check_thinking,
    clock_entries,
    due,
    enqueue_safely,
    lease_end,
    next_job,
    quieter_share,
)
from service.play.presenters import Wire
from service.play.seating import begin_if_seated
from service.problems import (
    GameNotFound,
    HintsOff,
    IdempotencyKeyReused,
    RulesVersionNotHosted,
    SandboxOff,
    SandboxUnrated,
    SeatNotFound,
    SeatTaken,
)
from service.store import HINTS, Event, Header, Idempotency, SeatSetup, Table
from service.store.timing import Absence, Clock

USUAL = Absence()


@dataclass(frozen=True)
class Sandbox:
    """Where a game of the sandbox begins."""

    seed: str | None = None
    """64 hexadecimal digits; drawn if None."""
    actions: Sequence[Wire] = ()
    """What the seats have done already: `seat` and `action`, in wire form."""
    virtual: bool = False
    """Whether its time stands still until it is moved on."""


@dataclass(frozen=True)
class Terms:
    """On what terms a game is played, and on whose account."""

    rated: bool = False
    """Whether its result is to count."""
    hints: int | None = None
    """The hints of each seat; None where nothing is said of them."""
    creator: str = ""
    """Whoever asks for it, or where from, as far as that is known: AI players think on this account."""
    clock: Clock | None = None
    """How long each seat may take; None for as long as it likes."""
    absence: Absence = USUAL
    """What becomes of a seat that takes longer."""


CASUAL = Terms()


def create_game(
    bottega: Bottega,
    ruleset: AnyRuleset,
    options: Any,
    seats: Sequence[SeatSetup],
    *,
    rules_version: int | None = None,
    sandbox: Sandbox | None = None,
    terms: Terms = CASUAL,
    idempotency: Idempotency | None = None,
) -> tuple[Wire, bool]:
    """Set a game up; return it with the tokens of its people, and whether an earlier request had made it.

    `rules_version` is the one that whoever asks was made for, None if any will do. Raises IllegalAction when the rules
    refuse the set-up or one of the sandbox's actions, RulesVersionNotHosted, UnknownLevel, SandboxOff,
    SandboxUnrated, HintsOff, TooMuchThinking, and IdempotencyKeyReused.
    """
    if rules_version not in (None, ruleset.version):
        raise RulesVersionNotHosted(
            "Version {version} is hosted.", {"version": ruleset.version}, rules_version=ruleset.version
        )
    if sandbox is not None and not bottega.settings.sandbox:
        raise SandboxOff("Seed and first actions can be chosen where the operator has set BOTTEGA_SANDBOX=on.")
    _check_terms(terms, sandbox)
    _check_setup(ruleset, options, seats)
    if terms.absence.level is not UNSET:
        find_level(terms.absence.level)
    now = timestamp(bottega)
    seed = bytes.fromhex(sandbox.seed) if sandbox and sandbox.seed else bottega.sources.seed()
    position = replay.start(ruleset, options, len(seats), seed)
    log = _begin(ruleset, position, sandbox.actions, seed, now) if sandbox else []
    game_id = _reserve(bottega, idempotency)
    header = Header(
        game_id,
        ruleset.name,
        ruleset.version,
        encoded(options),
        tuple(seats),
        seed.hex(),
        now,
        sandbox=sandbox is not None,
        sandbox_actions=len(log),
        rated=terms.rated,
        hints=_hints(terms),
        share=quieter_share(bottega, terms.creator) if _may_think(seats, terms) else 0,
        clock=terms.clock,
        absence=terms.absence,
        virtual=sandbox is not None and sandbox.virtual,
    )
    game = Game(header, ruleset, position, _table(header, ruleset, position))
    check_thinking(bottega, game)
    new_tokens = _tokens(header, partial(tokens.make_token, bottega.settings.secrets, game_id))
    own_token = tokens.make_creator_token(bottega.settings.secrets, game_id)
    digests = {each["seat"]: tokens.digest(each["token"]) for each in new_tokens}
    if not bottega.store.create(
        header,
        replay.encode(position),
        digests,
        log=log,
        due=due(bottega, game),
        table=game.table,
        clocks=clock_entries(bottega, game),
    ):
        found = read_header(bottega, game_id)
        return presenters.created(found, _tokens(found, partial(tokens.kept_token, bottega, game_id)), own_token), True
    enqueue_safely(bottega, next_job(game))
    return presenters.created(header, new_tokens, own_token), False


def claim_seat(
    bottega: Bottega, game_id: str, seat: int, name: str | None = None, *, idempotency: Idempotency | None = None
) -> tuple[Wire, bool]:
    """Give an open seat to the first who asks; return its token, and whether an earlier request had got it.

    `name` is what the player is called from now on. Raises GameNotFound, SeatNotFound, SeatTaken and
    IdempotencyKeyReused.
    """
    header = read_header(bottega, game_id)
    if seat >= len(header.seats):
        raise SeatNotFound("The game has {seats} seats, numbered from 0.", {"seats": len(header.seats)})
    if header.seats[seat].kind != "open":
        raise SeatTaken("The seat was given away when the game was created.")
    if name is not None and seat not in bottega.store.claims(game_id):
        bottega.store.lists.add_player(game_id, name)
    token = tokens.make_token(bottega.settings.secrets, game_id, seat)
    if header.clock is not None:
        bottega.store.due.add(game_id, lease_end(bottega))
    outcome = bottega.store.claim(
        game_id, seat, tokens.digest(token), name, idempotency, bottega.settings.idempotency_seconds
    )
    if outcome == "gone":
        raise GameNotFound("There is no game with this id.")
    if outcome == "reused":
        raise IdempotencyKeyReused("The seat was claimed with this key by another request.")
    if outcome == "taken":
        raise SeatTaken("Somebody has claimed the seat.")
    if header.clock is not None:
        begin_if_seated(bottega, game_id)
    if outcome == "repeated":
        token = tokens.kept_token(bottega, game_id, seat)
    return {"game_id": game_id, "seat": seat, "token": token}, outcome == "repeated"


def _begin(ruleset: AnyRuleset, position: Position[Any], actions: Sequence[Wire], seed: bytes, at: str) -> list[Event]:
    """Carry out what a game begins with, in place; raises IllegalAction with the index of the first action refused."""
    log = []
    for index, each in enumerate(actions):
        try:
            action = read_action(ruleset, each["action"])
            check(ruleset, position.state, each["seat"], action)
        except IllegalAction as refusal:
            raise IllegalAction(ruleset, refusal.reason, index) from refusal
        log.append(carry_out(ruleset, position, each["seat"], action, seed, at))
    return log


def _check_terms(terms: Terms, sandbox: Sandbox | None) -> None:
    """Raise SandboxUnrated or HintsOff where a rated game is asked for on terms that nobody could trust."""
    if terms.rated and sandbox is not None:
        raise SandboxUnrated("Ask for the game without `rated`, or without `sandbox`.")
    if terms.rated and terms.hints:
        raise HintsOff("Nobody gets hints in a rated game; ask for 0 or leave `hints` out.")


def _hints(terms: Terms) -> int:
    """Return the number of decisions for which each seat may ask for a hint."""
    return 0 if terms.rated else HINTS if terms.hints is None else terms.hints


def _check_setup(ruleset: AnyRuleset, options: Any, seats: Sequence[SeatSetup]) -> None:
    """Raise IllegalAction or UnknownLevel unless a game can be set up so."""
    reason = ruleset.refuse_setup(options, len(seats))
    if reason is not None:
        raise IllegalAction(ruleset, reason)
    for seat in seats:
        if seat.kind == "ai":
            find_level(str(seat.level))


def _reserve(bottega: Bottega, idempotency: Idempotency | None) -> str:
    """Choose the id of a new game; a repeated request gets the id of the first."""
    game_id = bottega.sources.game_id()
    if idempotency is None:
        return game_id
    request, reserved = bottega.store.reserve(idempotency, game_id, bottega.settings.idempotency_seconds)
    if request != idempotency.request:
        raise IdempotencyKeyReused("Another game was created with this key.")
    return reserved


def _may_think(seats: Sequence[SeatSetup], terms: Terms) -> bool:
    """Whether a level may have to play."""
    return terms.absence.level is not UNSET or any(seat.kind == "ai" for seat in seats)


def _table(header: Header, ruleset: AnyRuleset, position: Position[Any]) -> Table:
    """Lay the table of a new game; its clocks run at once where no seat is open."""
    table = arranging.laid(header)
    if any(seat.kind == "open" for seat in header.seats):
        return table
    return arranging.begun(header, table, ruleset.to_act(position.state), moment_of(header.created_at))


def _tokens(header: Header, derive: Callable[[int], str]) -> list[Wire]:
    """List the tokens of the seats of people."""
    people = [seat for seat, setup in enumerate(header.seats) if setup.kind == "human"]
    return [{"seat": seat, "token": derive(seat)} for seat in people]
