"""Play games of one deal: the same seed, named purposes of draws, and players who choose at random."""

from collections.abc import Mapping
from random import Random
from typing import Any

from domain.dice import Dice
from domain.ruleset import AnyRuleset


class Named(Dice):
    """Dice that accept named purposes only, and record them."""

    def __init__(self, secret: bytes, purposes: list[str]) -> None:
        super().__init__(secret)
        self.purposes = purposes

    def named(self, purpose: str) -> Random:
        self.purposes.append(purpose)
        return super().named(purpose)


def setup_draws(ruleset: AnyRuleset, options: Any, seats: int) -> bool:
    """Return whether the set-up of a game draws anything at random."""
    purposes: list[str] = []
    ruleset.setup(options, seats, Named(secret(0), purposes))
    return bool(purposes)


def secret(number: int) -> bytes:
    """Return the seed of a deal."""
    return number.to_bytes(32, "big")


class Played:
    """The first state of a game, the purposes of its draws, and every fact."""

    start: Any

    def __init__(self) -> None:
        self.purposes: list[str] = []
        self.facts: list[Any] = []

    def emit(self, fact: Any, audience: object) -> None:
        self.facts.append(fact)

    def of(self, *types: type) -> list[Any]:
        """List the facts of these types."""
        return [fact for fact in self.facts if isinstance(fact, types)]


def play(ruleset: AnyRuleset, options: Any, seats: int, deal: int, player: int, *, plays_well: bool = False) -> Played:
    """Play a deal to the end; the choices of each seat follow from the number of the player.

    Strong players follow the rollout policy, except for one move in five.
    """
    game, rng = Played(), Random(f"{deal} {player}")
    dice, policy = Named(secret(deal), game.purposes), ruleset.heuristics.rollout_policy
    state = ruleset.setup(options, seats, dice, game.emit)
    game.start = ruleset.clone(state)
    while waiting := ruleset.to_act(state):
        if plays_well and rng.random() < 0.8:
            action = policy(state, waiting[0], rng)
        else:
            action = rng.choice(list(ruleset.legal_actions(state, waiting[0])))
        ruleset.apply(state, waiting[0], action, dice, game.emit)
    return game


def deviation(counts: Mapping[Any, int], likely: Mapping[Any, float]) -> float:
    """Return chi-square divided by its degrees of freedom: about 1 if the outcomes have the expected frequencies."""
    draws = sum(counts.values())
    squares = [(counts.get(each, 0) - draws * part) ** 2 / (draws * part) for each, part in likely.items()]
    return sum(squares) / (len(likely) - 1)
