"""Test what a line of the log contains, and what no line ever contains."""

import json
import logging
import sys
from contextvars import Context

import pytest

from service.telemetry import context, logs

TOKEN = "abcdefghij0123456789.1.Xq3vM8n2cW5tYk7RzB1dLhG4sJ9fPaEoUiTy6wQxVbN"


def record(message, *arguments, facts=None, error=None):
    made = logging.LogRecord("service.playing", logging.WARNING, "", 0, message, arguments, error and sys.exc_info())
    made.created, made.process = 1795285800.1234, 7
    if facts:
        made.facts = facts
    return made


@pytest.fixture
def request_of_a_game():
    context.enter({"request_id": "f00d", "operation": "queryView", "game_id": "abcdefghij0123456789"})
    yield
    context.leave()


@pytest.mark.usefixtures("request_of_a_game")
def test_a_json_line_states_what_happened_and_in_which_context():
    line = logs.JsonLines("api").format(record("%s took long", "it", facts={"status": 200, "ms": 1.5}))
    assert json.loads(line) == {
        "time": "2026-11-21T18:30:00.123Z",
        "level": "WARNING",
        "part": "api",
        "process": 7,
        "logger": "service.playing",
        "message": "it took long",
        "request_id": "f00d",
        "operation": "queryView",
        "game_id": "abcdefghij0123456789",
        "status": 200,
        "ms": 1.5,
    }


@pytest.mark.usefixtures("request_of_a_game")
def test_a_line_of_text_names_the_request_before_the_message():
    assert logs.TextLines("api").format(record("slow")).endswith(" api[7] f00d WARNING slow")


def test_a_line_outside_of_any_request_names_none():
    line = Context().run(logs.TextLines("api").format, record("slow"))  # a test before may have left its request
    assert line.endswith(" api[7] WARNING slow")


@pytest.mark.parametrize(
    "secret",
    [
        TOKEN.rpartition(".")[2],
        "bk_abcdefghij0123456789abcdefgh_Xq3vM8n2cW5tYk7RzB1dLhG4sJ9fPaEoUiTy6wQxVbN",
        "whsec_Xq3vM8n2cW5tYk7RzB1dLhG4sJ9fPaEo+UiTy/6w=",
        "0123456789abcdef" * 4,
    ],
)
@pytest.mark.parametrize("lines", [logs.JsonLines("api"), logs.TextLines("api")])
def test_likely_secrets_are_removed_from_message_and_traceback(lines, secret):
    try:
        int(f"0{secret}!")
    except ValueError as error:
        line = lines.format(record("met %s", secret, error=error))
    assert secret not in line
    assert "ValueError: invalid literal" in line


def test_ids_and_paths_are_no_secrets():
    reported = "job hint-abcdefghij0123456789-0-1234-358000000 in /usr/lib/python3/site-packages/service/game/hints.py"
    assert logs.TextLines("api").format(record(reported)).endswith(reported)


def test_libraries_log_warnings_only_at_any_level_of_the_service():
    made = logs.configuration("api", "text", "debug")
    levels = {name: each["level"] for name, each in made["loggers"].items()}
    own = {"service": "DEBUG", "workers": "DEBUG", "service.start": "INFO"}
    assert (made["root"]["level"], levels) == (
        "WARNING",
        {**own, "gunicorn.error": "INFO", "gunicorn.access": "WARNING"},
    )
