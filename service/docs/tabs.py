"""Turn sections of a text into tabs: those below headings of level 3 between `<!-- tabs -->` and `<!-- /tabs -->`.

Without scripts, and in other viewers of Markdown, they are ordinary sections. `static/tabs.js` shows one at a time.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from markdown_it.token import Token

START: Final = "<!-- tabs -->"
END: Final = "<!-- /tabs -->"
MARKED: Final = 3
"""The tokens of a mark: its paragraph, the text, and the end of the paragraph."""


def with_tabs(tokens: Sequence[Token]) -> Iterator[Token]:
    """Return the tokens of a text, with elements around its tabs."""
    opened: list[str] = []
    """The end of each open element."""
    index = 0
    while index < len(tokens):
        mark = tokens[index + 1].content if tokens[index].type == "paragraph_open" else ""
        if mark == START:
            yield _html('<div class="tabs">')
            opened = ["</div>"]
        elif mark == END:
            yield _html("".join(reversed(opened)))
            opened = []
        elif opened and tokens[index].type == "heading_open":
            yield _html("".join(opened[1:]) + f'<section class="tab" data-tab="{escape(tokens[index + 1].content)}">')
            opened[1:] = ["</section>"]
        if mark in (START, END):
            index += MARKED
            continue
        yield tokens[index]
        index += 1


def _html(text: str) -> Token:
    return Token("html_block", "", 0, content=f"{text}\n")
