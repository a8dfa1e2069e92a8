"""Find an installed ruleset by name."""

from domain.ruleset import AnyRuleset


class UnknownRuleset(Exception):
    """There is no such ruleset; the message lists the installed ones."""


def find_ruleset(name: str) -> AnyRuleset:
    """Return an installed ruleset; raises UnknownRuleset."""
    from domain.registry import RULESETS

    if name not in RULESETS:
        raise UnknownRuleset(f"there is no ruleset {name!r}; available: {', '.join(RULESETS)}")
    return RULESETS[name]
