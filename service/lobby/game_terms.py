"""The terms of new games: their defaults, and what the rules allow."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.actions import IllegalAction
from domain.game_terms import ChosenTerms, TermConflict, conflict_of
from domain.ruleset import AnyRuleset
from domain.undo_rules import undo_modes
from domain.versions import version_for, versions_of
from service import problems
from service.game.deals import SharedDeal
from service.game.levels import find_level
from service.installation.installation import Installation
from service.resources.base import shown
from service.resources.clocks import Absence, Clock
from service.resources.creation import Sandbox
from service.resources.game_terms import GameTerms
from service.resources.spectators import Spectators
from service.resources.types import HINTS
from service.store import DEFAULT_INFO, NO_DELAY, GameInfo, GameOrigin, SeatSetup, StoredTerms
from service.store import Spectators as StoredSpectators

DEFAULT_ABSENCE = Absence("default_action")
DEFAULT_RATED_ABSENCE = Absence("forfeit")
"""Policy of rated games. With other policies the game continues, and the absent seat is rated behind the others."""


class Terms(GameOrigin, frozen=True, kw_only=True):
    """The terms of a new game, and what else `create_game` must know."""

    client: str = ""
    """The account whose share of the queues the game uses (`service.installation.shares`); empty if unknown."""
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
    rules_version: int | UnsetType = UNSET
    """Version of the rules at the start, which the hosted rules must support. Omitted: the hosted one."""
    queues: bool | UnsetType = UNSET
    """Whether seats can queue actions. Omitted: the default of the clock."""
    deal: SharedDeal | UnsetType = UNSET
    """Shared deal of the game. A game of a deal with other games has no spectators until all of them have ended."""


CASUAL = Terms()


def rules_for(installation: Installation, name: str, rules_version: int | UnsetType) -> AnyRuleset:
    """Return the rules of a new game: those of a version, by default the latest.

    `name` is the name of a hosted ruleset. Raises RulesVersionNotHosted and RulesVersionSunset.
    """
    ruleset = version_for(installation.rulesets, name, rules_version or None)
    if ruleset is None:
        versions = [each.version for each in versions_of(installation.rulesets, installation.rulesets[name])]
        raise problems.RulesVersionNotHosted(
            "Send one of the hosted versions ({versions}) as `rules_version`, or omit it.",
            {"versions": ", ".join(map(str, versions))},
            rules_version=versions[0],
        )
    check_sunset(installation, ruleset)
    return ruleset


def check_sunset(installation: Installation, ruleset: AnyRuleset) -> None:
    """Raise RulesVersionSunset if no new games start under this version any more."""
    if ruleset.sunset is not None and installation.sources.now().date() >= ruleset.sunset:
        latest = versions_of(installation.rulesets, ruleset)[0]
        raise problems.RulesVersionSunset(
            "Since {sunset}, no new games start under version {old} of the rules. Use version {version}.",
            {"version": latest.version, "old": ruleset.version, "sunset": str(ruleset.sunset)},
            rules_version=latest.version,
        )


def check_terms(ruleset: AnyRuleset, terms: StoredTerms, sandbox: Sandbox | None = None) -> None:
    """Raise SandboxUnrated, RatedNotPublic, CooperativeUnrated, HintsDisabled or UndoNotAllowed for a rated game.

    Raises UnknownLevel, and UndoModeUnavailable if the ruleset does not have the undo mode.
    """
    if terms.rated and terms.hints:
        raise problems.HintsDisabled("Send `hints` as 0 or omit it. A rated game has no hints.")
    if terms.absence.level is not UNSET:
        find_level(terms.absence.level)
    chosen = ChosenTerms(terms.rated, sandbox is not None, terms.visibility == "public", terms.undo)
    conflict = conflict_of(ruleset, chosen)
    if conflict is not None:
        raise _problem_of(ruleset, conflict)


def _problem_of(ruleset: AnyRuleset, conflict: TermConflict) -> problems.ProblemError:
    match conflict:
        case "sandbox_unrated":
            return problems.SandboxUnrated("Create the game without `rated` or without `sandbox`.")
        case "rated_not_public":
            return problems.RatedNotPublic("Send `visibility` as `public` or omit it, or omit `rated`.")
        case "cooperative_unrated":
            return problems.CooperativeUnrated("Create the game without `rated`. Its players win or lose together.")
        case "undo_not_allowed":
            return problems.UndoNotAllowed("Send `undo` as `none` or omit it. A rated game has no undo.")
        case "undo_mode_unavailable":
            modes = ", ".join(f"`{mode}`" for mode in undo_modes(ruleset))
            return problems.UndoModeUnavailable(
                "Send `undo` as one of {modes}. In this ruleset no seat can undo alone.", {"modes": modes}
            )


def absence_with_defaults(requested: Absence | UnsetType, *, rated: bool) -> Absence:
    """Return an absence policy with its defaults, which depend on whether the game is rated."""
    usual = DEFAULT_RATED_ABSENCE if rated else DEFAULT_ABSENCE
    if requested is UNSET or requested.on_timeout is not UNSET:
        return requested or usual
    return msgspec.structs.replace(requested, on_timeout=usual.on_timeout)


def spectators_with_defaults(requested: Spectators | UnsetType) -> StoredSpectators:
    """Return what spectators see, with its defaults."""
    return NO_DELAY if requested is UNSET else msgspec.convert(msgspec.to_builtins(requested), StoredSpectators)


def requested_terms(requested: GameTerms) -> StoredTerms:
    """Return the terms of a request, with their defaults."""
    return shown(
        requested,
        StoredTerms,
        absence=absence_with_defaults(requested.absence, rated=requested.rated),
        spectators=spectators_with_defaults(requested.spectators),
    )


def read_terms(written: msgspec.Raw) -> StoredTerms:
    """Return the terms that a seek or a tournament has written. Earlier versions wrote omitted terms as `null`."""
    stored = msgspec.json.decode(written, type=dict[str, Any])
    return msgspec.convert({name: value for name, value in stored.items() if value is not None}, StoredTerms)


def is_slow(clock: Clock | UnsetType) -> bool:
    """Whether a clock gives at least a day, so that players may want to queue actions."""
    return clock is UNSET or clock.is_slow


def hints_of(terms: StoredTerms) -> int:
    """Return the number of hints of each seat."""
    return 0 if terms.rated else HINTS if terms.hints is UNSET else terms.hints


def check_setup(ruleset: AnyRuleset, options: Any, seats: Sequence[SeatSetup]) -> None:
    """Raise IllegalAction or UnknownLevel for an invalid set-up."""
    reason = ruleset.reject_setup(options, len(seats))
    if reason is not None:
        raise IllegalAction(ruleset, reason)
    for seat in seats:
        if seat.kind == "ai":
            find_level(str(seat.level))
