"""Test `bottega doctor` on a real Redis: it finds planted faults, and says what to do."""

import json
import re
import ssl
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis
import trustme

from service.installation.disks import Disk, local_disks
from service.runtime.redis_server import redis_server
from service.settings import read_settings
from service.store.connection import WritesRejected
from service.store.keys import CLOCKS, DUE
from service.store.redis_status import RedisStatus
from service.store.stored_format import FORMAT_KEY
from tests.workers import ai_games
from tests.workers.receivers import NOTHING, receiving
from tests.workers.running import environ_for, run
from tests.workers.tls_front import tls_front
from tests.workers.waiting import until
from workers.command import cli
from workers.command.doctor import archive, checks, diagnosis, errors, provisions
from workers.command.doctor.checks import Api, Finding

SECRET = "a secret for tests, 32 bytes long"
NO_BACKUP = "there was no `bottega backup`"


@pytest.fixture
def server(tmp_path):
    """Run a Redis that a test may damage; return a client with all permissions."""
    with redis_server(tmp_path / "spoilt") as server, redis.Redis.from_url(server.url, retry=None) as client:
        client.url = server.url
        yield client


def found(environ, service=None):
    """Return the findings by subject: the level, and the text."""
    return {each.check: (each.level, each.found) for each in diagnosis.diagnose(environ, service)}


def levels(environ):
    return {check: level for check, (level, _) in found(environ).items()}


def test_a_new_installation_lacks_only_its_processes(environ, capsys, monkeypatch):
    own = {**environ, "BOTTEGA_SECRET": SECRET, "BOTTEGA_SPECTATORS": "10"}
    seen = found(own)
    assert {check: level for check, (level, _) in seen.items() if level != "ok"} == {
        "scoring worker": "fail",
        "thinking worker": "fail",
        "webhooks worker": "fail",
    }
    assert seen["sweeper"] == ("ok", "nothing is overdue")
    for name, value in own.items():
        monkeypatch.setenv(name, value)
    assert cli.main(["doctor", "--json"]) == 1
    output = json.loads(capsys.readouterr().out)
    assert [each["check"] for each in output] == [*seen]
    assert cli.main(["doctor"]) == 1
    printed = capsys.readouterr().out
    assert "start `bottega worker thinking`" in printed
    assert SECRET not in printed
    assert not (Path(environ["BOTTEGA_DATA"]) / "secret").exists()


def test_workers_that_run_are_found(environ, start_worker):
    start_worker("scoring")
    until(lambda: found(environ)["scoring worker"] == ("ok", "1 is running"), "the worker is seen")
    assert levels(environ)["thinking worker"] == "fail"


def test_a_redis_that_loses_games_is_found(environ, server):
    own = {**environ, "BOTTEGA_REDIS_URL": server.url}
    server.config_set("appendfsync", "everysec")
    server.config_set("maxmemory", server.info()["used_memory"] * 100 // 90)
    server.config_set("maxmemory-policy", "allkeys-lru")
    seen = levels(own)
    assert (seen["persistence"], seen["eviction"], seen["memory"]) == ("warn", "fail", "warn")
    server.config_set("appendonly", "no")
    seen = found(own)
    assert seen["persistence"] == ("fail", "appendonly no, durability disk")
    assert seen["writing"][0] == "fail"
    seen = levels({**own, "BOTTEGA_DURABILITY": "replica"})
    assert (seen["persistence"], seen["writing"], seen["replicas"]) == ("warn", "fail", "fail")


def test_a_user_without_rights_is_found_without_showing_its_password(environ, server):
    rights = "~bottega:* -@all +@read +ping +select +client|setinfo +hello"
    server.execute_command("ACL", "SETUSER", "blind", "on", ">parole", *rights.split())
    own = {**environ, "BOTTEGA_REDIS_URL": server.url.replace("unix://", "unix://blind:parole@")}
    findings = [*diagnosis.diagnose(own, None)]
    assert next(each for each in findings if each.check == "rights") == Finding(
        "rights", "fail", "the user may not run EVAL, INFO, PUBLISH", "grant the rights in deploy/users.acl"
    )
    assert "parole" not in str(findings)
    wrong = {**own, "BOTTEGA_REDIS_URL": own["BOTTEGA_REDIS_URL"].replace("parole", "passe-partout")}
    findings = [*diagnosis.diagnose(wrong, None)]
    assert next(each.level for each in findings if each.check == "redis") == "fail"
    assert "passe-partout" not in str(findings)


def test_an_operator_with_the_rights_that_are_documented_sees_everything(environ, server):
    readme = (Path(__file__).parents[2] / "deploy" / "MONITORING.md").read_text()
    rights = re.search(r"`(~bottega:\*[^`]*config\|get)`", readme)[1].split()
    server.execute_command("ACL", "SETUSER", "operator", "on", ">parole", "-@all", *rights)
    own = {**environ, "BOTTEGA_REDIS_URL": server.url.replace("unix://", "unix://operator:parole@")}
    assert levels(own) == levels({**environ, "BOTTEGA_REDIS_URL": server.url})


def test_a_misspelled_setting_is_found(environ):
    findings = list(diagnosis.diagnose(environ | {"BOTTEGA_PLAYRES": "closed"}, None))
    assert (
        Finding(
            "ignored settings",
            "warn",
            "BOTTEGA_PLAYRES is not a setting: use BOTTEGA_PLAYERS",
            "deploy/SETTINGS.md lists all settings",
        )
        in findings
    )
    assert "ignored settings" not in levels(environ)


def test_a_redis_with_a_certificate_of_an_unknown_authority_is_found_and_its_file_helps(environ, server, tmp_path):
    authority, context = trustme.CA(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    with tls_front(urlsplit(server.url).path, context) as port:
        url = f"rediss://127.0.0.1:{port}/0"
        findings = {each.check: each for each in diagnosis.diagnose({**environ, "BOTTEGA_REDIS_URL": url}, None)}
        assert (findings["redis"].level, "ssl_ca_certs" in findings["redis"].todo) == ("fail", True)
        trusting = {**environ, "BOTTEGA_REDIS_URL": f"{url}?ssl_ca_certs={tmp_path}/ca.pem"}
        assert levels(trusting)["redis"] == levels(trusting)["writing"] == "ok"


def test_data_of_another_format_is_found(environ, installation):
    installation.store.servers.client.set(FORMAT_KEY, b"2")
    assert found(environ)["format"] == ("fail", "Redis has data of format 2, and this release reads 1")


def test_an_old_or_missing_backup_is_found(environ, installation):
    assert found(environ)["backup"] == ("ok", "there was no `bottega backup`")
    ai_games.create(installation, *[None] * ai_games.RULESET.min_seats)
    assert levels(environ)["backup"] == "warn"
    installation.store.last_backup.note(time.time() - 72 * 3600)
    assert found(environ)["backup"] == ("warn", "the last one is 72 hours old")
    installation.store.last_backup.note(time.time() - 3600)
    assert found(environ)["backup"] == ("ok", "the last one is 1 hours old")


def test_a_full_disk_is_found_before_writes_fail(tmp_path):
    disks = {str(free): Disk(tmp_path, 100_000, free) for free in (50_000, 9_000, 1_000)}
    assert [(each.check, each.level) for each in provisions.disks(disks)] == [
        ("disk of 50000", "ok"),
        ("disk of 9000", "warn"),
        ("disk of 1000", "fail"),
    ]


def test_the_disks_of_the_embedded_redis_and_of_a_local_archive_are_measured(environ, tmp_path):
    archive = tmp_path / "later" / "archive.sqlite"
    own = {**environ, "BOTTEGA_DATA": str(tmp_path), "BOTTEGA_ARCHIVE_URL": f"sqlite://{archive}"}
    (tmp_path / "appendonlydir").mkdir()
    directories = {name: each.directory for name, each in local_disks(read_settings(own, serves=False)).items()}
    assert directories == {"redis": tmp_path, "archive": tmp_path}
    assert {"disk of redis", "disk of archive"} <= {*levels(own)}
    (tmp_path / "appendonlydir").rmdir()
    assert "disk of redis" not in levels(own)


def test_stuck_games_and_missing_rules_are_found(environ, installation):
    own = {**environ, "BOTTEGA_SECRET": SECRET}
    game_id = ai_games.create(installation, *[None] * ai_games.RULESET.min_seats)
    client, long_ago = installation.store.servers.client, time.time() - 60
    client.zadd(DUE, {game_id: long_ago})
    client.zadd(CLOCKS, {f"{game_id}:0:0": long_ago})
    findings = {each.check: each for each in diagnosis.diagnose(own, None, {})}
    assert findings["sweeper"].level == "fail"
    assert re.fullmatch(
        r"2 games, clocks, webhooks or tournaments overdue for up to 6\d s",
        findings["sweeper"].found,
    )
    rules = f"{ai_games.RULESET.name} {ai_games.RULESET.version}"
    assert findings["rules"].found == f"1 game of {rules} cannot continue under the rules of this release"
    assert findings["secret"].level == "fail"


def test_an_archive_is_tested_and_an_unusable_one_is_found(environ, tmp_path):
    works = f"file://{tmp_path}/games"
    assert found({**environ, "BOTTEGA_ARCHIVE_URL": works})["archive"] == (
        "ok",
        f"{works}: write, read and delete succeed",
    )
    (tmp_path / "file").touch()
    own = {**environ, "BOTTEGA_ARCHIVE_URL": f"sqlite://{tmp_path}/file/archive.sqlite"}
    assert found(own)["archive"][0] == "fail"


def test_invalid_settings_and_an_unsuitable_redis_are_reported(environ):
    seen = found({**environ, "BOTTEGA_PORT": "many"})
    assert list(seen) == ["rulesets", "settings"]
    assert seen["settings"] == ("fail", "BOTTEGA_PORT is 'many', not a whole number from 0 to 65535")
    seen = found({**environ, "BOTTEGA_REDIS_URL": "redis://me:parole@127.0.0.1:1"}, "http://127.0.0.1:1")
    assert (seen["redis"][0], seen["queues"][0], seen["api"][0]) == ("fail", "fail", "fail")
    assert "parole" not in str(seen)


def test_every_finding_with_a_problem_has_advice_in_one_line(environ, tmp_path):
    (tmp_path / "file").touch()
    with receiving(lambda _sent, _times: NOTHING) as receiver:
        arguments = [
            ({"BOTTEGA_REDIS_URL": f"redis://{urlsplit(receiver.url).netloc}"}, receiver.url),
            ({"BOTTEGA_REDIS_URL": "redis://127.0.0.1:1"}, "127.0.0.1:1"),
            ({"BOTTEGA_RQ_URL": "redis://127.0.0.1:1"}, "http://127.0.0.1:1"),
            ({"BOTTEGA_ARCHIVE_URL": f"sqlite://{tmp_path}/file/archive.sqlite", "BOTTEGA_SPECTATORS": "100000"}, None),
            ({"BOTTEGA_ARCHIVE_URL": "postgresql://me:parole@127.0.0.1:1/games"}, None),
        ]
        findings = [each for own, service in arguments for each in diagnosis.diagnose({**environ, **own}, service)]
    assert {each.check for each in findings if each.level == "fail"} >= {"redis", "queues", "archive", "api"}
    assert [each for each in findings if (each.level == "ok") != (each.todo == "")] == []
    assert [each for each in findings if "\n" in each.found + each.todo or "parole" in each.found] == []


def test_a_service_that_runs_is_well(service):
    """The doctor advises a backup as soon as there are games."""
    environ = environ_for(service.errors.parent / "data", BOTTEGA_SPECTATORS="10")

    def complaints():
        findings = json.loads(run("doctor", "--json", "--service", service.address, environ=environ).stdout)
        return [each for each in findings if each["level"] != "ok" and each["found"] != NO_BACKUP]

    until(lambda: not complaints(), "all workers are seen and nothing that a start delays is reported")


def test_a_web_server_has_as_many_files_as_its_configuration_requires():
    text = (Path(__file__).parents[2] / "deploy" / "gunicorn.conf.py").read_text()
    constants = [int(number) for number in re.findall(r"^(?:CONNECTIONS|FILES) = (\d+)$", text, re.MULTILINE)]
    assert sum(constants) == checks.FILES_BESIDES
    assert checks.files(4000, 1024).level == "warn"


@pytest.mark.parametrize(("ahead", "level"), [(0.2, "ok"), (-3.0, "warn"), (45.0, "fail")])
def test_clocks_that_differ_are_found(ahead, level):
    assert [each.level for each in checks.clock("clock", "it", [0.0, ahead, None])] == [level]


def test_an_old_redis_and_a_weak_secret_are_found():
    assert next(checks.redis([RedisStatus({"redis_version": "7.0.15"})], "redis://a")).level == "fail"
    assert checks.secret([b"secretsecretsecretsecretsecretsecret"], 3, 0).level == "fail"
    assert checks.secret([SECRET.encode()], 2, 1).level == "warn"


def test_an_api_of_another_release_is_found():
    output = Api(200, 200, "plain", {"azul": 3}, 0.0)
    assert [each.level for each in checks.api(output, "bottega 1.0.0 (compiled)", {"azul": 3})] == ["ok", "ok"]
    assert [each.level for each in checks.api(output, "bottega 1.0.0 (plain)", {"azul": 4})] == ["warn", "ok"]
    assert [each.level for each in checks.api(output._replace(ready=503), "bottega 1.0.0 (plain)", {"azul": 3})] == [
        "fail"
    ]


@pytest.mark.parametrize("how", [("maxmemory", "1"), ("min-replicas-to-write", "1")])
def test_a_redis_that_rejects_writes_has_no_wrong_url_and_lacks_no_rights(server, environ, how):
    server.config_set(*how)
    output = [
        each for each in diagnosis.diagnose({**environ, "BOTTEGA_REDIS_URL": server.url}, None) if each.level != "ok"
    ]
    assert "writing" in {each.check for each in output}
    assert [each for each in output if "correct the URL" in each.todo or each.check == "rights"] == []


def test_a_full_disk_is_reported():
    full = WritesRejected("MISCONF Errors writing to the AOF file: No space left on device")

    def look():
        raise full

    (found,) = errors.guarded("queues", "BOTTEGA_RQ_URL", "redis://127.0.0.1:6379", look)
    assert (found.level, found.todo) == ("fail", "the disk of Redis is full: free some space")
    assert "No space left on device" in found.found


def test_a_redis_that_does_not_run_on_a_full_disk_has_no_wrong_url(environ):
    full = "unix:///proc/redis.sock"  # a file system without free room
    output = list(diagnosis.diagnose({**environ, "BOTTEGA_REDIS_URL": full}, None))
    assert {each.check: each.todo for each in output if each.check in ("redis", "queues")} == dict.fromkeys(
        ("redis", "queues"), "make room on the disk of /proc"
    )


def test_an_sqlite_archive_on_a_full_disk_is_reported(environ):
    (found,) = archive._used_archive("sqlite:///proc/archive.sqlite")
    assert (found.level, found.todo) == ("fail", "make room on the disk of /proc")


def test_an_archive_on_a_full_disk_is_reported(environ):
    (found,) = archive.findings(
        read_settings({**environ, "BOTTEGA_ARCHIVE_URL": "file:///dev/full/games"}, serves=False)
    )
    assert found.level == "fail"
    assert checks.archive_todo("OSError: [Errno 28] No space left on device") == "free space on its disk"


def test_a_package_that_is_left_out_is_found(environ):
    fault = "bottega-go 1.0 is left out: ValueError: no dice"
    named = {each.check: each for each in diagnosis.diagnose(environ, None, faults=[fault])}
    todo = "update or uninstall these packages, then restart"
    assert named["rulesets"] == Finding("rulesets", "warn", fault, todo)
