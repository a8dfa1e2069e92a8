"""Test that works on a board outlive their process, and that an orderly end leaves none."""

import os

import pytest

from service.runtime.work_board import SLOT_BYTES, SLOTS, WorkBoard


@pytest.fixture
def board():
    opened = WorkBoard()
    yield opened
    opened.close()


def fork(work):
    """Run some work in a fork, which then dies; return its exit code."""
    child = os.fork()
    if child == 0:
        work()
        os._exit(3)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def texts(board):
    return [text for _, text in board.left()]


def test_the_works_of_a_dead_process_are_left_with_its_exit_code(board):
    def work():
        board.start("first")
        board.end(board.start("second"))
        board.start("third")

    assert board.note_exit(fork(work))
    assert (texts(board), board.exit_code) == (["first", "third"], 3)


def test_a_process_that_started_no_work_is_not_excused_by_what_another_one_left(board):
    board.note_exit(fork(lambda: board.start("first")))
    assert not board.note_exit(fork(lambda: None))
    assert texts(board) == ["first"]


def test_a_process_between_two_works_leaves_none(board):
    assert not board.note_exit(fork(lambda: board.end(board.start("first"))))
    assert texts(board) == []


def test_an_orderly_end_removes_all_works_and_shows_no_more(board):
    board.start("first")
    board.clear()
    assert board.start("of a thread that has not ended") is None
    assert texts(board) == []


def test_a_work_without_room_is_not_shown(board):
    assert board.start("x" * SLOT_BYTES) is None
    assert [board.start("x") for _ in range(SLOTS + 1)] == [*range(SLOTS), None]
