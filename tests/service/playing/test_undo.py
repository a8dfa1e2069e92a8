"""Test undo by one seat alone: what a seat may undo, and what it may not."""

import pytest

from domain.undo_rules import ALL_MODES, undo_modes
from service.playing import undo_requests
from service.playing.pending_jobs import pending_job
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.service import HUMANS
from tests.service.helpers.games.clocks import TimedGame, work
from tests.service.helpers.games.undo import AI, HIGH, LOW, THREE, opened, undo, without_counts
from tests.service.helpers.players.player import player
from workers.jobs import context
from workers.jobs.turns import play_turns


def test_a_seat_undoes_its_latest_action(service):
    game = opened(service)
    before = game.view(0)
    game.act(0, HIGH)
    response = undo(game, 0)
    assert response.status_code == 200
    assert response.json == game.view(0)
    assert without_counts(response.json) == without_counts(before)
    assert (response.json["version"], response.json["decision"]) == (2, 2)


def test_an_undo_is_an_event_like_any_other(service):
    game = opened(service)
    game.act(0, HIGH)
    undo(game, 0)
    done, undone = game.events(1)
    assert undone["undoes"] == 0
    assert "undoes" not in done
    assert (undone["version"], undone["seat"], undone["decision"]) == (2, 0, 0)
    assert (undone["action"], undone["facts"]) == (HIGH, [])
    assert (undone["to_act"], undone["decisions"]) == ([0], [{"seat": 0, "decision": 2}])


def test_a_concealed_action_stays_concealed_after_its_undo(service):
    game = opened(service)
    game.act(0)
    game.act(0)
    undo(game, 0)
    assert game.events(1)[-1]["action"] == {"type": "concealed_card"}
    assert game.events(0)[-1]["action"]["type"] == "seal_card"


def test_another_action_replaces_it(service):
    game = opened(service)
    game.act(0, HIGH)
    undo(game, 0)
    assert game.act(0, LOW).json["view"]["stake"] == 1


def test_a_late_action_for_the_undone_decision_is_rejected(service):
    game = opened(service)
    body = game.action_body(0, HIGH)
    game.act(0, HIGH)
    undo(game, 0)
    check_problem(game.post("/actions", 0, body), 409, "decision_closed")


def test_a_pending_decision_of_others_is_unchanged(service):
    game = opened(service, seats=THREE)
    game.act(0)
    bodies = {seat: game.action_body(seat) for seat in (1, 2)}
    game.act(0)
    undo(game, 0)
    assert [game.post("/actions", seat, body).status_code for seat, body in bodies.items()] == [200, 200]


def test_a_seat_undoes_its_actions_one_by_one(service):
    game = opened(service)
    before = game.view(0)
    game.act(0)
    game.act(0)
    undo(game, 0)
    assert undo(game, 0).status_code == 200
    assert without_counts(game.view(0)) == without_counts(before)
    assert [event.get("undoes") for event in game.events()] == [None, None, 1, 0]


def test_a_seat_undoes_several_actions_at_once(service):
    game = opened(service)
    game.act(0)
    game.act(0)
    assert undo(game, 0, 0).json["to_act"] == [0]
    assert [event.get("undoes") for event in game.events()] == [None, None, 0]


def test_an_undo_is_too_late_once_another_player_has_acted(service):
    game = opened(service)
    game.act(0)
    game.act(0)
    game.act(1)
    check_problem(undo(game, 0), 409, "undo_too_late")
    game = opened(service, seats=THREE)
    game.act(0)
    game.act(0)
    game.act(1)
    check_problem(undo(game, 0), 409, "undo_too_late")
    assert undo(game, 1).status_code == 200
    check_problem(undo(game, 0), 409, "undo_too_late")


def test_a_move_that_revealed_data_cannot_be_undone(service):
    game = opened(service)
    game.act(0)
    game.act(0)
    game.act(1)
    assert game.events()[-1]["facts"]
    check_problem(undo(game, 1), 409, "undo_too_late")


def workshop(service):
    """Create a game of Maestro Leonardo for two, seat 0 first."""
    body = {"ruleset": "leonardo", "options": {"first_player": 0}, "seats": list(HUMANS), "undo": "own"}
    game = service.opened(service.client.post("/v1/games", json=body))
    return type(game)(service, game.game_id, game.tokens, "leonardo")


def test_the_end_of_a_round_in_which_no_invention_is_finished_stays(service):
    """The action reveals that no face-down lab was finished."""
    game = workshop(service)
    for seat, invention in enumerate((8, 1)):
        action = {"type": "declare_work", "interrupt": [], "start": {"small": invention}}
        assert game.act(seat, action).status_code == 200
    while game.view()["view"]["round"] == 1:
        (seat,) = game.view()["to_act"]
        actions = game.get("/actions", seat).json["actions"]
        master = {"type": "place", "piece": "master", "place": "lab:small"}
        assert game.act(seat, master if master in actions else actions[-1]).status_code == 200
    assert seat == 1
    last = game.events()[-1]
    assert {"type": "round_began", "round": 2} in last["facts"]
    assert not {each["type"] for each in last["facts"]} & {"invention_finished", "work_late"}
    for _ in range(3):
        check_problem(undo(game, seat), 409, "undo_too_late")
    assert game.view()["version"] == last["version"]


def test_placed_pieces_can_be_undone_before_the_round_ends(service):
    game = workshop(service)
    for seat in (0, 1):
        game.act(seat, {"type": "declare_work", "interrupt": [], "start": {}})
    before = game.view(0)
    game.act(0, {"type": "place", "piece": "master", "place": "council"})
    assert without_counts(undo(game, 0).json) == without_counts(before)


RULES = [(name, mode) for name in HOSTED for mode in ALL_MODES]


@pytest.mark.parametrize(("ruleset", "mode"), RULES)
def test_a_game_has_the_undo_modes_that_its_ruleset_lists(service, ruleset, mode):
    listed = {each["ruleset"]: each["undo_modes"] for each in service.client.get("/v1/rulesets").json["rulesets"]}
    assert listed[ruleset] == service.client.get(f"/v1/rulesets/{ruleset}").json["undo_modes"]
    body = {"ruleset": ruleset, "seats": [{"kind": "human"}] * HOSTED[ruleset].min_seats, "undo": mode}
    responses = [service.client.post("/v1/games", json=body)]
    sought = {"ruleset": ruleset, "seats": [HOSTED[ruleset].min_seats], "undo": mode}
    responses.append(player(service).post("/seeks", sought))
    if mode in listed[ruleset]:
        assert [each.status_code for each in responses] == [201, 201]
    else:
        for each in responses:
            check_problem(each, 409, "undo_mode_unavailable")
            assert each.json["detail"].startswith("Send `undo` as one of `none`, `consent`.")


def test_no_action_of_the_riddle_can_be_undone_alone(service):
    assert [name for name in HOSTED if "own" not in undo_modes(HOSTED[name])] == ["riddle"]


@pytest.mark.parametrize("mode", ["own", "consent"])
def test_a_rated_seek_rejects_it(service, mode):
    body = {"ruleset": "tiny", "seats": [2], "rated": True, "undo": mode}
    check_problem(player(service).post("/seeks", body), 409, "undo_not_allowed")


def test_a_game_without_actions_has_no_undo(service):
    game = opened(service)
    check_problem(undo(game, 0), 409, "nothing_to_undo")
    game.act(0)
    check_problem(undo(game, 1), 409, "nothing_to_undo")
    for to in (1, 7):
        check_problem(undo(game, 0, to), 409, "nothing_to_undo")
    undo(game, 0)
    check_problem(undo(game, 0), 409, "nothing_to_undo")


def test_first_actions_of_a_sandbox_stay(sandbox):
    game = opened(sandbox, "consent", sandbox={"actions": [{"seat": 0, "action": HIGH}]})
    check_problem(undo(game, 0), 409, "nothing_to_undo")
    game.act(0)
    assert undo(game, 0).json["version"] == 3


def test_by_default_undo_is_off(game):
    game.act(0)
    check_problem(undo(game, 0), 409, "undo_not_allowed")
    assert "undo" not in game.view()


@pytest.mark.parametrize("mode", ["own", "consent"])
def test_a_rated_game_rejects_it(service, mode):
    body = {"ruleset": "tiny", "seats": list(HUMANS), "rated": True, "undo": mode}
    check_problem(service.client.post("/v1/games", json=body), 409, "undo_not_allowed")
    assert service.client.post("/v1/games", json=body | {"undo": "none"}).status_code == 201


def test_a_game_states_what_may_be_undone(service):
    created = service.client.post("/v1/games", json={"ruleset": "tiny", "seats": list(HUMANS), "undo": "own"})
    listed = service.client.get("/v1/games").json["games"][0]
    assert [each["undo"] for each in (created.json, service.opened(created).view(), listed)] == ["own"] * 3


def test_a_resigned_player_cannot_undo(service):
    game = opened(service, seats=THREE)
    game.act(0)
    game.post("/resign", 0)
    check_problem(undo(game, 0), 409, "seat_resigned")


def test_a_finished_game_cannot_be_undone(service):
    game = opened(service, "consent")
    game.play_to_the_end()
    check_problem(undo(game, 0), 409, "game_over")


def test_an_action_of_the_clock_is_not_the_players_own(sandbox):
    game = TimedGame(sandbox, undo="own")
    game.wait(31)
    check_problem(undo(game, 0), 409, "nothing_to_undo")
    game.act(0)
    undo(game, 0)
    assert game.by() == [{"kind": "clock", "reason": "time"}, None, None]


def test_the_number_of_undos_of_a_seat_is_limited(service, monkeypatch):
    monkeypatch.setattr(undo_requests, "MOST_UNDONE", 2)
    game = opened(service)
    for _ in range(2):
        game.act(0)
        assert undo(game, 0).status_code == 200
    game.act(0)
    check_problem(undo(game, 0), 409, "no_undos_left")


def test_a_repeated_request_undoes_once_and_returns_the_same_response(service):
    game = opened(service)
    game.act(0)
    game.act(0)
    first, again = undo(game, 0, key="k"), undo(game, 0, key="k")
    assert (first.data, again.headers["Idempotent-Replayed"]) == (again.data, "true")
    assert len(game.events()) == 3
    check_problem(undo(game, 0, 0, "k"), 409, "idempotency_key_reused")


def test_the_action_of_an_ai_player_prevents_it(service):
    game = opened(service, seats=[HUMANS[0], AI])
    game.act(0)
    game.act(0)
    work(service, game)
    assert 1 in {event["seat"] for event in game.events()}
    check_problem(undo(game, 0), 409, "undo_too_late")


def test_a_player_against_ai_players_only_needs_no_consent(service):
    game = opened(service, "consent", [HUMANS[0], AI])
    game.act(0)
    before = game.view(0)
    game.act(0)
    work(service, game)
    assert without_counts(undo(game, 0).json) == without_counts(before)


def test_the_search_of_an_ai_turn_that_was_undone_is_discarded(service):
    game = opened(service, seats=[HUMANS[0], AI])
    game.act(0)
    assert pending_job(service.installation, game.game_id) is not None
    undo(game, 0)
    context.use(service.installation)
    play_turns(game.game_id, 1)
    assert [event["seat"] for event in game.events()] == [0, 0]
    assert pending_job(service.installation, game.game_id) is None
