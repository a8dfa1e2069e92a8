"""Changes of game info, starts and rematches of games."""

from msgspec import UNSET, UnsetType

from service.resources.base import Request, Response
from service.resources.seats import SeatToken
from service.resources.types import GameId, LevelName, PlainRuleset, ShortTextOrEmpty, Texts


class GameChange(Request, frozen=True):
    """New values of a game's info. An omitted value stays as it is."""

    name: ShortTextOrEmpty | UnsetType = UNSET
    """The new display name of the game. Empty: none."""
    label: ShortTextOrEmpty | UnsetType = UNSET
    """The new label of the game, for `listGames`. Empty: none."""
    metadata: Texts | UnsetType = UNSET
    """The new texts that the platform stores with the game. They replace all earlier ones."""


class GameStart(Request, frozen=True):
    """Who takes the open seats that are still free."""

    level: LevelName
    """The name of one of the ruleset's AI levels."""


class RematchGame(Response, frozen=True):
    """A rematch of the same players, with the caller's tokens."""

    ruleset: PlainRuleset
    game_id: GameId
    tokens: tuple[SeatToken, ...]
    """The token of the caller's seat. The creator receives the tokens of all seats whose token the creator had."""
    creator_token: str = ""
    """The token of the creator, as from `createGame`. Returned to the creator only."""
