"""The matches of Azul: Summer Pavilion in the arena, and the strength bars of its AI levels."""

from typing import Final

from tests.lab.strength.bars import FAIR_SIGHT, Bar, Own
from tests.lab.strength.playing import DEFAULT

PROGRAMME: Final = Own(
    variants=("side=B",),
    bars={
        (2, "greedy", "random"): Bar(0.99),
        (2, "normal", "greedy"): Bar(0.95),
        (2, "hard", "greedy"): Bar(0.97),
        (2, "hard", "value"): Bar(0.95),
        (2, "hard", "normal"): Bar(0.65),
        (2, "expert", "hard"): Bar(0.62),
        (3, "hard", "greedy"): Bar(0.85),
        (4, "hard", "greedy"): Bar(0.78),
        (3, "hard", "normal"): Bar(0.40),
        (4, "hard", "normal"): Bar(0.33),
        (3, "expert", "hard"): Bar(0.45),
        (4, "expert", "hard"): Bar(0.33),
    },
    sanity={(2, "peeking-normal", "normal"): FAIR_SIGHT, (2, "expert", "expert"): (Bar(75, "total"),)},
    close={(DEFAULT, seats, *pair): 200 for seats in (3, 4) for pair in (("hard", "normal"), ("expert", "hard"))},
)
