"""Find variables of the environment that look like settings and have no effect, such as a misspelled name."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from service.runtime.heartbeat import VARIABLE
from service.settings import OTHER_VARIABLES, VARIABLES

PREFIX = "BOTTEGA_"
OTHERS = (*OTHER_VARIABLES, VARIABLE, "BOTTEGA_KEY", "BOTTEGA_COMPILE", "BOTTEGA_DOMAIN")
"""Names with this prefix that commands, the build and the proxy of the compose file read."""


def ignored(environ: Mapping[str, str]) -> Sequence[str]:
    """Describe each variable without effect, with the nearest name; never with its value.

    `ignored({"BOTTEGA_PLAYRES": "closed"})` returns `["BOTTEGA_PLAYRES is not a setting: use BOTTEGA_PLAYERS"]`.
    """
    known = [each.removeprefix(PREFIX) for each in (*(each.name for each in VARIABLES.values()), *OTHERS)]
    given = [each.removeprefix(PREFIX) for each in sorted(environ) if each.startswith(PREFIX)]
    return [_described(each, known) for each in given if each not in known]


def _described(name: str, known: Sequence[str]) -> str:
    """Describe a name without its prefix, which would make all names similar."""
    nearest = get_close_matches(name, known, 1)
    return f"{PREFIX}{name} is not a setting{f': use {PREFIX}{nearest[0]}' if nearest else ''}"
