"""Test the bracket of a knock-out that has not started."""

from tests.service.helpers.tournaments import found, new_players, organiser

GROUPS = {"format": "round_robin", "groups": 2, "qualify": 1}
KNOCKOUT = {"format": "knockout"}


def entered(service, count=4):
    return [{"player": each.id, "rating": 1500 - at} for at, each in enumerate(new_players(service, count))]


def test_a_bracket_has_its_seeds_before_the_start(service):
    who = organiser(service)
    address = found(who, stages=[KNOCKOUT], entrants=entered(service, 3))
    names = [each["name"] for each in who.get(f"{address}/entrants").json["entrants"]]
    shown = who.get(f"{address}/bracket").json
    seeds = [{"kind": "seed", "number": at, "name": name} for at, name in enumerate(names, 1)]
    assert (shown["rounds"], shown["fixed"], shown["ahead"]) == ([], True, [[seeds[0]], [seeds[1], seeds[2]]])
    assert "Seed 3" in who.get(f"{address}/bracket/image").text
    who.post(f"{address}/start")
    shown = who.get(f"{address}/bracket").json
    assert [len(each["matches"]) for each in shown["rounds"]] == [2]
    assert "ahead" not in shown


def test_a_bracket_has_the_places_of_the_groups_while_these_are_played(service):
    who = organiser(service)
    address = found(who, stages=[GROUPS, KNOCKOUT], entrants=entered(service))
    for _ in range(2):
        shown = who.get(f"{address}/bracket").json
        assert (shown["stage"], shown["ahead"]) == (1, [[{"kind": "group_place", "number": 1}] * 2])
        assert "1st of a group" in who.get(f"{address}/bracket/image?stage=1").text
        who.post(f"{address}/start")
    assert who.get(f"{address}/bracket?stage=1").json == who.get(f"{address}/bracket").json
