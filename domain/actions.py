"""Actions of a ruleset: read them from JSON, and check whether they are legal."""

from typing import Any, get_args

import msgspec

from domain.languages import Language
from domain.ruleset import AnyRuleset, Rejection
from domain.translations import text_in


class IllegalAction(Exception):
    """An action or options that the rules reject; nothing has changed. The message is a short English text."""

    def __init__(self, ruleset: AnyRuleset, reason: Rejection, index: int | None = None) -> None:
        super().__init__(next(rejection.text for rejection in ruleset.rejections if rejection.code == reason.code))
        self.ruleset = ruleset
        self.reason = reason
        self.title = ruleset.names.rejections[reason.code]
        """The short text of the rejection in every language."""
        self.index = index
        """The index of the rejected action among several, from 0; None for a single action."""

    def text_in(self, language: Language) -> str:
        """Return the sentence of the rejection."""
        return text_in(language, self.ruleset.translations.texts.rejections, self.reason.code, str(self))

    def rule_in(self, language: Language) -> str:
        """Return the summary of the paragraph that causes the rejection."""
        cited = next(each for each in self.ruleset.paragraphs if each.paragraph == self.reason.paragraph)
        return self.ruleset.translations.paragraph_in(language, cited).text


def action_types(ruleset: AnyRuleset) -> list[str]:
    """Return the tags of a ruleset's actions."""
    members = get_args(ruleset.action_type) or (ruleset.action_type,)
    return [member.__struct_config__.tag for member in members]


def read_action(ruleset: AnyRuleset, wire: Any) -> Any:
    """Return an action from plain JSON values; raises IllegalAction if it cannot be decoded.

    >>> from domain import RULESETS
    >>> read_action(next(iter(RULESETS.values())), {"type": "unknown"})
    Traceback (most recent call last):
    domain.actions.IllegalAction: ...
    """
    try:
        return msgspec.convert(wire, ruleset.action_type)
    except msgspec.ValidationError as error:
        known = isinstance(wire, dict) and wire.get("type") in action_types(ruleset)
        code = ruleset.malformed_code if known else ruleset.unknown_type_code
        rejection = next(each for each in ruleset.rejections if each.code == code)
        reason = Rejection(code, rejection.paragraph, {"fault": str(error)}, malformed=True)
        raise IllegalAction(ruleset, reason) from error


def check(ruleset: AnyRuleset, state: Any, seat: int, action: Any) -> None:
    """Raise IllegalAction unless `seat` may take `action` now.

    >>> from random import Random
    >>> from domain import RULESETS
    >>> rules = next(iter(RULESETS.values()))
    >>> state = rules.setup(rules.options_type(), 2, Random(7))
    >>> check(rules, state, 0, rules.legal_actions(state, 0)[0])
    """
    reason = ruleset.reject(state, seat, action)
    if reason is not None:
        raise IllegalAction(ruleset, reason)
