"""Follow games by streams in threads, as clients do: after the end of a stream they connect again, and go on."""

import json
import threading
from dataclasses import dataclass, field

from tests.pairs.web import Person, Web

MOST_CONNECTIONS = 300
PATIENCE_SECONDS = 100.0
"""Real seconds until a stream must have ended, once it has a reason."""


@dataclass
class Listener:
    """A client that follows a game by one stream after the other."""

    web: Web
    who: Person | None
    game_id: str
    form: str
    """`stream` or `ndjson`."""
    seat: int | None = None
    headers: dict[str, str] = field(default_factory=dict)
    versions: list[int] = field(default_factory=list)
    """The versions of the events received."""
    last_id: str = ""
    status: int = 0
    """The status of the last response; 200 if its stream had the message `over`."""
    has_ended: bool = False
    """Whether the message `over` was received."""
    has_abort: bool = False
    """Whether the abort of the game was received."""
    problem: str = ""
    """The last response, if it was a problem."""
    connections: int = 0
    fault: str = ""
    thread: threading.Thread = field(init=False)

    def __post_init__(self) -> None:
        self.headers = self.web.headers(self.who, self.game_id)
        self.thread = threading.Thread(target=self._follow, daemon=True)
        self.thread.start()

    @property
    def name(self) -> str:
        return f"{self.form} of {self.who.name if self.who else 'nobody'} on {self.game_id}"

    def is_done(self, seconds: float = PATIENCE_SECONDS) -> bool:
        """Wait until the client has stopped; return whether it has."""
        self.thread.join(seconds)
        return not self.thread.is_alive()

    def _follow(self) -> None:
        """Follow the game until its end, or until the service rejects the credential."""
        try:
            while self.connections < MOST_CONNECTIONS and not self.has_ended:
                self.connections += 1
                last = {"Last-Event-ID": self.last_id} if self.last_id else {}
                path = f"/v1/games/{self.game_id}/events/{self.form}"
                response = self.web.environment.app.test_client().get(path, headers=self.headers | last)
                self.status = response.status_code
                if self.status == 503:
                    continue
                if self.status != 200:
                    self.problem = response.text[:200]
                    return
                for block in _blocks(response.iter_encoded(), self.form):
                    self._take(*block)
        except Exception as error:  # noqa: BLE001  # a client that breaks is a failure of the journey
            self.fault = repr(error)

    def _take(self, kind: str, entry_id: str, data: str) -> None:
        if kind == "over":
            self.has_ended = True
            return
        message = json.loads(data)
        self.has_abort = self.has_abort or message.get("status") == "aborted"
        if kind != "event" or "version" not in message or ("action" not in message and "change" not in message):
            return
        self.last_id = entry_id or message["id"]
        self.versions.append(message["version"])
        source = f"{self.form} of {self.who.name if self.who else 'nobody'}"
        self.web.shown(self.who, self.game_id, message["version"], message, source, self.web.journal.events)


def _blocks(chunks, form):
    """Yield kind, id and data of each message."""
    rest = ""
    for chunk in chunks:
        rest += chunk.decode()
        if form == "ndjson":
            *lines, rest = rest.split("\n")
            yield from (("event", "", line) for line in lines if line)
        else:
            *blocks, rest = rest.split("\n\n")
            for block in blocks:
                fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
                if "data" in fields:
                    yield fields.get("event", ""), fields.get("id", ""), fields["data"]
