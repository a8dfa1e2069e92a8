"""What is worth seeing of the tiny ruleset."""

from tests.scenarios.scenes import Guide, last_action
from tests.tiny import TINY

GUIDE = Guide((last_action(TINY),))
