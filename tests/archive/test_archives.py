"""Test what all kinds of archives have in common."""

import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from service.archive import open_archive
from tests.archive.another import GAMES


def test_a_stored_game_is_read_byte_for_byte(archive):
    put = {"empty": b"", "every_byte": bytes(range(256)), "game": secrets.token_bytes(5000), "large": bytes(2**20)}
    for game, packed in put.items():
        archive.put(game, packed)
    assert {game: archive.get(game) for game in put} == put


def test_a_game_that_was_never_stored_is_missing(archive):
    archive.remove("missing")
    assert archive.get("missing") is None


def test_several_games_are_read_at_once_without_missing_ones(archive):
    put = {f"game_{number}": secrets.token_bytes(100 * number) for number in range(50)}
    names = [*put, "missing", "never_put"]
    assert (archive.get_many([]), archive.get_many(names)) == ({}, {})
    for game, packed in put.items():
        archive.put(game, packed)
    archive.put("another", b"not asked for")
    assert archive.get_many(names) == put
    assert archive.get_many(["game_7"]) == {"game_7": put["game_7"]}


def test_the_last_write_wins(archive):
    archive.put("game", b"first")
    archive.put("game", b"second, and longer")
    archive.put("game", b"last")
    assert archive.get("game") == b"last"


def test_removing_a_game_leaves_the_others(archive):
    for game in ("one", "two"):
        archive.put(game, game.encode())
    archive.remove("one")
    archive.remove("one")
    assert (archive.get("one"), archive.get("two")) == (None, b"two")


def test_a_game_that_is_removed_while_it_is_put_is_put(archive):
    with ThreadPoolExecutor(2) as pool:
        removing = pool.submit(lambda: [archive.remove("game") for _ in range(50)])
        for _ in range(50):
            archive.put("game", b"packed")
        removing.result()
    archive.put("game", b"packed")
    assert archive.get("game") == b"packed"


def test_ids_are_opaque(archive):
    put = {game: game.encode() for game in ("a", "A", "_", "-", "--", "a_b", "aXb", "0", "00", "x" * 100)}
    for game, packed in put.items():
        archive.put(game, packed)
    assert {game: archive.get(game) for game in put} == put
    assert archive.get_many([*put]) == put


def test_a_game_outlives_the_connection(archive, address):
    archive.put("game", b"packed")
    archive.close()
    another = open_archive(address)
    assert another.get("game") == b"packed"
    another.close()


def test_threads_share_an_archive(archive):
    def turn(number):
        archive.put(f"game_{number}", bytes([number]) * 5000)
        archive.put("shared", b"whole")
        return archive.get_many([f"game_{number}", "shared"]), archive.get("shared")

    with ThreadPoolExecutor(16) as threads:
        assert list(threads.map(turn, range(100))) == [
            ({f"game_{number}": bytes([number]) * 5000, "shared": b"whole"}, b"whole") for number in range(100)
        ]


def test_processes_start_an_archive_simultaneously(archive, address):
    writers = [start("write", address) for _ in range(6)]
    assert {writer.stdout.readline() for writer in writers} == {"ready\n"}
    for writer in writers:
        writer.stdin.write("now\n")
        writer.stdin.flush()
    assert {writer.communicate() for writer in writers} == {("", "")}
    assert [archive.get(game) for game in GAMES] == [game.encode() for game in GAMES]


def test_a_process_and_its_fork_both_use_an_archive(address):
    assert start("fork", address).communicate() == ("", "")


def start(deed, address):
    command = [sys.executable, "-W", "ignore:This process", "-m", "tests.archive.another", deed, address]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
