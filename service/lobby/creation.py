"""Create games."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain import replay
from domain.actions import IllegalAction, check, read_action
from domain.chance import SEED_BYTES
from domain.dice import Seed
from domain.replay import GamePosition
from domain.ruleset import AnyRuleset
from service import problems
from service.game import game_info, presenters
from service.game.deals import SharedDeal
from service.game.game import Game, apply_action, encoded, timestamp
from service.installation import shares
from service.installation.after_commit import follow_up
from service.installation.installation import Installation
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
    installation: Installation,
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
    CooperativeUnrated, HintsDisabled, UndoNotAllowed, UndoModeUnavailable, AiQueueFull, and IdempotencyKeyReused.
    """
    context.note_ruleset(ruleset.name)
    if sandbox is not None and not (installation.settings.sandbox or terms.test):
        raise problems.SandboxDisabled("Omit `sandbox`, or ask the operator for a test key.")
    check_terms(ruleset, terms, sandbox)
    check_setup(ruleset, options, seats)
    seats = coloured(ruleset, seats)
    players_seated = _seated(installation, seats, terms.players)
    named = [*terms.players.values(), *terms.invited.values()]
    if terms.rated and terms.tournament is UNSET:  # a tournament rejects related entrants itself
        _check_apart(installation, named)
    now = timestamp(installation)
    seed, shared = _seed(installation, sandbox, terms.deal), terms.deal if terms.deal and terms.deal.games else UNSET
    position = replay.start(ruleset, options, len(seats), seed)
    log = _begin(ruleset, position, sandbox.actions or (), seed, now, installation.sources.attempt()) if sandbox else []
    game_id = terms.game_id or _reserve(installation, idempotency)
    waits = (terms.waits or terms.clock is not UNSET) and any(seat.kind == "open" for seat in seats)
    header = shown(
        terms,
        Header,
        game_id=game_id,
        ruleset=ruleset.name,
        rules_version=terms.rules_version or ruleset.version,
        options=encoded(options),
        seats=tuple(without_name(seat) if index in players_seated else seat for index, seat in enumerate(seats)),
        seed=seed.secret.hex(),
        salt=seed.salt.hex(),
        created_at=now,
        sandbox=sandbox is not None,
        sandbox_actions=len(log),
        hints=hints_of(terms),
        share=_share(installation, seats, terms),
        virtual=sandbox is not None and sandbox.clock == "virtual",
        waits=waits,
        spectators=terms.spectators if shared is UNSET else NO_SPECTATORS,
        deal="" if shared is UNSET else shared.deal_id,
        queues=is_slow(terms.clock) if terms.queues is UNSET else terms.queues,
    )
    info = _with_invited(terms.info, terms.invited)
    game = Game(header, ruleset, position, game_info.new_game_info(header, info, ruleset.to_act(position.state), log))
    if terms.tournament is UNSET:
        check_ai_queue(installation, next_job(game))
    if shared is not UNSET:
        installation.store.deals.keep(shared.deal_id, shared.games)
    # Games of tournaments and of matched seeks have no creator and no tokens: their process may lack the secret.
    if terms.tournament is not UNSET or terms.info.seeks:
        repeated = not store_game(installation, game, (), players_seated, log)
        return presenters.created(header, [], "", players_seated), repeated
    given = new_tokens(installation, header, players_seated)
    own_token = tokens.make_creator_token(installation.settings.secrets, game_id)
    if not store_game(installation, game, given, players_seated, log):
        found = installation.store.header(game_id)
        if found is None:
            raise problems.IdempotencyKeyReused(
                "Send a new `Idempotency-Key`. The game created with this key has been deleted."
            )
        given = _tokens(found, players_seated, partial(tokens.issued_token, installation, game_id))
        return presenters.created(found, given, own_token, players_seated), True
    return presenters.created(header, given, own_token, players_seated), False


def _with_invited(info: GameInfo, invited: Mapping[int, str]) -> GameInfo:
    """Return the game info with seats that are reserved for players."""
    if not invited:
        return info
    reserved = {seat: InvitedPlayer(player, number) for number, (seat, player) in enumerate(invited.items(), 1)}
    return msgspec.structs.replace(info, invitations=dict.fromkeys(invited, 1), invited=reserved)


def new_tokens(installation: Installation, header: Header, seated: Mapping[int, Holder]) -> list[SeatToken]:
    """Return the tokens of human seats without a player id in a new game."""
    return _tokens(header, seated, partial(tokens.make_token, installation.settings.secrets, header.game_id))


def store_game(
    installation: Installation,
    game: Game,
    given: Sequence[SeatToken],
    seated: Mapping[int, Holder],
    log: Sequence[Event] = (),
) -> bool:
    """Store a new game, enqueue its first job, and send notices; False if the id is used already.

    Players who are deleted in the meantime are removed from the game.
    """
    holders = {each.seat: Holder(tokens.digest(each.token)) for each in given} | {**seated}
    if not installation.store.create(
        game.header,
        replay.encode(game.position),
        holders,
        info=game.info,
        log=log,
        due=lease_end(installation) if seated or game.info.invited else due(installation, game),
        clocks=clock_entries(installation, game),
    ):
        return False
    with follow_up("metrics", game.header.game_id):
        metrics.count_created(game.ruleset.name)
    enqueue_safely(installation, next_job(game))
    if seated or game.header.creator:
        notices.send_now(installation, game.header.game_id)
        with follow_up("removal", game.header.game_id):
            invited = [each.player for each in game.info.invited.values()]
            named = [game.header.creator, *(each.player for each in seated.values()), *invited]
            remove_deleted(installation, game.header.game_id, named)
    return True


def _seed(installation: Installation, sandbox: Sandbox | None, deal: SharedDeal | UnsetType) -> Seed:
    """Return the seed of a new game's dice: the creator's choice, or a random one."""
    if deal is not UNSET:
        return Seed(deal.secret, installation.sources.seed())
    drawn = draw_seed(installation)
    if sandbox is None:
        return drawn
    if sandbox.seed is UNSET:
        return Seed(drawn.secret, drawn.salt if sandbox.salt is UNSET else bytes.fromhex(sandbox.salt))
    return Seed(bytes.fromhex(sandbox.seed), NO_SALT if sandbox.salt is UNSET else bytes.fromhex(sandbox.salt))


def draw_seed(installation: Installation) -> Seed:
    """Return a random seed of a new game's dice."""
    return Seed(installation.sources.seed(), installation.sources.seed())


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
        event = apply_action(ruleset, position, each.seat, action, seed, at)
        log.append(msgspec.structs.replace(event, attempt=attempt))
    return log


def _reserve(installation: Installation, idempotency: Idempotency | None) -> str:
    """Return the id of a new game; a repeated request gets the first id."""
    game_id = installation.sources.game_id()
    if idempotency is None:
        return game_id
    request, reserved = installation.store.creations.reserve(
        idempotency, game_id, installation.settings.idempotency_seconds
    )
    if request != idempotency.request:
        raise problems.IdempotencyKeyReused(
            "Send a new `Idempotency-Key`. Another request created a game with this key."
        )
    return reserved


def _seated(installation: Installation, seats: Sequence[SeatSetup], chosen: Mapping[int, str]) -> dict[int, Holder]:
    """Return the holders of seats that players have from the creation. Raises UnknownPlayer and AlreadySeated."""
    known = players.profiles_of(installation, [*chosen.values()])
    given = {seat: name if isinstance(name := seats[seat].name, str) else None for seat in chosen}
    return {
        seat: Holder(name=given[seat] or known[player].name or None, player=player, bot=known[player].bot)
        for seat, player in chosen.items()
    }


def _check_apart(installation: Installation, seated: Sequence[str]) -> None:
    for number, player in enumerate(seated):
        owners.check_unrelated(installation, player, seated[:number])


def without_name(seat: SeatSetup) -> SeatSetup:
    """Return the setup without a name. The holder has the name, so that it is deleted with the player."""
    return msgspec.structs.replace(seat, name=UNSET)


def _share(installation: Installation, seats: Sequence[SeatSetup], terms: Terms) -> int:
    """Return the share of a game; the one with the shorter queue if an AI level may play."""
    may_think = terms.absence.level is not UNSET or any(seat.kind in ("ai", "open") for seat in seats)
    return shares.choose(installation, terms.client) if may_think else shares.shares_of(terms.client)[0]


def _tokens(header: Header, seated: Mapping[int, Holder], derive: Callable[[int], str]) -> list[SeatToken]:
    """Return the tokens of human seats without a player id."""
    human_seats = [seat for seat, setup in enumerate(header.seats) if setup.kind == "human" and seat not in seated]
    return [SeatToken(seat, derive(seat)) for seat in human_seats]
