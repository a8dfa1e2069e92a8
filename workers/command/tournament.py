"""Implement `bottega tournament`: run or resume a tournament from a file.

The service stores the tournament. The command stores its id and keys beside the file, and runs the programs of
entrants. It creates everything with idempotency keys derived from the file and the organiser's key. A tournament is
therefore created once, even if the command dies before it stores the id.
"""

import hmac
import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bottega_client import Client, Json, Problem

from service.tournaments.rules.types import CLOSED
from workers.command import tournament_file
from workers.command.console import is_terminal, print_status, say, show_bar
from workers.command.tournament_file import BadFile, EntrantEntry, TournamentFile
from workers.command.tournament_programs import EntrantPrograms, Playing
from workers.command.tournament_progress import Progress, rounds_of, seating_bar, standings_table

if TYPE_CHECKING:
    from bottega_client.schemas import Seating

WAIT_SECONDS = 20
PAUSE_SECONDS = 1.0
SEATING_WAIT_SECONDS = 2
"""Seconds to wait for new events while a round is being created."""
PAGE = 500
NOTABLE = (
    *("withdrew", "reentered", "disqualified", "penalised", "ruled", "ruling_withdrawn", "taken_back"),
    *("changed", "postponed", "paused", "resumed", "cancelled", "reopened"),
)
"""Events that are printed even above a progress bar."""
OWNER_ONLY = 0o600
HOW_TO_ORGANISE = "Create an organiser's key with `bottega keys create --scopes play,create,organise`."


class NotStarted(Exception):
    """The tournament cannot be started or followed; the message says why."""


@dataclass(frozen=True)
class Started:
    """A tournament that has been created."""

    tournament: str
    keys: Mapping[str, str]
    """Keys of the players that were created for programs, by name."""


def run(client: Client, key: str, path: Path, record: Path | None, log: Path | None = None) -> int:
    """Run the tournament of a file to its end and print the standings; return 0 if it ended, 1 if it was cancelled.

    `key` is the organiser's key, which the client sends. `log` is the directory for logs of programs. Raises BadFile,
    NotStarted, NotWritable and NetworkError.
    """
    file = tournament_file.read(path)
    try:
        started = _stored(client, file) or _create(client, key, file)
        programs = EntrantPrograms(client, _playing(file, started), log)
        status = _follow(client, file, started, programs)
        say(*standings_table(client.get_standings(started.tournament)["standings"]))
        if record is not None:
            _write(record, _record(client, started))
        programs.end()
    except Problem as problem:
        raise NotStarted(str(problem)) from problem
    except KeyboardInterrupt:
        print_status("the tournament continues; run this command again to follow it and to restart its programs")
        raise
    return 0 if status == "over" else 1


def _stored(client: Client, file: TournamentFile) -> Started | None:
    """Return the stored tournament of a file; None if there is none.

    Raises NotStarted if the file or the service has changed.
    """
    state = state_of(file.path)
    if not state.exists():
        return None
    stored = json.loads(state.read_text(encoding="utf-8"))
    if stored["file"] != file.digest:
        raise NotStarted(f"{file.path} has changed since its tournament was created; remove {state} to create another")
    if stored["service"] != client.url:
        raise NotStarted(f"its tournament was created at {stored['service']}; remove {state} to create another")
    return Started(stored["tournament"], stored["keys"])


def _create(client: Client, key: str, file: TournamentFile) -> Started:
    """Create the tournament, or find it again, and store its id. Raises BadFile, NotStarted and Problem."""
    keys: dict[str, str] = {}
    entrants = [_body_of(client, key, file, number, keys) for number in range(len(file.entrants))]
    body: Any = {**file.plan, "entrants": entrants}  # the service checks the plan of the file
    try:
        created = client.create_tournament(body=body, idempotency_key=_derived(key, "tournament", file.digest))
    except Problem as problem:
        raise _rejected(file, problem) from problem
    started = Started(created["tournament"], keys)
    stored = {"service": client.url, "tournament": started.tournament, "file": file.digest, "keys": keys}
    _write(state_of(file.path), json.dumps(stored, indent=2).encode() + b"\n")
    return started


def state_of(path: Path) -> Path:
    """Return the path of the state file of a tournament, which contains keys."""
    return path.with_name(f"{path.name}.state")


def _body_of(client: Client, key: str, file: TournamentFile, number: int, keys: dict[str, str]) -> Json:
    """Return an entrant for the service; adds the key of a player that is created for it to `keys`."""
    stated = file.entrants[number]
    try:
        if stated.key:
            return {**stated.sent, "player": client.get_me(token=stated.key)["player"]}
        if stated.program is None:
            return stated.sent
        name = stated.sent["name"]
        made = client.create_player(body={"name": name}, idempotency_key=_derived(key, file.plan.get("name"), name))
    except Problem as problem:
        place = "key" if stated.key else "command"
        raise BadFile(f"{file.path}: entrants[{number}].{place}: {problem.body['detail']}") from problem
    keys[name] = made["key"]
    return {**stated.sent, "player": made["player"]}


def _rejected(file: TournamentFile, problem: Problem) -> BadFile | NotStarted:
    """Return why the service rejects the tournament: the file or the caller."""
    if problem.status in (401, 403):
        return NotStarted(f"{problem.body['detail']} {HOW_TO_ORGANISE}")
    return tournament_file.rejected(file, problem)


def _derived(key: str, *purpose: Any) -> str:
    """Return an idempotency key that is secret without the organiser's key."""
    return hmac.digest(key.encode(), json.dumps(purpose).encode(), "sha256").hex()


def _follow(client: Client, file: TournamentFile, started: Started, programs: EntrantPrograms) -> str:
    """Follow a tournament to its end while programs play; return its last status."""
    shown = client.get_tournament(started.tournament)
    print_status(f"{shown['name']}: {client.url}/v1/tournaments/{started.tournament}")
    if "clock" not in shown and any("level" not in each.sent for each in file.entrants):
        print_status("there is no [clock]: a player who never moves blocks the round")
    programs.start()
    if shown["status"] == "registration":
        _start(client, file, shown)
    return _watch(client, started.tournament, Progress(rounds_of(file.plan)), programs)


def _watch(client: Client, tournament: str, progress: Progress, programs: EntrantPrograms) -> str:
    """Read the log to its last entry; return the last status of the tournament."""
    seating: Seating | None = None
    status = ""

    def wait() -> int:
        return SEATING_WAIT_SECONDS if seating else WAIT_SECONDS

    for page in client.pages(tournament=tournament, limit=PAGE, wait=wait):
        status = page["status"]
        for entry in page["events"]:
            line = progress.take(entry)
            if line and (entry["type"] in NOTABLE or not is_terminal()):
                print_status(line)
        if len(page["events"]) < PAGE and status not in CLOSED:
            seating = None if any(progress.open_games()) else client.get_tournament(tournament).get("seating")
            show_bar(progress.bar() if seating is None else seating_bar(seating))
            programs.take(progress.open_games())
    show_bar("")
    return status


def _record(client: Client, started: Started) -> bytes:
    """Return the record of a tournament, after all its games have ended."""
    is_reported = False
    while True:
        try:
            return client.get_tournament_record_bytes(started.tournament)
        except Problem as problem:
            if problem.code != "tournament_not_over":
                raise
        if not is_reported:
            print_status("waiting for the record until the last game has ended")
            is_reported = True
        time.sleep(PAUSE_SECONDS)


def _start(client: Client, file: TournamentFile, shown: Mapping[str, Any]) -> None:
    """Start a tournament that needs no further action; else print what it waits for."""
    if file.starts_automatically:
        try:
            client.start_tournament(shown["tournament"], body={})
        except Problem as problem:
            if problem.code != "tournament_started":
                raise
        return
    path = f"{client.url}/v1/tournaments/{shown['tournament']}"
    code = f" with the code {shown['code']}" if "code" in shown else ""
    print_status(f"players register{code}: POST {path}/entrants")
    print_status(f"it starts at {shown['starts_at']}" if "starts_at" in shown else f"it starts with POST {path}/start")


def _playing(file: TournamentFile, started: Started) -> Mapping[int, Playing]:
    return {
        number: Playing(stated.sent.get("name", f"entrant {number}"), _key_of(stated, started), stated.program)
        for number, stated in enumerate(file.entrants)
        if stated.program is not None
    }


def _key_of(stated: EntrantEntry, started: Started) -> str:
    return stated.key or started.keys[stated.sent["name"]]


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically, readable by its owner only."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY), "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(path)
