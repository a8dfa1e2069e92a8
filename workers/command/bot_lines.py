"""The lines that `bottega bot` and a program send to each other."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bottega_client import Client, Turn

from workers.command.bot_program import ProgramError

LONGEST_SHOWN = 200
"""Characters of an invalid line in an error message."""


@dataclass
class Request:
    """A pending decision, and the line for it that is sent to the program."""

    turn: Turn
    line: dict[str, Any]
    positions: int = 0
    """How many sampled positions the lines of this seat have."""
    rejections: int = 0
    rejected: Any = None
    """The problem of the last rejected action."""
    failures: int = 0
    """How many programs failed while they had this request."""
    sent_at: float | None = None
    """When the running program got the request; None if it has not."""

    @property
    def id(self) -> str:
        """The id of the request, which names its game, seat and decision."""
        return str(self.line["id"])

    @property
    def sent(self) -> dict[str, Any]:
        """Return the line for the program, with the problem if the last action was rejected."""
        return self.line if self.rejected is None else {**self.line, "rejected": self.rejected}


def due(requests: Sequence[Request], *, proven: bool) -> list[Request]:
    """Return the open requests that a program gets now: all that it lacks, or after a failure one at a time.

    A proven program first gets those at which a program failed, any other first those at which none did.
    """
    if not any(each.failures for each in requests):
        return [each for each in requests if each.sent_at is None]
    if any(each.sent_at is not None for each in requests):
        return []
    suspected = [each for each in requests if each.failures or not proven]
    return [min(suspected, key=lambda each: each.failures)]


def request_for(client: Client, turn: Turn, positions: int) -> Request:
    """Return the request of a turn, with sampled positions."""
    return Request(turn, {**_line(turn), **_sampled_positions(client, turn, positions)}, positions)


def read_response(line: bytes) -> tuple[str, Any]:
    """Return the id of the decision and the action, or its index, from a line; raises ProgramError."""
    try:
        response = json.loads(line)
        return str(response["id"]), response["action"]
    except (ValueError, TypeError, KeyError) as error:
        shown = line[:LONGEST_SHOWN].decode(errors="replace").rstrip("\n")
        raise ProgramError(f'expected {{"id": ..., "action": ...}} from the program, got: {shown}') from error


def chosen_action(actions: Sequence[Any], response: Any) -> Any:
    """Return the legal action with this index, or the action itself; raises ProgramError."""
    if type(response) is not int:
        return response
    if not 0 <= response < len(actions):
        raise ProgramError(f"the program chose action {response} of {len(actions)}; actions are numbered from 0")
    return actions[response]


def _line(turn: Turn) -> dict[str, Any]:
    """Return the line of a turn for a program."""
    return {
        "id": f"{turn.game_id}.{turn.seat}.{turn.decision}",
        "game_id": turn.game_id,
        "ruleset": turn.ruleset,
        "seat": turn.seat,
        "decision": turn.decision,
        "view": turn.view,
        "actions": turn.actions,
        "events": turn.events,
    }


def _sampled_positions(client: Client, turn: Turn, count: int) -> dict[str, Any]:
    """Return sampled positions if any are requested; rated games have none."""
    if not count or turn.view.get("rated"):
        return {}
    sampled = client.sample_positions(turn.game_id, body={"count": count}, token=turn.token)
    return {"positions": sampled["positions"], "rules_version": sampled["rules_version"]}
