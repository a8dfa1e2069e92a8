"""The spaces between stars, and their rewards."""

SPACES = {  # 3.4.4, by star and slot; P pays 1, S 2, W 3
    "P-nw": "nw.2 nw.3 c.5 c.0",
    "P-ne": "ne.3 ne.4 c.0 c.1",
    "P-e": "e.4 e.5 c.1 c.2",
    "P-se": "se.5 se.0 c.2 c.3",
    "P-sw": "sw.0 sw.1 c.3 c.4",
    "P-w": "w.1 w.2 c.4 c.5",
    "S-nw-ne": "nw.1 nw.2 ne.4 ne.5",
    "S-ne-e": "ne.2 ne.3 e.5 e.0",
    "S-e-se": "e.3 e.4 se.0 se.1",
    "S-se-sw": "se.4 se.5 sw.1 sw.2",
    "S-sw-w": "sw.5 sw.0 w.2 w.3",
    "S-w-nw": "w.0 w.1 nw.3 nw.4",
    "W-nw": "nw.5 nw.0",
    "W-ne": "ne.0 ne.1",
    "W-e": "e.1 e.2",
    "W-se": "se.2 se.3",
    "W-sw": "sw.3 sw.4",
    "W-w": "w.4 w.5",
}


REWARD = {"P": 1, "S": 2, "W": 3}
