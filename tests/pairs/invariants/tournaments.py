"""A tournament that has ended is settled once its last game has ended: nothing runs, and its record can be read."""

from typing import Any, Final

from tests.pairs.playing import Play
from tests.pairs.tournaments import ENDED, is_running, look_at

NAME: Final = "a tournament that has ended is settled"


def check(play: Play) -> None:
    """Read the tournament after its end."""
    scene = play.scene
    look_at(scene)
    reader = None if scene.row["visibility"] != "private" else scene.persons[0] if scene.persons else scene.creator
    found = scene.web.send(reader, "GET", scene.tournament) if scene.tournament else None
    if found is None or found.status_code != 200 or found.json["status"] not in ENDED:
        return
    if any(is_running(scene, each) for each in scene.games if scene.journal.games[each].startswith("round")):
        return
    rounds = scene.web.ok(reader, "GET", f"{scene.tournament}/rounds")["rounds"]
    for each in _unsettled(rounds):
        scene.journal.fault(NAME, f"the tournament is {found.json['status']}, and {each}")
    if "deal_secret" not in found.json:
        scene.journal.fault(NAME, f"the tournament is {found.json['status']} without its secret")


def _unsettled(rounds: list[dict[str, Any]]) -> list[str]:
    """List the rounds, tables and games that are shown as running."""
    found = [f"round {each['round']} is running" for each in rounds if each["status"] != "closed"]
    tables = [(each["round"], table) for each in rounds for table in each["tables"]]
    found += [f"table {table['table']} of round {number} is running" for number, table in tables if _is_running(table)]
    return found


def _is_running(table: dict[str, Any]) -> bool:
    return table["status"] != "closed" or any(each["status"] == "running" for each in table["games"])
