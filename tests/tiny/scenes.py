"""Notable positions of the tiny ruleset."""

from tests.tiny import TINY
from workers.promises.scenarios.scenes import Scenes, last_action

SCENES = Scenes((last_action(TINY),))
