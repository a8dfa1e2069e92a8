"""Write notifications about a game, and drop outdated ones.

A notification names the ruleset, the name of the game and its players, and nothing hidden. No title of an invitation
or subject of a mail has a text that another player chose.
"""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET, UnsetType

from domain.names import Language
from service.game import game_info
from service.game.game import Game, load
from service.game.presenters import listed_seats
from service.installation.bottega import Bottega
from service.problems import GameNotFound, RulesNotHosted
from service.resources.seats import ListedSeat
from service.store import StoredNotice, TargetTerms
from service.webhooks import deliveries
from service.webhooks.notification_texts import Notification, text

UTC_NAME = "UTC"
"""The time zone of deadlines for players without quiet hours."""


def invitation(game: Game, notice: StoredNotice, inviter_name: str, terms: TargetTerms) -> Notification:
    """Return the notification of a player whom the creator of a game invites."""
    language, game_id = terms.language, game.header.game_id
    inviter_name = inviter_name or text(language, "someone")
    return Notification(
        title=text(language, notice.type, game=game.ruleset.names.title.read_in(language)),
        body=text(language, "invites", inviter=inviter_name),
        path=f"/#/join/{game_id}",
        tag=game_id,
        inviter=game.header.creator,
        inviter_name=inviter_name,
    )


def notification(game: Game, player: str, notice: StoredNotice, terms: TargetTerms) -> Notification:
    """Return the notification of a player about a notice, in the language of the target."""
    language, name, game_id = terms.language, game.info.name, game.header.game_id
    ruleset = game.ruleset.names.title.read_in(language)
    others = [each for each in listed_seats(game.seats, game.claims) if each.player != player]
    names = ", ".join(filter(None, (_name(game, each, language) for each in others)))
    body = [f"{name}."] if name and terms.kind == "email" else []
    body += [text(language, "players", names=names)] if names else []
    if notice.deadline is not UNSET:
        body.append(text(language, "deadline", deadline=_local(terms, notice.deadline)))
    return Notification(
        title=text(language, notice.type, game=f"{ruleset} ({name})" if name and terms.kind != "email" else ruleset),
        body=" ".join(body),
        path=_path(notice.type, game_id),
        tag=game_id,
        turn=None if notice.decision is UNSET else (notice.seat, notice.decision),
    )


def _path(kind: str, game_id: str) -> str:
    """Return the page that a notification opens; a deleted game has none of its own."""
    return "/" if kind == "deleted" else f"/#/game/{game_id}"


def _name(game: Game, seat: ListedSeat, language: Language) -> str:
    """Return the name at a seat: the player's, or that of the AI level; empty without a name."""
    if isinstance(seat.level, UnsetType):
        return seat.name or ""
    known = game.ruleset.names.things.get("level", {}).get(seat.level)
    return f"{seat.level if known is None else known.read_in(language)} (AI)"


def _local(terms: TargetTerms, moment: str) -> str:
    """Return a time in the time zone of the quiet hours, or in UTC."""
    zone = UTC_NAME if isinstance(terms.quiet_hours, UnsetType) else terms.quiet_hours.time_zone
    local = datetime.fromisoformat(moment).replace(tzinfo=UTC).astimezone(ZoneInfo(zone))
    return f"{local:%Y-%m-%d %H:%M} ({zone})"


def drop_outdated(bottega: Bottega, player: str, target_id: str) -> None:
    """Delete pending notifications of turns and invitations that have ended. Other processes may delete them, too.

    The worker that sends notifications cannot read games.
    """
    for each in bottega.store.webhooks.pending(player, target_id, deliveries.MOST_TOGETHER):
        pending = msgspec.json.decode(each.body, type=Notification) if each.body else None
        if pending is not None and _can_end(pending) and not _is_current(bottega, player, pending):
            bottega.store.webhooks.drop(player, target_id, each.delivery_id)


def _can_end(pending: Notification) -> bool:
    return pending.turn is not None or pending.inviter != ""


def _is_current(bottega: Bottega, player: str, pending: Notification) -> bool:
    """Whether the decision of a turn is still pending, or an invitation is still open."""
    seat, decision = pending.turn or (0, 0)
    try:
        game = load(bottega, pending.tag)
    except GameNotFound:
        return False
    except RulesNotHosted:
        return True
    if pending.inviter:
        is_invited = any(each.player == player for each in game.info.invited.values())
        return is_invited and player not in game.players.values() and not game.has_ended
    return (
        game.players.get(seat) == player
        and game.position.decisions[seat] == decision
        and seat in game.to_act
        and not game_info.is_decided(game)
        and game_info.stand_in(game.info, seat, decision) is None
    )
