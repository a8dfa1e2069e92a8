"""`bottega tournament`: runs a tournament from a file against a service, and goes on where it stopped.

All of a tournament is the service's: here is only who it is, in a file beside the one that states it, and whatever
programs play. What creates it is sent with keys that follow from the file and from the organiser's key: so it is
created once, even if nobody was left to write down that it was.
"""

import hmac
import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from workers.command import tournament_file
from workers.command.bot_service import Json, Rejected, ServiceClient
from workers.command.console import is_terminal, say, show_bar, tell
from workers.command.tournament_file import BadFile, EntrantEntry, TournamentFile
from workers.command.tournament_programs import EntrantPrograms, Playing
from workers.command.tournament_progress import Progress, rounds_of, seating_bar, standings_table

WAIT_SECONDS = 20
PAUSE_SECONDS = 1.0
SEATING_WAIT_SECONDS = 2
"""How long to wait for news while a round is being created."""
PAGE = 500
OVER = ("over", "cancelled")
NOTABLE = (
    *("withdrew", "reentered", "disqualified", "penalised", "ruled", "ruling_withdrawn", "taken_back"),
    *("changed", "postponed", "paused", "resumed", "cancelled"),
)
"""What is told even where there is a bar."""
OWNER_ONLY = 0o600
HOW_TO_ORGANISE = "An organiser's key is made by `bottega keys create --scopes play,create,organise`."


class NotBegun(Exception):
    """A tournament that cannot be begun or followed; the message says why."""


@dataclass(frozen=True)
class Begun:
    """A tournament that has been created."""

    tournament: str
    keys: Mapping[str, str]
    """The keys of the players that were made for programs, by name."""

    @property
    def path(self) -> str:
        """Return its address."""
        return f"/v1/tournaments/{quote(self.tournament)}"


def run(service: ServiceClient, key: str, path: Path, record: Path | None) -> int:
    """Run the tournament of a file to its end, and print the standings; return the exit code: 0 if it came so far.

    Raises BadFile, NotBegun and Unexpected.
    """
    file = tournament_file.read(path)
    try:
        begun = _recall(service, file) or _begin(service, key, file)
        programs = EntrantPrograms(service, _playing(file, begun))
        status = _follow(service, key, file, begun, programs)
        say(*standings_table(service.get(f"{begun.path}/standings", key)["standings"]))
        if record is not None:
            _write(record, _record(service, key, begun))
        programs.end()
    except Rejected as rejection:
        raise NotBegun(str(rejection)) from rejection
    except KeyboardInterrupt:
        tell("the tournament goes on; start this again to follow it, and for its programs to play on")
        raise
    return 0 if status == "over" else 1


def _recall(service: ServiceClient, file: TournamentFile) -> Begun | None:
    """Return the tournament that was begun from a file, as it was written down; None if there is none.

    Raises NotBegun where the file, or the service, is another one by now.
    """
    state = state_of(file.path)
    if not state.exists():
        return None
    kept = json.loads(state.read_text(encoding="utf-8"))
    if kept["file"] != file.digest:
        raise NotBegun(f"{file.path} has changed since its tournament was begun; remove {state} to begin another")
    if kept["service"] != service.address:
        raise NotBegun(f"its tournament was begun at {kept['service']}; remove {state} to begin another")
    return Begun(kept["tournament"], kept["keys"])


def _begin(service: ServiceClient, key: str, file: TournamentFile) -> Begun:
    """Create a tournament, or find it again, and write down which it is. Raises BadFile and Rejected."""
    keys: dict[str, str] = {}
    entrants = [_sent(service, key, file, number, keys) for number in range(len(file.entrants))]
    body = {**file.plan, "entrants": entrants}
    try:
        created = service.post("/v1/tournaments", key, body, _derived(key, "tournament", file.digest))
    except Rejected as rejection:
        raise _rejected(file, rejection) from rejection
    begun = Begun(created["tournament"], keys)
    kept = {"service": service.address, "tournament": begun.tournament, "file": file.digest, "keys": keys}
    _write(state_of(file.path), json.dumps(kept, indent=2).encode() + b"\n")
    return begun


def state_of(path: Path) -> Path:
    """Return where is written down which tournament was begun from a file: it holds keys."""
    return path.with_name(f"{path.name}.state")


def _sent(service: ServiceClient, key: str, file: TournamentFile, number: int, keys: dict[str, str]) -> Json:
    """Return what the service is told of an entrant; the key of a player that is made for it is added to `keys`."""
    stated = file.entrants[number]
    try:
        if stated.key:
            return {**stated.sent, "player": service.get("/v1/me", stated.key)["player"]}
        if stated.program is None:
            return stated.sent
        name = stated.sent["name"]
        made = service.post("/v1/players", key, {"name": name}, _derived(key, file.plan.get("name"), name))
    except Rejected as rejection:
        place = "key" if stated.key else "command"
        raise BadFile(f"{file.path}: entrants[{number}].{place}: {rejection.problem.get('detail')}") from rejection
    keys[name] = made["key"]
    return {**stated.sent, "player": made["player"]}


def _rejected(file: TournamentFile, rejection: Rejected) -> BadFile | NotBegun:
    """Tell why a tournament is not created: the file, or whoever asks, is not right."""
    if rejection.problem.get("status") in (401, 403):
        return NotBegun(f"{rejection.problem.get('detail')} {HOW_TO_ORGANISE}")
    return tournament_file.rejected(file, rejection)


def _derived(key: str, *purpose: Any) -> str:
    """Return an idempotency key that nobody can guess who does not know the organiser's key."""
    return hmac.digest(key.encode(), json.dumps(purpose).encode(), "sha256").hex()


def _follow(service: ServiceClient, key: str, file: TournamentFile, begun: Begun, programs: EntrantPrograms) -> str:
    """Follow a tournament to its end, programs playing; return how it has ended."""
    shown = service.get(begun.path, key)
    tell(f"{shown['name']}: {service.address}{begun.path}")
    if "clock" not in shown and any("level" not in each.sent for each in file.entrants):
        tell("there is no [clock]: whoever never moves holds its round up")
    programs.start()
    if shown["status"] == "registration":
        _start(service, key, file, shown)
    return _watch(service, key, begun, Progress(rounds_of(file.plan)), programs)


def _watch(service: ServiceClient, key: str, begun: Begun, progress: Progress, programs: EntrantPrograms) -> str:
    """Read the log as it grows, to its last entry; return how the tournament has ended."""
    seating: Json | None = None
    while True:
        wait = WAIT_SECONDS if seating is None else SEATING_WAIT_SECONDS
        page = service.get(f"{begun.path}/events?after={progress.version}&limit={PAGE}&wait={wait}", key)
        for entry in page["events"]:
            told = progress.take(entry)
            if told and (entry["type"] in NOTABLE or not is_terminal()):
                tell(told)
        if len(page["events"]) < PAGE:
            seating = None if any(progress.open_games()) else service.get(begun.path, key).get("seating")
            show_bar(progress.bar() if seating is None else seating_bar(seating))
            if page["status"] in OVER:
                show_bar("")
                return str(page["status"])
            programs.take(progress.open_games())


def _record(service: ServiceClient, key: str, begun: Begun) -> bytes:
    """Return the record of a tournament, once the last of its games has ended: there may be some that count no more."""
    told = False
    while True:
        try:
            return service.read(f"{begun.path}/record", key)
        except Rejected as rejection:
            if rejection.code != "tournament_not_over":
                raise
        if not told:
            tell("the record comes when the last of its games has ended")
            told = True
        time.sleep(PAUSE_SECONDS)


def _start(service: ServiceClient, key: str, file: TournamentFile, shown: Json) -> None:
    """Begin a tournament that waits for nobody; else tell what it waits for."""
    path = f"/v1/tournaments/{shown['tournament']}"
    if file.begins_itself:
        try:
            service.post(f"{path}/start", key, {})
        except Rejected as rejection:
            if rejection.code != "tournament_started":
                raise
        return
    code = f" by the code {shown['code']}" if "code" in shown else ""
    tell(f"players enter{code}: POST {service.address}{path}/entrants")
    when = f"at {shown['starts_at']}" if "starts_at" in shown else f"by POST {service.address}{path}/start"
    tell(f"it begins {when}")


def _playing(file: TournamentFile, begun: Begun) -> Mapping[int, Playing]:
    """Return which entrants programs play for."""
    return {
        number: Playing(stated.sent.get("name", f"entrant {number}"), _key_of(stated, begun), stated.program)
        for number, stated in enumerate(file.entrants)
        if stated.program is not None
    }


def _key_of(stated: EntrantEntry, begun: Begun) -> str:
    """Return the key of the player that a program plays for."""
    return stated.key or begun.keys[stated.sent["name"]]


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, for its owner's eyes."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY), "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(path)
