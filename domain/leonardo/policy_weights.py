"""What the greedy level believes things are worth, in florins at the end of the game; found by self-play.

Rounds left always count the one being played.
"""

from typing import Final

# Inventions
WEEK: Final = 0.53
"""What a week of one apprentice could earn elsewhere: the price of a week that an invention needs."""
NEW_TYPE: Final = (2.19, 3.14, 5.55, 3.2, 3.84)
"""A card of a type not owned yet, by the number of types owned: the variety bonus (10.1.1) before it is certain."""
SAME_TYPE: Final = 0.27
"""The discount a card gives to later inventions of its type (8.1.2), for each round left."""
DECK_TRUST: Final = 0.32
"""How far the chance that an invention still in the deck is requested in time counts; it may come late (5.2.3)."""
TURNED_A_ROUND: Final = 0.36
"""Cards turned up a round for each seat."""

# Components
READY: Final = (1.19, 0.8, 0.47, 0.2, 0.07)
"""How much of an invention's worth a hand has that lacks so many of its components."""
FOCUS: Final = ((0.68, 0.15), (0.73, 0.64), (1.37, 0.41))
"""How much of the best and the second best invention in reach counts, by the labs free in the next round."""
HASTE: Final = (0.88, 0.13)
KEEP: Final = 0.4
"""How much the components kept back count beside the inventions started."""

# Labs and people
TAKE_LARGE: Final = 0.7
"""A large lab (7.4.9), for each round after this one; likewise the next two."""
TURN_LAB: Final = 0.59
ROBOT: Final = 1.09
HOLD: Final = 0.3
"""A lab that can be improved and is left idle for it, for each round left."""
APPRENTICE: Final = (1.23, 1.23, 1.02, 0.8, 0.52, 0.5, 0.42)
"""One more apprentice (7.5), for each round after this one, by the apprentices that the player has, from 3."""

# Placing
LEAST_GAIN: Final = 0.05
"""Less is not worth a placement."""
FINISH: Final = (2.38, 0.28)
"""Finishing an invention now rather than a round later: the lab is free sooner, and nobody comes first."""
PROGRESS: Final = (1.61, 0.05)
"""A week of work in a lab that is not finished by it."""
MONEY: Final = ((1.35, 0.06), (1.14, 0.05), (1.02, 0.05))
"""What a florin spent is worth: with less than 3, with less than 8, with more."""
ARRIVALS: Final = (0.03, 0.08, 0.1, 0.04)
"""The chance that an opponent who can still place comes and stands before a group, by the group's strength from 1."""

# Council
LEONARDO: Final = 0.35
"""Being the holder (4.3, 8.6.5)."""
MOVE: Final = 0.56
LOOK: Final = 0.23
COUNCIL_FLORIN: Final = 1.29
"""A florin taken at the Council (7.3.5)."""

# Auctions
BID_SHADE: Final = 0.32
"""The share of a card's worth that is bid (8.6.4)."""

# Round 0
FAVOUR: Final = (4.87, 1.46, 3.35, 11.96, 6.14, 8.12, 11.97)
FAVOUR_COMPONENT: Final = 0.49
"""How far a component's worth counts among the favours."""
