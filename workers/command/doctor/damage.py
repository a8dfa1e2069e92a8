"""Describe the damage of games in Redis."""

import time
from collections.abc import Mapping

from domain import replay
from domain.ruleset import AnyRuleset, plays
from service.archive import ArchiveUnavailable
from service.repair.game_repair import seats_without_holder
from service.store import GameUnreadable, ListedGame, Store, raw_game
from service.store.unreadable import reading

SAMPLE = 200
"""Number of latest running games to check."""
LONGEST_LOG = 1_000_000
"""More events than any game has."""


def damaged_games(store: Store, rulesets: Mapping[str, AnyRuleset]) -> list[str]:
    """Describe the damage of the latest games and of games on the due list."""
    latest = [entry.game_id for entry in store.lists.games(None, None, None, None, SAMPLE)]
    due = [game_id for game_id, _ in store.due.before(time.time(), SAMPLE)]
    return [found for game_id in dict.fromkeys([*latest, *due]) if (found := _fault(store, game_id, rulesets))]


def _fault(store: Store, game_id: str, rulesets: Mapping[str, AnyRuleset]) -> str:
    """Describe the damage of a game in Redis; empty if there is none or the game is in the archive."""
    try:
        (listed,) = store.listed.read_many([game_id], live=True)
        if listed is None:
            missing = "" if store.archived.has(game_id) else _missing(store, game_id)
        else:
            missing = _missing_of(store, game_id, listed, rulesets)
    except GameUnreadable as error:
        return f"game {game_id}: {error.why}"
    except ArchiveUnavailable:
        return ""
    return f"game {game_id}: {missing}" if missing else ""


def _missing(store: Store, game_id: str) -> str:
    """Return the missing part of a game that lists cannot show; empty for a deleted game."""
    if store.header(game_id) is None:
        with reading(game_id, "log"):
            raw = raw_game.read(store.servers, game_id)
        return "its header is missing" if raw.snapshot or raw.log else ""
    store.claims(game_id)
    store.info(game_id)
    return "its snapshot is missing"


def _missing_of(store: Store, game_id: str, listed: ListedGame, rulesets: Mapping[str, AnyRuleset]) -> str:
    """Return the missing part of a listed game; raises GameUnreadable for a damaged part."""
    if store.load(game_id) is None:
        return ""  # it has just been deleted
    last, ruleset = store.last_event(game_id), rulesets.get(listed.header.ruleset)
    store.results.of(game_id)
    store.events(game_id, 0, LONGEST_LOG)
    if ruleset is not None and plays(ruleset, listed.header.rules_version):
        with reading(game_id, "snapshot"):
            version = replay.decode(ruleset, listed.snapshot).version
        if version != (0 if last is None else last.version):
            return "its log is missing" if last is None else "its log does not end at its snapshot"
    return "the holders of its seats are missing" if seats_without_holder(store, listed.header, listed.info) else ""
