"""Test that the contract is current and valid, and has a form that every client generator turns into typed code."""

import json
import re
from collections import Counter

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from domain.registry import RULESETS
from service import problems as errors
from service.app import create_app, export_committed
from service.contract import introduction
from service.contract.document import METHODS, resolved
from service.contract.openapi_webhooks import HEADERS
from service.contract.shared_fields import inlined
from service.resources.messages import message_types
from service.settings import Settings
from tests.service.helpers.client.contract import COMMITTED, canonical, committed, exported, published
from tests.tiny import TINY

MOST_BYTES = 1_320_000
ENDS = ("", "Request", "Response", "Params", "Body", "Error", "Data", "Result")
"""What generators add to the name of an operation."""


@pytest.fixture(params=[canonical, published], ids=["published", "with the tiny ruleset"])
def contract(request):
    return request.param()


def operations(contract):
    return [each for path in contract["paths"].values() for each in operations_of(path)]


def operations_of(path):
    return [each for method, each in path.items() if method in METHODS]


def objects(part):
    """List every JSON object within a part of the contract."""
    if isinstance(part, list):
        return [found for each in part for found in objects(each)]
    if not isinstance(part, dict):
        return []
    return [part, *(found for each in part.values() for found in objects(each))]


def component(contract, reference):
    return contract["components"]["schemas"][reference.removeprefix("#/components/schemas/")]


def test_the_committed_contract_is_the_one_of_the_code():
    assert COMMITTED.read_text(encoding="utf-8") == export_committed(), "run `make openapi`"


def test_the_committed_contract_lacks_only_the_examples_of_bodies(contract):
    assert set(contract["components"]) - set(committed()["components"]) == {"examples"}
    if contract is canonical():
        assert committed()["components"]["parameters"] == contract["components"]["parameters"]
        assert committed()["components"]["responses"].keys() == contract["components"]["responses"].keys()
        assert committed()["components"]["schemas"] == contract["components"]["schemas"]
        assert committed()["paths"].keys() == contract["paths"].keys()
    assert [each for each in objects(committed()) if "examples" in each and "schema" in each] == []


def test_both_versions_are_served_just_as_they_are_exported():
    client = create_app(Settings(redis_url="redis://localhost", rq_url="redis://localhost", secrets=())).test_client()
    assert {name: client.get(f"/{name}").text for name in exported()} == exported()


def test_the_twin_is_valid_openapi_3_1():
    twin = json.loads(exported()["openapi-3.1.json"])
    validate(twin)
    assert twin["openapi"].startswith("3.1.")
    for schema in twin["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_the_twin_says_the_same_and_more_about_fields_that_are_references():
    canonical, twin = (json.loads(text) for text in exported().values())
    assert bare(twin) == bare(canonical)
    reported = {
        (name, member)
        for name, schema in twin["components"]["schemas"].items()
        for member, shown in schema.get("properties", {}).items()
        if {"$ref", "description"} <= set(shown)
    }
    assert ("TinyView", "own_card") not in reported
    assert len(reported) > 10


def bare(document):
    """Remove the parts that only one of the two versions supports."""
    info = {name: value for name, value in document["info"].items() if name != "license"}
    schemas = without_siblings(document["components"]["schemas"])
    sent = document.get("webhooks") or document["x-webhooks"]
    reported = {name: part for name, part in document.items() if not name.endswith("webhooks")}
    parts = {"webhooks": sent, "components": document["components"] | {"schemas": schemas}}
    return reported | parts | {"openapi": "", "info": info}


def test_the_messages_of_webhooks_are_described_with_their_headers_and_bodies(contract):
    document, twin = (resolved(json.loads(text)) for text in exported().values())
    assert document["x-webhooks"] == twin["webhooks"] == contract["x-webhooks"]
    for sent in twin["webhooks"].values():
        assert {each["name"] for each in sent["post"]["parameters"]} == HEADERS.keys()
        (body,) = sent["post"]["requestBody"]["content"].values()
        assert {"type", "timestamp", "data"} == {*component(twin, body["schema"]["$ref"])["required"]}
    kinds = [component(twin, _sent(each))["properties"]["type"]["enum"] for each in twin["webhooks"].values()]
    assert sorted(kind for each in kinds for kind in each) == sorted(message_types())


def _sent(webhook):
    return webhook["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]


def without_siblings(part):
    if isinstance(part, list):
        return [without_siblings(each) for each in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return {"$ref": part["$ref"]}
    return {name: without_siblings(each) for name, each in part.items() if name != "not"}


def test_the_contract_is_valid_openapi():
    contract = json.loads(exported()["openapi.json"])
    validate(contract)
    assert contract["openapi"] == "3.0.3"


def test_no_two_operations_repeat_a_response_or_a_parameter():
    contract = json.loads(exported()["openapi.json"])
    items = [*contract["paths"].values(), *contract["x-webhooks"].values()]
    inside = [operation for item in items for operation in operations_of(item)]
    responses = [each for operation in inside for each in operation["responses"].values() if "$ref" not in each]
    parameters = [each for part in (*items, *inside) for each in part.get("parameters", ()) if "$ref" not in each]
    for parts in (responses, parameters):
        assert max(Counter(map(json.dumps, parts)).values()) == 1


def test_the_reader_of_a_shared_response_finds_its_problems_in_its_name():
    shared = json.loads(exported()["openapi.json"])["components"]["responses"]
    assert shared["InvalidTokenOrTokenRequired"]["x-codes"] == ["invalid_token", "token_required"]
    assert shared["InvalidRequestOrRejection"]["x-rejections"]
    assert "NotModified" in shared


def test_no_schema_has_a_name_that_a_generator_gives_to_something_else():
    """Go: `NewGame` creates a `Game`. TypeScript and Go: `CreateGameRequest` has the parameters of `createGame`."""
    contract = json.loads(exported()["openapi.json"])
    ids = {each["operationId"] for each in operations(contract)}
    taken = {f"{prefix}{name[0].upper()}{name[1:]}{end}" for name in ids for prefix in ("", "Api") for end in ENDS}
    schemas = set(contract["components"]["schemas"])
    assert {name for name in schemas if name.startswith("New")} | (schemas & taken) == set()


def test_no_two_components_have_the_same_name():
    """Some generators make a type of each component, in one namespace, and files whose names ignore the case."""
    components = json.loads(exported()["openapi.json"])["components"]
    kinds = ("schemas", "responses", "parameters", "requestBodies", "headers")
    names = Counter(name.lower() for kind in kinds for name in components.get(kind, ()))
    assert [name for name, times in names.items() if times > 1] == []


def test_every_operation_has_a_summary_and_a_description(contract):
    for operation in operations(contract):
        assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)+", operation["operationId"])
        assert operation["summary"].endswith(".")
        assert len(operation["tags"]) == 1
        assert "security" in operation
    names = Counter(operation["operationId"] for operation in operations(contract))
    assert set(names.values()) == {1}


def test_every_operation_of_the_api_describes_itself_at_length(contract):
    for path, methods in contract["paths"].items():
        for method, operation in methods.items():
            assert not path.startswith("/v1") or method not in METHODS or operation["description"], path


def test_every_problem_is_published_as_problem_json(contract):
    for operation in operations(contract):
        problems = {int(status) for status in operation["responses"] if int(status) >= 400}
        assert 422 in problems
        assert 500 in problems or operation["operationId"] == "checkHealth"
        for status in problems:
            content = operation["responses"][str(status)]["content"]
            assert set(content) == {"application/problem+json"}
            assert content["application/problem+json"]["schema"] == {"$ref": "#/components/schemas/Problem"}


def test_every_json_response_is_a_component(contract):
    responses = [response for each in operations(contract) for response in each["responses"].values()]
    shown = [each["content"]["application/json"] for each in responses if "application/json" in each.get("content", {})]
    assert [each["schema"] for each in shown if [*each["schema"]] != ["$ref"]] == []


def test_every_status_of_a_problem_lists_its_codes(contract):
    codes = {each.code: each.status for each in errors.PROBLEMS.values()}
    for operation in operations(contract):
        for status, response in operation["responses"].items():
            published = response.get("x-codes", [])
            assert published == sorted(published)
            assert [codes[code] for code in published] == [int(status)] * len(published)
            assert all(f"`{code}`" in response["description"] for code in published)
            assert int(status) < 400 or published or response["x-rejections"]


def test_a_response_that_requests_a_retry_documents_the_header_with_its_time(contract):
    seconds = {"type": "integer", "minimum": 1, "maximum": 60}
    for operation in operations(contract):
        for status in {"202", "503"} & set(operation["responses"]):
            header = operation["responses"][status]["headers"]["Retry-After"]
            assert (header["schema"], header["example"] in (1, 2, 5)) == (seconds, True)


def test_every_operation_accepts_a_language_and_states_that_of_its_problems(contract):
    for operations_at in contract["paths"].values():
        assert "Accept-Language" in [each["name"] for each in operations_at["parameters"]]
    for operation in operations(contract):
        problems = [each for status, each in operation["responses"].items() if int(status) >= 400]
        assert all("Content-Language" in each["headers"] for each in problems)


def test_every_union_has_a_discriminator_whose_mapping_names_each_variant_by_its_own_tag(contract):
    unions = [each for each in objects(contract["components"]["schemas"]) if "oneOf" in each]
    assert unions
    for union in unions:
        tag, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
        assert [each["$ref"] for each in union["oneOf"]] == list(
            dict.fromkeys(mapping[name] for name in _in_order(union))
        )
        for name, reference in mapping.items():
            variant = component(contract, reference)
            assert variant["properties"][tag] == {"type": "string", "enum": [name]}
            assert tag in variant["required"]


def _in_order(union):
    mapping = union["discriminator"]["mapping"]
    return sorted(mapping, key=lambda name: [each["$ref"] for each in union["oneOf"]].index(mapping[name]))


def test_unions_are_components_and_never_inside_one_another(contract):
    schemas = contract["components"]["schemas"]
    whole = {name for name, schema in schemas.items() if "oneOf" in schema}
    inside = [each for schema in schemas.values() for each in objects(schema)[1:] if "oneOf" in each]
    assert inside == []
    for name in whole:
        assert not {each["$ref"].rsplit("/", 1)[1] for each in schemas[name]["oneOf"]} & whole


def test_nothing_in_the_contract_is_null_or_inherited_or_newer_than_its_openapi(contract):
    strange = {"allOf", "anyOf", "nullable", "const", "prefixItems", "propertyNames", "$defs"}
    for each in objects(contract["components"]["schemas"]):
        kind = each.get("type", "object")
        assert not strange & set(each)
        assert isinstance(kind, dict) or kind in ("string", "integer", "number", "boolean", "array", "object")


def test_everything_with_a_name_is_described(contract):
    document = json.loads(exported()["openapi-3.1.json"])
    schemas, fields = document["components"]["schemas"], inlined(document)["components"]["schemas"]
    assert [name for name, schema in schemas.items() if not schema.get("description")] == []
    assert [f"{name}.{member}" for name, schema in fields.items() for member in _undescribed(schema)] == []
    assert all(tag["description"] for tag in contract["tags"])
    assert all(scheme["description"] for scheme in contract["components"]["securitySchemes"].values())
    for item in contract["paths"].values():
        own = [one for each in operations_of(item) for one in each.get("parameters", ())]
        parameters = [*item.get("parameters", ()), *own]
        assert [each["name"] for each in parameters if "$ref" not in each and not each.get("description")] == []
        for operation in operations_of(item):
            assert operation["summary"]
            assert operation["description"]


def test_the_introduction_has_at_most_600_words():
    assert len(re.findall(r"[\w-]+", introduction.text())) <= 600


def test_the_description_that_generators_copy_into_each_file_has_three_sentences(contract):
    assert len(re.findall(r"[.](?= |$)", contract["info"]["description"])) == 3


def test_the_served_contract_has_at_most_1_23_megabytes():
    sizes = {name: len(text.encode()) for name, text in exported().items()}
    assert sizes["openapi.json"] <= MOST_BYTES
    assert sizes["openapi-3.1.json"] <= MOST_BYTES * 1.05  # fields that are references have descriptions, too


def _undescribed(schema):
    """List the fields without a description; the single value of a tag needs none."""
    shown = schema.get("properties", {}).items()
    return [name for name, each in shown if not each.get("description") and len(each.get("enum", ())) != 1]


def test_every_integer_has_a_range(contract):
    for each in objects(contract["components"]["schemas"]):
        assert each.get("type") != "integer" or {"minimum", "maximum"} <= set(each)


def test_every_link_leads_to_an_operation_and_fills_parameters_that_it_has(contract):
    known = {}
    for item in contract["paths"].values():
        shared = {each["name"] for each in item.get("parameters", ()) if "name" in each}
        for operation in operations_of(item):
            own = {each["name"] for each in operation.get("parameters", ()) if "name" in each}
            known[operation["operationId"]] = shared | own
    responses = [result for operation in operations(contract) for result in operation["responses"].values()]
    links = [link for result in responses for link in result.get("links", {}).values()]
    assert links
    for link in links:
        assert set(link["parameters"]) <= known[link["operationId"]]
        assert "requestBody" not in link


def test_a_generated_client_neither_loses_nor_adds_data_of_the_contract(contract):
    """Generated clients shorten times, send defaults, cannot write sets, and have no type for unnamed objects."""
    for schema in contract["components"]["schemas"].values():
        for each in objects(schema):
            reported = {word for word, value in each.items() if not isinstance(value, dict)}
            assert not reported & {"format", "default", "uniqueItems"}
            assert each.get("additionalProperties") is not True
            assert each is schema or not (each.get("type") == "object" and "properties" in each)


def test_every_schema_is_used(contract):
    used = {each["$ref"] for each in objects(contract) if isinstance(each.get("$ref"), str)}
    mapped = {reference for each in objects(contract) for reference in _mapped(each)}
    names = {f"#/components/schemas/{name}" for name in contract["components"]["schemas"]}
    assert names <= used | mapped


def _mapped(part):
    mapping = part.get("mapping")
    return (
        mapping.values()
        if isinstance(mapping, dict) and all(isinstance(each, str) for each in mapping.values())
        else ()
    )


def test_every_schema_is_a_sound_json_schema(contract):
    for schema in contract["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_the_types_of_each_ruleset_have_its_name(contract):
    assert {"TinySetStake", "TinyView", "TinyRoundEnded"} <= set(published()["components"]["schemas"])
    for name in RULESETS:
        assert f"{name.capitalize()}Action" in contract["components"]["schemas"]
    assert TINY.name not in RULESETS


def test_the_fields_of_a_type_are_described():
    members = canonical()["components"]["schemas"]["ScoreRow"]["properties"]
    sheet = canonical()["components"]["schemas"]["SeatOutcome"]["properties"]
    assert set(members) == {"item", "paragraph", "amount"}
    assert sheet["tie_breaks"]["description"].startswith("The tie-break values among seats with equal totals")
