"""What is phased out says so: in the contract, and with every answer."""

from datetime import date
from typing import Annotated

import msgspec
import pytest
from marshmallow import fields

from service.api import deprecation
from service.api.deprecation import Deprecation
from service.api.operations import Resource, json_response
from service.app import create_app
from service.contract.schemas.fields import Answer, Request, Typed
from service.problems import GameNotFound
from tests.service.contract import HOSTED
from tests.service.table import Service, settings

SINCE, SUNSET = date(2027, 1, 1), date(2027, 7, 1)
GAME = "abcdefghij0123456789"


class Clock(msgspec.Struct):
    """Two ways to tell the time."""

    now: str
    ticks: Annotated[int, msgspec.Meta(extra_json_schema={"deprecated": True})]


class Old(Answer):
    """What an old operation answers."""

    text = fields.String(required=True, metadata={"deprecated": True, "description": "Read `clock` instead."})
    clock = Typed(Clock, "Clock", required=True)


class OldQuery(Request):
    """What an old operation is asked."""

    loud = fields.String(metadata={"deprecated": True})


def old_resource(**successor):
    """Make a resource with a deprecated operation and a fresh one."""
    resource = Resource("old", __name__, description="What was.")
    deprecated = Deprecation(SINCE, SUNSET, **successor)

    @resource.operation(
        "GET",
        "/v1/games/<game_id>/table",
        "queryTable",
        query=OldQuery,
        bearer="optional",
        answers={200: Old},
        sends={"ETag": "Changes."},
        deprecated=deprecated,
    )
    def query_table(query, game_id, seat):
        """Look at a table.

        Shows what was shown once.
        """
        if game_id != GAME:
            raise {"none": GameNotFound("There is no such game.")}.get(game_id, RuntimeError(game_id))
        return json_response(b'{"text": "old"}', headers={"Link": '</docs>; rel="help"'})

    @resource.operation("GET", "/v1/tables", "listTables", answers={200: Old})
    def list_tables():
        """List the tables."""
        return json_response(b'{"text": "fresh"}')

    return resource


@pytest.fixture
def make(redis_url):
    """Make services that have an old resource."""
    made = []

    def make(**successor):
        made.append(Service(create_app(settings(redis_url), HOSTED)))
        api(made[-1]).register_blueprint(old_resource(**successor))
        deprecation.register(made[-1].app)
        return made[-1]

    yield make
    for service in made:
        service.close()


def api(service):
    return service.app.extensions["flask-smorest"]["apis"][""]["ext_obj"]


def contract(service):
    return service.client.get("/openapi.json").json


def announced(answer):
    return {name: answer.headers.getlist(name) for name in ("Deprecation", "Sunset", "Link") if name in answer.headers}


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        (GAME, {}, 200),
        ("none", {}, 404),
        ("worse", {}, 500),
        (f"{GAME}?colour=red", {}, 422),
        (GAME, {"Authorization": "Bearer nobody"}, 401),
    ],
)
def test_every_answer_of_a_deprecated_operation_tells_the_dates_and_the_successor(make, path, headers, status):
    game_id, _, query = path.partition("?")
    answer = make(successor="queryView").client.get(f"/v1/games/{game_id}/table?{query}", headers=headers)
    assert answer.status_code == status
    assert announced(answer) == {
        "Deprecation": ["@1798761600"],
        "Sunset": ["Thu, 01 Jul 2027 00:00:00 GMT"],
        "Link": [
            *(['</docs>; rel="help"'] if status == 200 else []),
            f'</v1/games/{game_id}/view>; rel="successor-version"',
        ],
    }


def test_an_operation_without_a_successor_tells_the_dates_alone(make):
    answer = make().client.get("/v1/games/none/table")
    assert announced(answer) == {"Deprecation": ["@1798761600"], "Sunset": ["Thu, 01 Jul 2027 00:00:00 GMT"]}


def test_other_operations_announce_nothing(make):
    service = make(successor="queryView")
    for path in ("/v1/tables", f"/v1/games/{GAME}/view", "/v1/nowhere"):
        assert announced(service.client.get(path)) == {}


def test_the_contract_marks_a_deprecated_operation_and_describes_dates_and_headers(make):
    paths = contract(make(successor="queryView"))["paths"]
    operation = paths["/v1/games/{game_id}/table"]["get"]
    assert operation["deprecated"] is True
    assert operation["summary"] == "Look at a table."
    assert operation["description"] == (
        "**Deprecated** since 2027-01-01, may be gone from 2027-07-01 on. Use `queryView` instead.\n\n"
        "Shows what was shown once."
    )
    assert {"200", "401", "404", "422", "500"} <= set(operation["responses"])
    for response in operation["responses"].values():
        assert {"Deprecation", "Sunset", "Link"} <= set(response["headers"])
    assert "ETag" in operation["responses"]["200"]["headers"]
    assert "deprecated" not in paths["/v1/tables"]["get"]


def test_the_contract_marks_deprecated_members_and_parameters(make):
    document = contract(make())
    schemas = document["components"]["schemas"]
    assert schemas["Old"]["properties"]["text"]["deprecated"] is True
    assert schemas["Clock"]["properties"]["ticks"]["deprecated"] is True
    parameters = document["paths"]["/v1/games/{game_id}/table"]["get"]["parameters"]
    assert [each["name"] for each in parameters if each.get("deprecated")] == ["loud"]


@pytest.mark.parametrize("successor", ["queryNothing", "claimSeat"])
def test_a_successor_that_is_no_operation_or_has_no_address_is_refused(make, successor):
    with pytest.raises(ValueError, match=f"{successor} cannot succeed it"):
        make(successor=successor)


def test_nothing_is_gone_before_it_is_deprecated():
    with pytest.raises(ValueError, match="before it is deprecated"):
        Deprecation(SUNSET, SINCE)
