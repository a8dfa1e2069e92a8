"""Compute skills in a pool from rated games.

Means and deviations are rounded to six decimals, so that differences in floating-point arithmetic do not accumulate.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, groupby, permutations, product
from math import inf, sqrt
from statistics import fmean
from typing import NamedTuple

import msgspec

from service.rating.scale import MODEL, mu_of, uncertainty_of

AI = "ai_"
"""Prefix of AI levels among players."""
DECIMALS = 6
DAY = 24 * 60 * 60
FORGOTTEN_DAYS = 730
"""Days without a game after which the uncertainty is that of a beginner."""
ACTIVE_DAYS = 90
"""Days after the last rated game during which a player is listed."""
MOST_UNCERTAINTY = 250
"""Ratings with a larger uncertainty are provisional, and not listed."""
MOST_FROM_PROVISIONAL = 1200
"""A rating in points; results against provisional opponents raise no rating above it."""
LEAST_OPPONENTS = 3
"""Different established players that a listed player must have met. AI levels do not count: anyone can play them."""


class Skill(msgspec.Struct, frozen=True, omit_defaults=True):
    """The estimated skill of a player: a normal distribution in openskill's unit."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0
    at: str = ""
    """End of the last rated game, UTC, RFC 3339; empty before the first."""
    met: tuple[str, ...] = ()
    """The first established opponents, at most LEAST_OPPONENTS, as in `Seated.who`; no AI levels."""


BEGINNER = Skill()


class RatingOrder(NamedTuple):
    """Sort key of rated games: end, then id."""

    at: str
    game_id: str


class Seated(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counted seat and its result."""

    who: str
    """Player id, or the name of an AI level after `ai_`."""
    rank: int
    """The rank, from 1; tied seats share a rank."""
    team: str = ""
    """The team; empty for a seat that plays for itself."""

    @property
    def side(self) -> str:
        """Return the team of the seat, or the player if the seat plays for itself."""
        return f"team {self.team}" if self.team else self.who


class RatedGame(msgspec.Struct, frozen=True):
    """The data of a finished game that ratings depend on."""

    game_id: str
    at: str
    """Time of the last action, UTC, RFC 3339."""
    seats: tuple[Seated, ...]
    """Counted seats, in turn order."""

    @property
    def order(self) -> RatingOrder:
        """Return the sort key among rated games."""
        return RatingOrder(self.at, self.game_id)

    @property
    def who(self) -> Sequence[str]:
        """Return each player and level with a counted seat once."""
        return [*dict.fromkeys(each.who for each in self.seats)]


def fold(game: RatedGame, before: Mapping[str, Skill], anchors: Mapping[str, Skill]) -> dict[str, Skill]:
    """Return the new skills of all players that a game rates, given their skills `before`.

    Anchors stay as they are. A rated AI level with several seats gets the mean of their results. Anchors are
    established, and so are others whose rating is not provisional at the time of the game.
    """
    own = [anchors.get(each.who) or aged(before.get(each.who, BEGINNER), game.at) for each in game.seats]
    lasting = (each.who for each, skill in zip(game.seats, own, strict=True) if not is_provisional(skill))
    established = {*anchors, *lasting}
    rated = _capped(game.seats, own, established)
    after = {}
    for who in (each for each in game.who if each not in anchors):
        mine = [skill for each, skill in zip(game.seats, rated, strict=True) if each.who == who]
        after[who] = _after(before.get(who, BEGINNER), mine, game.at, established.intersection(game.who) - {who})
    return after


def _after(old: Skill, seats: Sequence[Skill], at: str, opponents: Collection[str]) -> Skill:
    """Return the skill after a game: the mean of the player's seats, with the established `opponents` added."""
    players = sorted(each for each in opponents if not each.startswith(AI))
    return Skill(
        round(fmean(each.mu for each in seats), DECIMALS),
        round(min(fmean(each.sigma for each in seats), BEGINNER.sigma), DECIMALS),
        old.games + 1,
        at,
        tuple(dict.fromkeys([*old.met, *players]))[:LEAST_OPPONENTS],
    )


def _capped(seats: Sequence[Seated], own: Sequence[Skill], established: Collection[str]) -> list[Skill]:
    """Return the mean and deviation of each seat after a game, with a limit for games with provisional opponents.

    With a provisional opponent, a mean rises at most to the highest of three values:

    - the mean before the game
    - MOST_FROM_PROVISIONAL
    - the mean after the game without its provisional opponents
    """
    rated = _rated(own, *_results(seats))
    return [
        msgspec.structs.replace(skill, mu=min(skill.mu, _highest(seat, seats, own, established)))
        for seat, skill in enumerate(rated)
    ]


def _highest(seat: int, seats: Sequence[Seated], own: Sequence[Skill], established: Collection[str]) -> float:
    """Return the highest mean that a seat can have after a game; infinite without a provisional opponent."""
    who = seats[seat].who
    left = [number for number, each in enumerate(seats) if each.who == who or each.who in established]
    if len(left) == len(seats):
        return inf
    least = max(own[seat].mu, mu_of(MOST_FROM_PROVISIONAL))
    if len({seats[each].side for each in left}) == 1:
        return least
    without = _rated([own[each] for each in left], *_results([seats[each] for each in left]))[left.index(seat)]
    return max(least, without.mu)


def strict_orders(ranks: Sequence[int]) -> list[list[int]]:
    """Return every order of the seats, best first, that resolves all shared places.

    Seats 0 and 2 share the first place of three:

        ranks 1 3 1    orders 0 2 1 and 2 0 1
    """
    by_rank = sorted(range(len(ranks)), key=ranks.__getitem__)
    places = [list(permutations(tied)) for _, tied in groupby(by_rank, key=ranks.__getitem__)]
    return [[seat for place in order for seat in place] for order in product(*places)]


def _results(seats: Sequence[Seated]) -> tuple[list[int], list[str]]:
    """Return the ranks and the teams of seats."""
    return [each.rank for each in seats], [each.team for each in seats]


def _rated(skills: Sequence[Skill], ranks: Sequence[int], teams: Sequence[str] = ()) -> list[Skill]:
    """Return the mean and deviation of each seat after a game: the mean over all strict orders of its shared places.

    The model's own treatment of ties can rate a worse place above a better one.
    """
    sides = _sides(ranks, teams or [""] * len(ranks))
    orders = strict_orders([ranks[side[0]] for side in sides])
    rated = [_rated_strictly(skills, [sides[each] for each in order]) for order in orders]
    return [
        Skill(fmean(skill.mu for skill in seat), fmean(skill.sigma for skill in seat))
        for seat in zip(*rated, strict=True)
    ]


def _sides(ranks: Sequence[int], teams: Sequence[str]) -> list[list[int]]:
    """Return the seats in groups that are rated as one: a team, without members who rank behind it.

    >>> _sides([1, 3, 1, 4], ["red", "blue", "red", "blue"])
    [[0, 2], [1], [3]]
    """
    sides: dict[tuple[str, int], list[int]] = {}
    for seat, (rank, team) in enumerate(zip(ranks, teams, strict=True)):
        sides.setdefault((team, rank) if team else ("", seat), []).append(seat)
    return [*sides.values()]


def _rated_strictly(skills: Sequence[Skill], order: Sequence[Sequence[int]]) -> list[Skill]:
    """Return the mean and deviation of each seat after a game that its sides ended in this order, best first."""
    sides = [[MODEL.rating(mu=skills[seat].mu, sigma=skills[seat].sigma) for seat in side] for side in order]
    after = dict(zip(chain.from_iterable(order), chain.from_iterable(MODEL.rate(sides)), strict=True))
    return [Skill(after[seat].mu, after[seat].sigma) for seat in range(len(skills))]


def fold_all(
    games: Iterable[RatedGame], before: Mapping[str, Skill], anchors: Mapping[str, Skill]
) -> Iterator[tuple[RatedGame, dict[str, Skill]]]:
    """Rate games one by one; yield each game with the new skills of the players that it rates."""
    now = dict(before)
    for game in games:
        after = fold(game, now, anchors)
        now |= after
        yield game, after


def aged(skill: Skill, at: str) -> Skill:
    """Return a skill at a later time; its uncertainty grows with each whole day since the last rated game."""
    if not skill.at:
        return skill
    return _after_days(skill, max(0, int((unix(at) - unix(skill.at)) // DAY)))


def is_provisional(skill: Skill) -> bool:
    """Whether the uncertainty is too large for an established rating."""
    return uncertainty_of(skill.sigma) > MOST_UNCERTAINTY


def listed_until(skill: Skill) -> float:
    """Return the Unix time until which a player without further games is listed; 0 if the player is not listed.

    A listed player has played within ACTIVE_DAYS, is not provisional and has met LEAST_OPPONENTS established opponents.
    """
    if len(skill.met) < LEAST_OPPONENTS:
        return 0
    days = sum(not is_provisional(_after_days(skill, days)) for days in range(ACTIVE_DAYS))
    return unix(skill.at) + days * DAY if days else 0


def _after_days(skill: Skill, days: int) -> Skill:
    """Return a skill whose variance has grown linearly, up to a beginner's."""
    variance = skill.sigma**2 + days * BEGINNER.sigma**2 / FORGOTTEN_DAYS
    return msgspec.structs.replace(skill, sigma=round(min(sqrt(variance), BEGINNER.sigma), DECIMALS))


def unix(at: str) -> float:
    """Return a timestamp as Unix time."""
    return datetime.fromisoformat(at).timestamp()
