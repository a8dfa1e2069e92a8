"""Create games."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET

from domain import replay
from domain.chance import SEED_BYTES
from domain.dice import Seed
from domain.replay import GamePosition
from domain.ruleset import AnyRuleset, IllegalAction, check, read_action
from service.game import game_info, presenters
from service.game.deals import SharedDeal
from service.game.game import Game, carry_out, encoded, timestamp
from service.installation.after_commit import follow_up
from service.installation.bottega import Bottega
from service.lobby.game_terms import CASUAL, Terms, check_setup, check_terms, hints_of, is_slow
from service.lobby.seat_colours import coloured
from service.lobby.seat_removal import remove_deleted
from service.players import owners, players, tokens
from service.playing import notices
from service.playing.pending_jobs import (
    check_ai_queue,
    clock_entries,
    due,
    enqueue_safely,
    lease_end,
    next_job,
    shorter_queue_share,
)
from service.problems import (
    IdempotencyKeyReused,
    SandboxDisabled,
)
from service.resources.base import shown
from service.resources.creation import CreatedGame, Sandbox, SandboxAction
from service.resources.seats import SeatToken
from service.store import (
    Event,
    GameInfo,
    Header,
    Holder,
    Idempotency,
    InvitedPlayer,
    SeatSetup,
    Spectators,
)
from service.telemetry import context, metrics

NO_SPECTATORS = Spectators("off")
NO_SALT = bytes(SEED_BYTES)
"""Salt of a sandbox game whose creator sends a seed alone: equal requests create equal games."""


def create_game(
    bottega: Bottega,
    ruleset: AnyRuleset,
    options: Any,
    seats: Sequence[SeatSetup],
    *,
    sandbox: Sandbox | None = None,
    terms: Terms = CASUAL,
    idempotency: Idempotency | None = None,
) -> tuple[CreatedGame, bool]:
    """Create a game; return it with the seat tokens of human players, and whether it is repeated.

    Raises IllegalAction when the rules reject the set-up or one of the sandbox's actions, UnknownLevel, UnknownColour,
    ColourTaken, UnknownPlayer, AlreadySeated, SameOwner, SandboxDisabled, SandboxUnrated, RatedNotPublic,
    HintsDisabled, UndoNotAllowed, UndoModeUnavailable, AiQueueFull, and IdempotencyKeyReused.
    """
    context.note_ruleset(ruleset.name)
    if sandbox is not None and not (bottega.settings.sandbox or terms.test or _is_lesson(sandbox, seats, terms)):
        raise SandboxDisabled("Omit `sandbox`, or ask the operator for a test key.")
    check_terms(ruleset, terms, sandbox)
    check_setup(ruleset, options, seats)
    seats = coloured(ruleset, seats)
    players_seated = _seated(bottega, seats, terms.players)
    named = [*terms.players.values(), *terms.invited.values()]
    if terms.rated and terms.tournament is None:  # a tournament rejects related entrants itself
        _check_apart(bottega, named)
    now = timestamp(bottega)
    seed, shared = _seed(bottega, sandbox, terms.deal), terms.deal if terms.deal and terms.deal.games else None
    position = replay.start(ruleset, options, len(seats), seed)
    log = _begin(ruleset, position, sandbox.actions or (), seed, now, bottega.sources.attempt()) if sandbox else []
    game_id = terms.game_id or _reserve(bottega, idempotency)
    waits = (terms.waits or terms.clock is not None) and any(seat.kind == "open" for seat in seats)
    header = shown(
        terms,
        Header,
        game_id=game_id,
        ruleset=ruleset.name,
        rules_version=ruleset.version if terms.rules_version is None else terms.rules_version,
        options=encoded(options),
        seats=tuple(without_name(seat) if index in players_seated else seat for index, seat in enumerate(seats)),
        seed=seed.secret.hex(),
        salt=seed.salt.hex(),
        created_at=now,
        sandbox=sandbox is not None,
        sandbox_actions=len(log),
        hints=hints_of(terms),
        share=shorter_queue_share(bottega, terms.client) if waits or _may_think(seats, terms) else 0,
        virtual=sandbox is not None and sandbox.clock == "virtual",
        waits=waits,
        spectators=terms.spectators if shared is None else NO_SPECTATORS,
        deal="" if shared is None else shared.deal_id,
        queues=is_slow(terms.clock) if terms.queues is None else terms.queues,
    )
    info = _with_invited(terms.info, terms.invited)
    game = Game(header, ruleset, position, game_info.new_game_info(header, info, ruleset.to_act(position.state), log))
    if terms.tournament is None:
        check_ai_queue(bottega, next_job(game))
    if shared is not None:
        bottega.store.deals.keep(shared.deal_id, shared.games)
    # Games of tournaments and of matched seeks have no creator and no tokens: their process may lack the secret.
    if terms.tournament is not None or terms.info.seeks:
        repeated = not store_game(bottega, game, (), players_seated, log)
        return presenters.created(header, [], "", players_seated), repeated
    given = new_tokens(bottega, header, players_seated)
    own_token = tokens.make_creator_token(bottega.settings.secrets, game_id)
    if not store_game(bottega, game, given, players_seated, log):
        found = bottega.store.header(game_id)
        if found is None:
            raise IdempotencyKeyReused("Send a new `Idempotency-Key`. The game created with this key has been deleted.")
        given = _tokens(found, players_seated, partial(tokens.issued_token, bottega, game_id))
        return presenters.created(found, given, own_token, players_seated), True
    return presenters.created(header, given, own_token, players_seated), False


def _with_invited(info: GameInfo, invited: Mapping[int, str]) -> GameInfo:
    """Return the game info with seats that are reserved for players."""
    if not invited:
        return info
    reserved = {seat: InvitedPlayer(player, number) for number, (seat, player) in enumerate(invited.items(), 1)}
    return msgspec.structs.replace(info, invitations=dict.fromkeys(invited, 1), invited=reserved)


def new_tokens(bottega: Bottega, header: Header, seated: Mapping[int, Holder]) -> list[SeatToken]:
    """Return the tokens of human seats without a player id in a new game."""
    return _tokens(header, seated, partial(tokens.make_token, bottega.settings.secrets, header.game_id))


def store_game(
    bottega: Bottega, game: Game, given: Sequence[SeatToken], seated: Mapping[int, Holder], log: Sequence[Event] = ()
) -> bool:
    """Store a new game, enqueue its first job, and send notices; False if the id is used already.

    Players who are deleted in the meantime are removed from the game.
    """
    holders = {each.seat: Holder(tokens.digest(each.token)) for each in given} | {**seated}
    if not bottega.store.create(
        game.header,
        replay.encode(game.position),
        holders,
        info=game.info,
        log=log,
        due=lease_end(bottega) if seated or game.info.invited else due(bottega, game),
        clocks=clock_entries(bottega, game),
    ):
        return False
    with follow_up("metrics", game.header.game_id):
        metrics.count_created(game.ruleset.name)
    enqueue_safely(bottega, next_job(game))
    if seated or game.header.creator:
        notices.send_now(bottega, game.header.game_id)
        with follow_up("removal", game.header.game_id):
            invited = [each.player for each in game.info.invited.values()]
            named = [game.header.creator, *(each.player for each in seated.values()), *invited]
            remove_deleted(bottega, game.header.game_id, named)
    return True


def _is_lesson(sandbox: Sandbox, seats: Sequence[SeatSetup], terms: Terms) -> bool:
    """Whether a game starts at a scenario and no other player can join: its creator knows what is hidden in it."""
    is_alone = not terms.players and all(seat.kind != "open" for seat in seats)
    return is_alone and sandbox.scenario != "" and sandbox.clock is UNSET


def _seed(bottega: Bottega, sandbox: Sandbox | None, deal: SharedDeal | None) -> Seed:
    """Return the seed of a new game's dice: the creator's choice, or a random one."""
    if deal is not None:
        return Seed(deal.secret, bottega.sources.seed())
    drawn = draw_seed(bottega)
    if sandbox is None:
        return drawn
    if not sandbox.seed:
        return Seed(drawn.secret, bytes.fromhex(sandbox.salt) or drawn.salt)
    return Seed(bytes.fromhex(sandbox.seed), bytes.fromhex(sandbox.salt) or NO_SALT)


def draw_seed(bottega: Bottega) -> Seed:
    """Return a random seed of a new game's dice."""
    return Seed(bottega.sources.seed(), bottega.sources.seed())


def _begin(
    ruleset: AnyRuleset,
    position: GamePosition[Any],
    actions: Sequence[SandboxAction],
    seed: Seed,
    at: str,
    attempt: str,
) -> list[Event]:
    """Apply the first actions in place. Raises IllegalAction with the index of the first rejected action."""
    log = []
    for index, each in enumerate(actions):
        try:
            action = read_action(ruleset, each.action)
            check(ruleset, position.state, each.seat, action)
        except IllegalAction as rejection:
            raise IllegalAction(ruleset, rejection.reason, index) from rejection
        event = carry_out(ruleset, position, each.seat, action, seed, at)
        log.append(msgspec.structs.replace(event, attempt=attempt))
    return log


def _reserve(bottega: Bottega, idempotency: Idempotency | None) -> str:
    """Return the id of a new game; a repeated request gets the first id."""
    game_id = bottega.sources.game_id()
    if idempotency is None:
        return game_id
    request, reserved = bottega.store.reserve(idempotency, game_id, bottega.settings.idempotency_seconds)
    if request != idempotency.request:
        raise IdempotencyKeyReused("Send a new `Idempotency-Key`. Another request created a game with this key.")
    return reserved


def _seated(bottega: Bottega, seats: Sequence[SeatSetup], chosen: Mapping[int, str]) -> dict[int, Holder]:
    """Return the holders of seats that players have from the creation. Raises UnknownPlayer and AlreadySeated."""
    known = players.profiles_of(bottega, [*chosen.values()])
    given = {seat: name if isinstance(name := seats[seat].name, str) else None for seat in chosen}
    return {
        seat: Holder(name=given[seat] or known[player].name or None, player=player, bot=known[player].bot)
        for seat, player in chosen.items()
    }


def _check_apart(bottega: Bottega, seated: Sequence[str]) -> None:
    for number, player in enumerate(seated):
        owners.check_unrelated(bottega, player, seated[:number])


def without_name(seat: SeatSetup) -> SeatSetup:
    """Return the setup without a name. The holder has the name, so that it is deleted with the player."""
    return msgspec.structs.replace(seat, name=UNSET)


def _may_think(seats: Sequence[SeatSetup], terms: Terms) -> bool:
    """Whether an AI level may play in the game."""
    return terms.absence.level is not UNSET or any(seat.kind == "ai" for seat in seats)


def _tokens(header: Header, seated: Mapping[int, Holder], derive: Callable[[int], str]) -> list[SeatToken]:
    """Return the tokens of human seats without a player id."""
    human_seats = [seat for seat, setup in enumerate(header.seats) if setup.kind == "human" and seat not in seated]
    return [SeatToken(seat, derive(seat)) for seat in human_seats]
