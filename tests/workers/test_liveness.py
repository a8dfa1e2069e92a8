"""Test that processes are judged by their progress: slow ones live, and those that hang or loop are replaced."""

import logging
import os
import re
import signal
import subprocess
import sys
from contextlib import ExitStack

import pytest

from service.runtime import child_process
from service.runtime.heartbeat import VARIABLE, HeartbeatPipe
from service.runtime.liveness import Limits, Liveness, waiting_for, waits_for_machine
from tests.workers.running import BOTTEGA, command_line, environ_for
from tests.workers.slowed import slowed
from tests.workers.waiting import children, until
from workers.processes.managed_process import ManagedProcess, stop

LIMITS = Limits(silent=20.0, busy=60.0)
FACTOR = 30
SHORT = Limits(silent=6.0, busy=30.0)
STARTING_SLOWLY = """
import time
from service.runtime.heartbeat import beat
while time.process_time() < {seconds}:
    pass
while True:
    beat()
    time.sleep(0.1)
"""


LOOPING, SLEEPING = "print(flush=True)\nwhile True: pass", "print(flush=True)\nimport signal\nsignal.pause()"


class Machine:
    """A process with known processor times, and the faults that are found in it."""

    def __init__(self):
        self.used = 0.0
        self.life = Liveness(1, LIMITS, 0.0, lambda _pid: self.used)

    def at(self, second, used, *, beats=False):
        self.used = used
        return self.life.fault(float(second), beats=beats)


def test_a_process_that_uses_some_of_a_busy_machine_is_alive_without_a_heartbeat():
    machine = Machine()
    assert {machine.at(second, second / 30) for second in range(1, 1000)} == {""}


def test_a_process_without_heartbeat_and_processor_time_is_dead():
    machine = Machine()
    assert machine.at(1, 0.5, beats=True) == machine.at(21, 0.5) == ""
    assert machine.at(22, 0.55) == "sends no heartbeat and uses no processor time for 20 s"


def test_a_process_whose_threads_only_poll_is_dead():
    machine = Machine()
    assert next(second for second in range(1, 1000) if machine.at(second, second / 1000)) == 21


def test_a_process_that_loops_without_a_heartbeat_is_dead():
    machine = Machine()
    assert machine.at(1, 1.0, beats=True) == machine.at(2, 2.0) == machine.at(62, 62.0) == ""
    assert machine.at(63, 63.0) == "sends no heartbeat although it used 61 s of processor time"


def test_a_heartbeat_ends_the_count_of_processor_time():
    machine = Machine()
    assert {machine.at(second, float(second), beats=second % 50 == 0) for second in range(1, 500)} == {""}


def test_a_wait_says_what_it_waits_for():
    assert waiting_for("the web server", 12.3, 0.88) == (
        "Waiting for the web server: 12 s, it has used 0.9 s of processor time"
    )


class Starting:
    """A managed process that uses processor time before its first heartbeat, and all its launches."""

    def __init__(self, seconds, limits):
        self.launched: list[subprocess.Popen[bytes]] = []
        self.pulse, self.seconds = HeartbeatPipe(), seconds
        self.part = ManagedProcess("part", self.launch, self.pulse.beats, limits, close=self.pulse.close)

    def launch(self):
        written = self.pulse.writes.fileno()
        command = [sys.executable, "-c", STARTING_SLOWLY.format(seconds=self.seconds)]
        environ = os.environ | {VARIABLE: str(written)}
        self.launched.append(child_process.start(command, environ=environ, keep=[written]))
        return self.launched[-1]

    def has_started(self):
        self.part.keep_alive()
        return self.part.has_started


@pytest.fixture
def starting():
    """Return a function that starts a managed process, which ends with the test."""
    made = []

    def start(seconds, limits=SHORT):
        made.append(Starting(seconds, limits))
        return made[-1]

    yield start
    stop([each.part for each in made], 1.0)


def test_a_process_slowed_by_a_factor_of_thirty_starts_without_being_killed(starting):
    slow = starting(0.3)
    with slowed(slow.launched[0].pid, FACTOR):
        until(slow.has_started, "it has started")
    assert len(slow.launched) == 1


def web_server_of(process):
    return [each for each in children(process.pid) if "gunicorn" in command_line(each)]


def test_a_service_whose_web_server_is_slowed_by_a_factor_of_thirty_becomes_ready_and_says_what_it_waits_for(tmp_path):
    environ = environ_for(tmp_path / "data", BOTTEGA_SILENT_SECONDS="6")
    with ExitStack() as stack:
        errors = stack.enter_context((tmp_path / "errors").open("w+"))
        served = subprocess.Popen([*BOTTEGA, "serve"], env=environ, stdout=subprocess.PIPE, stderr=errors, text=True)
        stack.callback(served.communicate)
        stack.callback(served.send_signal, signal.SIGINT)
        (web_server,) = until(lambda: web_server_of(served), "the web server starts")
        with slowed(web_server, FACTOR):
            assert next(line for line in served.stdout if line.strip()) == "  Bottega is ready.\n"
        assert web_server_of(served)[0] == web_server
    log = (tmp_path / "errors").read_text()
    assert served.returncode == 0
    assert re.search(r"^Waiting for the web server: \d+ s, it has used \d+\.\d s of processor time$", log, re.MULTILINE)
    assert "killing it" not in log


def test_a_process_that_is_suspended_is_killed_and_replaced(starting, caplog):
    hanging = starting(0.0, Limits(silent=1.0, busy=30.0))
    until(hanging.has_started, "it has started")
    with caplog.at_level(logging.WARNING):
        os.kill(hanging.launched[0].pid, signal.SIGSTOP)
        until(lambda: len(hanging.launched) == 2 if hanging.has_started() else False, "another one has started")
    assert hanging.launched[0].returncode == -signal.SIGKILL
    assert "part sends no heartbeat and uses no processor time for 1 s; killing it" in caplog.text


def test_a_process_that_loops_during_its_start_is_replaced_without_end_and_after_growing_pauses(starting, caplog):
    looping = starting(1000.0, Limits(silent=10.0, busy=0.2))
    with caplog.at_level(logging.WARNING):
        until(lambda: looping.part.keep_alive() or len(looping.launched) == 5, "it has been replaced four times")
    assert caplog.text.count("part ended with signal 9; starting it again") == 4


@pytest.mark.parametrize(("program", "waits"), [(LOOPING, True), (SLEEPING, False)])
def test_only_a_program_that_could_go_on_waits_for_the_machine(program, waits):
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as started:
        try:
            started.stdout.readline()
            until(lambda: waits_for_machine(started.pid) == waits, "the state of the program")
        finally:
            started.kill()
    assert not waits_for_machine(started.pid)
