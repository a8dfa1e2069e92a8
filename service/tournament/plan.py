"""What a tournament is to be: stated when it is created; `plan_change` says what the organiser may change later."""

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
"""Entrants that a tournament ever has, withdrawn ones included."""
MOST_POINTS = 1000
"""For a place in one game, of a penalty, and what a late entrant is given for a game that is missed."""
MOST_ROUNDS = 100
MOST_GAMES = 24
"""Of a match: every order of a table of four."""
MOST_STAGES = 5
SIXTIETHS = 60
"""Points are counted in sixtieths, which share evenly among up to five who tie."""
USUAL_POINTS: Mapping[int, tuple[int, ...]] = {2: (12, 0), 3: (12, 6, 0), 4: (12, 8, 4, 0), 5: (12, 9, 6, 3, 0)}
"""Points by number of entrants at the table, and by place from the first."""
USUAL_TIE_BREAKS: tuple[TieBreak, ...] = ("opponents", "head_to_head", "difference", "wins", "lots")


class Stage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a tournament in which one format is played."""

    format: Format
    table_size: int = 2
    """How many sit at a table, 2 to 5; some tables have one fewer where the number of entrants asks for it."""
    rounds: int = 0
    """Of Swiss, how many, from 1; of round robin, 0 for as many as it takes until all have met."""
    groups: int = 1
    """Into how many groups the entrants are divided; of round robin and Swiss."""
    qualify: int = 0
    """How many of each group go on to the next stage; 0 in the last."""
    advance: int = 1
    """Of a knock-out, how many of each table go on to the next round: fewer than sit at any."""
    minutes: int = 0
    """Of an arena, for how long new tables are seated; 0 without such a bound."""
    matches: int = 0
    """Of an arena, how many matches each entrant has at most; 0 without such a bound."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is stated of a tournament."""

    name: str
    ruleset: str
    rules_version: int
    options: msgspec.Raw
    """The ruleset's options in wire form, without who begins."""
    terms: msgspec.Raw
    """On what terms its games are played, as `service.play.creation` knows them."""
    stages: tuple[Stage, ...]
    games: int = 1
    """Of each match; the seats rotate from one to the next."""
    deal: DealSharing = "game"
    """Which games share a deal: none, those of a round of the same number in their match, or those of a match.

    Those of a match share one only where nothing is dealt or drawn: the service rejects it elsewhere.
    """
    points: Mapping[int, tuple[int, ...]] = msgspec.field(default_factory=lambda: USUAL_POINTS)
    """By number of entrants at the table, and by place from the first; ties share the mean."""
    bye_points: int = 12
    """Of each game that an entrant has a bye instead of."""
    tie_breaks: tuple[TieBreak, ...] = USUAL_TIE_BREAKS
    """In the order in which they are compared; `lots` comes last, whether named or not."""
    registration: Literal["organiser", "open", "code"] = "organiser"
    """Who may enter somebody: the organiser alone, each player, or each player who knows a code."""
    check_in: bool = False
    """Whether only those take part who say once more that they are there, before the start."""
    max_entrants: int = MOST_ENTRANTS
    late_entries: bool = False
    """Whether somebody may enter once it has begun; of Swiss and arenas in the first stage."""
    late_points: int = 0
    """Points of whoever enters late, for each game of each round that is missed."""
    no_show_limit: int = 2
    """After how many no-shows in a row an entrant is withdrawn; 0 for never."""
    starts_at: str = ""
    """When it begins by itself, UTC, RFC 3339; empty where the organiser begins it."""
    next_round: Literal["automatic", "organiser"] = "automatic"
    """Who has the next round seated once a round is closed."""
    pause_seconds: int = 0
    """Between the end of a round and the next that comes by itself."""
    round_times: tuple[str, ...] = ()
    """Before when each round, from the first on, does not come by itself, UTC, RFC 3339; the rest have no time."""
