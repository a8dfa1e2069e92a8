"""Test the files for production: they are valid, and `make run` uses the same ones."""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile

import pytest
import yaml

from service.runtime import redis_server
from tests.deploy.files import COMPOSE, DEPLOY, DOCKERFILE, OWN, ROOT, WORKERS
from tests.workers.running import environ_for
from workers.command import cli
from workers.processes import supervisor

MAKEFILE = (ROOT / "Makefile").read_text()


def test_make_run_uses_the_configuration_files_of_production():
    assert redis_server.CONFIGURATION == DEPLOY / "redis.conf"
    assert supervisor.GUNICORN_CONFIGURATION == DEPLOY / "gunicorn.conf.py"
    assert {"./redis.conf:/etc/bottega/redis.conf:ro", "./users.acl:/etc/bottega/users.acl:ro"} <= {
        *COMPOSE["services"]["redis"]["volumes"]
    }


def test_gunicorn_accepts_its_configuration(tmp_path):
    environ = environ_for(
        tmp_path, BOTTEGA_REDIS_URL="unix:///nowhere", BOTTEGA_API_WORKERS="3", BOTTEGA_SPECTATORS="5"
    )
    command = [sys.executable, "-m", "gunicorn", "--config", str(DEPLOY / "gunicorn.conf.py"), "--print-config"]
    shown = subprocess.run(command, env=environ, capture_output=True, text=True, check=True).stdout
    values = dict(re.findall(r"^(\w+) += (.*)$", shown, re.MULTILINE))
    assert values["wsgi_app"] == "service.wsgi:app"
    assert values["workers"] == "3"
    assert values["worker_connections"] == "1005"
    assert values["worker_class"] == "service.runtime.web_worker.WebWorker"
    assert values["control_socket_disable"] == "True"


def test_every_redis_option_is_one_that_the_bundled_server_knows(tmp_path):
    with redis_server.redis_server(tmp_path) as server:
        assert server.process.poll() is None
    assert "fatal" not in (tmp_path / "redis.log").read_text().lower()


@pytest.mark.parametrize("part", OWN)
def test_each_container_runs_a_command_of_bottega(part):
    assert COMPOSE["services"][part]["image"] == "bottega"
    assert COMPOSE["services"][part]["command"] == OWN[part]
    assert cli._parser().parse_args(OWN[part])


def test_only_the_api_gets_the_secret_and_none_is_in_the_file():
    environments = {part: COMPOSE["services"][part]["environment"] for part in OWN}
    assert [part for part, environ in environments.items() if "BOTTEGA_SECRET" in environ] == ["api"]
    assert environments["api"]["BOTTEGA_SECRET"].startswith("${BOTTEGA_SECRET:?")


def test_every_process_reads_the_settings_of_one_file_and_nothing_empties_them():
    optional = {
        f"${{{name}:-}}" for name in ("BOTTEGA_SMTP_URL", "BOTTEGA_VAPID_PRIVATE_KEY", "BOTTEGA_PREVIOUS_SECRET")
    }
    for part in (*OWN, "backup"):
        service = COMPOSE["services"][part]
        assert service["env_file"] == [{"path": "../settings.env", "required": False}]
        chosen = {value for value in service["environment"].values() if str(value).endswith(":-}")}
        assert chosen <= optional  # these have a secret, and stay in the file of the secrets


def test_backups_are_made_on_request_into_a_volume_that_belongs_to_the_user_of_the_image():
    service = COMPOSE["services"]["backup"]
    assert (service["profiles"], service["image"]) == (["backup"], "bottega")
    assert service["environment"]["BOTTEGA_REDIS_URL"] == "redis://backup:${BACKUP_PASSWORD}@redis:6379/0"
    name, _, directory = service["volumes"][-1].partition(":")
    assert name in COMPOSE["volumes"]
    assert re.search(rf"install --directory --owner=bottega --mode=0700 {directory}\s", DOCKERFILE)
    assert cli._parser().parse_args(["backup", f"{directory}/2026-11-29"])


def test_by_default_finished_games_go_to_a_volume_that_belongs_to_the_user_of_the_image():
    services = {part: COMPOSE["services"][part] for part in OWN}
    having = {part for part, service in services.items() if "BOTTEGA_ARCHIVE_URL" in service["environment"]}
    assert having == {part for part, service in services.items() if service["volumes"]} == {*OWN} - {"webhooks"}
    (address,) = {services[part]["environment"]["BOTTEGA_ARCHIVE_URL"] for part in having}
    (volume,) = {volume for part in having for volume in services[part]["volumes"]}
    name, _, directory = volume.partition(":")
    assert name in COMPOSE["volumes"]
    assert address == f"${{BOTTEGA_ARCHIVE_URL-sqlite://{directory}/archive.sqlite}}"  # empty is none
    assert re.search(rf"install --directory --owner=bottega --mode=0700 {directory}\s", DOCKERFILE)


@pytest.mark.parametrize("part", OWN)
def test_each_container_is_its_own_redis_user(part):
    url = COMPOSE["services"][part]["environment"]["BOTTEGA_REDIS_URL"]
    assert url == f"redis://{part}:${{{part.upper()}_PASSWORD}}@redis:6379/0"
    assert f"user {part} on >{part.upper()}_PASSWORD " in (DEPLOY / "users.acl").read_text()
    assert COMPOSE["services"]["redis"]["environment"][f"{part.upper()}_PASSWORD"].startswith("${")


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_every_container_is_bounded_watched_pinned_and_cannot_change_itself(name):
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert {"mem_limit", "pids_limit", "logging"} <= set(service)
    assert service["logging"]["options"]["max-size"]
    assert "healthcheck" in service or name == "api"  # the image's own
    assert re.search(r":\d+\.\d+\.\d+", service["image"]) or service["image"] == "bottega"


def test_images_to_build_from_are_pinned():
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"python:3.13.9-slim-trixie"}


def test_gaps_in_the_file_of_users_are_filled_in_at_the_start():
    (command,) = COMPOSE["services"]["redis"]["command"][2:]
    expected = set(re.findall(r">([A-Z]+_PASSWORD)", (DEPLOY / "users.acl").read_text()))
    assert set(re.findall(r"s/([A-Z]+_PASSWORD)/", command)) == expected


@pytest.mark.parametrize(("age", "well"), [("now", True), ("-6 minutes", False), ("-4 minutes", True)])
def test_a_worker_without_a_heartbeat_is_detected(tmp_path, age, well):
    pulse = tmp_path / "pulse"
    subprocess.run(["touch", "-d", age, pulse], check=True)
    for part in (*WORKERS, "sweeper"):
        kind, check = COMPOSE["services"][part]["healthcheck"]["test"]
        command = check.replace("$$", "$").replace("/tmp/pulse", str(pulse))
        assert kind == "CMD-SHELL"
        assert (subprocess.run(["sh", "-c", command], check=False).returncode == 0) is well
        assert COMPOSE["services"][part]["environment"]["BOTTEGA_HEARTBEAT"] == "/tmp/pulse"


def test_only_the_api_is_published_and_on_localhost_only_unless_it_uses_https():
    published = {name: service["ports"] for name, service in COMPOSE["services"].items() if "ports" in service}
    assert published == {"api": ["127.0.0.1:8000:8000"], "tls": ["80:80", "443:443"]}
    assert COMPOSE["services"]["tls"]["profiles"] == ["tls"]


def test_the_image_runs_the_api_by_default_as_an_ordinary_user():
    assert 'ENTRYPOINT ["bottega"]' in DOCKERFILE
    assert 'CMD ["api"]' in DOCKERFILE
    assert DOCKERFILE.index("USER 10001") < DOCKERFILE.index("ENTRYPOINT")


def test_each_container_serves_its_metrics_at_the_port_that_prometheus_scrapes():
    assert set(re.findall(r"BOTTEGA_(?:HEALTH|METRICS)_PORT=(\d+)", DOCKERFILE)) == {"8001"}
    (job,) = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text())["scrape_configs"]
    (found,) = job["dns_sd_configs"]
    assert (set(found["names"]), found["port"]) == (set(OWN), 8001)
    assert all("/tmp" in COMPOSE["services"][name]["tmpfs"] for name in OWN)


def test_the_image_is_built_from_files_that_exist_and_are_sent_to_the_builder():
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {
        source
        for line in DOCKERFILE.splitlines()
        if line.startswith("COPY ") and "--from" not in line
        for source in shlex.split(line)[1:-1]
    }
    assert copied == sent
    assert all((ROOT / source).exists() for source in copied)


def test_the_image_installs_the_locked_packages_by_their_hashes():
    installed = re.findall(r"pip install --no-cache-dir --require-hashes -r (\S+)", DOCKERFILE)
    assert installed == ["requirements.lock", "requirements-dev.lock"]
    assert "BOTTEGA_COMPILE=1" in DOCKERFILE


LOCKS = ("requirements.lock", "requirements-run.lock", "requirements-compile.lock")
"""The lock files whose packages the lock file of developers contains."""


@pytest.mark.parametrize("name", [*LOCKS, "requirements-dev.lock"])
def test_the_lock_names_no_host_and_no_path_and_hashes_everything(name):
    text = (ROOT / name).read_text()
    assert not re.search(r"https?:|file:|--index|--find-links|@ ", text)
    pins = re.findall(r"^[a-z0-9][^\n]*?== ?[^\n]*(?:\n +--hash=sha256:[0-9a-f]{64}[^\n]*)+", text, re.MULTILINE)
    assert len(pins) == len(re.findall(r"^[a-z0-9]", text, re.MULTILINE))


def pinned(name):
    """Return the versions of the packages of a lock file."""
    text = (ROOT / name).read_text()
    return dict(re.findall(r"^([a-z0-9.-]+)(?:\[[a-z0-9,]+\])?==([^ ]+)", text, re.MULTILINE))


@pytest.mark.parametrize("name", LOCKS)
def test_the_development_lock_agrees_with_the_other_locks(name):
    assert pinned(name)
    assert pinned(name).items() <= pinned("requirements-dev.lock").items()


def test_a_clone_runs_with_the_dependencies_and_no_developer_tools():
    """numpy is missing on purpose: rustworkx needs it for matrices only, and it is a third of all bytes."""
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text())
    direct = {each.partition("==")[0].partition("[")[0] for each in stated["project"]["dependencies"]}
    assert direct <= pinned("requirements-run.lock").keys()
    assert not {"numpy", "pytest", "mypy", "boto3"} & pinned("requirements-run.lock").keys()


def test_the_wheel_contains_the_files_of_the_service_and_no_developer_files(tmp_path):
    for name in ("domain", "service", "workers", "deploy", "openapi"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    build = "from setuptools.build_meta import build_wheel; build_wheel('.')"
    subprocess.run([sys.executable, "-c", build], cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert {
        "bottega_client/py.typed",
        "domain/azul/RULES.md",
        "openapi/examples/createGame.json",
        "openapi/guides/bot.md",
        "service/docs/static/vendor/minisearch.js",
        "service/docs/templates/page.html",
        "service/docs/texts/CHANGELOG.md",
        "service/store/lua/commit.lua",
        "service/store/dictionaries/azul.1.zdict",
        *(f"service/client_packages/{path.name}" for path in (ROOT / "service" / "client_packages").iterdir()),
    } <= names
    assert {name.partition("/")[0] for name in names} == {
        "domain",
        "service",
        "workers",
        "deploy",
        "openapi",
        "bottega_client",
    }
    documents = {name for name in names if name.endswith(("README.md", "CLIENTS.md")) or "/released/" in name}
    assert documents == {"deploy/README.md", "domain/README.md", "workers/promises/README.md"}


@pytest.mark.parametrize(
    "name",
    [
        *("README.md", "CONTRIBUTING.md", "domain/README.md", "deploy/README.md"),
        *(".github/workflows/ci.yml", ".github/workflows/release.yml"),
    ],
)
def test_only_make_targets_that_there_are_are_named(name):
    included = (ROOT / "tests" / "lab" / "lab.mk").read_text()
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE + included, re.MULTILINE))
    assert set(re.findall(r"(?:^|`|: )make ([a-z]+(?:-[a-z]+)*)", (ROOT / name).read_text(), re.MULTILINE)) <= targets


def test_the_pre_commit_checks_are_those_of_make_lint_and_make_types():
    (local,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    expected = [hook["entry"].replace(" --force-exclude", "").removeprefix(".venv/bin/") for hook in local["hooks"]]
    checks = MAKEFILE.partition("\nlint:")[2].partition("\nunit:")[0]
    assert expected == [command.removesuffix(" .") for command in re.findall(r"@\$\(BIN\)/(.*)", checks)]


def test_the_oldest_python_that_is_supported_is_tried():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())
    supported = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert supported == f">={workflow['jobs']['test']['strategy']['matrix']['python'][0]}"
