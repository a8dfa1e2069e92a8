"""Presence: which players of a game are there. It follows from connections alone, and so tells nothing of the game."""

from collections.abc import Mapping
from datetime import UTC, datetime

import msgspec

from service.live.presence import FEED, Sign
from service.play import tokens
from service.play.bottega import Bottega
from service.play.clock_and_ids import written
from service.play.game import Game, load
from service.play.presenters import Wire
from service.problems import PresenceDisabled
from service.store import Holder

CONNECTED_SECONDS = 30.0
"""How old the last sign of somebody may be who is there."""


def sign_of(game_id: str, seat: int, rotation: int) -> Sign:
    """Name whoever has a seat: by another token he is another."""
    return game_id, tokens.holder(seat, rotation)


def seat_sign(bottega: Bottega, game_id: str, seat: int | None, *, wanted: bool) -> Sign | None:
    """Name whoever follows a game from a seat; None where nobody wants to know it."""
    if seat is None or not wanted:
        return None
    return sign_of(game_id, seat, bottega.store.seats.holder(game_id, seat).rotation)


def feed_sign(player: str) -> Sign:
    """Name a player who reads the own feed."""
    return player, FEED


def show(bottega: Bottega, game_id: str) -> bytes:
    """Return which players of a game are there. Raises GameNotFound, RulesNotHosted and PresenceDisabled."""
    game = load(bottega, game_id)
    if not game.header.presence:
        raise PresenceDisabled("Its creator has not asked for it.")
    return msgspec.json.encode({"game_id": game_id, "seats": seats(bottega, game)})


def seats(bottega: Bottega, game: Game) -> list[Wire]:
    """List the seats that people have, with whether they are there, and when they were last."""
    people = [seat for seat, setup in enumerate(game.seats) if setup.kind != "ai" and seat in game.claims]
    sources = list(dict.fromkeys([game.header.game_id, *game.players.values()]))
    seen = dict(zip(sources, bottega.store.presence.of(sources), strict=True))
    now = bottega.sources.now().timestamp()
    return [_seat(game.header.game_id, seat, game.claims[seat], seen, now) for seat in people]


def _seat(game_id: str, seat: int, holder: Holder, seen: Mapping[str, Mapping[str, float]], now: float) -> Wire:
    """Tell of one seat."""
    signs = [sign_of(game_id, seat, holder.rotation), *([feed_sign(holder.player)] if holder.player else [])]
    times = [seen[source][who] for source, who in signs if who in seen[source]]
    if not times:
        return {"seat": seat, "connected": False}
    last = min(max(times), now)
    return {
        "seat": seat,
        "connected": last > now - CONNECTED_SECONDS,
        "last_seen": written(datetime.fromtimestamp(last, UTC)),
    }
