"""What a ruleset tells AI players: rules of thumb for its actions and positions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol, TypeVar

NEVER: Final = float("-inf")
"""The score of an action that rules of thumb do not take."""

Action = TypeVar("Action")


class Policy(Protocol):
    """Chooses one of the legal actions of `seat`.

    It is handed a state drawn from the seat's information set by `determinize`, never the true one, and own dice.
    """

    def __call__(self, state: Any, seat: int, rng: Random) -> Any:
        """Return one of `legal_actions(state, seat)`; `state` is not changed."""


class Scores(Protocol):
    """Scores the legal actions of `seat`, from what that seat knows of `state` alone."""

    def __call__(self, state: Any, seat: int, legal: Sequence[Any]) -> Sequence[float]:
        """Return a score for each of `legal`, all the legal actions in their order; `state` is not changed."""


@dataclass(frozen=True, kw_only=True)
class Guide:
    """The rules of thumb of a ruleset; a search finds its way by them and needs nothing else of the game."""

    choose: Policy
    """Play well without looking ahead. Searches play on with it, so it is fast."""
    scores: Scores
    """Say how good actions look, in the unit of `values`; higher is better, `NEVER` for what nobody should do."""
    scale: float
    """The lead in score that makes an action e times as likely to be the right one, above 0."""
    values: Callable[[Any], Sequence[float]]
    """Value a state in which somebody is to act for each seat: about the points it will end with."""
    spread: float
    """The lead in value that makes a seat e times as likely to win as another, above 0."""
    point: float = 1.0
    """What a point of the outcome is in the unit of `values`."""
    round: Callable[[Any], int]
    """Count the rounds begun; it never falls. Looking ahead a few of them shows what an action was good for."""

    exploration: float = 0.2
    """How much the uncertainty of what was seldom tried counts in a search, against rewards from 0 to 1."""
    prior: float = 0.3
    """How much looking good by `scores` counts in a search before the first visit; with every visit it counts less."""
    others_prior: float | None = None
    """`prior` for the choices of others where several share a tree; None for the same. Each of them comes there to a
    choice too seldom to learn much of it, and would play worse than `scores` that are good."""
    horizon: int = 2
    """Rounds that a search plays on before it values the position."""
    own_trees: bool = False
    """Whether a search grows a tree for each seat, of its own choices up to the horizon; else one that all share, in
    which every choice is a reply to those before."""
    lifetime: int = 1 << 30
    """Iterations after which a search begins again with new trees; what all of them found is added up. Trees of a seat
    each come to expect one course of a round the more firmly the longer they grow: several expect different ones."""
    effort: float = 1.0
    """The part of a level's iterations that a decision gets, above 0: less where all that a search can see of the game
    is soon seen, so that the levels stay apart and answer sooner."""


def best(legal: Sequence[Action], scores: Sequence[float]) -> Action:
    """Give the action with the highest score, the first of equals."""
    return legal[scores.index(max(scores))]
