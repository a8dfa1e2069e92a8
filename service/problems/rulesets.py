"""Problems of rulesets, AI levels, scenarios and the sandbox."""

from service.problems.problem import ProblemError


class RulesetNotFound(ProblemError):
    """No ruleset has this name."""

    status = 404
    code = "ruleset_not_found"
    title = "The ruleset does not exist"


class IconNotFound(ProblemError):
    """The ruleset has no such icon."""

    status = 404
    code = "icon_not_found"
    title = "The icon does not exist"


class UnknownLevel(ProblemError):
    """The ruleset has no such AI level; `levels` lists its levels."""

    status = 409
    code = "unknown_level"
    title = "The AI level does not exist"


class WrongRuleset(ProblemError):
    """The `ruleset` of the action is not the ruleset of the game."""

    status = 409
    code = "wrong_ruleset"
    title = "The game has another ruleset"


class RulesNotHosted(ProblemError):
    """The game was started with rules that this service does not host."""

    status = 409
    code = "rules_not_hosted"
    title = "The rules of this game are not hosted here"


class RulesVersionNotHosted(ProblemError):
    """The client uses another version of the rules; `rules_version` is the hosted one."""

    status = 409
    code = "rules_version_not_hosted"
    title = "This version of the rules is not hosted here"


class SandboxDisabled(ProblemError):
    """The service does not allow the choice of seed and first actions."""

    status = 409
    code = "sandbox_disabled"
    title = "The sandbox is disabled"


class SandboxUnrated(ProblemError):
    """A game with a chosen seed or chosen actions cannot be rated."""

    status = 409
    code = "sandbox_unrated"
    title = "Sandbox games cannot be rated"


class RatedNotPublic(ProblemError):
    """Only public games can be rated, since everyone can check their records."""

    status = 409
    code = "rated_not_public"
    title = "Only public games can be rated"


class UnknownScenario(ProblemError):
    """The ruleset has no such scenario."""

    status = 409
    code = "unknown_scenario"
    title = "The scenario does not exist"


class ScenarioAlone(ProblemError):
    """A scenario has its own options, seed and actions; the request must not send any."""

    status = 409
    code = "scenario_alone"
    title = "A scenario has its own options, seed and actions"


class ScenarioSeats(ProblemError):
    """The scenario needs another number of seats."""

    status = 409
    code = "scenario_seats"
    title = "The scenario needs another number of seats"
