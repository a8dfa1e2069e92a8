"""Create tournaments over HTTP and play their rounds."""

from domain.levels import LEVELS
from service.tournaments import progress
from tests.service.lists import finish
from tests.service.players import player

LEVEL = next(iter(LEVELS))
SWISS = {"format": "swiss", "table_size": 2, "rounds": 2}
READS = (
    *("", "/entrants", "/rounds", "/standings", "/standings?stage=0&group=0", "/standings/csv", "/standings/trf"),
    *("/crosstable", "/crosstable/image", "/events"),
)


def organiser(service):
    return player(service, "Olga").with_scopes("play", "create", "organise")


def plan(*stages, **terms):
    return {"name": "Cup", "ruleset": "tiny", "stages": [*stages] or [SWISS], **terms}


def found(who, *stages, **terms):
    """Create a tournament; return its URL."""
    response = who.post("/tournaments", plan(*stages, **terms))
    assert response.status_code == 201, response.text
    return response.headers["Location"].removeprefix("/v1")


def people(service, number=4):
    return [player(service, name) for name in ("Ann", "Bea", "Cid", "Dan", "Eve")[:number]]


def has_started(service, *stages, **terms):
    """Create a tournament of four players and start it; return its organiser and its URL."""
    who = organiser(service)
    entrants = [{"player": each.id} for each in people(service)]
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
    progress.drive(service.bottega, address.rpartition("/")[2])


def entries(who, address):
    return who.get(f"{address}/events").json["events"]
