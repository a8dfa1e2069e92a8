"""The sizes of tournaments and tables."""

from service.resources.game_places import MOST_TABLES

LEAST_TABLE, MOST_TABLE = 2, 7
MOST_ENTRANTS = 2 * MOST_TABLES
MOST_ENTERED = 4 * MOST_ENTRANTS
"""The maximum number of entrants over the whole tournament, withdrawn ones included."""
MOST_PAIRED = 1024
"""The maximum number of entrants that are paired together. Only a Swiss divides a larger field into blocks."""
