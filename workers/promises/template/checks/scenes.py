"""Notable positions of Nim: a client developer opens each of them by its name."""

from workers.promises.scenarios.scenes import Scene, Scenes, first, last_action
from workers.promises.template import RULESET


def _empties_a_heap(state):
    return first(RULESET, state, lambda seat, action: action.stones == state.heaps[action.heap - 1])


SCENES = Scenes(
    (Scene("empties_a_heap", "The last stones of a heap are taken.", _empties_a_heap), last_action(RULESET))
)
