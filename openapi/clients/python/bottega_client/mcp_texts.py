"""Texts for a language model: the page "How to play" as Markdown, the options of a game, and positions with names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from bottega_client.texts import GameTexts

if TYPE_CHECKING:
    from bottega_client.schemas import HowToBlock, HowToPlay, HowToSpan, RuleList, SetUpOption

    Line = Sequence[HowToSpan]


_BEFORE_MARK = re.compile(r"\s+(?=[.,;:)])")
"""What an icon or a paragraph leaves before a mark."""
_GAP = re.compile(r" {2,}")


def page_text(page: "HowToPlay") -> str:
    """Return a page "How to play" as Markdown."""
    chapters = ((f"# {each['title']}", *map(_block, each["blocks"])) for each in page["chapters"])
    return "\n\n".join([*map(_block, page.get("lead", ())), *(part for chapter in chapters for part in chapter)])


def rules_text(rules: "RuleList") -> str:
    """Return the paragraphs of the rules, one in a line."""
    return "\n".join(f"{each['paragraph']} {each['text']}" for each in rules["paragraphs"])


def options_text(options: "Sequence[SetUpOption]") -> str:
    """Return the options of a game with their values, one in a line; empty without options."""
    return "\n".join(f"- {each['name']}: {each['description']} {_values(each)}" for each in options)


def with_names(part: Any, texts: GameTexts, path: str = "") -> Any:
    """Return a part of a view, with the name behind each id.

    >>> texts = GameTexts(
    ...     {
    ...         "names": [{"kind": "card", "id": "B14", "name": "Face + Vortex"}],
    ...         "references": [{"part": "view", "type": "", "field": "own/hand", "kind": "card"}],
    ...         "sentences": [],
    ...     },
    ...     ["Ada", "Bruno"],
    ... )
    >>> with_names({"own": {"hand": ["B14"], "florins": 3}}, texts)
    {'own': {'hand': ['B14 (Face + Vortex)'], 'florins': 3}}
    """
    if isinstance(part, Mapping):
        kind = texts.kinds.get(("view", "", path, True))
        inside = f"{path}/" if path else ""
        if kind:
            return {_named(kind, name, texts): with_names(each, texts, path) for name, each in part.items()}
        return {name: with_names(each, texts, f"{inside}{name}") for name, each in part.items()}
    if isinstance(part, list):
        return [with_names(each, texts, path) for each in part]
    return _named(texts.kinds.get(("view", "", path, False)), part, texts)


def _named(kind: str | None, value: Any, texts: GameTexts) -> Any:
    """Return an id with its name. A name that only writes the id with other letters adds nothing."""
    name = str(value) if kind is None or isinstance(value, bool) else texts.name(kind, value)
    return value if name.casefold() == str(value).casefold() else f"{value} ({name})"


def _values(option: "SetUpOption") -> str:
    match option["kind"]:
        case "boolean":
            return "true or false."
        case "integer":
            return f"An integer from {option['minimum']} to {option['maximum']}."
        case "text":
            return f"A text of at most {option['max_length']} characters."
        case "choice":
            return f"One of {', '.join(option['choices'])}."
        case "choices":
            return f"A list of {option['fewest']} to {option['most']} of {', '.join(option['choices'])}."


def _block(block: "HowToBlock") -> str:
    """Return a block of a page. Icons have no words, so a figure or position is only its caption."""
    match block["type"]:
        case "heading":
            return f"## {block['text']}"
        case "list":
            marks = (f"{number}." if block["numbered"] else "-" for number in count(1))
            return "\n".join(f"{mark} {_line(each)}" for mark, each in zip(marks, block["items"], strict=False))
        case "table":
            return "\n".join(_rows([block["head"], *block["rows"]]))
        case "figure" | "position":
            return _line(block["caption"])
        case "text" | "worked_example":
            return _line(block["line"])


def _rows(rows: "Sequence[Sequence[Line]]") -> Iterator[str]:
    for number, row in enumerate(rows):
        yield f"| {' | '.join(map(_line, row))} |"
        if number == 0:
            yield "|---" * len(row) + "|"


def _line(line: "Line") -> str:
    """Return the words of a line, or the ids of its icons if it has no words. Words never need the icon beside them."""
    words = "".join(each.get("text", "") for each in line)
    icons = " ".join(each["icon"]["id"] for each in line if "icon" in each)
    return _GAP.sub(" ", _BEFORE_MARK.sub("", words)).strip() or icons
