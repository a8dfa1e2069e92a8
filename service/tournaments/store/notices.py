"""The notices of tournaments, as the feeds of players store them."""

from typing import ClassVar

from msgspec import UnsetType
from msgspec.structs import asdict

from service.resources.messages import Turn
from service.store import StoredNotice
from service.tournaments.resources.messages import TournamentFeedNotice, TournamentNotice


class StoredTournamentNotice(StoredNotice, frozen=True, kw_only=True):
    """A notice to a player about a tournament. The fields of games are empty; `version` is that of the tournament."""

    kind: ClassVar[str] = "tournament"

    data: TournamentNotice

    @property
    def about(self) -> str:
        """Return the id of the tournament."""
        return self.data.tournament

    @property
    def mark(self) -> int:
        """Return the version of the tournament."""
        return self.version

    @property
    def is_last(self) -> bool:
        """Whether no other notice may follow about the tournament."""
        return self.data.tournament_event in ("cancelled", "ended")

    def shown(self, notice_id: str, next_decision: Turn | UnsetType) -> TournamentFeedNotice:
        """Return the notice without the fields of games."""
        fields = asdict(self.data)
        return TournamentFeedNotice(id=notice_id, type=self.type, at=self.at, next_decision=next_decision, **fields)
