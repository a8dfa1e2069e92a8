"""Test that no tournament gets stuck: an impossible pairing or game pauses it, and its organiser can cancel it."""

from itertools import pairwise

import msgspec
import pytest

from service.tournaments import log, progress
from service.tournaments.rules.entrant_events import Entered
from service.tournaments.rules.summary import summarise
from service.tournaments.rules.verification import verify
from service.tournaments.store.headers import TournamentHeader
from service.tournaments.store.tournaments import tournaments_in
from tests.service.helpers.games.lists import finish
from tests.service.helpers.tournaments import LEVEL, entries, found, games_of, new_players, organiser, rounds

WORTHLESS = {3: (2, 1, 0)}
"""The points of a plan without points for matches of two: after the first results no pairing is possible."""


def stored(service, who, **changed):
    """Store a tournament of four players with a plan that `createTournament` rejects; return its URL."""
    entrants = [{"player": each.id} for each in new_players(service)]
    made = log.load(service.installation, found(who, entrants=entrants).rpartition("/")[2])
    plan = msgspec.structs.replace(made.header.plan, **changed)
    header = TournamentHeader(**{**msgspec.structs.asdict(made.header), "tournament": f"tn_{'z' * 20}", "plan": plan})
    tournaments_in(service.installation.store).create(header, made.log, summarise(made.tournament), 0.0)
    return f"/tournaments/{header.tournament}"


def lost_level(service, who, address):
    """Let one of the entrants be an AI level that no longer exists."""
    name = address.rpartition("/")[2]
    running = log.load(service.installation, name)
    (first, *_) = (event for event in running.log if isinstance(event, Entered))
    entered = msgspec.structs.replace(first, entrant=len(running.tournament.entrants), level="gone", name="Gone")
    assert log.append(service.installation, running, [entered])


@pytest.mark.parametrize("games", [3, 5, 24])
def test_a_match_of_pairs_has_as_many_games_as_its_plan_says(service, games):
    who = organiser(service)
    entrants = [{"player": each.id} for each in new_players(service, 2)]
    address = found(who, {"format": "swiss", "rounds": 1}, entrants=entrants, games=games)
    assert who.post(f"{address}/start").status_code == 200
    assert len(games_of(who, address)) == games
    seats = [each["seats"] for each in rounds(who, address)[0]["tables"][0]["games"]]
    assert all(one == other[::-1] for one, other in pairwise(seats))
    for game_id in games_of(who, address):
        finish(service, game_id)
    progress.drive(service.installation, address.rpartition("/")[2])
    assert who.get(address).json["status"] == "over"
    verify(who.get(f"{address}/record").data)


def test_a_failed_draw_pauses_the_tournament_with_a_reason(service):
    who = organiser(service)
    address = stored(service, who, points=WORTHLESS)
    who.post(f"{address}/start")
    for game_id in games_of(who, address):
        finish(service, game_id)
    progress.drive(service.installation, address.rpartition("/")[2])
    assert who.get(address).json["status"] == "paused"
    assert entries(who, address)[-1]["reason"] == progress.NOT_PAIRED
    assert progress.drive(service.installation, address.rpartition("/")[2]) is not None
    assert who.post(f"{address}/resume").json["status"] == "paused"
    assert who.post(f"{address}/cancel").json["status"] == "cancelled"


def test_a_round_whose_games_cannot_be_created_does_not_prevent_its_cancellation(service):
    who = organiser(service)
    address = found(who, entrants=[{"level": LEVEL}] * 3)
    lost_level(service, who, address)
    assert who.post(f"{address}/start").status_code == 202
    assert who.post(f"{address}/pause").status_code == 202
    assert who.post(f"{address}/cancel").json["status"] == "cancelled"
    assert rounds(who, address) == []
    assert [each["type"] for each in entries(who, address)][-3:] == ["paired", "paused", "cancelled"]
    assert progress.drive(service.installation, address.rpartition("/")[2]) is None
