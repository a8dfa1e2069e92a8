"""Store the tournaments in Redis.

Keys of one tournament, all in one cluster slot:

    bottega:{<tournament>}:header    JSON of `TournamentHeader`; written once
    bottega:{<tournament>}:sent      number of events sent to all recipients, a blank, and number of recipients who have
                                     received the next event
    bottega:{<tournament>}:created   sorted set: index of the event that seated a round -> number of its created games
    bottega:{<tournament>}:settled   number of events that the running games follow, such as vacations
    bottega:{<tournament>}:progress  JSON of `TournamentProgress`, for lists; written in one step with the log
    bottega:{<tournament>}:log       list: JSON of one event each; its length is the version of the tournament
    bottega:{<tournament>}:players   aliases of players: see `tournament_players`
    bottega:{<tournament>}:players-changes  how often a player in it was replaced or deleted, or has another name

Keys of one player:

    bottega:{<player>}:tournaments   set: the tournaments that name the player; written before the tournament
    bottega:{<player>}:staff-of      set: the tournaments in whose staff the player is, or has been

Keys of all tournaments:

    bottega:{tournaments}:sequence   the highest number in use
    bottega:{tournaments}:all        sorted set: tournament -> number, in the order of creation
    bottega:{tournaments}:due        tournament -> when to check it: see `due_list`

A tournament is listed and put on the due list before it is written, and stays there until it ends. After a crash at any
point there may be an entry without a tournament, but never a tournament without an entry.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from service.store.channels import channel
from service.store.connection import script
from service.store.due_list import DueList
from service.store.games import Store
from service.store.keys import key
from service.store.players import Players
from service.store.servers import Servers
from service.store.unreadable import readable
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.staff_events import StaffChanged
from service.tournaments.rules.summary import TournamentProgress
from service.tournaments.store.headers import TournamentHeader
from service.tournaments.store.logs_read import KnownTournament, first_read, known_tournaments, newly_named
from service.tournaments.store.tournament_players import (
    NO_PLAYERS,
    ORGANISER,
    TournamentPlayer,
    TournamentPlayers,
    aliases,
    hidden,
    newcomers,
    players_in,
    read_players,
    written,
)

_LUA = Path(__file__).parent / "lua"
_CREATE = script("create_tournament", _LUA)
_APPEND = script("append", _LUA)
_CHANGE_PLAYERS = script("change_players", _LUA)
_ENLIST = script("enlist")

_ALL = "bottega:{tournaments}:all"
_SEQUENCE = "bottega:{tournaments}:sequence"
_DUE = "bottega:{tournaments}:due"


_HEADER = msgspec.json.Decoder(TournamentHeader)


class Tournaments:
    """The tournaments of one Redis."""

    def __init__(self, servers: Servers, players: Players) -> None:
        self._servers = servers
        self._players = players
        self.due = DueList(servers, _DUE)

    def create(
        self, header: TournamentHeader, log: Sequence[AnyEvent], summary: TournamentProgress, due: float
    ) -> bool:
        """List and write a new tournament with its first events; False if the id is in use."""
        name = header.tournament
        self._servers.write_before(
            _DUE,
            lambda pipeline: pipeline.zadd(_DUE, {name: due}).eval(_ENLIST, 2, _SEQUENCE, _ALL, name),
        )
        known = self._known(name, [header.organiser, *players_in(log)], NO_PLAYERS)
        by_alias = newcomers(log, known, NO_PLAYERS)
        own = {ORGANISER: TournamentPlayer(header.organiser)}
        stored = msgspec.structs.replace(header, organiser=known[header.organiser])
        keys = [key(name, part) for part in ("header", "log", "progress", "players")]
        arguments = [msgspec.json.encode(stored), msgspec.json.encode(summary), 2 * len(by_alias | own)]
        arguments += [*written(by_alias | own), *(msgspec.json.encode(hidden(each, known)) for each in log)]
        done = self._servers.write(name, lambda pipeline: pipeline.eval(_CREATE, len(keys), *keys, *arguments))[-1]
        self._drop_deleted(name, by_alias)
        return bool(done)

    def load(self, name: str) -> KnownTournament | None:
        """Return a tournament with its log, players and state; None for an unknown one."""
        held = known_tournaments(self._servers)
        known = held.get(name)
        found = self._continued(name, known) if known else None
        found = found or self._read(name)
        if found is not None:
            held.hold(name, found)
        return found

    def hold(self, known: KnownTournament) -> None:
        """Hold the state of a tournament after an append, so that the next load need not compute it."""
        known_tournaments(self._servers).hold(known.header.tournament, known)

    def _continued(self, name: str, known: KnownTournament) -> KnownTournament | None:
        """Return a known tournament with its new log entries; None if it must be read as a whole.

        A player who changes after the first round trip raises the number of changes: the next load reads all.
        """
        entries, changes = self._servers.call(
            name,
            lambda client: (
                client.pipeline(transaction=True)
                .lrange(key(name, "log"), known.version - 1, -1)
                .get(key(name, "players-changes"))
                .execute()
            ),
        )
        if not entries or entries[0] != known.last or changes != known.changes:
            return None  # players have changed, or another tournament has this id: its database was replaced
        if len(entries) == 1:
            return known
        new = known.decoded(entries[1:])
        return known.continued(new, entries[1:], self._players_of(name, newly_named(new, known.players)))

    def _players_of(self, name: str, named: Sequence[str]) -> TournamentPlayers:
        """Return the players with some aliases, without those who have been deleted."""
        if not named:
            return NO_PLAYERS
        found = self._servers.call(name, lambda client: client.hmget(key(name, "players"), named))
        return read_players(
            {alias.encode(): each for alias, each in zip(named, found, strict=True) if each is not None}
        )

    def _read(self, name: str) -> KnownTournament | None:
        """Read a whole tournament; None if it does not exist."""
        header, entries, stored, changes = self._servers.call(
            name,
            lambda client: (
                client.pipeline(transaction=True)
                .get(key(name, "header"))
                .lrange(key(name, "log"), 0, -1)
                .hgetall(key(name, "players"))
                .get(key(name, "players-changes"))
                .execute()
            ),
        )
        if header is None:
            return None
        by_alias = read_players(stored)
        known = _with_organiser(_HEADER.decode(header), by_alias.pop(ORGANISER, None))
        return first_read(known, entries, by_alias, changes)

    def summaries(self, names: Sequence[str]) -> list[tuple[TournamentHeader, TournamentProgress] | None]:
        """Return several tournaments as shown in lists; None for one that does not exist."""

        def read(client: Any, names: Sequence[str]) -> Sequence[list[bytes | None]]:
            pipeline = client.pipeline(transaction=False)
            for name in names:
                pipeline.mget(key(name, "header"), key(name, "progress")).hget(key(name, "players"), ORGANISER)
            replies = pipeline.execute()
            return [[*both, own] for both, own in zip(replies[::2], replies[1::2], strict=True)]

        return [_summary(name, *each) for name, each in zip(names, self._servers.each(names, read), strict=True)]

    def append(
        self, name: str, seen: int, events: Sequence[AnyEvent], summary: TournamentProgress, by_alias: TournamentPlayers
    ) -> tuple[TournamentPlayers, list[bytes]] | None:
        """Append events if the log still has the length `seen`; return the players by alias, and the stored entries.

        None if the log has changed. `by_alias` has the players before.
        """
        known = self._known(name, players_in(events), by_alias)
        for event in events:
            if isinstance(event, StaffChanged) and event.right is not UNSET:
                self._servers.write_before(event.player, partial(_note_staff, player=event.player, tournament=name))
        new = newcomers(events, known, by_alias)
        keys = [key(name, part) for part in ("log", "header", "progress", "players", "players-changes")]
        stored = [msgspec.json.encode(hidden(each, known)) for each in events]
        arguments = [seen, channel(name), msgspec.json.encode(summary), 2 * len(new), *written(new)]
        arguments += stored
        done = self._servers.write(name, lambda pipeline: pipeline.eval(_APPEND, len(keys), *keys, *arguments))[-1]
        self._drop_deleted(name, new)
        return ({**by_alias, **new}, stored) if done else None

    def of_player(self, player: str) -> list[str]:
        """Return the tournaments that name a player."""
        found = self._servers.call(player, lambda client: client.smembers(key(player, "tournaments")))
        return sorted(each.decode() for each in found)

    def of_staff(self, player: str) -> frozenset[str]:
        """Return the tournaments in whose staff a player is, or has been."""
        found = self._servers.call(player, lambda client: client.smembers(key(player, "staff-of")))
        return frozenset(each.decode() for each in found)

    def replace_player(self, name: str, player: str, new: str) -> None:
        """Replace the id of a player in a tournament, and move the tournament to the new player's; idempotent."""
        self._servers.write_before(new, partial(_note, player=new, tournament=name))
        if name in self.of_staff(player):
            self._servers.write_before(new, partial(_note_staff, player=new, tournament=name))
        by_alias = read_players(self._servers.call(name, lambda client: client.hgetall(key(name, "players"))))
        own = {alias: each for alias, each in by_alias.items() if each.player == player}
        if own:
            moved = {alias: msgspec.json.encode(msgspec.structs.replace(own[alias], player=new)) for alias in own}
            self._change_players(name, *(word for pair in moved.items() for word in pair))
        self._remove(player, name)

    def delete_player(self, name: str, player: str) -> None:
        """Remove the id and name of a player from a tournament, and the tournament from the player's."""
        by_alias = read_players(self._servers.call(name, lambda client: client.hgetall(key(name, "players"))))
        fields = [alias for alias, entry in by_alias.items() if entry.player == player]
        if fields:
            self._change_players(name, *(word for field in fields for word in (field, b"")))
        self._remove(player, name)

    def _change_players(self, name: str, *words: str | bytes) -> None:
        """Replace fields of the players, or delete those with an empty value, and count the change."""
        keys = [key(name, part) for part in ("players", "players-changes")]
        self._servers.write(name, lambda pipeline: pipeline.eval(_CHANGE_PLAYERS, len(keys), *keys, *words))

    def _remove(self, player: str, name: str) -> None:
        """Remove a tournament from those of a player."""
        lists = [key(player, each) for each in ("tournaments", "staff-of")]
        self._servers.write(player, lambda pipeline: [pipeline.srem(each, name) for each in lists])

    def _known(self, name: str, players: Sequence[str], by_alias: TournamentPlayers) -> dict[str, str]:
        """Return aliases by player id, empty for deleted players; add the tournament to new players."""
        known = aliases(by_alias)
        for player in players:
            if player not in known:
                profile = self._players.profile(player)
                known[player] = profile.alias if profile else ""
                self._servers.write_before(player, partial(_note, player=player, tournament=name))
        return known

    def _drop_deleted(self, name: str, new: TournamentPlayers) -> None:
        """Remove players who were deleted while they were written."""
        for entry in new.values():
            if self._players.profile(entry.player) is None:
                self.delete_player(name, entry.player)

    def sent(self, name: str) -> tuple[int, int]:
        """Return the number of events sent to all, and the number of recipients of the next event."""
        stored: bytes | None = self._servers.call(name, lambda client: client.get(key(name, "sent")))
        entries, recipients = (stored or b"0 0").split()
        return int(entries), int(recipients)

    def note_sent(self, name: str, entries: int, recipients: int = 0) -> None:
        """Store the number of sent events. A simultaneous lower number only causes events to be sent again."""
        self._servers.call(name, lambda client: client.set(key(name, "sent"), f"{entries} {recipients}"))

    def settled(self, name: str) -> int:
        """Return the number of events that all running games follow."""
        return int(self._servers.call(name, lambda client: client.get(key(name, "settled"))) or 0)

    def note_settled(self, name: str, entries: int) -> None:
        """Store the number of events that all running games follow. A simultaneous lower number only repeats work."""
        self._servers.call(name, lambda client: client.set(key(name, "settled"), entries))

    def created_games(self, name: str, entry: int) -> int:
        """Return the number of created games of the round that this event seated."""
        return int(self._servers.call(name, lambda client: client.zscore(key(name, "created"), entry)) or 0)

    def note_created_games(self, name: str, entry: int, created: int) -> int:
        """Store the number of created games of a round, unless a higher one is stored; return the higher one.

        Wakes all who wait for changes of the tournament.
        """
        created_games = key(name, "created")

        def note(client: Any) -> Any:
            return (
                client.pipeline(transaction=False)
                .zadd(created_games, {entry: created}, gt=True)
                .zscore(created_games, entry)
                .publish(channel(name), b"")
            )

        return int(self._servers.call(name, lambda client: note(client).execute())[1])

    def page(self, before: int | None, limit: int) -> list[tuple[int, str]]:
        """Return tournaments with their numbers, newest first, with numbers below `before`."""
        last = "inf" if before is None else f"({before}"
        entries = self._servers.call(
            _ALL,
            lambda client: client.zrange(
                _ALL, last, "-inf", desc=True, byscore=True, offset=0, num=limit, withscores=True
            ),
        )
        return [(int(number), name.decode()) for name, number in entries]


def tournaments_in(store: Store) -> Tournaments:
    """Return the tournaments of a store."""
    return Tournaments(store.servers, store.players)


def _summary(
    name: str, header_json: bytes | None, summary_json: bytes | None, organiser: bytes | None
) -> tuple[TournamentHeader, TournamentProgress] | None:
    """Return a tournament as shown in lists; None if it is missing or unreadable."""
    if header_json is None or summary_json is None:
        return None
    own = None if organiser is None else readable(organiser, TournamentPlayer, f"the organiser of tournament {name}")
    header = readable(header_json, TournamentHeader, f"tournament {name}")
    summary = readable(summary_json, TournamentProgress, f"the summary of tournament {name}")
    return None if header is None or summary is None else (_with_organiser(header, own), summary)


def _with_organiser(header: TournamentHeader, organiser: TournamentPlayer | None) -> TournamentHeader:
    """Return a tournament with the organiser's id; the alias stays if the player was deleted."""
    return header if organiser is None else msgspec.structs.replace(header, organiser=organiser.player)


def _note_staff(pipeline: Any, player: str, tournament: str) -> None:
    """Store that a player may be in the staff of a tournament."""
    pipeline.sadd(key(player, "staff-of"), tournament)


def _note(pipeline: Any, player: str, tournament: str) -> None:
    """Store that a tournament may name a player."""
    pipeline.sadd(key(player, "tournaments"), tournament)
