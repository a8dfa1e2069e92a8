"""Test the sandbox: games with chosen seeds that start where their creator wants."""

import pytest

from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.service import HUMANS

SEED = "5e" * 32
KEY = {"Idempotency-Key": "3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817"}
STAKE = {"seat": 0, "action": {"type": "set_stake", "stake": 2}}


def seal(seat, card):
    return {"seat": seat, "action": {"type": "seal_card", "card": card}}


@pytest.fixture
def hands(sandbox):
    """Return the hands that the seed deals."""
    game = sandbox.opened(sandbox.create_in_sandbox(seed=SEED))
    return [game.view(seat)["view"]["hand"] for seat in range(2)]


def test_without_the_setting_seed_and_actions_cannot_be_chosen(service):
    for chosen in ({}, {"seed": SEED}, {"actions": [STAKE]}):
        check_problem(service.create_in_sandbox(**chosen), 409, "sandbox_disabled")
    assert service.installation.store.servers.client.keys("bottega:*") == []


def test_the_same_seed_deals_the_same_hands_and_another_one_others(sandbox, hands):
    again = sandbox.opened(sandbox.create_in_sandbox(seed=SEED))
    other = sandbox.opened(sandbox.create_in_sandbox(seed="5f" * 32))
    assert [again.view(seat)["view"]["hand"] for seat in range(2)] == hands
    assert [other.view(seat)["view"]["hand"] for seat in range(2)] != hands


def test_seed_and_salt_of_a_record_reproduce_its_game(sandbox):
    game = sandbox.opened(sandbox.create_in_sandbox())
    dealt = game.view(0)
    game.play_to_the_end()
    record = game.get("/record").json
    again = sandbox.opened(sandbox.create_in_sandbox(seed=record["seed"], salt=record["salt"])).view(0)
    assert (again["commitment"], again["view"]) == (record["commitment"], dealt["view"])


def test_a_seed_that_is_not_chosen_is_drawn(sandbox):
    games = [sandbox.opened(sandbox.create_in_sandbox()) for _ in range(4)]
    assert len({str(game.view(0)["view"]["hand"]) for game in games}) > 1


def test_a_game_that_starts_with_actions_equals_one_in_which_they_were_submitted(sandbox, hands):
    started = [STAKE, seal(1, hands[1][0]), seal(0, hands[0][0])]
    game = sandbox.opened(sandbox.create_in_sandbox(seed=SEED, actions=started))
    played = sandbox.opened(sandbox.create_in_sandbox(seed=SEED))
    for each in started:
        assert played.act(each["seat"], each["action"]).status_code == 200
    for viewer in (None, 0, 1):
        assert shown(game.view(viewer)) == shown(played.view(viewer))
        assert [shown(event) for event in game.events(viewer)] == [shown(event) for event in played.events(viewer)]
    assert game.view(1)["decision"] == 3
    assert game.act(1).status_code == 200


def shown(part):
    """Return a value without the parts that differ in every game."""
    return {name: value for name, value in part.items() if name not in ("game_id", "at", "id")}


BAD_BEGINNINGS = {
    "an action that the rules reject": ([STAKE, seal(1, 37)], 409, "not_in_hand", 1),
    "an action of a seat that is not to act": ([STAKE | {"seat": 1}], 409, "not_your_turn", 0),
    "an action of a seat that there is not": ([STAKE | {"seat": 2}], 409, "not_your_turn", 0),
    "an action outside its schema": ([STAKE, {"seat": 0, "action": {"type": "resign"}}], 422, "malformed_action", 1),
    "an illegal action before a malformed one": ([seal(0, 1), {"seat": 0, "action": 7}], 409, "wrong_decision", 0),
}


@pytest.mark.parametrize(("actions", "status", "code", "index"), BAD_BEGINNINGS.values(), ids=BAD_BEGINNINGS)
def test_the_first_illegal_action_rejects_the_game_and_is_named(sandbox, actions, status, code, index):
    response = sandbox.create_in_sandbox(seed=SEED, actions=actions)
    check_problem(response, status, code)
    assert response.json["index"] == index
    assert sandbox.installation.store.servers.client.keys("bottega:*") == []


MALFORMED = {
    "a short seed": {"seed": "5e"},
    "a seed in capitals": {"seed": SEED.upper()},
    "a seed that is no text": {"seed": 5},
    "actions that are no list": {"actions": STAKE},
    "an action without a seat": {"actions": [{"action": STAKE["action"]}]},
    "a seat without an action": {"actions": [{"seat": 0}]},
    "a negative seat": {"actions": [STAKE | {"seat": -1}]},
    "more actions than are read": {"actions": [STAKE] * 1001},
    "a surplus member": {"speed": 1},
}


@pytest.mark.parametrize("chosen", MALFORMED.values(), ids=MALFORMED)
def test_a_sandbox_outside_its_schema_is_an_invalid_request(sandbox, chosen):
    check_problem(sandbox.create_in_sandbox(**chosen), 422, "invalid_request")


def test_a_sandbox_game_is_marked_for_good_and_any_other_is_not(sandbox):
    created = sandbox.create_in_sandbox()
    assert created.json["sandbox"] is True
    game = sandbox.opened(created)
    assert game.view()["sandbox"] is game.view(0)["sandbox"] is True
    game.play_to_the_end()
    assert game.view()["sandbox"] is True
    assert "sandbox" not in sandbox.create().json
    assert "sandbox" not in sandbox.new_game().view()


def test_a_repeated_creation_shows_the_same_game(sandbox):
    first, again = (sandbox.create_in_sandbox(actions=[STAKE], headers=KEY) for _ in range(2))
    assert again.data == first.data
    assert again.headers["Idempotent-Replayed"] == "true"
    assert sandbox.opened(again).view()["version"] == 1


def test_a_rejected_creation_does_not_use_up_its_key(sandbox):
    assert sandbox.create_in_sandbox(actions=[seal(0, 1)], headers=KEY).status_code == 409
    assert sandbox.create_in_sandbox(actions=[STAKE], headers=KEY).status_code == 201


def test_who_is_to_act_after_the_first_actions_gets_a_turn(sandbox):
    seats = ({"kind": "ai", "level": "greedy"}, {"kind": "ai", "level": "greedy"})
    game_id = sandbox.create_in_sandbox(seats, seed=SEED, actions=[STAKE]).json["game_id"]
    (job_id,) = [job for queue in sandbox.installation.queues.values() for job in queue.job_ids]
    assert (game_id in job_id, job_id.endswith("1")) == (True, True)
    assert [due for due, _ in sandbox.installation.store.due.before(float("inf"), 10)] == [game_id]


def test_a_game_may_start_at_its_end_and_is_scored(sandbox):
    played = sandbox.opened(sandbox.create_in_sandbox(seed=SEED))
    played.play_to_the_end()
    actions = [
        {"seat": event["seat"], "action": played.events(event["seat"])[event["version"] - 1]["action"]}
        for event in played.events()
    ]
    over = sandbox.opened(sandbox.create_in_sandbox(seed=SEED, actions=actions))
    assert over.view()["outcome"] == played.view()["outcome"]
    assert over.get("/result").status_code == 202


def test_options_may_be_omitted(service):
    created = service.client.post("/v1/games", json={"ruleset": "tiny", "seats": list(HUMANS)})
    assert (created.status_code, created.json["options"]) == (201, {})
    assert len(service.opened(created).view(0)["view"]["hand"]) == 3
