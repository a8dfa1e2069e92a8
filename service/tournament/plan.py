"""The plan of a tournament, stated at creation; `plan_change` applies later changes."""

from collections.abc import Mapping
from typing import Literal

import msgspec

Format = Literal["round_robin", "swiss", "knockout", "double_knockout", "arena"]
DealSharing = Literal["game", "match", "round"]
TieBreak = Literal["opponents", "head_to_head", "difference", "wins", "lots"]
EntrantKind = Literal["player", "level"]

LEAST_TABLE, MOST_TABLE = 2, 5
MOST_ENTRANTS = 1024
MOST_ENTERED = 4 * MOST_ENTRANTS
"""The maximum number of entrants over the whole tournament, withdrawn ones included."""
MOST_POINTS = 1000
"""Most points for a place in a game, for a penalty, and for each game that a late entrant missed."""
MOST_ROUNDS = 100
MOST_GAMES = 24
"""The maximum number of games in a match: every seat order of a table of four."""
MOST_STAGES = 5
SIXTIETHS = 60
"""Points are counted in sixtieths, which up to five tied entrants can share evenly."""
USUAL_POINTS: Mapping[int, tuple[int, ...]] = {2: (12, 0), 3: (12, 6, 0), 4: (12, 8, 4, 0), 5: (12, 9, 6, 3, 0)}
"""Default points by number of entrants at the table, then by place from the first."""
USUAL_TIE_BREAKS: tuple[TieBreak, ...] = ("opponents", "head_to_head", "difference", "wins", "lots")


class Stage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a tournament, played in one format."""

    format: Format
    table_size: int = 2
    """Entrants per table, 2 to 5; some tables have one fewer if the number of entrants requires it."""
    rounds: int = 0
    """Number of rounds. Swiss: from 1. Round robin: 0 for as many as needed until all have met."""
    groups: int = 1
    """Number of groups, in round robin and Swiss."""
    qualify: int = 0
    """Entrants of each group who advance to the next stage; 0 in the last stage."""
    advance: int = 1
    """Entrants of each knock-out table who advance to the next round; fewer than sit at the smallest table."""
    minutes: int = 0
    """Minutes during which an arena opens new tables; 0 for no limit."""
    matches: int = 0
    """The maximum number of matches of each entrant of an arena; 0 for no limit."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """The plan of a tournament."""

    name: str
    ruleset: str
    rules_version: int
    options: msgspec.Raw
    """The ruleset's options in wire form, without the first seat."""
    terms: msgspec.Raw
    """Terms of the games, as in `service.play.creation`."""
    stages: tuple[Stage, ...]
    games: int = 1
    """Games per match; seats rotate from one game to the next."""
    deal: DealSharing = "game"
    """Which games share a deal.

    - `game`: none
    - `round`: games of a round with the same number in their match
    - `match`: games of a match; the service rejects this value for rulesets with random or hidden information
    """
    points: Mapping[int, tuple[int, ...]] = msgspec.field(default_factory=lambda: USUAL_POINTS)
    """Points by number of entrants at the table, then by place from the first; tied entrants share the mean."""
    bye_points: int = 12
    """Points for each game that a bye replaces."""
    tie_breaks: tuple[TieBreak, ...] = USUAL_TIE_BREAKS
    """The tie-breaks in order of comparison; `lots` is always the last one, even if it is not stated."""
    registration: Literal["organiser", "open", "code"] = "organiser"
    """Who can register entrants: the organiser, any player, or players who know a code."""
    check_in: bool = False
    """Whether entrants must check in before the start to take part."""
    max_entrants: int = MOST_ENTRANTS
    late_entries: bool = False
    """Whether entrants can join after the start, in a first stage that is a Swiss or an arena."""
    late_points: int = 0
    """Points of a late entrant for each game of each missed round."""
    no_show_limit: int = 2
    """Consecutive no-shows after which an entrant is withdrawn; 0 for no limit."""
    starts_at: str = ""
    """Automatic start, UTC, RFC 3339; empty if the organiser starts the tournament."""
    next_round: Literal["automatic", "organiser"] = "automatic"
    """How the next round is paired once a round is closed: automatically, or by the organiser."""
    pause_seconds: int = 0
    """Seconds between the end of a round and the next automatic round."""
    round_times: tuple[str, ...] = ()
    """Earliest automatic start of each round from the first, UTC, RFC 3339; further rounds have no limit."""
