"""Test that the checks of clients detect faults."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.tools import ROOT
from tests.tools.clients.generators import Generator
from tests.tools.clients.golden import chosen, in_typescript
from tests.tools.clients.measuring import Measured, measure, operations_of
from tests.tools.clients.players.table import Answer, Report

CONTRACT = {"paths": {"/": {"get": {"operationId": "lookAround"}, "post": {"operationId": "greetAll"}}}}


@pytest.mark.parametrize(
    ("encoded", "difference"),
    [
        ({"seats": [{"seat": 0}]}, None),
        ({"seats": [{"seat": 0, "name": None}]}, "view: $.seats[0].name: 'absent' became None"),
        ({"seats": [{"seat": "0"}]}, "view: $.seats[0].seat: 0 became '0'"),
        ({"seats": []}, "view: $.seats: [{'seat': 0}] became []"),
        ({}, "view: $.seats: [{'seat': 0}] became 'absent'"),
    ],
)
def test_a_value_that_is_encoded_differently_is_reported_with_its_path(encoded, difference):
    report = Report("a game")
    assert report.take("view", Answer(b'{"seats": [{"seat": 0}]}', "the value", encoded)) == "the value"
    assert report.different == ([difference] if difference else [])


@dataclass(frozen=True)
class Forgetful(Generator):
    """A generator that drops all operations but one, and always warns."""

    place: Path = Path()

    @property
    def folder(self):
        return self.place / "generated"

    def generate(self, contract):
        (self.folder / "client.py").write_text("def look_around(): ...", encoding="utf-8")
        return "WARN always\n" + ("WARN of greetings\n" if "greetAll" in contract.read_text(encoding="utf-8") else "")


def test_missing_operations_and_avoidable_warnings_of_a_client_are_found(tmp_path):
    contract = tmp_path / "contract.json"
    contract.write_text(json.dumps(CONTRACT), encoding="utf-8")
    measured = measure(Forgetful("forgetful", (), place=tmp_path), contract)
    assert measured == Measured(2, ("greetAll",), ("WARN of greetings",), ("WARN always",))


def test_a_recorded_game_of_every_ruleset_is_written_for_the_compiler_with_all_its_actions():
    module = in_typescript(chosen(), "// types", ("", "Decoded"))
    recorded = [json.loads(file.read_text(encoding="utf-8")) for file in chosen()]
    assert module.startswith("// types\n")
    assert module.count("answer: (decision) => Decoded({") == sum(len(each["events"]) for each in recorded)
    assert {file.parent.parent for file in chosen()} == {ROOT / "tests" / "golden"}


def test_the_published_table_was_measured_with_the_present_operations():
    measured = re.findall(r"\d+ of (\d+) +\| +\d+ ", (ROOT / "openapi" / "CLIENTS.md").read_text(encoding="utf-8"))
    contract = json.loads((ROOT / "openapi" / "openapi.json").read_text(encoding="utf-8"))
    assert set(measured) == {str(len(operations_of(contract)))}
