"""Check an installation.

It writes one Redis key that expires at once, and a few bytes to the archive that it removes again. Otherwise it only
reads.
"""

import resource
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing

from domain.registry import FAULTS, RULESETS
from domain.ruleset import AnyRuleset
from service.api.pages import manifest
from service.installation.disks import local_disks
from service.runtime.setting_names import ignored
from service.setting_values import SettingsError
from service.settings import Settings, data_directory, read_settings
from service.store import open_store
from workers.command.build import release
from workers.command.doctor import api, archive, checks, provisions, queues, redis_data
from workers.command.doctor.checks import Finding
from workers.command.doctor.errors import guarded
from workers.command.masking import without_urls


def diagnose(
    environ: Mapping[str, str],
    service: str | None,
    rulesets: Mapping[str, AnyRuleset] = RULESETS,
    faults: Sequence[str] = FAULTS,
) -> Iterator[Finding]:
    """Yield the findings of all checks. `faults` names the rulesets that were left out."""
    yield checks.rulesets(list(rulesets), faults)
    yield from checks.boards(
        {name: each.board.kit for name, each in rulesets.items() if each.board}, manifest()["kits"]
    )
    try:
        settings = _settings(environ)
    except SettingsError as error:
        todo = "correct that setting; deploy/SETTINGS.md lists all settings"
        yield Finding("settings", "fail", without_urls(str(error), environ), todo)
        return
    yield checks.settings_of(settings, release())
    yield from checks.ignored_settings(ignored(environ))
    hosted = {ruleset.name: ruleset.version for ruleset in rulesets.values()}
    url = settings.redis_url
    with closing(open_store(url, settings.durability, settings.replicas)) as store:
        yield from guarded("redis", "BOTTEGA_REDIS_URL", url, lambda: redis_data.findings(settings, store, rulesets))
    yield from guarded("queues", _queues_variable(environ), settings.rq_url, lambda: queues.findings(settings))
    yield from archive.findings(settings)
    yield from provisions.disks(local_disks(settings))
    if service is not None:
        yield from api.findings(service, hosted)
    yield checks.files(settings.spectators, _files())


def _settings(environ: Mapping[str, str]) -> Settings:
    """Read the settings, with the secrets if they exist; creates no secret."""
    has_secret = environ.get("BOTTEGA_SECRET") or (data_directory(environ) / "secret").exists()
    return read_settings(environ, serves=bool(has_secret))


def _files() -> float:
    """Return the maximum of open files of a process; `gunicorn.conf.py` raises the limit to this maximum."""
    _, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    return float("inf") if allowed == resource.RLIM_INFINITY else allowed


def _queues_variable(environ: Mapping[str, str]) -> str:
    """Return the setting with the URL of the queues."""
    return "BOTTEGA_RQ_URL" if environ.get("BOTTEGA_RQ_URL") else "BOTTEGA_REDIS_URL"
