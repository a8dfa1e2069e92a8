"""List the errors that are no fault of the program."""

import redis
from bottega_client import NetworkError, Problem

from domain.data_files import BadDataFile
from service import problems
from service.backup import BackupError
from service.game.log_replay import NotRepairable
from service.runtime.redis_server import RedisServerError
from service.setting_values import SettingsError
from service.store import ArchiveUnavailable, GameUnreadable
from service.store.connection import remedy
from workers.command import keys, language_model, new_ruleset, record, ruleset_commands, tournament
from workers.command.bot_log import NotWritable
from workers.command.bot_program import ProgramError
from workers.command.bot_seats import BadGames
from workers.command.connection import InvalidUrl
from workers.command.installed_rulesets import UnknownRuleset
from workers.command.tournament_file import BadFile
from workers.processes.managed_process import ServiceError
from workers.thinking.learning import CannotLearn

EXPECTED = (
    BackupError,
    BadFile,
    BadGames,
    BadDataFile,
    NotWritable,
    ProgramError,
    RedisServerError,
    SettingsError,
    problems.UnknownLevel,
    InvalidUrl,
    NetworkError,
    Problem,
    NotRepairable,
    ArchiveUnavailable,
    GameUnreadable,
    keys.Rejected,
    language_model.NotStarted,
    new_ruleset.Rejected,
    record.Rejected,
    UnknownRuleset,
    CannotLearn,
    ruleset_commands.NotInstalled,
    tournament.NotStarted,
    ServiceError,
)
"""Errors that are no fault of the program."""


def message_of(error: Exception) -> str | None:
    """Return what to print of an error; None if it is a fault of the program."""
    if isinstance(error, redis.RedisError):
        return f"Redis is not available: {error} ({remedy(error) or 'run `bottega doctor`'})"
    return str(error) if isinstance(error, EXPECTED) else None
