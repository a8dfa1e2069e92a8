"""Export everything that the service stores about a player, as one JSON object that is written while it is read.

An export of a player with many games needs little memory. Lists that grow are read page by page.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

import msgspec
from msgspec import UNSET

from service.accounts import blocks, identities
from service.game.game import restored
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import written
from service.leaderboards import leaderboards
from service.lobby.player_deletion import created_games
from service.matchmaking import seeks
from service.players import owners, players, presence
from service.playing import action_queues
from service.problems import InvalidToken, PlayerNotFound
from service.reading import game_index
from service.resources.accounts import ExportedGame, ExportedProfile, ExportedRatedGame
from service.resources.base import shown
from service.resources.feeds import MOST_NOTICES
from service.resources.lists import GameSummary
from service.resources.messages import Notice
from service.resources.ratings import MOST_ENTRIES, HistoryQuery
from service.store import START, ListedGame
from service.webhooks import targets, webhooks

CHUNK_BYTES = 16 * 1024


def export(bottega: Bottega, player: str) -> Iterator[bytes]:
    """Return the chunks of a `PlayerExport`.

    Raises InvalidToken for a player who has just been deleted. The iteration raises one of OUTAGES.
    """
    try:
        profile = leaderboards.profile_of(bottega, player)
        ratings = leaderboards.of_player(bottega, player).ratings
    except PlayerNotFound:
        raise InvalidToken("Create a new player. This player has been deleted.") from None
    head = {
        "exported_at": written(bottega.sources.now()),
        "profile": shown(
            profile,
            ExportedProfile,
            player=player,
            owner=owners.owner_of(bottega, profile),
            last_seen=presence.last_seen(bottega, player),
        ),
    }
    tournaments = sorted(chain.from_iterable(each.of_player(bottega, player) for each in bottega.extensions))
    lists: Mapping[str, Iterable[object]] = {
        "keys": players.list_keys(bottega, player).keys,
        "identities": identities.listed(bottega, player).identities,
        "webhooks": webhooks.listed(bottega, player).webhooks,
        "notification_targets": targets.listed(bottega, player).targets,
        "seeks": seeks.own(bottega, player),
        "tournaments": tournaments,
        "ratings": ratings,
        "rated_games": chain.from_iterable(_rated_games(bottega, player, each.pool.pool) for each in ratings),
        "games": (_game(bottega, player, *each) for each in game_index.all_games(bottega, player)),
        "created_games": created_games(bottega, player),
        "blocked_players": blocks.listed(bottega, player).players,
        "bots": bottega.store.players.bots(profile.alias),
        "merged_players": sorted(bottega.store.merges.of(player)),
        "notices": _notices(bottega, player),
    }
    return _in_chunks(_encoded(head, lists))


def _rated_games(bottega: Bottega, player: str, pool: str) -> Iterator[ExportedRatedGame]:
    """Yield the rated games of a player in a pool, latest first."""
    cursor, is_first = "", True
    while cursor or is_first:
        page = leaderboards.history(bottega, pool, player, HistoryQuery(cursor, MOST_ENTRIES))
        cursor, is_first = page.next_cursor, False
        yield from (shown(each, ExportedRatedGame, pool=pool) for each in page.games)


def _game(bottega: Bottega, player: str, summary: GameSummary, listed: ListedGame) -> ExportedGame:
    """Return a game with the seat and the result of a player."""
    seat = next(each.seat for each in summary.seats if each.player == player)
    game = restored(bottega, listed)
    queue = action_queues.shown_queue(game, seat)
    kept = queue if queue.actions or queue.dropped else UNSET
    outcome = game.outcome if summary.status == "over" else None
    if outcome is None:
        return ExportedGame(summary, seat, queue=kept)
    return ExportedGame(summary, seat, outcome.seats[seat].rank, outcome.seats[seat].total, kept)


def _notices(bottega: Bottega, player: str) -> Iterator[Notice]:
    """Yield the notices in the feed of a player, oldest first."""
    after, now = START, bottega.sources.now().timestamp()
    while (page := bottega.store.feeds.read(player, after, MOST_NOTICES, now)).entries:
        yield from (notice.shown(str(spot), UNSET) for spot, notice in page.entries)
        after = page.position


def _encoded(head: Mapping[str, object], lists: Mapping[str, Iterable[object]]) -> Iterator[bytes]:
    """Yield the parts of a JSON object: the fields of the head, then the lists."""
    yield msgspec.json.encode(head)[:-1]
    for name, entries in lists.items():
        yield b',"%s":[' % name.encode()
        for number, entry in enumerate(entries):
            yield b"," * bool(number) + msgspec.json.encode(entry)
        yield b"]"
    yield b"}"


def _in_chunks(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Join parts to chunks of at least CHUNK_BYTES."""
    chunk = bytearray()
    for part in parts:
        chunk += part
        if len(chunk) >= CHUNK_BYTES:
            yield bytes(chunk)
            chunk.clear()
    yield bytes(chunk)
