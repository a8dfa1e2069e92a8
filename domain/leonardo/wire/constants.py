"""Constants of Maestro Leonardo. Numbers in brackets are paragraphs of the rules.

Kinds, areas and places are small integers in the engine and words on the wire; the tables of this module convert them.
"""

from typing import Final

MIN_SEATS: Final = 2
MAX_SEATS: Final = 5

KINDS: Final[tuple[str, ...]] = ("iron", "wood", "rope", "brick", "glass")  # 1.1.4, canonical order
KIND: Final = {name: kind for kind, name in enumerate(KINDS)}
CARDS_PER_KIND: Final = 12

COUNCIL: Final = 0
WORKSHOP: Final = 1
ACADEMY: Final = 2
SMITH: Final = 3
GLASSMAKER: Final = 4
CARPENTER: Final = 5
BRICKWORKS: Final = 6
ROPEMAKER: Final = 7
MARKET: Final = 8
LAB_SMALL: Final = 9
LAB_LARGE: Final = 10
AREAS: Final[tuple[str, ...]] = (  # 1.4, in the order of resolving (7.1.1)
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
PLACES: Final[tuple[str, ...]] = (*AREAS, "lab:small", "lab:large")
PLACE: Final = {name: place for place, name in enumerate(PLACES)}
PLACE_COUNT: Final = 11
SHOP_KIND: Final = {SMITH: 0, GLASSMAKER: 4, CARPENTER: 1, BRICKWORKS: 3, ROPEMAKER: 2}
KIND_SOLD: Final[tuple[int, ...]] = tuple([SHOP_KIND.get(area, -1) for area in range(MARKET + 1)])
"""For each area, the kind of component sold there, or -1."""

LABS: Final[tuple[str, ...]] = ("small", "large")
LAB: Final = {name: size for size, name in enumerate(LABS)}
SMALL: Final = 0
LARGE: Final = 1
NOT_OWNED: Final = 0
"""The value of `side` for a large lab that its player does not own yet; other values are numbers of spaces."""
START_SIDE: Final[tuple[int, ...]] = (3, 4)
TURNED_SIDE: Final[tuple[int, ...]] = (5, 6)
ROBOT_SPACES: Final = {0: 0, 3: 0, 4: 0, 5: 1, 6: 2}  # 1.3
ROBOTS_ON: Final[tuple[int, ...]] = tuple([ROBOT_SPACES.get(side, 0) for side in range(7)])
"""The number of robot spaces, by lab side."""
TRACK_END: Final = 15  # 1.3.4

APPRENTICES: Final = 9  # 1.1.2, per player
ROBOTS_PER_SEAT: Final = 3  # 1.1.3
LAST_CITY_ROUND: Final = 7  # 4.1, 4.2
LAST_ROUND: Final = 9
PRICES: Final[tuple[int, ...]] = (0, 2, 3, 4)  # 1.5, the cost track
MASTER_STRENGTH: Final = 2  # also the weeks of the master
ROBOT_WEEKS: Final = 2
DISCOUNT_WEEKS: Final = 2  # 8.1.2
REQUESTED: Final = {2: 3, 3: 4, 4: 5, 5: 5}
LOOK: Final = 4  # cards seen on Council space 3
COUNCIL_FLORINS: Final = 1
COUNCIL_PURCHASE: Final = 1
MAX_SWAP: Final = 2  # 11.2.3
VARIETY_BONUS: Final[tuple[int, ...]] = (0, 0, 0, 8, 13, 20)  # 10.1.1, by number of types

IMPROVEMENTS: Final[tuple[str, ...]] = ("turn_small", "take_large", "turn_large", "robot_small", "robot_large")  # 7.4.7
FAVOURS: Final[tuple[str, ...]] = ("a", "b", "c", "d1", "d2", "d3", "d4")  # 3.6.1
FAVOUR_FLORINS: Final = 5
FAVOUR_COMPONENTS: Final = {"b": 4, "d1": 1, "d2": 1, "d3": 1}
FAVOUR_ALIKE: Final = 2
FAVOURS_PER_SEAT: Final = {2: 1, 3: 2, 4: 3, 5: 3}
LETTER_LIMIT: Final = {2: 3, 3: 3, 4: 2, 5: 2}  # 3.6.2; three is more than those seats can take

TIERS: Final[tuple[str, ...]] = ("bronze", "copper", "silver", "gold")  # 2.1.2, by number of components
BRONZE: Final = 0
COPPER: Final = 1
SILVER: Final = 2
GOLD: Final = 3
TYPES: Final[tuple[str, ...]] = ("forge", "timber", "rigging", "masonry", "optics")  # 2.1.4
INVENTIONS: Final = range(1, 26)
OPENING: Final = {2: (1, 12, 8), 3: (1, 12, 8, 3), 4: (1, 12, 8, 3, 9), 5: (1, 12, 8, 3, 9)}  # 3.4.1
FIRST_MIDDLE_GOLD: Final = 16  # 3.4.2: gold 16 to 20 are shuffled into the middle pile
FIRST_BOTTOM: Final = 21  # 3.4.3: 21 to 25 are the bottom pile
MIDDLE_DRAW: Final[tuple[int, ...]] = (
    1,
    2,
    3,
)  # 3.4.4: drawn unseen into the middle pile, by tier
REMOVED_DRAW: Final[tuple[int, ...]] = (1, 1, 1)  # 3.5.3
