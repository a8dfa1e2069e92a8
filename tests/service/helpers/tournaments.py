"""Create tournaments over HTTP, play their rounds, and rule on their games."""

from domain.levels import LEVELS
from service.game.game import load
from service.tournaments import progress
from tests.service.examples.recording import ruleset
from tests.service.helpers.client.service import RemoteGame
from tests.service.helpers.games.lists import finish
from tests.service.helpers.players.player import Player, player

LEVEL = next(iter(LEVELS))
SWISS = {"format": "swiss", "table_size": 2, "rounds": 2}
READS = (
    *("", "/entrants", "/rounds", "/standings", "/standings?stage=0&group=0", "/standings/csv", "/standings/trf"),
    *("/crosstable", "/crosstable/image", "/events"),
)


def organiser(service):
    return player(service, "Olga").with_scopes("play", "create", "organise")


def plan(*stages, **terms):
    return {"name": "Cup", "ruleset": ruleset(), "stages": [*stages] or [SWISS], **terms}


def found(who, *stages, **terms):
    """Create a tournament; return its URL."""
    response = who.post("/tournaments", plan(*stages, **terms))
    assert response.status_code == 201, response.text
    return f"/tournaments/{response.json['tournament']}"


def new_players(service, number=4):
    return [player(service, name) for name in ("Ann", "Bea", "Cid", "Dan", "Eve")[:number]]


def has_started(service, *stages, **terms):
    """Create a tournament of four players and start it; return its organiser and its URL."""
    who = organiser(service)
    entrants = [{"player": each.id} for each in new_players(service)]
    address = found(who, *stages, entrants=entrants, **terms)
    assert who.post(f"{address}/start").status_code == 200
    return who, address


def games_of(who, address):
    """List the games of the latest round."""
    return [each["game_id"] for table in rounds(who, address)[-1]["tables"] for each in table["games"]]


def rounds(who, address):
    return who.get(f"{address}/rounds").json["rounds"]


def play_round(service, who, address):
    """Play the games of the latest round, and run all jobs that follow."""
    for game_id in games_of(who, address):
        finish(service, game_id)
    progress.drive(service.installation, address.rpartition("/")[2])


def entries(who, address):
    return who.get(f"{address}/events").json["events"]


def by_table(who, address, number=1):
    return who.get(f"{address}/rounds/{number}").json["tables"]


def act(service, keys, game_id):
    """Let a human player take the first legal action in a game."""
    game = load(service.installation, game_id)
    seat = game.to_act[0]
    key = keys[game.players[seat]]
    assert RemoteGame(service, game_id, {seat: key}).act(seat).status_code == 200


def started_with_keys(service, *stages, **terms):
    """Start a tournament of four; return its organiser, its URL, and the players by id."""
    who = organiser(service)
    players: list[Player] = new_players(service)
    address = found(who, *stages, entrants=[{"player": each.id} for each in players], **terms)
    assert who.post(f"{address}/start").status_code == 200
    return who, address, {each.id: each.key for each in players}
