"""AI levels: how a seat chooses among its legal actions. Each is handed a state drawn from the seat's knowledge."""

from random import Random
from typing import Any

from domain.chance import pick
from domain.leonardo.rules import legal_actions
from domain.leonardo.state import State


def random(state: State, seat: int, rng: Random) -> Any:
    """Take any legal action, each equally likely."""
    return pick(rng, legal_actions(state, seat))
