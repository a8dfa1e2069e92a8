"""Claims about matches of tournaments."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.resources.base import Request, Response
from service.resources.game_places import RoundNumber, TableNumber, TournamentId
from service.resources.types import Count, Moment, PlayerId
from service.tournaments.resources.staff import NamedPlayer
from service.tournaments.rules.claim_events import ClaimNumber, ClaimStepKind, LaterStep
from service.tournaments.rules.types import (
    EntrantNumber,
    MatchGameNumber,
    Reason,
    StoredReason,
    TableEntrants,
    TournamentVersion,
)

MOST_VERSIONS = 10
ClaimKind = Annotated[
    Literal["result", "conduct", "technical", "other"],
    Meta(description="What the claim is about: a wrong result, the conduct of an entrant, a failure, or else."),
]


class EvidenceFields(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Positions in the log of a game of the match."""

    game: MatchGameNumber = 0
    """The number of the game in the match, from 0. Default: 0."""
    versions: Annotated[tuple[Count, ...], Meta(max_length=MOST_VERSIONS)] = ()
    """Versions of the game that show what the text is about. Omitted: none."""


class ClaimRequest(EvidenceFields, Request, frozen=True, kw_only=True):
    """The claim to file."""

    round: RoundNumber
    table: TableNumber
    kind: ClaimKind
    text: Reason
    """What happened. The entrants of the match and the referees read it."""


class ClaimStepRequest(EvidenceFields, Request, frozen=True, kw_only=True):
    """The step to add to a claim."""

    step: Annotated[
        LaterStep,
        Meta(description="`answered`, `withdrawn`, `appealed`: steps of an entrant. `upheld`, `rejected`: decisions."),
    ]
    text: Reason
    """What the entrant answers, or why it withdraws or appeals; or the reason of a decision, for the public log."""

    excluded: ClassVar[Mapping[str, Any]] = {
        "required": ["versions"],
        "properties": {"step": {"enum": ["withdrawn", "upheld", "rejected"]}},
    }

    def faults(self) -> Iterator[tuple[str, str]]:
        """Return the fault of a decision or withdrawal with evidence."""
        if self.versions and self.step in ("withdrawn", "upheld", "rejected"):
            yield "versions", "Allowed in `answered` and `appealed` only."


class MatchClaimStep(EvidenceFields, Response, frozen=True, kw_only=True):
    """A step of a claim."""

    step: ClaimStepKind
    at: Moment
    """When the step was added, in UTC (RFC 3339)."""
    by: PlayerId | UnsetType = UNSET
    """The player who added the step. Omitted: a deleted player."""
    entrant: EntrantNumber | UnsetType = UNSET
    """The entrant who filed, answered, withdrew or appealed. Omitted for a decision."""
    text: StoredReason = ""
    """What the entrant wrote, or the reason of the decision. Omitted: the text of a deleted player."""


class MatchClaim(Response, frozen=True, kw_only=True):
    """A claim about a match, with all its steps."""

    claim: ClaimNumber
    round: RoundNumber
    table: TableNumber
    entrants: TableEntrants
    """The entrants of the match, in the order of the table."""
    kind: ClaimKind | UnsetType = UNSET
    """What the claim is about. Omitted: the claim of a deleted player."""
    status: Annotated[
        Literal["open", "decided", "appealed", "closed"],
        Meta(
            description="`open`: a referee decides. `decided`: an entrant can appeal. `appealed`: an organiser "
            "decides. `closed`: the appeal is decided, or the claim was withdrawn."
        ),
    ]
    steps: tuple[MatchClaimStep, ...]
    """The steps in order. The first one filed the claim."""
    allowed: tuple[LaterStep, ...] = ()
    """The steps that the caller can add now. Omitted: none."""


class ClaimList(Response, frozen=True):
    """The claims that the caller may see."""

    tournament: TournamentId
    version: TournamentVersion
    claims: tuple[MatchClaim, ...]
    """The claims in the order in which they were filed."""
    players: tuple[NamedPlayer, ...] = ()
    """The players in the steps who are no entrants. Omitted: none."""
