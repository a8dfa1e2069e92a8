"""Members that many schemas share, each declared once."""

from marshmallow import fields
from marshmallow.validate import OneOf, Range, Regexp

from service.contract.schemas.fields import BodyInteger, OfRuleset

MOST_SEATS = 64
HIGHEST_VERSION = 2**31 - 1


def seat_number() -> fields.Integer:
    """Declare the number of a seat."""
    return BodyInteger(
        required=True, validate=Range(0, MOST_SEATS - 1), metadata={"description": "In turn order, from 0."}
    )


def seat_numbers(description: str, *, required: bool = True) -> fields.List[int]:
    """Declare a list of seats."""
    return fields.List(
        BodyInteger(validate=Range(0, MOST_SEATS - 1)), required=required, metadata={"description": description}
    )


def version() -> fields.Integer:
    """Declare the version of a game."""
    return BodyInteger(
        required=True, validate=Range(0, HIGHEST_VERSION), metadata={"description": "How many events the game has."}
    )


def rules_version(
    description: str = "Under which version of the rules it was begun; it is shown in the types of the one hosted.",
    *,
    required: bool = True,
) -> fields.Integer:
    """Declare the version of a ruleset."""
    return BodyInteger(required=required, validate=Range(1, HIGHEST_VERSION), metadata={"description": description})


def decision(description: str, *, required: bool = True) -> fields.Integer:
    """Declare a decision's id."""
    return BodyInteger(required=required, validate=Range(0, HIGHEST_VERSION), metadata={"description": description})


def game_id() -> fields.String:
    """Declare a game's id."""
    return fields.String(
        required=True, validate=Regexp("^[a-z0-9]{20}$"), metadata={"description": "Names the game in every address."}
    )


def player(description: str, *, required: bool = True) -> fields.String:
    """Declare a player's id."""
    return fields.String(required=required, validate=Regexp("^pl_[a-z0-9]{20}$"), metadata={"description": description})


def ruleset() -> fields.String:
    """Declare the name of a ruleset where it selects nothing."""
    return fields.String(required=True, metadata={"description": "The name of the ruleset."})


def options() -> OfRuleset:
    """Declare the set-up choices of a game."""
    return OfRuleset("options_type", "Options", required=True, metadata={"description": "What was chosen at creation."})


def status() -> fields.String:
    """Declare whether a game goes on."""
    return fields.String(
        required=True,
        validate=OneOf(["running", "over"]),
        metadata={"description": "`over` as soon as nobody is to act any more."},
    )


def sandbox() -> fields.Boolean:
    """Declare the mark of a sandbox game."""
    return fields.Boolean(
        metadata={"description": "True in a game whose creator chose dice or first actions; absent in any other."}
    )


def rated() -> fields.Boolean:
    """Declare the mark of a rated game."""
    return fields.Boolean(
        metadata={"description": "True in a game whose result is to count: nobody gets hints; absent in any other."}
    )


def digits(description: str) -> fields.String:
    """Declare 32 bytes in hexadecimal digits."""
    return fields.String(required=True, validate=Regexp("^[0-9a-f]{64}$"), metadata={"description": description})


def commitment() -> fields.String:
    """Declare the commitment to a seed."""
    return digits(
        "SHA-256 of the seed of the game's dice. The game's record reveals the seed after the end, so that anybody "
        "can see that it was never exchanged."
    )


def moment(description: str, *, required: bool = True) -> fields.String:
    """Declare a time: a text, since a client's type for dates would lose the microseconds or write another zone."""
    return fields.String(
        required=required,
        validate=Regexp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{6}Z$"),
        metadata={"description": f"{description[:-1]} (RFC 3339)."},
    )
