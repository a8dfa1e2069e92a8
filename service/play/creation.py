"""How a game is created."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET

from domain import replay
from domain.chance import SEED_BYTES
from domain.dice import Seed
from domain.replay import GamePosition
from domain.ruleset import AnyRuleset, IllegalAction, check, read_action
from domain.undo_rules import UndoMode, undo_modes
from service.play import game_info, notices, owners, players, presenters, tokens
from service.play.bottega import Bottega
from service.play.deals import SharedDeal
from service.play.game import Game, carry_out, encoded, timestamp
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
from service.play.seat_removal import remove_deleted
from service.problems import (
    GameBusy,
    HintsDisabled,
    IdempotencyKeyReused,
    RatedNotPublic,
    RulesVersionNotHosted,
    SandboxDisabled,
    SandboxUnrated,
    UndoModeUnavailable,
    UndoOff,
)
from service.store import (
    DEFAULT_INFO,
    HINTS,
    NO_DELAY,
    Event,
    GameInfo,
    Header,
    Holder,
    Idempotency,
    SeatSetup,
    Spectators,
    TournamentPlace,
    Visibility,
)
from service.store.clock_types import Absence, Clock
from service.telemetry import metrics

USUAL = Absence("default_action")
USUAL_RATED = Absence("forfeit")
"""Of a rated game: nobody gains rating by what the service plays for them."""
UNSEEN = Spectators("off")
NO_SALT = bytes(SEED_BYTES)
"""Of a sandbox game whose creator names a seed alone: equal requests create equal games."""


@dataclass(frozen=True)
class Sandbox:
    """Where a game of the sandbox begins."""

    seed: str | None = None
    """64 hexadecimal digits; drawn if None."""
    actions: Sequence[Wire] = ()
    """What the seats have done already: `seat` and `action`, in wire form."""
    virtual: bool = False
    """Whether its time stands still until it is moved on."""
    salt: str = ""
    """64 hexadecimal digits; zeros if a seed is given without one, drawn if neither is given."""


@dataclass(frozen=True)
class Terms:
    """On what terms a game is played, and on whose account."""

    rated: bool = False
    """Whether its result is to count."""
    hints: int | None = None
    """The hints of each seat; None where nothing is said of them."""
    creator: str = ""
    """Whoever asks for it, or where from, as far as that is known: AI players think on this account."""
    host: str = ""
    """The id of the player who asks for it, if that is known."""
    players: Mapping[int, str] = field(default_factory=dict)
    """The ids of the players who have seats from the beginning."""
    clock: Clock | None = None
    """How long each seat may take; None for as long as it likes."""
    absence: Absence = USUAL
    """What becomes of a seat that takes longer."""
    waits: bool = False
    """Whether it begins only when all seats are filled."""
    visibility: Visibility = "public"
    spectators: Spectators = NO_DELAY
    table: GameInfo = DEFAULT_INFO
    """What the platform keeps with it."""
    rematch_of: str = ""
    game_id: str = ""
    """The id that has been reserved for it: however often it is asked for, there is one game of it."""
    undo: UndoMode = "none"
    """What a seat may take back."""
    presence: bool = False
    """Whether it is told which of its players are there."""
    tournament: TournamentPlace | None = None
    """Which game of a tournament it is."""
    rules_version: int | None = None
    """Under which version of the rules it is begun: one that those hosted play on, or None for theirs."""
    deal: SharedDeal | None = None
    """What it is dealt from; where others are dealt alike it has no spectators until all of them have ended."""


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
    reject the set-up or one of the sandbox's actions, RulesVersionNotHosted, UnknownLevel, UnknownPlayer,
    AlreadySeated, SameOwner, SandboxDisabled, SandboxUnrated, RatedNotPublic, HintsDisabled, UndoOff,
    UndoModeUnavailable, AiQueueFull, and IdempotencyKeyReused.
    """
    check_version(ruleset, rules_version)
    if sandbox is not None and not bottega.settings.sandbox:
        raise SandboxDisabled("Seed and first actions can be chosen where the operator has set BOTTEGA_SANDBOX=on.")
    check_terms(ruleset, terms, sandbox)
    check_setup(ruleset, options, seats)
    players_seated = _seated(bottega, seats, terms.players)
    if terms.rated and terms.tournament is None:  # a tournament takes no related entrants
        _check_apart(bottega, [*terms.players.values()])
    now = timestamp(bottega)
    seed, shared = _seed(bottega, sandbox, terms.deal), terms.deal if terms.deal and terms.deal.games else None
    position = replay.start(ruleset, options, len(seats), seed)
    log = _begin(ruleset, position, sandbox.actions, seed, now, bottega.sources.attempt()) if sandbox else []
    game_id = terms.game_id or _reserve(bottega, idempotency)
    waits = (terms.waits or terms.clock is not None) and any(seat.kind == "open" for seat in seats)
    header = Header(
        game_id,
        ruleset.name,
        ruleset.version if terms.rules_version is None else terms.rules_version,
        encoded(options),
        tuple(nameless(seat) if index in players_seated else seat for index, seat in enumerate(seats)),
        seed.secret.hex(),
        now,
        sandbox=sandbox is not None,
        sandbox_actions=len(log),
        rated=terms.rated,
        hints=hints_of(terms),
        share=quieter_share(bottega, terms.creator) if waits or _may_think(seats, terms) else 0,
        host=terms.host,
        clock=terms.clock,
        absence=terms.absence,
        virtual=sandbox is not None and sandbox.virtual,
        waits=waits,
        visibility=terms.visibility,
        spectators=terms.spectators if shared is None else UNSEEN,
        rematch_of=terms.rematch_of,
        undo=terms.undo,
        presence=terms.presence,
        tournament=terms.tournament,
        salt=seed.salt.hex(),
        deal="" if shared is None else shared.deal_id,
    )
    game = Game(header, ruleset, position, game_info.laid(header, terms.table, ruleset.to_act(position.state), log))
    if terms.tournament is None:
        check_thinking(bottega, game)
    if shared is not None:
        bottega.store.deals.keep(shared.deal_id, shared.games)
    if terms.tournament is not None:  # nobody is handed a token: whoever seats rounds may be unable to make one
        repeated = not write(bottega, game, (), players_seated, log)
        return presenters.created(header, [], "", players_seated), repeated
    given = new_tokens(bottega, header, players_seated)
    own_token = tokens.make_creator_token(bottega.settings.secrets, game_id)
    if not write(bottega, game, given, players_seated, log):
        found = bottega.store.header(game_id)
        if found is None:
            raise IdempotencyKeyReused("The game that was created with this key has been deleted.")
        given = _tokens(found, players_seated, partial(tokens.kept_token, bottega, game_id))
        return presenters.created(found, given, own_token, players_seated), True
    return presenters.created(header, given, own_token, players_seated), False


def new_tokens(bottega: Bottega, header: Header, seated: Mapping[int, Holder]) -> list[Wire]:
    """List the tokens with which people sit in a new game who are not there as players."""
    return _tokens(header, seated, partial(tokens.make_token, bottega.settings.secrets, header.game_id))


def write(
    bottega: Bottega, game: Game, given: Sequence[Wire], seated: Mapping[int, Holder], log: Sequence[Event] = ()
) -> bool:
    """Write a new game, hand out the job that it begins with, and tell players of it; False if the id is another's.

    Players who are deleted in the meantime are removed from it.
    """
    holders = {each["seat"]: Holder(tokens.digest(each["token"])) for each in given} | {**seated}
    if not bottega.store.create(
        game.header,
        replay.encode(game.position),
        holders,
        info=game.table,
        log=log,
        due=lease_end(bottega) if seated else due(bottega, game),
        clocks=clock_entries(bottega, game),
    ):
        return False
    metrics.count_created(game.ruleset.name)
    enqueue_safely(bottega, next_job(game))
    if seated or game.header.host:
        notices.tell_now(bottega, game.header.game_id)
        with suppress(GameBusy):  # the game exists, so its creation must not fail any more
            remove_deleted(bottega, game.header.game_id, [game.header.host, *(each.player for each in seated.values())])
    return True


def _seed(bottega: Bottega, sandbox: Sandbox | None, deal: SharedDeal | None) -> Seed:
    """Return what the dice of a new game follow from: what its creator has chosen, or something new."""
    if deal is not None:
        return Seed(deal.secret, bottega.sources.seed())
    drawn = draw_seed(bottega)
    if sandbox is None:
        return drawn
    if not sandbox.seed:
        return Seed(drawn.secret, bytes.fromhex(sandbox.salt or "") or drawn.salt)
    return Seed(bytes.fromhex(sandbox.seed), bytes.fromhex(sandbox.salt or "") or NO_SALT)


def draw_seed(bottega: Bottega) -> Seed:
    """Draw what the dice of a new game follow from."""
    return Seed(bottega.sources.seed(), bottega.sources.seed())


def _begin(
    ruleset: AnyRuleset, position: GamePosition[Any], actions: Sequence[Wire], seed: Seed, at: str, attempt: str
) -> list[Event]:
    """Carry out what a game begins with, in place; raises IllegalAction with the index of the first action rejected."""
    log = []
    for index, each in enumerate(actions):
        try:
            action = read_action(ruleset, each["action"])
            check(ruleset, position.state, each["seat"], action)
        except IllegalAction as rejection:
            raise IllegalAction(ruleset, rejection.reason, index) from rejection
        event = carry_out(ruleset, position, each["seat"], action, seed, at)
        log.append(msgspec.structs.replace(event, attempt=attempt))
    return log


def check_version(ruleset: AnyRuleset, rules_version: int | None) -> None:
    """Raise RulesVersionNotHosted for whoever was made for another version of the rules."""
    if rules_version not in (None, ruleset.version):
        raise RulesVersionNotHosted(
            "Version {version} is hosted.", {"version": ruleset.version}, rules_version=ruleset.version
        )


def check_terms(ruleset: AnyRuleset, terms: Terms, sandbox: Sandbox | None = None) -> None:
    """Raise SandboxUnrated, RatedNotPublic, HintsDisabled or UndoOff for a rated game that nobody could trust.

    Raises UnknownLevel, and UndoModeUnavailable where the ruleset does not have the undo mode.
    """
    if terms.rated and sandbox is not None:
        raise SandboxUnrated("Ask for the game without `rated`, or without `sandbox`.")
    if terms.rated and terms.visibility != "public":
        raise RatedNotPublic("Send `visibility` as `public` or omit it, or omit `rated`.")
    if terms.rated and terms.hints:
        raise HintsDisabled("Nobody gets hints in a rated game; ask for 0 or leave `hints` out.")
    if terms.absence.level is not UNSET:
        find_level(terms.absence.level)
    if terms.rated and terms.undo != "none":
        raise UndoOff("Nobody takes anything back in a rated game; ask for `none` or leave `undo` out.")
    if terms.undo not in undo_modes(ruleset):
        modes = ", ".join(f"`{mode}`" for mode in undo_modes(ruleset))
        raise UndoModeUnavailable(
            "In this ruleset no action can be taken back alone. Send `undo` as one of {modes}.", {"modes": modes}
        )


def absence_of(asked: Absence | None, *, rated: bool) -> Absence:
    """Return what becomes of a seat whose time is up; what the request leaves out depends on whether it is rated."""
    usual = USUAL_RATED if rated else USUAL
    if asked is None:
        return usual
    return asked if asked.on_timeout is not UNSET else msgspec.structs.replace(asked, on_timeout=usual.on_timeout)


def hints_of(terms: Terms) -> int:
    """Return the number of decisions for which each seat may ask for a hint."""
    return 0 if terms.rated else HINTS if terms.hints is None else terms.hints


def check_setup(ruleset: AnyRuleset, options: Any, seats: Sequence[SeatSetup]) -> None:
    """Raise IllegalAction or UnknownLevel unless a game can be set up so."""
    reason = ruleset.reject_setup(options, len(seats))
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


def _seated(bottega: Bottega, seats: Sequence[SeatSetup], chosen: Mapping[int, str]) -> dict[int, Holder]:
    """Say which seats players have from the beginning. Raises UnknownPlayer and AlreadySeated."""
    known = players.profiles_of(bottega, [*chosen.values()])
    given = {seat: name if isinstance(name := seats[seat].name, str) else None for seat in chosen}
    return {
        seat: Holder(name=given[seat] or known[player].name or None, player=player, bot=known[player].bot)
        for seat, player in chosen.items()
    }


def _check_apart(bottega: Bottega, seated: Sequence[str]) -> None:
    """Raise SameOwner for related players."""
    for number, player in enumerate(seated):
        owners.check_apart(bottega, player, seated[:number])


def nameless(seat: SeatSetup) -> SeatSetup:
    """Leave out a player's name, which is kept beside the game: it is to go when the player goes."""
    return msgspec.structs.replace(seat, name=UNSET)


def _may_think(seats: Sequence[SeatSetup], terms: Terms) -> bool:
    """Whether a level may have to play."""
    return terms.absence.level is not UNSET or any(seat.kind == "ai" for seat in seats)


def _tokens(header: Header, seated: Mapping[int, Holder], derive: Callable[[int], str]) -> list[Wire]:
    """List the tokens of the seats of people who are not there as players."""
    people = [seat for seat, setup in enumerate(header.seats) if setup.kind == "human" and seat not in seated]
    return [{"seat": seat, "token": derive(seat)} for seat in people]
