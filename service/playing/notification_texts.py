"""Write notifications about a game.

A notification names the ruleset, the name of the game and its players, and nothing hidden. No title of an invitation
or subject of a mail has a text that another player chose.
"""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from msgspec import UNSET, UnsetType

from domain import ai_players
from domain.languages import Language
from service.game.game import Game
from service.game.presenters import listed_seats
from service.resources.seats import ListedSeat
from service.store import StoredNotice, TargetTerms
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
    kind = notice.type if notice.pause is UNSET else f"{notice.type}_{notice.pause}"
    ruleset = game.ruleset.names.title.read_in(language)
    others = [each for each in listed_seats(game.seats, game.claims) if each.player != player]
    names = ", ".join(filter(None, (_name(game, each, language) for each in others)))
    body = [f"{name}."] if name and terms.kind == "email" else []
    body += [text(language, "players", names=names)] if names else []
    if notice.deadline is not UNSET:
        body.append(text(language, "deadline", deadline=_local(terms, notice.deadline)))
    return Notification(
        title=text(language, kind, game=f"{ruleset} ({name})" if name and terms.kind != "email" else ruleset),
        body=" ".join(body),
        path=_path(notice.type, game_id),
        tag=game_id,
        turn=UNSET if notice.decision is UNSET else (notice.seat, notice.decision),
    )


def _path(kind: str, game_id: str) -> str:
    """Return the page that a notification opens; a deleted game has none of its own."""
    return "/" if kind == "deleted" else f"/#/game/{game_id}"


def _name(game: Game, seat: ListedSeat, language: Language) -> str:
    """Return the name at a seat: the player's, or that of the AI level's character; empty without a name."""
    if isinstance(seat.level, UnsetType):
        return seat.name or ""
    known = game.ruleset.names.things.get("level", {}).get(seat.level)
    level = seat.level if known is None else known.read_in(language)
    character = ai_players.NAMES.get(seat.ai_player)
    name = seat.name or ("" if character is None else character.read_in(language))
    return f"{name} ({level})" if name else f"{level} (AI)"


def _local(terms: TargetTerms, moment: str) -> str:
    """Return a time in the time zone of the quiet hours, or in UTC."""
    zone = UTC_NAME if isinstance(terms.quiet_hours, UnsetType) else terms.quiet_hours.time_zone
    local = datetime.fromisoformat(moment).replace(tzinfo=UTC).astimezone(ZoneInfo(zone))
    return f"{local:%Y-%m-%d %H:%M} ({zone})"
