"""Seasons of tournaments whose results the organiser sets."""

from service.tournaments import progress
from tests.service.helpers.tournaments import found

REASON = "As on the score sheet."
FOUR = {"format": "swiss", "table_size": 4, "rounds": 1}


def evening(service, who, *ranked, entrants=(), **terms):
    """Let players meet at one table of a tournament; they finish in this order. Return its id."""
    listed = [{"player": each.id} for each in ranked]
    address = found(who, FOUR, entrants=[*listed, *entrants], **terms)
    assert who.post(f"{address}/start").status_code == 200
    return finished(service, who, address)


def finished(service, who, address):
    """Let the entrants of a started tournament finish in the order of their numbers; return its id."""
    (table,) = who.get(f"{address}/rounds/1").json["tables"]
    ranks = [each["entrant"] + 1 for each in table["entrants"]]
    body = {"ranks": ranks, "reason": REASON}
    assert who.send("PUT", f"{address}/rounds/1/tables/1/result", body).status_code == 200
    name = address.rpartition("/")[2]
    progress.drive(service.installation, name)
    return name


def season(who, *divisions, **terms):
    """Create a season; return its URL."""
    body = {"name": "Spring league", "divisions": [*divisions], **terms}
    response = who.post("/seasons", {each: value for each, value in body.items() if value != []})
    assert response.status_code == 201, response.text
    return f"/seasons/{response.json['season']}"


def division(*tournaments, name="First division", **terms):
    return {"name": name, "tournaments": [*tournaments], **terms}


def lines(table):
    """Return place, name and points of each row."""
    return [(each["place"], each["name"], each["points"]) for each in table]


def tables(who, address):
    """Return the lines of the table of each division."""
    return [lines(each["standings"]) for each in who.get(address).json["divisions"]]
