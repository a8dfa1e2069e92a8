"""Send notices to the feeds of players, and to webhooks of players, games and creators.

The notices that are due follow from the position and the game info. Any process may send them, and repeatedly: a feed
stores each notice once. Notices are sent at once. Before that, the game is on the due list, so that the sweeper sends
lost notices. A notice contains nothing that the seat's own view hides.
"""

import dataclasses
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from service import problems
from service.game import last_change
from service.game.game import Game, game_of, load, timestamp
from service.installation.after_commit import follow_up, run_each
from service.installation.installation import Installation
from service.players import consent
from service.playing.expected_notices import (
    concerned_seats,
    deadline_of,
    dropped_queues,
    expected_notices,
    is_answered,
    notice_of,
    other_owners,
    watched_seats,
)
from service.playing.notification_texts import invitation, notification
from service.resources.base import shown
from service.resources.messages import (
    ClockLowMessage,
    DeletedMessage,
    DeletionReason,
    InvitedMessage,
    QueueDroppedMessage,
    WholeGame,
    YourTurnMessage,
    data_type,
    message_types,
    type_of,
)
from service.store import OUTAGES, GameUnreadable, ListedGame, StoredNotice, StoredWebhook
from service.store.feeds import STORED_MILLISECONDS
from service.webhooks import webhooks
from service.webhooks.webhooks import Message

OF_A_DROP = (type_of(QueueDroppedMessage), type_of(YourTurnMessage))
"""The types of notices to a player whose queue was dropped."""
STRANGERS = "strangers"
"""The group of the invitations from players with whom the invited player has not played."""
NoticesByPlayer = Mapping[str, Sequence[StoredNotice]]
"""Notices by player id."""


def send_event(installation: Installation, game: Game) -> None:
    """Send the notices of the last, committed event. After an error, the sweeper sends them."""
    _send_safely(installation, game, concerned_seats(game))
    send_dropped(installation, game)


def send_dropped(installation: Installation, game: Game) -> None:
    """Send the notices of queues dropped at this version, to their players only.

    A player whose queue was to act gets the notice of the turn now. After an error, the sweeper sends them.
    """
    for seat in dropped_queues(game):
        player = game.players[seat]
        with follow_up("notices", f"{game.header.game_id} for {player}"):
            by_player = _by_player(installation, game, [seat], scored=False)
            hooks = installation.store.feeds.append(by_player, installation.sources.now().timestamp())
            for notice in by_player[player]:
                if notice.type in OF_A_DROP:
                    _publish(installation, game, notice, {player: hooks[player]})


def send_takeover(installation: Installation, game: Game, seat: int) -> None:
    """Send the notice of a takeover to the player of a seat. After an error, the sweeper sends it."""
    if seat in watched_seats(game):
        _send_safely(installation, game, [seat])


def send_score(installation: Installation, game: Game) -> None:
    """Send the notices that a game has been scored. After an error, the sweeper sends them."""
    _send_safely(installation, game, watched_seats(game), scored=True)


def send_clock_low(installation: Installation, game: Game, seat: int) -> None:
    """Send the notice that a seat's clock is low, with the configured durability. Raises one of OUTAGES."""
    at, player = timestamp(installation), game.players.get(seat, "")
    decision = game.position.decisions[seat]
    low = notice_of(game, seat, at, ClockLowMessage, decision)
    notice = replace(low, decision=decision, deadline=deadline_of(game, seat))
    by_player = {player: [*expected_notices(game, seat, at), notice]} if player else {}
    installation.store.feeds.append_durably(by_player, installation.sources.now().timestamp())
    _publish(installation, game, notice, _hooks(installation, [*by_player, *other_owners(game)]))


def send_deleted(installation: Installation, listed: ListedGame, version: int, reason: DeletionReason) -> None:
    """Send the notices that a game is about to be deleted, durably. Raises one of OUTAGES.

    Webhooks and notification targets get no message of a game whose rules are not hosted, or that is unreadable.
    """
    header, at = listed.header, timestamp(installation)
    new = partial(StoredNotice, type_of(DeletedMessage), at, header.game_id, header.ruleset, version, reason=reason)
    seated = {seat: holder.player for seat, holder in listed.claims.items() if holder.player}
    invited = _still_invited(listed, seated)
    by_player = {player: [new(seat)] for seat, player in {**seated, **invited}.items()}
    installation.store.feeds.append_durably(by_player, installation.sources.now().timestamp())
    with suppress(problems.RulesNotHosted, GameUnreadable):
        game = game_of(installation, listed)
        hooks = _hooks(installation, [*by_player, *other_owners(game)])
        for seat in watched_seats(game):
            _publish(installation, game, new(seat), hooks)
        for seat, player in invited.items():
            own = [each for each in hooks[player] if each.scope == "seats"]
            webhooks.publish(installation, player, own, _message(game, new(seat), player))


def _still_invited(listed: ListedGame, seated: Mapping[int, str]) -> Mapping[int, str]:
    """Return the players who could still accept an invitation to a free seat."""
    if listed.info.aborted_at:
        return {}
    reserved = {seat: each.player for seat, each in listed.info.invited.items() if seat not in seated}
    return {seat: player for seat, player in reserved.items() if player not in seated.values()}


def _hooks(installation: Installation, owners: Sequence[str]) -> Mapping[str, Sequence[StoredWebhook]]:
    each = [*dict.fromkeys(owners)]
    return dict(zip(each, installation.store.webhooks.of_owners(each), strict=True)) if each else {}


def send_now(installation: Installation, game_id: str) -> None:
    """Send all due notices of a game. After an error, the sweeper sends them.

    Called after a seat was filled or reserved for a player. The game is on the due list before.
    """
    with follow_up("notices", game_id):
        game = load(installation, game_id)
        _send_safely(installation, game, watched_seats(game))
        _send_invitations(installation, game, installation.store.feeds.append)


def send_missing(installation: Installation, game_id: str) -> None:
    """Send all due notices of a game, with the configured durability; none if feeds have forgotten the game.

    An error in one player's notices does not stop those of the others. Raises StepFailed after the last one,
    GameNotFound, RulesNotHosted, and one of OUTAGES.
    """
    game = load(installation, game_id)
    scored = game.status == "over" and installation.store.results.of(game_id) is not None
    if (scored or game.info.aborted_at) and _is_forgotten(installation, game):
        return
    seats = [
        (f"seat {each}", partial(_send_durably, installation, game, [each], scored=scored))
        for each in watched_seats(game)
    ]
    try:
        _send_durably(installation, game, watched_seats(game), scored=scored)  # in fewer round trips than one by one
    except OUTAGES:
        raise
    except Exception:  # noqa: BLE001  # the step of the player who causes it reports it
        run_each("notices", game_id, [*seats, ("invitations", partial(_invite_durably, installation, game))])
    else:
        _invite_durably(installation, game)


def _is_forgotten(installation: Installation, game: Game) -> bool:
    """Whether a game ended so long ago that feeds have deleted its notices, and would accept them again."""
    ended = last_change.since(game.header, game.info, installation.store.last_event(game.header.game_id))
    return 1000 * (installation.sources.now().timestamp() - ended) > STORED_MILLISECONDS


def _send_durably(installation: Installation, game: Game, seats: Collection[int], *, scored: bool) -> None:
    """Send all due notices of some seats, with the configured durability."""
    if seats:
        by_player = _by_player(installation, game, seats, scored=scored)
        installation.store.feeds.append_durably(by_player, installation.sources.now().timestamp())
        _send(installation, game, seats, _hooks(installation, [*by_player, *other_owners(game)]), scored=scored)


def _invite_durably(installation: Installation, game: Game) -> None:
    _send_invitations(installation, game, installation.store.feeds.append_durably)


def _send_invitations(installation: Installation, game: Game, send: Callable[[NoticesByPlayer, float], object]) -> None:
    """Send notices to the players for whom free seats are reserved. Raises StepFailed after the last one."""
    if game.info.invited and not game.has_ended:
        reserved = _reserved(game).items()
        runs = [
            (player, partial(_invite, installation, game, seat, player, number, send))
            for seat, (player, number) in reserved
        ]
        run_each("notices", game.header.game_id, runs)


def _invite(
    installation: Installation,
    game: Game,
    seat: int,
    player: str,
    number: int,
    send: Callable[[NoticesByPlayer, float], object],
) -> None:
    """Send the notice of an invitation to its player, unless the player has been deleted."""
    if installation.store.players.profile(player) is None:
        return
    notice = replace(notice_of(game, seat, timestamp(installation), InvitedMessage, 0), invitation=number)
    send({player: [notice]}, installation.sources.now().timestamp())
    own = [each for each in installation.store.webhooks.of(player) if each.scope == "seats"]
    if own:
        webhooks.publish(installation, player, own, _invitation(installation, game, notice, player))


def _invitation(installation: Installation, game: Game, notice: StoredNotice, player: str) -> Message:
    """Return the message of an invitation.

    The notifications of one inviter are a group, and those of all players with whom the player has not played.
    """
    inviter = game.header.creator
    profile = installation.store.players.profile(inviter) if inviter else None
    group = inviter if consent.has_played_with(installation, player, inviter) else STRANGERS
    write = partial(invitation, game, notice, profile.name if profile is not None else "")
    return dataclasses.replace(_message(game, notice, player), notify=write, group=group)


def _reserved(game: Game) -> Mapping[int, tuple[str, int]]:
    """Return the free seats reserved for players without a seat, with the players and invitation numbers."""
    reserved = {seat: (each.player, each.number) for seat, each in game.info.invited.items() if seat in game.free}
    return {seat: each for seat, each in reserved.items() if each[0] not in game.players.values()}


def _send_safely(installation: Installation, game: Game, seats: Collection[int], *, scored: bool = False) -> None:
    """Send the notices of some seats: to players first, then to the webhooks found on the way."""
    if not seats:
        return
    with follow_up("notices", game.header.game_id):
        by_player = _by_player(installation, game, seats, scored=scored)
        hooks = installation.store.feeds.append(by_player, installation.sources.now().timestamp(), other_owners(game))
        _send(installation, game, seats, hooks, scored=scored)


def _by_player(installation: Installation, game: Game, seats: Iterable[int], *, scored: bool) -> NoticesByPlayer:
    at = timestamp(installation)
    return {
        game.players[seat]: [
            each for each in expected_notices(game, seat, at, scored=scored) if not is_answered(game, each)
        ]
        for seat in seats
        if seat in game.players
    }


def _send(
    installation: Installation,
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
        runs = [
            (f"seat {seat}", partial(_publish_all, installation, game, seat, hooks, scored=scored)) for seat in seats
        ]
        run_each("webhooks", game.header.game_id, runs)


def _publish_all(
    installation: Installation, game: Game, seat: int, hooks: Mapping[str, Sequence[StoredWebhook]], *, scored: bool
) -> None:
    notices = expected_notices(game, seat, timestamp(installation), scored=scored)
    for notice in notices[0 if seat in game.players else 1 :]:
        _publish(installation, game, notice, hooks)


def _publish(
    installation: Installation, game: Game, notice: StoredNotice, hooks: Mapping[str, Sequence[StoredWebhook]]
) -> None:
    player, game_id, creator = game.players.get(notice.seat, ""), game.header.game_id, game.header.creator
    own = ((player, "seats"),) if not is_answered(game, notice) else ()
    others = ((game_id, "seats"), (creator, "created")) if not message_types()[notice.type].is_private else ()
    runs = []
    for owner, scope in (*own, *others):
        wanting = [each for each in hooks.get(owner, ()) if each.scope == scope]
        message = _message(game, notice, player, of_all=owner != player or scope == "created")
        runs.append((owner, partial(webhooks.publish, installation, owner, wanting, message)))
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
