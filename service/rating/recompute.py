"""Recompute ratings from exported records."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.ruleset import AnyRuleset
from service.rating.pools import Pool, anchors, pool_of
from service.rating.scale import rating_of, uncertainty_of
from service.rating.skills import AI, RatedGame, Seated, Skill, aged, fold_all, listed_until, unix

Wire = Mapping[str, Any]


class RankedPlayer(NamedTuple):
    """An entry of a leaderboard."""

    rank: int
    """The rank, from 1; equal ratings share the better rank."""
    who: str
    rating: int
    uncertainty: int
    games: int


def recompute(records: Iterable[Wire], rulesets: Mapping[str, AnyRuleset]) -> dict[str, dict[str, Skill]]:
    """Return the ratings by pool and player that follow from records, in any order; duplicates count once.

    Records of other rulesets than the given ones are ignored.
    """
    pools: dict[str, Pool] = {}
    games: dict[str, dict[str, RatedGame]] = {}
    for record in records:
        found = counted(rulesets.get(record["ruleset"]), record)
        if found is not None:
            pool, game = found
            pools[pool.pool] = pool
            games.setdefault(pool.pool, {})[game.game_id] = game
    return {each: _skills(rulesets[pool.ruleset], pool, games[each].values()) for each, pool in pools.items()}


def counted(ruleset: AnyRuleset | None, record: Wire) -> tuple[Pool, RatedGame] | None:
    """Return the pool and the rated game of a record; None if it does not count."""
    if ruleset is None or not record.get("rated") or record.get("sandbox"):
        return None
    if any(each in record for each in ("undo", "visibility", "irreproducible")):
        return None
    at = record["events"][-1]["at"] if record["events"] else record["created_at"]
    results = record["result"]["seats"]
    options = msgspec.convert(record["options"], ruleset.options_type)
    pool = pool_of(ruleset, options, len(results))
    actions = [event for event in record["events"] if "action" in event]
    decided = decided_by(_decision(event["seat"], event.get("by", {})) for event in actions)
    ranks = rated_ranks([(each["rank"], "reason" in each) for each in results], decided.absent)
    teams = [each.get("team", "") for each in results]
    game = rated_game(record["game_id"], at, record["seats"], ranks, teams, decided.acted)
    return None if game is None else (pool, game)


class Decision(NamedTuple):
    """A decision of a seat; `kind` and `reason` are those of `by` in records, and empty for the player."""

    seat: int
    kind: str = ""
    reason: str = ""


class Decided(NamedTuple):
    """Who decided in a game."""

    acted: Collection[int]
    """Seats that decided at least once without a level or a default action."""
    absent: Collection[int]
    """Seats for which, after a missed deadline, an AI level decided at least once, or the service decided last."""


def decided_by(decisions: Iterable[Decision]) -> Decided:
    """Return who decided in a game, from all its decisions in order.

    >>> decided_by([Decision(0), Decision(1), Decision(0, "clock", "time")])
    Decided(acted={0, 1}, absent={0})
    """
    found = [*decisions]
    last = {each.seat: each for each in found}
    acted = {each.seat for each in found if not each.kind}
    helped = {each.seat for each in found if (each.kind, each.reason) == ("level", "time")}
    return Decided(acted, helped | {each.seat for each in last.values() if each.reason == "time"})


def _decision(seat: int, by: Wire) -> Decision:
    return Decision(seat, by.get("kind", ""), by.get("reason", ""))


def rated_ranks(results: Sequence[tuple[int, bool]], absent: Collection[int]) -> list[int]:
    """Return the ranks that ratings use, from the rank of each seat and whether it has resigned or forfeited.

    Seats that were `absent` rank behind those that were present. They share a rank with the best of those that
    resigned. What the service plays for them must win no rating, not even against a player who resigns.

    >>> rated_ranks([(1, False), (2, False), (3, True)], absent={0})
    [2, 1, 2]
    """
    best = min((rank for rank, resigned in results if resigned), default=0)
    places = [
        (1, rank) if resigned else (1, best) if seat in absent else (0, rank)
        for seat, (rank, resigned) in enumerate(results)
    ]
    return [1 + sum(other < place for other in places) for place in places]


def rated_game(
    game_id: str, at: str, seats: Sequence[Wire], ranks: Sequence[int], teams: Sequence[str], acted: Collection[int]
) -> RatedGame | None:
    """Return the rated form of a game, given its seats as in records; None if it changes no rating.

    Every human seat must have `acted`: decided at least once without a level or a default action. Seats of players and
    of AI levels count. There must be at least two of them, on at least two sides: the players of a cooperative game
    have no opponents. No player may have two seats. A game between anchors counts, but changes nothing while they are
    anchors.
    """
    if any(seat["kind"] != "ai" and number not in acted for number, seat in enumerate(seats)):
        return None
    who = [_player(seat) for seat in seats]
    counting = [each for each in who if each]
    humans = [each for each in counting if not each.startswith(AI)]
    if len(set(counting)) < 2 or len(set(humans)) < len(humans):
        return None
    seated = tuple(Seated(*each) for each in zip(who, ranks, teams, strict=True) if each[0])
    return RatedGame(game_id, at, seated) if len({each.side for each in seated}) > 1 else None


def leaderboard(skills: Mapping[str, Skill], at: str) -> list[RankedPlayer]:
    """Return the established and active players at a time (UTC, RFC 3339), best first."""
    active = {who: skill for who, skill in skills.items() if listed_until(skill) > unix(at)}
    order = sorted(active, key=lambda who: (-rating_of(active[who].mu), who))
    ratings = [rating_of(active[who].mu) for who in order]
    return [
        RankedPlayer(
            ratings.index(rating) + 1, who, rating, uncertainty_of(aged(active[who], at).sigma), active[who].games
        )
        for who, rating in zip(order, ratings, strict=True)
    ]


def _skills(ruleset: AnyRuleset, pool: Pool, games: Iterable[RatedGame]) -> dict[str, Skill]:
    skills: dict[str, Skill] = {}
    for _, after in fold_all(sorted(games, key=lambda game: game.order), {}, anchors(ruleset, pool)):
        skills |= after
    return skills


def _player(seat: Wire) -> str:
    """Return the id of the player or level in a seat; empty for an unknown player."""
    if seat["kind"] == "ai":
        return AI + str(seat["level"])
    return str(seat.get("player", ""))
