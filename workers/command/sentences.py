"""Telling what happens at a table in sentences, as the description of a ruleset has them (`getRuleset`).

`domain.sentences` says which arguments a sentence has. Whoever writes a front end needs no more than this.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pyicumessageformat import Parser

Json = Mapping[str, Any]
Syntax = list[Any]
"""A parsed sentence: texts, and placeholders as the parser describes them."""
Argument = Callable[[str], Any]
"""Gives the value of an argument by its name."""

PARSER: Final = Parser()


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
"""By language: the plural form of a whole number from 0 up (CLDR). A negative number takes that of its amount."""


def parse(text: str) -> Syntax:
    """Read a sentence; raises SyntaxError, which says what is wrong and where."""
    syntax: Syntax = PARSER.parse(text)
    return syntax


def render(syntax: Syntax, argument: Argument, language: str) -> str:
    """Write a sentence out."""
    return "".join(each if isinstance(each, str) else _placeholder(each, argument, language) for each in syntax)


def _placeholder(part: Json, argument: Argument, language: str) -> str:
    """Write one placeholder out."""
    value = argument(part["name"])
    if "options" not in part:
        return str(value)
    if part["type"] == "select":
        chosen = str(value)
    else:
        chosen = f"={value}" if f"={value}" in part["options"] else PLURALS[language](abs(value))
    return render(part["options"].get(chosen, part["options"]["other"]), argument, language)


class SentenceWriter:
    """Tells the facts, actions and rejections of one game."""

    def __init__(self, ruleset: Json, players: Sequence[str], language: str = "en") -> None:
        """`ruleset` is the body of `getRuleset` in that language."""
        self.players, self.language = players, language
        self.names = {(each["kind"], each["id"]): each for each in ruleset["names"]}
        self.kinds = {
            (each["part"], each["type"], each["field"], each.get("keys", False)): each["kind"]
            for each in ruleset["references"]
        }
        self.sentences = {(each["part"], each["id"]): parse(each["text"]) for each in ruleset["sentences"]}

    def fact(self, fact: Json) -> str:
        """Tell a fact."""
        return self.told("fact", fact["type"], fact)

    def action(self, action: Json, seat: int) -> str:
        """Tell what somebody did."""
        return self.told("action", action["type"], {"seat": seat, **action, "actor": seat})

    def rejection(self, code: str, parameters: Json) -> str:
        """Tell why the rules reject something."""
        return self.told("rejection", code, parameters)

    def told(self, part: str, which: str, thing: Json) -> str:
        """Tell something; by its name where it has no sentence."""
        syntax = self.sentences.get((part, which))
        if syntax is None:
            return self.name(part, which, "")
        return render(syntax, lambda name: self._argument((part, which, ""), thing, name), self.language)

    def name(self, kind: str | None, value: Any, case: str) -> str:
        """Return the name of a value in a case; a value that is of no kind, or has no name, as it is."""
        if kind == "seat" and value in range(len(self.players)):
            return str(self.players[value])
        named = self.names.get((kind or "", str(value)))
        return str(value) if named is None else str(named.get("forms", {}).get(case, named["name"]))

    def _argument(self, place: tuple[str, str, str], thing: Json, name: str) -> Any:
        """Return an argument: a member, or what its name says after the member's."""
        part, which, path = place
        member, _, derived = (name, "", "") if name in thing else name.rpartition("_")
        value = thing.get(member)
        if derived == "id":
            return _id(value)
        if derived == "abs":
            return abs(value or 0)
        inside = (part, which, f"{path}/{member}" if path else member)
        if derived == "count":
            return _count(value, counts=isinstance(value, dict) and (*inside, False) not in self.kinds)
        return "" if value is None else self._shown(inside, value, derived)

    def _shown(self, place: tuple[str, str, str], value: Any, case: str) -> str:
        """Write a value for display."""
        part, which, path = place
        entry = self.sentences.get(("part", f"{which}.{path}"))
        if isinstance(value, bool):
            return _id(value)
        if isinstance(value, list):
            return ", ".join(self._shown(place, each, case) for each in value)
        if not isinstance(value, dict):
            kind = "seat" if part == "action" and path in ("actor", "seat") else self.kinds.get((*place, False))
            return self.name(kind, value, case)
        if (*place, True) in self.kinds:
            entries = [self._entry(place, key, each, case) for key, each in value.items()]
            return ", ".join(filter(None, entries))
        if entry is None:
            return ", ".join(self._shown((part, which, f"{path}/{name}"), each, case) for name, each in value.items())
        return render(entry, lambda name: self._argument(place, value, name), self.language)

    def _entry(self, place: tuple[str, str, str], key: str, value: Any, case: str) -> str:
        """Write an entry of a mapping: how many, or what."""
        _, which, path = place
        keyed, kind = self.name(self.kinds[*place, True], key, case), self.kinds.get((*place, False))
        shown = {"key": keyed, "value": self.name(kind, value, case)}
        entry = self.sentences.get(("part", f"{which}.{path}"))
        if entry is not None:
            return render(entry, shown.__getitem__, self.language)
        if kind is not None:
            return f"{keyed}: {shown['value']}"
        return ("", keyed)[value] if value in (0, 1) else f"{value} × {keyed}"


def _id(value: Any) -> str:
    """Return a value as `select` compares it; `none` where it is omitted, a list or a mapping."""
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value is None or isinstance(value, list | dict) else str(value)


def _count(value: Any, *, counts: bool) -> int:
    """Return the number of entries, the sum of counts, or the number itself; 1 for any other value, 0 without one."""
    match value:
        case dict():
            return sum(value.values()) if counts else len(value)
        case list():
            return len(value)
        case int() if not isinstance(value, bool):
            return value
    return 0 if value is None else 1
