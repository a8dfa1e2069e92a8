"""Test which steps a seat may undo alone, with a tiny ruleset."""

from dataclasses import replace
from typing import Any

from domain.undo_rules import undo_modes
from workers.promises.games import PLAYED, play
from workers.promises.knowledge import check_game
from workers.promises.taking_back import finds

PLANTED_GAMES = 8


def test_whether_a_step_can_be_undone_may_not_depend_on_hidden_data() -> None:
    def betraying(before: Any, seat: int, action: Any, after: Any) -> bool:
        return after.round == before.round and before.hands[0][0] % 2 == 0

    games = [play("tiny", 2, number) for number in range(PLANTED_GAMES)]
    assert finds(replace(PLAYED["tiny"], reveals_nothing=betraying), games)


def test_a_ruleset_without_a_statement_about_secrets_has_no_undo_alone() -> None:
    assert undo_modes(replace(PLAYED["tiny"], reveals_nothing=None)) == ("none", "consent")
    assert undo_modes(PLAYED["tiny"]) == ("none", "own", "consent")


def test_no_step_of_a_ruleset_without_undo_alone_can_be_undone() -> None:
    ruleset = replace(PLAYED["tiny"], reveals_nothing=None)
    assert check_game(play("tiny", 2, 0), ruleset) == 0
