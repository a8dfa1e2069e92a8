"""Several processes move, take back, change and read the same finished game; none does the work of another undone."""

import pytest

from service.play import lobby
from service.store.archived import Archived
from tests.archive.interrupted import Interrupted
from tests.service.conftest import watched
from tests.service.table import settings
from tests.service.test_archiving import ended, held, move_again, of


@pytest.fixture
def kept_in(tmp_path):
    return tmp_path / "games"


@pytest.fixture
def over(redis_url, kept_in):
    """Return a finished game of a service that has an archive."""
    for service in watched(settings(redis_url, archive_url=f"file://{kept_in}", analysis_iterations=2)):
        yield ended(service)


@pytest.fixture
def copies(kept_in):
    """Return what reads what is in the archive."""
    return lambda: {path.name: path.read_bytes() for path in kept_in.glob("*/*/*")}


def another(table, step, meanwhile, *, done=False):
    """Return the archive as another process has it, which is interrupted there."""
    store = table.service.bottega.store
    return Archived(store.servers, Interrupted(store.archived._archive, step, meanwhile, done=done), store.lists)


def change(table, label):
    lobby.change(table.service.bottega, table.game_id, {"label": label})


def move_changed(table, label):
    """Take a game back, change it, and move it anew."""
    change(table, label)
    move_again(table)


@pytest.mark.parametrize("done", [False, True])
def test_a_mover_that_was_held_up_overwrites_nothing_newer(over, copies, done):
    def meanwhile():
        move_again(over)
        move_changed(over, "newer")

    late = another(over, "put", meanwhile, done=done)
    assert not late.move(over.game_id)
    assert (held(over), over.get("").json["label"]) == ({"archived"}, "newer")
    move_again(over)
    assert (held(over), len(copies()), over.get("").json["label"]) == ({"archived"}, 1, "newer")


def test_of_several_movers_one_moves_the_game(over, copies):
    before = of(over)
    moved = []
    third = another(over, "put", lambda: move_again(over), done=True)
    second = another(over, "put", lambda: moved.append(third.move(over.game_id)))
    assert (second.move(over.game_id), moved, of(over)) == (False, [False], before)
    move_again(over)
    assert (held(over), len(copies())) == ({"archived"}, 1)
