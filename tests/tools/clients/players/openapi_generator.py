"""A player with the client that openapi-generator makes for Python: pydantic classes, urllib3."""

import json
from typing import Any

import openapi_client as client
from players.table import Answer, main


class GeneratorPlayer:
    """The operations through openapi-generator's client."""

    def __init__(self, address: str) -> None:
        self.http = client.ApiClient(client.Configuration(host=address))

    def list_rulesets(self) -> Answer:
        return _response(client.RulesetsApi(self.http).list_rulesets_with_http_info())

    def get_ruleset(self, ruleset: str) -> Answer:
        return _response(client.RulesetsApi(self.http).get_ruleset_with_http_info(ruleset))

    def create_game(self, wire: dict[str, Any]) -> Answer:
        return _response(client.GamesApi(self.http).create_game_with_http_info(_body(client.GameRequest, wire)))

    def list_legal_actions(self, game: str, token: str) -> Answer:
        return _response(self.as_bearer(client.ActionsApi, token).list_legal_actions_with_http_info(game))

    def submit_action(self, game: str, token: str, wire: dict[str, Any]) -> Answer:
        body = _body(client.ActionRequest, wire)
        return _response(self.as_bearer(client.ActionsApi, token).submit_action_with_http_info(game, body))

    def rejected(self, game: str, token: str, wire: dict[str, Any]) -> Answer:
        try:
            self.submit_action(game, token, wire)
        except client.ApiException as error:
            return Answer(error.body.encode(), error.data, json.loads(error.data.to_json()))
        raise AssertionError("not rejected")

    def list_events(self, game: str, token: str | None, after: int) -> Answer:
        api = self.as_bearer(client.EventsApi, token)
        return _response(api.list_events_with_http_info(game, after=after, limit=1000, patches=token is not None))

    def query_view(self, game: str, token: str | None) -> Answer:
        return _response(self.as_bearer(client.GamesApi, token).query_view_with_http_info(game))

    def get_result(self, game: str) -> Answer:
        return _response(client.GamesApi(self.http).get_result_with_http_info(game))

    def get_record(self, game: str) -> Answer:
        return _response(client.RecordsApi(self.http).get_record_with_http_info(game))

    def encoded_action(self, action: Any) -> Any:
        return json.loads(action.to_json())

    def as_bearer(self, api: Any, token: str | None) -> Any:
        """Use the token of a seat, or none."""
        self.http.configuration.access_token = token
        return api(self.http)


def _body(union: Any, wire: dict[str, Any]) -> Any:
    """Convert JSON to a body of generated classes; check that it encodes to the same JSON."""
    body = union.from_dict(wire)
    assert json.loads(body.to_json()) == wire, "the body is encoded differently"
    return body


def _response(response: Any) -> Answer:
    """Return the decoded response without the wrapper of its union."""
    value = getattr(response.data, "actual_instance", response.data)
    return Answer(response.raw_data, value, json.loads(value.to_json()))


if __name__ == "__main__":
    main(GeneratorPlayer)
