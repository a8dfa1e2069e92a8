"""Test that a work that kills its process is stopped after some deaths, and that the works of others go on."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace

import pytest

from domain.clock_per_decision import PerDecisionClock
from service import problems
from service.game import hints
from service.game.game import load
from service.installation import failed_jobs
from service.playing import analysis
from service.reading import queries
from service.resources.advice import HintRequest
from service.store import Profile
from service.tournaments import creation as tournaments
from service.tournaments import log
from service.tournaments.resources.entrants import EntrantRequest
from service.tournaments.resources.stages import StageRequest
from service.tournaments.resources.tournaments import TournamentRequest
from service.tournaments.rules.events import Started
from service.tournaments.store.tournaments import tournaments_in
from service.webhooks import deliveries
from tests.workers.ai_games import RULESET, ai_game, create, play_to_the_end, version
from tests.workers.clocks import run_out_at, timed
from tests.workers.receivers import NOTHING, receiving
from tests.workers.rulesets import FAST, NAME, POISONED, SEARCHING, SLOW, poison
from tests.workers.running import name_of
from tests.workers.test_large_rounds import LONG_AGO, ORGANISER
from tests.workers.test_webhooks import added, report
from tests.workers.waiting import children, is_running, until
from workers.command.doctor import diagnosis
from workers.jobs.scoring import score_game

TRIES = 2
DIED = "the process ended during the job: exit code 1"


@pytest.fixture
def environ(environ):
    """Return settings with few tries; their pauses are longer than the start of a process that counts a death."""
    return environ | {"BOTTEGA_JOB_TRIES": str(TRIES), "BOTTEGA_WEBHOOK_TARGETS": "127.0.0.2/32"}


@pytest.fixture
def start(environ, tmp_path):
    """Return a function that starts a real group of workers and sweeper; they end after the test."""
    started = []

    def group():
        command = [sys.executable, "-m", "tests.workers.deadly_group", str(tmp_path)]
        with (tmp_path / "errors").open("ab") as errors:
            started.append(subprocess.Popen(command, env=environ, stderr=errors))
        return started[-1]

    yield group
    for process in started:
        process.terminate()
        process.wait()


@pytest.fixture
def impatient(installation):
    """Return the installation for requests that do not wait for a worker."""
    return replace(installation, settings=replace(installation.settings, hint_seconds=0))


def named(group, name):
    """Return the only process of a group with this name, once it runs."""
    return until(lambda: next((each for each in children(group.pid) if name_of(each) == name), None), f"{name} runs")


def failures_of(installation, subject):
    """Return the number of failures and the error of each job of a subject."""
    return {job: (each.tries, each.error) for job, each in installation.store.failed_jobs.of(subject).items()}


def has_stopped(installation, subject, job):
    failed = installation.store.failed_jobs.of(subject).get(job)
    return failed is not None and failed_jobs.has_stopped(installation, failed)


def others_go_on(installation):
    """Wait until a new game of AI players is played and scored."""
    other = ai_game(installation, FAST)
    until(lambda: installation.store.results.of(other), "another game is played and scored")


def finished(installation, seats):
    game_id = create(installation, *([FAST] * seats))
    play_to_the_end(installation, game_id)
    return game_id


def test_a_deadly_turn_becomes_a_default_action_while_others_go_on(installation, start, environ, tmp_path):
    poison(tmp_path, "exit")
    game_id, group = ai_game(installation, POISONED), start()
    until(lambda: failures_of(installation, game_id), "a process has died")
    others_go_on(installation)
    until(lambda: version(installation, game_id), "the default action is played")
    assert failures_of(installation, game_id)["play_turns 0"] == (TRIES, DIED)
    (found,) = (each for each in diagnosis.diagnose(environ, None) if each.check == "failed jobs")
    assert (found.level, f"play_turns 0 of {game_id}: {DIED}" in found.found) == ("fail", True)
    assert group.poll() is None


def test_a_deadly_hint_is_a_problem_of_its_request_only(installation, impatient, start, tmp_path):
    poison(tmp_path, "crash", process="thinking")
    game_id = create(installation, *[None] * RULESET.min_seats)
    game = load(installation, game_id)
    seat = game.to_act[0]
    start()

    def requested():
        try:
            hints.request_hint(impatient, game_id, seat, HintRequest(game.position.decisions[seat]))
        except problems.HintNotReady:
            return None
        except problems.InternalError as problem:
            return problem

    assert until(requested, "the hint has failed").code == "internal_error"
    assert failures_of(installation, game_id) == {
        f"find_hint {seat} {game.position.decisions[seat]}": (TRIES, DIED.replace("exit code 1", "signal 11"))
    }
    others_go_on(installation)


def test_a_deadly_analysis_is_a_problem_of_its_request_only(installation, start, tmp_path):
    game_id = finished(installation, RULESET.min_seats)
    score_game(game_id)
    poison(tmp_path, "memory", process="thinking")
    analysis.read(installation, game_id)
    start()
    until(lambda: has_stopped(installation, game_id, "continue_analysis 0"), "the analysis is stopped")
    with pytest.raises(problems.InternalError):
        analysis.read(installation, game_id)
    others_go_on(installation)


def test_a_deadly_scoring_is_a_problem_of_its_request_only(installation, start, tmp_path):
    game_id = finished(installation, RULESET.min_seats + 1)
    poison(tmp_path, "exit", "outcome", "scoring")
    start()
    until(lambda: has_stopped(installation, game_id, "score_game"), "the scoring is stopped")
    with pytest.raises(problems.InternalError):
        queries.result(installation, game_id, lambda: True)
    assert failures_of(installation, game_id) == {"score_game": (TRIES, DIED)}
    others_go_on(installation)


def test_a_deadly_decision_of_the_clock_does_not_stop_other_clocks(installation, start, tmp_path):
    poison(tmp_path, "exit", "default_action")
    game_id, group = timed(installation, PerDecisionClock(600)), start()
    run_out_at(installation, [game_id], time.time() - 1)
    until(lambda: has_stopped(installation, game_id, "handle_deadline"), "the decision is stopped")
    (tmp_path / "poison").unlink()
    other = timed(installation, PerDecisionClock(600))
    run_out_at(installation, [other], time.time() - 1)
    until(lambda: version(installation, other), "another clock has run out")
    assert (version(installation, game_id), group.poll()) == (0, None)


def running_tournament(installation):
    """Start a tournament of two players; return its id. The sweeper must create its round."""
    players = [f"pl_{number:020d}" for number in range(RULESET.min_seats)]
    for player in (ORGANISER.player, *players):
        installation.store.players.ensure(player, Profile(LONG_AGO, player.replace("pl_", "rp_")))
    entrants = tuple(EntrantRequest(player=each) for each in players)
    stages = (StageRequest("swiss", rounds=1),)
    body = TournamentRequest(name="Deadly", ruleset=NAME, stages=stages, rated=False, entrants=entrants)
    name = tournaments.create(installation, ORGANISER, body)[0].tournament
    log.change(installation, name, lambda _running: [log.new_entry(installation, Started)])
    tournaments_in(installation.store).due.put(name, time.time())
    return name


def test_a_deadly_check_of_a_tournament_stops_no_other_check(installation, start, tmp_path):
    poison(tmp_path, "exit", "setup", "sweeper")
    name, group = running_tournament(installation), start()
    until(lambda: has_stopped(installation, name, "check_tournament"), "the check is stopped")
    assert failures_of(installation, name) == {"check_tournament": (TRIES, DIED)}
    sweeper = named(group, "sweeper")
    others_go_on(installation)
    assert is_running(sweeper)


def attempts(installation, webhook, owner):
    """Return the attempts and errors of the deliveries of a webhook, the first delivery first."""
    entries = installation.store.webhooks.log(owner, webhook.webhook_id, None, 10)
    return [(each.due is None, each.delivery.attempts, each.delivery.error) for each in reversed(entries)]


def test_a_deadly_delivery_fails_for_good_and_the_others_of_its_webhook_are_sent(installation, start):
    group = start()

    def kill_sender(sent, _times):
        if sent.id == deadly:
            with suppress(ProcessLookupError):
                os.kill(named(group, "webhooks"), signal.SIGKILL)
        return NOTHING

    with receiving(kill_sender) as receiver, receiving() as other:
        webhook, healthy = (added(installation, each * 20, got.url) for each, got in (("g", receiver), ("h", other)))
        deadly = None
        deadly = report(installation, webhook, 0, "g" * 20)
        until(lambda: attempts(installation, webhook, "g" * 20)[0][1], "an attempt has killed the process")
        report(installation, healthy, 1, "h" * 20)
        until(lambda: len(other.got) == 1, "another webhook gets its delivery")
        until(lambda: attempts(installation, webhook, "g" * 20)[0][0], "the delivery has failed")
        later = report(installation, webhook, 2, "g" * 20)
        deliveries.redeliver(
            installation, "g" * 20, webhook.webhook_id, later
        )  # at once: the webhook rests for minutes
        until(lambda: receiver.ids()[later], "the next delivery is sent")
    assert attempts(installation, webhook, "g" * 20)[0] == (True, TRIES, deliveries.INTERNAL_ERROR)
    assert failures_of(installation, f"{'g' * 20}/{webhook.webhook_id}") == {
        f"send_delivery {deadly}": (TRIES, DIED.replace("exit code 1", "signal 9"))
    }


def thinking_in(installation, tmp_path, level, file):
    """Create a game whose level thinks for as long as a file exists; return the game and the process that thinks."""
    (tmp_path / file).touch()
    game_id = ai_game(installation, level)
    until((tmp_path / "thinking").exists, "a process thinks")
    return game_id, int((tmp_path / "thinking").read_text())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_end_of_all_processes_counts_as_the_death_of_none(installation, start, tmp_path, number):
    group = start()
    game_id, thinking = thinking_in(installation, tmp_path, SEARCHING, "ponder")
    group.send_signal(number)
    group.wait()
    until(lambda: not is_running(thinking), "the process has ended")
    (tmp_path / "ponder").unlink()
    start()
    others_go_on(installation)
    until(lambda: version(installation, game_id), "the game goes on")
    assert "the process ended during" not in (tmp_path / "errors").read_text()


def test_a_process_killed_once_during_a_healthy_job_leaves_no_failure(installation, start, tmp_path):
    start()
    game_id, thinking = thinking_in(installation, tmp_path, SLOW, "hold")
    os.kill(thinking, signal.SIGKILL)
    noted = f"the process ended during play_turns 0 of {game_id}: signal 9"
    until(lambda: noted in (tmp_path / "errors").read_text(), "the death is noted")
    (tmp_path / "hold").unlink()
    until(lambda: version(installation, game_id) and not failures_of(installation, game_id), "the game goes on")
