"""Test that every kind of breaking change is found, tried on the present contract."""

import json

import pytest

from service.contract.document import without_examples
from tests.service.helpers.client.contract import published
from tests.tools.contract_check.breaking import changes
from tests.tools.contract_check.released import PUBLISHED, broken, release

BREAKING = []
HARMLESS = []


def breaks(line):
    """Register a breaking change and its message."""

    def enter(change):
        BREAKING.append(pytest.param(change, line, id=change.__name__))
        return change

    return enter


def harmless(change):
    """Register a change that breaks no client."""
    HARMLESS.append(pytest.param(change, id=change.__name__))
    return change


@pytest.fixture(scope="module")
def old():
    return without_examples(published())


@pytest.fixture(scope="module")
def text(old):
    return json.dumps(old)


def schema(contract, name):
    return contract["components"]["schemas"][name]


def member(contract, name, of):
    return schema(contract, of)["properties"][name]


@breaks("GET /v1/rulesets: removed")
def an_operation_is_removed(new):
    del new["paths"]["/v1/rulesets"]["get"]


@breaks("GET /v1/rulesets: operationId was listRulesets, is listGamesToPlay")
def an_operation_is_renamed(new):
    new["paths"]["/v1/rulesets"]["get"]["operationId"] = "listGamesToPlay"


@breaks("GET /v1/rulesets: tags was ['rulesets'], is ['catalogue']")
def an_operation_moves_to_another_class_of_generated_clients(new):
    new["paths"]["/v1/rulesets"]["get"]["tags"] = ["catalogue"]


@breaks("GET /v1/rulesets: needs credentials now")
def an_open_operation_is_closed(new):
    new["paths"]["/v1/rulesets"]["get"]["security"] = [{"seatToken": []}]


@breaks("GET /v1/games/{game_id}/view: needs credentials now")
def spectators_are_shut_out(new):
    new["paths"]["/v1/games/{game_id}/view"]["get"]["security"] = [{"seatToken": []}]


@breaks("GET /v1/games/{game_id}/events: query parameter limit: removed")
def a_parameter_is_removed(new):
    parameters = new["paths"]["/v1/games/{game_id}/events"]["get"]["parameters"]
    parameters[:] = [each for each in parameters if each.get("name") != "limit"]


@breaks("GET /v1/rulesets: query parameter page: required now")
def a_parameter_is_added_that_must_be_given(new):
    page = {"in": "query", "name": "page", "required": True, "schema": {"type": "integer"}}
    new["paths"]["/v1/rulesets"]["get"].setdefault("parameters", []).append(page)


@breaks("GET /v1/games/{game_id}/events: query parameter limit: maximum was 1000, is 10")
def a_parameter_takes_less(new):
    for each in new["paths"]["/v1/games/{game_id}/events"]["get"]["parameters"]:
        if each.get("name") == "limit":
            each["schema"]["maximum"] = 10


@breaks("POST /v1/games/{game_id}/seats/{seat}/claim: body: required now")
def a_body_becomes_necessary(new):
    body = {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
    new["paths"]["/v1/games/{game_id}/seats/{seat}/claim"]["post"]["requestBody"] = body


@breaks("POST /v1/games: body: removed")
def a_body_is_no_longer_read(new):
    del new["paths"]["/v1/games"]["post"]["requestBody"]


@breaks("POST /v1/games: body: application/json: removed")
def a_body_is_read_in_another_form(new):
    content = new["paths"]["/v1/games"]["post"]["requestBody"]["content"]
    content["application/xml"] = content.pop("application/json")


@breaks("GET /v1/games/{game_id}/result: 202: removed")
def a_status_is_removed(new):
    del new["paths"]["/v1/games/{game_id}/result"]["get"]["responses"]["202"]


@breaks("GET /v1/rulesets: 206: is answered now")
def a_success_is_added(new):
    new["paths"]["/v1/rulesets"]["get"]["responses"]["206"] = {"description": "A part."}


@breaks("GET /v1/games/{game_id}/view: 200: header ETag: removed")
def a_header_is_removed(new):
    del new["paths"]["/v1/games/{game_id}/view"]["get"]["responses"]["200"]["headers"]["ETag"]


@breaks("GET /v1/games/{game_id}/result: 409: code game_not_over: removed")
def a_code_is_removed(new):
    new["paths"]["/v1/games/{game_id}/result"]["get"]["responses"]["409"]["x-codes"].remove("game_not_over")


@breaks("GET /v1/games/{game_id}/seats: 200: $ref was #/components/schemas/SeatList, is #/components/schemas/Health")
def something_else_is_answered(new):
    content = new["paths"]["/v1/games/{game_id}/seats"]["get"]["responses"]["200"]["content"]
    content["application/json"]["schema"]["$ref"] = "#/components/schemas/Health"


@breaks("Health: removed")
def a_schema_is_renamed(new):
    text = json.dumps(new).replace("#/components/schemas/Health", "#/components/schemas/Wellbeing")
    new.update(json.loads(text))
    new["components"]["schemas"]["Wellbeing"] = new["components"]["schemas"].pop("Health")


@breaks("ScoreRow.amount: removed")
def a_member_of_an_answer_is_removed(new):
    del schema(new, "ScoreRow")["properties"]["amount"]
    schema(new, "ScoreRow")["required"].remove("amount")


@breaks("ScoreRow.amount: may be absent now")
def a_member_of_an_answer_becomes_optional(new):
    schema(new, "ScoreRow")["required"].remove("amount")


@breaks("ScoreRow.amount: type was integer, is string")
def a_member_changes_its_type(new):
    member(new, "amount", of="ScoreRow")["type"] = "string"


@breaks("GameSummary.created_at: format was None, is uuid")
def a_member_changes_its_format(new):
    member(new, "created_at", of="GameSummary")["format"] = "uuid"


@breaks("TinySetStake.stake: minimum was 1, is 2")
def a_member_of_a_request_takes_less(new):
    member(new, "stake", of="TinySetStake")["minimum"] = 2


@breaks("SeatRank.rank: minimum was 1, is 0")
def a_member_of_an_answer_ranges_further(new):
    member(new, "rank", of="SeatRank")["minimum"] = 0


@breaks("AiSeat.level: minLength was 1, is 5")
def a_text_must_be_longer(new):
    member(new, "level", of="AiSeat")["minLength"] = 5


@breaks("AiSeat.temper: required now")
def a_request_needs_a_further_member(new):
    schema(new, "AiSeat")["properties"]["temper"] = {"type": "string"}
    schema(new, "AiSeat")["required"].append("temper")


@breaks("GameSummary.status: value paused: is answered now")
def an_answer_has_a_further_value(new):
    member(new, "status", of="GameSummary")["enum"].append("paused")


@breaks("GameSummary.status: value over: removed")
def a_value_is_removed(new):
    member(new, "status", of="GameSummary")["enum"].remove("over")


@breaks("GameSummary.status: enum was ['open', 'running', 'over', 'aborted'], is None")
def an_answer_is_no_longer_one_of_a_few(new):
    del member(new, "status", of="GameSummary")["enum"]


@harmless
def a_union_that_may_grow_gets_a_variant(new):
    schema(new, "TournamentEvent")["discriminator"]["mapping"]["merged"] = "#/components/schemas/TournamentEventPaused"


@breaks("TournamentEvent: variant paused: removed")
def a_union_that_may_grow_loses_a_variant(new):
    del schema(new, "TournamentEvent")["discriminator"]["mapping"]["paused"]


@breaks("TinyAction: variant seal_card: removed")
def an_action_is_removed(new):
    del schema(new, "TinyAction")["discriminator"]["mapping"]["seal_card"]


@breaks("TinyObserved: variant pass: is answered now")
def an_event_can_show_a_further_action(new):
    schema(new, "TinyObserved")["discriminator"]["mapping"]["pass"] = "#/components/schemas/TinySealCard"


@breaks("TinySealCard.face_up: is answered now, in an object that was closed")
def a_closed_object_grows(new):
    schema(new, "TinySealCard")["properties"]["face_up"] = {"type": "boolean"}


@breaks("GameSummary.to_act[]: maximum was 63, is 99")
def the_items_of_a_list_range_further(new):
    member(new, "to_act", of="GameSummary")["items"]["maximum"] = 99


@harmless
def it_is_confirmed_that_an_answer_is_still_the_same(new):
    new["paths"]["/v1/games/{game_id}/seats"]["get"]["responses"]["304"] = {"description": "Not Modified"}


@harmless
def an_open_operation_knows_whoever_shows_who_it_is(new):
    new["paths"]["/v1/rulesets"]["get"]["security"] = [{}, {"playerKey": []}]


@harmless
def whoever_sends_a_token_may_see_more(new):
    new["paths"]["/v1/rulesets"]["get"]["security"] = [{}, {"seatToken": []}]


@harmless
def nothing_changes(new):
    pass


@harmless
def an_operation_is_added(new):
    new["paths"]["/v1/rulesets"]["post"] = {"operationId": "addRuleset", "responses": {}}


@harmless
def a_parameter_is_added_that_may_be_left_out(new):
    new["paths"]["/v1/rulesets"]["get"].setdefault("parameters", []).append(
        {"in": "query", "name": "page", "schema": {"type": "integer"}}
    )


@harmless
def an_answer_tells_more(new):
    schema(new, "GameSummary")["properties"]["mood"] = {"type": "string"}
    schema(new, "GameSummary")["required"].append("mood")


@harmless
def a_request_may_say_more(new):
    schema(new, "AiSeat")["properties"]["temper"] = {"type": "string"}


@harmless
def a_request_takes_more(new):
    member(new, "level", of="AiSeat")["maxLength"] += 1


@harmless
def a_problem_is_added(new):
    new["paths"]["/v1/rulesets"]["get"]["responses"]["503"] = {"description": "Later."}


@harmless
def a_ruleset_is_added(new):
    schema(new, "GameView")["discriminator"]["mapping"]["chess"] = "#/components/schemas/TinyGameView"


@harmless
def texts_and_examples_change(new):
    new["info"]["description"] = "New."
    schema(new, "ScoreRow")["description"] = "New."
    new["components"]["examples"] = {}


@pytest.mark.parametrize(("change", "line"), BREAKING)
def test_a_change_that_breaks_clients_is_reported_in_one_line(old, text, change, line):
    new = json.loads(text)  # much faster than a deep copy
    change(new)
    assert line in changes(old, new)


@pytest.mark.parametrize("change", HARMLESS)
def test_a_change_that_breaks_no_client_is_accepted(old, text, change):
    new = json.loads(text)
    change(new)
    assert changes(old, new) == []


def test_the_present_contract_breaks_no_client_of_the_last_release():
    assert broken() == []


def test_later_contracts_are_compared_with_the_released_one(tmp_path):
    assert broken(directory=tmp_path / "released") == []
    stored = release(directory=tmp_path / "released")
    assert broken(directory=tmp_path / "released") == []
    contract = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    del contract["paths"]["/healthz"]
    (tmp_path / "openapi.json").write_text(json.dumps(contract))
    assert broken(tmp_path / "openapi.json", tmp_path / "released") == ["GET /healthz: removed"]
    assert "examples" not in stored.read_text()
