"""What the greedy level believes things are worth, in florins at the end of the game; found by self-play.

Rounds left always count the one being played.
"""

from typing import Final

# Inventions
WEEK: Final = 0.82
"""What a week of one apprentice could earn elsewhere: the price of a week that an invention needs."""
NEW_TYPE: Final = (1.97, 2.71, 5.14, 4.2, 3.75)
"""A card of a type not owned yet, by the number of types owned: the variety bonus (10.1.1) before it is certain."""
SAME_TYPE: Final = 0.16
"""The discount a card gives to later inventions of its type (8.1.2), for each round left."""
DECK_TRUST: Final = 0.35
"""How far the chance that an invention still in the deck is requested in time counts; it may come late (5.2.3)."""
TURNED_A_ROUND: Final = 0.37
"""Cards turned up a round for each seat."""

# Components
READY: Final = (1.49, 0.77, 0.39, 0.15, 0.05)
"""How much of an invention's worth a hand has that lacks so many of its components."""
READY_LAST: Final = (1.2, 0.4, 0.15, 0.05, 0.0)
"""The same in the last round in which components are to be had (4.2)."""
FOCUS: Final = ((0.54, 0.19), (0.75, 0.59), (1.0, 0.56))
"""How much of the best and the second best invention in reach counts, by the labs free in the next round."""
HASTE: Final = (0.59, 0.15)
KEEP: Final = 0.9
"""How much the components kept back count beside the inventions started."""

# Labs and people
TAKE_LARGE: Final = 0.69
"""A large lab (7.4.9), for each round after this one; likewise the next two."""
TURN_LAB: Final = 0.64
ROBOT: Final = 0.88
HOLD: Final = 0.28
"""A lab that can be improved and is left idle for it, for each round left."""
APPRENTICE: Final = (1.21, 1.41, 1.01, 0.59, 0.64, 0.41, 0.46)
"""One more apprentice (7.5), for each round after this one, by the apprentices that the player has, from 3."""

# Placing
LEAST_GAIN: Final = 0.08
"""Less is not worth a placement."""
FINISH: Final = (2.59, 0.28)
"""Finishing an invention now rather than a round later: the lab is free sooner, and nobody comes first."""
AT_RISK: Final = 0.1
"""The share of a prize that a round's delay puts at risk."""
PROGRESS: Final = (2.0, 0.05)
"""A week of work in a lab that is not finished by it."""
MONEY: Final = ((0.53, 0.08), (1.15, 0.05), (0.84, 0.05))
"""What a florin spent is worth: with less than 3, with less than 8, with more."""
ARRIVALS: Final = (0.03, 0.08, 0.11, 0.05)
"""The chance that an opponent who can still place comes and stands before a group, by the group's strength from 1."""

# Council
LEONARDO: Final = 0.2
"""Being the holder (4.3, 8.6.5)."""
MOVE: Final = 0.38
LOOK: Final = 0.16
COUNCIL_FLORIN: Final = 1.73
"""A florin taken at the Council (7.3.5)."""

# Auctions
BID_SHADE: Final = 0.36
"""The share of a card's worth that is bid (8.6.4)."""

# Round 0
FAVOUR: Final = (6.93, 1.03, 3.11, 12.33, 5.13, 8.03, 12.35)
FAVOUR_COMPONENT: Final = 0.33
"""How far a component's worth counts among the favours."""
