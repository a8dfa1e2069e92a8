"""Carry out the commands of deploy/RUNBOOK.md as they stand there, against a service that runs."""

import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

from tests.deploy.files import COMPOSE, DEPLOY
from tests.guides.programs import blocks, program, sections
from tests.workers.client import UnexpectedResponse
from tests.workers.everything import filled
from tests.workers.running import environ_for, lasting_port, run, serving
from tests.workers.waiting import until
from workers.command import cli
from workers.command.build import release
from workers.command.doctor.provisions import OLD_HOURS

PAGE = DEPLOY / "RUNBOOK.md"
TEXT = PAGE.read_text(encoding="utf-8")
QUESTIONS = [heading for heading, _ in sections(TEXT) if heading]
UNTESTED = blocks(PAGE, "sh")
HIGHEST = {"BOTTEGA_REQUESTS_PER_MINUTE": "60000"}
"""A limit that the service reports and that no command reaches."""
BACKUP, RESTORE, UPGRADE = "How do I back up?", "How do I restore?", "How do I upgrade?"
SECRETS, MOVE = "How do I replace every secret?", "How do I move to another host?"
BAN, ERASE = "How do I ban a player?", "How do I erase a player?"
PRINTED = {
    "How large a machine do my players need?": [r"bottega_games_stored [1-9]\d*\.0", r"bottega_redis_memory_bytes\{.*"],
    "How do I limit registration?": ['  "invitation": ".+",', '  "key": "bk_.+",'],
    "Can one installation span two regions?": [r"0\.\d+ s"],
    "How do I monitor it?": [r'\{"status":.*\}', "bottega_redis_up 1.0", "No job has failed .*"],
    "What do 1,000 games cost?": [r"bottega_commits_total\{.*"],
    "How long are logs and games stored?": [],
    "How do I get TLS?": ["HTTP 0"],
    "What do I put in front against floods?": ["RateLimit: .*"],
    "What is supported?": [re.escape(release()), "Python 3.*", r"ok +redis +Valkey .*"],
}
"""Patterns of lines that the answers to these questions print. The other questions have tests of their own."""


class Operator:
    """An operator who reads the page beside a service that runs."""

    def __init__(self, directory, served):
        self.directory, self.served, self.everything = directory, served, filled(served, directory / "data")
        self.environ = environ_for(directory / "data", **HIGHEST) | {
            "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
            "SERVICE": served.address,
            "BACKUPS": str(directory / "backups"),
            "GAME": self.everything.finished,
        }

    def carry_out(self, commands, **known):
        """Run commands of the page; return what they print."""
        ended = subprocess.run(
            ["bash", "-euc", f"{program(PAGE, 'bash', '')}{commands}"],
            env=self.environ | known,
            cwd=self.directory,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert ended.returncode == 0, (commands, ended.stdout, ended.stderr)
        return ended.stdout

    def answer(self, question, **known):
        """Carry out the answer to a question."""
        return self.carry_out(program(PAGE, "bash", question), **known)

    def replaces(self, commands):
        """Carry out commands that replace the processes, and wait for the new ones; return what they print."""
        before = self.served.errors.read_text().count("renewed")
        printed = self.carry_out(commands)
        until(lambda: self.served.errors.read_text().count("renewed") > before, "all processes are renewed")
        return printed


@contextmanager
def at_work(directory):
    """Start a service with an operator during a block."""
    health = lasting_port()
    with serving(directory, BOTTEGA_HEALTH_PORT=str(health), **HIGHEST) as served:
        operator = Operator(directory, served)
        operator.environ["HEALTH"] = f"http://127.0.0.1:{health}"
        yield operator


@pytest.fixture(scope="module")
def operator(tmp_path_factory):
    with at_work(tmp_path_factory.mktemp("runbook")) as found:
        checked = ("doctor", "--service", found.served.address)
        until(lambda: run(*checked, environ=found.environ).returncode == 0, "all workers are seen")
        yield found


@pytest.mark.parametrize("question", PRINTED)
def test_the_commands_of_an_answer_print_what_it_says(operator, question):
    lines = operator.answer(question).splitlines()
    assert [each for each in PRINTED[question] if not any(re.fullmatch(each, line) for line in lines)] == []


def test_a_backup_is_made_and_restored_in_a_directory_of_its_own(operator):
    seen = operator.everything.seen(operator.served.address)
    assert re.search("^ok +backup +the last one is 0 hours old$", operator.answer(BACKUP), re.MULTILINE)
    operator.answer(RESTORE)
    (operator.directory / "trial").mkdir()
    with serving(operator.directory / "trial", BOTTEGA_DATA=f"{operator.environ['BACKUPS']}/trial") as restored:
        assert operator.everything.seen(restored.address) == seen


def test_an_upgrade_leaves_every_token_valid(operator):
    printed = operator.replaces(program(PAGE, "bash", UPGRADE))
    assert release() in printed.splitlines()
    assert operator.everything.plays_on(operator.served.address)


def test_the_secret_of_the_tokens_is_replaced_in_two_steps(tmp_path):
    first, second = [block for block in blocks(PAGE, "bash", SECRETS) if "reload" in block]
    with at_work(tmp_path) as operator:
        operator.replaces(first)
        assert operator.everything.plays_on(operator.served.address)
        operator.replaces(second)
        with pytest.raises(UnexpectedResponse, match=" 401 "):
            operator.everything.plays_on(operator.served.address)


def test_a_key_is_replaced(operator):
    (commands,) = [block for block in blocks(PAGE, "bash", SECRETS) if "revoke" in block]
    made = json.loads(operator.carry_out("bottega keys create --name Ada"))
    operator.carry_out(commands, PLAYER=made["player"], KEY_ID=made["key_id"])
    new = json.loads((operator.directory / "new-key.json").read_text())
    listed = json.loads(operator.carry_out(f"bottega keys list {made['player']}"))
    assert [each["key_id"] for each in listed["keys"]] == [new["key_id"]]


def test_a_player_is_banned_and_back(operator):
    player = json.loads(operator.carry_out("bottega keys create --name Ann"))["player"]
    printed = operator.answer(BAN, PLAYER=player)
    assert player in printed
    assert "Report 17" in printed


def test_a_player_is_erased_after_an_export(operator):
    player = json.loads(operator.carry_out("bottega keys create --name Bo"))["player"]
    operator.answer(ERASE, PLAYER=player)
    assert json.loads((operator.directory / "player.json").read_text())["profile"]["name"] == "Bo"
    assert run("keys", "list", player, environ=operator.environ).stderr == f"bottega: there is no player {player}\n"


def test_a_service_is_moved_to_another_place(tmp_path):
    with at_work(tmp_path) as operator:
        seen = operator.everything.seen(operator.served.address)
        operator.answer(MOVE, NEW_DATA=str(tmp_path / "new" / "data"))
        operator.served.process.communicate()
        assert operator.served.process.returncode == 0
    with serving(tmp_path / "new") as served:
        assert operator.everything.seen(served.address) == seen
        assert operator.everything.plays_on(served.address)


def test_every_question_has_commands_that_a_test_runs():
    assert {*PRINTED, BACKUP, RESTORE, UPGRADE, SECRETS, MOVE, BAN, ERASE} == {*QUESTIONS}
    assert all(blocks(PAGE, "bash", question) for question in QUESTIONS)
    assert len(re.findall("^```bash$|^```sh$", TEXT, re.MULTILINE)) * 2 == TEXT.count("```")


@pytest.mark.parametrize("commands", UNTESTED)
def test_commands_that_no_test_runs_say_what_they_need_and_have_no_error_of_syntax(commands):
    assert re.match("# not tested: needs .+\n", commands)
    assert subprocess.run(["bash", "-n"], input=commands, text=True, check=False).returncode == 0


def test_commands_with_compose_name_what_its_file_has():
    lines = [shlex.split(line) for block in UNTESTED for line in block.splitlines() if line.startswith("compose ")]
    for words in lines:
        if words[1] == "run":
            assert words[:4] == ["compose", "run", "--rm", "backup"]
            assert cli._parser().parse_args(words[4:])
    assert {*re.findall(r"\bbottega_(\w+)", " ".join(UNTESTED))} <= {*COMPOSE["volumes"]}
    assert lines


def test_the_page_counts_the_alerts_and_the_hours_of_an_old_backup():
    groups = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text())["groups"]
    assert f"{sum(len(group['rules']) for group in groups)} alerts" in TEXT
    assert f"after {OLD_HOURS:.0f} hours" in TEXT.replace("\n", " ")
