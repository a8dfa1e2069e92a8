"""Join the modules and style sheets that the web client loads first into one script and one style sheet.

The files of the web client are plain modules. Sixty requests at a round trip of 150 ms take longer than their content,
so browsers get a joined script. A module of it becomes a function that returns its exports:

    const m_i18n = (() => { ...; return { t, setLanguage }; })();

Modules that are loaded later import from the joined script. A page whose modules cannot be joined is served as it is.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

SCRIPT, STYLE = "bundle.js", "bundle.css"
PREFIX = "/table/"
VENDOR = "vendor/"
MARK_LENGTH = 12
PRELOAD = re.compile(r'^ *<link rel="modulepreload" href="/table/([^"?]+)">\n', re.MULTILINE)
SHEET = re.compile(r'^ *<link rel="stylesheet" href="/table/([^"?]+)">\n', re.MULTILINE)
IMPORT = re.compile(r'^import (?:(\w+)|\{ ([\w, ]+) \}) from "(\.[^"]+)";$', re.MULTILINE)
REEXPORT = re.compile(r'^export \{ ([\w, ]+) \} from "(\.[^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|const|class) (?:(\w+)|\{ ([\w, ]+) \}))", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export|await)\b", re.MULTILINE)
"""What a joined module must not contain."""
COMMENT = re.compile(r"^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n", re.MULTILINE)
"""A comment on lines of its own."""
TYPE = re.compile(r"/\*\* @type \{[^*]*\} \*/ ?")
"""A comment that states a type, within a line."""


class CannotJoin(Exception):
    """A module that has a form which this module does not know; the message names it."""


class Bundle(NamedTuple):
    """The joined files of a page."""

    script: str
    style: str
    modules: frozenset[str]
    """The paths of the joined modules, below the folder."""
    vendors: tuple[str, ...]
    """The paths of the modules of others, which are not joined."""

    @property
    def script_url(self) -> str:
        """Return the URL path of the script, with the hash of its content."""
        return f"{PREFIX}{SCRIPT}?v={mark(self.script)}"

    @property
    def style_url(self) -> str:
        """Return the URL path of the style sheet, with the hash of its content."""
        return f"{PREFIX}{STYLE}?v={mark(self.style)}"


def mark(content: str) -> str:
    """Return the hash that identifies a content in its URL."""
    return hashlib.sha256(content.encode()).hexdigest()[:MARK_LENGTH]


def bundle_of(folder: str, page: str) -> Bundle | None:
    """Return the joined files of a page; None if it lists no modules, or if they cannot be joined."""
    root = Path(folder)
    text = (root / page).read_text(encoding="utf-8")
    names = tuple(PRELOAD.findall(text))
    sheets = tuple(SHEET.findall(text))
    if not names or not sheets:
        return None
    changed = max((root / name).stat().st_mtime_ns for name in (*names, *sheets))
    return _joined(root, names, sheets, changed)


@lru_cache(maxsize=4)
def _joined(root: Path, names: tuple[str, ...], sheets: tuple[str, ...], _changed: int) -> Bundle | None:
    sources = {name: (root / name).read_text(encoding="utf-8") for name in names if not name.startswith(VENDOR)}
    try:
        script = join(sources)
    except CannotJoin:
        return None
    style = "\n".join((root / sheet).read_text(encoding="utf-8") for sheet in sheets)
    return Bundle(script, style, frozenset(sources), tuple(filter(_is_vendor, names)))


def join(sources: Mapping[str, str]) -> str:
    """Return one module with the content of modules by path; it exports each of them as an object.

    Raises CannotJoin.
    """
    order = _in_order(sources)
    vendors = sorted({target for name in order for target in _targets(name, sources[name]) if _is_vendor(target)})
    heads = [f'import * as {_variable(each)} from "./{each}";' for each in vendors]
    exported = f"export {{ {', '.join(map(_variable, order))} }};"
    return "\n".join([*heads, *(_wrapped(name, sources[name]) for name in order), exported, ""])


def rewritten(name: str, source: str, bundle: Bundle) -> str:
    """Return a module that imports joined modules from the script, without comments."""

    def changed(found: re.Match[str]) -> str:
        target = _resolved(name, found[3])
        if target not in bundle.modules or not found[2]:
            return found[0]
        variable = _variable(target)
        return f'import {{ {variable} }} from "{bundle.script_url}"; const {_pattern(found[2])} = {variable};'

    # a second import of the same variable would be an error, but no module imports another one twice
    return _bare(IMPORT.sub(changed, source))


def with_bundle(text: str, bundle: Bundle, more: Sequence[str] = ()) -> str:
    """Return a page that loads the joined files instead of those that it lists, and more modules."""
    first_modules = [bundle.script_url, *(PREFIX + each for each in (*bundle.vendors, *more))]
    lines = [f'    <link rel="stylesheet" href="{bundle.style_url}">\n']
    lines += [f'    <link rel="modulepreload" href="{url}">\n' for url in first_modules]
    text = PRELOAD.sub("", text)
    first, *_ = SHEET.finditer(text)
    return SHEET.sub("", text[: first.start()] + "".join(lines) + text[first.start() :])


def _targets(name: str, source: str) -> Iterator[str]:
    """Yield the modules that a module imports."""
    for found in IMPORT.finditer(source):
        yield _resolved(name, found[3])
    for found in REEXPORT.finditer(source):
        yield _resolved(name, found[2])


def _in_order(sources: Mapping[str, str]) -> list[str]:
    """Return the modules so that each one follows those it imports; raises CannotJoin for a circle."""
    order: list[str] = []
    path: list[str] = []

    def visit(name: str) -> None:
        if name in order or _is_vendor(name):
            return
        if name in path or name not in sources:
            raise CannotJoin(f"{name}: a circle of imports, or a module that the page does not list")
        path.append(name)
        for target in _targets(name, sources[name]):
            visit(target)
        order.append(path.pop())

    for name in sources:
        visit(name)
    return order


def _wrapped(name: str, source: str) -> str:
    """Return a module as a function call that returns its exports."""
    exported = [each for found in EXPORT.finditer(source) for each in (found[2] or found[3]).split(", ")]
    exported += [each for found in REEXPORT.finditer(source) for each in found[1].split(", ")]
    body = REEXPORT.sub(lambda found: _local(name, "", found[1], found[2]), source)
    body = IMPORT.sub(lambda found: _local(name, found[1], found[2], found[3]), body)
    body = _bare(EXPORT.sub(r"\1", body))
    if LEFT.search(body):
        raise CannotJoin(f"{name}: an unknown form of import or export")
    return f"const {_variable(name)} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();"


def _bare(source: str) -> str:
    """Return a module without its comments of the forms above."""
    return TYPE.sub("", COMMENT.sub("", source))


def _local(name: str, default: str | None, names: str | None, target: str) -> str:
    """Return the statement that replaces an import."""
    variable = _variable(_resolved(name, target))
    return f"const {default} = {variable}.default;" if default else f"const {_pattern(names or '')} = {variable};"


def _pattern(names: str) -> str:
    """Return the names of an import as a destructuring pattern: `a as b` becomes `a: b`."""
    return f"{{ {names.replace(' as ', ': ')} }}"


def _resolved(name: str, target: str) -> str:
    """Return the path of an import below the folder."""
    parts: list[str] = [*PurePosixPath(name).parent.parts]
    for part in target.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _is_vendor(name: str) -> bool:
    return name.startswith(VENDOR)


def _variable(name: str) -> str:
    """Return the variable of a module in the script."""
    return "m_" + re.sub(r"\W", "_", name.removesuffix(".js"))
