"""The matches of The Riddle of Leonardo in the arena, and the strength bars of its AI levels."""

from typing import Final

from tests.lab.strength.bars import FAIR_SIGHT, REDUCED, Bar, Own
from tests.lab.strength.playing import DEFAULT

EXPANSION: Final = "mode=expansion"

PROGRAMME: Final = Own(
    variants=(EXPANSION,),
    bars={
        (2, "greedy", "random"): Bar(0.99),
        (2, "normal", "greedy"): Bar(0.92),
        (2, "hard", "greedy"): Bar(0.97),
        (2, "hard", "value"): Bar(0.90),
        (2, "hard", "normal"): Bar(0.65),
        (2, "expert", "hard"): Bar(0.50),
        (3, "hard", "greedy"): Bar(0.70),
        (4, "hard", "greedy"): Bar(0.58),
    },
    sanity={
        (2, "peeking-normal", "normal"): FAIR_SIGHT,
        (2, "expert", "expert"): (Bar(350, "actions"), Bar(0.05, "stopped", goal=7)),
    },
    close={  # the games are short
        (DEFAULT, 2, "hard", "value"): 400,
        (DEFAULT, 3, "hard", "greedy"): 360,
        (DEFAULT, 4, "hard", "greedy"): 320,
        **{(EXPANSION, *pair): 4 * games for pair, games in REDUCED.items()},
    },
    ceilings=(
        ((DEFAULT, 4, "peeking-hard", "greedy"), 200),
        ((EXPANSION, 2, "peeking-hard", "greedy"), 100),
        ((DEFAULT, 4, "expert", "greedy"), 320),
        ((EXPANSION, 2, "expert", "greedy"), 100),
    ),
)
