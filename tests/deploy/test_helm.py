"""Test that the chart deploys the same as the compose file; `make deploy-check` renders it with helm."""

import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest
import yaml

from tests.deploy.files import COMPOSE, DEPLOY, DOCKERFILE, OWN, ROOT
from tests.deploy.monitoring import alerts

CHART = DEPLOY / "helm" / "bottega"
VALUES = yaml.safe_load((CHART / "values.yaml").read_text())
SCHEMA = json.loads((CHART / "values.schema.json").read_text())
TEMPLATES = {path.name: path.read_text() for path in (CHART / "templates").iterdir()}
EXAMPLES = sorted((Path(__file__).parent / "values").glob("*.yaml"))
FILES = [path for path in DEPLOY.rglob("*") if path.is_file() and path.suffix not in (".md", ".pyc")]


def merged(given, defaults):
    """Return values as helm merges them."""
    if not isinstance(given, dict) or not isinstance(defaults, dict):
        return given
    return {**defaults, **{name: merged(value, defaults.get(name)) for name, value in given.items()}}


def test_the_chart_is_of_the_release():
    release = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text())
    assert chart["version"] == chart["appVersion"] == release
    assert f'org.opencontainers.image.version="{release}"' in DOCKERFILE


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_schema_accepts_the_tested_values(path):
    jsonschema.validate(merged(yaml.safe_load(path.read_text()), VALUES), SCHEMA)


@pytest.mark.parametrize(
    "wrong",
    [{"api": {"replica": 2}}, {"settings": {"SECRET": "x"}}, {"redis": {"url": "http://redis"}}, {"nonsense": 1}],
)
def test_the_schema_rejects_values_without_effect(wrong):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(merged(wrong, VALUES), SCHEMA)


@pytest.mark.parametrize("name", ["deployments.yaml", "disruption.yaml", "network.yaml"])
def test_every_process_of_the_compose_file_is_deployed(name):
    (listed,) = re.findall(r"range \$kind := list (.*?) }}", TEMPLATES[name])
    assert json.loads(f"[{listed.replace(' ', ',')}]") == [*OWN]
    assert {*OWN} <= {*VALUES}


def test_ports_user_and_sign_of_life_are_those_of_the_image_and_the_compose_file():
    deployments = TEMPLATES["deployments.yaml"]
    ports = dict(re.findall(r"BOTTEGA_((?:HEALTH_)?PORT)=(\d+)", DOCKERFILE))
    assert re.findall(r"name: (\w+), containerPort: (\d+)", deployments) == [
        ("http", ports["PORT"]),
        ("health", ports["HEALTH_PORT"]),
    ]
    assert f"runAsUser: {re.search(r'^USER (.*)$', DOCKERFILE, re.MULTILINE)[1]}\n" in deployments
    check = COMPOSE["services"]["sweeper"]["healthcheck"]["test"][1].replace("$$", "$")
    assert f"command: [sh, -c, '{check}']" in deployments


def test_prometheus_finds_every_process_as_the_job_that_the_alerts_name():
    expected = {job for alert in alerts() for job in re.findall(r'job="([^"]*)"', alert["expr"])}
    (label,) = re.findall(r"jobLabel: (\S+)", TEMPLATES["monitoring.yaml"])
    selector = TEMPLATES["_helpers.tpl"].partition('define "bottega.selector"')[2].partition("end }}")[0]
    assert expected == set(re.findall(rf"^{label}: (\S+)$", selector, re.MULTILINE))
    allowed, _, rest = TEMPLATES["network.yaml"].partition("- ports: [{ port: health }]")
    assert rest
    assert allowed.rstrip().splitlines()[-2].strip() == "{{- if $.Values.monitoring.enabled }}"


def test_the_contents_of_the_secret_are_described_where_it_is_named():
    needed = {"BOTTEGA_SECRET", *(f"{kind.upper()}_PASSWORD" for kind in OWN)}
    said = (CHART / "values.yaml").read_text().partition("existingSecret:")[0]
    assert needed <= set(re.findall(r"[A-Z_]{5,}", said))
    assert "{{ upper $kind }}_PASSWORD" in TEMPLATES["_helpers.tpl"]


def test_the_webhooks_worker_does_not_get_the_password_of_the_archive():
    listed = TEMPLATES["_helpers.tpl"].partition("{{- range $.Values.settingsFromSecret }}\n")[2]
    assert listed.startswith(
        '{{- if not (and (eq $kind "webhooks") (eq . "BOTTEGA_ARCHIVE_URL")) }}\n- name: {{ . }}\n'
    )


def test_every_setting_that_a_file_names_is_one():
    sources = (ROOT / "service" / "settings.py", ROOT / "service" / "runtime" / "heartbeat.py")
    known = {name for source in sources for name in re.findall(r'"(BOTTEGA_[A-Z_]+)"', source.read_text())}
    named = {(path.name, name) for path in FILES for name in re.findall(r"BOTTEGA_[A-Z_]+\b", path.read_text())}
    others = {"BOTTEGA_COMPILE", "BOTTEGA_DOMAIN"}  # for the build, and for the proxy in front
    assert {each for each in named if each[1] not in known | others and not each[1].endswith("_")} == set()
