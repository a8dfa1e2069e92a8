"""Check every response of the tests against the published contract."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from flask import Flask, Response, request
from jsonschema import Draft202012Validator, ValidationError, validators
from jsonschema_rs import Draft202012Validator as QuickValidator
from jsonschema_rs import Registry

from domain.registry import PUBLISHED, RULESETS
from service.app import export_contract, export_contracts
from service.contract.document import resolved
from service.contract.examples import DIRECTORY
from tests.rulesets.games import TEMPLATE
from tests.service.helpers.games.versions import LATER
from tests.tiny import TINY
from tests.zoo import ZOO

HOSTED = {**RULESETS, TINY.name: TINY}
OTHERS = {name: each for name, each in {**ZOO, TEMPLATE.name: TEMPLATE}.items() if name not in HOSTED}
"""The small games of other families."""
OUTSIDE = {404, 405}
"""Statuses of URLs that the contract does not contain."""
CONTRACT = "urn:contract"
COMMITTED = DIRECTORY.with_name("openapi.json")
GUIDING = {"Location", "Retry-After", "WWW-Authenticate"}
"""Headers that direct the client's next request."""


@cache
def contract() -> dict[str, Any]:
    """Return the contract of the tests' service, without unpublished fields in requests and responses."""
    return _closed(published())


@cache
def published() -> dict[str, Any]:
    """Return the contract of the tests' service, with the zoo and with later versions, without shared responses."""
    return resolved(json.loads(export_contract({**HOSTED, **OTHERS, **LATER})))


@cache
def committed() -> dict[str, Any]:
    """Return the committed contract of the real rulesets, which has no examples, without shared responses."""
    return resolved(json.loads(COMMITTED.read_text(encoding="utf-8")))


@cache
def exported() -> Mapping[str, str]:
    """Return the contract of the published rulesets by file name."""
    return export_contracts(PUBLISHED)


@cache
def canonical() -> dict[str, Any]:
    """Return the contract of the real rulesets in OpenAPI 3.0 with its examples, without shared responses."""
    return resolved(json.loads(exported()["openapi.json"]))


def faults_of(app: Flask) -> list[str]:
    """Check each response of an application against the contract; return the list that receives violations."""
    faults: list[str] = []

    @app.after_request
    def validate(response: Response) -> Response:
        faults.extend(f"{request.method} {request.path}: {fault}" for fault in _faults(response))
        return response

    return faults


def _faults(response: Response) -> list[str]:
    """List the differences between a response and the contract of its operation."""
    path = str(request.url_rule).replace("<int:", "{").replace("<", "{").replace(">", "}")
    operation = contract()["paths"].get(path, {}).get("get" if request.method == "HEAD" else request.method.lower())
    if operation is None:
        return [] if not path.startswith("/v1") or response.status_code in OUTSIDE else ["not in the contract"]
    if str(response.status_code) not in operation["responses"]:
        return [f"status {response.status_code} is not in the contract"]
    documented = operation["responses"][str(response.status_code)]
    return [
        *_faults_of_body(response, documented),
        *_faults_of_code(response, documented),
        *_faults_of_headers(response, documented),
    ]


def _faults_of_body(response: Response, documented: dict[str, Any]) -> list[str]:
    """List the differences between a body and its schema."""
    content = documented.get("content", {})
    if not content:
        return ["a body where none is published"] if response.data and response.status_code != 304 else []
    if response.mimetype not in content:  # parameters such as a charset are no part of the media type
        return [f"{response.content_type} is not in the contract"]
    schema = content[response.mimetype]["schema"].get("$ref")
    if schema is None or fits(schema, response.json):
        return []
    return [
        f"{schema}: {error.json_path}: {error.message}" for error in validator_of(schema).iter_errors(response.json)
    ]


def _faults_of_code(response: Response, documented: dict[str, Any]) -> list[str]:
    """List a problem's code that is not published for its operation and status.

    A rejection by the rules may have any code.
    """
    if response.status_code < 400 or (documented.get("x-rejections") and "paragraph" in response.json):
        return []
    code = response.json["code"]
    return [] if code in documented["x-codes"] else [f"{response.status_code} {code} is not in the contract"]


def _faults_of_headers(response: Response, documented: dict[str, Any]) -> list[str]:
    """List headers that are sent but not published, or published but not sent."""
    sent, published = (GUIDING & set(headers) for headers in (response.headers.keys(), documented.get("headers", {})))
    return [f"{response.status_code}: header {name}: sent or published, not both" for name in sorted(sent ^ published)]


def fits(reference: str, value: Any) -> bool:
    """Return whether a value fits a component; faster than `validator_of`, which explains why it does not."""
    return bool(_quick_validator(reference).is_valid(value))


@cache
def _quick_validator(reference: str) -> Any:
    return QuickValidator({"$ref": f"{CONTRACT}{reference}"}, registry=_registry())


@cache
def _registry() -> Registry:
    return Registry([(CONTRACT, contract())])


def validator_of(reference: str) -> Any:
    """Return a validator of the values of a component."""
    return Judge(component(reference))


def component(reference: str) -> dict[str, Any]:
    """Return the target of a reference."""
    return contract()["components"]["schemas"][reference.rsplit("/", 1)[1]]


def _follow(validator: Any, reference: str, value: Any, _schema: Any) -> Iterator[Any]:
    """Validate a value against the component that a reference names."""
    yield from validator.descend(value, component(reference))


def _choose(validator: Any, _variants: Any, value: Any, schema: dict[str, Any]) -> Iterator[Any]:
    """Validate a value against the variant that its tag selects, as a generated client does."""
    discriminator = schema["discriminator"]
    tag = value.get(discriminator["propertyName"])
    if tag in discriminator["mapping"]:
        yield from validator.descend(value, component(discriminator["mapping"][tag]))
    else:
        yield ValidationError(f"{tag!r} selects no variant")


Judge = validators.extend(Draft202012Validator, {"$ref": _follow, "oneOf": _choose})
"""Validates by the keywords that this dialect shares with OpenAPI 3.0, and by discriminators."""


def _closed(part: Any) -> Any:
    """Forbid unpublished fields."""
    if isinstance(part, list):
        return [_closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    closed = {name: _closed(value) for name, value in part.items()}
    if closed.get("type") == "object" and "properties" in closed:
        closed.setdefault("additionalProperties", False)
    return closed
