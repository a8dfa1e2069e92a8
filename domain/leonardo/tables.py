"""Constants of Maestro Leonardo; numbers in brackets are paragraphs of the rules.

Kinds, areas and places are small integers inside the engine and words on the wire; the tables here lead from one to
the other. The numbers on the inventions are in `inventions`.
"""

from typing import Final

import msgspec

MIN_SEATS: Final = 2
MAX_SEATS: Final = 5

KINDS: Final = ("iron", "wood", "rope", "brick", "glass")  # 1.1.4, canonical order
KIND: Final = {name: kind for kind, name in enumerate(KINDS)}
CARDS_PER_KIND: Final = 12

COUNCIL, WORKSHOP, ACADEMY, SMITH, GLASSMAKER, CARPENTER, BRICKWORKS, ROPEMAKER, MARKET = range(9)
LAB_SMALL, LAB_LARGE = 9, 10
AREAS: Final = (  # 1.4, in the order of resolving (7.1.1)
    "council",
    "workshop",
    "academy",
    "smith",
    "glassmaker",
    "carpenter",
    "brickworks",
    "ropemaker",
    "market",
)
PLACES: Final = (*AREAS, "lab:small", "lab:large")
PLACE: Final = {name: place for place, name in enumerate(PLACES)}
PLACE_COUNT: Final = len(PLACES)
SHOP_KIND: Final = {SMITH: 0, GLASSMAKER: 4, CARPENTER: 1, BRICKWORKS: 3, ROPEMAKER: 2}

LABS: Final = ("small", "large")
LAB: Final = {name: size for size, name in enumerate(LABS)}
SMALL, LARGE = 0, 1
NOT_OWNED: Final = 0
"""The side of a large lab that its player has not received yet; else the side is the number of its spaces."""
START_SIDE: Final = (3, 4)
TURNED_SIDE: Final = (5, 6)
ROBOT_SPACES: Final = {0: 0, 3: 0, 4: 0, 5: 1, 6: 2}  # 1.3
TRACK_END: Final = 15  # 1.3.4

APPRENTICES: Final = 9  # 1.1.2, per player
ROBOTS_PER_SEAT: Final = 3  # 1.1.3
LAST_CITY_ROUND: Final = 7  # 4.1, 4.2
LAST_ROUND: Final = 9
PRICES: Final = (0, 2, 3, 4)  # 1.5, the cost track
MASTER_STRENGTH: Final = 2  # also the weeks of the master
ROBOT_WEEKS: Final = 2
DISCOUNT_WEEKS: Final = 2  # 8.1.2
REQUESTED: Final = {2: 3, 3: 4, 4: 5, 5: 5}
LOOK: Final = 4  # cards seen on Council space 3
COUNCIL_FLORINS: Final = 1
COUNCIL_PURCHASE: Final = 1
MAX_SWAP: Final = 2  # 11.2.3
VARIETY_BONUS: Final = (0, 0, 0, 8, 13, 20)  # 10.1.1, by number of types

IMPROVEMENTS: Final = ("turn_small", "take_large", "turn_large", "robot_small", "robot_large")  # 7.4.7
FAVOURS: Final = ("a", "b", "c", "d1", "d2", "d3", "d4")  # 3.6.1
FAVOUR_FLORINS: Final = 5
FAVOUR_COMPONENTS: Final = {"b": 4, "d1": 1, "d2": 1, "d3": 1}
FAVOUR_ALIKE: Final = 2
FAVOURS_PER_SEAT: Final = {2: 1, 3: 2, 4: 3, 5: 3}
LETTER_LIMIT: Final = {2: 3, 3: 3, 4: 2, 5: 2}  # 3.6.2; three is more than those seats can take

TIERS: Final = ("bronze", "copper", "silver", "gold")  # 2.1.2, by number of components
BRONZE, COPPER, SILVER, GOLD = range(4)
TYPES: Final = ("forge", "timber", "rigging", "masonry", "optics")  # 2.1.4
INVENTIONS: Final = range(1, 26)
OPENING: Final = {2: (1, 12, 8), 3: (1, 12, 8, 3), 4: (1, 12, 8, 3, 9), 5: (1, 12, 8, 3, 9)}  # 3.4.1
FIRST_MIDDLE_GOLD: Final = 16  # 3.4.2: gold 16 to 20 are shuffled into the middle pile
FIRST_BOTTOM: Final = 21  # 3.4.3: 21 to 25 are the bottom pile
MIDDLE_DRAW: Final = (1, 2, 3)  # 3.4.4: bronze, copper and silver cards drawn unseen into the middle pile
REMOVED_DRAW: Final = (1, 1, 1)  # 3.5.3


class StartingSet(msgspec.Struct, frozen=True):
    """What one seat begins with; components by kind."""

    apprentices: int
    small_side: int
    large_side: int
    robots_small: int
    florins: int
    components: tuple[int, int, int, int, int]


STARTING_SETS: Final = (  # 3.3.1, sets a to e
    StartingSet(5, 3, NOT_OWNED, 0, 3, (1, 0, 2, 1, 0)),
    StartingSet(5, 3, 4, 0, 3, (1, 0, 0, 0, 0)),
    StartingSet(4, 5, NOT_OWNED, 1, 3, (0, 0, 1, 0, 0)),
    StartingSet(3, 3, NOT_OWNED, 0, 13, (1, 0, 1, 1, 1)),
    StartingSet(3, 3, 6, 0, 8, (0, 0, 1, 1, 0)),
)
FEWER_APPRENTICES: Final = {2: 2, 3: 1, 4: 0, 5: 0}  # 3.3.3
EXPERT_SET: Final = StartingSet(3, 3, NOT_OWNED, 0, 3, (0, 0, 0, 0, 0))  # 3.5.1
