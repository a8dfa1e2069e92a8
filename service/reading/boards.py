"""The boards that installed rulesets bring, and their URLs. Each URL contains the hash of its module."""

from domain.boards import FILE, Board
from domain.ruleset import AnyRuleset
from service import problems
from service.reading.icons import mark_of


def board_module(ruleset: AnyRuleset) -> bytes:
    """Return the JavaScript module of the board that a ruleset brings; raises BoardNotFound."""
    if ruleset.board is None:
        raise problems.BoardNotFound("Use a ruleset with `board` in `getRuleset`.")
    return ruleset.board.source.encode()


def board_path(name: str, board: Board) -> str:
    """Return the path of the board of a ruleset in URLs."""
    return f"/v1/rulesets/{name}/{FILE}?v={mark_of(board.source.encode())}"
