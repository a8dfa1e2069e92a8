"""Name the keys of a game, and write to them together with the due list and the list of clocks.

Keys of one game, all in one cluster slot:

    bottega:{<game_id>}:header            JSON of `Header`; written once
    bottega:{<game_id>}:log               list: one `Event` per entry, see `log_entries`; old events in bundles, see
                                          `bundles`; its length is the version of the game
    bottega:{<game_id>}:state             snapshot of the position after the last event, as `domain.replay` encodes it
    bottega:{<game_id>}:info              JSON of `GameInfo`; missing for the default
    bottega:{<game_id>}:seats             hash: seat -> SHA-256 digest of its token, in hexadecimal digits; name, player
                                          and rotation, each after a line feed. The last two and the name are omitted
                                          if empty: see `game_types.Holder`
    bottega:{<game_id>}:result            JSON of the result, once the game is scored
    bottega:{<game_id>}:responses         list: mark and shown version of each of the last idempotent actions; expires
    bottega:{<game_id>}:claim:<digest>    digest of an idempotent claim, a line feed, and the rotation of its token
                                          unless that is the first; expires. After the digest, how often the seat had
                                          been left, if ever
    bottega:{<game_id>}:trace             span that wrote the last event, with tracing: see `trace_links`; expires
    bottega:{<game_id>}:check             written to check the durability of earlier writes; expires
    bottega:{<game_id>}:hints|analysis|reviews|chart    hints and analysis: see `advice`
    bottega:{<game_id>}:presence          presence of players: see `presence`
    bottega:{<game_id>}:webhooks|webhook:...            webhooks: see `webhooks`
    bottega:{<game_id>}:archived|superseded|restored    copies in the archive: see `archived`
    bottega:{<game_id>}:deleted           set after the removal of the game, for a day at least; expires

Keys outside any game:

    bottega:creation:<digest>             digest of an idempotent creation, a line feed, and the id of the game or key;
                                          expires
    bottega:{archive}                     the archive of the finished games: see `archive_identity`
    bottega:{backup}                      the time of the last backup: see `last_backup`
    bottega:{format}                      the format of all data: see `stored_format`
    bottega:check                         written to check that Redis accepts writes; expires; in a cluster with a
                                          number for each node
    bottega:due                           games that need a job or a bundle: see `due_list`
    bottega:clocks                        deadlines of pending decisions: see `clock_list`
    bottega:{bottega:clocks}:starts       latest start of a clock of each game: see `clock_list`
    bottega:{lists}:...                   lists of games: see `lists`
    bottega:{webhooks}:due                webhooks with pending deliveries: see `due_list`
    bottega:{<deal_id>}:games             games of a deal: see `deals`
    bottega:{<player>}:..., bottega:invitation:...   players: see `players`, `identities`, `merges` and
                                          `bans`
    bottega:{ban:<mark>}, bottega:{marks}  what banned players must not come back with: see `bans`
    bottega:{decisions}:log               decisions about players: see `decisions`
    bottega:{seeks}:..., bottega:{seeks:<kind>}:...  seeks: see `service.matchmaking.store`
    bottega:{failures}, bottega:{failures}:...   failed jobs: see `failed_jobs`
    bottega:{ratings}:..., bottega:{ratings:<pool>}:...   ratings: see `ratings`
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from service.store.connection import script
from service.store.durability import Command
from service.store.servers import Servers

_ANNOUNCE = script("announce")

DUE = "bottega:due"
CLOCKS = "bottega:clocks"
STARTS = f"bottega:{{{CLOCKS}}}:starts"
OUTAGES_KEY = f"bottega:{{{CLOCKS}}}:outages"
"""The key of the outages. Like STARTS, it is in the slot of the list of clocks."""


class RunningClocks(NamedTuple):
    """The clocks that a write starts; times are Unix times."""

    checks: Mapping[str, float]
    """Unix times of the next checks, by the names of the clocks in their list."""
    latest_start: float = 0.0
    """The latest start of a clock; 0 if time does not pass automatically."""


NO_CLOCKS = RunningClocks({})


def key(game_id: str, *parts: str) -> str:
    """Return the name of a key of a game; the braces put all keys in one cluster slot."""
    return ":".join((f"bottega:{{{game_id}}}", *parts))


def write(  # noqa: PLR0913
    servers: Servers,
    game_id: str,
    due: float | None,
    script: str,
    keys: Sequence[str],
    arguments: Sequence[Any],
    clocks: RunningClocks = NO_CLOCKS,
    *,
    repeats: bool = True,
    creates: bool = False,
) -> Any:
    """Put the game on the due list if `due` is set, add its `clocks` to their list, then run the script.

    On one server this takes one round trip, and a removed game is put on no list unless the script `creates` it. On a
    cluster the lists are on other servers: the sweeper removes the entries of a removed game. Raises NotDurable unless
    all writes are durable.
    """
    command: Command = ("EVAL", script, len(keys), *keys, *arguments)
    dues, starts = [*_due_commands(game_id, due)], [*_clock_commands(game_id, clocks)]
    if servers.is_cluster:
        for held_by, commands in ((DUE, dues), (CLOCKS, starts)):
            if commands:
                servers.run(held_by, *commands)
        return servers.run(game_id, command, repeats=repeats)[-1]
    entries = [*dues, *starts]
    if entries and not creates:
        entries = [_announcement(game_id, due, clocks)]
    return servers.run(game_id, *entries, command, repeats=repeats)[-1]


def _due_commands(game_id: str, due: float | None) -> Iterator[Command]:
    """Return the command that puts a game on the due list, if it is due."""
    if due is not None:
        yield ("ZADD", DUE, due, game_id)


def _clock_commands(game_id: str, clocks: RunningClocks) -> Iterator[Command]:
    """Return the commands that add clocks to their list."""
    if clocks.checks:
        yield ("ZADD", CLOCKS, "LT", *(part for name, when in clocks.checks.items() for part in (when, name)))
    if clocks.latest_start:
        yield ("ZADD", STARTS, "GT", clocks.latest_start, game_id)


def _announcement(game_id: str, due: float | None, clocks: RunningClocks) -> Command:
    """Return the command that adds the entries of a write, unless the game has been removed."""
    checks = [part for name, when in clocks.checks.items() for part in (repr(when), name)]
    start = repr(clocks.latest_start) if clocks.latest_start else ""
    arguments = [game_id, "" if due is None else repr(due), start, *checks]
    return ("EVAL", _ANNOUNCE, 4, DUE, CLOCKS, STARTS, key(game_id, "header"), *arguments)
