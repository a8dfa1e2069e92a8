"""Find the English texts of the repository: docstrings, comments, messages, Markdown, contract, interface."""

import ast
import inspect
import json
import re
import tokenize
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[3]
FOLDERS = ("domain", "service", "workers", "tests", "deploy", "openapi")
UNREAD = {"built", "vendor", "node_modules"}
"""Folders of other projects, and the built web client."""
ENGLISH = {"names.json", "sentences.json", "scenarios.json", "level_names.json", "ai_player_names.json"}
"""Files with the English under `en` or `title`."""
FEWEST_MESSAGE_WORDS = 3
"""Fewest words of a string literal that is a text for people."""
DIRECTIVE = re.compile(r"^#!.*|^#\s?(?:(?:noqa|type|pragma|fmt|mypy|ruff):? ?(?:[A-Z]+\d+,? ?)*(?:ignore\S*)?)?")


class Text(NamedTuple):
    """A text, the line that it starts in, and its kind."""

    path: str
    line: int
    kind: str
    text: str


def texts(paths: list[Path]) -> Iterator[Text]:
    """Read all English texts in files and folders."""
    for path in sorted({file for each in paths for file in files(each)}):
        reader = reader_of(path)
        if reader is not None:
            name = name_of(path)
            for line, kind, text in reader(path.read_text(encoding="utf-8")):
                yield Text(name, line, kind, text)


def files(path: Path) -> Iterator[Path]:
    """List the files to read in a file or folder; the root stands for all folders and its own files."""
    if path == ROOT:
        yield from (file for file in ROOT.iterdir() if file.is_file())
        for folder in FOLDERS:
            yield from files(ROOT / folder)
    elif path.is_file():
        yield path
    else:
        found = (file for file in path.rglob("*") if file.is_file() and not file.is_symlink())
        yield from (file for file in found if not UNREAD & set(file.parts))


def name_of(path: Path) -> str:
    """Return the path of a file from the root, or the whole path of a file elsewhere."""
    return (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).as_posix()


Found = Iterator[tuple[int, str, str]]
"""Texts in one file: the line of each, its kind, and the text."""
Reader = Callable[[str], Found]


def reader_of(path: Path) -> Reader | None:
    """Choose how to read a file; None for one without English texts."""
    name = name_of(path)
    if path.suffix == ".py":
        return documented if name.startswith("tests/") else code
    if path.suffix == ".md":
        return markdown if path.suffixes == [".md"] else None
    if path.suffix == ".json":
        return json_reader(name)
    if path.parent.parent.name == "words":
        return interface if path.name == "en.ts" else None
    scripts: dict[str, Reader] = {".lua": lua, **dict.fromkeys((".css", ".js", ".mjs", ".ts", ".tsx"), javascript)}
    return scripts.get(path.suffix, configuration if is_configuration(path) else None)


def is_configuration(path: Path) -> bool:
    """Whether a file is a configuration with comments behind `#`."""
    return path.suffix in {".toml", ".yaml", ".yml", ".conf"} or path.name in {"Makefile", "Dockerfile", "Caddyfile"}


def json_reader(name: str) -> Reader | None:
    """Choose how to read a JSON file."""
    if name == "openapi/openapi.json":
        return contract
    if name.endswith("api/details.json"):
        return keys
    if name.endswith("docs/texts/advice.json"):
        return values
    return english if Path(name).name in ENGLISH else None


def markdown(source: str) -> Found:
    """Read a whole page."""
    yield 1, "markdown", source


def code(source: str) -> Found:
    """Read the docstrings, comments and messages of Python."""
    yield from documented(source)
    yield from messages(ast.parse(source))


def documented(source: str) -> Found:
    """Read the docstrings and comments of Python: all of a test, whose strings are data."""
    yield from docstrings(ast.parse(source))
    yield from comments(source)


def docstrings(tree: ast.AST) -> Found:
    """List the docstrings of modules, classes, functions and names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, "docstring", inspect.cleandoc(node.value.value)


def messages(tree: ast.AST) -> Found:
    """List the string literals that are texts: titles, details, help, log messages, descriptions."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        if (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) or _is_type(node):
            continue
        if not isinstance(node, ast.JoinedStr | ast.Constant):
            stack.extend(ast.iter_child_nodes(node))
        elif len(literal(node).split()) >= FEWEST_MESSAGE_WORDS:
            yield node.lineno, "message", literal(node)


def _is_type(node: ast.AST) -> bool:
    """Whether a node declares a type alias, whose value may be a string."""
    return (
        isinstance(node, ast.AnnAssign) and isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias"
    )


def literal(node: ast.JoinedStr | ast.Constant) -> str:
    """Return the text of a string literal, with a word for each placeholder; nothing of other literals."""
    if isinstance(node, ast.JoinedStr):
        return "".join(literal(part) if isinstance(part, ast.Constant) else "`value`" for part in node.values)
    return node.value if isinstance(node.value, str) else ""


def comments(source: str) -> Found:
    """List the comments of Python; whole lines of them that follow each other are one text."""
    if "#" in source:
        tokens = tokenize.generate_tokens(StringIO(source).readline)
        found = [token for token in tokens if token.type == tokenize.COMMENT]
        yield from joined([(t.start[0], not t.line[: t.start[1]].strip(), t.string) for t in found])


def joined(found: list[tuple[int, bool, str]]) -> Found:
    """Join consecutive comments that fill whole lines."""
    start, last, lines = 0, -1, []
    for number, whole, string in found:
        text = DIRECTIVE.sub("", string).rstrip()
        if lines and whole and number == last + 1:
            lines.append(text)
        else:
            if lines:
                yield start, "comment", "\n".join(lines)
            start, lines = number, [text]
        last = number if whole else -1
    if lines:
        yield start, "comment", "\n".join(lines)


def lua(source: str) -> Found:
    """Read the comments of Lua; each key and argument that they list is an item of its own."""
    for number, kind, text in line_comments(source, re.compile(r"^\s*--(?: |$)(.*)")):
        lines, listed = text.split("\n"), False
        for at, line in enumerate(lines):
            listed = line.startswith(("KEYS", "ARGV")) or (listed and line.startswith("  "))
            lines[at] = f"| {line.replace(', ', ' | ')}" if listed else line
        yield number, kind, "\n".join(lines)


def javascript(source: str) -> Found:
    """Read the comments of JavaScript and CSS, up to the tags of JSDoc, also those behind a line."""
    comment = re.compile(r"^(?:\s*(?://|/\*\*?|\*(?!/)) ?|.*[;{,)] // )(.*?)(?:\*/)?$")
    for number, kind, text in line_comments(source, comment):
        yield number, kind, re.sub(r"(?:^|\s)@[a-z]+ .*", "", text, flags=re.DOTALL)


def configuration(source: str) -> Found:
    """Read the comments of a Makefile, of TOML or of YAML, also those behind a line."""
    matches = [(number, re.search(r"(?:^|\s)#+ (.*)", line)) for number, line in enumerate(source.split("\n"), 1)]
    yield from joined([(number, not match.start(), match[1]) for number, match in matches if match])


def line_comments(source: str, pattern: re.Pattern[str]) -> Found:
    """Read comments that fill whole lines."""
    matches = [(number, pattern.match(line)) for number, line in enumerate(source.split("\n"), 1)]
    yield from joined([(number, True, match[1]) for number, match in matches if match])


STRING = r'"(?:[^"\\]|\\.)*"'


def interface(source: str) -> Found:
    """Read the English of the web client. A long text is a sum of strings."""
    for found in re.finditer(rf"{STRING}(?: \+\s+{STRING})*", source):
        text = "".join(part[1:-1] for part in re.findall(STRING, found[0]))
        yield source.count("\n", 0, found.start()) + 1, "interface", alternatives(text)


def contract(source: str) -> Found:
    """Read the descriptions and summaries of the contract, each distinct text once."""
    yield from json_strings(source, re.compile(rf'"(?:description|summary)": ({STRING})'), "contract")


def english(source: str) -> Found:
    """Read the English of names and sentences, and the titles of scenarios."""
    for line, kind, text in json_strings(source, re.compile(rf'"(?:en|title)": ({STRING})'), "interface"):
        yield line, kind, alternatives(text)


def alternatives(message: str) -> str:
    """Return the alternatives of an ICU message as paragraphs, with a word for each placeholder."""
    message = re.sub(r"\{\w+\}", "`value`", message)
    return re.sub(r"\{\w+, \w+,|[\w=]+ \{|\}", "\n\n", message)


def keys(source: str) -> Found:
    """Read the keys of a file of translations, which are the English."""
    yield from json_strings(source, re.compile(rf"^  ({STRING}):", re.MULTILINE), "message")


def values(source: str) -> Found:
    """Read the values of a file with one text for each key."""
    yield from json_strings(source, re.compile(rf": ({STRING})"), "message")


def json_strings(source: str, pattern: re.Pattern[str], kind: str) -> Found:
    """Read the strings that a pattern finds, each distinct one once."""
    seen: set[str] = set()
    line = position = 0
    for found in pattern.finditer(source):
        line += source.count("\n", position, found.start())
        position = found.start()
        if found[1] not in seen:
            seen.add(found[1])
            yield line + 1, kind, json.loads(found[1])
