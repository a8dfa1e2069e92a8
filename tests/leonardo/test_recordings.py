"""Test that the recorded games of Maestro Leonardo cover everything that a change of the rules could break."""

from domain.leonardo import RULESET
from domain.leonardo.wire.facts import BidsRevealed, InventionFinished
from tests.recordings import facts, recordings


def test_the_recorded_games_cover_every_player_count_set_up_and_codex() -> None:
    games = recordings(RULESET)
    assert len(games) >= 6
    assert {len(game["seats"]) for game in games} == {2, 3, 4, 5}
    assert {game["options"].get("setup", "beginner") for game in games} == {"beginner", "expert"}
    for codex in ("codex_1", "codex_2"):
        assert {game["options"].get(codex, False) for game in games} == {False, True}


def test_the_recorded_games_have_a_shared_auction_and_a_late_completion() -> None:
    emitted = [fact for game in recordings(RULESET) for fact in facts(RULESET, game)]
    assert any(isinstance(fact, BidsRevealed) for fact in emitted)
    assert any(isinstance(fact, InventionFinished) and fact.late for fact in emitted)
