"""Drop notifications of turns and invitations that have ended."""

import msgspec
from msgspec import UNSET

from service import problems
from service.game import game_info
from service.game.game import load
from service.installation.installation import Installation
from service.webhooks import deliveries
from service.webhooks.notification_texts import Notification


def drop_outdated(installation: Installation, player: str, target_id: str) -> None:
    """Delete pending notifications of turns and invitations that have ended. Other processes may delete them, too.

    The worker that sends notifications cannot read games.
    """
    for each in installation.store.webhooks.pending(player, target_id, deliveries.MOST_TOGETHER):
        pending = msgspec.json.decode(each.body, type=Notification) if each.body else None
        if pending is not None and _can_end(pending) and not _is_current(installation, player, pending):
            installation.store.webhooks.drop(player, target_id, each.delivery_id)


def _can_end(pending: Notification) -> bool:
    return pending.turn is not UNSET or pending.inviter != ""


def _is_current(installation: Installation, player: str, pending: Notification) -> bool:
    """Whether the decision of a turn is still pending, or an invitation is still open.

    No message names a player who has been deleted since.
    """
    seat, decision = pending.turn or (0, 0)
    try:
        game = load(installation, pending.tag)
    except problems.GameNotFound:
        return False
    except problems.RulesNotHosted:
        return True
    if pending.inviter:
        is_invited = any(each.player == player for each in game.info.invited.values())
        return bool(game.header.creator) and is_invited and player not in game.players.values() and not game.has_ended
    return (
        game.players.get(seat) == player
        and game.position.decisions[seat] == decision
        and seat in game.to_act
        and game_info.stand_in(game.info, seat, decision) is None
    )
