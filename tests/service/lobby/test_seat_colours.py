"""Test the colours of seats: chosen at the creation or with a claim, different in each seat, kept in a rematch."""

import pytest

from domain.registry import RULESETS
from service.lobby.seat_colours import coloured
from service.store import SeatSetup
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.games.lobby import Lobby

HUMAN, OPEN, AI = {"kind": "human"}, {"kind": "open"}, {"kind": "ai", "level": "random"}


def in_colour(seat, colour):
    return {**seat, "colour": colour}


def colours(lobby):
    """Return the colours of the seats, which all responses must agree on."""
    shown = [seat.get("colour") for seat in lobby.shown()["seats"]]
    assert [seat.get("colour") for seat in lobby.game.get("/seats").json["seats"]] == shown
    assert [seat.get("colour") for seat in lobby.game.view()["seats"]] == shown
    return shown


def claim(lobby, seat, colour):
    return lobby.send_request("POST", f"/seats/{seat}/claim", None, {"colour": colour})


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (["", "", ""], ["yellow", "red", "green"]),
        (["violet", "", ""], ["violet", "red", "green"]),
        (["green", "", ""], ["green", "red", "yellow"]),
        (["", "yellow", ""], ["red", "yellow", "green"]),
        (["red", "yellow", "", "", ""], ["red", "yellow", "green", "blue", "violet"]),
        (["violet", "blue", "", "red", ""], ["violet", "blue", "green", "red", "yellow"]),
    ],
)
def test_a_seat_without_a_choice_gets_its_usual_colour_or_the_first_free_one(chosen, expected):
    seats = coloured(RULESETS["leonardo"], [SeatSetup("human", colour=colour) for colour in chosen])
    assert [seat.colour for seat in seats] == expected


def test_seats_have_the_chosen_colours_everywhere(service):
    lobby = Lobby(service, in_colour(HUMAN, "blue"), OPEN, in_colour(AI, "red"), ruleset="leonardo")
    assert colours(lobby) == ["blue", "yellow", "red"]


def test_colours_do_not_change_the_order_of_the_seats_or_the_deal(sandbox):
    def view(*seats):
        return Lobby(sandbox, *seats, ruleset="azul", sandbox={"seed": "5" * 64}).game.view()["view"]

    assert view(in_colour(HUMAN, "black"), HUMAN) == view(HUMAN, HUMAN)


def test_a_ruleset_without_seat_colours_shows_none(service):
    assert colours(Lobby(service, HUMAN, AI)) == [None, None]


@pytest.mark.parametrize(
    ("ruleset", "seats", "code"),
    [
        ("leonardo", [in_colour(HUMAN, "pink"), HUMAN], "unknown_colour"),
        ("tiny", [in_colour(HUMAN, "red"), HUMAN], "unknown_colour"),
        ("leonardo", [in_colour(HUMAN, "red"), in_colour(AI, "red")], "colour_taken"),
    ],
)
def test_an_unsuitable_colour_is_rejected(service, ruleset, seats, code):
    body = {"ruleset": ruleset, "seats": seats}
    problem = service.client.post("/v1/games", json=body)
    check_problem(problem, 409, code)
    if (ruleset, code) == ("leonardo", "unknown_colour"):
        assert tuple(problem.json["colours"]) == RULESETS["leonardo"].seat_colours


@pytest.mark.parametrize("starts", ["at_once", "when_seated"])
def test_a_player_who_joins_chooses_an_unused_colour_or_that_of_a_free_seat(service, starts):
    lobby = Lobby(service, HUMAN, OPEN, OPEN, ruleset="leonardo", starts=starts)
    assert claim(lobby, 1, "green").status_code == 201
    assert colours(lobby) == ["yellow", "green", "red"]
    assert claim(lobby, 2, "violet").status_code == 201
    assert colours(lobby) == ["yellow", "green", "violet"]
    assert lobby.shown()["status"] == "running"


@pytest.mark.problem("colour_taken", "The player of another seat has the colour.", "claimSeat")
@pytest.mark.problem("unknown_colour", "The ruleset has no such colour.", "claimSeat")
def test_a_player_who_joins_cannot_take_the_colour_of_another_player(service):
    lobby = Lobby(service, HUMAN, OPEN, ruleset="leonardo")
    check_problem(claim(lobby, 1, "yellow"), 409, "colour_taken")
    check_problem(claim(lobby, 1, "pink"), 409, "unknown_colour")
    assert claim(lobby, 1, "red").status_code == 201
    assert colours(lobby) == ["yellow", "red"]


def test_players_keep_their_colours_in_a_rematch(service):
    lobby = Lobby(service, in_colour(HUMAN, "violet"), OPEN, AI, ruleset="leonardo")
    claim(lobby, 1, "blue")
    finish_and_score(service, lobby.game_id)
    rematch = lobby.host("POST", "/rematch").json
    seats = service.client.get(f"/v1/games/{rematch['game_id']}").json["seats"]
    assert [(seat["kind"], seat["colour"]) for seat in seats] == [
        ("human", "blue"),
        ("ai", "green"),
        ("human", "violet"),
    ]
