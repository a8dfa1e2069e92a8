"""The matches of Maestro Leonardo in the arena, and the strength bars of its AI levels."""

from typing import Final

from tests.lab.strength.bars import FAIR_SIGHT, Bar, Own
from tests.lab.strength.playing import DEFAULT

PROGRAMME: Final = Own(
    variants=("setup=expert", "codex_1", "codex_2", "codex_1+codex_2"),
    bars={
        (2, "greedy", "random"): Bar(0.99),
        (2, "normal", "greedy"): Bar(0.95),
        (2, "hard", "greedy"): Bar(0.97),
        (2, "hard", "value"): Bar(0.95),
        (2, "hard", "normal"): Bar(0.62),
        (2, "expert", "hard"): Bar(0.58),
        (3, "hard", "greedy"): Bar(0.85),
        (4, "hard", "greedy"): Bar(0.78),
        (5, "hard", "greedy"): Bar(0.75),
    },
    sanity={(2, "peeking-normal", "normal"): FAIR_SIGHT},
    close={(DEFAULT, 5, "hard", "greedy"): 240, ("codex_1+codex_2", 2, "hard", "normal"): 240},
    ceilings=(
        ((DEFAULT, 5, "peeking-hard", "greedy"), 60),
        (("codex_1+codex_2", 2, "expert", "normal"), 60),
    ),
)
