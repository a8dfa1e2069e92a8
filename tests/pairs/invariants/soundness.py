"""Records verify, `doctor` finds nothing, logs have no error, and every response fits the contract."""

from typing import Any

from domain import verification
from service.players.decisions import LOGGED
from service.tournaments.rules import verification as tournament_verification
from tests.pairs.dimensions import HOSTED
from tests.pairs.playing import Play
from tests.pairs.scene import Scene
from workers.command.doctor import diagnosis

CHECKED = ("rules", "damaged", "dead", "secret", "games", "archive")


def check(play: Play) -> None:
    """Check everything that is about the whole installation."""
    _check_records(play)
    _check_doctor(play)
    scene, journal = play.scene, play.scene.journal
    for level, text in scene.environment.log.lines:
        explained = level == "WARNING" and (scene.has_been_out or LOGGED in text)
        if not explained:
            journal.fault("no error in the logs", f"{level} {text[:300]}")
    for each in scene.environment.failed_jobs:
        journal.fault("no job fails", each)
    for each in [*scene.environment.faults]:
        journal.fault("every response fits the contract", each[:300])
    scene.environment.faults.clear()


def _check_records(play: Play) -> None:
    """Check the records of all games, and of the tournament."""
    scene, records = play.scene, {}
    for game_id, truth in scene.truths.items():
        if game_id in scene.gone or not truth.is_over or truth.aborted_at:
            continue
        readers = (scene.creator, *scene.persons)
        responses = [scene.web.send(each, "GET", f"/games/{game_id}/record") for each in readers]
        response = next((each for each in responses if each.status_code not in (401, 403)), responses[-1])
        if response.status_code == 403 and scene.row["visibility"] == "private":  # its players have left
            continue
        if response.status_code != 200:
            scene.journal.fault(
                "every record verifies", f"the record of {game_id}: {response.status_code} {response.text[:200]}"
            )
            continue
        records[game_id] = response.data
        _verified(play, game_id, lambda data=response.data: verification.verify(data, HOSTED))
    if scene.tournament:
        response = scene.web.send(None, "GET", f"{scene.tournament}/record")
        if response.status_code == 200:
            own = {name: records[name] for name in _counted(scene, response.json["log"]) if name in records}
            _verified(play, "the tournament", lambda: tournament_verification.verify(response.data, own, HOSTED))


def _counted(scene: Scene, log: list[dict[str, Any]]) -> set[str]:
    """Return the games of the tournament; those that ended before it was cancelled, if it was."""
    if any(each["type"] == "cancelled" for each in log):
        return {each["game_id"] for each in log if each["type"] == "finished"}
    return {name for name in scene.games if scene.journal.games[name].startswith("round")}


def _verified(play: Play, name: str, verify) -> None:
    try:
        verify()
    except Exception as error:  # noqa: BLE001  # any error means that a reader cannot verify it
        play.scene.journal.fault("every record verifies", f"{name}: {error!r}"[:400])


def _check_doctor(play: Play) -> None:
    environment = play.scene.environment
    environ = {
        "BOTTEGA_REDIS_URL": environment.redis_url,
        "BOTTEGA_SECRET": environment.settings.secrets[0].decode(),
        "BOTTEGA_DATA": "/nowhere",
    }
    if environment.settings.archive_url:
        environ["BOTTEGA_ARCHIVE_URL"] = environment.settings.archive_url
    for finding in diagnosis.diagnose(environ, None, HOSTED, ()):
        if finding.level != "ok" and finding.check in doctor_checks():
            play.scene.journal.fault("doctor is clean", f"{finding.check}: {finding.found}")


def doctor_checks() -> tuple[str, ...]:
    """Return the checks that concern the data; no workers run beside a journey."""
    return CHECKED
