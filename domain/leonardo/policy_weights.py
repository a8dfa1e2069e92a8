"""What rules of thumb believe things are worth, in florins at the end of the game; found by self-play.

A pair (base, more) grows with the game left: base + more * the rounds left, the one being played included.
"""

from typing import Final

# Inventions
WEEK: Final = 0.6
"""What a week of one apprentice could earn elsewhere: the price of a week that an invention needs."""
NEW_TYPE: Final[tuple[float, ...]] = (1.97, 2.71, 5.14, 4.2, 3.75)
"""A card of a type not owned yet, by the number of types owned: the variety bonus (10.1.1) before it is certain."""
SAME_TYPE: Final = 0.16
"""The discount a card gives to later inventions of its type (8.1.2), for each round left."""
DECK_TRUST: Final = 0.35
"""How far the chance that an invention still in the deck is requested in time counts; it may come late (5.2.3)."""
TURNED_A_ROUND: Final = 0.37
"""Cards turned up a round for each seat."""

# Components
READY: Final[tuple[float, ...]] = (1.35, 0.75, 0.42, 0.17, 0.06)
"""How much of an invention's worth a hand has that lacks so many of its components."""
READY_LAST: Final[tuple[float, ...]] = (1.2, 0.4, 0.15, 0.05, 0.0)
"""The same in the last round in which components are to be had (4.2)."""
READY_OVER: Final[tuple[float, ...]] = (1.35, 0.0, 0.0, 0.0, 0.0)
"""The same after it."""
FOCUS: Final[tuple[tuple[float, ...], ...]] = ((0.54, 0.19), (0.75, 0.59), (1.0, 0.56))
"""How much of the best and the second best invention in reach counts, by the labs free when it may be started."""
HASTE: Final[tuple[float, ...]] = (0.59, 0.15)
"""A pair: how much a prize counts, more the earlier it can be put to use."""
KEEP: Final = 0.9
"""How much the components kept in the hand count beside the inventions started."""

# Labs and people
TAKE_LARGE: Final = 0.69
"""A large lab (7.4.9), for each round after this one."""
TURN_LAB: Final = 0.64
"""Turning a lab (7.4.7), for each round after this one."""
ROBOT: Final = 0.88
"""A robot (7.4.10), for each round after this one."""
HOLD: Final = 0.28
"""A lab that can be improved and is left idle for it, for each round left."""
APPRENTICE: Final[tuple[float, ...]] = (1.4, 1.45, 1.05, 0.63, 0.68, 0.45, 0.5)
"""One more apprentice (7.5), for each round after this one, by the apprentices that the player has, from 3."""

# Placing
LEAST_GAIN: Final = 0.08
"""Less is not worth a placement."""
MOST_AT_ONCE: Final = 3
"""More apprentices than this are never sent to an area together."""
UNWISE: Final = -3.0
"""A placement that rules of thumb do not consider."""
OVERCROWDED: Final = -0.5
"""More or fewer people in a lab than are of use."""
FINISH: Final[tuple[float, ...]] = (2.59, 0.28)
"""A pair: finishing an invention now rather than a round later: the lab is free sooner, and nobody comes first."""
AT_RISK: Final = 0.1
"""The share of a prize that a round's delay puts at risk."""
PROGRESS: Final[tuple[float, ...]] = (1.7, 0.05)
"""A pair: a week of work."""
MONEY: Final[tuple[tuple[float, ...], ...]] = ((0.53, 0.08), (1.15, 0.05), (0.84, 0.05))
"""Pairs: what a florin spent is worth to a player who has less than 3, less than 8, or more."""
ELSEWHERE: Final = 1.2
"""What a second or third apprentice, or the master, sent to an area could bring elsewhere in the city."""

WITHDRAW: Final = 0.001
"""Leaving an area with nothing, which is better than what is worth nothing at no price."""

# Council
LEONARDO: Final = 0.2
"""Being the holder (4.3, 8.6.5)."""
MOVE: Final = 0.38
"""Council space 1 (7.3.1)."""
LOOK: Final = 0.16
"""Council space 3 (7.3.6)."""
COUNCIL_FLORIN: Final = 1.73
"""A florin taken at the Council (7.3.5)."""

# Auctions
BID_SHADE: Final = 0.45
"""The share of a card's worth, to the bidder and as kept from the others, that is bid (8.6.4)."""
BID_SLOPE: Final = 0.7
"""What a florin too much or too little in a bid costs."""

# Round 0
FAVOUR: Final[tuple[float, ...]] = (6.93, 1.03, 3.11, 12.33, 5.13, 8.03, 12.35)
"""The favours a to d4 (3.6.1), beside their components."""
FAVOUR_COMPONENT: Final = 0.33
"""How far a component's worth counts among the favours."""

# Positions: what is held as a round begins, by the rounds left, from 1 to 8; fitted to how three thousand games between
# players that search ended
HELD_FLORIN: Final[tuple[float, ...]] = (0.92, 0.96, 0.98, 1.02, 1.18, 1.45, 1.83, 2.32)
HELD_BONUS: Final[tuple[float, ...]] = (0.74, 1.01, 0.41, 0.17, 0.01, 0.0, 0.0, 0.0)
"""The share of the variety bonus (10.1.1) that the cards owned bring already."""
HELD_TYPE: Final[tuple[float, ...]] = (1.17, -0.07, 3.03, 3.9, 4.32, 4.3, 3.84, 2.95)
"""Each type among the cards owned."""
HELD_POTENTIAL: Final[tuple[float, ...]] = (0.76, 0.6, 0.45, 0.28, 0.19, 0.2, 0.3, 0.5)
"""The share of what the components in hand are worth for the inventions in reach."""
HELD_COMPONENT: Final[tuple[float, ...]] = (0.0, 0.6, 1.55, 1.85, 1.95, 1.85, 1.55, 1.05)
"""Each component in hand beside that."""
HELD_APPRENTICE: Final[tuple[float, ...]] = (0.1, 0.13, 0.78, 1.72, 3.04, 4.74, 6.82, 9.29)
HELD_LARGE_LAB: Final[tuple[float, ...]] = (0.0, 0.0, 0.0, 1.54, 2.64, 3.16, 3.1, 2.47)
HELD_TURNED_LAB: Final[tuple[float, ...]] = (0.13, 1.19, 2.35, 2.64, 3.11, 3.74, 4.54, 5.51)
HELD_ROBOT: Final[tuple[float, ...]] = (0.16, 0.78, 2.55, 4.06, 5.2, 5.95, 6.33, 6.32)
HELD_WORK: Final[tuple[float, ...]] = (0.88, 0.67, 0.82, 0.43, 0.22, 0.19, 0.34, 0.67)
"""The share of what going on with the work in a lab is worth."""
HELD_LAID: Final[tuple[float, ...]] = (0.34, 1.2, 1.24, 2.27, 2.55, 2.08, 0.84, 0.5)
"""Each component under a lab."""
HELD_WEEK: Final[tuple[float, ...]] = (0.14, 0.26, 0.52, 0.73, 0.84, 0.84, 0.74, 0.54)
"""Each week of work made."""
HELD_WORKING: Final[tuple[float, ...]] = (-0.19, -0.93, -3.29, -3.97, -3.65, -2.34, -0.04, 0.0)
"""A lab that works, beside those three: it can neither be improved nor work on anything better."""
