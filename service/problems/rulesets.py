"""Problems of rulesets, AI levels, scenarios and the sandbox."""

from service.problems.base import Conflict, Missing


class RulesetNotFound(Missing, title="The ruleset does not exist"):
    """No ruleset has this name."""


class IconNotFound(Missing, title="The icon does not exist"):
    """The ruleset has no such icon."""


class BoardNotFound(Missing, title="The ruleset brings no board"):
    """The ruleset brings no board, or the operator has switched such boards off; `board` in `getRuleset` is omitted."""


class LessonNotFound(Missing, title="The ruleset has no lesson"):
    """The ruleset has no lesson; `lesson` in `listRulesets` says which rulesets have one."""


class UnknownLevel(Conflict, title="The AI level does not exist"):
    """The ruleset has no such AI level; `levels` lists its levels."""


class UnknownColour(Conflict, title="The seat colour does not exist"):
    """The ruleset has no such seat colour; `colours` lists its colours."""


class ColourTaken(Conflict, title="Another seat has the colour"):
    """Two seats of a game cannot have the same colour."""


class WrongRuleset(Conflict, title="The game has another ruleset"):
    """The `ruleset` of the action is not the ruleset of the game."""


class RulesNotHosted(Conflict, title="The rules of this game are not hosted here"):
    """The game was started with rules that this service does not host."""


class RulesVersionNotHosted(Conflict, title="This version of the rules is not hosted here"):
    """The client uses another version of the rules; `rules_version` is the latest hosted one."""


class RulesVersionSunset(Conflict, title="No new games start under this version of the rules"):
    """The version of the rules is past its sunset date; `rules_version` is the latest one. Running games continue."""


class SandboxDisabled(Conflict, title="The sandbox is disabled"):
    """Only test keys may choose the seed and the first actions."""


class SandboxUnrated(Conflict, title="Sandbox games cannot be rated"):
    """A game with a chosen seed or chosen actions cannot be rated."""


class RatedNotPublic(Conflict, title="Only public games can be rated"):
    """Only public games can be rated, since everyone can check their records."""


class CooperativeUnrated(Conflict, title="Cooperative games cannot be rated"):
    """The players of the game win or lose together, so no player beats another one."""


class UnknownScenario(Conflict, title="The scenario does not exist"):
    """The ruleset has no such scenario."""


class ScenarioAlone(Conflict, title="A scenario has its own options, seed and actions"):
    """A scenario has its own options, seed and actions; the request must not send any."""


class ScenarioSeats(Conflict, title="The scenario needs another number of seats"):
    """The scenario needs another number of seats."""
