"""ICU MessageFormat, as far as rulesets use it: arguments, plurals with `#`, and selects."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final


@dataclass(frozen=True)
class Argument:
    """An argument of a message."""

    name: str
    form: str = ""
    """`plural`, `select`, `number` for the `#` of a plural, or empty."""
    cases: Mapping[str, "Syntax"] = field(default_factory=dict)
    """The messages of a plural or select by case."""


Syntax = list[str | Argument]
"""A parsed message."""


def _one_or_other(number: int) -> str:
    return "one" if number == 1 else "other"


def _czech(number: int) -> str:
    return "one" if number == 1 else "few" if number in (2, 3, 4) else "other"


def _russian(number: int) -> str:
    unit, ten = number % 10, number % 100 // 10
    if unit == 1 and ten != 1:
        return "one"
    return "few" if unit in (2, 3, 4) and ten != 1 else "many"


PLURALS: Final[Mapping[str, Callable[[int], str]]] = {
    "en": _one_or_other,
    "cs": _czech,
    "it": _one_or_other,
    "ru": _russian,
}
"""Plural form of a whole number from 0 up, by language (CLDR). A negative number has the form of its absolute value."""


def format_message(text: str, values: Mapping[str, Any], language: str) -> str:
    """Return a message with its arguments. Raises SyntaxError, and KeyError for an argument without a value.

    >>> format_message("{count, plural, one {# tile} other {# tiles}}", {"count": 3}, "en")
    '3 tiles'
    """
    return render(parse(text), values.__getitem__, language)


def render(syntax: Syntax, argument: Callable[[str], Any], language: str) -> str:
    """Return a parsed message; `argument` returns the value of an argument by its name."""
    return "".join(each if isinstance(each, str) else _rendered(each, argument, language) for each in syntax)


def _rendered(part: Argument, argument: Callable[[str], Any], language: str) -> str:
    value = argument(part.name)
    if not part.cases:
        return str(value)
    if part.form == "select":
        case = str(value)
    else:
        case = f"={value}" if f"={value}" in part.cases else PLURALS.get(language, _one_or_other)(abs(value))
    return render(part.cases.get(case, part.cases["other"]), argument, language)


@lru_cache(maxsize=4096)
def parse(text: str) -> Syntax:
    """Parse a message; raises SyntaxError with the fault and its position."""
    parser = _Parser(text)
    syntax = parser.message("")
    if parser.at < len(text):
        raise parser.error("unexpected }")
    return syntax


class _Parser:
    """Reads a message from left to right. An apostrophe quotes braces and `#`; two are a literal apostrophe."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def error(self, fault: str) -> SyntaxError:
        return SyntaxError(f"{fault} at character {self.at} of {self.text!r}")

    def message(self, plural: str) -> Syntax:
        """Read up to a closing brace or the end; `#` is the number of the argument `plural`."""
        parts: Syntax = [""]
        while self.at < len(self.text) and self.text[self.at] != "}":
            part = self._part(plural)
            if isinstance(part, str) and isinstance(parts[-1], str):
                parts[-1] += part
            else:
                parts.append(part)
        return [part for part in parts if part]

    def _part(self, plural: str) -> str | Argument:
        if self.text[self.at] == "{":
            return self._argument()
        if plural and self.text[self.at] == "#":
            self.at += 1
            return Argument(plural, "number")
        return self._plain()

    def _plain(self) -> str:
        """Read a character, a literal apostrophe or a quoted text."""
        quoted = re.compile(r"''|'([{}#][^']*)'?").match(self.text, self.at)
        if quoted is None:
            self.at += 1
            return self.text[self.at - 1]
        self.at = quoted.end()
        return quoted[1] or "'"

    def _argument(self) -> Argument:
        name = self._word(",}", skipped=1)
        if self._take() == "}":
            return Argument(name)
        form = self._word(",")
        if form not in ("plural", "select"):
            raise self.error(f"unknown form {form!r}")
        self._take()
        cases = {}
        while case := self._word("{}"):
            self._take()
            cases[case] = self.message(name if form == "plural" else "")
            self._take()
        self._take()
        if "other" not in cases:
            raise self.error(f"{name} has no case `other`")
        return Argument(name, form, cases)

    def _word(self, ends: str, skipped: int = 0) -> str:
        """Read a word up to one of these characters."""
        start = self.at = self.at + skipped
        while self.at < len(self.text) and self.text[self.at] not in ends:
            self.at += 1
        return self.text[start : self.at].strip()

    def _take(self) -> str:
        """Read a character; raises SyntaxError at the end of the text."""
        if self.at >= len(self.text):
            raise self.error("missing }")
        self.at += 1
        return self.text[self.at - 1]
