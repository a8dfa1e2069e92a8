"""Test games whose rules fail: each is stopped and says so, and no other game notices."""

import time
from dataclasses import dataclass, replace

import pytest

from service import problems
from service.game.game import load
from service.isolation.faults import RuleFault
from service.isolation.isolation import guarded
from service.isolation.processes import Limits
from service.lobby import seat_removal
from service.playing import abort, faulty_games, games, missed_decisions
from service.repair import game_repair, inspection
from tests.hostile import RULESET, STAKES, UNDECIDED, UNSEEN
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.client.running import lasting
from tests.service.helpers.client.service import HUMANS, RemoteGame
from tests.service.streams.test_surroundings import Following
from tests.tiny import TINY
from workers.processes.clock_keeper import resolve_deadlines
from workers.processes.sweeper import sweep

HOSTILE = lasting({**HOSTED, "tiny": RULESET})
LIMITS = Limits(1, 256)
CLOCK = {"kind": "budget", "seconds": 600, "increment": 10}


@pytest.fixture
def hostile(start):
    """Run the application with a package whose rules fail on demand, and with a healthy one."""
    return start(rulesets=HOSTILE, rule_seconds=1, rule_megabytes=256)


@dataclass(frozen=True)
class CreatedGame(RemoteGame):
    """A game with the token of its creator."""

    creator_token: str = ""


def create(service, ruleset="tiny", **terms):
    created = service.client.post("/v1/games", json={"ruleset": ruleset, "seats": list(HUMANS), **terms})
    assert created.status_code == 201, created.json
    tokens = {each["seat"]: each["token"] for each in created.json["tokens"]}
    return CreatedGame(service, created.json["game_id"], tokens, ruleset, created.json["creator_token"])


def stake(game, amount, decision=0, seat=0):
    action = {"type": "set_stake", "stake": amount}
    return game.post("/actions", seat, {"ruleset": game.ruleset, "decision": decision, "action": action})


def fail(game, way="divide"):
    return stake(game, STAKES[way])


@pytest.mark.parametrize("way", STAKES)
def test_an_action_that_makes_the_rules_fail_stops_its_game(hostile, way):
    game, other = create(hostile), create(hostile)
    check_problem(fail(game, way), 409, "game_faulty")
    view = game.view(0)
    assert (view["status"], view["version"], view["to_act"], "decision" in view) == ("running", 0, [], False)
    assert view["faulty_since"] == game.get("").json["faulty_since"]
    assert stake(other, 1).status_code == 200
    assert "faulty_since" not in other.view(0)


def test_all_who_follow_a_game_learn_at_once_that_it_is_stopped_and_that_it_continues(hostile):
    game = create(hostile)
    followers = [Following(game, seat, "?include=faulty") for seat in (1, None)]
    assert [each.next("faulty") for each in followers] == [{"faulty": False}] * 2
    fail(game)
    assert [each.next("faulty") for each in followers] == [{"faulty": True}] * 2
    assert game.get("/events?include=faulty").json["surroundings"] == {"faulty": True}
    assert faulty_games.resume(hostile.installation, game.game_id)
    assert [each.next("faulty") for each in followers] == [{"faulty": False}] * 2


@pytest.mark.parametrize("amount", [UNSEEN, UNDECIDED])
def test_an_action_after_which_the_position_cannot_be_shown_does_not_count(hostile, amount):
    game = create(hostile)
    check_problem(stake(game, amount), 409, "game_faulty")
    assert (game.view(0)["version"], game.events()) == (0, [])


def test_nobody_can_act_in_a_stopped_game(hostile):
    game = create(hostile, undo="own")
    fail(game)
    check_problem(stake(game, 1), 409, "game_faulty")
    for path in ("/resign", "/undo", "/return"):
        check_problem(game.post(path, 0, {"to": 0} if path == "/undo" else None), 409, "game_faulty")


def test_only_the_entry_of_a_batch_whose_rules_fail_is_rejected(hostile):
    faulty, healthy = create(hostile), create(hostile)
    entries = [
        {
            "game_id": game.game_id,
            "token": game.tokens[0],
            "ruleset": game.ruleset,
            "decision": 0,
            "action": {"type": "set_stake", "stake": amount},
        }
        for game, amount in ((faulty, STAKES["divide"]), (healthy, 1))
    ]
    results = hostile.client.post("/v1/actions:batch", json={"actions": entries}).json["results"]
    assert [each["status"] for each in results] == [409, 200]
    assert results[0]["problem"]["code"] == "game_faulty"
    assert "faulty_since" in faulty.view(0)


def test_lists_show_a_stopped_game_as_running_with_its_fault(hostile):
    game, other = create(hostile), create(hostile)
    fail(game)
    listed = hostile.client.get("/v1/games?ruleset=tiny&status=running").json["games"]
    assert {each["game_id"]: "faulty_since" in each for each in listed} == {game.game_id: True, other.game_id: False}


def test_no_clock_runs_in_a_stopped_game_and_it_runs_on_after_the_repair(hostile):
    game = create(hostile, clock=CLOCK)
    before = game.view(0)["clocks"]
    fail(game)
    assert game.view(0)["clocks"] == [{"seat": 0, "seconds_left": 600.0}, {"seat": 1, "seconds_left": 600.0}]
    assert hostile.installation.store.clocks.all() == {}
    assert faulty_games.resume(hostile.installation, game.game_id)
    after = game.view(0)
    assert [set(each) for each in after["clocks"]] == [set(each) for each in before]
    assert len(hostile.installation.store.clocks.all()) == 2
    assert (after["decision"], stake(game, 1).status_code) == (0, 200)


def test_an_operator_sees_the_fault_and_lets_the_game_continue(hostile):
    game = create(hostile)
    fail(game)
    fault = f"rules: have failed in `apply`: {load(hostile.installation, game.game_id).info.fault.why}"
    assert inspection.inspect(hostile.installation, game.game_id, reveal=False)["faults"] == [fault]
    (stored,) = hostile.installation.store.failed_jobs.of(game.game_id).values()
    assert (stored.job, stored.has_stopped(100)) == ("rules", True)
    assert game_repair.repair(hostile.installation, game.game_id, "rules") == "the game continues"
    assert hostile.installation.store.failed_jobs.of(game.game_id) == {}
    assert stake(game, 1).status_code == 200


def test_the_creator_aborts_a_stopped_game_although_all_have_acted(hostile):
    game = create(hostile)
    assert stake(game, 1).status_code == 200
    for seat in (0, 1):
        assert game.act(seat).status_code == 200
    faulty_games.stop(hostile.installation, game.game_id, RuleFault("tiny", "apply", "KeyError"))
    headers = {"Authorization": f"Bearer {game.creator_token}"}
    assert game.post("/abort", None, None, headers).json["status"] == "aborted"
    assert "faulty_since" in game.view(0)


def test_the_log_names_game_ruleset_function_and_place_once(hostile, caplog):
    game = create(hostile)
    fail(game)
    fail(game)
    logged = [each.getMessage() for each in caplog.records if game.game_id in each.getMessage()]
    assert len(logged) == 1
    assert logged[0].startswith(f"game {game.game_id} is stopped: `apply` of tiny has failed: ZeroDivisionError in")


def test_a_fault_at_the_creation_of_a_game_is_shown_to_the_operator(hostile):
    body = {"ruleset": "tiny", "seats": list(HUMANS)}
    app = hostile.client.application
    app.extensions["bottega"] = hosting(hostile, setup=divide)
    check_problem(hostile.client.post("/v1/games", json=body), 500, "internal_error")
    (stored,) = hostile.installation.store.failed_jobs.of("tiny.setup").values()
    assert stored.job == "rules"
    assert stored.error.startswith("`setup` of tiny: ZeroDivisionError in tests/service/playing/")


def divide(*_arguments):
    raise ZeroDivisionError


def hosting(service, **functions):
    """Return the installation with other functions of the rules."""
    return replace(service.installation, rulesets=guarded({"tiny": replace(TINY, **functions)}, LIMITS))


def test_a_game_whose_rules_fail_in_the_sweeper_is_stopped(hostile):
    game, other = create(hostile), create(hostile, "azul")
    for each in (game, other):
        hostile.installation.store.due.put(each.game_id, time.time() - 1)
    broken = hosting(hostile, to_act=divide)
    sweep(replace(broken, rulesets={**hostile.installation.rulesets, **broken.rulesets}), time.time())
    assert ["faulty_since" in each.view(0) for each in (game, other)] == [True, False]
    assert stake(other, 1).status_code == 422  # it has no stakes, and still reads its actions


def test_a_game_whose_rules_fail_at_a_deadline_is_stopped_and_its_clock_too(hostile):
    game = create(hostile, clock={"kind": "per_decision", "seconds": 30})
    hostile.pass_time(seconds=40)
    resolve_deadlines(hosting(hostile, default_action=divide), time.time() + 40)
    assert "faulty_since" in game.view(0)
    assert hostile.installation.store.clocks.all() == {}


def test_a_stopped_game_is_not_scored_and_waits_for_its_repair(hostile):
    game = create(hostile)
    assert stake(game, 1).status_code == 200
    game.play_to_the_end()
    faulty_games.stop(hostile.installation, game.game_id, RuleFault("tiny", "outcome", "KeyError"))
    with pytest.raises(problems.GameFaulty):
        games.score(hostile.installation, game.game_id)
    assert game_repair.repair(hostile.installation, game.game_id, "rules") == "the game continues"
    games.score(hostile.installation, game.game_id)
    assert game.get("/result").status_code == 200


def test_a_player_leaves_a_game_whose_rules_fail_at_that_moment(hostile):
    game = create(hostile)
    with pytest.raises(problems.GameFaulty):
        missed_decisions.resign(hosting(hostile, to_act=divide), game.game_id, 1)
    assert "faulty_since" in game.view(0)


def test_a_game_whose_rules_fail_at_that_moment_is_aborted(hostile):
    game = create(hostile)
    assert abort.stop(hosting(hostile, to_act=divide), game.game_id).status == "aborted"


def test_an_unfinished_game_whose_rules_fail_is_closed_with_its_creator(hostile):
    game = create(hostile)
    seat_removal.close_created(hosting(hostile, to_act=divide), game.game_id)
    check_problem(game.get("/actions", 0), 401, "invalid_token")
