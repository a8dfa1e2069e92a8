"""Test undo: the game returns to its earlier position, and continues from there."""

import pytest

from domain.record import write
from domain.verification import verify
from workers.promises.games import GAME_SIZES, PLAYED, packed
from workers.promises.going_back import repeating, wandering


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_after_going_back_the_state_is_the_one_that_it_was(name: str, seats: int) -> None:
    """Keep everything in the state: `setup` and `apply` must repeat a game from its log."""
    course = wandering(name, seats, 100 + seats)
    taken_back = [(version, move.undoes) for version, move in enumerate(course.moves, 1) if move.undoes is not None]
    assert taken_back
    assert all(course.states[version] == course.states[to] for version, to in taken_back)


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_a_game_with_undone_moves_has_a_record_that_is_verified(name: str, seats: int) -> None:
    """Keep everything in the state: `setup` and `apply` must repeat a game from its log."""
    value = wandering(name, seats, 200 + seats).record()
    assert value["undo"] == "consent"
    assert verify(write(value), PLAYED) == value


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_a_player_who_undoes_gets_the_same_dice_again(name: str, seats: int) -> None:
    """Draw for a purpose that follows from the state: `random_for(rng, "dice", state.round, seat)`."""
    steps, course = repeating(name, seats)
    assert all(step.again == step.first == step.facts for step in steps)
    assert packed(course.position.state) == packed(course.game.end)


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_an_undone_decision_gets_a_new_id_and_a_pending_one_keeps_its_id(name: str, seats: int) -> None:
    """Let an action of one seat leave the pending decisions of other seats pending."""
    steps, _ = repeating(name, seats)
    assert all(step.undone == {**step.before, step.seat: step.version} for step in steps)
