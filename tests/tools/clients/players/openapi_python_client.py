"""A player with the client of openapi-python-client: attrs classes, httpx."""

from typing import Any

from bottega_client import AuthenticatedClient, Client, models
from bottega_client.api.actions import list_legal_actions, submit_action
from bottega_client.api.events import list_events
from bottega_client.api.games import create_game, get_result, query_view
from bottega_client.api.records import get_record
from bottega_client.api.rulesets import get_ruleset, list_rulesets
from players.table import Answer, main


class PythonClientPlayer:
    """The operations through openapi-python-client's client."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.clients: dict[str | None, Client | AuthenticatedClient] = {None: Client(base_url=address)}

    def list_rulesets(self) -> Answer:
        return _response(list_rulesets.sync_detailed(client=self.clients[None]))

    def get_ruleset(self, ruleset: str) -> Answer:
        return _response(get_ruleset.sync_detailed(ruleset, client=self.clients[None]))

    def create_game(self, wire: dict[str, Any]) -> Answer:
        return _response(create_game.sync_detailed(client=self.clients[None], body=_body("GameRequest", wire)))

    def list_legal_actions(self, game: str, token: str) -> Answer:
        return _response(list_legal_actions.sync_detailed(game, client=self.as_bearer(token)))

    def submit_action(self, game: str, token: str, wire: dict[str, Any]) -> Answer:
        body = _body("ActionRequest", wire)
        return _response(submit_action.sync_detailed(game, client=self.as_bearer(token), body=body))

    def rejected(self, game: str, token: str, wire: dict[str, Any]) -> Answer:
        return self.submit_action(game, token, wire)

    def list_events(self, game: str, token: str | None, after: int) -> Answer:
        client = self.as_bearer(token)
        return _response(
            list_events.sync_detailed(game, client=client, after=after, limit=1000, patches=token is not None)
        )

    def query_view(self, game: str, token: str | None) -> Answer:
        return _response(query_view.sync_detailed(game, client=self.as_bearer(token)))

    def get_result(self, game: str) -> Answer:
        return _response(get_result.sync_detailed(game, client=self.clients[None]))

    def get_record(self, game: str) -> Answer:
        return _response(get_record.sync_detailed(game, client=self.clients[None]))

    def encoded_action(self, action: Any) -> Any:
        return action.to_dict()

    def as_bearer(self, token: str | None) -> Any:
        """Use the token of a seat, or none; each has its own connection."""
        if token not in self.clients:
            self.clients[token] = AuthenticatedClient(base_url=self.address, token=str(token))
        return self.clients[token]


def _body(union: str, wire: dict[str, Any]) -> Any:
    """Convert JSON to a body of generated classes; check that it encodes to the same JSON."""
    body = getattr(models, wire["ruleset"].capitalize() + union).from_dict(wire)
    assert body.to_dict() == wire, "the body is encoded differently"
    return body


def _response(response: Any) -> Answer:
    """Return the decoded response."""
    return Answer(response.content, response.parsed, response.parsed.to_dict())


if __name__ == "__main__":
    main(PythonClientPlayer)
