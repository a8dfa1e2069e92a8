"""Notable positions of The Reserve: a client developer opens each of them by its name."""

from tests.scenarios.scenes import Scene, Scenes, first, last_action
from tests.template import RULESET


def _opens_the_reserve(state):
    return first(RULESET, state, lambda seat, action: not state.opened and action.stones == state.heap and state.card)


SCENES = Scenes(
    (
        Scene("reserve_opens", "The last stones are taken, and the card makes a new heap.", _opens_the_reserve),
        last_action(RULESET),
    )
)
