"""How well somebody plays in a pool, as the rated games so far have shown, and what one more game changes.

Means and deviations are kept to a millionth: so the last digits of a machine's arithmetic are not carried on.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby, permutations, product
from math import inf, sqrt
from statistics import fmean
from typing import NamedTuple

import msgspec

from service.rating.scale import MODEL, mu_of, uncertainty_of

AI = "ai_"
"""Begins what an AI level is called among players."""
DECIMALS = 6
DAY = 24 * 60 * 60
FORGOTTEN_DAYS = 730
"""After so many days without a game nothing is left of what was certain."""
ACTIVE_DAYS = 90
"""So long after the last rated game a player is listed."""
SURE = 250
"""Whose uncertainty is larger is rated provisionally, and not listed."""
MOST_FROM_PROVISIONAL = 1200
"""In points: results against provisional opponents raise nobody above it."""
LEAST_OPPONENTS = 3
"""Different established opponents that a listed player has met."""


class Skill(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is believed of somebody: a normal distribution, in openskill's unit."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0
    at: str = ""
    """When the last rated game ended, UTC, RFC 3339; empty before the first."""
    met: tuple[str, ...] = ()
    """The first established opponents, at most LEAST_OPPONENTS, as `Seated.who`."""


BEGINNER = Skill()


class RatingOrder(NamedTuple):
    """Where a game stands in the order in which games are rated: by when it ended, then by its id."""

    at: str
    game_id: str


class Seated(msgspec.Struct, frozen=True):
    """Who had a seat that counts, and how it ended."""

    who: str
    """A player's id, or an AI level's name after `ai_`."""
    rank: int
    """From 1; equal where a place is shared."""


class RatedGame(msgspec.Struct, frozen=True):
    """What of a finished game its ratings follow from."""

    game_id: str
    at: str
    """When its last action came, UTC, RFC 3339."""
    seats: tuple[Seated, ...]
    """In turn order, without those that do not count."""

    @property
    def place(self) -> RatingOrder:
        """Return where it stands among others."""
        return RatingOrder(self.at, self.game_id)

    @property
    def who(self) -> Sequence[str]:
        """Name everybody once who had a seat that counts."""
        return [*dict.fromkeys(each.who for each in self.seats)]


def fold(game: RatedGame, before: Mapping[str, Skill], anchors: Mapping[str, Skill]) -> dict[str, Skill]:
    """Return what is believed after a game of all who are rated by it, from what was believed `before`.

    Anchors stay as they are. An AI level that is rated as players are and has several seats gets the mean of what each
    would give it. Anchors, and others whose rating is not provisional at the time of the game, are established.
    """
    own = [anchors.get(each.who) or grown(before.get(each.who, BEGINNER), game.at) for each in game.seats]
    surely = (each.who for each, skill in zip(game.seats, own, strict=True) if not is_provisional(skill))
    sure = {*anchors, *surely}
    rated = _capped(game.seats, own, sure)
    after = {}
    for who in (each for each in game.who if each not in anchors):
        mine = [skill for each, skill in zip(game.seats, rated, strict=True) if each.who == who]
        after[who] = _after(before.get(who, BEGINNER), mine, game.at, sure.intersection(game.who) - {who})
    return after


def _after(old: Skill, seats: Sequence[Skill], at: str, opponents: Collection[str]) -> Skill:
    """Return what is believed after a game: the mean of what one's seats earned, and the established `opponents`."""
    return Skill(
        round(fmean(each.mu for each in seats), DECIMALS),
        round(min(fmean(each.sigma for each in seats), BEGINNER.sigma), DECIMALS),
        old.games + 1,
        at,
        tuple(dict.fromkeys([*old.met, *sorted(opponents)]))[:LEAST_OPPONENTS],
    )


def _capped(seats: Sequence[Seated], own: Sequence[Skill], sure: Collection[str]) -> list[Skill]:
    """Return the mean and deviation of each seat after a game, without what provisional opponents may not give.

    With a provisional opponent a mean rises no higher than the highest of three: what it was, MOST_FROM_PROVISIONAL,
    and what it would be had the game been played without the provisional opponents.
    """
    rated = _rated(own, [each.rank for each in seats])
    return [
        msgspec.structs.replace(skill, mu=min(skill.mu, _highest(seat, seats, own, sure)))
        for seat, skill in enumerate(rated)
    ]


def _highest(seat: int, seats: Sequence[Seated], own: Sequence[Skill], sure: Collection[str]) -> float:
    """Return the highest mean that a seat may have after a game; infinite without a provisional opponent."""
    who = seats[seat].who
    left = [number for number, each in enumerate(seats) if each.who == who or each.who in sure]
    if len(left) == len(seats):
        return inf
    least = max(own[seat].mu, mu_of(MOST_FROM_PROVISIONAL))
    if all(seats[each].who == who for each in left):
        return least
    without = _rated([own[each] for each in left], [seats[each].rank for each in left])[left.index(seat)]
    return max(least, without.mu)


def strict_orders(ranks: Sequence[int]) -> list[list[int]]:
    """Return every order of the seats, best first, that puts each shared place in some strict order.

    Seats 0 and 2 share the first place of three:

        ranks 1 3 1    orders 0 2 1 and 2 0 1

    """
    by_rank = sorted(range(len(ranks)), key=ranks.__getitem__)
    places = [list(permutations(tied)) for _, tied in groupby(by_rank, key=ranks.__getitem__)]
    return [[seat for place in order for seat in place] for order in product(*places)]


def _rated(skills: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """Return the mean and deviation of each seat after a game: the mean over all strict orders of its shared places.

    The model's own treatment of ties can give a worse place more points than a better one.
    """
    rated = [_rated_strictly(skills, order) for order in strict_orders(ranks)]
    return [
        Skill(fmean(skill.mu for skill in seat), fmean(skill.sigma for skill in seat))
        for seat in zip(*rated, strict=True)
    ]


def _rated_strictly(skills: Sequence[Skill], order: Sequence[int]) -> list[Skill]:
    """Return the mean and deviation of each seat after a game that ended in this order, best first."""
    teams = [[MODEL.rating(mu=skills[seat].mu, sigma=skills[seat].sigma)] for seat in order]
    after = dict(zip(order, (team[0] for team in MODEL.rate(teams)), strict=True))
    return [Skill(after[seat].mu, after[seat].sigma) for seat in range(len(skills))]


def fold_all(
    games: Iterable[RatedGame], before: Mapping[str, Skill], anchors: Mapping[str, Skill]
) -> Iterator[tuple[RatedGame, dict[str, Skill]]]:
    """Fold games one after the other; give each with what is believed after it of those who are rated by it."""
    now = dict(before)
    for game in games:
        after = fold(game, now, anchors)
        now |= after
        yield game, after


def grown(skill: Skill, at: str) -> Skill:
    """Return what is still believed at a time: less with each whole day since the last rated game."""
    if not skill.at:
        return skill
    return _after_days(skill, max(0, int((unix(at) - unix(skill.at)) // DAY)))


def is_provisional(skill: Skill) -> bool:
    """Whether a rating says little yet, or no more."""
    return uncertainty_of(skill.sigma) > SURE


def listed_until(skill: Skill) -> float:
    """Return until when somebody who plays no more is listed, Unix time; 0 if not at all.

    A listed player is not provisional and has met LEAST_OPPONENTS established opponents.
    """
    if len(skill.met) < LEAST_OPPONENTS:
        return 0
    days = sum(not is_provisional(_after_days(skill, days)) for days in range(ACTIVE_DAYS))
    return unix(skill.at) + days * DAY if days else 0


def _after_days(skill: Skill, days: int) -> Skill:
    """Let the variance grow evenly, up to a beginner's."""
    variance = skill.sigma**2 + days * BEGINNER.sigma**2 / FORGOTTEN_DAYS
    return msgspec.structs.replace(skill, sigma=round(min(sqrt(variance), BEGINNER.sigma), DECIMALS))


def unix(at: str) -> float:
    """Return a moment as Unix time."""
    return datetime.fromisoformat(at).timestamp()
