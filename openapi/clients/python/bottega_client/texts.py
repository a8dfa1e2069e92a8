"""Texts of a game in the user's language: names, sentences, appearances, and the lines of a game log.

`domain/sentences.py` of the service documents the arguments of a sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bottega_client.messages import parse, render

Json = Mapping[str, Any]


class GameTexts:
    """Names the things of one game, and writes its facts, actions and rejections as sentences.

    >>> passed = {"part": "fact", "id": "passed", "text": "{seat} passes."}
    >>> reference = {"part": "fact", "type": "passed", "field": "seat", "kind": "seat"}
    >>> texts = GameTexts({"names": [], "references": [reference], "sentences": [passed]}, ["Ada", "Bruno"])
    >>> texts.fact({"type": "passed", "seat": 1})
    'Bruno passes.'
    """

    def __init__(
        self,
        ruleset: Json,
        players: Sequence[str],
        language: str = "en",
        *,
        names: Mapping[str, str] | None = None,
        sentences: Mapping[str, str] | None = None,
    ) -> None:
        """`ruleset` is the response of `getRuleset` in this language; `players` has a name for each seat.

        `names` (by `<kind>/<id>`) and `sentences` (by `<part>/<id>`) replace translations.
        """
        self.players, self.language = players, language
        self.names = {(each["kind"], each["id"]): each for each in ruleset["names"]}
        self.names |= {_split(key): {"name": name} for key, name in (names or {}).items()}
        self.appearances = {(each["kind"], each["id"]): each for each in ruleset.get("appearances", ())}
        self.kinds = {
            (each["part"], each["type"], each["field"], each.get("keys", False)): each["kind"]
            for each in ruleset["references"]
        }
        self.sentences = {(each["part"], each["id"]): parse(each["text"]) for each in ruleset["sentences"]}
        self.sentences |= {_split(key): parse(text) for key, text in (sentences or {}).items()}
        actions = [which for part, which in self.sentences if part == "action"]
        for _, _, field, keys in [place for place in self.kinds if place[0] == "preview"]:
            for which in actions:
                self.kinds.setdefault(("action", which, field, keys), self.kinds["preview", "", field, keys])

    def fact(self, fact: Json) -> str:
        """Return the sentence of a fact."""
        return self.sentence("fact", fact["type"], fact)

    def action(self, action: Json, seat: int | None = None) -> str:
        """Return the sentence of an action of a seat; without a seat, the imperative for a button."""
        if seat is not None:
            action = {"seat": seat, **action, "actor": seat}
        return self.sentence("action", action["type"], action)

    def button(self, action: Json, preview: Json) -> str:
        """Return the imperative of a legal action, with the quantities of its preview."""
        return self.action({**action, **preview})

    def event(self, action: Json, seat: int, facts: Sequence[Json]) -> list[str]:
        """Return the sentences of an action and its facts; an action and a fact that say the same have one sentence."""
        first, rest = self.action({**action, "facts": facts}, seat), [self.fact(each) for each in facts]
        for place, (fact, sentence) in enumerate(zip(facts, rest, strict=True)):
            others = [*rest[:place], *rest[place + 1 :]]
            if first.startswith(sentence):
                return [first, *others]
            if sentence.startswith(first) or self._repeats(action, seat, fact):
                return [sentence, *others]
        return [first, *rest]

    def is_completed(self, event: Json, following: Json) -> bool:
        """Whether an event needs no line in a log, because the next event completes its action and repeats it.

        A placement without facts is completed by the choice of its payment, whose fact has the whole placement.
        """
        if "change" in event or event["facts"] or following["seat"] != event["seat"]:
            return False
        return any(self._repeats(event["action"], event["seat"], fact) for fact in following["facts"])

    def rejection(self, code: str, parameters: Json) -> str:
        """Return the sentence of a rejection."""
        return self.sentence("rejection", code, parameters)

    def sentence(self, part: str, which: str, thing: Json) -> str:
        """Return a sentence, or the name of a thing without one."""
        syntax = self.sentences.get((part, which))
        if syntax is None:
            return self.name(part, which, "")
        return render(syntax, lambda name: self._argument((part, which, ""), thing, name), self.language)

    def rejection_text(self, problem: Json) -> str:
        """Return why an action was rejected: the sentence of the ruleset, or the title of the problem."""
        if ("rejection", problem["code"]) in self.sentences:
            return self.rejection(problem["code"], problem.get("parameters", {}))
        return f"{problem['title']}."

    def appearance(self, kind: str, value: Any) -> Json | None:
        """Return the colour, letter, pattern and icon URL of a thing; None if it has no appearance."""
        return self.appearances.get((kind, str(value)))

    def name(self, kind: str | None, value: Any, case: str = "") -> str:
        """Return the name of a value in a grammatical case, or the value itself without a name."""
        if kind == "seat" and value in range(len(self.players)):
            return str(self.players[value])
        named = self.names.get((kind or "", str(value)))
        return str(value) if named is None else str(named.get("forms", {}).get(case, named["name"]))

    def _repeats(self, action: Json, seat: int, fact: Json) -> bool:
        """Whether a fact is about the seat that acts and contains all values of the action.

        `{"type": "card_drawn", "seat": 0, "deck": "main"}` repeats `{"type": "draw_card", "deck": "main"}` of seat 0.
        """
        values = self._values("action", action)
        return fact.get("seat") == seat and bool(values) and values <= self._values("fact", fact)

    def _values(self, part: str, thing: Json) -> set[tuple[str | None, str]]:
        """Return the values in an action or fact, each with its kind."""
        fields = {name: value for name, value in thing.items() if name != "type"}
        return set(self._values_at((part, thing["type"], ""), fields))

    def _values_at(self, place: tuple[str, str, str], value: Any) -> Iterator[tuple[str | None, str]]:
        part, which, path = place
        keys = self.kinds.get((*place, True))
        if isinstance(value, list):
            for each in value:
                yield from self._values_at(place, each)
        elif isinstance(value, dict):
            for name, each in value.items():
                if keys:
                    yield keys, name
                yield from self._values_at(place if keys else (part, which, f"{path}/{name}" if path else name), each)
        else:
            yield self.kinds.get((*place, False)), str(value)

    def _argument(self, place: tuple[str, str, str], thing: Json, name: str) -> Any:
        """Return an argument: a field, or what its suffix derives from the field."""
        part, which, path = place
        field, _, derived = (name, "", "") if name in thing else name.rpartition("_")
        value = thing.get(field)
        if derived == "id":
            return _id(value)
        if derived == "abs":
            return abs(value or 0)
        inside = (part, which, f"{path}/{field}" if path else field)
        if derived == "count":
            return _count(value, counts=isinstance(value, dict) and (*inside, False) not in self.kinds)
        return "" if value is None else self._shown(inside, value, derived)

    def _shown(self, place: tuple[str, str, str], value: Any, case: str) -> str:
        part, which, path = place
        entry = self.sentences.get(("part", f"{which}.{path}"))
        if isinstance(value, bool):
            return _id(value)
        if isinstance(value, list):
            return ", ".join(self._listed(place, value, case))
        if not isinstance(value, dict):
            kind = "seat" if part == "action" and path in ("actor", "seat") else self.kinds.get((*place, False))
            return self.name(kind, value, case)
        if (*place, True) in self.kinds:
            entries = [self._entry(place, key, each, case) for key, each in value.items()]
            return ", ".join(filter(None, entries))
        if entry is None:
            return ", ".join(self._shown((part, which, f"{path}/{name}"), each, case) for name, each in value.items())
        return render(entry, lambda name: self._argument(place, value, name), self.language)

    def _listed(self, place: tuple[str, str, str], values: list[Any], case: str) -> Iterator[str]:
        """Write the entries of a list. Equal names are counted: `2 × Wood, Rope`."""
        shown = [self._shown(place, each, case) for each in values]
        is_counted = self.kinds.get((*place, False), "seat") != "seat"
        for each in dict.fromkeys(shown) if is_counted else shown:
            count = shown.count(each) if is_counted else 1
            yield each if count == 1 else f"{count} × {self._shown(place, values[shown.index(each)], '')}"

    def _entry(self, place: tuple[str, str, str], key: str, value: Any, case: str) -> str:
        """Write an entry of a mapping: its number or its value."""
        _, which, path = place
        keyed, kind = self.name(self.kinds[*place, True], key, case), self.kinds.get((*place, False))
        shown = {"key": keyed, "value": self.name(kind, value, case)}
        entry = self.sentences.get(("part", f"{which}.{path}"))
        if entry is not None:
            return render(entry, shown.__getitem__, self.language)
        if kind is not None:
            return f"{keyed}: {shown['value']}"
        return ("", keyed)[value] if value in (0, 1) else f"{value} × {keyed}"


def _split(key: str) -> tuple[str, str]:
    kind, _, name = key.partition("/")
    return kind, name


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
