"""What a ruleset tells AI players: heuristics for its actions and positions, and constants of the search.

The search that uses them is `workers/thinking/search.py`; it says which published methods the constants belong to.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol, TypeVar

NEVER: Final = float("-inf")
"""The score of an action that a heuristic never takes."""

Action = TypeVar("Action")


class Policy(Protocol):
    """Chooses one of the legal actions of `seat`.

    It is handed a state drawn from the seat's information set by `determinize`, never the true one, and dice of its
    own.
    """

    def __call__(self, state: Any, seat: int, rng: Random) -> Any:
        """Return one of `legal_actions(state, seat)`; `state` is not changed."""


class ScoreActions(Protocol):
    """Scores the legal actions of `seat`, from what that seat knows of `state` alone."""

    def __call__(self, state: Any, seat: int, legal: Sequence[Any]) -> Sequence[float]:
        """Return a score for each of `legal`, all the legal actions in their order; `state` is not changed."""


@dataclass(frozen=True, kw_only=True)
class Heuristics:
    """The heuristics of a ruleset: all that a search needs besides the rules themselves."""

    rollout_policy: Policy
    """Plays fairly well without looking ahead. Every rollout of a search plays by it, so it is fast."""
    score_actions: ScoreActions
    """How good each action looks, in the unit of `evaluate`; higher is better, `NEVER` for what nobody should do."""
    temperature: float
    """Above 0; an action scored this much higher has a prior e times as high (a softmax over the scores)."""
    evaluate: Callable[[Any], Sequence[float]]
    """Evaluate a state in which somebody is to act: for each seat, about the points it will end with."""
    win_temperature: float
    """Above 0; a seat evaluated this much higher is e times as likely to win (a softmax over the seats)."""
    point_value: float = 1.0
    """What a point of the outcome counts in the unit of `evaluate`."""
    rounds_begun: Callable[[Any], int]
    """Count the rounds begun; it never falls. A rollout ends once it has risen by `horizon`."""

    exploration: float = 0.2
    """The exploration constant of the upper confidence bound, against rewards from 0 to 1."""
    prior_weight: float = 0.3
    """What the prior of an action adds to its bound before the first visit; divided by 1 + visits from then on."""
    others_prior_weight: float | None = None
    """`prior_weight` for the choices of the other seats where several rivals share a tree; None for the same. A search
    visits those too seldom to learn much of them, so a good prior should count for more there."""
    horizon: int = 2
    """Rounds that a rollout plays before the position is evaluated."""
    tree_per_seat: bool = False
    """False: one tree, in which each choice is a reply to those before it. True: a tree for each seat, of its own
    choices up to the horizon (decoupled, as for simultaneous moves)."""
    restart_every: int = 1 << 30
    """Iterations after which a search starts new trees, adding up the statistics of all their roots. Decoupled trees
    that grow for long overfit to one line of play; several short-lived ones do not."""
    budget_share: float = 1.0
    """The part of a level's iterations that a decision gets, above 0. Less than 1 where more iterations stop helping,
    so that the levels stay apart and answer sooner."""


def best(legal: Sequence[Action], scores: Sequence[float]) -> Action:
    """Return the action with the highest score, the first of equals."""
    return legal[scores.index(max(scores))]
