"""Archive games in PostgreSQL: `postgresql://user:password@host[:port]/database[?parameter=value]`.

The parameters are libpq's, such as `sslmode=verify-full`. Its environment variables, such as PGPASSWORD, replace
omitted ones. The first stored game creates the table, if the user has the permission. Otherwise create it before:

    CREATE TABLE bottega_archive (
        game_id text COLLATE "C" PRIMARY KEY,
        packed bytea NOT NULL                  -- STORAGE EXTERNAL: it is compressed already
    )

A commit is as durable as the server's `synchronous_commit`, by default on its disk.
"""

import atexit
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg import conninfo, errors
from psycopg.abc import RV, PQGen
from psycopg_pool import ConnectionPool, PoolTimeout

from service.archive import ArchiveUnavailable
from service.archive.per_process import PerProcess

CONNECTIONS = 4
"""The maximum number of connections of one process. Idle ones are closed after some minutes."""
WAIT_SECONDS = 3.0
"""Timeout for a connection, long enough for a restart of the server."""
RESPONSE_SECONDS = 6.0
"""Timeout of a reply, longer than the timeout of a statement."""
PARAMETERS: Mapping[str, Any] = {
    "connect_timeout": 3,
    "client_encoding": "utf8",  # of ids; a database of SQL_ASCII returns them as bytes otherwise
    "application_name": "bottega",
    "options": "-c statement_timeout=5s",
    "tcp_user_timeout": 5000,  # milliseconds until a host that does not respond counts as lost
    "keepalives_idle": 60,
}
"""Defaults that the URL may override."""

MAKE = """
    SELECT pg_advisory_xact_lock(hashtext('bottega_archive')); -- concurrent attempts would fail
    CREATE TABLE IF NOT EXISTS bottega_archive (game_id text COLLATE "C" PRIMARY KEY, packed bytea NOT NULL);
    ALTER TABLE bottega_archive ALTER COLUMN packed SET STORAGE EXTERNAL
"""
PUT = """
    INSERT INTO bottega_archive (game_id, packed) VALUES (%s, %b)
    ON CONFLICT (game_id) DO UPDATE SET packed = excluded.packed
"""
GET = "SELECT packed FROM bottega_archive WHERE game_id = %s"
GET_MANY = "SELECT game_id, packed FROM bottega_archive WHERE game_id = ANY(%s)"
REMOVE = "DELETE FROM bottega_archive WHERE game_id = %s"


logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # it warns of each attempt; the caller logs the outage once


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection with a client timeout: a hanging server does not enforce its own."""

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Wait for a reply, with a timeout."""
        return super().wait(gen, interval, timeout or RESPONSE_SECONDS)


class PostgresqlArchive:
    """The archive in one table of a database; raises ValueError for an unreadable URL."""

    def __init__(self, address: str) -> None:
        self._parameters = _read(address)
        self._pools = PerProcess(self._open_pool)

    def put(self, game_id: str, packed: bytes) -> None:
        """Insert or replace the row of a game."""
        with self._connection() as connection:
            try:
                connection.execute(PUT, (game_id, packed))
            except errors.UndefinedTable:
                connection.execute(MAKE)
                connection.execute(PUT, (game_id, packed))

    def get(self, game_id: str) -> bytes | None:
        """Return the row of a game."""
        with self._connection() as connection, suppress(errors.UndefinedTable):
            row = connection.execute(GET, (game_id,), binary=True).fetchone()
            return bytes(row[0]) if row else None
        return None

    def get_many(self, game_ids: Sequence[str]) -> Mapping[str, bytes]:
        """Return the rows of several games in one statement."""
        with self._connection() as connection, suppress(errors.UndefinedTable):
            rows = connection.execute(GET_MANY, ([*game_ids],), binary=True).fetchall()
            return {game_id: bytes(packed) for game_id, packed in rows}
        return {}

    def remove(self, game_id: str) -> None:
        """Delete the row of a game."""
        with self._connection() as connection, suppress(errors.UndefinedTable):
            connection.execute(REMOVE, (game_id,))

    def close(self) -> None:
        """Close the connections."""
        atexit.unregister(self.close)
        pool = self._pools.take()
        if pool:
            pool.close()

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        """Yield a working connection; raises ArchiveUnavailable for all errors on it."""
        try:
            with self._pools.get().connection() as connection:
                yield connection
        except PoolTimeout as error:
            raise ArchiveUnavailable(f"PostgreSQL: {self._why_none()}") from error
        except psycopg.Error as error:
            raise ArchiveUnavailable(f"PostgreSQL: {error}") from error

    def _open_pool(self) -> ConnectionPool[Connection]:
        """Return a pool that connects on demand, and gives up no later than its caller."""
        atexit.register(self.close)  # since Python 3.13 an open pool delays the end of its process by seconds
        return ConnectionPool(
            connection_class=Connection,
            kwargs={**self._parameters, "autocommit": True, "prepare_threshold": None},  # for PgBouncer
            min_size=0,
            max_size=CONNECTIONS,
            open=True,
            check=ConnectionPool.check_connection,
            timeout=WAIT_SECONDS,
            reconnect_timeout=WAIT_SECONDS,
            num_workers=1,
            name="archive",
        )

    def _why_none(self) -> str:
        """Return the reason why there is no connection.

        The pool does not know it, so this function tries a new connection.
        """
        try:
            psycopg.connect(**self._parameters).close()
        except psycopg.Error as error:
            return str(error)
        return f"all connections were in use for {WAIT_SECONDS:.0f} s"


def _read(address: str) -> dict[str, Any]:
    """Return the parameters of a URL. The error omits the URL, which may contain a password."""
    unclear = "libpq cannot read the URL; in user and password write %40, %3A and %2F for @, : and /"
    try:
        given = conninfo.conninfo_to_dict(address)
    except psycopg.Error:
        raise ValueError(unclear) from None
    ports = str(given.get("port", "")).replace(",", "")
    if "@" in f"{given.get('host')}{given.get('dbname')}" or (ports and not (ports.isascii() and ports.isdigit())):
        raise ValueError(unclear)
    return {**PARAMETERS, **given}
