"""The events of matches and their games, as entries of the log of a tournament (`events`)."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import whole_text
from service.resources.game_places import RoundNumber, TableNumber
from service.tournaments.rules.log_entry import LogEntry
from service.tournaments.rules.types import (
    GAME_ID,
    EntrantNumber,
    EntrantNumbers,
    MatchGameNumber,
    Ranks,
    TableSeat,
    Totals,
)

PlayedGameId = Annotated[str, whole_text(GAME_ID)]


class Finished(LogEntry, frozen=True, tag="finished"):
    """A game of a match has ended."""

    round: RoundNumber
    table: TableNumber
    game: MatchGameNumber
    game_id: PlayedGameId
    """The id of the game."""
    ranks: Ranks
    """The ranks of the entrants, in the order of the table. Tied entrants share the better rank."""
    totals: Totals
    """The scores of the entrants, in the order of the table."""
    no_shows: EntrantNumbers = ()
    """The entrants who missed a decision of the game and never acted. They earn no points and no win, and rank last. If
    no entrant acted, the game is a double loss. Omitted: none."""
    aborted: bool = False
    """True if all players resigned from the game; all entrants then share the first place. Omitted otherwise."""
    record: str = ""
    """The hash of the game's record. Omitted for an aborted game."""
    irreproducible: bool = False
    """True if the rules could not repeat the game, so that its record cannot be verified. The result counts, unless the
    organiser rules otherwise. Omitted otherwise."""


class NextGame(LogEntry, frozen=True, tag="next_game"):
    """A match has another game, which follows the one before. The game does not exist yet."""

    round: RoundNumber
    table: TableNumber
    game: MatchGameNumber
    game_id: PlayedGameId
    """The id of the game."""
    starts_at: str = ""
    """When the break ends, in UTC (RFC 3339). Omitted: the game is created at once."""


class SeatChosen(LogEntry, frozen=True, tag="seat_chosen"):
    """A seat in the next game of a match is chosen, by the loser of the game before or as the service determines it.

    The entrant of that seat gets the usual seat of the one who has chosen.
    """

    round: RoundNumber
    table: TableNumber
    game: MatchGameNumber
    game_id: PlayedGameId
    """The id of the game."""
    entrant: EntrantNumber
    seat: TableSeat
    """The seat of the entrant in the game, from 0 in turn order."""


class GameOpened(LogEntry, frozen=True, tag="game_opened"):
    """The next game of a match exists."""

    round: RoundNumber
    table: TableNumber
    game: MatchGameNumber
    game_id: PlayedGameId
    """The id of the game."""


class Forfeited(LogEntry, frozen=True, tag="forfeited"):
    """Entrants have left a match before its last game. The others win all further games without playing them."""

    round: RoundNumber
    table: TableNumber
    entrants: EntrantNumbers
    """The entrants who have left, in the order of the table. At most one entrant has stayed."""


class Ruled(LogEntry, frozen=True, tag="ruled"):
    """The organiser has set the result of a match, or of one game. The latest ruling counts."""

    round: RoundNumber
    table: TableNumber
    ranks: Ranks
    """The ranks of the entrants, in the order of the table; all 1 in a double loss."""
    game: MatchGameNumber | UnsetType = UNSET
    """The number of the game in the match, from 0. Omitted: all games of the match."""
    double_loss: bool = False
    """True if no entrant at the table earns points or a win. Omitted otherwise."""


class GameReplay(msgspec.Struct, frozen=True):
    """A game that replaces a game stopped by a ruling."""

    game: MatchGameNumber
    game_id: PlayedGameId
    """The id of the new game."""


class RulingWithdrawn(LogEntry, frozen=True, tag="ruling_withdrawn"):
    """The organiser has withdrawn a ruling: finished games count again, and stopped games are replayed."""

    round: RoundNumber
    table: TableNumber
    game: MatchGameNumber | UnsetType = UNSET
    """The number of the game in the match, from 0. Omitted: the ruling was on the match."""
    replays: tuple[GameReplay, ...] = ()
    """The games that replace stopped games. Omitted: none."""


class Stopped(LogEntry, frozen=True, tag="stopped"):
    """A game was stopped by a ruling, or because its round was taken back. It changes no rating.

    A ruling also stops the next game of a match that it decides. `round` is the number that the round of the game had.
    """

    round: RoundNumber
    table: TableNumber
    game: MatchGameNumber
    game_id: PlayedGameId
    """The id of the game."""
