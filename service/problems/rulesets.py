"""What a game is made of: rulesets and their versions, AI levels, scenarios and the sandbox."""

from service.problems.problem import ProblemError


class RulesetNotFound(ProblemError):
    """There is no such ruleset."""

    status = 404
    code = "ruleset_not_found"
    title = "There is no such ruleset"


class IconNotFound(ProblemError):
    """The ruleset has no drawing of this thing."""

    status = 404
    code = "icon_not_found"
    title = "There is no such icon"


class UnknownLevel(ProblemError):
    """The ruleset has no such AI level; `levels` lists those it has."""

    status = 409
    code = "unknown_level"
    title = "There is no such AI level"


class WrongRuleset(ProblemError):
    """The action is one of another ruleset than the game's."""

    status = 409
    code = "wrong_ruleset"
    title = "The game is played by another ruleset"


class RulesNotHosted(ProblemError):
    """The game was begun under rules that this service does not have."""

    status = 409
    code = "rules_not_hosted"
    title = "The rules of this game are not hosted here"


class RulesVersionNotHosted(ProblemError):
    """The client was made for another version of the rules; `rules_version` is the one that is hosted."""

    status = 409
    code = "rules_version_not_hosted"
    title = "This version of the rules is not hosted here"


class SandboxDisabled(ProblemError):
    """The service lets nobody choose seed or first actions."""

    status = 409
    code = "sandbox_disabled"
    title = "The sandbox is off"


class SandboxUnrated(ProblemError):
    """A game whose creator may choose dice and actions cannot be rated."""

    status = 409
    code = "sandbox_unrated"
    title = "A game of the sandbox is not rated"


class RatedNotPublic(ProblemError):
    """Only public games change ratings: everybody can check their records."""

    status = 409
    code = "rated_not_public"
    title = "Only public games are rated"


class UnknownScenario(ProblemError):
    """The ruleset has no such scenario."""

    status = 409
    code = "unknown_scenario"
    title = "There is no such scenario"


class ScenarioAlone(ProblemError):
    """A scenario has options, seed and actions of its own, and is asked for without any."""

    status = 409
    code = "scenario_alone"
    title = "A scenario has its own options, seed and actions"


class ScenarioSeats(ProblemError):
    """The scenario is of another number of seats."""

    status = 409
    code = "scenario_seats"
    title = "The scenario has another number of seats"
