"""Choose the recorded games that clients play: of each ruleset the most varied game with the fewest actions."""

import json
from pathlib import Path
from typing import Any

from domain.registry import RULESETS
from tests.recordings import FOLDER
from tests.tools.clients.players.table import new_game, score_sheets


def chosen() -> list[Path]:
    """Choose a recorded game of each ruleset: the most types of actions, the most fields, then the fewest actions."""
    return [max((FOLDER / name).glob("*.json"), key=_worth) for name in RULESETS]


def _worth(file: Path) -> tuple[int, int, int]:
    """Return the sort key of a recorded game: how much it covers, then how few actions it has."""
    actions = [event["action"] for event in json.loads(file.read_text(encoding="utf-8"))["events"]]
    members = {(action["type"], name) for action in actions for name in action}
    return len({action["type"] for action in actions}), len(members), -len(actions)


def in_typescript(files: list[Path], head: str, decoders: tuple[str, str]) -> str:
    """Return recorded games as a TypeScript module, so that the compiler checks them against the generated types.

    `head` imports the types GameRequest and ActionRequest; `decoders` names the functions that decode them from JSON.
    """
    games = [_game(json.loads(file.read_text(encoding="utf-8")), file.stem, decoders) for file in files]
    opening = (
        'import type { Recorded } from "./table";\n\nexport const games: Recorded<GameRequest, ActionRequest>[] = [\n'
    )
    return f"{head}\n{opening}{''.join(games)}];\n"


def in_json(files: list[Path]) -> str:
    """Return recorded games for a player that reads them from a file."""
    return json.dumps([_recorded(json.loads(file.read_text(encoding="utf-8")), file.stem) for file in files])


def _recorded(golden: dict[str, Any], name: str) -> dict[str, Any]:
    events = golden["events"]
    return {
        "name": f"{golden['ruleset']}/{name}",
        "ruleset": golden["ruleset"],
        "game": new_game(golden),
        "actions": [{"seat": each["seat"], "version": each["version"], "wire": each["action"]} for each in events],
        "seats": score_sheets(golden),
    }


def _game(golden: dict[str, Any], name: str, decoders: tuple[str, str]) -> str:
    (game, response), ruleset = decoders, json.dumps(golden["ruleset"])
    actions = "".join(
        f"      {{ seat: {seat}, wire: {json.dumps(action)}, answer: (decision) => "
        f"{response}({{ ruleset: {ruleset}, decision, action: {json.dumps(action)} }}) }},\n"
        for seat, action in ((event["seat"], event["action"]) for event in golden["events"])
    )
    return (
        f"  {{\n    name: {json.dumps(golden['ruleset'] + '/' + name)},\n    ruleset: {ruleset},\n"
        f"    game: {game}({json.dumps(new_game(golden))}),\n    actions: [\n{actions}    ],\n"
        f"    seats: {json.dumps(score_sheets(golden))},\n  }},\n"
    )
