"""Compare all responses about a finished game byte by byte, wherever the game is stored."""

from service.playing import games
from service.retention import archiving
from tests.service.helpers.games.archiving import settle
from tests.service.helpers.games.played import Past
from workers.jobs.analysis import continue_analysis

OF_A_GAME = (
    *("", "/seats", "/presence", "/actions", "/result", "/record", "/analysis", "/analysis/image"),
    *("/view", "/view?at=0", "/view?at=3", "/view?since=2", "/view?include=actions", "/view?include=hints,undo"),
    *("/events", "/events?limit=2&after=1", "/events?limit=20&after=2&patches=true", "/events?after=100000"),
    *(
        "/events/ndjson",
        "/events/ndjson?after=3",
        "/events/stream",
        "/events?limit=5&include=actions",
        "/events/stream?after=2",
    ),
)
OF_ALL = (
    *("/games", "/games?status=over", "/games?status=running", "/games?limit=1", "/records", "/records?limit=1"),
    "/ratings",
)
INFORMED_ALWAYS = ("/record", "/result", "/view", "/view?at=3", "/analysis/image", "/events/stream", "/records")
TELLING = ("ETag", "Content-Type", "Cache-Control", "Link", "Location", "Retry-After")


def reported(response):
    """Return the compared parts of a response."""
    return response.status_code, response.data, {name: response.headers.get(name) for name in TELLING}


def everything(past):
    """Read all responses about a game for each viewer, and the lists of games."""
    found = {(path, viewer): reported(past.get(viewer, path)) for path in OF_A_GAME for viewer in past.viewers}
    more = (*OF_ALL, f"/games?ruleset={past.ruleset.name}", f"/records?ruleset={past.ruleset.name}")
    found |= {(path, None): reported(past.service.client.get(f"/v1{path}")) for path in more}
    assert {status for status, _, _ in found.values()} <= {200, 204, 401, 404, 409}
    assert [path for path in INFORMED_ALWAYS if found[path, None][0] != 200] == []
    return found


def finished(service, ruleset, number):
    """Play a random game of human players and AI players to its end; score and analyse it, and run all other jobs."""
    past = Past(service, ruleset, min(3, service.installation.rulesets[ruleset].max_seats), number)
    games.score(service.installation, past.game_id)
    while (response := past.get(None, "/analysis")).status_code == 202:
        continue_analysis(past.game_id, response.json["done"])
    settle(service)
    return past


def move(past):
    assert archiving.archive(past.service.installation, past.game_id)
