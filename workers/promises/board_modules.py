"""Read what the JavaScript module of a board imports and exports, and check its syntax with Node.js."""

import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from domain.boards import FILE, without_comments

IMPORTED: Final = re.compile(r"""(?<![.\w$])(?:from\s*|import\s*\(?\s*)["']([^"'\n]*)["']""")
NAMED: Final = re.compile(r"""\bimport\s*\{([^}]*)\}\s*from\s*["']""")
EXPORTED: Final = re.compile(r"\bexport\s+(?:(?:async\s+)?function|const|let|var|class)\s+(\w+)")
LISTED: Final = re.compile(r"\bexport\s*\{([^}]*)\}")
SECONDS: Final = 30


def imported(source: str) -> set[str]:
    """Return the modules that a module imports.

    >>> imported('import { at } from "bottega/kit-1"; const digits = Array.from("12");')
    {'bottega/kit-1'}
    """
    return set(IMPORTED.findall(without_comments(source)))


def imported_names(source: str) -> set[str]:
    """Return the names that a module imports.

    >>> sorted(imported_names('import { at, html as draw } from "bottega/kit-1";'))
    ['at', 'html']
    """
    lists = NAMED.findall(without_comments(source))
    return {each.split(" as ")[0].strip() for names in lists for each in names.split(",") if each.strip()}


def exported_names(source: str) -> set[str]:
    """Return the names that a module exports.

    >>> sorted(exported_names("export function Board() {}\\nexport { a as moments };"))
    ['Board', 'moments']
    """
    text = without_comments(source)
    listed = {each.split(" as ")[-1].strip() for names in LISTED.findall(text) for each in names.split(",")}
    return {*EXPORTED.findall(text), *listed} - {""}


def syntax_error(source: str) -> str:
    """Return the syntax error of a module; an empty text without one, and on a machine without Node.js."""
    node = shutil.which("node")
    if node is None:
        return ""
    with TemporaryDirectory() as directory:
        file = Path(directory, FILE).with_suffix(".mjs")
        file.write_text(source, encoding="utf-8")
        done = subprocess.run([node, "--check", file], capture_output=True, text=True, check=False, timeout=SECONDS)
    return "" if done.returncode == 0 else done.stderr
