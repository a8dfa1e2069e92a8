"""The terms of new games: their defaults, and what the rules allow."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from domain.game_terms import ChosenTerms, TermConflict, conflict_of
from domain.ruleset import AnyRuleset, IllegalAction
from domain.undo_rules import undo_modes
from domain.versions import version_for, versions_of
from service.game.deals import SharedDeal
from service.game.levels import find_level
from service.installation.bottega import Bottega
from service.problems import (
    HintsDisabled,
    ProblemError,
    RatedNotPublic,
    RulesVersionNotHosted,
    RulesVersionSunset,
    SandboxUnrated,
    UndoModeUnavailable,
    UndoNotAllowed,
)
from service.resources.clocks import Absence, Clock, DaysClock
from service.resources.creation import GameTerms, Sandbox
from service.resources.types import HINTS
from service.settings import DAY
from service.store import DEFAULT_INFO, NO_DELAY, GameInfo, SeatSetup, Spectators, StoredTerms

DEFAULT_ABSENCE = Absence("default_action")
DEFAULT_RATED_ABSENCE = Absence("forfeit")
"""Policy of rated games. With other policies the game continues, and the absent seat is rated behind the others."""


class Terms(StoredTerms, frozen=True, omit_defaults=False, kw_only=True):
    """The terms of a new game."""

    hints: int | None = None
    """Number of hints of each seat; None for the default."""
    client: str = ""
    """The caller or IP address whose share of the search queues AI players use; empty if unknown."""
    test: bool = False
    """Whether the request has a test key, which may use the sandbox."""
    players: Mapping[int, str] = {}
    """Ids of the players who have seats from the creation, by seat."""
    invited: Mapping[int, str] = {}
    """Ids of the players for whom open seats are reserved from the creation, by seat."""
    waits: bool = False
    """Whether the game starts only when all seats are filled."""
    info: GameInfo = DEFAULT_INFO
    """Name, label and metadata."""
    game_id: str = ""
    """The reserved id of the game. Repeated creations with this id create one game."""
    rules_version: int | None = None
    """Version of the rules at the start, which the hosted rules must support; None for the hosted one."""
    queues: bool | None = None
    """Whether seats can queue actions; None for the default of the clock."""
    deal: SharedDeal | None = None
    """Shared deal of the game. A game of a deal with other games has no spectators until all of them have ended."""


CASUAL = Terms()


def rules_for(bottega: Bottega, name: str, rules_version: int | None) -> AnyRuleset:
    """Return the rules of a new game: those of a version, by default the latest.

    `name` is the name of a hosted ruleset. Raises RulesVersionNotHosted and RulesVersionSunset.
    """
    ruleset = version_for(bottega.rulesets, name, rules_version)
    if ruleset is None:
        versions = [each.version for each in versions_of(bottega.rulesets, bottega.rulesets[name])]
        raise RulesVersionNotHosted(
            "Send one of the hosted versions ({versions}) as `rules_version`, or omit it.",
            {"versions": ", ".join(map(str, versions))},
            rules_version=versions[0],
        )
    check_sunset(bottega, ruleset)
    return ruleset


def check_sunset(bottega: Bottega, ruleset: AnyRuleset) -> None:
    """Raise RulesVersionSunset if no new games start under this version any more."""
    if ruleset.sunset is not None and bottega.sources.now().date() >= ruleset.sunset:
        latest = versions_of(bottega.rulesets, ruleset)[0]
        raise RulesVersionSunset(
            "Since {sunset}, no new games start under version {old} of the rules. Use version {version}.",
            {"version": latest.version, "old": ruleset.version, "sunset": str(ruleset.sunset)},
            rules_version=latest.version,
        )


def check_terms(ruleset: AnyRuleset, terms: Terms, sandbox: Sandbox | None = None) -> None:
    """Raise SandboxUnrated, RatedNotPublic, HintsDisabled or UndoNotAllowed for invalid terms of a rated game.

    Raises UnknownLevel, and UndoModeUnavailable if the ruleset does not have the undo mode.
    """
    if terms.rated and terms.hints:
        raise HintsDisabled("Send `hints` as 0 or omit it. A rated game has no hints.")
    if terms.absence.level is not UNSET:
        find_level(terms.absence.level)
    chosen = ChosenTerms(terms.rated, sandbox is not None, terms.visibility == "public", terms.undo)
    conflict = conflict_of(ruleset, chosen)
    if conflict is not None:
        raise _problem_of(ruleset, conflict)


def _problem_of(ruleset: AnyRuleset, conflict: TermConflict) -> ProblemError:
    match conflict:
        case "sandbox_unrated":
            return SandboxUnrated("Create the game without `rated` or without `sandbox`.")
        case "rated_not_public":
            return RatedNotPublic("Send `visibility` as `public` or omit it, or omit `rated`.")
        case "undo_not_allowed":
            return UndoNotAllowed("Send `undo` as `none` or omit it. A rated game has no undo.")
        case "undo_mode_unavailable":
            modes = ", ".join(f"`{mode}`" for mode in undo_modes(ruleset))
            return UndoModeUnavailable(
                "Send `undo` as one of {modes}. In this ruleset no seat can undo alone.", {"modes": modes}
            )


def absence_with_defaults(requested: Absence | None, *, rated: bool) -> Absence:
    """Return an absence policy with its defaults, which depend on whether the game is rated."""
    usual = DEFAULT_RATED_ABSENCE if rated else DEFAULT_ABSENCE
    if requested is None:
        return usual
    return (
        requested
        if requested.on_timeout is not UNSET
        else msgspec.structs.replace(requested, on_timeout=usual.on_timeout)
    )


def requested_terms(wanted: GameTerms) -> Terms:
    """Return the terms of a request, with their defaults."""
    return Terms(
        rated=wanted.rated,
        hints=None if wanted.hints is UNSET else wanted.hints,
        clock=wanted.clock or None,
        absence=absence_with_defaults(wanted.absence or None, rated=wanted.rated),
        undo=wanted.undo,
        visibility=wanted.visibility,
        spectators=Spectators(**msgspec.to_builtins(wanted.spectators)) if wanted.spectators else NO_DELAY,
    )


def is_slow(clock: Clock | None) -> bool:
    """Whether a clock gives at least a day, so that players may want to queue actions."""
    return clock is None or isinstance(clock, DaysClock) or clock.seconds >= DAY


def hints_of(terms: Terms) -> int:
    """Return the number of hints of each seat."""
    return 0 if terms.rated else HINTS if terms.hints is None else terms.hints


def check_setup(ruleset: AnyRuleset, options: Any, seats: Sequence[SeatSetup]) -> None:
    """Raise IllegalAction or UnknownLevel for an invalid set-up."""
    reason = ruleset.reject_setup(options, len(seats))
    if reason is not None:
        raise IllegalAction(ruleset, reason)
    for seat in seats:
        if seat.kind == "ai":
            find_level(str(seat.level))
