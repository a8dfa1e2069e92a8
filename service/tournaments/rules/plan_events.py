"""The events that change the plan of a tournament, as entries of its log (`events`)."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.tournaments.rules.log_entry import LogEntry
from service.tournaments.rules.plan import MOST_ROUNDS, EntrantLimit, KeepApart, Minutes, NextRound, OwnTexts, Rounds
from service.tournaments.rules.repeats import Repeats
from service.tournaments.rules.types import Board, EntrantName, EntrantNumber, StageNumber, TeamName


class ChangedStage(msgspec.Struct, frozen=True, omit_defaults=True):
    """New lengths of a stage. Omitted values stayed unchanged."""

    stage: StageNumber
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | UnsetType = UNSET
    """The new number of rounds of a `swiss`."""
    minutes: Minutes | UnsetType = UNSET
    """The new minutes during which an `arena` creates matches; 0: no limit."""
    matches: Rounds | UnsetType = UNSET
    """The new maximum number of matches of each entrant in an `arena`; 0: no limit."""


class TeamMember(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entrant with a new team."""

    entrant: EntrantNumber
    team: TeamName = ""
    board: Board = 0
    captain: bool = False
    """Whether the entrant sets the line-ups of the team. Default: false."""


class PlanChangeFields(msgspec.Struct, frozen=True, omit_defaults=True):
    """New values of a plan. An omitted value or an empty collection keeps the present value."""

    name: EntrantName | UnsetType = UNSET
    """The new display name."""
    max_entrants: EntrantLimit | UnsetType = UNSET
    """The new maximum number of entrants."""
    late_entries: bool | UnsetType = UNSET
    """Whether entrants may enter after the start."""
    no_show_limit: Rounds | UnsetType = UNSET
    """The new number of no-shows in a row after which an entrant is withdrawn; 0: never."""
    starts_at: str | UnsetType = UNSET
    """The new time of the start in UTC (RFC 3339). Empty: the organiser starts the tournament."""
    next_round: NextRound | UnsetType = UNSET
    """Whether the next rounds are created automatically, or by the organiser."""
    pause_seconds: Annotated[int, Meta(ge=0, le=2**31 - 1)] | UnsetType = UNSET
    """The new pause between two rounds, in seconds."""
    round_times: tuple[str, ...] | UnsetType = UNSET
    """The new earliest start times of the rounds in order, in UTC (RFC 3339)."""
    round_ends: tuple[str, ...] | UnsetType = UNSET
    """The new times until which the rounds are open, in order, in UTC (RFC 3339)."""
    stages: tuple[ChangedStage, ...] = ()
    """The stages with new lengths."""
    keep_apart: KeepApart | UnsetType = UNSET
    """Who does not meet in later rounds, in place of all earlier values."""
    teams: tuple[TeamMember, ...] = ()
    """The entrants with new teams."""
    repeats: Repeats | UnsetType = UNSET
    """The new rule by which the next tournament is created."""


class PlanChange(PlanChangeFields, frozen=True):
    """New values of a plan, with those of its games."""

    texts: OwnTexts | UnsetType = UNSET
    """The new texts of the organiser, in place of all earlier ones."""
    terms: dict[str, Any] = msgspec.field(default_factory=dict)
    """Terms of future games, by name, as in `service.lobby.game_terms`."""


class Changed(LogEntry, frozen=True, tag="changed"):
    """The organiser has changed the plan."""

    change: PlanChange
