"""Test that a change is retried after a conflicting write, and that nothing else is retried."""

import pytest
from msgspec.structs import replace

from service import problems
from service.game.game import load, read_stored
from service.installation.conflicts import MOST_ATTEMPTS, retry_conflicts
from service.playing import games
from service.playing.games import SubmittedAction
from service.store import Commit, ConflictingWrite, Holder


class Attempts:
    """Raises these errors one after the other, then returns the number of calls."""

    def __init__(self, *errors):
        self.errors, self.calls = [*errors], 0

    def __call__(self):
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return self.calls


def test_a_change_is_tried_again_until_no_write_comes_first():
    assert retry_conflicts(Attempts()) == 1
    assert retry_conflicts(Attempts(ConflictingWrite(), ConflictingWrite())) == 3


def test_a_problem_ends_the_attempts():
    attempts = Attempts(ConflictingWrite(), problems.DecisionClosed("Closed."))
    with pytest.raises(problems.DecisionClosed):
        retry_conflicts(attempts)
    assert attempts.calls == 2


def test_a_game_is_busy_if_another_write_always_comes_first():
    attempts = Attempts(*[ConflictingWrite()] * (MOST_ATTEMPTS + 1))
    with pytest.raises(problems.GameBusy, match=f"{MOST_ATTEMPTS} times"):
        retry_conflicts(attempts)
    assert attempts.calls == MOST_ATTEMPTS


def legal(installation, game_id, seat):
    """Return the first legal action of a seat, to be submitted."""
    game = load(installation, game_id)
    action = game.ruleset.legal_actions(game.position.state, seat)[0]
    return SubmittedAction(seat, game.position.decisions[seat], action)


def seat_taken(installation, game_id):
    installation.store.seats.claim(game_id, 1, Holder(), Holder("d1"), None, 1)


def name_changed(installation, game_id):
    info = installation.store.info(game_id)
    assert installation.store.replace_info(game_id, info, replace(info, name="Evening"))


def action_submitted(installation, game_id):
    games.act(installation, read_stored(installation, game_id), legal(installation, game_id, 0))


@pytest.mark.parametrize("change", [seat_taken, name_changed, action_submitted])
def test_an_action_conflicts_with_any_change_of_the_game_since_it_was_read(service, change):
    installation = service.installation
    game_id = service.new_game([{"kind": "human"}, {"kind": "open"}, {"kind": "open"}]).game_id
    stored, submitted = read_stored(installation, game_id), legal(installation, game_id, 0)
    change(installation, game_id)
    version = load(installation, game_id).position.version
    with pytest.raises(ConflictingWrite):
        games.act(installation, stored, submitted)
    assert load(installation, game_id).position.version == version


def test_a_change_can_be_written_to_the_game_that_an_earlier_change_left(service):
    installation = service.installation
    game_id = service.new_game().game_id
    action_submitted(installation, game_id)
    left, read = installation.store.cache.take(game_id), installation.store.load(game_id)
    assert replace(left, responses=read.responses) == read
    event = replace(installation.store.last_event(game_id), version=2, attempt="00000002")
    installation.store.commit(Commit(before=left, events=[event], snapshot=left.snapshot, info=left.info))
    assert installation.store.last_event(game_id) == event
