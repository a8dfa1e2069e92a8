"""Send notices to the feeds of players, and to webhooks of players, games and creators.

The notices that are due follow from the position and the game info. Any process may send them, and repeatedly: a feed
stores each notice once. Notices are sent at once. Before that, the game is on the due list, so that the sweeper sends
lost notices. A notice contains nothing that the seat's own view hides.
"""

import dataclasses
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from service.game import game_info, queues
from service.game.clocks import deadline, time_of
from service.game.game import Game, load, restored, timestamp
from service.installation.after_commit import follow_up, run_each
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import written
from service.players import consent
from service.playing.notification_texts import invitation, notification
from service.problems import RulesNotHosted
from service.resources.base import shown
from service.resources.messages import (
    AbortedMessage,
    ClockLowMessage,
    DeletedMessage,
    DeletionReason,
    ForfeitedMessage,
    GameEnd,
    InvitedMessage,
    OverMessage,
    QueueDroppedMessage,
    ScoredMessage,
    SeatedMessage,
    TakenOverMessage,
    WebhookMessage,
    WholeGame,
    YourTurnMessage,
    data_type,
    message_types,
    type_of,
)
from service.store import OUTAGES, GameUnreadable, ListedGame, Status, StoredNotice, StoredWebhook
from service.store.clock_types import StandIn
from service.webhooks import webhooks
from service.webhooks.webhooks import Message

ENDS: Mapping[Status, type[WebhookMessage[GameEnd]]] = {"over": OverMessage, "aborted": AbortedMessage}
"""The message about the end of a game, by the status of the game."""
OF_A_DROP = (type_of(QueueDroppedMessage), type_of(YourTurnMessage))
"""The types of notices to a player whose queue was dropped."""
STRANGERS = "strangers"
"""The group of the invitations from players with whom the invited player has not played."""
NoticesByPlayer = Mapping[str, Sequence[StoredNotice]]
"""Notices by player id."""


def expected_notices(game: Game, seat: int, at: str, *, scored: bool = False) -> list[StoredNotice]:
    """Return all notices that the player of a seat should have received by now, in order."""
    new = partial(_notice, game, seat, at)
    version, decision, status = game.position.version, game.position.decisions[seat], game.status
    notices = [replace(new(SeatedMessage, version), seek=game.info.seeks.get(seat, UNSET))]
    if status in ENDS:
        notices.append(new(ENDS[status], version))
    elif _turn_begins(game, seat):
        turn = new(YourTurnMessage, decision)
        notices.append(replace(turn, decision=decision, deadline=_deadline(game, seat)))
    replaced = _replaced(game, seat)
    if replaced is not None:
        notices.insert(1, _taken_over(game, replaced, at))
    dropped = queues.drop_of(game, seat)
    if dropped is not None and status == "running":
        about_drop = replace(new(QueueDroppedMessage, dropped.version), reason=dropped.reason, drop=dropped.number)
        notices.insert(1, about_drop)  # before the turn, which the queue has held back
    if scored:
        notices.append(replace(new(ScoredMessage, version), record_hash=game.info.record_hash or UNSET))
    return notices


def _notice(game: Game, seat: int, at: str, message: type[WebhookMessage[Any]], version: int) -> StoredNotice:
    """Return a notice of the type of a message, without the fields of its type."""
    return StoredNotice(type_of(message), at, game.header.game_id, game.ruleset.name, version, seat)


def _replaced(game: Game, seat: int) -> StandIn | None:
    """Return who plays a seat after a timeout of its player; None without a timeout."""
    found = (each for each in game.info.stand_ins if each.seat == seat and each.reason == "time")
    return next(found, None)


def _taken_over(game: Game, replaced: StandIn, at: str) -> StoredNotice:
    """Return the notice of a takeover or forfeit."""
    has_lost = game_info.has_resigned(game.info, replaced.seat)
    return replace(
        _notice(game, replaced.seat, at, ForfeitedMessage if has_lost else TakenOverMessage, replaced.since),
        decision=replaced.since,
        level=replaced.level or UNSET,
        until_return=UNSET if has_lost else replaced.decision is None,
    )


def dropped_queues(game: Game) -> list[int]:
    """List the seats of players whose queue was dropped at this version."""
    version, players = game.position.version, game.players
    return [seat for seat, each in game.info.queue_drops.items() if each.version == version and seat in players]


def _is_turn(game: Game, seat: int) -> bool:
    """Whether a seat's own player must act."""
    if seat not in game.to_act or game_info.is_decided(game):
        return False
    return game_info.stand_in(game.info, seat, game.position.decisions[seat]) is None


def _turn_begins(game: Game, seat: int) -> bool:
    """Whether a seat's own player must act, and did not open the decision by an action of the same turn."""
    return _is_turn(game, seat) and game.info.own_turns.get(seat) != game.position.decisions[seat]


def _deadline(game: Game, seat: int) -> str | UnsetType:
    """Return the deadline of a seat's pending decision; UNSET while its clock does not run."""
    clock = game.header.clock
    due_at = None if clock is None else deadline(clock, game.info.clocks[seat])
    return UNSET if due_at is None else written(time_of(due_at))


def concerned_seats(game: Game) -> list[int]:
    """List the watched seats whose turn the last event has begun; all watched seats after the end."""
    decisions = game.position.decisions
    return [
        seat
        for seat in watched_seats(game)
        if not game.to_act or (_turn_begins(game, seat) and decisions[seat] == game.position.version)
    ]


def watched_seats(game: Game) -> list[int]:
    """List the seats of players; all seats of human players if the game has webhooks or a creator with a player id."""
    humans = [seat for seat, setup in enumerate(game.seats) if setup.kind != "ai"] if _others(game) else []
    return sorted({*game.players, *humans})


def send_event(bottega: Bottega, game: Game) -> None:
    """Send the notices of the last, committed event. After an error, the sweeper sends them."""
    _send_safely(bottega, game, concerned_seats(game))
    send_dropped(bottega, game)


def send_dropped(bottega: Bottega, game: Game) -> None:
    """Send the notices of queues dropped at this version, to their players only.

    A player whose queue was to act gets the notice of the turn now. After an error, the sweeper sends them.
    """
    for seat in dropped_queues(game):
        player = game.players[seat]
        with follow_up("notices", f"{game.header.game_id} for {player}"):
            by_player = _by_player(bottega, game, [seat], scored=False)
            hooks = bottega.store.feeds.append(by_player, bottega.sources.now().timestamp())
            for notice in by_player[player]:
                if notice.type in OF_A_DROP:
                    _publish(bottega, game, notice, {player: hooks[player]})


def send_takeover(bottega: Bottega, game: Game, seat: int) -> None:
    """Send the notice of a takeover to the player of a seat. After an error, the sweeper sends it."""
    if seat in watched_seats(game):
        _send_safely(bottega, game, [seat])


def send_score(bottega: Bottega, game: Game) -> None:
    """Send the notices that a game has been scored. After an error, the sweeper sends them."""
    _send_safely(bottega, game, watched_seats(game), scored=True)


def send_clock_low(bottega: Bottega, game: Game, seat: int) -> None:
    """Send the notice that a seat's clock is low, with the configured durability. Raises one of OUTAGES."""
    at, player = timestamp(bottega), game.players.get(seat, "")
    decision = game.position.decisions[seat]
    low = _notice(game, seat, at, ClockLowMessage, decision)
    notice = replace(low, decision=decision, deadline=_deadline(game, seat))
    by_player = {player: [*expected_notices(game, seat, at), notice]} if player else {}
    bottega.store.feeds.append_durably(by_player, bottega.sources.now().timestamp())
    _publish(bottega, game, notice, _hooks(bottega, [*by_player, *_others(game)]))


def send_deleted(bottega: Bottega, listed: ListedGame, version: int, reason: DeletionReason) -> None:
    """Send the notices that a game is about to be deleted, durably. Raises one of OUTAGES.

    Webhooks and notification targets get no message of a game whose rules are not hosted, or that is unreadable.
    """
    header, at = listed.header, timestamp(bottega)
    new = partial(StoredNotice, type_of(DeletedMessage), at, header.game_id, header.ruleset, version, reason=reason)
    by_player = {holder.player: [new(seat)] for seat, holder in listed.claims.items() if holder.player}
    bottega.store.feeds.append_durably(by_player, bottega.sources.now().timestamp())
    with suppress(RulesNotHosted, GameUnreadable):
        game = restored(bottega, listed)
        hooks = _hooks(bottega, [*by_player, *_others(game)])
        for seat in watched_seats(game):
            _publish(bottega, game, new(seat), hooks)


def _hooks(bottega: Bottega, owners: Sequence[str]) -> Mapping[str, Sequence[StoredWebhook]]:
    each = [*dict.fromkeys(owners)]
    return dict(zip(each, bottega.store.webhooks.of_owners(each), strict=True)) if each else {}


def send_now(bottega: Bottega, game_id: str) -> None:
    """Send all due notices of a game. After an error, the sweeper sends them.

    Called after a seat was filled or reserved for a player. The game is on the due list before.
    """
    with follow_up("notices", game_id):
        game = load(bottega, game_id)
        _send_safely(bottega, game, watched_seats(game))
        _send_invitations(bottega, game, bottega.store.feeds.append)


def send_missing(bottega: Bottega, game_id: str) -> None:
    """Send all due notices of a game, with the configured durability.

    An error in one player's notices does not stop those of the others. Raises StepFailed after the last one,
    GameNotFound, RulesNotHosted, and one of OUTAGES.
    """
    game = load(bottega, game_id)
    scored = game.status == "over" and bottega.store.result(game_id) is not None
    seats = [
        (f"seat {each}", partial(_send_durably, bottega, game, [each], scored=scored)) for each in watched_seats(game)
    ]
    try:
        _send_durably(bottega, game, watched_seats(game), scored=scored)  # in fewer round trips than one by one
    except OUTAGES:
        raise
    except Exception:  # noqa: BLE001  # the step of the player who causes it reports it
        run_each("notices", game_id, [*seats, ("invitations", partial(_invite_durably, bottega, game))])
    else:
        _invite_durably(bottega, game)


def _send_durably(bottega: Bottega, game: Game, seats: Collection[int], *, scored: bool) -> None:
    """Send all due notices of some seats, with the configured durability."""
    if seats:
        by_player = _by_player(bottega, game, seats, scored=scored)
        bottega.store.feeds.append_durably(by_player, bottega.sources.now().timestamp())
        _send(bottega, game, seats, _hooks(bottega, [*by_player, *_others(game)]), scored=scored)


def _invite_durably(bottega: Bottega, game: Game) -> None:
    _send_invitations(bottega, game, bottega.store.feeds.append_durably)


def _send_invitations(bottega: Bottega, game: Game, send: Callable[[NoticesByPlayer, float], object]) -> None:
    """Send notices to the players for whom free seats are reserved. Raises StepFailed after the last one."""
    if game.info.invited and not game.has_ended:
        reserved = _reserved(game).items()
        runs = [
            (player, partial(_invite, bottega, game, seat, player, number, send)) for seat, (player, number) in reserved
        ]
        run_each("notices", game.header.game_id, runs)


def _invite(
    bottega: Bottega,
    game: Game,
    seat: int,
    player: str,
    number: int,
    send: Callable[[NoticesByPlayer, float], object],
) -> None:
    """Send the notice of an invitation to its player, unless the player has been deleted."""
    if bottega.store.players.profile(player) is None:
        return
    notice = replace(_notice(game, seat, timestamp(bottega), InvitedMessage, 0), invitation=number)
    send({player: [notice]}, bottega.sources.now().timestamp())
    own = [each for each in bottega.store.webhooks.of(player) if each.scope == "seats"]
    if own:
        webhooks.publish(bottega, player, own, _invitation(bottega, game, notice, player))


def _invitation(bottega: Bottega, game: Game, notice: StoredNotice, player: str) -> Message:
    """Return the message of an invitation.

    The notifications of one inviter are a group, and those of all players with whom the player has not played.
    """
    inviter = game.header.creator
    profile = bottega.store.players.profile(inviter) if inviter else None
    group = inviter if consent.has_played_with(bottega, player, inviter) else STRANGERS
    write = partial(invitation, game, notice, profile.name if profile is not None else "")
    return dataclasses.replace(_message(game, notice, player), notify=write, group=group)


def _reserved(game: Game) -> Mapping[int, tuple[str, int]]:
    """Return the free seats reserved for players without a seat, with the players and invitation numbers."""
    reserved = {seat: (each.player, each.number) for seat, each in game.info.invited.items() if seat in game.free}
    return {seat: each for seat, each in reserved.items() if each[0] not in game.players.values()}


def _send_safely(bottega: Bottega, game: Game, seats: Collection[int], *, scored: bool = False) -> None:
    """Send the notices of some seats: to players first, then to the webhooks found on the way."""
    if not seats:
        return
    with follow_up("notices", game.header.game_id):
        by_player = _by_player(bottega, game, seats, scored=scored)
        hooks = bottega.store.feeds.append(by_player, bottega.sources.now().timestamp(), _others(game))
        _send(bottega, game, seats, hooks, scored=scored)


def _by_player(bottega: Bottega, game: Game, seats: Iterable[int], *, scored: bool) -> NoticesByPlayer:
    at = timestamp(bottega)
    return {
        game.players[seat]: [
            each for each in expected_notices(game, seat, at, scored=scored) if not _is_answered(game, each)
        ]
        for seat in seats
        if seat in game.players
    }


def _is_answered(game: Game, notice: StoredNotice) -> bool:
    """Whether a notice is about a turn that the queue of its player answers. Others must not see the difference."""
    return notice.type == "your_turn" and queues.is_due(game, notice.seat)


def _others(game: Game) -> Sequence[str]:
    """Return the owners of the webhooks for notices of all seats: the game, and its creator if known."""
    creator = [game.header.creator] if game.header.creator else []
    return [game.header.game_id, *creator] if game.info.webhooks else creator


def _send(
    bottega: Bottega,
    game: Game,
    seats: Iterable[int],
    hooks: Mapping[str, Sequence[StoredWebhook]],
    *,
    scored: bool,
) -> None:
    """Send the notices of some seats to webhooks. `seated` is sent only for seats of players.

    Raises StepFailed after the last seat.
    """
    if any(hooks.values()):
        runs = [(f"seat {seat}", partial(_publish_all, bottega, game, seat, hooks, scored=scored)) for seat in seats]
        run_each("webhooks", game.header.game_id, runs)


def _publish_all(
    bottega: Bottega, game: Game, seat: int, hooks: Mapping[str, Sequence[StoredWebhook]], *, scored: bool
) -> None:
    notices = expected_notices(game, seat, timestamp(bottega), scored=scored)
    for notice in notices[0 if seat in game.players else 1 :]:
        _publish(bottega, game, notice, hooks)


def _publish(bottega: Bottega, game: Game, notice: StoredNotice, hooks: Mapping[str, Sequence[StoredWebhook]]) -> None:
    player, game_id, creator = game.players.get(notice.seat, ""), game.header.game_id, game.header.creator
    own = ((player, "seats"),) if not _is_answered(game, notice) else ()
    others = ((game_id, "seats"), (creator, "created")) if not message_types()[notice.type].is_private else ()
    runs = []
    for owner, scope in (*own, *others):
        wanting = [each for each in hooks.get(owner, ()) if each.scope == scope]
        message = _message(game, notice, player, of_all=owner != player or scope == "created")
        runs.append((owner, partial(webhooks.publish, bottega, owner, wanting, message)))
    run_each("webhooks", game_id, runs)


def _message(game: Game, notice: StoredNotice, player: str, *, of_all: bool = False) -> Message:
    """Return a notice as a webhook message. Its id is always the same.

    With `of_all` seats, the end of a game is one message instead of one per seat.
    """
    data = shown(notice, data_type(notice.type))
    identity = [notice.game_id, str(notice.mark)]
    if of_all and isinstance(data, WholeGame):
        data = replace(data, seat=UNSET)
    else:
        identity.append(str(notice.seat))
    if notice.type == "seated":
        identity.append(player)
    write = partial(notification, game, player, notice)
    return Message(" ".join(identity), message_types()[notice.type](notice.at, data), write)
