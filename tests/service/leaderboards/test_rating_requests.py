"""Requests about ratings, computed from rated games."""

from itertools import combinations

import pytest

from service.game.game import load
from service.installation.clock_and_ids import written
from service.leaderboards import rating
from service.playing import games
from service.rating import RatedGame, Seated
from service.rating.pools import anchors, pool_of
from tests.service.examples.games import NAMES, play, rules
from tests.service.helpers.client.service import RemoteGame
from tests.service.helpers.players.player import agree, player
from workers.jobs import context


def act_once(service, game_id):
    """Let each player of a game act at least once."""
    acted = set()
    while len(acted) < len((game := load(service.installation, game_id)).seats):
        acted.add(game.to_act[0])
        play(RemoteGame(service, game_id, {}))


def rated(service, count=1):
    """Let Ada win rated games except every third; all others resign once each player has acted.

    Returns Ada, and the pool of the games.
    """
    context.use(service.installation)
    players = [player(service, name) for name in NAMES[: rules().min_seats]]
    for each in players:
        agree(service, each.id)
    seats = [{"kind": "human", "player": each.id} for each in players]
    for number in range(count):
        created = players[0].post("/games", {"ruleset": rules().name, "seats": seats, "rated": True})
        game_id = created.json["game_id"]
        act_once(service, game_id)
        winner = players[1] if number % 3 == 2 else players[0]
        for each in (each for each in players if each != winner):
            each.post(f"/games/{game_id}/resign", {})
        games.score(service.installation, game_id)
    (pool,) = service.client.get("/v1/ratings").json["pools"]
    return players[0], pool["pool"]


def add(service, pool, *seats):
    """Rate a game that has just finished."""
    service.pass_time(seconds=15)
    sources = service.installation.sources
    game = RatedGame(sources.game_id(), written(sources.now()), seats)
    rating.add(service.installation, pool, game, anchors(rules(), pool))


@pytest.mark.example("listRatingPools", "One rating pool has rated games.")
def test_a_pool_with_a_rated_game_is_listed(service):
    _, pool = rated(service)
    listed = service.client.get(f"/v1/ratings?ruleset={rules().name}").json["pools"]
    assert [each["pool"] for each in listed] == [pool]


@pytest.mark.example("getLeaderboard", "No player has played enough games to be listed. The AI levels are listed.")
def test_a_player_with_one_game_is_not_on_the_leaderboard(service):
    _, pool = rated(service)
    ranked = service.client.get(f"/v1/ratings/{pool}?limit=10").json
    assert (ranked["entries"], ranked["anchors"] != []) == ([], True)


@pytest.mark.example(
    "getLeaderboard", "Four players have played enough games. The AI levels are listed with them.", called="listed"
)
def test_players_with_enough_games_and_opponents_are_on_the_leaderboard(service):
    pool = pool_of(rules(), rules().options_type(), 2)
    note_alias = service.installation.store.players.note_alias
    aliases = [note_alias(player(service, name).id) for name in NAMES]
    for number in range(15):
        for pair in combinations(aliases, 2):
            first, second = reversed(pair) if number % 3 == 2 else pair
            add(service, pool, Seated(first, 1), Seated(second, 2))
    assert len(service.client.get(f"/v1/ratings/{pool.pool}").json["entries"]) == len(NAMES)


@pytest.mark.example("listPlayerRatings", "Ada has played one rated game. Her rating is uncertain.")
def test_a_player_has_a_rating_after_one_game(service):
    ada, _ = rated(service)
    assert len(service.client.get(f"/v1/players/{ada.id}/ratings").json["ratings"]) == 1


@pytest.mark.example("getPlayer", "Ada has made her page public.")
def test_another_player_reads_a_public_page(service):
    ada, _ = rated(service)
    ada.send("PATCH", "/me", {"public": True})
    assert player(service, "Carla").get(f"/players/{ada.id}").json["name"] == "Ada"


@pytest.mark.example("listRatingHistory", "Ada's rating after each rated game.")
def test_the_history_has_a_rating_for_each_game(service):
    ada, pool = rated(service, 3)
    history = service.client.get(f"/v1/ratings/{pool}/players/{ada.id}/history?limit=2")
    assert history.status_code == 200


@pytest.mark.example("getRatingHistoryImage", "The rating history as a chart.")
def test_the_history_has_a_chart(service):
    ada, pool = rated(service, 3)
    assert service.client.get(f"/v1/ratings/{pool}/players/{ada.id}/history/image").mimetype == "image/svg+xml"
