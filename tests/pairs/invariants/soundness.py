"""Records verify, `doctor` finds nothing, logs have no error, and every response fits the contract."""

from domain import verification
from service.tournaments.rules import verification as tournament_verification
from tests.pairs.dimensions import HOSTED
from tests.pairs.playing import Play
from workers.command import doctor

EXPECTED = (
    "game %s waits",
    "waiting for Redis",
    "were not enqueued",
    "was not enqueued",
    "are sent later",
    "is away",
    "was lost and is enqueued again",
    "not be reached",
    "the count of",
    "Redis",
)
"""Warnings that an outage of Redis explains."""
CHECKED = ("rules", "damaged", "dead", "secret", "games", "archive")


def check(play: Play) -> None:
    """Check everything that is about the whole installation."""
    _check_records(play)
    _check_doctor(play)
    scene, journal = play.scene, play.scene.journal
    for level, text in scene.world.log.lines:
        explained = scene.has_been_out and level == "WARNING"
        if not explained:
            journal.fault("no error in the logs", f"{level} {text[:300]}")
    for each in scene.world.failed_jobs:
        journal.fault("no job fails", each)
    for each in [*scene.world.faults]:
        journal.fault("every response fits the contract", each[:300])
    scene.world.faults.clear()


def _check_records(play: Play) -> None:
    """Check the records of all games, and of the tournament."""
    scene, records = play.scene, {}
    for game_id, truth in scene.truths.items():
        if game_id in scene.gone or not truth.is_over or truth.aborted_at:
            continue
        readers = (scene.creator, *scene.people)
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
        own = {name: each for name, each in records.items() if scene.journal.games[name].startswith("round")}
        if response.status_code == 200:
            _verified(play, "the tournament", lambda: tournament_verification.verify(response.data, own, HOSTED))


def _verified(play: Play, name: str, verify) -> None:
    try:
        verify()
    except Exception as error:  # noqa: BLE001  # any error means that a reader cannot verify it
        play.scene.journal.fault("every record verifies", f"{name}: {error!r}"[:400])


def _check_doctor(play: Play) -> None:
    world = play.scene.world
    environ = {
        "BOTTEGA_REDIS_URL": world.redis_url,
        "BOTTEGA_SECRET": world.settings.secrets[0].decode(),
        "BOTTEGA_DATA": "/nowhere",
    }
    if world.settings.archive_url:
        environ["BOTTEGA_ARCHIVE_URL"] = world.settings.archive_url
    for finding in doctor.diagnose(environ, None, HOSTED, ()):
        if finding.level != "ok" and finding.check in doctor_checks():
            play.scene.journal.fault("doctor is clean", f"{finding.check}: {finding.found}")


def doctor_checks() -> tuple[str, ...]:
    """Return the checks that concern the data; no workers run beside a journey."""
    return CHECKED
