"""Test that no other caller sees an action queue."""

from tests.service.helpers.games.clocks import finish, work
from tests.service.helpers.games.queues import HIGH, LOW, THREE, put, queue, seal


def seen_by_others(game, seat):
    """Return everything about a game that others than a seat can read."""
    others = [each for each in (None, *game.tokens) if each != seat]
    paths = ("/view", "/view?include=actions,events,patches", "/events", "/seats", "", "/presence", "/events?after=0")
    return {(who, path): game.get(path, who).data for who in others for path in paths}


def test_other_seats_and_spectators_never_see_a_queue(service):
    game = service.new_game(THREE)
    before = seen_by_others(game, 1), game.stored.keys()
    put(game, 1, seal(game, 1), HIGH)
    assert seen_by_others(game, 1) == before[0]
    put(game, 1, HIGH)
    game.act(0, LOW)
    before = seen_by_others(game, 1)
    work(service, game)
    assert queue(game, 1)["dropped"]["reason"] == "illegal"
    assert seen_by_others(game, 1) == before
    for other in (None, 0, 2):
        assert game.get("/queue", other).json.get("actions", []) == []
    assert game.get("/queue").status_code == 401


def test_nothing_of_a_queue_is_logged(game, caplog):
    caplog.set_level("DEBUG")
    put(game, 1, seal(game, 1))
    put(game, 1, HIGH)
    game.act(0, LOW)
    work(game.service, game)
    assert queue(game, 1)["dropped"]["reason"] == "illegal"
    assert not [each for each in caplog.records if "set_stake" in each.getMessage() or "dropped" in each.getMessage()]


def test_the_record_of_a_game_does_not_show_that_an_action_was_queued(game):
    put(game, 1, seal(game, 1))
    game.act(0, LOW)
    work(game.service, game)
    finish(game.service, game)
    _, queued, other, *_ = game.get("/record").json["events"]
    assert (queued["seat"], other["seat"]) == (1, 0)
    assert set(queued) == set(other)
