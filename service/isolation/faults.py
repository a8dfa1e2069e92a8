"""Name the faults of rules: which function or file of which ruleset failed, and where."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from domain.actions import IllegalAction
from service.runtime.error_places import place_of


class RuleFault(Exception):
    """A function of a ruleset has failed. The message names ruleset, function and place, but has no content of a game.

    The state before the call is unchanged.
    """

    def __init__(self, ruleset: str, function: str, why: str) -> None:
        super().__init__(f"`{function}` of {ruleset} has failed: {why}")
        self.ruleset = ruleset
        self.function = function
        self.why = why
        """The fault: the type and the place of an error, or the limit that was exceeded."""


@contextmanager
def naming_file(ruleset: str, file: str) -> Iterator[None]:
    """Name a file of a ruleset whose content its rules cannot play; raises RuleFault."""
    try:
        yield
    except IllegalAction as illegal:
        raise RuleFault(ruleset, file, f"the rules reject an action ({illegal.reason.code})") from illegal
    except RuleFault as fault:
        raise RuleFault(ruleset, file, f"`{fault.function}` has failed: {fault.why}") from fault
    except (msgspec.MsgspecError, ValueError, LookupError) as error:
        raise RuleFault(ruleset, file, place_of(error)) from error
