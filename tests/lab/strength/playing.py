"""Play the games of the arena: the player under test at one seat, the opponent at all others.

Each deal is played once from every seat, so that the luck of the seat cancels out. Its games have the same seed and
named purposes of random draws. They therefore have the same factories, decks and markets, as far as the rules allow.
Games end the same on every machine and in both builds, because the players' budgets count iterations only.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import count
from random import Random
from typing import Any, Final

import msgspec

from domain.dice import Dice
from domain.levels import LEVELS, SearchBudget, allotted
from domain.ruleset import AnyRuleset
from tests.lab.strength.players import CONSTANTS, find_player
from tests.random_play import step_dice
from tests.rulesets.games import PLAYED, every_options
from workers.thinking.search import CONFIRMATIONS, ITERATIONS_TO_TRY_ALL, search

DEFAULT: Final = "default"
"""The name of the default options."""
NAMED: Final = "+purposes"
"""The suffix of a way of play with named purposes; in measurements without it the draws depend on the step."""
PROBES: Final = 10
PROBE: Final = SearchBudget(50, float("inf"))


class Meeting(msgspec.Struct, frozen=True, array_like=True):
    """One player against another in a ruleset with a number of seats."""

    ruleset: str
    options: str
    """A name of `options_by_name`."""
    seats: int
    player: str
    """The player under test, at one seat."""
    opponent: str
    """The opponent, at all other seats."""

    @property
    def tested(self) -> range:
        """List the seats from which a deal is played; a player against itself needs one only."""
        return range(1 if self.player == self.opponent else self.seats)

    def deals(self, games: int) -> range:
        """List the deals that make at least this number of games."""
        return range(-(-games // len(self.tested)))

    def __str__(self) -> str:
        """Return the meeting as one line."""
        table = f"{self.ruleset}, {self.seats} seats" + f", {self.options}" * (self.options != DEFAULT)
        return f"{table}: {self.player} against {self.opponent}"


class Game(msgspec.Struct, frozen=True, array_like=True):
    """The result of one game of a meeting."""

    deal: int
    tested: int
    """The seat of the player under test."""
    ranks: tuple[int, ...]
    totals: tuple[int, ...]
    """Ranks and totals by seat."""
    actions: int
    """The number of actions in the game."""

    @property
    def won(self) -> float:
        """Return the share of the win of the player under test; 1/k if k seats share the win."""
        return (self.ranks[self.tested] == 1) / self.ranks.count(1)


def options_by_name(ruleset: AnyRuleset) -> Mapping[str, Any]:
    """List the combinations of the closed set-up choices, each named by what differs from the defaults."""
    default = ruleset.options_type()
    return {_difference(options, default): options for options in every_options(ruleset)}


def _difference(options: Any, default: Any) -> str:
    """Return the name of options from their differences: `codex_1+setup=master`."""
    differing = [name for name in options.__struct_fields__ if getattr(options, name) != getattr(default, name)]
    values = [(name, getattr(options, name)) for name in differing]
    return "+".join(name if value is True else f"{name}={value}" for name, value in values) or DEFAULT


def named_dice(secret: bytes, _step: int) -> Random:
    """Return the dice of a game, the same in every step."""
    return Dice(secret)


def play(
    meeting: Meeting, deal: int, tested: int, dice_of: Callable[[bytes, int], Random] = named_dice, choosing: str = ""
) -> Game:
    """Play a deal with the player under test at one seat.

    Deal `d` has the seed SHA-256(`strength:d`). The action that brings the game to version `v` is chosen with the
    generator `Random("d:v")`, or another one that `choosing` returns.
    """
    names = [meeting.player if seat == tested else meeting.opponent for seat in range(meeting.seats)]
    ranks, totals, actions = play_seated(meeting, names, deal, dice_of, choosing)
    return Game(deal, tested, ranks, totals, actions)


def play_seated(
    meeting: Meeting,
    names: Sequence[str],
    deal: int,
    dice_of: Callable[[bytes, int], Random] = named_dice,
    choosing: str = "",
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Play a deal with a player at each seat, by name. Return ranks and totals by seat, and the number of actions."""
    ruleset, seed = PLAYED[meeting.ruleset], _seed(deal)
    players = [find_player(name) for name in names]
    state = ruleset.setup(options_by_name(ruleset)[meeting.options], meeting.seats, dice_of(seed, 0))
    for version in count(1):
        if outcome := ruleset.outcome(state):
            break
        seat = ruleset.to_act(state)[0]
        action = players[seat](ruleset, state, seat, Random(f"{deal}:{version}{choosing}"))
        ruleset.apply(state, seat, action, dice_of(seed, version))
    ranks, totals = [each.rank for each in outcome.seats], [each.total for each in outcome.seats]
    return tuple(ranks), tuple(totals), version - 1


def _seed(deal: int) -> bytes:
    """Return the seed of a deal."""
    return hashlib.sha256(b"strength:%d" % deal).digest()


def choices(ruleset: str, options: str, seats: int, deal: int = 0) -> list[tuple[Any, int]]:
    """Play a deal between greedy players; yield the states in which a seat had a choice, with the seat."""
    rules, found, level = PLAYED[ruleset], [], find_player("greedy")
    state = rules.setup(options_by_name(rules)[options], seats, step_dice(_seed(deal), 0))
    for version in count(1):
        if not rules.to_act(state):
            return found
        seat = rules.to_act(state)[0]
        if len(rules.legal_actions(state, seat)) > 1:
            found.append((rules.clone(state), seat))
        action = level(rules, state, seat, Random(f"{deal}:{version}"))
        rules.apply(state, seat, action, step_dice(_seed(deal), version))
    raise AssertionError("a game ends")


def spaced(items: list[Any], number: int) -> list[Any]:
    """Return this number of items at even distances, or all if there are fewer."""
    return [items[place * len(items) // number] for place in range(number)] if len(items) > number else items


@cache
def way_of_play(ruleset: str, options: str, seats: int) -> str:
    """Return a digest of the way of play, which changes with the rules, the heuristics, the search or the budgets.

    The digest has twelve hexadecimal digits. It is a hash of all their numbers, and of short searches of a few
    positions: the visits and the value of each action. Changes of names alone, and those of `random`, `easy` or `value`
    alone, do not affect it.
    The kind of random draws follows the digest, because it changes games and not levels.
    """
    rules = PLAYED[ruleset]
    met = choices(ruleset, options, seats)
    budgets = [allotted(rules, how) for how in LEVELS.values() if isinstance(how, SearchBudget)]
    seen: list[Any] = [len(met), *((budget.iterations, budget.seconds) for budget in budgets)]
    numbers = [getattr(rules.heuristics, constant) for constant in CONSTANTS]
    seen += [ITERATIONS_TO_TRY_ALL, CONFIRMATIONS, *(number if number is None else float(number) for number in numbers)]
    for state, seat in spaced(met, PROBES):
        found = search(rules, rules.determinize(state, seat, Random(seat)), seat, Random(seat), PROBE)
        seen.append([(each.visits, round(each.value, 9)) for each in found.candidates])
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:12] + NAMED
