"""Weights of the heuristics, in florins at the end of the game; found by self-play.

A pair (base, more) has the value base + more * the rounds left, including the current one.
"""

from typing import Final

# Inventions
WEEK: Final = 0.6
"""The florins that an apprentice would earn elsewhere in a week: the cost of a week of work."""
NEW_TYPE: Final[tuple[float, ...]] = (1.97, 2.71, 5.14, 4.2, 3.75)
"""The expected variety bonus of a card of a new type, by the number of types owned (10.1.1)."""
SAME_TYPE: Final = 0.16
"""The discount of a card on later inventions of its type (8.1.2), for each round left."""
DECK_TRUST: Final = 0.35
"""Weight of the chance that an invention still in the deck is requested in time; it may come late (5.2.3)."""
TURNED_A_ROUND: Final = 0.37
"""Cards turned up per round and seat."""

# Components
READY: Final[tuple[float, ...]] = (1.35, 0.75, 0.42, 0.17, 0.06)
"""Share of an invention's value that a hand has, by the number of missing components."""
READY_LAST: Final[tuple[float, ...]] = (1.2, 0.4, 0.15, 0.05, 0.0)
"""`READY` in the last round with components for sale (4.2)."""
READY_OVER: Final[tuple[float, ...]] = (1.35, 0.0, 0.0, 0.0, 0.0)
"""`READY` after the last round with components for sale."""
FOCUS: Final[tuple[tuple[float, ...], ...]] = ((0.54, 0.19), (0.75, 0.59), (1.0, 0.56))
"""Weights of the best and the second best invention, by the labs free when it may be started."""
FOCUS_OVER: Final[tuple[tuple[float, ...], ...]] = (FOCUS[0], (1.0, 0.3), FOCUS[2])
"""`FOCUS` after the last components are sold: a hand is complete or not, and one lab is enough for the best."""
HASTE: Final[tuple[float, ...]] = (0.59, 0.15)
"""A pair: the weight of a prize. A prize counts more if there is more time to use it."""
KEEP: Final = 0.9
"""Weight of the components kept in hand, compared to inventions started."""

# Labs and people
TAKE_LARGE: Final = 0.69
"""Value of a large lab (7.4.9), for each round after this one."""
TURN_LAB: Final = 0.64
"""Value of a turned lab (7.4.7), for each round after this one."""
ROBOT: Final = 0.88
"""Value of a robot (7.4.10), for each round after this one."""
HOLD: Final = 0.28
"""Value of a lab that is left idle to be improved, for each round left."""
APPRENTICE: Final[tuple[float, ...]] = (1.4, 1.45, 1.05, 0.63, 0.68, 0.45, 0.5)
"""Value of one more apprentice (7.5), for each round after this one. By the number that the player has, from 3."""

# Placing
LEAST_GAIN: Final = 0.08
"""Minimum gain of a placement."""
MOST_AT_ONCE: Final = 3
"""Maximum number of apprentices sent to an area together."""
UNWISE: Final = -3.0
"""Score of a placement that the heuristics do not consider."""
OVERCROWDED: Final = -0.5
"""Score for more or fewer people in a lab than useful."""
FINISH: Final[tuple[float, ...]] = (2.59, 0.28)
"""A pair: the value of finishing a round earlier. The lab is free sooner, and no rival finishes before."""
AT_RISK: Final = 0.1
"""Share of a prize that a round's delay puts at risk."""
PROGRESS: Final[tuple[float, ...]] = (1.7, 0.05)
"""A pair: the value of a week of work."""
MONEY: Final[tuple[tuple[float, ...], ...]] = ((0.53, 0.08), (1.15, 0.05), (0.84, 0.05))
"""Pairs: the cost of a spent florin for a player with few florins, some, or many."""
SOME_FLORINS: Final = 3
MANY_FLORINS: Final = 8
"""Minimum number of florins for "some" and for "many"."""
ELSEWHERE: Final = 1.2
"""What a second or third apprentice, or the master, could earn elsewhere in the city."""

WITHDRAW: Final = 0.001
"""Score of withdrawing from an area: slightly more than that of an action without value."""

# Council
LEONARDO: Final = 0.2
"""Being the holder (4.3, 8.6.5)."""
MOVE: Final = 0.38
"""Value of Council space 1 (7.3.1)."""
LOOK: Final = 0.16
"""Value of Council space 3 (7.3.6)."""
COUNCIL_FLORIN: Final = 1.73
"""Value of a florin taken at the Council (7.3.5)."""

# Auctions
BID_SHADE: Final = 0.45
"""Share of a card's value that is bid: its value to the bidder and the value denied to the others (8.6.4)."""
BID_SLOPE: Final = 0.7
"""Cost of each florin too much or too little in a bid."""

# Round 0
FAVOUR: Final[tuple[float, ...]] = (6.93, 1.03, 3.11, 12.33, 5.13, 8.03, 12.35)
"""Values of the favours a to d4 (3.6.1), without their components."""
FAVOUR_COMPONENT: Final = 0.33
"""Weight of a component's value in favours."""

# Positions: weights at the start of a round, by the rounds left, from 1 to 8. They were fitted to nearly 3000 games
# between players that search, from the last round back. The target is the final result and, with four times the weight,
# the value one round later.
HELD_FLORIN: Final[tuple[float, ...]] = (0.94, 0.97, 0.95, 0.96, 1.21, 1.55, 2.18, 2.29)
HELD_BONUS: Final[tuple[float, ...]] = (0.79, 1.19, 0.36, 0.22, 0.0, 0.0, 0.0, 0.0)
"""Share of the variety bonus (10.1.1) that the owned cards already count for."""
HELD_TYPE: Final[tuple[float, ...]] = (0.75, -1.25, 3.11, 3.68, 4.33, 4.43, 4.75, 4.98)
"""Value of each type among the cards owned."""
HELD_POTENTIAL: Final[tuple[float, ...]] = (0.69, 0.43, 0.56, 0.12, 0.01, 0.0, 0.2, 0.36)
"""Share of the value of components in hand for inventions that can be started at once."""
HELD_LATER: Final[tuple[float, ...]] = (0.0, 0.35, 0.0, 0.28, 0.32, 0.38, 0.11, 0.04)
"""Share of the value of components in hand for inventions that can be started a round later."""
HELD_COMPONENT: Final[tuple[float, ...]] = (0.1, 0.49, 1.52, 1.7, 1.54, 1.62, 1.33, 1.02)
"""Value of each component in hand, in addition to the shares above."""
HELD_APPRENTICE: Final[tuple[float, ...]] = (0.03, 0.14, 1.0, 2.04, 3.29, 4.68, 7.05, 10.35)
HELD_LEONARDO: Final[tuple[float, ...]] = (0.73, 1.15, 0.22, 0.12, 0.19, 0.25, 0.0, 1.01)
"""Being the holder (4.3)."""
HELD_LARGE_LAB: Final[tuple[float, ...]] = (0.0, 0.0, 0.42, 0.65, 1.46, 2.37, 3.07, 0.86)
HELD_TURNED_LAB: Final[tuple[float, ...]] = (0.12, 0.92, 1.78, 2.55, 3.39, 3.84, 5.05, 7.14)
HELD_ROBOT: Final[tuple[float, ...]] = (0.15, 0.59, 2.54, 4.25, 4.98, 6.22, 7.28, 7.65)
HELD_WORK: Final[tuple[float, ...]] = (1.0, 0.71, 0.99, 0.59, 0.22, 0.14, 0.42, 0.65)
"""Share of the value of continuing the work in a lab (`continuing_worth`)."""
HELD_LAID: Final[tuple[float, ...]] = (0.14, 1.27, 1.52, 2.26, 3.3, 2.65, 0.24, 0.51)
"""Value of each component under a lab."""
HELD_WEEK: Final[tuple[float, ...]] = (0.09, 0.06, 0.03, 0.21, 0.43, 0.71, 0.51, 2.01)
"""Value of each week of work made."""
HELD_WORKING: Final[tuple[float, ...]] = (-0.62, 0.02, -1.09, -2.66, -3.85, -2.72, 0.0, 0.0)
"""Value of a lab that works, in addition: it can neither be improved nor work on anything better."""
HELD_RACE: Final[tuple[float, ...]] = (-0.48, -0.35, -0.27, -0.1, 0.0, 0.0, 0.0, 0.0)
"""Loss for each lab of another seat that makes the same invention, as a share of the value of the work."""
HELD_AHEAD: Final[tuple[float, ...]] = (0.28, 1.07, 1.17, 1.55, 0.0, 0.0, 0.0, 0.0)
"""Gain from needing fewer weeks than another lab with the same invention. It is a loss if more weeks are needed."""
HELD_ROUNDS: Final[tuple[float, ...]] = (-0.05, -1.46, -1.87, -0.61, -0.61, -0.09, -0.49, 0.0)
"""Loss for each further round that the work in a lab takes."""
