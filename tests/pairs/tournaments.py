"""Read a tournament as a stranger, while its games run and after its end."""

import csv
import io
from typing import Any, Final

from service import problems
from service.game.game import load
from tests.pairs.scene import Scene

NAME: Final = "a shared deal is hidden until its last game has ended"
READ = ("standings", "standings/csv", "crosstable", "events?limit=500")
ENDED = ("over", "cancelled")


def look_at(scene: Scene) -> None:
    """Read everything of the tournament; no result of a deal that is still played may be shown."""
    if not scene.tournament:
        return
    response = scene.web.send(None, "GET", f"{scene.tournament}/rounds")
    others = [scene.web.send(None, "GET", f"{scene.tournament}/{each}") for each in READ]
    if scene.row["visibility"] == "private":
        if {each.status_code for each in (response, *others)} != {404}:
            scene.journal.fault("a private tournament is hidden", "a stranger can read a part of it")
        return
    _check_columns(scene, others[1].get_data(as_text=True))
    if response.status_code == 200 and scene.row["deal"] == "shared":
        for each in response.json["rounds"]:
            _check_hidden(scene, each, others[3].json["events"])


def _check_columns(scene: Scene, text: str) -> None:
    header = next(csv.reader(io.StringIO(text)), [])
    if len(header) != len({*header}):
        scene.journal.fault("each column has a name of its own", f"the standings have the columns {header}")


def _check_hidden(scene: Scene, played: dict[str, Any], log: list[dict[str, Any]]) -> None:
    """Check that a round shows no result while one of its first games is running: these share a deal."""
    games = [each for table in played["tables"] for each in table["games"] if each["game"] == 0]
    if not any(is_running(scene, each["game_id"]) for each in games):
        return
    games = [each for each in games if each["status"] != "aborted"]  # all share the first place, whatever was dealt
    ids = {each["game_id"] for each in games}
    shown = [each["game_id"] for each in games if each.get("ranks") or each.get("totals")]
    shown += [each["game_id"] for each in log if each.get("game_id") in ids and each.get("ranks")]
    for game_id in ids:
        result = scene.web.send(None, "GET", f"/games/{game_id}/result")
        shown += [game_id] if result.status_code == 200 else []
    if shown:
        scene.journal.fault(NAME, f"round {played['round']} shows the results of {sorted({*shown})}")


def is_running(scene: Scene, game_id: str) -> bool:
    """Return whether a game has not ended."""
    try:
        return not load(scene.environment.installation, game_id).has_ended
    except problems.GameNotFound:
        return False


def cancel(scene: Scene) -> bool:
    """Cancel the tournament as its organiser; return whether that succeeds."""
    body = {"reason": "The hall is closed."}
    return scene.web.send(scene.creator, "POST", f"{scene.tournament}/cancel", body).status_code == 200
