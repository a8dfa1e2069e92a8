"""The notices of tournaments, as the feeds of players store them."""

from typing import ClassVar

from msgspec import UNSET, UnsetType

from service.resources.base import shown
from service.resources.messages import Turn
from service.store import StoredNotice
from service.tournaments.resources.messages import TournamentFeedNotice


class TournamentNotice(StoredNotice, frozen=True, kw_only=True):
    """A notice to a player about a tournament. The fields of games are empty; `version` is that of the tournament."""

    kind: ClassVar[str] = "tournament"

    tournament: str
    tournament_event: str
    """`game_ended`, or the type of another entry of the log."""
    round: int | UnsetType = UNSET
    """The number of the round, from 1."""
    entrant: int | UnsetType = UNSET
    """The number of the entrant, from 0."""
    table: int | UnsetType = UNSET
    """The number of the match's table, from 1."""
    game: int | UnsetType = UNSET
    """The number of the game in the match, from 0."""
    entrants: tuple[int, ...] | UnsetType = UNSET
    """The entrants of the match in seating order. The notice of the end has the winner."""
    ranks: tuple[int, ...] | UnsetType = UNSET
    """The ranks of `entrants`."""
    organiser_reason: str | UnsetType = UNSET
    """The reason of the entry, in the organiser's words."""

    @property
    def about(self) -> str:
        """Return the id of the tournament."""
        return self.tournament

    @property
    def mark(self) -> int:
        """Return the version of the tournament."""
        return self.version

    @property
    def is_last(self) -> bool:
        """Whether no other notice may follow about the tournament."""
        return self.tournament_event in ("cancelled", "ended")

    def shown(self, notice_id: str, next_decision: Turn | UnsetType) -> TournamentFeedNotice:
        """Return the notice without the fields of games."""
        return shown(
            self,
            TournamentFeedNotice,
            id=notice_id,
            game_id=UNSET,
            version=UNSET,
            seat=UNSET,
            next_decision=next_decision,
        )
