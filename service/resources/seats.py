"""Seats of games: their occupants, claims, invitations and tokens."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.resources.base import Request, Response
from service.resources.types import BotFlag, GameId, PlayerId, SeatKind, SeatNumber, ShortText

LONGEST_CODE = 255
LONGEST_SEAT_TOKEN = 255

SeatColour = Annotated[str, whole_text("^[a-z][a-z0-9_]*$", min_length=1, max_length=64)]


class SeatOccupant(Response, frozen=True):
    """The occupant of a seat, and the seat's colour."""

    seat: SeatNumber
    kind: SeatKind
    """`human`: a human player or a bot. `open`: a seat to claim. `ai`: an AI level."""
    level: str | UnsetType = UNSET
    """The AI level of the seat; present in `ai` seats only."""
    name: str | UnsetType = UNSET
    """The display name of the player. Omitted if none was set."""
    player: PlayerId | UnsetType = UNSET
    """The id of the player who owns the seat. Only `createGame`, `listSeats` and lists return it, since it can change
    without an event."""
    bot: BotFlag = False
    colour: str = ""
    """The colour of the seat: an id of the kind `player_colour` in the ruleset's `names`, different for each seat of
    the game. Omitted if the ruleset has no seat colours."""


class Seat(SeatOccupant, frozen=True):
    """The occupant of a seat with the character as which an AI level plays, and the seat's colour."""

    ai_player: str = ""
    """The character as which the AI level plays: an id of the kind `ai_player` in the ruleset's `names`, different for
    each seat. Show its name, and `level` beside it. Omitted if a player has the seat, or if `name` is set."""


class ListedSeat(Seat, frozen=True):
    """The occupant of a seat, and whether an open seat is free."""

    claimed: bool | UnsetType = UNSET
    """Whether the seat has been claimed; present in `open` seats only."""
    invited: bool = False
    """True if claiming the `open` seat requires a code. Omitted otherwise."""
    awaited: bool = False
    """True if the game is a rematch that starts once the player of the seat has called `createRematch`. Omitted
    otherwise."""


class SeatList(Response, frozen=True):
    """The seats of a game."""

    game_id: GameId
    seats: tuple[ListedSeat, ...]
    """The seats in turn order."""


class Claim(Request, frozen=True):
    """The player who claims a seat. The body may be omitted."""

    name: ShortText = ""
    """The display name of the player. Default: the seat's name."""
    code: Annotated[str, Meta(min_length=1, max_length=LONGEST_CODE)] | UnsetType = UNSET
    """The code of the invitation, which the creator has passed on. Required if the seat is `invited`."""
    colour: SeatColour | UnsetType = UNSET
    """The colour for the seat: an id of the kind `player_colour` in the ruleset's `names`. A free seat with this colour
    gets the previous colour of the claimed seat. It has no effect with `token`. Default: the seat keeps its colour."""
    token: Annotated[str, Meta(min_length=1, max_length=LONGEST_SEAT_TOKEN)] | UnsetType = UNSET
    """The current token of the seat. With a player key, it moves the seat to the player and becomes invalid. Omitted:
    the seat must be free."""


class InvitationRequest(Request, frozen=True):
    """The player for whom a seat is reserved, and whether earlier invitations are revoked. The body may be omitted."""

    player: PlayerId | UnsetType = UNSET
    """The id of the player for whom the seat is reserved; the player receives a notice. Omitted: anyone with the code
    may claim the seat."""
    renew: bool = False
    """True: create another code and revoke all earlier ones, or send the player another notice. Default: false."""


class Invitation(Response, frozen=True):
    """An invitation: a code to claim the seat, or the invited player."""

    game_id: GameId
    seat: SeatNumber
    code: str = ""
    """The code to send to `claimSeat`. Omitted if a player is invited."""
    player: PlayerId | UnsetType = UNSET
    """The id of the invited player; only the creator receives it."""


class SeatToken(Response, frozen=True):
    """The token of a seat."""

    seat: SeatNumber
    token: str
    """The token, shown once. Send it as `Authorization: Bearer <token>`."""


class ClaimedSeat(Response, frozen=True):
    """A claimed seat: its token, or the player who owns it."""

    game_id: GameId
    seat: SeatNumber
    token: str = ""
    """The token of the seat, shown once. Omitted if a player owns the seat."""
    player: PlayerId | UnsetType = UNSET
    """The id of the player who owns the seat. Omitted if the seat has a token."""


class IssuedSeatToken(Response, frozen=True):
    """The token of a seat, for the creator to pass on."""

    game_id: GameId
    seat: SeatNumber
    token: str
    """The token of the seat. Its player sends it as `Authorization: Bearer <token>`."""
