"""Examples of ratings, computed from rated games."""

from dataclasses import replace

from domain.ruleset import AnyRuleset
from service.game.game import load
from service.installation.clock_and_ids import written
from service.leaderboards import rating
from service.playing import games
from service.rating import Pool, RatedGame, Seated
from service.rating.pools import anchors, pool_of
from tests.tools.examples.failures import LOST, failure, without_database
from tests.tools.examples.harness import Exchange, Harness, Player, Request
from tests.tools.examples.requests import sample
from workers.jobs import context
from workers.jobs.turns import play_out


def rated(harness: Harness, ruleset: AnyRuleset, count: int = 1) -> tuple[Player, str]:
    """Let Ada win rated games except every third; all others resign once each player has acted.

    Returns Ada, and the pool of the games.
    """
    context.use(harness.bottega)
    people = [harness.player(name) for name in ("Ada", "Bruno", "Carla")[: ruleset.min_seats]]
    for each in people:
        harness.send(each.asks("PATCH", "/v1/me", {"seated_by": "everybody"}))
    seats = [{"kind": "human", "player": each.id} for each in people]
    for number in range(count):
        body = {"ruleset": ruleset.name, "seats": seats, "rated": True}
        game_id = harness.send(people[0].asks("POST", "/v1/games", body)).body["game_id"]
        act_once(harness, game_id)
        winner = people[1] if number % 3 == 2 else people[0]
        for each in (each for each in people if each != winner):
            harness.send(each.asks("POST", f"/v1/games/{game_id}/resign", {}))
        play_out(game_id)
        games.score(harness.bottega, game_id)
    (pool,) = harness.send(Request("GET", "/v1/ratings")).body["pools"]
    return people[0], pool["pool"]


def act_once(harness: Harness, game_id: str) -> None:
    """Let each player of a game act at least once."""
    acted: set[int] = set()
    while len(acted) < len((game := load(harness.bottega, game_id)).seats):
        seat = next((each for each in game.to_act if each not in acted), game.to_act[0])
        action = game.ruleset.legal_actions(game.position.state, seat)[0]
        games.act(harness.bottega, game_id, seat, game.position.decisions[seat], action)
        acted.add(seat)


@sample("listRatingPools", 200, "One rating pool has rated games.", each=False)
def list_rating_pools(harness: Harness, ruleset: AnyRuleset) -> Request:
    rated(harness, harness.shortest)
    return Request("GET", f"/v1/ratings?ruleset={harness.shortest.name}")


@sample("getLeaderboard", 200, "No player has played enough games to be listed. The AI levels are listed.", each=False)
def get_leaderboard(harness: Harness, ruleset: AnyRuleset) -> Request:
    _, pool = rated(harness, harness.shortest)
    return Request("GET", f"/v1/ratings/{pool}?limit=10")


@sample(
    "getLeaderboard",
    200,
    "Two players have played enough games. The AI levels are listed with them.",
    called="listed",
    each=False,
)
def get_full_leaderboard(harness: Harness, ruleset: AnyRuleset) -> Request:
    pool = pool_of(ruleset, ruleset.options_type(), 2)
    ada, bruno = (harness.bottega.store.players.note_alias(harness.player(name).id) for name in ("Ada", "Bruno"))
    for number in range(40):
        first, second = (bruno, ada) if number % 3 == 2 else (ada, bruno)
        seats = (Seated(first, 1), Seated(second, 2))
        add(harness, ruleset, pool, seats)
    for level in sorted(anchors(ruleset, pool))[:3]:
        for each in (ada, bruno):
            add(harness, ruleset, pool, (Seated(each, 1), Seated(level, 2)))
    return Request("GET", f"/v1/ratings/{pool.pool}")


def add(harness: Harness, ruleset: AnyRuleset, pool: Pool, seats: tuple[Seated, ...]) -> None:
    """Rate a game that has just finished."""
    game = RatedGame(harness.bottega.sources.game_id(), written(harness.bottega.sources.now()), seats)
    rating.add(harness.bottega, pool, game, anchors(ruleset, pool))


@sample("listPlayerRatings", 200, "Ada has played one rated game. Her rating is uncertain.", each=False)
def list_player_ratings(harness: Harness, ruleset: AnyRuleset) -> Request:
    ada, _ = rated(harness, harness.shortest)
    return Request("GET", f"/v1/players/{ada.id}/ratings")


@sample("getPlayer", 200, "Ada has made her page public.", each=False)
def get_player(harness: Harness, ruleset: AnyRuleset) -> Request:
    ada, _ = rated(harness, harness.shortest)
    harness.send(ada.asks("PATCH", "/v1/me", {"public": True}))
    return harness.player("Carla").asks("GET", f"/v1/players/{ada.id}")


@sample("listRatingHistory", 200, "Ada's rating after each rated game.", each=False)
def list_rating_history(harness: Harness, ruleset: AnyRuleset) -> Request:
    ada, pool = rated(harness, harness.shortest, 3)
    return Request("GET", f"/v1/ratings/{pool}/players/{ada.id}/history?limit=2")


@sample("getRatingHistoryImage", 200, "The rating history as a chart.", each=False)
def get_rating_picture(harness: Harness, ruleset: AnyRuleset) -> Request:
    ada, pool = rated(harness, harness.shortest, 3)
    return Request("GET", f"/v1/ratings/{pool}/players/{ada.id}/history/image")


@failure("pool_not_found", "The pool has no rated games yet.")
def lost_pool(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    _, _, rest = request.path.removeprefix("/v1/ratings/").partition("/")
    return harness.send(replace(request, path=f"/v1/ratings/{ruleset.name}-2-00000000" + (f"/{rest}" if rest else "")))


@failure("player_not_found", "No player has this id.")
def lost_player(harness: Harness, ruleset: AnyRuleset, request: Request) -> Exchange:
    before, _, rest = request.path.partition("/players/")
    _, slash, rest = rest.partition("/")
    return harness.send(replace(request, path=f"{before}/players/pl_{LOST}{slash}{rest}"))


failure(
    "internal_error",
    "The Redis URL names a database that does not exist.",
    "listRatingPools getLeaderboard listPlayerRatings listRatingHistory getRatingHistoryImage",
)(without_database)
