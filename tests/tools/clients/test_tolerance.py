"""Test the recipes for unknown rulesets as far as no client is necessary; `make clients` applies them to clients."""

import json
import re

import pytest

from tests.tools import ROOT
from tests.tools.clients.generators import GENERATORS
from tests.tools.clients.tolerance import GUIDE, KNOWN, PAGE, PATCHED, UNKNOWN, block

CONTRACT = json.loads((ROOT / "openapi" / "openapi.json").read_text(encoding="utf-8"))
UNIONS = {
    name: schema["discriminator"]["mapping"]
    for name, schema in CONTRACT["components"]["schemas"].items()
    if schema.get("discriminator", {}).get("propertyName") == "ruleset"
}
"""The unions by ruleset, with their variants by tag."""
TEXT = GUIDE.read_text(encoding="utf-8")


def received(part, found):
    """Collect the components that a part of the contract refers to."""
    for reference in re.findall(r"#/components/schemas/(\w+)", json.dumps(part)):
        if reference not in found:
            found.add(reference)
            received(CONTRACT["components"]["schemas"][reference], found)
    return found


def test_the_guide_lists_all_unions_of_responses_that_may_grow():
    responses = [
        each["responses"] for path in CONTRACT["paths"].values() for each in path.values() if "responses" in each
    ]
    listed = re.search(r"may get a variant: (.*?)\.\n", TEXT, re.DOTALL).group(1)
    assert re.findall(r"`(\w+)`", listed) == sorted(UNIONS.keys() & received(responses, set()))


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
