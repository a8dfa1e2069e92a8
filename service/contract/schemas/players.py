"""Players and their keys."""

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range

from service.contract.schemas import shared_fields
from service.contract.schemas.fields import BodyBoolean, BodyInteger, QueryInteger, RequestSchema, ResponseSchema
from service.contract.schemas.lists import CURSOR, MOST_GAMES, list_cursor
from service.play import game_index
from service.play.keys import SCOPES

LONGEST_KEY_SECONDS = 10 * 365 * 24 * 60 * 60
SCOPES_TOLD = (
    "`play` has seats and acts, `create` creates games and is their host, `organise` acts for a platform's users, "
    "`admin` lets new players in."
)


def _scopes(description: str, *, required: bool = True, least: int = 1) -> fields.List[str]:
    """Declare what a key is made for."""
    return fields.List(
        fields.String(validate=OneOf(SCOPES)),
        required=required,
        validate=Length(least, len(SCOPES)),
        metadata={"description": f"{description} {SCOPES_TOLD}"},
    )


def _key_id() -> fields.String:
    """Declare the id of a key."""
    return fields.String(required=True, metadata={"description": "Names the key and opens nothing."})


def _key() -> fields.String:
    """Declare a key."""
    return fields.String(
        required=True, metadata={"description": "Shown once; send it as `Authorization: Bearer <key>`."}
    )


def _name() -> fields.String:
    """Declare what a player is called."""
    return fields.String(metadata={"description": "What the player is called, if anything."})


class NewPlayer(RequestSchema):
    """Who wants to play here; may be left out."""

    name = shared_fields.words("What the player is called. Others may be called the same.")
    bot = BodyBoolean(
        metadata={
            "description": "Whether the player is a bot of the caller: a program decides for it. Needs the key of its "
            "owner as the bearer. Default: false."
        }
    )
    invitation = fields.String(
        validate=Length(1, 255),
        metadata={"description": "What the host of the service has given, where nobody comes uninvited."},
    )


class CreatedPlayer(ResponseSchema):
    """A new player, with a first key."""

    player = shared_fields.player("Names the player everywhere, and is no secret.")
    name = _name()
    bot = shared_fields.bot()
    owner = shared_fields.owner()
    key = _key()
    key_id = _key_id()
    scopes = _scopes("What the key is made for.")


class Me(ResponseSchema):
    """The player who asks."""

    player = shared_fields.player("Names the player everywhere, and is no secret.")
    name = _name()
    bot = shared_fields.bot()
    owner = shared_fields.owner()
    scopes = _scopes("What the bearer may do.", least=0)


class NewName(RequestSchema):
    """What a player is to be called."""

    name = shared_fields.words("For display.", required=True)


class NewKey(RequestSchema):
    """What a further key is made for; may be left out."""

    scopes = _scopes("Some of the caller's own; those of `play` and `create` that it has if absent.", required=False)
    expires_in = BodyInteger(
        validate=Range(1, LONGEST_KEY_SECONDS),
        metadata={
            "description": "Seconds until the key expires. It never outlives the key or identity of this request, "
            "whose expiry is the default."
        },
    )


class ListedKey(ResponseSchema):
    """A key as it may be shown."""

    key_id = _key_id()
    scopes = _scopes("What the key is made for.")
    created_at = shared_fields.moment("When it was made, UTC.")
    expires_at = shared_fields.moment("When the key expires, UTC; omitted if it does not.", required=False)


class CreatedKey(ListedKey):
    """A new key."""

    key = _key()


class KeyList(ResponseSchema):
    """The keys of a player."""

    keys = fields.List(fields.Nested(ListedKey), required=True, metadata={"description": "Oldest first."})


class MyGamesQuery(RequestSchema):
    """Which of the player's games are listed."""

    status = fields.String(
        validate=OneOf(["open", "running", "over", "aborted"]),
        metadata={
            "description": "Only games that wait for their players, only those that are running, only those that are "
            "over and scored, or only those that were aborted."
        },
    )
    waiting = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "Only games in which the player is to act."},
    )
    cursor = list_cursor(game_index.GAMES, CURSOR)
    limit = QueryInteger(
        load_default=20, validate=Range(1, MOST_GAMES), metadata={"description": "How many games at most."}
    )
