"""Format players and decisions about them in columns."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from msgspec import UNSET, UnsetType

from service.resources.operators import Ban, FoundPlayer, InspectedPlayer
from service.store import Decision
from workers.command.console import clean

GAP = "  "
Rows = Sequence[Sequence[str]]
Listing = tuple[Sequence[str], Rows]
"""The heads of columns and the rows below."""


def listed(players: Sequence[FoundPlayer]) -> Iterator[str]:
    """Yield the lines of a list of players."""
    head = ("PLAYER", "NAME", "KIND", "CREATED", "STATE")
    yield from aligned(head, [_row(each) for each in players])


def decided(decisions: Sequence[Decision]) -> Iterator[str]:
    """Yield the lines of a list of decisions."""
    head = ("AT", "DECISION", "ALIAS", "BY", "UNTIL", "REASON")
    rows = [
        (_moment(each.at), each.action, each.alias, each.by, _moment(each.until), each.reason or each.public_reason)
        for each in decisions
    ]
    yield from aligned(head, rows)


def described(player: InspectedPlayer) -> Iterator[str]:
    """Yield the lines about a player: the profile, then each list that is not empty."""
    yield from aligned((), _profile_rows(player))
    for head, rows in (*_access(player), *_play(player)):
        if rows:
            yield ""
            yield from aligned(head, rows)


def _profile_rows(player: InspectedPlayer) -> Rows:
    profile = player.profile
    return [
        ("player", profile.player),
        ("name", profile.name),
        ("alias", profile.alias),
        ("kind", "bot" if profile.bot else "player"),
        ("owner", profile.owner or ""),
        ("created", _moment(profile.created_at)),
        ("last seen", _moment(profile.last_seen)),
        ("ban", "none" if player.ban is UNSET else _ban(player.ban)),
        ("bots", ", ".join(player.bots)),
        ("tournaments", ", ".join(player.tournaments)),
    ]


def _access(player: InspectedPlayer) -> Iterator[Listing]:
    """Yield the lists of what signs in and reaches a player."""
    yield (
        ("KEY", "SCOPES", "CREATED", "EXPIRES"),
        [
            (each.key_id, ",".join(each.scopes), _moment(each.created_at), _moment(each.expires_at))
            for each in player.keys
        ],
    )
    yield (
        ("IDENTITY", "ISSUER", "SUBJECT", "LINKED"),
        [(each.identity, each.issuer, each.subject, _moment(each.linked_at)) for each in player.identities],
    )
    yield (
        ("TARGET", "DESTINATION", "STATE"),
        [
            (each.kind, each.destination, "unconfirmed" if each.unconfirmed else "")
            for each in player.notification_targets
        ],
    )


def _play(player: InspectedPlayer) -> Iterator[Listing]:
    """Yield the lists of what a player plays, and of what was decided about the player."""
    yield (
        ("POOL", "RATING", "GAMES"),
        [(each.pool.pool, str(each.rating), str(each.games)) for each in player.ratings],
    )
    yield (
        ("LATEST GAMES", "RULESET", "STATUS", "CREATED"),
        [(each.game_id, each.ruleset, each.status, _moment(each.created_at)) for each in player.games],
    )
    yield (
        ("AT", "DECISION", "BY", "UNTIL", "REASON"),
        [
            (_moment(each.decided_at), each.action, each.by, _moment(each.until), each.reason or each.public_reason)
            for each in player.decisions
        ],
    )


def aligned(head: Sequence[str], rows: Rows) -> Iterator[str]:
    """Yield the lines of rows whose columns are as wide as their longest text."""
    cleaned = [[*map(clean, row)] for row in ([head, *rows] if head else rows)]
    widths = [max(map(len, column)) for column in zip_longest(*cleaned, fillvalue="")]
    for row in cleaned:
        yield GAP.join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def _row(player: FoundPlayer) -> Sequence[str]:
    kind, state = "bot" if player.bot else "player", "banned" if player.banned else ""
    return player.player, player.name, kind, _moment(player.created_at), state


def _ban(ban: Ban) -> str:
    until = "for good" if ban.until is UNSET else f"until {_moment(ban.until)}"
    shown = [f"public reason: {ban.public_reason}"] if ban.public_reason else []
    return "; ".join([f"{until}, since {_moment(ban.banned_at)}, by {ban.by}", *filter(None, [ban.reason]), *shown])


def _moment(at: str | UnsetType) -> str:
    """Return a time in UTC to the second; empty for none."""
    return "" if at is UNSET else at[:19].replace("T", " ")
