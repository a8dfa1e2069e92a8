"""Positions in which a good player has one right action, or a few: `tests/<ruleset>/blunders.py`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from inspect import getdoc
from random import Random
from typing import Any, Final

from domain.registry import PUBLISHED, RULESETS
from domain.ruleset import AnyRuleset
from tests.levels.proofs import Evidence, Proof
from workers.thinking.choice import decide

BARS: Final = {"normal": 0.9, "hard": 1.0, "expert": 1.0}
"""The required share of right decisions, by level."""


@dataclass(frozen=True)
class MustPlay:
    """A seat that must decide, and all actions that are no blunder."""

    state: Any
    seat: int
    must: Sequence[Any]
    paragraph: str
    """The paragraph of the rules that the decision depends on."""
    proof: Proof


@dataclass(frozen=True)
class Position:
    """A position with its right actions, ruleset and name."""

    ruleset: AnyRuleset
    build: Callable[[], MustPlay]

    @property
    def name(self) -> str:
        """Return the name of the position."""
        return self.build.__name__

    @property
    def why(self) -> str:
        """Return the reason why no other action is right."""
        return " ".join((getdoc(self.build) or "").split())

    @property
    def claim(self) -> str:
        """Return the name and the reason as one line."""
        return f"{self.name.replace('_', ' ').capitalize()}. {self.why}"

    def evidence(self) -> Evidence:
        """Run the proof."""
        built = self.build()
        legal = self.ruleset.legal_actions(built.state, built.seat)
        others = [action for action in legal if action not in built.must]
        return built.proof.weigh(self.ruleset, built.state, built.seat, built.must, others)

    def solves(self, level: str, number: int) -> bool:
        """Whether a level solves the position with the seed of this number."""
        built = self.build()
        return decide(self.ruleset, built.state, built.seat, level, Random(f"{self.name}:{number}")) in built.must


def positions(ruleset: str) -> tuple[Position, ...]:
    """List the positions of a ruleset."""
    builders = import_module(f"tests.{ruleset}.blunders").POSITIONS
    return tuple(Position(RULESETS[ruleset], build) for build in builders)


POSITIONS: Final[Mapping[str, tuple[Position, ...]]] = {name: positions(name) for name in PUBLISHED}
