"""Extract the programs of pages: of guides, and of other Markdown files."""

import re
from pathlib import Path

from tests.workers.running import ROOT

GUIDES = ROOT / "openapi" / "guides"


def blocks(page: str | Path, language: str, section: str | None = None) -> list[str]:
    """List the code blocks of a page in one language: a guide by its name, or any other file by its path.

    A `section` is named by its heading of level 2; the empty one is what stands before the first of them.
    """
    text = (GUIDES / page).read_text(encoding="utf-8")
    if section is not None:
        text = dict(sections(text))[section]
    found = re.findall(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [block for tag, block in found if tag == language]


def program(page: str | Path, language: str, section: str | None = None) -> str:
    """Join the code blocks of a page in one language."""
    return "\n".join(blocks(page, language, section))


def sections(text: str) -> list[tuple[str, str]]:
    """Split a page into its headings of level 2 and the text below each; the first heading is empty."""
    first, *others = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    return [("", first), *zip(others[::2], others[1::2], strict=True)]
