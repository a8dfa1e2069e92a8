"""Measure every list, feed and sweep in milliseconds: medians of several rounds, without cached unpacked games."""

import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any

from domain.registry import RULESETS
from service.game.game import load
from service.installation.installation import Installation
from service.leaderboards import leaderboards
from service.matchmaking import seeks
from service.matchmaking.subject import SEEKS
from service.players.callers import DELEGATED_SCOPES, Caller
from service.reading import game_index, queries, records
from service.reading.game_index import GameFilter
from service.resources.feeds import FeedQuery
from service.resources.ratings import HistoryQuery, LeaderboardQuery, PoolQuery
from service.store import START
from service.streams import feeds
from service.tournaments.subject import TOURNAMENTS
from service.webhooks.subject import WEBHOOKS
from workers.processes import clock_keeper, expiry, sweeper

ROUNDS = 21
PAGE = 20

Work = Mapping[str, Callable[[], Any]]


def measure(installation: Installation, players: Sequence[str]) -> dict[str, float]:
    """Run all measurements; the first of these players plays most, the last least."""
    works = {
        **_lists(installation, players),
        **_ratings(installation, players),
        **_others(installation, players),
        **_sweeps(installation),
    }
    return {name: _milliseconds(installation, work) for name, work in works.items()}


def _milliseconds(installation: Installation, work: Callable[[], Any]) -> float:
    """Return the median duration of several rounds in milliseconds."""
    spent = []
    for _ in range(ROUNDS):
        installation.store.archived.copies.clear_cache()
        started = time.perf_counter()
        work()
        spent.append(time.perf_counter() - started)
    return median(spent) * 1000


def _lists(installation: Installation, players: Sequence[str]) -> Work:
    """Return the measurements of lists of games and of records, by name."""
    middle = installation.store.lists.games(None, None, None, None, 1)[0].number // 2
    ruleset = next(iter(RULESETS))
    filters = {
        "listGames": GameFilter(),
        "of a ruleset": GameFilter(ruleset=ruleset),
        "running": GameFilter(status="running"),
        "open": GameFilter(status="open"),
        "over": GameFilter(status="over"),
        "over, of a ruleset": GameFilter(ruleset=ruleset, status="over"),
        "with a free seat": GameFilter(status="open", open_seats=True),
        "waiting for a name": GameFilter(waiting_for="Ada"),
        "with a label": GameFilter(label="cup"),
        "with metadata": GameFilter(metadata="a:b"),
        "of the player with most games": GameFilter(player=players[0]),
        "of the player with fewest games": GameFilter(player=players[-1]),
        "over, of the player with most games": GameFilter(player=players[0], status="over"),
        "where the player with most games must act": GameFilter(player=players[0], waiting=True),
    }
    shown = {
        name: lambda each=each: game_index.list_games(installation, each, None, PAGE) for name, each in filters.items()
    }
    return {
        **shown,
        "over, from the middle": lambda: game_index.list_games(installation, GameFilter(status="over"), middle, PAGE),
        "listRecords, first page": lambda: records.page(installation, None, 0, PAGE),
        "listRecords, from the middle": lambda: records.page(installation, None, middle, PAGE),
        "listRecords of a ruleset": lambda: records.page(installation, ruleset, 0, PAGE),
        "index only, from the middle": lambda: installation.store.lists.games(None, "over", None, middle, PAGE),
    }


def _ratings(installation: Installation, players: Sequence[str]) -> Work:
    """Return the measurements of ratings, by name."""
    pool = installation.store.ratings.pools("", "", 1)[0].pool
    return {
        "listRatingPools": lambda: leaderboards.list_pools(installation, PoolQuery(limit=PAGE)),
        "getLeaderboard": lambda: leaderboards.leaderboard(installation, pool, LeaderboardQuery(limit=PAGE)),
        "listPlayerRatings": lambda: leaderboards.of_player(installation, players[0]),
        "history of the player with most games": lambda: leaderboards.history(
            installation, pool, players[0], HistoryQuery(limit=PAGE)
        ),
    }


def _others(installation: Installation, players: Sequence[str]) -> Work:
    """Return the measurements of feeds, seeks, counts, and the queries of one game, by name."""
    stored = installation.store.lists.games(None, "over", None, None, 1)[0].game_id
    live = installation.store.lists.games(None, "running", None, None, 1)[0].game_id
    return {
        "feed, first 100 notices": lambda: feeds.page(
            installation, Caller(players[0], DELEGATED_SCOPES), START, FeedQuery()
        ),
        "listSeeks": lambda: seeks.show_all(installation, None),
        "counts of games": lambda: installation.store.lists.counts([*RULESETS]),
        "load a live game": lambda: load(installation, live),
        "load a stored game": lambda: load(installation, stored),
        "record of a stored game": lambda: records.read(installation, stored),
        "result of a stored game": lambda: queries.result(installation, stored, lambda: True),
    }


def _sweeps(installation: Installation) -> Work:
    """Return the measurements of the sweeper's passes, by name; only prepared games are due."""
    return {
        "sweep of due games": lambda: sweeper.sweep(installation, time.time()),
        "sweep of webhooks": lambda: sweeper.sweep_of(WEBHOOKS.due)(installation, time.time()),
        "sweep of matched seeks": lambda: sweeper.sweep_of(SEEKS.due)(installation, time.time()),
        "sweep of tournaments": lambda: sweeper.sweep_of(TOURNAMENTS.due)(installation, time.time()),
        "check of lifetimes, none due": lambda: expiry.expire_games(installation, time.time()),
        "check of lifetimes, 10 due": lambda: _ten_lives(installation),
        "check of clocks, none due": lambda: clock_keeper.resolve_deadlines(installation, time.time()),
    }


def _ten_lives(installation: Installation) -> None:
    """Make ten stored games due, and let the sweeper check them."""
    for entry in installation.store.lists.games(None, "over", None, None, 10):
        installation.store.lists.check_at(entry.game_id, 1)
    expiry.expire_games(installation, time.time())
