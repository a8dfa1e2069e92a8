"""Test that one file declares a language, and that its texts are found once they exist."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from domain.languages import DECLARED

ROOT = Path(__file__).parents[3]
DECLARATION = {"english": "Test language", "own": "Xx", "script": "latin", "plurals": ["one"]}
SCRIPT = """
import json
from domain.registry import RULESETS
from service.app import create_app
from tests.service.helpers.client.service import settings

client, requested = create_app(settings("redis://127.0.0.1:1/0"), RULESETS).test_client(), {"Accept-Language": "xx"}
translated = client.get("/v1/rulesets/azul", headers=requested)
problem = client.get("/v1/rulesets/nothing", headers=requested)
contract = client.get("/openapi.json").json
print(json.dumps({
    "language": translated.headers["Content-Language"],
    "differs": [name for name, each in client.get("/v1/rulesets/azul").json.items() if translated.json[name] != each],
    "azul": translated.json["title"],
    "problem": problem.json["title"],
    "languages": contract["components"]["schemas"]["NotificationTargetRequest"]["properties"]["language"]["enum"],
    "described": "Italian, Russian or Test language" in client.get("/docs/introduction").text,
    "page": client.get("/", headers={**requested, "Accept": "text/html"}).status_code,
}))
"""


@pytest.fixture
def copy(tmp_path):
    """Return a copy of the code with one more language."""
    for package in ("domain", "service", "deploy", "openapi"):
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("node_modules", "__pycache__")
        )
    (tmp_path / "domain" / "declared_languages" / "xx.json").write_text(json.dumps(DECLARATION), encoding="utf-8")
    return tmp_path


def reported(copy):
    """Return what a service with this code reports in the new language."""
    command = [sys.executable, "-c", SCRIPT]
    environment = {"PYTHONPATH": f"{copy}:{ROOT}", "PATH": ""}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def change(file, name, language, text):
    """Add the translation of a text to a file."""
    content = json.loads(file.read_text(encoding="utf-8"))
    content[name][language] = text
    file.write_text(json.dumps(content), encoding="utf-8")


def test_one_file_declares_a_language_whose_texts_are_english(copy):
    assert reported(copy) == {
        "language": "xx",
        "differs": [],
        "azul": "Azul: Summer Pavilion",
        "problem": "The ruleset does not exist",
        "languages": ["en", "cs", "it", "ru", "xx"],
        "described": True,
        "page": 200,
    }


def test_the_texts_of_a_language_are_found_in_the_files_of_the_others(copy):
    change(copy / "domain" / "azul" / "names.json", "title", "xx", "Xx Azul")
    change(copy / "service" / "api" / "titles.json", "ruleset_not_found", "xx", "Xx problem")
    found = reported(copy)
    assert (found["azul"], found["problem"], found["differs"]) == ("Xx Azul", "Xx problem", ["title"])


def test_the_web_client_names_each_language_as_it_is_declared():
    source = (ROOT / "service" / "web_client" / "src" / "languages.ts").read_text(encoding="utf-8")
    names = ", ".join(f'{code}: "{each.own}"' for code, each in DECLARED.items())
    assert f"{{ {names} }}" in source
