"""Write the texts of notifications from the messages that webhooks receive, without anything hidden.

A text names the ruleset, the name of the game and its players. Names are read when the text is written, so no text has
an old name. Outdated messages have no text.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UnsetType

from domain.names import Language
from service.game.game import Game, load
from service.game.presenters import listed_seats
from service.installation.bottega import Bottega
from service.playing.notices import is_turn
from service.problems import GameNotFound, RulesNotHosted
from service.resources.messages import InvitedMessage, SeatTurn, WebhookMessage, message_types
from service.resources.seats import ListedSeat
from service.store import Delivery, TargetTerms
from service.tournaments import log
from service.tournaments.problems import TournamentNotFound
from service.tournaments.resources.messages import TournamentMessage
from service.webhooks.notification_texts import text
from service.webhooks.targets import CONFIRM, TEST, link_to

SEVERAL = "bottega"
"""The tag of a notification about several things."""
UTC_NAME = "UTC"


class Notification(NamedTuple):
    """A notification in the language of its target."""

    title: str
    body: str
    path: str
    """What it links to in the web client."""
    tag: str
    """The game or tournament; a newer notification with the same tag replaces this one."""


def notification(
    bottega: Bottega, player: str, target_id: str, terms: TargetTerms, deliveries: Sequence[Delivery]
) -> Notification | None:
    """Return one notification for all deliveries; None if all of them are outdated."""
    written = (_written(bottega, player, target_id, terms, each) for each in deliveries)
    current = [each for each in written if each is not None]
    if len(current) < 2:
        return current[0] if current else None
    lines = [f"{each.title}. {each.body}".rstrip(". ") for each in current]
    title = text(terms.language, "many", count=len(current))
    return Notification(title, "\n".join(lines), "/", SEVERAL)


def _written(
    bottega: Bottega, player: str, target_id: str, terms: TargetTerms, delivery: Delivery
) -> Notification | None:
    language = terms.language
    if delivery.type == TEST:
        return Notification(text(language, "test"), text(language, "test_body"), "/", TEST)
    if delivery.type == CONFIRM:
        link = f"{bottega.settings.public_url}{link_to(player, target_id, terms)}"
        return Notification(text(language, "confirm_subject"), text(language, "confirm_body", link=link), "/", CONFIRM)
    message = msgspec.json.decode(delivery.body, type=message_types()[delivery.type])
    if isinstance(message, TournamentMessage):
        return _of_round(bottega, language, message)
    try:
        game = load(bottega, message.data.game_id)
    except (GameNotFound, RulesNotHosted):
        return None
    return of_game(game, player, terms, message)


def _of_round(bottega: Bottega, language: Language, message: TournamentMessage) -> Notification | None:
    name = message.data.tournament
    try:
        plan = log.load(bottega, name).tournament.plan
    except TournamentNotFound:
        return None
    title = text(language, "tournament", round=message.data.round, tournament=plan.name)
    return Notification(title, "", f"/#/tournament/{name}", name)


def _is_current(game: Game, player: str, message: WebhookMessage[Any]) -> bool:
    """Whether a message about a game is still true for a player."""
    data = message.data
    if isinstance(message, InvitedMessage):
        invited = game.info.invited.get(data.seat)
        return invited is not None and invited.player == player and data.seat in game.free
    if game.players.get(data.seat) != player:
        return False
    if isinstance(data, SeatTurn):
        return is_turn(game, data.seat) and game.position.decisions[data.seat] == data.decision
    return True


def of_game(game: Game, player: str, terms: TargetTerms, message: WebhookMessage[Any]) -> Notification | None:
    """Return the notification of a player about a game; None if the message is outdated."""
    if not _is_current(game, player, message):
        return None
    language, kind = terms.language, str(message.__struct_config__.tag)
    ruleset, name = game.ruleset.names.title.read_in(language), game.info.name
    others = [each for each in listed_seats(game.seats, game.claims) if each.player != player]
    names = ", ".join(filter(None, (_name(game, each, language) for each in others)))
    body = [text(language, "players", names=names)] if names else []
    if isinstance(message.data, SeatTurn) and message.data.deadline:
        body.append(text(language, "deadline", deadline=_local(terms, message.data.deadline)))
    game_id = game.header.game_id
    place = "join" if isinstance(message, InvitedMessage) else "game"
    title = text(language, kind, game=f"{ruleset} ({name})" if name else ruleset)
    return Notification(title, " ".join(body), f"/#/{place}/{game_id}", game_id)


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
