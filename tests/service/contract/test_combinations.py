"""Test that the contract excludes the combinations of fields that the service rejects, and no others."""

import json
from itertools import product
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from marshmallow import ValidationError

from service.contract.structs import schema_of
from service.resources.notifications import NotificationTargetRequest
from service.tournaments.resources.entrants import EntrantBody, EntrantRequest
from service.tournaments.resources.rounds import ResultRequest, RoundRequest
from tests.service.helpers.client.contract import exported

OMITTED = object()
ADA = "pl_0123456789abcdefghij"
PUSH = {"endpoint": "https://push.example/1", "keys": {"p256dh": "B" * 87, "auth": "A" * 22}}
VALUES: dict[Any, dict[str, list[Any]]] = {
    NotificationTargetRequest: {
        "web_push": [PUSH],
        "email": ["ada@example.org"],
        "url": ["https://ada.example/hook"],
        "digest_minutes": [5],
    },
    EntrantRequest: {"player": [ADA], "level": ["normal"], "name": ["Ada"]},
    EntrantBody: {"player": [ADA], "level": ["normal"], "code": ["secret"]},
    RoundRequest: {"tables": [[{"entrants": [0, 1]}]], "byes": [[2]], "sitting_out": [[3]], "reason": ["Late"]},
    ResultRequest: {"ranks": [[1, 2]], "double_loss": [False, True], "game": [0], "reason": ["Late"]},
}
"""Valid values of the fields of a request. Each of them may be omitted."""


def bodies(request):
    """Yield all combinations of the fields of a request."""
    fields = VALUES[request]
    for values in product(*([OMITTED, *each] for each in fields.values())):
        yield {name: value for name, value in zip(fields, values, strict=True) if value is not OMITTED}


def is_accepted(request, body):
    """Whether the service accepts a body."""
    try:
        schema_of(request)().load(body)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("request_", VALUES, ids=lambda each: each.__name__)
def test_the_contract_excludes_the_combinations_of_fields_that_the_service_rejects(request_):
    contract = json.loads(exported()["openapi-3.1.json"])
    validator = Draft202012Validator({"$ref": f"#/components/schemas/{request_.__name__}", **contract})
    judged = [(validator.is_valid(body), is_accepted(request_, body), body) for body in bodies(request_)]
    assert [body for published, accepted, body in judged if published != accepted] == []
    assert {accepted for _, accepted, _ in judged} == {False, True}
