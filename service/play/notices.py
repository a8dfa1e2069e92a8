"""Notices: what players are told of the games in which they have seats, each in a feed of his own.

Webhooks are told the same: those of a player, and those of a game, or of whoever has created it, of all its seats.

What is owed follows from the position and the table, so anybody may tell it, and again: a feed takes each notice once.
It is told as soon as there is something to tell; a game is on the due list before that, so that whatever gets lost in
between is told by the sweeper. A notice says nothing that the seat's own view would not.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from service.play import game_info, webhooks
from service.play.bottega import Bottega
from service.play.clock_and_ids import written
from service.play.clocks import deadline, time_of
from service.play.game import Game, load, timestamp
from service.play.webhooks import Message
from service.problems import GameNotFound
from service.runtime.throttled_log import warn_sparsely
from service.store import OUTAGES, Notice, NoticeType, Webhook
from service.store.clock_types import StandIn

logger = logging.getLogger(__name__)

Told = Mapping[str, Sequence[Notice]]
"""What is told to each player, by id."""


def owed(game: Game, seat: int, at: str, *, scored: bool = False) -> list[Notice]:
    """List all that the player of a seat must have been told by now, in order."""

    def notice(
        kind: NoticeType, version: int, decision: int | None = None, until: str | None = None, seek: str | None = None
    ) -> Notice:
        published = (game.table.record_hash or None) if kind == "scored" else None
        about = (game.header.game_id, game.ruleset.name, version, seat)
        return Notice(kind, at, *about, decision, until, seek, record_hash=published)

    version, asked, status = game.position.version, game.position.asked[seat], game.status
    told = [notice("seated", version, seek=game.table.seeks.get(seat))]
    if status in ("over", "aborted"):
        told.append(notice(status, version))
    elif _is_turn(game, seat):
        told.append(notice("your_turn", asked, asked, _deadline(game, seat)))
    replaced = _replaced(game, seat)
    if replaced is not None:
        told.insert(1, _taken_over(notice("seated", version), replaced, game))
    return [*told, notice("scored", version)] if scored else told


def _replaced(game: Game, seat: int) -> StandIn | None:
    """Return who plays a seat since the time of its player was up; None if nobody does."""
    found = (each for each in game.table.stand_ins if each.seat == seat and each.reason == "time")
    return next(found, None)


def _taken_over(like: Notice, replaced: StandIn, game: Game) -> Notice:
    """Return the notice that somebody plays a seat, `like` another of the same seat."""
    level = replaced.level or None
    own = replace(like, seek=None, version=replaced.since, decision=replaced.since, level=level)
    if game_info.has_given_up(game.table, replaced.seat):
        return replace(own, type="forfeited")
    return replace(own, type="taken_over", until_return=replaced.decision is None)


def _is_turn(game: Game, seat: int) -> bool:
    """Whether a seat is to act, and nobody does so in place of its player."""
    if seat not in game.to_act or game_info.is_decided(game.header, game.table):
        return False
    return game_info.stand_in(game.table, seat, game.position.asked[seat]) is None


def _deadline(game: Game, seat: int) -> str | None:
    """Return when the time of a seat's open decision is up; None while its clock does not run."""
    clock = game.header.clock
    up = None if clock is None else deadline(clock, game.table.clocks[seat])
    return None if up is None else written(time_of(up))


def concerned(game: Game) -> list[int]:
    """List the watched seats that the last event asks something, or tells that the game has ended."""
    asked = game.position.asked
    return [
        seat
        for seat in watched(game)
        if not game.to_act or (_is_turn(game, seat) and asked[seat] == game.position.version)
    ]


def watched(game: Game) -> list[int]:
    """List the seats of players, and all that no AI level plays where the game has webhooks, or its host may."""
    people = [seat for seat, setup in enumerate(game.seats) if setup.kind != "ai"] if _others(game) else []
    return sorted({*game.players, *people})


def tell_event(bottega: Bottega, game: Game) -> None:
    """Tell what the last event, which has been committed, makes known; if Redis cannot take it, the sweeper will."""
    _tell_safely(bottega, game, concerned(game))


def tell_replaced(bottega: Bottega, game: Game, seat: int) -> None:
    """Tell the player of a seat that somebody plays it since time was up; if Redis cannot take it, the sweeper will."""
    if seat in watched(game):
        _tell_safely(bottega, game, [seat])


def tell_score(bottega: Bottega, game: Game) -> None:
    """Tell that a game has been scored; if Redis cannot take it, the sweeper will."""
    _tell_safely(bottega, game, watched(game), scored=True)


def tell_low(bottega: Bottega, game: Game, seat: int) -> None:
    """Tell whose clock is low so, as durably as is promised. Raises one of OUTAGES."""
    at, player = timestamp(bottega), game.players.get(seat, "")
    asked = game.position.asked[seat]
    name, rules, until = game.header.game_id, game.ruleset.name, _deadline(game, seat)
    notice = Notice("clock_low", at, name, rules, asked, seat, asked, until)
    told = {player: [*owed(game, seat, at), notice]} if player else {}
    bottega.store.feeds.append_durably(told, bottega.sources.now().timestamp())
    _publish(bottega, game, notice, _hooks(bottega, [*told, *_others(game)]))


def _hooks(bottega: Bottega, owners: Sequence[str]) -> Mapping[str, Sequence[Webhook]]:
    """Read the webhooks of owners."""
    each = [*dict.fromkeys(owners)]
    return dict(zip(each, bottega.store.webhooks.of_owners(each), strict=True)) if each else {}


def tell_now(bottega: Bottega, game_id: str) -> None:
    """Tell all that a game owes its players; if Redis cannot take it, the sweeper will. Raises RulesNotHosted.

    For whoever has given a seat away, or keeps one for a player, with the game on the due list before that.
    """
    try:
        game = load(bottega, game_id)
        _tell_safely(bottega, game, watched(game))
        _tell_invited(bottega, game, bottega.store.feeds.append)
    except (*OUTAGES, GameNotFound) as error:
        warn_sparsely(logger, "players of game %s are told later: %s", game_id, error)


def tell_owed(bottega: Bottega, game_id: str) -> None:
    """Tell all that a game owes its players, as durably as is promised.

    Raises GameNotFound, RulesNotHosted, and one of OUTAGES.
    """
    game = load(bottega, game_id)
    _tell_invited(bottega, game, bottega.store.feeds.append_durably)
    if not watched(game):
        return
    scored = game.status == "over" and bottega.store.result(game_id) is not None
    told = _by_player(bottega, game, game.players, scored=scored)
    bottega.store.feeds.append_durably(told, bottega.sources.now().timestamp())
    _send(bottega, game, watched(game), _hooks(bottega, [*told, *_others(game)]), scored=scored)


def _tell_invited(bottega: Bottega, game: Game, tell: Callable[[Told, float], object]) -> None:
    """Tell the players for whom free seats are kept, unless they have gone; nobody else is told who that is."""
    if not game.table.invited or game.status not in ("open", "running"):
        return
    for seat, (player, number) in _kept(game).items():
        if bottega.store.players.profile(player) is None:
            continue
        at, now = timestamp(bottega), bottega.sources.now().timestamp()
        notice = Notice("invited", at, game.header.game_id, game.ruleset.name, 0, seat, invitation=number)
        tell({player: [notice]}, now)
        own = [each for each in bottega.store.webhooks.of(player) if each.scope == "seats"]
        webhooks.publish(bottega, player, own, _message(notice, player))


def _kept(game: Game) -> Mapping[int, tuple[str, int]]:
    """Return which free seats are kept for whom who has none, and the numbers of the invitations."""
    kept = {seat: (each.player, each.number) for seat, each in game.table.invited.items() if seat in game.free}
    return {seat: each for seat, each in kept.items() if each[0] not in game.players.values()}


def _tell_safely(bottega: Bottega, game: Game, seats: Collection[int], *, scored: bool = False) -> None:
    """Tell what some seats are owed, if there are any: players first, and webhooks that are found on the way."""
    if not seats:
        return
    try:
        told = _by_player(bottega, game, seats, scored=scored)
        hooks = bottega.store.feeds.append(told, bottega.sources.now().timestamp(), _others(game))
        _send(bottega, game, seats, hooks, scored=scored)
    except OUTAGES as error:
        warn_sparsely(logger, "players of game %s are told later: %s", game.header.game_id, error)


def _by_player(bottega: Bottega, game: Game, seats: Iterable[int], *, scored: bool) -> Told:
    """Put together what is owed to the players of some seats."""
    at = timestamp(bottega)
    return {game.players[seat]: owed(game, seat, at, scored=scored) for seat in seats if seat in game.players}


def _others(game: Game) -> Sequence[str]:
    """Name the owners of webhooks that are told of all seats: the game, if it has any, and its host if known."""
    host = [game.header.host] if game.header.host else []
    return [game.header.game_id, *host] if game.table.webhooks else host


def _send(
    bottega: Bottega,
    game: Game,
    seats: Iterable[int],
    hooks: Mapping[str, Sequence[Webhook]],
    *,
    scored: bool,
) -> None:
    """Have sent to webhooks what is owed to some seats. That a seat is taken is told where a player has it."""
    if not any(hooks.values()):
        return
    at = timestamp(bottega)
    for seat in seats:
        player = game.players.get(seat, "")
        for notice in owed(game, seat, at, scored=scored)[0 if player else 1 :]:
            _publish(bottega, game, notice, hooks)


def _publish(bottega: Bottega, game: Game, notice: Notice, hooks: Mapping[str, Sequence[Webhook]]) -> None:
    """Have a notice to a seat sent to the webhooks of its player, of the game, and of its host."""
    player, game_id, host = game.players.get(notice.seat, ""), game.header.game_id, game.header.host
    for owner, scope in ((player, "seats"), (game_id, "seats"), (host, "created")):
        wanting = [each for each in hooks.get(owner, ()) if each.scope == scope]
        webhooks.publish(
            bottega, owner, wanting, _message(notice, player, of_all=owner != player or scope == "created")
        )


def _message(notice: Notice, player: str, *, of_all: bool = False) -> Message:
    """Write a notice as it is sent; its id is the same whenever it is told.

    To whoever is told `of_all` seats, the end of a game is told once, not for each seat.
    """
    told = {name: value for name, value in notice.shown.items() if name not in ("type", "at")}
    whose = [notice.game_id, str(notice.mark)]
    if of_all and notice.type in ("over", "scored", "aborted"):
        del told["seat"]
    else:
        whose.append(str(notice.seat))
    if notice.type == "seated":
        whose.append(player)
    return Message(" ".join(whose), notice.type, notice.at, told)
