"""Test the problems of streams and waiting requests. They are examples of the contract."""

import pytest

from service.players.credentials import Credential
from service.resources.tickets import TicketRequest
from service.streams import tickets
from tests.service.examples.games import (
    LOST,
    game,
)
from tests.service.helpers.client.responses import reports


@pytest.mark.problem("too_many_spectators", "This process has reached its maximum of game streams.")
def test_a_process_with_too_many_streams_opens_no_other(valid, start, operation):
    reports(valid(operation).send(start(spectators=0)), "too_many_spectators")


def with_ticket(request, ticket):
    return request.without("Authorization").with_query(f"ticket={ticket}")


def ticket_of(service, game_id, seconds=60):
    credential = Credential(None, game_id, 0)
    return tickets.issue(service.installation, tickets.GAME, game_id, credential, TicketRequest(seconds))[0]


@pytest.mark.problem("invalid_ticket", "The ticket is unknown.")
def test_an_unknown_ticket_opens_no_stream(valid, operation):
    reports(with_ticket(valid(operation), f"{LOST}.0.1.invented").send(), "invalid_ticket")


@pytest.mark.problem("ticket_expired", "The ticket has expired.", "streamEvents", "streamEventsAsNdjson")
def test_an_expired_ticket_opens_no_stream(valid, service, operation):
    request = valid(operation)
    ticket = ticket_of(service, request.owner, 1)
    reports(with_ticket(request, ticket).send(), "ticket_expired")


@pytest.mark.problem("ticket_mismatch", "The ticket is for a stream of another game.")
def test_a_ticket_of_another_game_opens_no_stream(valid, service, operation):
    request = valid(operation)
    ticket = ticket_of(service, game(service).game_id)
    reports(with_ticket(request, ticket).send(), "ticket_mismatch")


@pytest.mark.problem(
    "too_many_spectators", "This process has reached its maximum of waiting requests for events.", "listEvents"
)
def test_a_process_with_too_many_waiting_requests_rejects_the_next(service, start):
    lobby = game(service)
    lobby.service = start(spectators=0)
    waited = lobby.send_request("GET", "/events?wait=30", lobby.game.tokens[0])
    reports(waited, "too_many_spectators")


@pytest.mark.problem("shutting_down", "The process is shutting down.", "checkReadiness")
def test_a_process_that_shuts_down_is_not_ready(service):
    service.installation.leaving.set()
    reports(service.client.get("/readyz"), "shutting_down")
