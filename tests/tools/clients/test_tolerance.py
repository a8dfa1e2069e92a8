"""Test the recipes for unknown rulesets as far as no client is necessary; `make clients` applies them to clients."""

import json
import re

import pytest

from tests.tools.clients.generators import GENERATORS, plain
from tests.tools.clients.tolerance import GUIDE, KNOWN, PAGE, PATCHED, UNKNOWN, block
from tests.tools.operations import contract

CONTRACT = contract()
UNIONS = {
    name: schema["discriminator"]["mapping"]
    for name, schema in CONTRACT["components"]["schemas"].items()
    if schema.get("discriminator", {}).get("propertyName") == "ruleset"
}
"""The unions by ruleset, with their variants by tag."""
TEXT = GUIDE.read_text(encoding="utf-8")


def test_the_guide_has_the_rulesets_of_the_contract_and_all_generators():
    for known in (re.search(r"= \[(.*)\]", block("ts")), re.search(r"= {(.*)}", block("python"))):
        assert set(json.loads(f"[{known.group(1)}]")) == set(UNIONS["GameView"])
    assert {generator.name for generator in GENERATORS} <= set(re.findall(r"[\w-]+", TEXT))


def test_the_filter_removes_unknown_rulesets_from_lists_and_fields():
    program: dict = {}
    exec(block("python"), program)
    known = program["known"]
    assert known(PAGE) == {"pools": [KNOWN]}
    assert known({"id": "1-0", "next_decision": UNKNOWN, "of": {"ruleset": "azul"}}) == {
        "id": "1-0",
        "of": {"ruleset": "azul"},
    }


@pytest.mark.parametrize("name", PATCHED.values())
def test_each_recipe_is_one_command(name):
    assert block(f"{name}-patch").startswith("find client")


def test_a_client_without_discriminators_selects_each_variant_by_its_tag():
    schemas = plain(CONTRACT)["components"]["schemas"]
    assert [name for name, schema in schemas.items() if "discriminator" in schema] == []
    for name, union in CONTRACT["components"]["schemas"].items():
        tag = union.get("discriminator", {"propertyName": "", "mapping": {}})
        for value, reference in tag["mapping"].items():
            variant = schemas[reference.rpartition("/")[2]]
            assert variant["properties"][tag["propertyName"]]["enum"] == [value], (name, value)
            assert tag["propertyName"] in variant["required"], (name, value)


def test_a_client_without_discriminators_sends_one_token():
    operations = [each for item in plain(CONTRACT)["paths"].values() for each in item.values() if "security" in each]
    assert {len(each["security"]) for each in operations} == {0, 1}
