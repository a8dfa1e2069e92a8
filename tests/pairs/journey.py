"""One journey: the features of a row together, from the first request to the last check."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.pairs import invariants
from tests.pairs.dimensions import LIFETIMES, NIGHTS, NONE, Row
from tests.pairs.environment import DAWN, Environment, begun
from tests.pairs.happenings import planned
from tests.pairs.playing import MOST_TURNS, Play
from tests.pairs.receiving import Outside
from tests.pairs.rematches import rematch
from tests.pairs.scene import Scene
from tests.pairs.setting import set_up
from tests.pairs.web import Broken

DAY = 86400.0
NIGHT_SECONDS = 10 * 3600.0
"""Longer than all quiet hours and digests."""


@dataclass
class Outcome:
    """The result of a journey."""

    number: int
    row: Row
    faults: list[str]
    script: list[str]
    requests: int
    seconds: float
    shortest: "Outcome | None" = None
    """The outcome of a row with fewer features that violates the same invariant."""


def travel(environment: Environment, outside: Outside, row: Row, seed: int, number: int, directory: Path) -> Outcome:
    """Play a journey, and check all invariants."""
    started = time.monotonic()
    outside.forget()
    changes: dict[str, Any] = dict(LIFETIMES[row["lifetime"]])
    archive = directory / f"archive-{number}.sqlite"
    changes |= {
        "archive_url": f"sqlite://{archive}" if row["archive"] == "sqlite" else "",
        "analysis_iterations": 2,
        "hint_iterations": 4,
        "hint_seconds": 0,
    }
    scene: Scene | None = None
    faults: list[str] = []
    _, dawn = NIGHTS.get(row["quiet"], (None, DAWN))
    with begun(environment, f"{seed} {number}", dawn, **changes) as fresh:
        try:
            scene = set_up(row, fresh, outside, f"{seed} {number}")
            _travel(scene)
        except Broken as broken:
            faults.append(str(broken))
        except Exception as error:  # noqa: BLE001  # any error of a journey is a failure, which shows it
            faults.append(f"the journey broke: {error!r} {_place(error)}")
    if scene is not None:
        faults += scene.journal.faults
    archive.unlink(missing_ok=True)
    script = scene.journal.script if scene else []
    return Outcome(number, row, faults, script, scene.journal.requests if scene else 0, time.monotonic() - started)


def _place(error: BaseException) -> str:
    trace, last = error.__traceback__, ""
    while trace is not None:
        last += f" {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return last


def _travel(scene: Scene) -> None:
    """Play all games, do what the row wants after their end, and check."""
    play = Play(scene)
    todo = planned(scene)
    for _ in range(MOST_TURNS):
        while todo and todo[0].step <= play.step:
            todo.pop(0).do(play)
        if not play.turn():
            break
    else:
        raise Broken("every game ends: the journey never ends")
    for each in todo:
        each.do(play)
    _finish(play)
    for check in invariants.ALL:
        check(play)


def _finish(play: Play) -> None:
    """Settle the installation, and do what follows the end of the games."""
    scene = play.scene
    scene.environment.settle()
    scene.environment.pass_time(90.0)
    play.remember()
    for game_id in scene.games:
        if game_id not in scene.gone:
            play.look_around(game_id)
    if scene.row["advice"] == "analysis":
        _analyse(play)
    if scene.row["rematch"] == "yes":
        rematch(play)
    scene.environment.settle()
    if scene.row["target"] != NONE:
        scene.environment.pass_time(NIGHT_SECONDS)
    if scene.row["archive"] == "sqlite":
        scene.environment.pass_time(2 * DAY)
        for game_id in scene.games:
            if game_id not in scene.gone:
                play.look_around(game_id)


def _analyse(play: Play) -> None:
    """Request the analysis of each finished game, and wait for it."""
    scene = play.scene
    for game_id, truth in scene.truths.items():
        if game_id in scene.gone or not truth.is_over or truth.aborted_at or truth.version > 150:
            continue
        who = next((each for each in scene.persons if game_id in each.seats), scene.creator)
        if scene.web.send(who, "GET", f"/games/{game_id}/analysis").status_code == 403:
            continue  # all people of a private game have been deleted
        scene.environment.settle()
        response = scene.web.send(who, "GET", f"/games/{game_id}/analysis")
        if response.status_code != 200:
            scene.journal.fault("every analysis ends", f"game {game_id}: {response.status_code} {response.text[:200]}")
