"""Test notices of pauses: a request, a decline, the start and the end reach the players who do not act."""

import time
from typing import get_args

import pytest
from msgspec.structs import replace

from domain.languages import LANGUAGES
from service.game.game import load, read_stored
from service.playing import clock_changes
from service.playing.expected_notices import notice_of
from service.playing.notification_texts import notification
from service.resources.absence import ClockChange
from service.resources.messages import PauseMessage, PauseStep
from service.store import START
from tests.service.helpers.players.notices import ADA, BEN, FUTURE, act, muted, timed_for, unmuted
from tests.service.helpers.players.notifications import target_terms
from workers.processes.sweeper import sweep


def change(game, seat, action, **more):
    """Let the player of a seat change the clocks."""
    installation = game.service.installation
    stored = read_stored(installation, game.game_id)
    clock_changes.change(installation, stored, seat, ClockChange(action, **more))


def steps(service, player):
    """Return the steps of pauses in a player's feed, with their versions."""
    entries = service.installation.store.feeds.read(player, START, 100, time.time()).entries
    return [(each.pause, each.version) for _, each in entries if each.type == "pause"]


def test_the_other_player_hears_of_a_request_and_the_first_one_of_the_pause(sandbox):
    game = timed_for(sandbox, ADA, BEN)
    change(game, 0, "pause", hours=2)
    change(game, 1, "pause", hours=2)
    assert (steps(sandbox, ADA), steps(sandbox, BEN)) == ([("paused", 2)], [("requested", 1)])


def test_the_other_player_hears_that_the_game_goes_on(sandbox):
    game = timed_for(sandbox, ADA, BEN)
    change(game, 0, "pause")
    change(game, 1, "pause")
    change(game, 1, "resume")
    assert steps(sandbox, ADA) == [("paused", 2), ("resumed", 3)]


def test_the_player_who_requested_a_pause_hears_of_the_decline(sandbox):
    game = timed_for(sandbox, ADA, BEN)
    change(game, 0, "pause")
    change(game, 1, "decline")
    assert (steps(sandbox, ADA), steps(sandbox, BEN)) == ([("declined", 2)], [("requested", 1)])


def test_a_request_that_its_player_withdraws_needs_no_notice(sandbox):
    game = timed_for(sandbox, ADA, BEN)
    change(game, 0, "pause")
    change(game, 0, "decline")
    assert (steps(sandbox, ADA), steps(sandbox, BEN)) == ([], [("requested", 1)])


def test_the_turn_says_that_the_game_goes_on(sandbox):
    game = timed_for(sandbox, ADA, BEN)
    change(game, 0, "pause")
    change(game, 1, "pause")
    seat = load(sandbox.installation, game.game_id).to_act[0]
    act(game, seat)
    left = load(sandbox.installation, game.game_id).to_act
    for number, player in ((0, ADA), (1, BEN)):
        assert (("resumed", 3) in steps(sandbox, player)) == (number != seat and number not in left)


def test_lost_notices_of_a_pause_are_sent_once(sandbox):
    game = timed_for(sandbox, ADA, BEN)
    muted(sandbox)
    change(game, 0, "pause")
    unmuted(sandbox)
    sweep(sandbox.installation, FUTURE)
    assert steps(sandbox, BEN) == [("requested", 1)]


@pytest.mark.parametrize("step", get_args(PauseStep))
def test_notifications_say_what_happened_to_the_pause(sandbox, step):
    game = timed_for(sandbox, ADA, BEN)
    notice = replace(notice_of(load(sandbox.installation, game.game_id), 0, "", PauseMessage, 1), pause=step)
    titles = {
        notification(
            load(sandbox.installation, game.game_id), ADA, notice, replace(target_terms(), language=each)
        ).title
        for each in LANGUAGES
    }
    assert len(titles) == len(LANGUAGES)


def test_the_low_clock_is_notified_after_a_pause(sandbox):
    game = timed_for(sandbox, ADA, BEN, clock={"kind": "per_decision", "seconds": 600})
    change(game, 0, "pause")
    change(game, 1, "pause")
    change(game, 1, "resume")
    game.wait(590)
    entries = sandbox.installation.store.feeds.read(ADA, START, 100, time.time()).entries
    assert [each.type for _, each in entries][-1] == "clock_low"
