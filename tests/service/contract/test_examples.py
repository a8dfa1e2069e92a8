"""Test that the recorded examples are current, complete, and valid against the contract."""

import json
from collections import Counter

import pytest

from domain.registry import PUBLISHED
from service.app import create_app
from service.contract.document import resolved
from service.contract.examples import DIRECTORY, LONGEST, URL, embed
from service.settings import Settings
from tests.service.examples.files import compare
from tests.service.examples.marks import recorded
from tests.service.helpers.client.contract import canonical, committed, exported, validator_of


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


def test_each_committed_example_is_recorded_by_exactly_one_test():
    written = Counter((name, each["name"]) for name, examples in EXAMPLES.items() for each in examples)
    assert Counter((each.operation, each.name) for each in recorded()) == written


def test_an_example_that_differs_from_its_file_is_reported():
    changed = {**EXAMPLES["checkHealth"][0], "summary": "Another summary."}
    with pytest.raises(AssertionError, match=r"^checkHealth example has changed: run `make openapi`"):
        compare("checkHealth", changed)


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


def served(app, url):
    """Return the example that a URL of the contract has."""
    response = app.test_client().get(url)
    return response.json if response.is_json else response.text


@pytest.fixture(scope="module")
def app():
    return create_app(Settings(redis_url="redis://localhost:1", rq_url="redis://localhost:1", secrets=(b"s" * 40,)))


@of_each_operation
def test_every_response_is_in_the_contract_by_name_or_by_the_url_of_the_first_long_one(name, app):
    for each in EXAMPLES[name]:
        result = each["response"]
        if "body" in result:
            content = operations(canonical())[name]["responses"][str(result["status"])]["content"][result["media_type"]]
            if each["name"] not in content["examples"]:
                assert len(json.dumps(result["body"], ensure_ascii=False)) > LONGEST
                assert served(app, f"{URL}{name}.{result['status']}.{each['name']}") == result["body"]
                continue
            shown = content["examples"][each["name"]]["$ref"].removeprefix("#/components/examples/")
            example = canonical()["components"]["examples"][shown]
            if "externalValue" in example:
                assert (example["summary"], served(app, example["externalValue"])) == (each["summary"], result["body"])
            elif result["status"] < 400:
                assert example == {"summary": each["summary"], "value": result["body"]}
            else:
                assert shown == example["value"]["code"] == result["body"]["code"]


def test_a_problem_has_one_example_for_all_operations():
    shown = canonical()["components"]["examples"].values()
    codes = [each["value"]["code"] for each in shown if is_problem(each.get("value"))]
    assert [code for code, times in Counter(codes).items() if times > 1] == []
    met = [each["response"] for examples in EXAMPLES.values() for each in examples]
    assert set(codes) == {each["body"]["code"] for each in met if each["status"] >= 400}


@pytest.mark.parametrize("name", ["getRuleset.200.other", "getRuleset.404.example", "unknown.200.x", "x", "..", "a.b"])
def test_no_other_url_has_an_example(name, app):
    assert app.test_client().get(f"/docs/examples/{name}").status_code == 404


def is_problem(body):
    return isinstance(body, dict) and {"type", "title", "status", "code"} <= set(body)


def test_examples_of_rulesets_that_are_not_hosted_are_left_out():
    document = resolved(json.loads(exported()["openapi.json"]))
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
    assert set(document["components"]["examples"]) == examples_used(document["paths"])


def examples_used(part):
    """List the names of the examples that a part of the contract refers to."""
    if isinstance(part, dict):
        name = part["$ref"].partition("#/components/examples/")[2] if isinstance(part.get("$ref"), str) else ""
        return {name} - {""} | {found for each in part.values() for found in examples_used(each)}
    return {found for each in part for found in examples_used(each)} if isinstance(part, list) else set()
