"""Map players of a tournament to aliases, which its log and header contain instead of ids.

    bottega:{<tournament>}:players   hash: alias -> JSON of `TournamentPlayer`; `organiser` -> that of the organiser

Deleting a player removes one field of this hash. The log, its hashes and the record stay as they are. When the log is
read, ids and names are inserted again, as far as they exist.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeGuard, TypeVar

import msgspec

from service.tournaments.rules.entrant_events import Entered, Substituted
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.staff_events import StaffChanged

PLAYER = "pl_"
"""The beginning of player ids; aliases begin otherwise."""
ORGANISER = "organiser"
E = TypeVar("E", bound=AnyEvent)


class TournamentPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player in a tournament."""

    player: str
    name: str = ""
    """The entrant's display name; empty for players who did not enter."""


TournamentPlayers = Mapping[str, TournamentPlayer]
"""Players by alias."""
NO_PLAYERS: TournamentPlayers = {}
_PLAYER = msgspec.json.Decoder(TournamentPlayer)


def is_player(text: str) -> bool:
    """Whether an id is a player id and not an alias."""
    return text.startswith(PLAYER)


def read_players(stored: Mapping[bytes, bytes]) -> dict[str, TournamentPlayer]:
    """Return the players by alias."""
    return {alias.decode(): _PLAYER.decode(entry) for alias, entry in stored.items()}


def players_in(events: Iterable[AnyEvent]) -> list[str]:
    """Return the players in events, each once."""
    named = (each for event in events for each in (event.by, getattr(event, "player", "")))
    return [*dict.fromkeys(filter(is_player, named))]


def named_in(events: Iterable[AnyEvent]) -> list[str]:
    """Return the aliases in events as they are stored, each once."""
    named = (each for event in events for each in (event.by, getattr(event, "player", "")))
    return [*dict.fromkeys(filter(None, named))]


def newcomers(
    events: Iterable[AnyEvent], known: Mapping[str, str], by_alias: TournamentPlayers
) -> dict[str, TournamentPlayer]:
    """Return the players to add: entrants with their names, and others who are new.

    `known` has the aliases of all players, by id.
    """
    new = {alias: TournamentPlayer(player) for player, alias in known.items() if alias and alias not in by_alias}
    for event in events:
        alias = known.get(event.player, "") if isinstance(event, Entered | Substituted) else ""
        if alias and isinstance(event, Entered | Substituted):
            new[alias] = TournamentPlayer(event.player, event.name)
    return new


def hidden(event: E, known: Mapping[str, str]) -> E:
    """Return an event as stored: with aliases instead of players, and without names."""
    by = known.get(event.by, "") if is_player(event.by) else event.by
    changed: dict[str, Any] = {"by": by}
    if _has_player(event):
        alias = known.get(event.player, "") if is_player(event.player) else event.player
        changed |= {"player": alias, "name": ""}
    if isinstance(event, StaffChanged):
        changed["player"] = known.get(event.player, "") if is_player(event.player) else event.player
    return msgspec.structs.replace(event, **changed)


def shown(event: E, by_alias: TournamentPlayers) -> E:
    """Return an event with ids and names of players; a deleted player stays an alias without a name."""
    changed: dict[str, Any] = {"by": by_alias[event.by].player} if event.by in by_alias else {}
    if _has_player(event):
        entry = by_alias.get(event.player)
        changed |= {"name": deleted_name(event.entrant)} if entry is None else {}
        changed |= {"player": entry.player, "name": entry.name} if entry is not None else {}
    if isinstance(event, StaffChanged) and event.player in by_alias:
        changed["player"] = by_alias[event.player].player
    return msgspec.structs.replace(event, **changed) if changed else event


def _has_player(event: AnyEvent) -> TypeGuard[Entered | Substituted]:
    """Whether an event gives an entrant a player."""
    return isinstance(event, Substituted) or (isinstance(event, Entered) and event.kind == "player")


def deleted_name(entrant: int) -> str:
    """Return the display name of an entrant whose player has been deleted."""
    return f"Deleted player {entrant + 1}"


def aliases(by_alias: TournamentPlayers) -> dict[str, str]:
    """Return the aliases of players, by id."""
    return {entry.player: alias for alias, entry in by_alias.items() if alias != ORGANISER}


def written(by_alias: TournamentPlayers) -> Sequence[bytes]:
    """Return the fields of the hash: alias and player in turn."""
    return [part for alias, entry in by_alias.items() for part in (alias.encode(), msgspec.json.encode(entry))]
