"""Types that several resources share."""

from typing import Annotated

from msgspec import Meta

from service.tournament.plan import MOST_ENTERED, MOST_ENTRANTS, MOST_GAMES, MOST_TABLE

MOST_SEATS = 64
MOST = 2**31 - 1
MOST_WAIT_SECONDS = 30

GameId = Annotated[str, Meta(pattern="^[a-z0-9]{20}$", description="The id of the game, as used in URLs.")]
Moment = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{6}Z$")]
"""A time, UTC (RFC 3339). Date types of clients would lose the microseconds or write another time zone."""
Deadline = Annotated[
    Moment,
    Meta(
        description="The deadline of the seat's pending decision in UTC. Omitted if the game has no clock (RFC 3339)."
    ),
]
Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
SeatNumber = Annotated[Seat, Meta(description="The number of the seat in turn order, from 0.")]
Count = Annotated[int, Meta(ge=0, le=MOST)]
"""A version of a game or the id of a decision."""
GameVersion = Annotated[Count, Meta(description="The version of the game: the number of events in its log.")]
NextDecisionId = Annotated[Count, Meta(description="The id of the seat's pending decision, to send with the action.")]
PlainRuleset = Annotated[str, Meta(description="The name of the ruleset.")]
"""The name of a ruleset as plain data, not as the tag of a union."""
Digits = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal digits."""
ScoredHash = Annotated[
    Digits,
    Meta(
        description="The `hash` of the game's record: a SHA-256 in hexadecimal digits. It covers players, options, log "
        "and result. A record with another hash does not belong to this game. Present when the type is `scored`."
    ),
]
ReplacingLevel = Annotated[
    str, Meta(description="The AI level that plays the seat in place of the player. Omitted: default actions.")
]
UntilReturn = Annotated[
    bool,
    Meta(
        description="How long the AI level plays the seat; present if the type is `taken_over`. False: it answers this "
        "decision only. True: it plays until the player calls `returnToSeat` or acts."
    ),
]
LeadingSeek = Annotated[
    str,
    Meta(pattern="^sk_[a-z0-9]{20}$"),
    Meta(description="The seek that led to the seat. Omitted if the seat was not matched by a seek."),
]
PlayerId = Annotated[str, Meta(pattern="^pl_[a-z0-9]{20}$")]

TournamentId = Annotated[
    str, Meta(pattern="^tn_[a-z0-9]{20}$", description="The id of the tournament, as used in URLs.")
]
TournamentEventType = Annotated[
    str,
    Meta(
        pattern="^[a-z_]+$",
        description="The event in the tournament. About an entrant: `entered`, `withdrew`, `reentered`, "
        "`disqualified`, `penalised`. About a match: `ruled` and `ruling_withdrawn` (the organiser has set or "
        "withdrawn its result). About the tournament: `started`, `postponed` (too few entrants at its start), "
        "`changed`, `opened` (the games of a round exist), `taken_back` (a round), `paused`, `resumed`, "
        "`cancelled`, `ended`. Only webhooks of the tournament and its organiser receive `game_ended`. More "
        "values may be added.",
    ),
]
Entrant = Annotated[int, Meta(ge=0, le=MOST_ENTERED - 1)]
TableNumber = Annotated[
    int, Meta(ge=1, le=MOST_ENTRANTS // 2, description="The number of the table in the round, from 1.")
]
GameNumber = Annotated[int, Meta(ge=0, le=MOST_GAMES - 1)]
Ranks = Annotated[tuple[Annotated[int, Meta(ge=1, le=MOST_TABLE)], ...], Meta(min_length=2, max_length=MOST_TABLE)]
