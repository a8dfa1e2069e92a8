"""Find citations of the rules in code and tests: numbers of paragraphs in texts, docstrings and comments.

What counts as a citation:

    "6.8.2", "6.8.2, 9.1"         a text that is nothing but numbers
    Tiles are lost (6.8.2, 8.1).  a number of three parts anywhere; one of two parts where brackets hold numbers alone
    See section 6.                a section, by that word
"""

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

NUMBER = r"[1-9]\d?(?:\.\d{1,2})"
ALONE = re.compile(rf"{NUMBER}{{1,2}}")
LIST = re.compile(rf"{NUMBER}{{1,2}}(?:, {NUMBER}{{1,2}})*")
OF_THREE_PARTS = re.compile(rf"(?<![\d.]){NUMBER}{{2}}(?!\.?\d)")
IN_BRACKETS = re.compile(rf"\(((?:(?:and|to|by|see|,|;|\s)*{NUMBER}{{1,2}})+)\)")
SECTION = re.compile(r"\bsections? (\d{1,2}(?:\.\d{1,2})?)\b")
STANDS = re.compile(r"^(?:- |\| )\**(\d+(?:\.\d+)+)\**[ |]|^#+ (\d+(?:\.\d+)*) ", re.MULTILINE)
"""A paragraph number in a `RULES.md`: at an item, in the first cell of a row, at a heading."""


class Citation(NamedTuple):
    """A number, and the place of its citation."""

    number: str
    file: str
    line: int


def citations(folder: Path) -> Iterator[Citation]:
    """List all citations in the modules of a folder."""
    for file in sorted(folder.rglob("*.py")):
        for line, text in _texts(file):
            yield from (Citation(number, file.name, line) for number in cited(text))


def cited(text: str) -> set[str]:
    """List the numbers that a text cites."""
    if LIST.fullmatch(text):
        return set(text.split(", "))
    lists = IN_BRACKETS.findall(text)
    return {*OF_THREE_PARTS.findall(text), *(n for each in lists for n in ALONE.findall(each)), *SECTION.findall(text)}


def standing(rules: str) -> set[str]:
    """List the paragraph numbers in the text of a `RULES.md`; a section number is defined with its first paragraph."""
    numbers = {item or heading for item, heading in STANDS.findall(rules)}
    return numbers | {number.rpartition(".")[0] for number in numbers}


def _texts(file: Path) -> Iterator[tuple[int, str]]:
    """List the texts and comments of a module with their lines."""
    source = file.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
    for token in tokenize.generate_tokens(iter(source.splitlines(keepends=True)).__next__):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
