"""Test that a wrong ruling can be corrected in every format: the tournament then ends as if it had never been made."""

import time
from itertools import product
from typing import Any, NamedTuple

import pytest

from service.tournaments import log
from service.tournaments.rules.format_traits import FORMATS
from service.tournaments.rules.match_events import Ruled
from service.tournaments.rules.verification import verify
from service.tournaments.store.tournaments import tournaments_in
from service.tournaments.subject import TOURNAMENTS
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.players.player import Player, player, rejected
from tests.service.helpers.tournaments import entries, games_of, has_started, play_round, rounds

NEEDED = {"swiss": {"rounds": 2}, "arena": {"matches": 2}}
STAGES: dict[str, list[dict[str, Any]]] = {
    form: [{"format": form, **NEEDED.get(form, {})}] for form, traits in FORMATS.items() if not traits.by_challenge
}
"""A tournament of one stage for each format that pairs its rounds."""
STAGES |= {
    f"{form} and knockout": [{**stages[0], "qualify": 2}, {"format": "knockout"}] for form, stages in STAGES.items()
}
KNOCKOUT = {"format": "knockout"}
CORRECTION: dict[str, Any] = {"ranks": [1, 2], "reason": "A protest was right."}
DOUBLE_LOSS = {"double_loss": True, "reason": "Both cheated."}
SAME_SEED = bytes(range(32))


class Place(NamedTuple):
    """A match."""

    round: int
    table: int


def right(table: dict[str, Any]) -> dict[str, Any]:
    """Return the right result of a match: the entrant with the lower number wins."""
    one, other = (each["entrant"] for each in table["entrants"])
    return {"ranks": [1, 2] if one < other else [2, 1], "reason": "As the arbiter saw it."}


def both_lose(table):
    return DOUBLE_LOSS


def other_wins(table):
    return {"ranks": [*reversed(right(table)["ranks"])], "reason": "Typed in the wrong order."}


def url_of(address, place):
    return f"{address}/rounds/{place.round}/tables/{place.table}/result"


def rule(who, address, place, body):
    response = who.send("PUT", url_of(address, place), body)
    assert response.status_code == 200, response.text
    return response.json


def status(who, address):
    return who.get(address).json["status"]


def open_tables(who, address):
    return [
        (Place(each["round"], table["table"]), table)
        for each in rounds(who, address)
        for table in each["tables"]
        if table["status"] == "running"
    ]


def continued(who, address):
    """Let the sweeper continue, as after a time slice on a slow machine; return the open tables."""
    if status(who, address) == "running":
        TOURNAMENTS.due.check(who.service.installation, address.rpartition("/")[2], time.time())
    return open_tables(who, address)


def begun(service, form):
    """Start a tournament whose random choices are the same each time."""
    service.use(seed=lambda: SAME_SEED)
    return has_started(service, *STAGES[form])


def decide_all(who, address, last=None, wrong=None, correct=None):
    """Decide all matches rightly, the `last` one of its round after the others, and wrongly at first if so stated."""
    while tables := open_tables(who, address) or continued(who, address):
        place, table = min(tables, key=lambda found: (found[0].round, found[0] == last, found[0]))
        if place == last and wrong:
            rule(who, address, place, wrong(table))
            correct(who, address, place, right(table))
        else:
            rule(who, address, place, right(table))


def undo_later_rounds(who, address, place):
    """Delete the rounds that were created after a wrong ruling."""
    for number in range(len(rounds(who, address)), place.round, -1):
        assert who.send("DELETE", f"{address}/rounds/{number}").status_code == 200


def resume(who, address):
    if status(who, address) == "paused":
        assert who.post(f"{address}/resume").status_code == 200


def overrule(who, address, place, result):
    undo_later_rounds(who, address, place)
    rule(who, address, place, result)
    resume(who, address)


def withdraw(who, address, place, result):
    undo_later_rounds(who, address, place)
    response = who.send("DELETE", url_of(address, place))
    assert response.status_code == 200, response.text
    rule(who, address, place, result)
    resume(who, address)


def reinstate(who, address, place, entrant):
    """Disqualify an entrant before the next round is created, and let it take part again after that."""
    body = {"reason": "Mistaken for another."}
    undo_later_rounds(who, address, place)
    assert who.post(f"{address}/entrants/{entrant}/disqualify", body).status_code == 200
    resume(who, address)
    undo_later_rounds(who, address, place)
    assert who.post(f"{address}/entrants/{entrant}/reenter", body).status_code == 200
    resume(who, address)


def outcome(who, address):
    """Return all pairings and results, and the standings."""
    played = [
        (each["round"], each["stage"], each["byes"], [(table["entrants"], table["status"]) for table in each["tables"]])
        for each in rounds(who, address)
    ]
    return status(who, address), played, who.get(f"{address}/standings").json["standings"]


@pytest.mark.parametrize("form", STAGES)
def test_a_corrected_ruling_leaves_no_trace_in_pairings_and_standings(service, form):
    who, address = begun(service, form)
    decide_all(who, address)
    assert status(who, address) == "over"
    for place in [Place(each["round"], table["table"]) for each in rounds(who, address) for table in each["tables"]]:
        who, address = begun(service, form)
        decide_all(who, address, last=place)
        expected = outcome(who, address)
        for wrong, correct in product([both_lose, other_wins], [overrule, withdraw]):
            who, address = begun(service, form)
            decide_all(who, address, last=place, wrong=wrong, correct=correct)
            assert outcome(who, address) == expected, (place, wrong, correct)


@pytest.mark.parametrize("entrant", range(4))
@pytest.mark.parametrize("form", STAGES)
def test_a_lifted_disqualification_leaves_no_trace_in_pairings_and_standings(service, form, entrant):
    def rule_and_reinstate(who, address, place, result):
        rule(who, address, place, result)
        reinstate(who, address, place, entrant)

    expected = begun(service, form)
    decide_all(*expected)
    for number in range(1, 1 + len(rounds(*expected))):
        who, address = begun(service, form)
        last = Place(number, len(rounds(*expected)[number - 1]["tables"]))
        decide_all(who, address, last=last, wrong=right, correct=rule_and_reinstate)
        assert outcome(who, address) == outcome(*expected), last


def semi_finals_decided(service):
    """End a knock-out by a double loss in a semi-final."""
    who, address = has_started(service, KNOCKOUT)
    finish_and_score(service, games_of(who, address)[0])
    rule(who, address, Place(1, 1), DOUBLE_LOSS)
    rule(who, address, Place(1, 2), {"ranks": [1, 2], "reason": "They left."})
    assert status(who, address) == "over"
    return who, address


def final_left(service):
    """Correct the double loss in a semi-final that ended a knock-out; the final is left to play."""
    who, address = semi_finals_decided(service)
    before = who.get(address).json
    rule(who, address, Place(1, 1), CORRECTION)
    return who, address, before


def test_a_corrected_semi_final_reopens_the_tournament_and_seats_the_final(service):
    who, address, _ = final_left(service)
    kinds = [each["type"] for each in entries(who, address)]
    assert kinds[kinds.index("ended") :] == ["ended", "reopened", "ruled", "paired", "opened"]
    (final,) = rounds(who, address)[1]["tables"]
    assert ({each["entrant"] for each in final["entrants"]}, status(who, address)) == (
        {rounds(who, address)[0]["tables"][at]["entrants"][0]["entrant"] for at in (0, 1)},
        "running",
    )


def test_a_reopened_tournament_is_checked_even_if_its_process_ends(service):
    _, address, _ = final_left(service)
    assert tournaments_in(service.installation.store).due.holds(address.rpartition("/")[2])


@pytest.mark.parametrize("rated", [True, False])
def test_a_rated_tournament_with_a_merged_entrant_stays_over(service, rated):
    who, address = has_started(service, KNOCKOUT, rated=rated)
    for game_id in games_of(who, address):
        finish_and_score(service, game_id)
    rule(who, address, Place(1, 1), DOUBLE_LOSS)
    assert status(who, address) == "over"
    entrant = rounds(who, address)[0]["tables"][0]["entrants"][0]["entrant"]
    (player_id,) = (
        each["player"] for each in who.get(f"{address}/entrants").json["entrants"] if each["entrant"] == entrant
    )
    other = player(service)
    assert other.post("/me/merge", {"credential": Player(service, player_id, "").with_scopes("play", "create").key})
    response = who.send("PUT", url_of(address, Place(1, 1)), CORRECTION)
    expected = (409, "tournament_not_running") if rated else (200, "")
    assert (response.status_code, response.json.get("code", "")) == expected


def test_a_retried_ruling_adds_no_entry(service):
    who, address, _ = final_left(service)
    before = entries(who, address)
    rule(who, address, Place(1, 1), CORRECTION)
    assert entries(who, address) == before


def test_a_retried_ruling_reopens_a_tournament_whose_final_an_earlier_version_left_out(service):
    who, address = semi_finals_decided(service)
    running = log.load(service.installation, address.rpartition("/")[2])
    ruled = log.new_entry(service.installation, Ruled, by=who.id, round=1, table=1, **{**CORRECTION, "ranks": (1, 2)})
    assert log.append(service.installation, running, [ruled])
    rule(who, address, Place(1, 1), CORRECTION)
    assert (status(who, address), len(rounds(who, address))) == ("running", 2)


def test_the_dice_of_a_reopened_tournament_follow_from_a_secret_that_no_response_reveals(service):
    who, address, before = final_left(service)
    (final,) = games_of(who, address)
    name = address.rpartition("/")[2]
    (secret,) = tournaments_in(service.installation.store).load(name)[1][-4:-3]
    paths = ("", "/events", "/rounds", "/standings", "/entrants", "/bracket", "/crosstable")
    assert not any(secret.deal_secret in who.get(f"{address}{path}").text for path in paths)
    assert rejected(who.get(f"{address}/record")) == (409, "tournament_not_over")
    assert (secret.deal_secret != before["deal_secret"], "deal_secret" in who.get(address).json) == (True, False)
    play_round(service, who, address)
    finish_and_score(service, final)
    shown = next(each for each in entries(who, address) if each["type"] == "reopened")
    record = who.get(f"{address}/record")
    (written,) = (each for each in record.json["log"] if each["type"] == "reopened")
    assert (shown["deal_commitment"], written["deal_secret"]) == (secret.deal_commitment, secret.deal_secret)
    games = {final: who.get(f"/games/{final}/record").data}
    assert verify(record.data, games, service.installation.rulesets)["standings"] == record.json["standings"]
    assert record.headers["Cache-Control"] == who.get(address).headers["Cache-Control"]
