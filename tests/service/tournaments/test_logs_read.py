"""Test that a process holds the logs of tournaments that it has read, and always shows what Redis stores."""

import msgspec

from domain.registry import RULESETS
from service.assembly import open_installation
from service.store.keys import key
from service.tournaments import log
from service.tournaments.rules.events import Started, Withdrew
from service.tournaments.store.logs_read import MOST_LOGS, KnownLog, LogsRead
from tests.service.helpers.tournaments import entries, found, has_started, new_players, organiser

AT = "2030-01-01T00:00:00Z"


def stored(number):
    return msgspec.json.encode(Started(number=number, at=AT))


def numbers(known):
    return [each.number for each in known.events]


def test_new_entries_continue_a_known_log():
    known = KnownLog().continued([stored(1), stored(2)])
    assert (numbers(known), known.first_missing) == ([1, 2], 1)
    assert numbers(known.continued([stored(2), stored(3)])) == [1, 2, 3]
    assert known.continued([stored(2)]) is known


def test_entries_that_do_not_begin_with_the_last_known_one_continue_nothing():
    known = KnownLog().continued([stored(1), stored(2)])
    assert known.continued([stored(7), stored(3)]) is None
    assert known.continued([]) is None


def test_a_process_holds_a_limited_number_of_logs():
    held, known = LogsRead(), KnownLog().continued([stored(1)])
    for number in range(MOST_LOGS + 1):
        held.hold(f"tn_{number}", known)
    assert (held.get("tn_0"), held.get("tn_1")) == (KnownLog(), known)


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
