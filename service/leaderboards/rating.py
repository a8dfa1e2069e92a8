"""Update ratings from finished games, once for each game.

A game is rated before its result is stored, so a missing rating is found with the missing result. All steps are
idempotent.
"""

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import chain

import msgspec
from msgspec import UNSET

from service import problems
from service.game import deals, history
from service.game.game import Game, load
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.isolation.faults import RuleFault
from service.rating import Pool, RatedGame, RatingOrder, Skill
from service.rating.pools import anchors, pool_of
from service.rating.recompute import Decision, decided_by, rated_game, rated_ranks
from service.rating.scale import rating_of
from service.rating.skills import AI, fold_all, listed_until
from service.reading import records
from service.runtime.heartbeat import beat
from service.runtime.throttled_log import log_once
from service.store import ConflictingWrite, Event, GameUnreadable, Header
from service.store.ratings import RatingChange, RatingUpdate

logger = logging.getLogger(__name__)


def rate_ended(installation: Installation, header: Header) -> None:
    """Rate a finished game, unless it does not count or has been rated; raises GameBusy.

    A game of a shared deal waits until all its games have ended, because a rating reveals a result.
    """
    if header.deal:
        installation.store.ratings.add_waiting(header.deal, header.game_id)
        rate_waiting(installation, header)
    elif counts(header):
        _rate(installation, load(installation, header.game_id))


def rate_waiting(installation: Installation, header: Header) -> None:
    """Rate the waiting games of a shared deal, if all its games have ended; raises GameBusy.

    A game is put on the waiting list before the other games are checked, so the last one to end finds all of them.
    """
    if not header.deal or not deals.is_open(installation, header):
        return
    for game_id in installation.store.ratings.waiting(header.deal):
        beat()  # a round of a large tournament has hundreds of games of one deal
        try:
            _rate(installation, load(installation, game_id))
        except problems.RulesNotHosted:
            continue  # a process that hosts the rules will rate it
        except (GameUnreadable, RuleFault) as error:
            log_once(logger, "%s", error)
            continue  # it will be rated once it is repaired
        except problems.GameNotFound:
            pass
        installation.store.ratings.remove_waiting(header.deal, game_id)


def _rate(installation: Installation, game: Game) -> None:
    if game.outcome is None or game.info.irreproducible or not counts(game.header):
        return
    pool = pool_of(game.ruleset, game.options, len(game.seats))
    events = history.whole_log(installation, game)
    last = events[-1] if events else None
    at = last.at if last else game.header.created_at
    decided = decided_by(_decision(each) for each in events if each.change is UNSET)
    results = [(each.rank, each.reason is not UNSET) for each in game.outcome.seats]
    ranks = rated_ranks(results, decided.absent)
    teams = [each.team or "" for each in game.outcome.seats]
    rated = rated_game(game.header.game_id, at, records.seated(game, last), ranks, teams, decided.acted)
    if rated is not None:
        add(installation, pool, rated, anchors(game.ruleset, pool))


def _decision(event: Event) -> Decision:
    return Decision(event.seat) if event.by is UNSET else Decision(event.seat, event.by.kind, event.by.reason)


def add(installation: Installation, pool: Pool, rated: RatedGame, fixed: Mapping[str, Skill]) -> None:
    """Add a game to the ratings of its pool, unless it has been added; raises GameBusy."""
    retry_conflicts(partial(_work_in, installation, pool, rated, fixed))


def counts(header: Header) -> bool:
    """Whether a game is rated: public, without chosen dice, hints or undo."""
    is_fair = not (header.sandbox or header.hints or header.undo != "none")
    return header.rated and is_fair and header.visibility == "public"


def _work_in(installation: Installation, pool: Pool, game: RatedGame, fixed: Mapping[str, Skill]) -> None:
    """Rate a game, and again those that ended after it. Raises ConflictingWrite.

    If the anchors have changed, all games of the pool are rated again.
    """
    ratings, mark = installation.store.ratings, _digest(fixed)
    seen = ratings.progress(pool.pool, game.game_id)
    if seen.is_rated:
        return
    order = game.order if seen.anchors in ("", mark) else None
    games = sorted([game, *ratings.games_after(pool.pool, order)], key=lambda each: each.order)
    affected = _affected(installation, pool, games, fixed, all_games=order is None)
    before = {} if order is None else ratings.skills_before(pool.pool, affected, order)
    ratings.register(pool, [who for who in game.who if not who.startswith(AI)])
    updates = _rewritten(games, affected, before, fixed)
    if not ratings.rate(pool.pool, seen, mark, game, order, updates):
        raise ConflictingWrite


def _affected(
    installation: Installation, pool: Pool, games: Sequence[RatedGame], fixed: Mapping[str, Skill], *, all_games: bool
) -> list[str]:
    known = installation.store.ratings.rated_players(pool.pool) if all_games else []
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
