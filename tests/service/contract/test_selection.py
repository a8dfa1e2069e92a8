"""Test that the contract of some rulesets has their types alone, is served and is valid."""

import json

import pytest
from openapi_spec_validator import validate

from service.app import create_app, export_contracts
from service.contract.selection import SCHEMAS
from service.settings import Settings
from tests.service.helpers.client.contract import HOSTED, OTHERS

RULESETS = {**HOSTED, **OTHERS}
PREFIXES = {name: "".join(word.capitalize() for word in name.split("_")) for name in RULESETS}


@pytest.fixture(scope="module")
def client():
    settings = Settings(redis_url="redis://localhost", rq_url="redis://localhost", secrets=())
    return create_app(settings, RULESETS).test_client()


def document(client, query="", name="openapi.json"):
    response = client.get(f"/{name}{query}")
    assert response.status_code == 200
    return json.loads(response.text)


def own(contract, name):
    """List the schemas of a ruleset."""
    return {each for each in contract["components"]["schemas"] if each.startswith(PREFIXES[name])}


def by_ruleset(contract):
    """Return the rulesets of each union by ruleset."""
    schemas = contract["components"]["schemas"].values()
    unions = [each["discriminator"] for each in schemas if "discriminator" in each]
    return {tuple(each["mapping"]) for each in unions if each["propertyName"] == "ruleset"}


@pytest.mark.parametrize("name", ["openapi.json", "openapi-3.1.json"])
@pytest.mark.parametrize("query", ["", "?rulesets=connect_four", "?rulesets=goofspiel,connect_four", "?rulesets="])
def test_the_contract_of_some_rulesets_is_valid(client, name, query):
    validate(document(client, query, name))


def test_the_contract_of_one_ruleset_has_the_types_of_that_ruleset_alone(client):
    whole, one = document(client), document(client, "?rulesets=connect_four")
    assert by_ruleset(one) == {("connect_four",)}
    assert {name: bool(own(one, name)) for name in RULESETS} == {name: name == "connect_four" for name in RULESETS}
    assert own(one, "connect_four") == own(whole, "connect_four")
    assert one == json.loads(export_contracts({"connect_four": RULESETS["connect_four"]})["openapi.json"])


def test_the_contract_of_no_ruleset_has_objects_in_place_of_the_types_of_games(client):
    core = document(client, "?rulesets=")
    assert by_ruleset(core) == set()
    assert [name for name in RULESETS if own(core, name)] == []
    fields = core["components"]["schemas"]["GameView"]["properties"]
    assert [fields[name]["type"] for name in ("ruleset", "view")] == ["string", "object"]
    assert fields["view"]["additionalProperties"] is True
    assert core["paths"].keys() == document(client)["paths"].keys()


@pytest.mark.parametrize("query", ["", "?rulesets=connect_four", "?rulesets="])
def test_everything_in_a_contract_is_used_and_marks_of_the_choice_are_gone(client, query):
    text = client.get(f"/openapi.json{query}").text
    schemas = json.loads(text)["components"]["schemas"]
    assert [name for name in schemas if f'"{SCHEMAS}{name}"' not in text] == []
    assert "x-open" not in text
    assert "x-hosted" not in text


def test_a_contract_of_some_rulesets_is_confirmed_by_its_own_tag(client):
    tags = {query: client.get(f"/openapi.json{query}").headers["ETag"] for query in ("", "?rulesets=goofspiel")}
    assert len(set(tags.values())) == 2
    for query, tag in tags.items():
        assert client.get(f"/openapi.json{query}", headers={"If-None-Match": tag}).status_code == 304


def test_the_order_of_the_names_does_not_matter(client):
    first, second = (client.get(f"/openapi.json?rulesets={each}") for each in ("azul,riddle", "riddle,azul"))
    assert first.headers["ETag"] == second.headers["ETag"]


def test_an_unknown_ruleset_is_a_problem_that_lists_the_hosted_ones(client):
    problem = client.get("/openapi.json?rulesets=connect_four,halma")
    assert (problem.status_code, problem.json["code"]) == (422, "invalid_request")
    listed = f"Must be some of these, with commas between: {', '.join(RULESETS)}."
    assert problem.json["errors"] == [{"path": "rulesets", "message": listed}]


@pytest.mark.parametrize("query", ["?ruleset=azul", "?rulesets=azul&rulesets=riddle"])
def test_an_unknown_or_repeated_parameter_is_a_problem(client, query):
    assert client.get(f"/openapi.json{query}").json["code"] == "invalid_request"
