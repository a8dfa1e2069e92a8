"""Return which players of a game are connected. Presence depends on connections only, never on the position."""

from collections.abc import Mapping
from datetime import UTC, datetime

from msgspec import UNSET, UnsetType

from service import problems
from service.game.game import Game, load
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.live.presence import FEED, Sign
from service.players import tokens
from service.resources.lists import GamePresence, SeatPresence
from service.store import Holder
from service.store.presence import CONNECTED_SECONDS


def sign_of(game_id: str, seat: int, rotation: int) -> Sign:
    """Return the presence sign of a seat's holder. A new token has a new sign."""
    return game_id, tokens.holder(seat, rotation)


def seat_sign(installation: Installation, game_id: str, seat: int | None, *, enabled: bool) -> Sign | None:
    """Return the presence sign of a seat; None if presence is not `enabled`."""
    if seat is None or not enabled:
        return None
    return sign_of(game_id, seat, installation.store.seats.holder(game_id, seat).rotation)


def feed_sign(player: str) -> Sign:
    """Return the presence sign of a player who reads their feed."""
    return player, FEED


def last_seen(installation: Installation, player: str) -> str | UnsetType:
    """Return when a player last read the feed, in UTC; UNSET if nothing is stored."""
    (found,) = installation.store.presence.of([player])
    return written(datetime.fromtimestamp(max(found.values()), UTC)) if found else UNSET


def show(installation: Installation, game_id: str) -> GamePresence:
    """Return which players of a game are connected. Raises GameNotFound, RulesNotHosted and PresenceDisabled."""
    game = load(installation, game_id)
    if not game.header.presence:
        raise problems.PresenceDisabled("Create the game with `presence`. This game was created without it.")
    return GamePresence(game_id, seats(installation, game))


def seats(installation: Installation, game: Game) -> tuple[SeatPresence, ...]:
    """List the seats of human players, with whether they are connected and their last sign."""
    signs, now = last_signs(installation, game), installation.sources.now().timestamp()
    return tuple(_shown(seat, signs.get(seat), now) for seat in game.human_seats)


def last_signs(installation: Installation, game: Game) -> dict[int, float]:
    """Return the Unix time of the last sign of each human player, by seat. Seats without a sign are missing."""
    sources = list(dict.fromkeys([game.header.game_id, *game.players.values()]))
    seen = dict(zip(sources, installation.store.presence.of(sources), strict=True))
    times = {seat: _times(game.header.game_id, seat, game.claims[seat], seen) for seat in game.human_seats}
    return {seat: max(found) for seat, found in times.items() if found}


def is_connected(last: float | None, now: float) -> bool:
    """Whether a player counts as connected after the last sign, which may be missing."""
    return last is not None and last > now - CONNECTED_SECONDS


def _times(game_id: str, seat: int, holder: Holder, seen: Mapping[str, Mapping[str, float]]) -> list[float]:
    signs = [sign_of(game_id, seat, holder.rotation), *([feed_sign(holder.player)] if holder.player else [])]
    return [seen[source][who] for source, who in signs if who in seen[source]]


def _shown(seat: int, last: float | None, now: float) -> SeatPresence:
    seen = UNSET if last is None else written(datetime.fromtimestamp(min(last, now), UTC))
    return SeatPresence(seat, is_connected(last, now), seen)
