"""Test that a process holds the logs of tournaments that it has read, and always shows what Redis stores."""

import msgspec

from domain.registry import RULESETS
from service.assembly import open_installation
from service.store.keys import key
from service.tournaments import log
from service.tournaments.rules.entrant_events import Withdrew
from service.tournaments.rules.events import Started
from service.tournaments.rules.state import Tournament
from service.tournaments.store.headers import TournamentHeader
from service.tournaments.store.logs_read import MOST_BYTES, MOST_TOURNAMENTS, KnownTournament, KnownTournaments
from service.tournaments.store.tournaments import tournaments_in
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import entries, found, has_started, new_players, organiser
from tests.tournament.building import SEED, a_plan

HEADER = TournamentHeader("tn_1", a_plan(), "pl_1", SEED.hex(), SEED.hex(), "2030-01-01T00:00:00Z")


def known(size: int = 1) -> KnownTournament:
    """Return a tournament whose log has this size, in bytes."""
    tournament = Tournament(a_plan(), SEED)
    return KnownTournament(HEADER, [], {}, tournament, tournament, b"", None, size)


def test_a_process_holds_a_limited_number_of_tournaments():
    held, last = KnownTournaments(), known()
    for number in range(MOST_TOURNAMENTS):
        held.hold(f"tn_{number}", known())
    held.hold("tn_last", last)
    assert (held.get("tn_0"), held.get("tn_last")) == (None, last)
    assert held.get("tn_1") is not None


def test_a_process_holds_logs_of_a_limited_size_and_always_the_latest():
    held, big = KnownTournaments(), known(MOST_BYTES + 1)
    held.hold("tn_0", known())
    held.hold("tn_1", big)
    assert (held.get("tn_0"), held.get("tn_1")) == (None, big)
    held.hold("tn_2", known())
    assert held.get("tn_1") is None
    for _ in range(2):
        held.hold("tn_2", known(MOST_BYTES))
    held.hold("tn_3", known(0))
    assert held.get("tn_2") is not None


def test_entries_of_another_process_are_shown(service):
    who, address = has_started(service, next_round="organiser")
    name = address.rpartition("/")[2]
    before = len(log.load(service.installation, name).log)
    other = open_installation(service.installation.settings, RULESETS)
    running = log.load(other, name)
    log.append(other, running, [log.new_entry(other, Started)])
    assert len(log.load(service.installation, name).log) == before + 1
    assert len(entries(who, address)) == before + 1


def test_a_log_of_a_restored_database_is_read_as_a_whole(service):
    who = organiser(service)
    address = found(who, entrants=[{"player": each.id} for each in new_players(service)])
    who.post(f"{address}/entrants/1/withdraw", {"reason": "Ill"})
    client, name = service.installation.store.servers.client, key(address.rpartition("/")[2], "log")
    raw = client.lindex(name, -1)
    changed = msgspec.json.decode(raw, type=Withdrew)
    client.lset(name, 4, msgspec.json.encode(msgspec.structs.replace(changed, entrant=2)))
    shown = [each["withdrawn"] for each in who.get(f"{address}/entrants").json["entrants"]]
    assert shown == [False, False, True, False]
    client.ltrim(name, 0, 3)
    assert not any(each["withdrawn"] for each in who.get(f"{address}/entrants").json["entrants"])


def names(installation, name):
    """Return the player and the name of each entrant as a process loads them."""
    entrants = log.load(installation, name).tournament.entrants
    return [(each.entered.player, each.name) for each in entrants]


def test_a_deleted_player_leaves_no_name_in_another_process(service):
    who, players = organiser(service), new_players(service)
    name = found(who, entrants=[{"player": each.id} for each in players]).rpartition("/")[2]
    other = open_installation(service.installation.settings, RULESETS)
    before = names(other, name)
    assert before[1] == (players[1].id, "Bea")
    assert players[1].send("DELETE", "/me").status_code in (200, 204)
    assert names(other, name) == names(service.installation, name)
    assert [each for _, each in names(other, name)] == ["Ann", "Deleted player 2", "Cid", "Dan"]


def test_a_merged_player_has_the_new_id_in_another_process(service):
    who, players = organiser(service), new_players(service)
    name = found(who, entrants=[{"player": each.id} for each in players]).rpartition("/")[2]
    other, remaining = open_installation(service.installation.settings, RULESETS), player(service, "Zoe")
    assert names(other, name)[2] == (players[2].id, "Cid")
    tournaments_in(service.installation.store).replace_player(name, players[2].id, remaining.id)
    assert names(other, name)[2][0] == remaining.id


def test_new_entrants_of_another_process_have_their_names(service):
    who, players = organiser(service), new_players(service)
    address = found(who, entrants=[{"player": players[0].id}])
    name, other = address.rpartition("/")[2], open_installation(service.installation.settings, RULESETS)
    assert names(other, name) == [(players[0].id, "Ann")]
    for each in players[1:]:
        assert who.post(f"{address}/entrants", {"player": each.id}).status_code == 201
    assert names(other, name) == [
        (each.id, shown) for each, shown in zip(players, ("Ann", "Bea", "Cid", "Dan"), strict=True)
    ]


def test_an_append_is_held_as_a_load_shows_it(service):
    name = has_started(service)[1].rpartition("/")[2]
    held = log.load(service.installation, name)
    assert held.known is not None
    other = log.load(open_installation(service.installation.settings, RULESETS), name)
    assert (held.log, held.tournament, held.players) == (other.log, other.tournament, other.players)
    assert held.known == other.known
    assert log.load(service.installation, name).tournament is held.tournament
