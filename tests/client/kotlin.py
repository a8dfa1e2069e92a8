"""Test the Kotlin and Swift packages; `make packages` runs this, since generators and compilers come from `.tools`."""

import json
import os
import re
from xml.etree import ElementTree as ET

import pytest

from tests.browser.playing import computer, created, finished, human, requested
from tests.client.conftest import LONGEST_SECONDS, PROGRAMS
from tests.tools import run
from tests.tools.clients.compiling import kotlin_compiler, kotlin_libraries
from tests.tools.clients.measuring import missing_operations
from tests.tools.clients.packages import KOTLIN, PACKAGES, SWIFT, Package
from tests.tools.operations import contract

POM = {"": "http://maven.apache.org/POM/4.0.0"}
BUILD_FILE = PACKAGES / "generated" / "kotlin" / "client" / "build.gradle"
EVENTS = KOTLIN.folder / "src" / "main" / "kotlin" / "bottega" / "client" / "Events.kt"
ALL = 10_000


@pytest.fixture(scope="session")
def follow(tmp_path_factory):
    """Compile the stream layer, and return a function that follows a log with it."""
    built = tmp_path_factory.mktemp("kotlin")
    libraries = os.pathsep.join([str(built), *kotlin_libraries()])
    compiled = run([*kotlin_compiler(), "-cp", libraries, "-d", built, EVENTS, PROGRAMS / "Follow.kt"])
    assert compiled.returncode == 0, compiled.stdout

    def followed(address, path, transport, token="", most=ALL, include="actions"):
        command = ["java", "-cp", libraries, "FollowKt", address, path, transport, token, str(most), include]
        done = run(command, timeout=LONGEST_SECONDS)
        assert done.returncode == 0, done.stdout
        return json.loads(done.stdout.splitlines()[-1])

    return followed


both = pytest.mark.parametrize("transport", ["STREAM", "POLL"])


@both
def test_a_game_is_followed_without_a_gap_or_duplicate_through_cut_connections(follow, service, cutter, transport):
    game = created(service, "azul", computer(), computer())["game_id"]
    cutter.is_cutting = True
    found = follow(cutter.address, f"/games/{game}", transport)
    version = requested(service, f"/games/{game}/view")["version"]
    ended = [{"version": version}]
    assert found == {"versions": list(range(1, version + 1)), "others": ["over"], "data": ended, "problem": None}
    assert (cutter.cuts > 0) == (transport == "STREAM")


@both
def test_the_first_decision_of_a_seat_arrives_without_an_event(follow, service, transport):
    game = created(service, "azul", human("Ada"), computer(), options={"start_seat": 0})
    token = game["tokens"][0]["token"]
    found = follow(service.address, f"/games/{game['game_id']}", transport, token, most=1)
    (data,) = found.pop("data")
    assert found == {"versions": [], "others": ["next_decision"], "problem": None}
    assert sorted(data["next_decision"]) == ["actions", "decision", "previews"]


@both
def test_what_changes_without_an_event_arrives_with_the_rematch_of_a_finished_game(follow, service, transport):
    game = finished(service, "azul")
    path, token = f"/games/{game['game_id']}", game["tokens"][0]["token"]
    rematch = requested(service, f"{path}/rematch", token=token, method="POST")["game_id"]
    found = follow(service.address, path, transport, token, include="seats,rematch")
    version, seats = requested(service, f"{path}/view")["version"], requested(service, f"{path}/seats")["seats"]
    assert dict(zip(found["others"], found["data"], strict=True)) == {
        "seats": {"seats": seats},
        "over": {"version": version},
        "rematch": {"rematch": rematch},
    }


@both
def test_notices_arrive_in_the_feed_of_a_player(follow, service, transport):
    key = requested(service, "/players", {"name": "Ada"})["key"]
    game = created(service, "azul", {"kind": "open"}, human("Bruno"))["game_id"]
    requested(service, f"/games/{game}/seats/0/claim", {}, token=key)
    assert follow(service.address, "/me", transport, key, most=1)["others"] == ["notice"]


@both
def test_a_rejected_request_is_a_problem_with_its_code(follow, service, transport):
    assert follow(service.address, f"/games/{'x' * 20}", transport)["problem"] == "game_not_found"


@pytest.mark.parametrize("package", [KOTLIN, SWIFT], ids=lambda package: package.name)
def test_a_package_has_all_operations_and_its_own_files(package: Package):
    assert missing_operations(package.folder, contract()) == []
    assert {"LICENSE", "README.md"} < {file.name for file in package.folder.iterdir()}
    assert len([*package.folder.rglob("Events.*")]) == 1


def test_the_pom_has_the_version_of_the_contract_and_the_dependencies_of_the_generator():
    pom = ET.parse(KOTLIN.folder / "pom.xml").getroot()

    def text(element, name):
        found = element.find(name, POM).text
        return re.sub(r"\$\{(.*)\}", lambda name: pom.find(f"properties/{name[1]}", POM).text, found)

    names = ("groupId", "artifactId", "version")
    declared = {":".join(text(each, name) for name in names) for each in pom.findall("dependencies/dependency", POM)}
    gradle = BUILD_FILE.read_text()
    versions = dict(re.findall(r"ext\.(\w+) = '(.*)'", gradle))
    needed = re.findall(r'^ +implementation "(.*)"', gradle, re.MULTILINE)
    assert declared == {re.sub(r"\$(\w+)", lambda name: versions[name[1]], each) for each in needed}
    assert [text(pom, name) for name in names] == ["bottega", "bottega-client", f"{contract()['info']['version']}.0.0"]
