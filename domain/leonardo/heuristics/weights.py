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
FOCUS_OVER: Final[tuple[tuple[float, ...], ...]] = (FOCUS[0], (1.0, 0.3), FOCUS[2])
"""The same once no components are to be had any more: a hand is complete or not, and one lab is enough for the best."""
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
"""Pairs: what a florin spent is worth to a player who has few florins, some, or many."""
SOME_FLORINS: Final = 3
MANY_FLORINS: Final = 8
"""From how many on a player has some, or many."""
ELSEWHERE: Final = 1.2
"""What a second or third apprentice, or the master, sent to an area could bring elsewhere in the city."""

WITHDRAW: Final = 0.001
"""ShuttingDown an area with nothing, which is better than what is worth nothing at no price."""

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

# Positions: what is held as a round begins, by the rounds left, from 1 to 8. Fitted from the last round back to nearly
# three thousand games between players that search: to how they ended and, four times as much, to the value a round on
HELD_FLORIN: Final[tuple[float, ...]] = (0.94, 0.97, 0.95, 0.96, 1.21, 1.55, 2.18, 2.29)
HELD_BONUS: Final[tuple[float, ...]] = (0.79, 1.19, 0.36, 0.22, 0.0, 0.0, 0.0, 0.0)
"""The share of the variety bonus (10.1.1) that the cards owned bring already."""
HELD_TYPE: Final[tuple[float, ...]] = (0.75, -1.25, 3.11, 3.68, 4.33, 4.43, 4.75, 4.98)
"""Each type among the cards owned."""
HELD_POTENTIAL: Final[tuple[float, ...]] = (0.69, 0.43, 0.56, 0.12, 0.01, 0.0, 0.2, 0.36)
"""The share of what the components in hand are worth for the inventions that can be started at once."""
HELD_LATER: Final[tuple[float, ...]] = (0.0, 0.35, 0.0, 0.28, 0.32, 0.38, 0.11, 0.04)
"""The share of what they are worth for those that can be started a round later."""
HELD_COMPONENT: Final[tuple[float, ...]] = (0.1, 0.49, 1.52, 1.7, 1.54, 1.62, 1.33, 1.02)
"""Each component in hand beside that."""
HELD_APPRENTICE: Final[tuple[float, ...]] = (0.03, 0.14, 1.0, 2.04, 3.29, 4.68, 7.05, 10.35)
HELD_LEONARDO: Final[tuple[float, ...]] = (0.73, 1.15, 0.22, 0.12, 0.19, 0.25, 0.0, 1.01)
"""Being the holder (4.3)."""
HELD_LARGE_LAB: Final[tuple[float, ...]] = (0.0, 0.0, 0.42, 0.65, 1.46, 2.37, 3.07, 0.86)
HELD_TURNED_LAB: Final[tuple[float, ...]] = (0.12, 0.92, 1.78, 2.55, 3.39, 3.84, 5.05, 7.14)
HELD_ROBOT: Final[tuple[float, ...]] = (0.15, 0.59, 2.54, 4.25, 4.98, 6.22, 7.28, 7.65)
HELD_WORK: Final[tuple[float, ...]] = (1.0, 0.71, 0.99, 0.59, 0.22, 0.14, 0.42, 0.65)
"""The share of what going on with the work in a lab is worth."""
HELD_LAID: Final[tuple[float, ...]] = (0.14, 1.27, 1.52, 2.26, 3.3, 2.65, 0.24, 0.51)
"""Each component under a lab."""
HELD_WEEK: Final[tuple[float, ...]] = (0.09, 0.06, 0.03, 0.21, 0.43, 0.71, 0.51, 2.01)
"""Each week of work made."""
HELD_WORKING: Final[tuple[float, ...]] = (-0.62, 0.02, -1.09, -2.66, -3.85, -2.72, 0.0, 0.0)
"""A lab that works, beside those three: it can neither be improved nor work on anything better."""
HELD_RACE: Final[tuple[float, ...]] = (-0.48, -0.35, -0.27, -0.1, 0.0, 0.0, 0.0, 0.0)
"""The share of what going on with work is worth, for each lab of another seat that makes the same."""
HELD_AHEAD: Final[tuple[float, ...]] = (0.28, 1.07, 1.17, 1.55, 0.0, 0.0, 0.0, 0.0)
"""Needing fewer weeks than such a lab; needing more counts against it."""
HELD_ROUNDS: Final[tuple[float, ...]] = (-0.05, -1.46, -1.87, -0.61, -0.61, -0.09, -0.49, 0.0)
"""Each round that the work in a lab takes yet."""
