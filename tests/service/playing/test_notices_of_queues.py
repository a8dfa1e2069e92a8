"""Test the notices about action queues, which only their players get."""

from service.game.game import load
from tests.service.helpers.games.clocks import work
from tests.service.helpers.games.lobby import OPEN
from tests.service.helpers.games.queues import HIGH, LOW
from tests.service.helpers.players.notices import FUTURE, muted, reported, unmuted
from tests.service.helpers.players.player import player
from tests.service.helpers.players.webhooks import URL, bodies
from workers.processes.sweeper import sweep


class Seated:
    """A game of two players, created by a third; its host and the second player have a webhook each."""

    def __init__(self, service):
        self.service, (self.host, self.ann, self.ben) = service, [player(service, name) for name in ("H", "A", "B")]
        self.game_id = self.host.create((OPEN, OPEN)).json["game_id"]
        self.hooks = {
            each.id: each.post("/me/webhooks", {"url": URL, "scope": scope}).json["webhook_id"]
            for each, scope in ((self.host, "created"), (self.ben, "seats"))
        }
        for seat, each in enumerate((self.ann, self.ben)):
            assert each.claim(self.game_id, seat).status_code == 201

    def put(self, *actions, version=0):
        body = {"ruleset": "tiny", "version": version, "actions": [{"action": each} for each in actions]}
        response = self.ben.send("PUT", f"/games/{self.game_id}/queue", body)
        assert response.status_code == 200, response.json

    def act(self, who, action):
        body = {"ruleset": "tiny", "decision": load(self.service.installation, self.game_id).position.version}
        return who.post(f"/games/{self.game_id}/actions", body | {"action": action})

    def seal(self):
        return {"type": "seal_card", "card": self.ben.get(f"/games/{self.game_id}/view").json["view"]["hand"][0]}

    def hooked(self, who):
        return bodies(self.service.installation, who.id, self.hooks[who.id])


def test_a_player_gets_no_turn_that_the_queue_answers_but_the_creator_does(service):
    game = Seated(service)
    game.put(game.seal())
    game.act(game.ann, LOW)
    work(service, game)
    assert len(service.installation.store.events(game.game_id, 0, 9)[1]) == 2
    assert reported(service, game.ben.id) == [("seated", 0, 1)]
    assert game.hooked(game.ben) == [("seated", 1, None)]
    assert ("your_turn", 1, 1) in game.hooked(game.host)


def test_a_player_whose_queue_is_dropped_gets_the_reason_and_the_turn_and_nobody_else_does(service):
    game = Seated(service)
    game.put(HIGH)
    game.act(game.ann, LOW)
    before = game.hooked(game.host), reported(service, game.ann.id)
    work(service, game)
    assert reported(service, game.ben.id) == [("seated", 0, 1), ("queue_dropped", 1, 1), ("your_turn", 1, 1, 1)]
    assert game.hooked(game.ben) == [("seated", 1, None), ("queue_dropped", 1, None), ("your_turn", 1, 1)]
    assert (game.hooked(game.host), reported(service, game.ann.id)) == before
    sweep(service.installation, FUTURE)
    assert (game.hooked(game.host), reported(service, game.ann.id)) == before
    (notice,) = [each for each in game.ben.get("/me/events").json["events"] if each["type"] == "queue_dropped"]
    assert notice["reason"] == "illegal"


def test_the_sweeper_sends_a_lost_notice_of_a_dropped_queue(service):
    game = Seated(service)
    game.put(HIGH)
    game.act(game.ann, LOW)
    muted(service)
    work(service, game)
    unmuted(service)
    assert reported(service, game.ben.id)[1:] == [("queue_dropped", 1, 1), ("your_turn", 1, 1, 1)]


def test_each_queue_that_is_dropped_after_the_notice_of_its_turn_has_a_notice_of_its_own(service):
    game = Seated(service)
    game.act(game.ann, LOW)
    turn = [("seated", 0, 1), ("your_turn", 1, 1, 1)]
    assert reported(service, game.ben.id) == turn
    for times in (1, 2):
        game.put(HIGH)
        work(service, game)
        assert reported(service, game.ben.id) == [*turn, *[("queue_dropped", 1, 1)] * times]
        assert game.hooked(game.ben).count(("queue_dropped", 1, None)) == times
        sweep(service.installation, FUTURE)
        assert reported(service, game.ben.id) == [*turn, *[("queue_dropped", 1, 1)] * times]
    assert game.hooked(game.ben).count(("queue_dropped", 1, None)) == 2


def test_a_removed_game_leaves_no_record_of_notices_about_dropped_queues(service):
    game = Seated(service)
    game.put(HIGH)
    game.act(game.ann, LOW)
    work(service, game)
    assert reported(service, game.ben.id)[1] == ("queue_dropped", 1, 1)
    service.installation.store.remove(load(service.installation, game.game_id).header)
    assert service.installation.store.servers.client.hkeys(f"bottega:{{{game.ben.id}}}:marks") == [b"latest"]
