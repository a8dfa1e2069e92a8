"""Play a recorded game, action by action, and compare every response with its decoded form.

A player is a class with the operations of the contract, as its generated client provides them. It takes and returns
generated classes. With each it also returns the received JSON and the JSON that the class encodes to, for comparison.
"""

import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

PATIENCE_SECONDS = 30.0
POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Answer:
    """A response: as received, as the generated class `value`, and as that class encodes itself."""

    received: bytes
    value: Any
    encoded: Any


class Player(Protocol):
    """The operations of the contract through a generated client."""

    def __init__(self, address: str) -> None: ...

    def list_rulesets(self) -> Answer: ...

    def get_ruleset(self, ruleset: str) -> Answer: ...

    def create_game(self, wire: dict[str, Any]) -> Answer: ...

    def list_legal_actions(self, game: str, token: str) -> Answer: ...

    def submit_action(self, game: str, token: str, wire: dict[str, Any]) -> Answer: ...

    def rejected(self, game: str, token: str, wire: dict[str, Any]) -> Answer: ...

    def list_events(self, game: str, token: str | None, after: int) -> Answer: ...

    def query_view(self, game: str, token: str | None) -> Answer: ...

    def get_result(self, game: str) -> Answer: ...

    def get_record(self, game: str) -> Answer: ...

    def encoded_action(self, action: Any) -> Any: ...


@dataclass
class Report:
    """The result of a game."""

    game: str
    actions: int = 0
    values: int = 0
    different: list[str] = field(default_factory=list)
    """Values that changed by decoding and encoding, or that differ from the record."""

    def take(self, what: str, response: Answer) -> Any:
        """Count a response, compare its JSON before and after decoding, and return its value."""
        self.values += 1
        if canonical(json.loads(response.received)) != canonical(response.encoded):
            self.different.append(f"{what}: {_difference(json.loads(response.received), response.encoded)}")
        return response.value

    def check(self, what: str, *, holds: bool) -> None:
        """Record a failed check."""
        if not holds:
            self.different.append(what)


def canonical(value: Any) -> bytes:
    """Return JSON in its canonical form: sorted keys, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def play(player: Player, file: Path) -> Report:
    """Play the recorded game of a file to its end; the seed makes it the same game."""
    golden = json.loads(file.read_text(encoding="utf-8"))
    report = Report(f"{golden['ruleset']}/{file.stem}")
    report.take("listRulesets", player.list_rulesets())
    report.take("getRuleset", player.get_ruleset(golden["ruleset"]))
    created = report.take("createGame", player.create_game(new_game(golden)))
    tokens = {each.seat: each.token for each in created.tokens}
    for event in golden["events"]:
        token = tokens[event["seat"]]
        _act(player, report, created.game_id, token, golden["ruleset"], event["action"])
        report.take("listEvents", player.list_events(created.game_id, token, event["version"] - 1))
        report.actions += 1
    _finish(player, report, created.game_id, tokens, score_sheets(golden))
    return report


def new_game(golden: dict[str, Any]) -> dict[str, Any]:
    """Return the body that creates the recorded game: the same options, seats and seed."""
    return {
        "ruleset": golden["ruleset"],
        "options": golden["options"],
        "seats": [{"kind": "human", "name": f"Seat {seat}"} for seat in range(len(golden["seats"]))],
        "sandbox": {"seed": golden["seed"]},
    }


def _act(player: Player, report: Report, game: str, token: str, ruleset: str, action: dict[str, Any]) -> None:
    """Find the recorded action among the legal ones, submit it, and check that a second submission is rejected."""
    legal = report.take("listLegalActions", player.list_legal_actions(game, token))
    listed = [canonical(player.encoded_action(each)) for each in legal.actions]
    report.check(f"{action} is not listed", holds=canonical(action) in listed)
    response = {"ruleset": ruleset, "decision": legal.decision, "action": action}
    report.take("submitAction", player.submit_action(game, token, response))
    problem = report.take("the rejection of a second answer", player.rejected(game, token, response))
    report.check(f"rejected with {problem.code}", holds=problem.status == 409)


def score_sheets(golden: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the recorded score sheets with who has won: no recorded game has teams or a shared first place."""
    return [{**seat, "result": "won" if seat["rank"] == 1 else "lost"} for seat in golden["result"]["seats"]]


def _finish(player: Player, report: Report, game: str, tokens: dict[int, str], seats: Any) -> None:
    """Read the finished game as every viewer, and compare its score sheet with the recorded one."""
    for token in (None, *tokens.values()):
        report.take("queryView", player.query_view(game, token))
        report.take("listEvents", player.list_events(game, token, 0))
    deadline = time.monotonic() + PATIENCE_SECONDS
    result = player.get_result(game)
    while "seats" not in json.loads(result.received) and time.monotonic() < deadline:
        report.take("getResult before it is scored", result)
        time.sleep(POLL_SECONDS)
        result = player.get_result(game)
    report.take("getResult", result)
    report.take("getRecord", player.get_record(game))
    report.check("the outcome is another one", holds=result.encoded.get("seats") == seats)


def _difference(received: Any, encoded: Any, path: str = "$") -> str:
    """Return the path of the first difference between two values."""
    if isinstance(received, dict) and isinstance(encoded, dict):
        for name in sorted({*received, *encoded}):
            if name not in received or name not in encoded:
                return f"{path}.{name}: {received.get(name, 'absent')!r} became {encoded.get(name, 'absent')!r}"
            if received[name] != encoded[name]:
                return _difference(received[name], encoded[name], f"{path}.{name}")
    if isinstance(received, list) and isinstance(encoded, list) and len(received) == len(encoded):
        for place, (one, other) in enumerate(zip(received, encoded, strict=True)):
            if one != other:
                return _difference(one, other, f"{path}[{place}]")
    return f"{path}: {received!r:.80} became {encoded!r:.80}"


def main(player: type[Player]) -> None:
    """Play the games whose files follow the URL on the command line; print one report per line."""
    address, *files = sys.argv[1:]
    for file in files:
        report = play(player(address), Path(file))
        print(json.dumps(vars(report)), flush=True)
