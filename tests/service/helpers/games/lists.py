"""Read lists of games, and finish games."""

from service.game.game import load
from service.playing import games


def page(service, **query):
    return service.client.get("/v1/games", query_string=query).json


def pages(service, **query):
    """Read a list to its end, page by page."""
    while True:
        read = page(service, **query)
        yield read
        if "next_cursor" not in read:
            return
        assert read["next_cursor"] != query.get("cursor")
        query["cursor"] = read["next_cursor"]


def ids(service, **query):
    """Return the ids of the games in a list, read to its end."""
    return [game["game_id"] for read in pages(service, **query) for game in read["games"]]


def finish(service, game_id, by=None):
    """Play a game to its end, by default with all seats."""
    while waiting := load(service.installation, game_id).to_act:
        game = load(service.installation, game_id)
        games.default_turn(service.installation, game_id, waiting[0], game.position.decisions[waiting[0]], by)


def finish_and_score(service, game_id, by=None):
    finish(service, game_id, by)
    games.score(service.installation, game_id)
