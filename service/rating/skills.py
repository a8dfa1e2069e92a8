"""How well somebody plays in a pool, as the rated games so far have shown, and what one more game changes.

Means and deviations are kept to a millionth: so the last digits of a machine's arithmetic are not carried on.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby, permutations, product
from math import sqrt
from statistics import fmean
from typing import NamedTuple

import msgspec

from service.rating.scale import MODEL, uncertainty_of

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


class Skill(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is believed of somebody: a normal distribution, in openskill's unit."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0
    at: str = ""
    """When the last rated game ended, UTC, RFC 3339; empty before the first."""


BEGINNER = Skill()


class Place(NamedTuple):
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
    def place(self) -> Place:
        """Return where it stands among others."""
        return Place(self.at, self.game_id)

    @property
    def who(self) -> Sequence[str]:
        """Name everybody once who had a seat that counts."""
        return [*dict.fromkeys(each.who for each in self.seats)]


def fold(game: RatedGame, before: Mapping[str, Skill], anchors: Mapping[str, Skill]) -> dict[str, Skill]:
    """Return what is believed after a game of all who are rated by it, from what was believed `before`.

    Anchors stay as they are. An AI level that is rated as players are and has several seats gets the mean of what each
    would give it.
    """
    own = [anchors.get(each.who) or grown(before.get(each.who, BEGINNER), game.at) for each in game.seats]
    rated = _rated(own, [each.rank for each in game.seats])
    after = {}
    for who in (each for each in game.who if each not in anchors):
        mine = [skill for each, skill in zip(game.seats, rated, strict=True) if each.who == who]
        mu, sigma = fmean(each.mu for each in mine), fmean(each.sigma for each in mine)
        games = before.get(who, BEGINNER).games + 1
        after[who] = Skill(round(mu, DECIMALS), round(min(sigma, BEGINNER.sigma), DECIMALS), games, game.at)
    return after


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
    """Return until when somebody who plays no more is listed, Unix time; 0 if not at all."""
    days = sum(not is_provisional(_after_days(skill, days)) for days in range(ACTIVE_DAYS))
    return unix(skill.at) + days * DAY if days else 0


def _after_days(skill: Skill, days: int) -> Skill:
    """Let the variance grow evenly, up to a beginner's."""
    variance = skill.sigma**2 + days * BEGINNER.sigma**2 / FORGOTTEN_DAYS
    return msgspec.structs.replace(skill, sigma=round(min(sqrt(variance), BEGINNER.sigma), DECIMALS))


def unix(at: str) -> float:
    """Return a moment as Unix time."""
    return datetime.fromisoformat(at).timestamp()
