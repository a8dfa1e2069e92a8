"""Notable positions of the tiny ruleset."""

from tests.scenarios.scenes import Scenes, last_action
from tests.tiny import TINY

SCENES = Scenes((last_action(TINY),))
