"""Messages of the stream of a tournament."""

from service.resources.base import Response
from service.resources.stream_messages import StreamMessage
from service.tournaments.resources.tournament_events import EntryNumberText, TournamentEvent
from service.tournaments.rules.types import TournamentStatus


class EndedTournament(Response, frozen=True):
    """A tournament whose log is complete."""

    status: TournamentStatus


class EntryStreamMessage(StreamMessage[EntryNumberText, TournamentEvent], frozen=True, tag="event"):
    """An entry of the log."""


class TournamentOverStreamMessage(StreamMessage[EntryNumberText, EndedTournament], frozen=True, tag="over"):
    """The log is complete, and the stream ends."""


OF_A_TOURNAMENT = (EntryStreamMessage, TournamentOverStreamMessage)
