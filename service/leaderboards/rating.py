"""Update ratings from finished games, once for each game.

A game is rated before its result is stored, so a missing rating is found with the missing result. All steps are
idempotent.
"""

import logging
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import chain

import msgspec
from msgspec import UNSET

from service.game import deals, history
from service.game.game import MOST_ATTEMPTS, Game, load
from service.installation.bottega import Bottega
from service.problems import GameNotFound, RulesNotHosted, outpaced
from service.rating import BEGINNER, Pool, RatedGame, RatingOrder, Skill
from service.rating.pools import anchors, pool_of
from service.rating.recompute import Decision, decided_by, rated_game, rated_ranks
from service.rating.scale import rating_of
from service.rating.skills import AI, fold_all, listed_until
from service.reading import records
from service.runtime.heartbeat import beat
from service.runtime.throttled_log import log_once
from service.store import Event, GameUnreadable, Header
from service.store.ratings import RatingChange, RatingUpdate

logger = logging.getLogger(__name__)


def rate(bottega: Bottega, game: Game) -> None:
    """Rate a finished game, unless it does not count or has been rated; raises GameBusy.

    A game of a shared deal waits until all its games have ended, because a rating reveals a result.
    """
    if game.header.deal:
        bottega.store.ratings.add_waiting(game.header.deal, game.header.game_id)
        rate_waiting(bottega, game.header)
    else:
        _rate(bottega, game)


def rate_waiting(bottega: Bottega, header: Header) -> None:
    """Rate the waiting games of a shared deal, if all its games have ended; raises GameBusy.

    A game is put on the waiting list before the other games are checked, so the last one to end finds all of them.
    """
    if not header.deal or not deals.is_open(bottega, header):
        return
    for game_id in bottega.store.ratings.waiting(header.deal):
        beat()  # a round of a large tournament has hundreds of games of one deal
        try:
            _rate(bottega, load(bottega, game_id))
        except RulesNotHosted:
            continue  # a process that hosts the rules will rate it
        except GameUnreadable as error:
            log_once(logger, "%s", error)
            continue  # it will be rated once it is repaired
        except GameNotFound:
            pass
        bottega.store.ratings.remove_waiting(header.deal, game_id)


def _rate(bottega: Bottega, game: Game) -> None:
    if game.outcome is None or not counts(game.header):
        return
    pool = pool_of(game.ruleset, game.options, len(game.seats))
    events = history.whole_log(bottega, game)
    last = events[-1] if events else None
    at = last.at if last else game.header.created_at
    decided = decided_by(_decision(each) for each in events if each.change is None)
    results = [(each.rank, each.reason is not UNSET) for each in game.outcome.seats]
    ranks = rated_ranks(results, decided.absent)
    rated = rated_game(game.header.game_id, at, records.seated(game, last), ranks, decided.acted)
    if rated is not None:
        add(bottega, pool, rated, anchors(game.ruleset, pool))


def _decision(event: Event) -> Decision:
    return Decision(event.seat) if event.by is None else Decision(event.seat, event.by.kind, event.by.reason)


def add(bottega: Bottega, pool: Pool, rated: RatedGame, fixed: Mapping[str, Skill]) -> None:
    """Add a game to the ratings of its pool, unless it has been added; raises GameBusy."""
    for _ in range(MOST_ATTEMPTS):
        if _work_in(bottega, pool, rated, fixed):
            return
    raise outpaced(MOST_ATTEMPTS)


def counts(header: Header) -> bool:
    """Whether a game is rated: public, without chosen dice, hints or undo."""
    is_fair = not (header.sandbox or header.hints or header.undo != "none")
    return header.rated and is_fair and header.visibility == "public"


def rating_in(bottega: Bottega, player: str, pool: Pool) -> int:
    """Return a player's current rating in a pool, or that of a beginner."""
    profile = bottega.store.players.profile(player)
    skill = bottega.store.ratings.skill(pool.pool, profile.alias) if profile else None
    return rating_of((skill or BEGINNER).mu)


def _work_in(bottega: Bottega, pool: Pool, game: RatedGame, fixed: Mapping[str, Skill]) -> bool:
    """Rate a game, and again those that ended after it; return False after a conflicting write.

    If the anchors have changed, all games of the pool are rated again.
    """
    ratings, mark = bottega.store.ratings, _digest(fixed)
    seen = ratings.progress(pool.pool, game.game_id)
    if seen.is_rated:
        return True
    order = game.order if seen.anchors in ("", mark) else None
    games = sorted([game, *ratings.games_after(pool.pool, order)], key=lambda each: each.order)
    affected = _affected(bottega, pool, games, fixed, all_games=order is None)
    before = {} if order is None else ratings.skills_before(pool.pool, affected, order)
    ratings.register(pool, [who for who in game.who if not who.startswith(AI)])
    updates = _rewritten(games, affected, before, fixed)
    return ratings.rate(pool.pool, seen, mark, game, order, updates)


def _affected(
    bottega: Bottega, pool: Pool, games: Sequence[RatedGame], fixed: Mapping[str, Skill], *, all_games: bool
) -> list[str]:
    known = bottega.store.ratings.rated_players(pool.pool) if all_games else []
    playing = chain.from_iterable(game.who for game in games)
    return [*dict.fromkeys([*known, *(who for who in playing if who not in fixed)])]


def _rewritten(
    games: Sequence[RatedGame], affected: Sequence[str], before: Mapping[str, Skill], fixed: Mapping[str, Skill]
) -> dict[str, RatingUpdate]:
    """Rate games in order, and return the updates of all players."""
    changes: dict[str, dict[RatingOrder, RatingChange]] = {who: {} for who in affected}
    for game, after in fold_all(games, before, fixed):
        for who, skill in after.items():
            changes[who][game.order] = RatingChange(min(each.rank for each in game.seats if each.who == who), skill)
    return {who: _last(changes[who]) for who in affected}


def _last(changes: Mapping[RatingOrder, RatingChange]) -> RatingUpdate:
    if not changes:
        return RatingUpdate(changes, None, 0, 0)
    skill = [*changes.values()][-1].skill
    return RatingUpdate(changes, skill, rating_of(skill.mu), listed_until(skill))


def _digest(fixed: Mapping[str, Skill]) -> str:
    return sha256(msgspec.json.encode(fixed, order="sorted")).hexdigest()[:16]
