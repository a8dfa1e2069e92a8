"""Convert Markdown to HTML with an anchor for each heading and numbered paragraph; extract the text of sections."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from service.docs.tabs import with_tabs

Resolve = Callable[[str], str | None]
"""Returns the URL of a link's target; None for a target that this site does not serve."""

PAGES: Final = ("/docs/guides/", "/docs/introduction", "/docs/glossary")
"""The start of the URLs of pages that texts of the contract name."""
_PARAGRAPH: Final = re.compile(r"\*\*(\d+(?:\.\d+)*)\*\*")
_NUMBERED: Final = re.compile(r"(\d+(?:\.\d+)*) ")
_PUNCTUATION: Final = re.compile(r"[^\w\s-]")


@dataclass(frozen=True)
class Section:
    """The text between two headings."""

    title: str
    anchor: str
    """The anchor of the heading; empty for the text before the first heading."""
    level: int
    text: str = ""


@dataclass(frozen=True)
class Rendered:
    """A Markdown text as HTML."""

    title: str
    """The first heading of level 1; empty without one."""
    html: str
    sections: Sequence[Section]


def render(text: str, resolve: Resolve, operations: Mapping[str, str]) -> Rendered:
    """Render Markdown; inline code that names an operation becomes a link to the URL in `operations`."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    rules: dict[str, Any] = {
        "code_inline": partial(_code, resolve, operations),
        "heading_close": _heading_close,
        "table_open": lambda *_: '<div class="scroll" tabindex="0"><table>',
        "table_close": lambda *_: "</table></div>",
        "fence": _fence,
    }
    renderer = RendererHTML()
    renderer.rules.update(rules)
    tokens = markdown.parse(text)
    _add_anchors(tokens)
    tokens = list(with_tabs(tokens))
    for token in tokens:
        token.children = token.children and list(_resolved(token.children, resolve))
    sections = list(_sections(tokens))
    title = next((each.title for each in sections if each.level == 1), "")
    return Rendered(title, renderer.render(tokens, markdown.options, {}), sections)


def slug(text: str) -> str:
    """Return the anchor of a heading, as GitHub names it."""
    return _PUNCTUATION.sub("", text.lower()).strip().replace(" ", "-")


def _add_anchors(tokens: Sequence[Token]) -> None:
    """Add an anchor to each heading, from its number or words, and to each list item that starts with a bold number."""
    known: set[str] = set()
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            title = _plain(tokens[index + 1])
            numbered = _NUMBERED.match(title)
            _add_anchor(token, numbered[1] if numbered else slug(title), known)
        elif token.type == "list_item_open" and (found := _PARAGRAPH.match(tokens[index + 2].content)):
            _add_anchor(token, found[1], known)


def _add_anchor(token: Token, name: str, known: set[str]) -> None:
    """Add an anchor to an element; a duplicate name gets a number."""
    unique, count = name, 1
    while unique in known:
        unique, count = f"{name}-{count}", count + 1
    known.add(unique)
    token.attrSet("id", unique)


def _resolved(tokens: Sequence[Token], resolve: Resolve) -> Iterator[Token]:
    """Replace the targets of links and images; remove links whose target is not served."""
    dropped = False
    for token in tokens:
        if token.type == "link_open":
            url = resolve(str(token.attrs["href"]))
            dropped = url is None
            token.attrs["href"] = url or ""
        elif token.type == "image":
            token.attrs["src"] = resolve(str(token.attrs["src"])) or ""
            token.attrs["loading"] = "lazy"
        if not (dropped and token.type in ("link_open", "link_close")):
            yield token


def _sections(tokens: Sequence[Token]) -> Iterator[Section]:
    section, words = Section("", "", 0), list[str]()
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            yield replace(section, text=" ".join(words))
            section = Section(_plain(tokens[index + 1]), str(token.attrs["id"]), int(token.tag[1]))
            words = []
        elif token.type == "inline" and tokens[index - 1].type != "heading_open":
            words.append(_plain(token))
    yield replace(section, text=" ".join(words))


def _plain(token: Token) -> str:
    shown = {"softbreak": " ", "hardbreak": " "}
    return "".join(shown.get(each.type, each.content) for each in token.children or () if each.type != "image")


def _code(resolve: Resolve, operations: Mapping[str, str], tokens: Sequence[Token], index: int, *_: Any) -> str:
    """Render inline code; the name of an operation or the URL of a page becomes a link, except inside a link."""
    content = tokens[index].content
    url = resolve(content) if content.startswith(PAGES) else operations.get(content)
    code = f"<code>{escape(content)}</code>"
    within_link = index > 0 and tokens[index - 1].type == "link_open"
    if url is None or within_link:
        return code
    return f'<a href="{escape(url)}">{code}</a>'


def _heading_close(tokens: Sequence[Token], index: int, *_: Any) -> str:
    """Render the end of a heading with a link to it."""
    tag, anchor = tokens[index].tag, escape(str(tokens[index - 2].attrs["id"]))
    name = escape(_plain(tokens[index - 1]))
    link = "" if tag == "h1" else f'<a class="anchor" href="#{anchor}" aria-label="Link to “{name}”">#</a>'
    return f"{link}</{tag}>\n"


def _fence(tokens: Sequence[Token], index: int, *_: Any) -> str:
    """Render a block of code, which can be scrolled by keyboard."""
    return f'<pre tabindex="0"><code>{escape(tokens[index].content)}</code></pre>\n'
