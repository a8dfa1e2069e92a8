"""Requests about a season: Carla organises two divisions, and Ada, Bruno, Dario and Elena play."""

from functools import partial

import pytest

from service.seasons.store import seasons_in
from tests.service.examples.cups import NAMES, organiser
from tests.service.helpers.client.responses import at_once, reports
from tests.service.helpers.players.player import player
from tests.service.seasons.leagues import REASON, division, evening, season
from tests.service.tournaments.test_own_tournaments import let_organise

POINTS = [10, 6, 3, 1]
LOWER = ("Fabio", "Gino", "Hana", "Ida")


def league(service):
    """Create a season of two divisions, each with two tournaments of four players; return its organiser and its URL."""
    carla, divisions = organiser(service), []
    for number, names in enumerate((NAMES, LOWER), 1):
        players = [player(service, name) for name in names]
        played = [evening(service, carla, *players) for _ in range(2)]
        divisions.append(division(*played, name=f"Division {number}", place_points=POINTS))
    return carla, season(carla, *divisions, risers=1)


@pytest.mark.example("createSeason", "Two divisions; one player rises and one falls.")
def test_an_organiser_creates_a_season(service):
    carla, (ada, bruno, dario, elena) = organiser(service), (player(service, each) for each in NAMES)
    played = evening(service, carla, ada, bruno, dario, elena)
    divisions = [division(played, place_points=POINTS, best=2), division(name="Second division")]
    created = carla.post("/seasons", {"name": "Spring league", "divisions": divisions, "risers": 1})
    assert (created.status_code, created.json["status"]) == (201, "running")


@pytest.mark.example("listSeasons", "The seasons that contain a tournament.")
def test_a_client_lists_the_seasons_of_a_tournament(service):
    carla, (ada, bruno) = organiser(service), (player(service, each) for each in NAMES[:2])
    played = evening(service, carla, ada, bruno)
    address = season(carla, division(played))
    season(carla, division())
    listed = service.client.get(f"/v1/seasons?tournament={played}").json["seasons"]
    assert [each["season"] for each in listed] == [address.rpartition("/")[2]]


@pytest.mark.example("getSeason", "The season is over. The first of the second division rises.")
def test_any_client_sees_who_rises(service):
    _, address = league(service)
    shown = service.client.get(f"/v1{address}").json
    outcomes = [[row["outcome"] for row in each["standings"]] for each in shown["divisions"]]
    assert shown["status"] == "over"
    assert outcomes == [["stays", "stays", "stays", "falls"], ["rises", "stays", "stays", "stays"]]


@pytest.mark.example("updateSeason", "Add a tournament.")
def test_an_organiser_adds_a_tournament(service):
    carla, (ada, bruno) = organiser(service), (player(service, each) for each in NAMES[:2])
    address = season(carla)
    played = evening(service, carla, ada, bruno)
    changed = carla.send("PATCH", address, {"divisions": [division(played, best=4)]}).json
    assert [each["tournament"] for each in changed["divisions"][0]["tournaments"]] == [played]


@pytest.mark.example("updateSeason", "Confirm who rises. Fabio stays, and Gino rises instead.", called="confirmation")
def test_an_organiser_confirms_who_rises_with_a_change(service):
    carla, address = league(service)
    first, second = (row["results"][0] for row in carla.get(address).json["divisions"][1]["standings"][:2])
    changes = [
        {"tournament": each["tournament"], "entrant": each["entrant"], "division": to}
        for each, to in ((first, 1), (second, 0))
    ]
    body = {"confirmation": {"changes": changes, "reason": "Fabio is away in autumn."}}
    confirmed = carla.send("PATCH", address, body).json
    names = [[each["name"] for each in division["next_entrants"]] for division in confirmed["divisions"]]
    assert names == [["Ada", "Bruno", "Dario", "Gino"], ["Elena", "Fabio", "Hana", "Ida"]]
    assert (confirmed["status"], confirmed["confirmation_reason"]) == ("confirmed", "Fabio is away in autumn.")


@pytest.mark.example("deleteSeason", "Delete a season.")
def test_an_organiser_deletes_a_season(service):
    carla = organiser(service)
    address = season(carla)
    assert carla.send("DELETE", address).status_code == 204
    reports(carla.get(address), "season_not_found")
    assert carla.get("/seasons?mine=true").json["seasons"] == []


@pytest.mark.problem("season_not_found", "No season has this id.")
def test_an_unknown_season_is_reported(valid, operation):
    reports(valid(operation).of(f"sn_{'0' * 20}").send(), "season_not_found")


@pytest.mark.problem("tournament_not_found", "No tournament has this id.", "createSeason", "updateSeason")
def test_a_season_has_existing_tournaments_only(valid, operation):
    unknown = [division(f"tn_{'0' * 20}")]
    reports(valid(operation).with_fields(divisions=unknown).send(), "tournament_not_found")


@pytest.mark.problem("not_organiser", "Another player organises the tournament.", "createSeason")
def test_a_season_has_no_tournament_of_another_organiser(service):
    ada, bruno = (player(service, each) for each in NAMES[:2])
    played = evening(service, organiser(service), ada, bruno)
    other = player(service, "Gino").with_scopes("play", "create", "organise")
    reports(other.post("/seasons", {"name": "Spring league", "divisions": [division(played)]}), "not_organiser")


@pytest.mark.problem("season_not_over", "A tournament of the season has not ended.", "updateSeason")
def test_a_running_season_cannot_be_confirmed(service):
    carla = organiser(service)
    reports(carla.send("PATCH", season(carla), {"confirmation": {}}), "season_not_over")


@pytest.mark.problem("season_undecided", "Two players at a border have equal points.", "updateSeason")
def test_a_tie_at_the_border_must_be_decided(service):
    carla = organiser(service)
    ada, bruno, dario, elena = (player(service, each) for each in NAMES)
    above = [evening(service, carla, *each) for each in ((ada, bruno, dario, elena), (ada, bruno, elena, dario))]
    below = evening(service, carla, *(player(service, each) for each in LOWER))
    address = season(carla, division(*above), division(below, name="Second division"), risers=1)
    rows = carla.get(address).json["divisions"][0]["standings"]
    assert [row["outcome"] for row in rows] == ["stays", "stays", "undecided", "undecided"]
    reports(carla.send("PATCH", address, {"confirmation": {}}), "season_undecided")
    changes = [{"tournament": above[0], "entrant": number, "division": number - 2} for number in (2, 3)]
    body = {"confirmation": {"changes": changes, "reason": REASON}}
    confirmed = carla.send("PATCH", address, body).json["divisions"]
    assert [[each["name"] for each in part["next_entrants"]] for part in confirmed] == [
        ["Ada", "Bruno", "Dario", "Fabio"],
        ["Elena", "Gino", "Hana", "Ida"],
    ]


@pytest.mark.problem("too_many_seasons", "The player has as many seasons as the operator allows.", "createSeason")
def test_a_player_has_a_limited_number_of_seasons(service):
    let_organise(service, most=1)
    ada = player(service, "Ada")
    address = season(ada)
    reports(ada.post("/seasons", {"name": "Autumn league"}), "too_many_seasons")
    assert ada.send("DELETE", address).status_code == 204
    season(ada)


@pytest.mark.problem("internal_error", "The service cannot read the stored season.", "deleteSeason")
def test_a_damaged_season_is_reported(valid):
    request = valid("deleteSeason")
    request.redis.hset(f"bottega:{{{request.owner}}}:season", "divisions", "damaged")
    reports(request.send(), "internal_error")


@pytest.mark.problem("precondition_failed", "Another client has changed the season.", "updateSeason")
def test_a_change_of_an_older_state_is_rejected(service):
    carla = organiser(service)
    address = season(carla)
    tag = carla.get(address).headers["ETag"]
    assert carla.send("PATCH", address, {"name": "Autumn league"}).headers["ETag"] != tag
    reports(carla.send("PATCH", address, {"name": "League"}, **{"If-Match": tag}), "precondition_failed")
    assert carla.get(address).json["name"] == "Autumn league"


@pytest.mark.problem("precondition_failed", "Another client has changed the season.", "deleteSeason")
def test_an_older_state_is_not_deleted(service):
    carla = organiser(service)
    address = season(carla)
    tag = carla.get(address).headers["ETag"]
    carla.send("PATCH", address, {"risers": 1})
    reports(carla.send("DELETE", address, **{"If-Match": tag}), "precondition_failed")
    assert carla.get(address).status_code == 200


def test_one_of_many_simultaneous_changes_with_the_same_etag_succeeds(service):
    carla = organiser(service)
    address = season(carla)
    tag = {"If-Match": carla.get(address).headers["ETag"]}
    changes = [lambda n=n: carla.send("PATCH", address, {"name": f"League {n}"}, **tag).status_code for n in range(8)]
    assert sorted(at_once(changes)) == [200] + [412] * 7


def test_a_season_that_changes_during_its_deletion_stays(service):
    carla = organiser(service)
    address = season(carla)
    store = seasons_in(service.installation.store)
    loaded = store.load(address.rpartition("/")[2])
    carla.send("PATCH", address, {"risers": 1})
    assert not store.delete(loaded)
    assert carla.get(address).json["risers"] == 1
    assert len(carla.get("/seasons?mine=true").json["seasons"]) == 1


def test_of_a_simultaneous_deletion_and_changes_with_the_same_etag_one_succeeds(service):
    carla = organiser(service)
    for address in [season(carla) for _ in range(8)]:
        tag = {"If-Match": carla.get(address).headers["ETag"]}
        requests = [("PATCH", {"risers": number}) for number in range(1, 4)]
        requests.insert(1, ("DELETE", None))
        codes = at_once([partial(_status, carla, *each, address, tag) for each in requests])
        assert len([code for code in codes if code < 400]) == 1, codes
        assert carla.get(address).status_code == (404 if 204 in codes else 200)


def _status(who, method, body, address, headers):
    """Send a request, and return the status code of its response."""
    return who.send(method, address, body, **headers).status_code


def test_a_deletion_for_any_state_succeeds_among_simultaneous_changes(service):
    carla = organiser(service)
    address = season(carla)
    changes = [lambda n=n: carla.send("PATCH", address, {"risers": n}).status_code for n in range(1, 5)]
    *_, deleted = at_once([*changes, lambda: carla.send("DELETE", address).status_code])
    assert deleted == 204
    assert carla.get("/seasons?mine=true").json["seasons"] == []


def test_simultaneous_changes_of_different_fields_are_all_stored(service):
    carla = organiser(service)
    address = season(carla)
    new = {"name": "Autumn league", "description": "Each Friday.", "risers": 3, "visibility": "unlisted"}
    at_once([lambda each=each: carla.send("PATCH", address, {each: new[each]}) for each in new])
    shown = carla.get(address).json
    assert {each: shown[each] for each in new} == new
