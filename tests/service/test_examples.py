"""Test that the recorded examples are current, complete, and valid against the contract."""

import json

import pytest

from domain.registry import PUBLISHED
from service.contract.examples import DIRECTORY, embed
from tests.service.contract import canonical, committed, exported, validator_of
from tests.tools.examples import NotRecorded, recorder
from tests.tools.examples.requests import SAMPLES


def operations(contract):
    """Return the operations of a contract by id."""
    methods = [each for path in contract["paths"].values() for each in path.values()]
    return {each["operationId"]: each for each in methods if "operationId" in each}


OPERATIONS = operations(committed())
EXAMPLES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(DIRECTORY.glob("*.json"))}

of_each_operation = pytest.mark.parametrize("name", OPERATIONS)


def met(name, status):
    """List the examples of an operation at this status."""
    return [each for each in EXAMPLES[name] if each["response"]["status"] == int(status)]


def test_the_committed_examples_are_what_the_code_returns_today_byte_for_byte(redis_url, tmp_path):
    recorder.write(tmp_path / "examples", recorder.record(redis_url))
    fresh = {path.name: path.read_bytes() for path in (tmp_path / "examples").iterdir()}
    stored = {path.name: path.read_bytes() for path in DIRECTORY.iterdir()}
    changed = [name for name in sorted({*fresh, *stored}) if fresh.get(name) != stored.get(name)]
    assert changed == [], "run `make openapi`"


def test_a_missing_example_is_named_with_the_place_where_to_add_it(redis_url):
    without = [each for each in SAMPLES if each.operation != "claimSeat"]
    missing = r"^claimSeat has no example of 201: add one to tests/tools/examples/requests.py$"
    with pytest.raises(NotRecorded, match=missing):
        recorder.record(redis_url, samples=without)


@of_each_operation
def test_every_status_and_every_code_of_an_operation_has_an_example_and_no_other(name):
    assert {str(each["response"]["status"]) for each in EXAMPLES[name]} == set(OPERATIONS[name]["responses"])
    for status, response in OPERATIONS[name]["responses"].items():
        problems = [each["response"]["body"] for each in met(name, status) if int(status) >= 400]
        assert {each["code"] for each in problems if "paragraph" not in each} == set(response.get("x-codes", ()))
        assert any("paragraph" in each for each in problems) == response.get("x-rejections", False)


@of_each_operation
def test_an_example_is_there_for_every_ruleset_where_one_is_there_for_any(name):
    shown = {}
    for each in EXAMPLES[name]:
        if each["response"]["status"] < 400 and "ruleset" in each:
            shown.setdefault(each["name"].removeprefix(each["ruleset"]), set()).add(each["ruleset"])
    assert all(rulesets == set(PUBLISHED) for rulesets in shown.values())


@of_each_operation
def test_every_body_of_a_response_fits_its_schema(name):
    for each in EXAMPLES[name]:
        result = each["response"]
        content = OPERATIONS[name]["responses"][str(result["status"])].get("content", {})
        assert ("body" in result) == bool(content)
        if "body" in result and "$ref" in content[result["media_type"]]["schema"]:
            assert list(validator_of(content[result["media_type"]]["schema"]["$ref"]).iter_errors(result["body"])) == []


@of_each_operation
def test_every_body_of_an_accepted_request_or_one_rejected_for_its_content_fits_its_schema(name):
    for each in EXAMPLES[name]:
        if "body" in each["request"] and each["response"]["status"] not in (415, 422):
            schema = OPERATIONS[name]["requestBody"]["content"]["application/json"]["schema"]
            assert list(validator_of(schema["$ref"]).iter_errors(each["request"]["body"])) == []


@of_each_operation
def test_every_response_is_in_the_contract_by_name(name):
    for each in EXAMPLES[name]:
        result = each["response"]
        if "body" in result:
            content = operations(canonical())[name]["responses"][str(result["status"])]["content"][result["media_type"]]
            shown = content["examples"][each["name"]]["$ref"].removeprefix("#/components/examples/")
            example = canonical()["components"]["examples"][shown]
            assert example == {"summary": each["summary"], "value": result["body"]}


def test_examples_of_rulesets_that_are_not_hosted_are_left_out():
    document = json.loads(exported()["openapi.json"])
    del document["components"]["examples"]
    name, *_others = PUBLISHED
    for operation in (each for path in document["paths"].values() for each in path.values() if "responses" in each):
        for response in operation["responses"].values():
            for content in response.get("content", {}).values():
                content.pop("examples", None)
    embed(document, {name})
    shown = document["paths"]["/v1/games"]["post"]["responses"]["201"]["content"]["application/json"]["examples"]
    assert name in shown
    assert not [each for each in shown if not each.startswith(name)]
    assert set(document["components"]["examples"]) == examples_used(document)


def examples_used(part):
    """List the names of the examples that a part of the contract refers to."""
    if isinstance(part, dict):
        name = part["$ref"].partition("#/components/examples/")[2] if isinstance(part.get("$ref"), str) else ""
        return {name} - {""} | {found for each in part.values() for found in examples_used(each)}
    return {found for each in part for found in examples_used(each)} if isinstance(part, list) else set()
