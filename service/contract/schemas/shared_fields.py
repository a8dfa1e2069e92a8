"""Declare fields that several schemas share."""

from collections.abc import Sequence

from marshmallow import fields
from marshmallow.validate import OneOf, Range, Regexp

from service.contract.schemas.fields import BodyInteger, Metadata, MsgspecField, RulesetField, UserText
from service.resources.clocks import Absence, Clock, UndoOffer
from service.resources.spectators import Spectators

MOST_SEATS = 64
HIGHEST_VERSION = 2**31 - 1
LONGEST_WORDS = 64


def spectators() -> MsgspecField:
    """Declare the field `spectators`."""
    described = {"description": "What spectators see while the game lasts. Omitted: everything at once."}
    return MsgspecField(Spectators, "Spectators", metadata=described)


def visibility() -> fields.String:
    """Declare the field `visibility`."""
    return fields.String(
        validate=OneOf(["public", "unlisted", "private"]),
        metadata={
            "description": "Who can find and see the game. `public`: it is listed. `unlisted`: it is in no list of "
            "games or records. `private`: only its players and its creator can see it, also after the end. "
            "Default: `public`."
        },
    )


def words(description: str, *, shortest: int = 1, required: bool = False) -> UserText:
    """Declare a short text: a name or a label."""
    return UserText(description, LONGEST_WORDS, shortest=shortest, required=required)


def metadata(description: str) -> Metadata:
    """Declare the field `metadata`."""
    return Metadata(description)


def seat_number() -> fields.Integer:
    """Declare the number of a seat."""
    return BodyInteger(
        required=True,
        validate=Range(0, MOST_SEATS - 1),
        metadata={"description": "The number of the seat in turn order, from 0."},
    )


def seat_numbers(description: str, *, required: bool = True) -> fields.List[int]:
    """Declare a list of seats."""
    return fields.List(
        BodyInteger(validate=Range(0, MOST_SEATS - 1)), required=required, metadata={"description": description}
    )


def version() -> fields.Integer:
    """Declare the version of a game."""
    return BodyInteger(
        required=True,
        validate=Range(0, HIGHEST_VERSION),
        metadata={"description": "The version of the game: the number of events in its log."},
    )


def rules_version(
    description: str = "The version of the rules that the game was started with. Data always uses the types of the "
    "hosted version.",
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
        required=True,
        validate=Regexp("^[a-z0-9]{20}$"),
        metadata={"description": "The id of the game, as used in URLs."},
    )


def player(description: str, *, required: bool = True) -> fields.String:
    """Declare a player's id."""
    return fields.String(required=required, validate=Regexp("^pl_[a-z0-9]{20}$"), metadata={"description": description})


def bot() -> fields.Boolean:
    """Declare the flag of a bot."""
    return fields.Boolean(
        metadata={"description": "True if the player is a bot: a program plays for it. Omitted for human players."}
    )


def seek(description: str, *, required: bool = True) -> fields.String:
    """Declare a seek's id."""
    return fields.String(required=required, validate=Regexp("^sk_[a-z0-9]{20}$"), metadata={"description": description})


def another_game(description: str) -> fields.String:
    """Declare the id of a related game."""
    return fields.String(validate=Regexp("^[a-z0-9]{20}$"), metadata={"description": description})


def alias(description: str, *, required: bool = True) -> fields.String:
    """Declare a player's alias in records."""
    described = f"{description} The player's alias: `rp_` and 20 letters or digits, identical in all records."
    return fields.String(required=required, validate=Regexp("^rp_[a-z0-9]{20}$"), metadata={"description": described})


def ruleset() -> fields.String:
    """Declare the name of a ruleset as plain data, not as the tag of a union."""
    return fields.String(required=True, metadata={"description": "The name of the ruleset."})


def options() -> RulesetField:
    """Declare the options of a game."""
    return RulesetField(
        "options_type",
        "Options",
        required=True,
        metadata={"description": "The options that were chosen when the game was created."},
    )


def status() -> fields.String:
    """Declare the status of a game."""
    return fields.String(
        required=True,
        validate=OneOf(["open", "running", "over", "aborted"]),
        metadata={
            "description": "The status of the game. `open`: it waits for players and has not started. `running`: a "
            "seat must act. `over`: it has been played to its end. `aborted`: it was stopped and has no result."
        },
    )


def sandbox() -> fields.Boolean:
    """Declare the flag of a sandbox game."""
    return fields.Boolean(
        metadata={
            "description": "True if the creator chose the seed or the first actions of the game. Omitted otherwise."
        }
    )


def rated() -> fields.Boolean:
    """Declare the flag of a rated game."""
    return fields.Boolean(
        metadata={
            "description": "True if the result of the game changes ratings. A rated game has no hints. Omitted "
            "otherwise."
        }
    )


UNDO = {
    "own": "a seat may undo its latest own actions, until another seat acts. Actions with a random "
    "draw, and actions that revealed hidden information, cannot be undone. An event that does not happen can reveal "
    "information, too. Some rulesets lack this mode: see `undo_modes` of `getRuleset`",
    "consent": "as `own`; other earlier actions of the seat may be undone if all other human players agree",
}


def undo(description: str, modes: Sequence[str]) -> fields.String:
    """Declare the undo mode of a game."""
    described = ". ".join(f"`{mode}`: {UNDO[mode]}" for mode in modes if mode in UNDO)
    return fields.String(validate=OneOf(modes), metadata={"description": f"{described}. {description}"})


def undo_offer() -> MsgspecField:
    """Declare the list of seats that agree to an undo."""
    return MsgspecField(
        UndoOffer,
        "UndoOffer",
        metadata={
            "description": "The undo request that awaits consent. Other human players agree with `undoAction` and "
            "the `to` of the request. Any action cancels the request. Omitted if there is none."
        },
    )


def digits(description: str, *, required: bool = True) -> fields.String:
    """Declare 32 bytes in hexadecimal digits."""
    return fields.String(required=required, validate=Regexp("^[0-9a-f]{64}$"), metadata={"description": description})


def record_hash(presence: str, *, required: bool = False) -> fields.String:
    """Declare the hash of a game's record."""
    return digits(
        "The `hash` of the game's record: a SHA-256 in hexadecimal digits. It covers players, options, log and "
        f"result. A record with another hash does not belong to this game. {presence}",
        required=required,
    )


def commitment() -> fields.String:
    """Declare the commitment to a seed."""
    return digits(
        "The SHA-256 of the salt and the seed of the game, 32 bytes each. The record reveals both after the end. Any "
        "client can then verify that the random draws were fixed at creation."
    )


def moment(description: str, *, required: bool = True) -> fields.String:
    """Declare a time as a text.

    Date types of clients would lose the microseconds or write another time zone.
    """
    return fields.String(
        required=required,
        validate=Regexp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{6}Z$"),
        metadata={"description": description.replace("UTC", "UTC (RFC 3339)", 1)},
    )


def clock() -> MsgspecField:
    """Declare the time control of a game."""
    return MsgspecField(
        Clock, "Clock", metadata={"description": "The time control of human players. Omitted: no time limit."}
    )


def absence() -> MsgspecField:
    """Declare the absence policy of a game."""
    return MsgspecField(
        Absence,
        "Absence",
        metadata={
            "description": "What happens to a seat that misses its deadline or resigns. Omitted: no clock, and no AI "
            "level takes over resigned seats."
        },
    )


def virtual_clock() -> fields.Boolean:
    """Declare the flag of a game with a virtual clock."""
    return fields.Boolean(
        metadata={
            "description": "True if the game has a virtual clock, which only `advanceClock` moves. Omitted otherwise."
        }
    )
