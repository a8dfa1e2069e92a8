"""Test the games and tournaments of a deleted player: seats resign, and the rest continues."""

import pytest

from service.game.game import load
from service.tournaments import creation, log, progress
from service.tournaments.resources.entrants import EntrantRequest
from service.tournaments.rules.verification import verify
from service.tournaments.store.tournaments import tournaments_in
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.games.lists import finish
from tests.service.helpers.players.life import NAME, games_in, seat
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import entries, found, games_of, new_players, organiser, rounds


def test_a_seat_of_a_deleted_player_resigns_so_that_the_game_ends(service):
    ann, bea = player(service, NAME), player(service, "Bea")
    game_id = bea.create([seat(ann), seat(bea)]).json["game_id"]
    assert ann.send("DELETE", "/me").status_code == 204
    game = load(service.installation, game_id)
    assert [(each.seat, each.reason) for each in game.info.resigned] == [(0, "resigned")]
    assert load(service.installation, game_id).status == "over"


def test_a_deleted_player_is_withdrawn_and_never_seated_again(service):
    olga, (ann, *others) = organiser(service), new_players(service, 5)
    entrants = [{"player": each.id} for each in (ann, *others)]
    address = found(olga, {"format": "swiss", "table_size": 2, "rounds": 3}, entrants=entrants)
    assert olga.post(f"{address}/start", {}).status_code == 200
    assert ann.send("DELETE", "/me").status_code == 204
    first = olga.get(f"{address}/entrants").json["entrants"][0]
    assert (first["name"], first["deleted"], first["withdrawn"]) == ("Deleted player 1", True, True)
    assert "player" not in first
    while olga.get(address).json["status"] != "over":
        for game_id in games_of(olga, address):
            finish(service, game_id)
        progress.drive(service.installation, address.rpartition("/")[2])
    tables = [played["tables"] for played in rounds(olga, address)]
    seated = [{each["entrant"] for table in round_ for each in table["entrants"]} for round_ in tables]
    assert not any(0 in each for each in seated[1:])
    last = [each for each in entries(olga, address) if each["type"] == "withdrew"]
    assert [(each["entrant"], "by" in each) for each in last] == [(0, False)]


def test_a_game_of_a_round_that_opens_after_the_player_was_deleted_ends(service):
    olga, (ann, bea) = organiser(service), new_players(service, 2)
    address = found(olga, entrants=[{"player": ann.id}, {"player": bea.id}], next_round="organiser")
    olga.post(f"{address}/start", {})
    running = log.load(service.installation, address.rpartition("/")[2])
    paired = progress.pairing(service.installation, running, progress.next_draw(service.installation, running))
    assert log.append(service.installation, running, [paired])
    assert ann.send("DELETE", "/me").status_code == 204
    progress.drive(service.installation, running.name)
    (game_id,) = games_of(olga, address)
    game = load(service.installation, game_id)
    assert len(game.info.resigned) == 1
    assert NAME not in str(game.header)


@pytest.mark.parametrize("terms", [{"next_round": "automatic"}, {"next_round": "organiser"}])
def test_a_tournament_continues_without_its_organiser_unless_it_needs_one(service, terms):
    olga, others = organiser(service), new_players(service, 4)
    address = found(olga, entrants=[{"player": each.id} for each in others], **terms)
    olga.post(f"{address}/start", {})
    assert olga.send("DELETE", "/me").status_code == 204
    shown = others[0].get(address).json
    assert "organiser" not in shown
    assert shown["status"] == ("running" if terms["next_round"] == "automatic" else "cancelled")


def test_the_record_of_a_tournament_stays_the_same_to_the_byte_and_is_verified(service):
    olga, others = organiser(service), new_players(service, 4)
    address = found(olga, entrants=[{"player": each.id} for each in others])
    olga.post(f"{address}/start", {"reason": "Now."})
    while olga.get(address).json["status"] != "over":
        for game_id in games_of(olga, address):
            finish(service, game_id)
        progress.drive(service.installation, address.rpartition("/")[2])
    before = olga.get(f"{address}/record").data
    games = {each: olga.get(f"/games/{each}/record").data for each in games_in(olga, address)}
    for each in (*others, olga):
        assert each.send("DELETE", "/me").status_code == 204
    assert service.client.get(f"/v1{address}/record").data == before
    assert {each: service.client.get(f"/v1/games/{each}/record").data for each in games} == games
    verify(before, games, HOSTED)


def test_a_player_who_enters_while_being_deleted_is_not_named(service):
    olga, ann = organiser(service), player(service, NAME)
    address = found(olga, registration="open")
    name, store = address.rpartition("/")[2], service.installation.store
    entry = creation.entry_of(
        service.installation, log.load(service.installation, name), EntrantRequest(player=ann.id), ann.id
    )
    assert ann.send("DELETE", "/me").status_code == 204
    running = log.load(service.installation, name)
    assert log.append(service.installation, running, [entry])
    assert NAME not in str(tournaments_in(store).load(name))
    assert ann.id not in str(tournaments_in(store).load(name))
