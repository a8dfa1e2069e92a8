"""The event of the log of a tournament that adds a step to a claim about a match."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from service.resources.game_places import RoundNumber, TableNumber
from service.tournaments.rules.log_entry import LogEntry
from service.tournaments.rules.types import EntrantNumber

MOST_CLAIMS = 100_000
ClaimNumber = Annotated[
    int, Meta(ge=1, le=MOST_CLAIMS, description="The number of the claim in the tournament, from 1.")
]
LaterStep = Literal["answered", "withdrawn", "upheld", "rejected", "appealed"]
"""A step that can follow the first one."""
ClaimStepKind = Annotated[
    Literal["filed", "answered", "withdrawn", "upheld", "rejected", "appealed"],
    Meta(
        description="What happened. `withdrawn`: by the entrant who filed it. `upheld` and `rejected` are "
        "decisions of a referee, or on an appeal."
    ),
]


class ClaimStepAdded(LogEntry, frozen=True, tag="claim_step"):
    """A claim about a match has a new step. The log has no texts of the entrants."""

    claim: ClaimNumber
    step: ClaimStepKind
    round: RoundNumber
    table: TableNumber
    entrant: EntrantNumber | UnsetType = UNSET
    """The entrant who filed, answered, withdrew or appealed. Omitted for a decision."""
