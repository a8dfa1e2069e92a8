"""Types for the heuristics of a ruleset: scores of actions, evaluation of positions, and search parameters.

The search is `workers/thinking/search.py`; it names the published methods of the parameters.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol, TypeVar

from domain.learned_values import ValueFacts

NEVER: Final = float("-inf")
"""The score of an action that a heuristic never takes."""

Action = TypeVar("Action")


class Policy(Protocol):
    """Chooses one of the legal actions of `seat`.

    `state` comes from `determinize` for the seat, never the true state; `rng` is independent of the game's dice.
    """

    def __call__(self, state: Any, seat: int, rng: Random) -> Any:
        """Return one of `legal_actions(state, seat)`; `state` is not changed."""


class ScoreActions(Protocol):
    """Scores the legal actions of `seat`, only from what that seat knows of `state`."""

    def __call__(self, state: Any, seat: int, legal: Sequence[Any]) -> Sequence[float]:
        """Return a score for each of `legal`, which lists all legal actions in order; `state` is not changed."""


@dataclass(frozen=True, kw_only=True)
class Heuristics:
    """The heuristics of a ruleset: all that a search needs besides the rules."""

    rollout_policy: Policy
    """Plays fairly well without looking ahead. It must be fast, since rollouts use it for every action."""
    score_actions: ScoreActions
    """Score of each action, in the unit of `evaluate`; higher is better, `NEVER` for actions to avoid."""
    temperature: float
    """The score difference, above 0, that makes an action's prior e times as high (a softmax over the scores)."""
    evaluate: Callable[[Any], Sequence[float]]
    """Return the value of each seat: its expected final points, or a multiple of them that fits `win_temperature`. It
    is called only for states with a pending decision.
    """
    win_temperature: float
    """The difference in value, above 0, that makes a seat e times as likely to win (a softmax over the seats)."""
    point_value: float = 1.0
    """The value of a point of the outcome in the unit of `evaluate`."""
    rounds_begun: Callable[[Any], int]
    """Return the number of rounds started, which never falls and rises during a game. A rollout ends once it has
    risen by `horizon`. It is called for finished games, too.
    """

    exploration: float = 0.2
    """The exploration constant of the upper confidence bound, for rewards from 0 to 1."""
    prior_weight: float = 0.3
    """Weight of an action's prior in its bound before the first visit; later divided by 1 + visits."""
    others_prior_weight: float | None = None
    """`prior_weight` for the choices of other seats if several rivals share a tree; None for the same weight. A search
    visits those choices too seldom to learn much, so a good prior should count for more.
    """
    horizon: int = 2
    """Rounds that a rollout plays before it evaluates the position."""
    tree_per_seat: bool = False
    """False: one tree, in which each choice depends on those before it. True: a tree for each seat with its own
    choices up to the horizon (decoupled, as for simultaneous moves).
    """
    restart_every: int = 1 << 30
    """Iterations after which a search starts new trees; the statistics of all roots are added up. Decoupled trees that
    grow too long overfit to one line of play; several small trees do not.
    """
    value_facts: ValueFacts | None = None
    """The facts of a seat from which `bottega train` learns values. None: it cannot learn any."""
    budget_share: float = 1.0
    """Share of a level's iterations for a decision, above 0. Less than 1 if more iterations do not help, so that the
    levels stay apart and act sooner. More than 1 if iterations are short.
    """


def best(legal: Sequence[Action], scores: Sequence[float]) -> Action:
    """Return the action with the highest score, the first of equals."""
    return legal[scores.index(max(scores))]
