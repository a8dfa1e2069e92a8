"""Test webhooks of a creator: they receive events of all games that the player has created, and of no other game."""

from service.playing import games, notices
from service.store.servers import Servers
from tests.service.helpers.games.lobby import OPEN
from tests.service.helpers.players.notices import FUTURE, act
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.players.webhooks import URL, bodies
from workers.processes.sweeper import sweep

AI = {"kind": "ai", "level": "random"}


def hook(who, **more):
    response = who.post("/me/webhooks", {"url": URL, **more})
    assert response.status_code == 201, response.json
    return response.json["webhook_id"]


def hosting(service, **more):
    """Create a player with a webhook for created games; return the player and the webhook's id."""
    host = player(service, "Host")
    return host, hook(host, scope="created", **more)


def test_a_creator_gets_notices_of_all_seats_of_their_games_and_of_the_end_once(service):
    host, own = hosting(service)
    game = host.new_game()
    assert bodies(service.installation, host.id, own) == [("your_turn", 0, 0)]
    game.play_to_the_end()
    games.score(service.installation, game.game_id)
    sweep(service.installation, FUTURE)
    reported = bodies(service.installation, host.id, own)
    turns = [(seat, decision) for kind, seat, decision in reported if kind == "your_turn"]
    assert {seat for seat, _ in turns} == {0, 1}
    assert len(set(turns)) == len(turns) == len(reported) - 2
    assert reported[-2:] == [("over", None, None), ("scored", None, None)]


def test_a_creator_gets_the_notices_that_webhooks_of_the_game_get(service):
    host, own = hosting(service)
    ann = player(service)
    game_id = host.create((OPEN, {"kind": "human"}, AI)).json["game_id"]
    of_game = host.post(f"/games/{game_id}/webhooks", {"url": URL}).json["webhook_id"]
    ann.claim(game_id, 0)
    act(service.opened(host.create()), 0)
    reported = bodies(service.installation, game_id, of_game)
    assert reported == [("your_turn", 0, 0), ("seated", 0, None)]
    assert bodies(service.installation, host.id, own)[:2] == reported


def test_a_creator_gets_no_notices_of_games_that_others_created(service):
    host, own = hosting(service)
    other = player(service)
    game_id = other.create((OPEN, OPEN)).json["game_id"]
    host.claim(game_id, 0)
    act(service.new_game(), 0)
    assert bodies(service.installation, host.id, own) == []


def test_webhooks_of_the_players_seats_get_nothing_of_hosted_ones(service):
    host = player(service)
    seats = hook(host)
    hook(host, scope="seats")
    game = host.new_game()
    act(game, 0)
    assert bodies(service.installation, host.id, seats) == []


def test_a_creator_who_plays_gets_notices_of_their_seat_from_both(service):
    host, own = hosting(service)
    seats = hook(host)
    game = service.opened(host.create(({"kind": "human", "player": host.id}, {"kind": "human"})))
    assert bodies(service.installation, host.id, own) == bodies(service.installation, host.id, seats)
    act(game, 0)
    act(game, 1)
    kinds = {kind: {seat for each, seat, _ in bodies(service.installation, host.id, kind)} for kind in (own, seats)}
    assert kinds == {own: {0, 1}, seats: {0}}


def test_a_creator_gets_the_requested_event_types(service):
    host, own = hosting(service, event_types=["aborted"])
    game = host.new_game()
    for seat in (0, 1):
        game.post("/abort", seat)
    sweep(service.installation, FUTURE)
    assert bodies(service.installation, host.id, own) == [("aborted", None, None)]


def test_a_webhook_shows_its_scope(service):
    host, own = hosting(service)
    seats = hook(host, scope="seats")
    listed = {each["webhook_id"]: each.get("scope") for each in host.get("/me/webhooks").json["webhooks"]}
    assert listed == {own: "created", seats: None}


def test_the_sweeper_sends_a_creator_the_notices_that_the_service_could_not_send(service, monkeypatch):
    host, own = hosting(service)
    game = host.new_game()
    with monkeypatch.context() as broken:
        broken.setattr(notices, "send_event", lambda *_: None)  # as if killed after the commit
        act(game, 0)
    before = len(bodies(service.installation, host.id, own))
    sweep(service.installation, FUTURE)
    sweep(service.installation, FUTURE)
    assert len(bodies(service.installation, host.id, own)) > before
    assert service.installation.store.due.before(FUTURE, 10) == []


def test_a_game_created_before_the_webhook_is_covered_too(service):
    host = player(service)
    game = host.new_game()
    own = hook(host, scope="created")
    act(game, 0)
    assert {kind for kind, *_ in bodies(service.installation, host.id, own)} == {"your_turn"}


def test_a_player_without_the_scope_to_create_creates_no_game(service):
    host = player(service).with_scopes("play")
    assert rejected(host.post("/me/webhooks", {"url": URL, "scope": "created"})) == (403, "insufficient_scope")
    assert rejected(host.post("/me/webhooks", {"url": URL, "scope": "lunch"})) == (422, "invalid_request")


def test_notices_to_a_creator_cost_no_additional_round_trip_beside_those_to_players(service, monkeypatch):
    players = [player(service) for _ in range(3)]
    seats = [{"kind": "human", "player": each.id} for each in players[:2]]
    games = [service.opened(host.create(seats)) for host in (players[0], players[2])]
    trips, true = [], Servers.call

    def counted(self, about, *arguments, **named):
        trips.append(about)
        return true(self, about, *arguments, **named)

    monkeypatch.setattr(Servers, "call", counted)
    counts = []
    for game in games:
        trips.clear()
        act(game, 0)
        counts.append(len(trips))
    assert counts[0] == counts[1]
