"""Test that pages of game lists have no duplicates and no gaps, even while games change."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import msgspec
import pytest
import redis

from service.lobby import creation
from service.playing import games
from service.playing.pending_jobs import pending_job
from service.reading import game_index, records
from service.reading.game_index import GameFilter
from service.store import SeatSetup
from service.store import list_names as keys
from tests.service.helpers.client.proxy import Proxy
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import HUMANS, settings
from tests.service.helpers.games.lists import finish, finish_and_score, ids, page, pages
from tests.tiny import TINY

ADA, BEA = {"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bea"}
KEY = {"Idempotency-Key": "3f1c0b52-9d0e-4a41-8b7a-c5d2e6f90817"}


def create(service, *names):
    """Create a game of the tiny ruleset with these players."""
    seats = [SeatSetup("human", name=name) for name in names or ("Ada", "Bea")]
    return creation.create_game(service.installation, TINY, TINY.options_type(), seats)[0].game_id


def list_games_that_are_never_created(service, number):
    """List ids of games, as a process does that ends before it has created them."""
    header = service.installation.store.header(create(service))
    for index in range(number):
        service.installation.store.lists.add(msgspec.structs.replace(header, game_id=f"{index:020}"))


def test_a_listed_game_shows_public_data_only(service):
    game = service.new_game([ADA, {"kind": "open"}, {"kind": "ai", "level": "greedy"}])
    game.act(0)
    created_at = service.installation.store.header(game.game_id).created_at
    assert page(service) == {
        "games": [
            {
                "ruleset": "tiny",
                "rules_version": TINY.version,
                "game_id": game.game_id,
                "version": 1,
                "status": "running",
                "to_act": [0, 1, 2],
                "seats": [
                    {"seat": 0, "kind": "human", "name": "Ada"},
                    {"seat": 1, "kind": "open", "claimed": False},
                    {"seat": 2, "kind": "ai", "level": "greedy", "ai_player": "fiammetta"},
                ],
                "created_at": created_at,
                "queued_actions": True,
            }
        ]
    }


def test_there_are_no_games_at_first(service):
    assert page(service) == {"games": []}
    assert page(service, cursor="g000000000009", status="over") == {"games": []}


def test_games_are_listed_newest_first_and_page_by_page(service):
    created = [create(service) for _ in range(7)]
    read = list(pages(service, limit=3))
    assert [[game["game_id"] for game in each["games"]] for each in read] == [
        created[:3:-1],
        created[3:0:-1],
        created[:1],
    ]


def test_a_list_that_ends_with_a_page_has_no_further_one(service):
    created = [create(service) for _ in range(4)]
    assert [len(each["games"]) for each in pages(service, limit=2)] == [2, 2]
    assert ids(service, limit=2) == created[::-1]


def test_games_are_listed_by_ruleset_and_status(service):
    tiny = create(service)
    other = service.client.post("/v1/games", json={"ruleset": "azul", "seats": list(HUMANS)}).json["game_id"]
    over = create(service)
    finish_and_score(service, over)
    assert ids(service) == [over, other, tiny]
    assert ids(service, ruleset="tiny") == [over, tiny]
    assert ids(service, ruleset="azul") == [other]
    assert ids(service, status="running") == [other, tiny]
    assert ids(service, status="over") == [over]
    assert ids(service, status="over", ruleset="azul") == []
    assert ids(service, status="running", ruleset="tiny") == [tiny]


def test_a_player_lists_the_games_that_wait_for_them(service):
    first, second = service.new_game([ADA, BEA]), service.new_game([BEA, ADA])
    service.new_game([{"kind": "human"}, {"kind": "human", "name": "Cleo"}])
    assert ids(service, waiting_for="Ada") == [first.game_id]
    assert ids(service, waiting_for="Bea") == [second.game_id]
    assert ids(service, waiting_for="ada") == ids(service, waiting_for="Cleo") == []
    first.act(0)
    assert ids(service, waiting_for="Bea") == [second.game_id, first.game_id]
    assert ids(service, waiting_for="Bea", ruleset="azul") == ids(service, waiting_for="Bea", status="over") == []
    first.play_to_the_end()
    assert ids(service, waiting_for="Ada") == []
    games.score(service.installation, first.game_id)
    assert ids(service, waiting_for="Bea", ruleset="tiny", status="running") == [second.game_id]


@pytest.mark.parametrize(
    "query",
    [
        {"cursor": "7"},
        {"cursor": "g00000000000"},
        {"cursor": "g0000000000000"},
        {"cursor": "g00000000000G"},
        {"cursor": "g000000000001\n"},
        {"cursor": "r000000000001"},
        {"cursor": ""},
        {"limit": "0"},
        {"limit": "101"},
        {"status": "waiting"},
        {"ruleset": "chess"},
        {"waiting_for": ""},
        {"waiting_for": "A" * 65},
    ],
)
def test_a_query_that_does_not_fit_is_rejected(service, query):
    response = service.client.get("/v1/games", query_string=query)
    assert (response.status_code, response.json["code"]) == (422, "invalid_request")
    assert {fault["path"] for fault in response.json["errors"]} == set(query)


def test_a_game_that_has_ended_is_over_and_is_listed_among_those_when_it_has_been_scored(service):
    game_id = create(service)
    finish(service, game_id)
    assert [(game["game_id"], game["status"]) for game in page(service)["games"]] == [(game_id, "over")]
    assert ids(service, status="running") == ids(service, status="over") == []
    assert pending_job(service.installation, game_id).id == f"score-{game_id}"
    for _ in range(2):
        games.score(service.installation, game_id)
        assert ids(service, status="over") == ids(service) == [game_id]


def test_a_game_is_due_until_its_record_has_been_listed(service):
    game_id = create(service)
    finish(service, game_id)
    client, key = service.installation.store.servers.client, keys.record_list(None)
    client.set(key, "no list")
    with pytest.raises(redis.ResponseError):
        games.score(service.installation, game_id)
    assert pending_job(service.installation, game_id).id == f"score-{game_id}"
    client.delete(key)
    games.score(service.installation, game_id)
    assert pending_job(service.installation, game_id) is None
    assert ids(service, status="over") == [record["game_id"] for record in export(service)["records"]] == [game_id]


def test_a_game_that_cannot_be_listed_is_not_created(service):
    service.installation.store.servers.client.set(keys.game_list(None, None), "no list")
    with pytest.raises(redis.ResponseError):
        create(service)
    assert service.installation.store.servers.client.keys("*:header") == []


def test_a_game_that_was_listed_and_never_created_is_left_out(service):
    list_games_that_are_never_created(service, 1)
    created = [each.game_id for each in service.installation.store.lists.games(None, None, None, None, 9)]
    assert len(created) == 2
    assert ids(service) == ids(service, waiting_for="Ada") == ids(service, status="running") == created[1:]


def test_a_creation_that_is_repeated_after_the_end_lists_the_game_no_second_time(service):
    game_id = service.create([ADA, BEA], **KEY).json["game_id"]
    finish_and_score(service, game_id)
    assert service.create([ADA, BEA], **KEY).headers["Idempotent-Replayed"] == "true"
    assert ids(service) == ids(service, status="over") == [game_id]
    assert ids(service, status="running") == []


def test_a_page_ends_after_many_games_that_do_not_match_and_returns_a_cursor(service):
    list_games_that_are_never_created(service, 2 * game_index.MOST_EXAMINED)
    assert [len(each["games"]) for each in pages(service, waiting_for="Ada")] == [0, 0, 1]


def test_games_whose_rules_are_no_longer_hosted_are_left_out(service, redis_url):
    create(service)
    with running(settings(redis_url), {TINY.name: replace(TINY, version=TINY.version + 1)}) as later:
        assert page(later) == {"games": []}


def test_a_request_repeated_after_a_lost_reply_is_carried_out_once(redis_url, tmp_path):
    proxy = Proxy(tmp_path / "proxy", redis_url)
    with running(settings(proxy.url), {TINY.name: TINY}) as service:
        proxy.lose(b"next number")
        created = create(service)
        finish(service, created)
        proxy.lose(b"further lists under its number")
        games.score(service.installation, created)
        assert proxy.lost == 2
        assert ids(service) == ids(service, status="over") == [created]
        assert [record["game_id"] for record in export(service)["records"]] == [created]
    proxy.close()


def export(service, **query):
    return service.client.get("/v1/records", query_string=query).json


def test_records_are_exported_whole_in_the_order_of_scoring(service):
    games = [service.new_game() for _ in range(4)]
    for number in (1, 2, 0, 1):
        finish_and_score(service, games[number].game_id)
    read = service.client.get("/v1/records")
    whole = [games[number].get("/record").data.rstrip() for number in (1, 2, 0)]
    assert (
        read.data == b'{"records":[' + b",".join(whole) + b'],"next_cursor":"%s"}' % read.json["next_cursor"].encode()
    )


def test_an_export_continues_where_it_stopped(service):
    first, second, third = (create(service) for _ in range(3))
    empty = export(service)
    assert empty == {"records": [], "next_cursor": "r000000000000"}
    for game_id in (second, first):
        finish_and_score(service, game_id)
    one = export(service, limit=1, cursor=empty["next_cursor"])
    other = export(service, limit=5, cursor=one["next_cursor"])
    assert [record["game_id"] for page in (one, other) for record in page["records"]] == [second, first]
    assert export(service, cursor=other["next_cursor"]) == {"records": [], "next_cursor": other["next_cursor"]}
    finish_and_score(service, third)
    assert [record["game_id"] for record in export(service, cursor=other["next_cursor"])["records"]] == [third]


def test_records_are_exported_by_ruleset(service):
    game_id = create(service)
    finish_and_score(service, game_id)
    assert [record["game_id"] for record in export(service, ruleset="tiny")["records"]] == [game_id]
    assert export(service, ruleset="azul") == {"records": [], "next_cursor": "r000000000000"}


def test_a_record_that_cannot_be_built_is_named(service, redis_url):
    game_id = create(service)
    finish_and_score(service, game_id)
    with running(settings(redis_url), {TINY.name: replace(TINY, version=TINY.version + 1)}) as later:
        assert export(later) == {"records": [], "skipped": [game_id], "next_cursor": export(service)["next_cursor"]}


@pytest.mark.parametrize(
    "query", [{"cursor": "g000000000001"}, {"cursor": "r1"}, {"limit": "21"}, {"ruleset": "chess"}]
)
def test_an_export_that_cannot_be_made_is_rejected(service, query):
    response = service.client.get("/v1/records", query_string=query)
    assert (response.status_code, response.json["code"]) == (422, "invalid_request")
    assert {fault["path"] for fault in response.json["errors"]} == set(query)


def test_lists_show_which_open_seats_have_been_claimed(service):
    game = service.new_game([ADA, {"kind": "open", "name": "Bea"}, {"kind": "open"}])
    game.post("/seats/1/claim")
    seats = [
        {"seat": 0, "kind": "human", "name": "Ada"},
        {"seat": 1, "kind": "open", "name": "Bea", "claimed": True},
        {"seat": 2, "kind": "open", "claimed": False},
    ]
    assert game.get("/seats").json == {"game_id": game.game_id, "seats": seats}
    assert page(service)["games"][0]["seats"] == seats


@pytest.mark.parametrize("given", [{}, {"name": "Guest"}])
def test_a_claim_may_set_a_name(service, given):
    game = service.new_game([ADA, {"kind": "open", **given}])
    game.post("/seats/1/claim", body={"name": "Bea Bruna"})
    seats = [
        {"seat": 0, "kind": "human", "name": "Ada"},
        {"seat": 1, "kind": "open", "name": "Bea Bruna", "claimed": True},
    ]
    assert game.get("/seats").json["seats"] == page(service)["games"][0]["seats"] == seats


def test_a_claim_changes_no_view(service):
    game = service.new_game([ADA, {"kind": "open", "name": "Guest"}])
    before = game.get("/view").data
    game.post("/seats/1/claim", body={"name": "Bea"})
    assert game.get("/view").data == before


def test_a_player_lists_the_games_in_which_they_claimed_a_seat(service):
    game = service.new_game([ADA, {"kind": "open", "name": "Guest"}])
    game.tokens[1] = game.post("/seats/1/claim", body={"name": "Bea"}).json["token"]
    game.act(0)
    assert ids(service, waiting_for="Bea") == [game.game_id]
    assert ids(service, waiting_for="Guest") == []
    finish_and_score(service, game.game_id)
    assert service.installation.store.lists.games(None, None, "Bea", None, 9) == []


def test_a_player_who_is_too_late_for_a_seat_is_not_awaited(service):
    game = service.new_game([{"kind": "open"}, ADA])
    game.post("/seats/0/claim", body={"name": "Bea"})
    assert game.post("/seats/0/claim", body={"name": "Cleo"}).json["code"] == "seat_taken"
    assert ids(service, waiting_for="Cleo") == []
    assert ids(service, waiting_for="Bea") == [game.game_id]


def test_there_are_no_seats_where_there_is_no_game(service):
    response = service.client.get(f"/v1/games/{'0' * 20}/seats")
    assert (response.status_code, response.json["code"]) == (404, "game_not_found")


def traverse(service, status=None, limit=20):
    """Read a list to its end, pausing after each page; return the ids of its games."""
    cursor = None
    while True:
        page = game_index.list_games(service.installation, GameFilter(status=status), cursor, limit)
        yield from [game.game_id for game in page.games]
        if not page.next_cursor:
            return
        assert cursor != game_index.position(page.next_cursor)
        cursor = game_index.position(page.next_cursor)


@pytest.mark.parametrize("number", range(4))
def test_a_client_sees_each_lasting_game_once_whatever_happens_between_two_pages(service, number):
    rng = Random(number)
    running, over = [create(service) for _ in range(9)], []

    def go_on():
        if rng.random() < 0.4:
            running.append(create(service))
        if running and rng.random() < 0.2:
            over.append(running.pop(rng.randrange(len(running))))
            finish_and_score(service, over[-1])

    for status in (None, "running", "over", None):
        there, ended = set(running + over), set(over)
        seen = []
        for game_id in traverse(service, status, limit=rng.randint(1, 4)):
            seen.append(game_id)
            go_on()
        assert len(seen) == len(set(seen))
        expected = {None: there, "running": there & set(running), "over": ended}[status]
        assert expected <= set(seen) <= set(running + over)


def test_clients_see_each_lasting_game_once_while_many_create_and_finish_games(service):
    created, scored = [create(service) for _ in range(20)], []

    def write():
        for _ in range(10):
            game_id = create(service)
            created.append(game_id)
            finish_and_score(service, game_id)
            scored.append(game_id)

    def read(writers):
        while not all(writer.done() for writer in writers):
            for before, status in ((set(created), None), (set(scored), "over")):
                seen = list(traverse(service, status, limit=7))
                assert len(seen) == len(set(seen))
                assert before <= set(seen)

    with ThreadPoolExecutor(6) as pool:
        writers = [pool.submit(write) for _ in range(4)]
        for thread in [*writers, pool.submit(read, writers), pool.submit(read, writers)]:
            thread.result()
    assert sorted(traverse(service)) == sorted(created)
    assert sorted(traverse(service, "over")) == sorted(scored)


def test_a_client_of_records_that_continues_later_sees_each_finished_game_once(service):
    scored = []

    def write():
        for _ in range(10):
            game_id = create(service)
            for _ in range(2):
                finish_and_score(service, game_id)
            scored.append(game_id)

    def read(writers):
        seen = []
        position = 0
        while True:
            done = all(writer.done() for writer in writers)
            page = msgspec.json.decode(msgspec.json.encode(records.page(service.installation, None, position, 3)))
            if done and not page["records"]:
                return seen
            seen += [record["game_id"] for record in page["records"]]
            position = game_index.position(page["next_cursor"])

    with ThreadPoolExecutor(6) as pool:
        writers = [pool.submit(write) for _ in range(4)]
        one, other = [reader.result() for reader in [pool.submit(read, writers) for _ in range(2)]]
    assert one == other
    assert sorted(one) == sorted(scored)
