"""Return which players of a game are connected. Presence depends on connections only, never on the position."""

from collections.abc import Mapping
from datetime import UTC, datetime

from msgspec import UNSET, UnsetType

from service.game.game import Game, load
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import written
from service.live.presence import FEED, Sign
from service.players import tokens
from service.problems import PresenceDisabled
from service.resources.lists import GamePresence, SeatPresence
from service.store import Holder

CONNECTED_SECONDS = 30.0
"""Age of a player's last sign up to which the player counts as connected."""


def sign_of(game_id: str, seat: int, rotation: int) -> Sign:
    """Return the presence sign of a seat's holder. A new token has a new sign."""
    return game_id, tokens.holder(seat, rotation)


def seat_sign(bottega: Bottega, game_id: str, seat: int | None, *, wanted: bool) -> Sign | None:
    """Return the presence sign of a seat; None if presence is not `wanted`."""
    if seat is None or not wanted:
        return None
    return sign_of(game_id, seat, bottega.store.seats.holder(game_id, seat).rotation)


def feed_sign(player: str) -> Sign:
    """Return the presence sign of a player who reads their feed."""
    return player, FEED


def last_seen(bottega: Bottega, player: str) -> str | UnsetType:
    """Return when a player last read the feed, in UTC; UNSET if nothing is stored."""
    (found,) = bottega.store.presence.of([player])
    return written(datetime.fromtimestamp(max(found.values()), UTC)) if found else UNSET


def show(bottega: Bottega, game_id: str) -> GamePresence:
    """Return which players of a game are connected. Raises GameNotFound, RulesNotHosted and PresenceDisabled."""
    game = load(bottega, game_id)
    if not game.header.presence:
        raise PresenceDisabled("Create the game with `presence`. This game was created without it.")
    return GamePresence(game_id, seats(bottega, game))


def seats(bottega: Bottega, game: Game) -> tuple[SeatPresence, ...]:
    """List the seats of human players, with whether they are connected and their last sign."""
    human_seats = [seat for seat, setup in enumerate(game.seats) if setup.kind != "ai" and seat in game.claims]
    sources = list(dict.fromkeys([game.header.game_id, *game.players.values()]))
    seen = dict(zip(sources, bottega.store.presence.of(sources), strict=True))
    now = bottega.sources.now().timestamp()
    return tuple(_seat(game.header.game_id, seat, game.claims[seat], seen, now) for seat in human_seats)


def _seat(game_id: str, seat: int, holder: Holder, seen: Mapping[str, Mapping[str, float]], now: float) -> SeatPresence:
    signs = [sign_of(game_id, seat, holder.rotation), *([feed_sign(holder.player)] if holder.player else [])]
    times = [seen[source][who] for source, who in signs if who in seen[source]]
    if not times:
        return SeatPresence(seat, connected=False)
    last = min(max(times), now)
    return SeatPresence(seat, last > now - CONNECTED_SECONDS, written(datetime.fromtimestamp(last, UTC)))
