"""Schemas of players and their keys."""

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range

from service.contract.schemas import shared_fields
from service.contract.schemas.fields import BodyBoolean, BodyInteger, QueryInteger, RequestSchema, ResponseSchema
from service.contract.schemas.lists import CURSOR, list_cursor
from service.play.keys import SCOPES
from service.resources.types import GAMES, MOST_GAMES

LONGEST_KEY_SECONDS = 10 * 365 * 24 * 60 * 60
SCOPES_TOLD = (
    "`play` takes seats and acts. `create` creates games as their creator. `organise` acts for users of a platform. "
    "`admin` creates players without an invitation."
)


def _scopes(description: str, *, required: bool = True, least: int = 1) -> fields.List[str]:
    """Declare the scopes of a key."""
    return fields.List(
        fields.String(validate=OneOf(SCOPES)),
        required=required,
        validate=Length(least, len(SCOPES)),
        metadata={"description": f"{description} {SCOPES_TOLD}"},
    )


def _key_id() -> fields.String:
    """Declare the id of a key."""
    return fields.String(required=True, metadata={"description": "The public id of the key. It authorizes nothing."})


def _key() -> fields.String:
    """Declare a key."""
    return fields.String(
        required=True, metadata={"description": "The key, shown once. Send it as `Authorization: Bearer <key>`."}
    )


def _name() -> fields.String:
    """Declare the name of a player."""
    return fields.String(metadata={"description": "The display name of the player. Omitted if none is set."})


class NewPlayer(RequestSchema):
    """The player to create. The body may be omitted."""

    name = shared_fields.words("The display name of the player, which need not be unique.")
    bot = BodyBoolean(
        metadata={
            "description": "True to create a bot of the caller. Send the owner's key as the bearer token. Default: "
            "false."
        }
    )
    invitation = fields.String(
        validate=Length(1, 255),
        metadata={
            "description": "The invitation code of the operator. Required if the installation accepts players by "
            "invitation only."
        },
    )


class CreatedPlayer(ResponseSchema):
    """A new player with a first key."""

    player = shared_fields.player("The public id of the player.")
    name = _name()
    bot = shared_fields.bot()
    owner = shared_fields.owner()
    key = _key()
    key_id = _key_id()
    scopes = _scopes("The scopes of the key.")


class Me(ResponseSchema):
    """The player who sends the request."""

    player = shared_fields.player("The public id of the player.")
    name = _name()
    bot = shared_fields.bot()
    owner = shared_fields.owner()
    scopes = _scopes("The scopes of the key or identity in the request.", least=0)


class NewName(RequestSchema):
    """The new name of the player."""

    name = shared_fields.words("The display name.", required=True)


class NewKey(RequestSchema):
    """The key to create. The body may be omitted."""

    scopes = _scopes(
        "The scopes of the new key, among those of the caller. Default: `play` and `create`, as far as the caller "
        "has them.",
        required=False,
    )
    expires_in = BodyInteger(
        validate=Range(1, LONGEST_KEY_SECONDS),
        metadata={
            "description": "Seconds until the key expires. It never outlives the key or identity of this request, "
            "whose expiry is the default."
        },
    )


class ListedKey(ResponseSchema):
    """A key without its secret part."""

    key_id = _key_id()
    scopes = _scopes("The scopes of the key.")
    created_at = shared_fields.moment("When the key was created, in UTC.")
    expires_at = shared_fields.moment("When the key expires, in UTC. Omitted if it never expires.", required=False)


class CreatedKey(ListedKey):
    """A new key."""

    key = _key()


class KeyList(ResponseSchema):
    """The keys of a player."""

    keys = fields.List(
        fields.Nested(ListedKey), required=True, metadata={"description": "The keys of the player, oldest first."}
    )


class MyGamesQuery(RequestSchema):
    """Query parameters of a list of the player's games."""

    status = fields.String(
        validate=OneOf(["open", "running", "over", "aborted"]),
        metadata={"description": "Return only games with this status. `over`: finished and scored."},
    )
    waiting = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "True: return only games in which the player must act."},
    )
    cursor = list_cursor(GAMES, CURSOR)
    limit = QueryInteger(
        load_default=20,
        validate=Range(1, MOST_GAMES),
        metadata={"description": "The maximum number of games on a page."},
    )
