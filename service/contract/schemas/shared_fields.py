"""Members that many schemas share, each declared once."""

from collections.abc import Mapping, Sequence
from typing import Annotated, get_args

import msgspec
from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range, Regexp
from msgspec import UNSET, UnsetType

from domain.resignations import GivingUp
from domain.seat_changes import SeatChange
from service.contract.schemas.fields import TEXT_RULES, BodyInteger, JsonMapping, MsgspecField, RulesetField, UserText
from service.store.clock_types import Absence, By, Clock, UndoOffer

MOST_SEATS = 64
HIGHEST_VERSION = 2**31 - 1
LONGEST_WORDS = 64
MOST_PAIRS, LONGEST_KEY, LONGEST_VALUE = 16, 40, 256
"""Of metadata."""
KEY = "[A-Za-z0-9_.-]{1,40}"
LONGEST_DELAY_SECONDS = 7 * 24 * 3600


class SpectatorsOpen(msgspec.Struct, frozen=True, tag_field="kind", tag="open", forbid_unknown_fields=True):
    """Everybody sees what happens when it happens."""


class SpectatorsDelayed(msgspec.Struct, frozen=True, tag_field="kind", tag="delayed", forbid_unknown_fields=True):
    """While the game lasts, whoever has no seat sees it as it was: so many events or so long ago, at least one of both.

    With both, an event is seen once neither keeps it back.
    """

    events: (
        Annotated[int, msgspec.Meta(ge=1, le=1000, description="How many of the latest events are kept back.")]
        | UnsetType
    ) = UNSET
    seconds: (
        Annotated[int, msgspec.Meta(ge=1, le=LONGEST_DELAY_SECONDS, description="How old it is when it is seen.")]
        | UnsetType
    ) = UNSET

    def __post_init__(self) -> None:
        """Reject a delay of nothing."""
        if self.events is UNSET and self.seconds is UNSET:
            raise ValueError("Either `events` or `seconds` is needed")


class SpectatorsOff(msgspec.Struct, frozen=True, tag_field="kind", tag="off", forbid_unknown_fields=True):
    """While the game lasts, nobody without a seat sees anything of it but who sits there."""


def spectators() -> MsgspecField:
    """Declare what those see of a game who have no seat."""
    described = {"description": "What those see who have no seat, while the game lasts; all at once if absent."}
    return MsgspecField(SpectatorsOpen | SpectatorsDelayed | SpectatorsOff, "Spectators", metadata=described)


def visibility() -> fields.String:
    """Declare who finds a game."""
    return fields.String(
        validate=OneOf(["public", "unlisted", "private"]),
        metadata={
            "description": "`unlisted`: in no list, of games or of records. `private`: nor shown, ever, to anybody "
            "without the token of one of its seats. `public` if absent."
        },
    )


def words(description: str, *, shortest: int = 1, required: bool = False) -> UserText:
    """Declare a few words: a name, or a label."""
    return UserText(description, LONGEST_WORDS, shortest=shortest, required=required)


def level(description: str, *, required: bool = False) -> fields.String:
    """Declare the name of an AI level."""
    return fields.String(required=required, validate=Length(1, LONGEST_WORDS), metadata={"description": description})


def _few_pairs(pairs: Mapping[str, str]) -> None:
    """Raise ValidationError for too many pairs; by a function, since a length would be told as that of a text."""
    Length(max=MOST_PAIRS)(pairs)


def metadata(description: str) -> JsonMapping:
    """Declare the pairs of words that the platform keeps with a game."""
    return JsonMapping(
        keys=fields.String(validate=Regexp(f"^{KEY}$")),
        values=UserText("The text.", LONGEST_VALUE, shortest=0),
        validate=_few_pairs,
        metadata={
            "maxProperties": MOST_PAIRS,
            "description": f"{description} At most {MOST_PAIRS} texts of {LONGEST_VALUE} characters, by names of 1 to "
            f"{LONGEST_KEY} of the characters `A-Za-z0-9_.-`. {TEXT_RULES}",
        },
    )


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


def bot() -> fields.Boolean:
    """Declare the flag of a bot."""
    return fields.Boolean(metadata={"description": "True of a bot: a program decides for it. Omitted otherwise."})


def owner() -> fields.String:
    """Declare the owner of a bot."""
    return player("The owner of the bot; omitted otherwise, and once the owner has been deleted.", required=False)


def seek(description: str, *, required: bool = True) -> fields.String:
    """Declare a seek's id."""
    return fields.String(required=required, validate=Regexp("^sk_[a-z0-9]{20}$"), metadata={"description": description})


def another_game(description: str) -> fields.String:
    """Declare the id of a game that belongs to another one."""
    return fields.String(validate=Regexp("^[a-z0-9]{20}$"), metadata={"description": description})


def alias(description: str, *, required: bool = True) -> fields.String:
    """Declare what records know a player by."""
    told = f"{description} The player's alias: `rp_` and 20 letters or digits, the same in all records."
    return fields.String(required=required, validate=Regexp("^rp_[a-z0-9]{20}$"), metadata={"description": told})


def ruleset() -> fields.String:
    """Declare the name of a ruleset where it selects nothing."""
    return fields.String(required=True, metadata={"description": "The name of the ruleset."})


def options() -> RulesetField:
    """Declare the set-up choices of a game."""
    return RulesetField(
        "options_type", "Options", required=True, metadata={"description": "What was chosen at creation."}
    )


def status() -> fields.String:
    """Declare whether a game goes on."""
    return fields.String(
        required=True,
        validate=OneOf(["open", "running", "over", "aborted"]),
        metadata={
            "description": "`over` as soon as nobody is to act any more; `aborted` where nobody plays it to its end; "
            "`open` while a game that begins when it is seated waits for its players."
        },
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


UNDO = {
    "own": "a seat takes back its own latest actions, as long as nobody else has acted, nothing was drawn, and nobody "
    "has learnt anything hidden by them, not even by what did not happen. A ruleset in which no action is so is "
    "without this mode: `undo_modes` of `getRuleset`",
    "consent": "besides, a seat takes back what it has done before if all other human players agree",
}


def undo(description: str, modes: Sequence[str]) -> fields.String:
    """Declare what a seat may take back."""
    told = ". ".join(f"`{mode}`: {UNDO[mode]}" for mode in modes if mode in UNDO)
    return fields.String(validate=OneOf(modes), metadata={"description": f"{told}. {description}"})


def undo_offer() -> MsgspecField:
    """Declare what somebody would take back."""
    return MsgspecField(
        UndoOffer,
        "UndoOffer",
        metadata={
            "description": "What a seat would take back, until all people agree (`undoAction` with its `to`) or "
            "anybody acts; absent if nobody would."
        },
    )


def undoes() -> fields.Integer:
    """Declare to which version an event goes back."""
    return BodyInteger(
        validate=Range(0, HIGHEST_VERSION),
        metadata={
            "description": "The seat takes back all since this version: the table stands as it stood then. `decision` "
            "and `action` are those of its own that are taken back first, and there are no facts. Absent of all that "
            "was done; found in games with `undo` only."
        },
    )


def digits(description: str, *, required: bool = True) -> fields.String:
    """Declare 32 bytes in hexadecimal digits."""
    return fields.String(required=required, validate=Regexp("^[0-9a-f]{64}$"), metadata={"description": description})


def record_hash(presence: str, *, required: bool = False) -> fields.String:
    """Declare the hash of a game's record."""
    return digits(
        "The `hash` of the game's record, SHA-256. It binds players, options, log and result: a record with another "
        f"hash is not the one of this game. {presence}",
        required=required,
    )


def change() -> MsgspecField:
    """Declare a change of who plays a seat."""
    return MsgspecField(
        SeatChange,
        "SeatChange",
        metadata={
            "description": "Who plays the seat from now on. An event has either `change`, or `decision` and `action`."
        },
    )


def commitment() -> fields.String:
    """Declare the commitment to a seed."""
    return digits(
        "SHA-256 of the salt and the seed of the game's dice, 32 bytes each. The game's record reveals both after the "
        "end, so anybody can see that they were never exchanged."
    )


def moment(description: str, *, required: bool = True) -> fields.String:
    """Declare a time: a text, since a client's type for dates would lose the microseconds or write another zone."""
    return fields.String(
        required=required,
        validate=Regexp("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{6}Z$"),
        metadata={"description": f"{description[:-1]} (RFC 3339)."},
    )


def deadline() -> fields.String:
    """Declare until when a seat may answer."""
    return moment(
        "Of a turn in a game with a clock: when the time of its decision is up, UTC; absent otherwise.", required=False
    )


def clock() -> MsgspecField:
    """Declare how long each seat may take."""
    return MsgspecField(
        Clock, "Clock", metadata={"description": "How long each seat of a person may take; absent if for ever."}
    )


def absence() -> MsgspecField:
    """Declare what becomes of a seat that takes longer."""
    return MsgspecField(
        Absence,
        "Absence",
        metadata={
            "description": "What becomes of a seat whose time is up, or that has resigned. Omitted: no clock, and no "
            "level plays for seats that have resigned."
        },
    )


def replacing_level() -> fields.String:
    """Declare which level plays in place of a player."""
    return fields.String(
        metadata={"description": "The AI level that plays the seat in place of the player. Omitted: default actions."}
    )


def until_return(*, required: bool = False) -> fields.Boolean:
    """Declare for how long a level plays in place of a player."""
    return fields.Boolean(
        required=required,
        metadata={
            "description": "Present when the type is `taken_over`. False: the level answers this decision only, and "
            "the player gets the next one. True: the level also answers later decisions until the player calls "
            "`returnToSeat` or acts."
        },
    )


def virtual_clock() -> fields.Boolean:
    """Declare the mark of a game whose time stands still."""
    return fields.Boolean(
        metadata={
            "description": "True in a game whose time passes as `advanceClock` says, and not else; absent otherwise."
        }
    )


def giving_up() -> fields.String:
    """Declare why a seat is placed behind others."""
    return fields.String(
        validate=OneOf(get_args(GivingUp)),
        metadata={
            "description": "Why the seat is placed behind all who have not given up: its time was up, or its player "
            "has resigned. Absent if it has not given up."
        },
    )


def by() -> MsgspecField:
    """Declare who decided in place of a seat's player."""
    return MsgspecField(
        By,
        "By",
        metadata={
            "description": "Who decided in place of the seat's player; absent if the player did. A player who has come "
            "back shows as an event without it."
        },
    )
