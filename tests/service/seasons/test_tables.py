"""The table of a division is the sum of the results of its tournaments, for each player."""

import json
from fractions import Fraction

from service.tournaments.rules.verification import verify_alone
from tests.service.helpers.client.responses import reports
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import LEVEL, SWISS, found, has_started, new_players, organiser, play_round
from tests.service.seasons.leagues import division, evening, finished, lines, season, tables


def verified(who, name):
    """Return the record of a tournament, whose pairings and standings are those of its seed and log."""
    record = who.get(f"/tournaments/{name}/record").data
    verify_alone(record)
    return record


def recomputed(who, names, place_points=()):
    """Compute the points of a table from the records of its tournaments, by alias."""
    totals = {}
    for name in names:
        record = json.loads(verified(who, name))
        aliases = {each["entrant"]: each["player"] for each in record["log"] if each["type"] == "entered"}
        for each in record["standings"]:
            alias, place = aliases[each["entrant"]], each["place"]
            shared = place_points[place - 1 : each.get("place_to", place)]
            mean = Fraction(sum(shared), each.get("place_to", place) - place + 1)
            totals[alias] = totals.get(alias, 0) + (mean if place_points else Fraction(each["points"], 60))
    return sorted((round(float(each), 4) for each in totals.values()), reverse=True)


def test_a_table_adds_the_points_of_all_tournaments(service):
    olga, (ann, bea, cid, dan) = organiser(service), new_players(service)
    first = evening(service, olga, ann, bea, cid, dan)
    second = evening(service, olga, bea, ann, dan, cid)
    third = evening(service, olga, bea, cid, ann, dan)
    address = season(olga, division(first, second, third))
    (found_lines,) = tables(olga, address)
    assert [(place, name) for place, name, _ in found_lines] == [(1, "Bea"), (2, "Ann"), (3, "Cid"), (4, "Dan")]
    points = [each["points"] for each in olga.get(f"/tournaments/{first}/standings").json["standings"]]
    assert found_lines[0][2] == 2 * points[0] + points[1]
    row = olga.get(address).json["divisions"][0]["standings"][0]
    assert [(each["tournament"], each["place"], each["points"]) for each in row["results"]] == [
        (first, 2, points[1]),
        (second, 1, points[0]),
        (third, 1, points[0]),
    ]
    assert row["player"] == bea.id


def test_only_the_best_results_count(service):
    olga, (ann, bea, cid, dan) = organiser(service), new_players(service)
    names = [evening(service, olga, *each) for each in ((ann, bea, cid, dan), (bea, ann, cid, dan))]
    names.append(evening(service, olga, dan, cid, bea, ann))
    address = season(olga, division(*names, place_points=[10, 6, 3, 1], best=2))
    assert tables(olga, address) == [[(1, "Ann", 16), (1, "Bea", 16), (3, "Dan", 11), (4, "Cid", 9)]]
    rows = olga.get(address).json["divisions"][0]["standings"]
    assert [[each.get("counted", True) for each in row["results"]] for row in rows] == [
        [True, True, False],
        [True, True, False],
        [True, False, True],
        [True, False, True],
    ]
    assert [row.get("place_to") for row in rows] == [2, 2, None, None]


def test_players_who_share_places_get_the_mean_of_their_points(service):
    olga, address = has_started(service, {"format": "knockout", "table_size": 2})
    play_round(service, olga, address)
    play_round(service, olga, address)
    name = address.rpartition("/")[2]
    (found_lines,) = tables(olga, season(olga, division(name, place_points=[8, 5, 2, 1])))
    assert [(place, points) for place, _, points in found_lines] == [(1, 8), (2, 5), (3, 1.5), (3, 1.5)]


def test_a_table_can_be_recomputed_from_the_records_to_the_digit(service):
    olga, names = organiser(service), []
    players = new_players(service, 5)
    for _ in range(2):
        entrants = [{"player": each.id} for each in players]
        address = found(olga, {**SWISS, "rounds": 3}, entrants=entrants, bye_points=7, tie_breaks=["wins"])
        assert olga.post(f"{address}/start").status_code == 200
        for _ in range(3):
            play_round(service, olga, address)
        names.append(address.rpartition("/")[2])
    for place_points in ((), (7, 5, 3, 2, 1)):
        ((*listed,),) = tables(olga, season(olga, division(*names, place_points=[*place_points])))
        assert [points for *_, points in listed] == recomputed(olga, names, place_points)


def test_a_running_tournament_counts_provisionally_and_a_cancelled_one_does_not(service):
    olga, (ann, bea, cid, dan) = organiser(service), new_players(service)
    ended = evening(service, olga, ann, bea, cid, dan)
    entrants = [{"player": each.id} for each in (dan, cid)]
    cancelled, running, open_one = (found(olga, entrants=entrants) for _ in range(3))
    assert olga.post(f"{cancelled}/start").status_code == 200
    assert olga.post(f"{running}/start").status_code == 200
    play_round(service, olga, running)
    names = [each.rpartition("/")[2] for each in (cancelled, running, open_one)]
    address = season(olga, division(ended, *names, place_points=[10, 6, 3, 1]))
    assert olga.post(f"{cancelled}/cancel").status_code == 200
    shown = olga.get(address).json
    (only,) = shown["divisions"]
    assert (shown["status"], only["provisional"]) == ("running", True)
    assert [each["status"] for each in only["tournaments"]] == ["over", "cancelled", "running", "registration"]
    assert {len(row["results"]) for row in only["standings"]} == {1, 2}
    assert "provisional" not in olga.get(season(olga, division(ended))).json["divisions"][0]


def test_a_guest_is_one_player_by_name_and_an_ai_level_by_name_and_level(service):
    olga, ann, names = organiser(service), player(service, "Ann"), []
    for guest in ("Zoe", "ZOE"):
        entrants = [{"player": ann.id}, {"level": LEVEL, "name": "House"}]
        address = found(olga, FOUR_OR_THREE, entrants=entrants)
        assert olga.post(f"{address}/entrants:batch", {"entrants": [{"name": guest}]}).status_code == 200
        assert olga.post(f"{address}/start").status_code == 200
        names.append(finished(service, olga, address))
    address = season(olga, division(*names, place_points=[3, 2, 1]))
    rows = olga.get(address).json["divisions"][0]["standings"]
    assert lines(rows) == [(1, "Ann", 6), (2, "House", 4), (3, "ZOE", 2)]
    assert ["player" in row for row in rows] == [True, False, False]


FOUR_OR_THREE = {"format": "swiss", "table_size": 3, "rounds": 1}


def test_a_player_who_was_disqualified_or_did_not_play_gets_no_points(service):
    olga, players = organiser(service), new_players(service, 5)
    address = found(olga, {**SWISS, "rounds": 1}, entrants=[{"player": each.id} for each in players], bye_points=12)
    assert olga.post(f"{address}/start").status_code == 200
    play_round(service, olga, address)
    played = olga.get(f"{address}/rounds/1").json
    out = played["tables"][0]["entrants"][0]["entrant"]
    assert olga.post(f"{address}/entrants/{out}/disqualify", {"reason": "Left."}).status_code == 200
    rows = olga.get(season(olga, division(address.rpartition("/")[2]))).json["divisions"][0]["standings"]
    without = {out, *(each["entrant"] for each in played["byes"])}
    assert [row["points"] for row in rows if row["results"][0]["entrant"] in without] == [0, 0]


def test_a_deleted_player_keeps_its_points_without_a_name(service):
    olga, (ann, bea, cid, dan) = organiser(service), new_players(service)
    names = [evening(service, olga, ann, bea, cid, dan) for _ in range(2)]
    address = season(olga, division(*names, place_points=[10, 6, 3, 1]))
    assert ann.send("DELETE", "/me").status_code == 204
    row = olga.get(address).json["divisions"][0]["standings"][0]
    assert (row["points"], "player" in row, row["name"].startswith("Deleted player")) == (20, False, True)
    assert ann.id not in olga.get(address).text


def test_merged_players_are_one_player(service):
    olga, (ann, bea, cid, dan) = organiser(service), new_players(service)
    phone = player(service, "Ann")
    names = [evening(service, olga, ann, bea, cid, dan), evening(service, olga, phone, bea, cid, dan)]
    address = season(olga, division(*names, place_points=[10, 6, 3, 1]))
    assert len(tables(olga, address)[0]) == 5
    assert ann.post("/me/merge", {"credential": phone.key}).status_code == 200
    assert tables(olga, address) == [[(1, "Ann", 20), (2, "Bea", 12), (3, "Cid", 6), (4, "Dan", 2)]]


def test_a_private_tournament_in_a_public_season_reveals_nothing_to_a_stranger(service):
    olga, (ann, bea, cid, dan) = organiser(service), new_players(service)
    shown = evening(service, olga, ann, bea, cid, dan)
    hidden = evening(service, olga, ann, cid, bea, dan, visibility="private")
    second = evening(service, olga, dan, cid, bea, ann)
    terms = {"place_points": [10, 6, 3, 1]}
    both = (division(shown, hidden, **terms), division(second, name="Second division", **terms))
    without = (division(shown, **terms), division(second, name="Second division", **terms))
    address, other = (season(olga, *each, risers=1) for each in (both, without))
    assert olga.send("PATCH", address, {"confirmation": {}}).status_code == 200
    seen, expected = (service.client.get(f"/v1{each}").json for each in (address, other))
    assert seen["divisions"] == expected["divisions"]
    assert seen["status"] == expected["status"] == "over"
    assert hidden not in json.dumps(seen)
    assert service.client.get(f"/v1/seasons?tournament={hidden}").json["seasons"] == []
    assert [len(each.get(f"/seasons?tournament={hidden}").json["seasons"]) for each in (olga, ann)] == [1, 1]
    assert ann.get(address).json["status"] == "confirmed"


def test_an_unlisted_season_is_listed_to_its_organiser_and_to_entrants(service):
    olga, (ann, bea) = organiser(service), new_players(service, 2)
    name = evening(service, olga, ann, bea)
    address = season(olga, division(name), visibility="unlisted")
    eve = player(service, "Eve")
    assert eve.get(address).status_code == 200
    assert [len(each.get(f"/seasons?tournament={name}").json["seasons"]) for each in (olga, ann, eve)] == [1, 1, 0]


def test_a_private_season_is_visible_to_its_organiser_and_to_entrants(service):
    olga, (ann, bea, cid, dan) = organiser(service), new_players(service)
    name = evening(service, olga, ann, bea, cid, dan)
    address = season(olga, division(name), visibility="private")
    assert [each.get(address).status_code for each in (olga, ann)] == [200, 200]
    reports(service.client.get(f"/v1{address}"), "season_not_found")
    reports(player(service, "Eve").send("DELETE", address), "season_not_found")
    assert service.client.get(f"/v1/seasons?tournament={name}").json["seasons"] == []
    assert service.client.get("/v1/seasons").json["seasons"] == []
    assert len(olga.get("/seasons?mine=true").json["seasons"]) == 1
