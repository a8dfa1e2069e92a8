"""Print as JSON what the tests of the web client compare with: game logs as the terminal writes them, and records."""

import json
from itertools import zip_longest
from typing import Any

from bottega_client import GameTexts

from domain.languages import LANGUAGES
from domain.record import write
from domain.registry import PUBLISHED
from tests.rulesets.games import PLAYED, play
from workers.promises.records import recorded
from workers.promises.references import as_json
from workers.promises.sentences import described

PLAYERS = ["Ada", "Bruno", "Carla", "Dino", "Ester"]


def lines_by_the_terminal(requested: dict[str, Any]) -> list[list[str]]:
    """Write the events of a game log as `bottega demo` does."""
    writer = GameTexts(requested["ruleset"], requested["players"], requested["language"])
    return [
        []
        if following and writer.is_completed(each, following)
        else writer.event(each["action"], each["seat"], each["facts"])
        for each, following in zip_longest(requested["events"], requested["events"][1:])
    ]


def logs(name: str) -> list[dict[str, Any]]:
    """Return the log of a game in each language, with its lines as the terminal writes them."""
    game = play(name, PLAYED[name].min_seats, 0)
    events = [
        {"seat": step.seat, "action": as_json(step.action), "facts": [as_json(fact) for fact, _ in step.emitted]}
        for step in game.steps
    ]
    requested: list[dict[str, Any]] = [
        {
            "ruleset": {**described(PLAYED[name], each), "levels": []},
            "language": each,
            "players": PLAYERS,
            "events": events,
        }
        for each in LANGUAGES
    ]
    return [{**each, "lines": lines_by_the_terminal(each)} for each in requested]


if __name__ == "__main__":
    records = [write(recorded("tiny", 2, number)).decode() for number in (0, 1)]
    print(json.dumps({"logs": [log for name in PUBLISHED for log in logs(name)], "records": records}))
