"""Test how the board of a package is read: from one module, which imports from one version of the kit."""

import pytest

from domain.boards import MOST_BYTES, Board, InvalidBoard, parse_board, read_board
from tests.zoo import ZOO

SOURCE = 'import { h } from "bottega/kit-1";\nexport const Board = () => h("svg");\n'
INVALID = {
    "no kit": (b"export const Board = 1;", "board.js must import from one version of the kit, such as bottega/kit-1"),
    "two kits": (
        b"import 'bottega/kit-1'; import 'bottega/kit-2';",
        "board.js must import from one version of the kit, such as bottega/kit-1",
    ),
    "no text": (b'import "bottega/kit-1"; "\xff"', "board.js is not UTF-8"),
    "too long": (SOURCE.encode() + b" " * MOST_BYTES, f"board.js has more than {MOST_BYTES} bytes"),
}


def test_a_board_names_the_version_of_its_kit():
    assert parse_board(SOURCE.encode()) == Board(SOURCE, 1)
    assert parse_board(b'import{h as a}from"bottega/kit-12";').kit == 12


@pytest.mark.parametrize(("content", "fault"), INVALID.values(), ids=INVALID)
def test_an_invalid_board_says_what_to_change(content, fault):
    with pytest.raises(InvalidBoard) as raised:
        parse_board(content)
    assert str(raised.value) == fault


def test_a_package_without_the_file_brings_no_board():
    assert read_board("tests.zoo.gomoku") is None
    assert ZOO["gomoku"].board is None
    assert ZOO["connect_four"].board == read_board("tests.zoo.connect_four")
