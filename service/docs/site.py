"""Build the pages of the site, their navigation and the search index, from the contract and the packaged texts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from pathlib import Path
from posixpath import dirname, join, normpath
from re import Pattern
from typing import Any, Final

import msgspec

from domain.ruleset import AnyRuleset
from service.contract import introduction
from service.docs.catalogue import Entry, entries
from service.docs.markdown import Rendered, Section, render
from service.docs.reference import Operation, document_of, operations, title_of

ROOT: Final = Path(__file__).parents[2]
"""The folder of the packages: the repository, or the installation of the wheel."""
TEXTS: Final = "service/docs/texts"
GUIDE_ORDER: Final = (
    "playing",
    "requests",
    "bot",
    "front-end",
    "players",
    "lobby",
    "display",
    "bots",
    "packages",
    "tournament",
    "ratings",
    "records",
    "versions",
)
"""The order of the guides for beginners; all other guides follow."""
PAGES_OF_FILES: Final[Mapping[Pattern[str], str]] = {
    re.compile(pattern): url
    for pattern, url in {
        r"openapi/guides/([a-z-]+)\.md": r"/docs/guides/\1",
        r"openapi/openapi\.json": "/openapi.json",
        r"openapi/vectors/sentences\.json": "/docs/vectors.json",
        r"domain/README\.md": "/docs/rulesets",
        r"domain/([a-z0-9_]+)/RULES\.md": r"/docs/rules/\1",
        r"CHANGELOG\.md": "/docs/changelog",
    }.items()
}
"""The URLs at which the site serves files of the repository."""


@dataclass(frozen=True)
class Page:
    """A page of the site."""

    path: str
    title: str
    group: str
    """The section of the navigation that contains the page."""
    html: str = field(default="", repr=False)
    sections: Sequence[Section] = ()
    template: str = "page.html"
    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Further values for the template."""


@dataclass(frozen=True)
class Found:
    """An entry of the search index."""

    url: str
    title: str
    place: str
    """The title of the page, or of its section."""
    text: str


class Site:
    """All pages by path, the documents that Scalar shows by tag, and the search index."""

    def __init__(self, contract: Mapping[str, Any], rulesets: Mapping[str, AnyRuleset]) -> None:
        self.operations = operations(contract)
        self._urls = {each.name: each.url for each in self.operations}
        self.tags: Mapping[str, Mapping[str, str]] = {tag["name"]: tag for tag in contract["tags"]}
        self.by_tag: Mapping[str, Sequence[Operation]] = {
            tag: [each for each in self.operations if each.tag == tag] for tag in self.tags
        }
        self.documents = {name: msgspec.json.encode(document_of(contract, tag)) for name, tag in self.tags.items()}
        """The contract of each tag as JSON."""
        self.catalogue = entries(rulesets.values(), self.operations)
        self.pages = {page.path: page for page in self._pages(rulesets)}

    def group(self, title: str) -> list[Page]:
        """Return the pages of a section of the navigation."""
        return [page for page in self.pages.values() if page.group == title]

    def index(self) -> Iterator[Found]:
        """Return the entries of the search index: each section of a page, each operation and each code."""
        for page in self.pages.values():
            for each in page.sections:
                if each.text or each.level == 1:
                    url = f"{page.path}#{each.anchor}" if each.level > 1 else page.path
                    yield Found(url, each.title or page.title, page.title, each.text)
        for operation in self.operations:
            place = f"Reference: {title_of(operation.tag)}"
            yield Found(operation.url, f"{operation.summary} ({operation.name})", place, operation.text)
        for entry in self.catalogue:
            text = " ".join([entry.meaning, entry.advice, *(each.text for each in entry.rejections)])
            yield Found(entry.url, f"{entry.title} ({entry.code})", "Error codes", text)

    def _pages(self, rulesets: Mapping[str, AnyRuleset]) -> Iterator[Page]:
        """Return all pages in the order of the navigation."""
        yield self._page("/docs", "Start", f"{TEXTS}/start.md")
        text = introduction.TEXT.read_text(encoding="utf-8")
        yield self._written("/docs/introduction", "Start", text, title="How the API works")
        yield self._page("/docs/glossary", "Look up", f"{TEXTS}/glossary.md")
        for name in _guides():
            yield self._page(f"/docs/guides/{name}", "Guides", f"openapi/guides/{name}.md")
        yield self._page("/docs/rulesets", "Guides", "domain/README.md")
        yield Page("/docs/reference", "All operations", "Reference", template="operations.html")
        for tag in self.tags:
            yield Page(f"/docs/reference/{tag}", title_of(tag), "Reference", template="reference.html")
        for name, ruleset in rulesets.items():
            yield self._rules(name, ruleset)
        yield Page("/docs/errors", "Error codes", "Look up", template="errors.html")
        for entry in self.catalogue:
            yield self._error(entry)
        yield self._page("/docs/changelog", "Look up", f"{TEXTS}/CHANGELOG.md")

    def _page(self, path: str, group: str, file: str) -> Page:
        """Return the page of a Markdown file, named by its path in the repository."""
        text = (ROOT / file).read_text(encoding="utf-8")
        return self._written(path, group, text, folder=dirname(file))

    def _written(self, path: str, group: str, text: str, *, title: str = "", folder: str = "") -> Page:
        """Return the page of a Markdown text; its first heading is the title unless one is passed."""
        rendered = self._render(f"# {title}\n\n{text}" if title else text, folder)
        return Page(path, rendered.title, group, rendered.html, rendered.sections)

    def _rules(self, name: str, ruleset: AnyRuleset) -> Page:
        """Return the rules of a game, from the package of its ruleset."""
        text = files(ruleset.package).joinpath("RULES.md").read_text(encoding="utf-8")
        return self._written(f"/docs/rules/{name}", "Rules", text, folder=f"domain/{name}")

    def _error(self, entry: Entry) -> Page:
        facts = {
            "entry": entry,
            "meaning": self._render(entry.meaning).html,
            "advice": self._render(entry.advice).html,
            "rejections": [(each, self._render(each.text).html) for each in entry.rejections],
        }
        return Page(entry.url, entry.title, "Errors", template="error.html", facts=facts)

    def _render(self, text: str, folder: str = "") -> Rendered:
        """Render a text; links are relative to a folder of the repository."""
        return render(text, partial(_target, folder), self._urls)


def _guides() -> Iterator[str]:
    known = sorted(path.stem for path in (ROOT / "openapi/guides").glob("*.md"))
    yield from sorted(known, key=lambda each: GUIDE_ORDER.index(each) if each in GUIDE_ORDER else len(GUIDE_ORDER))


def _target(folder: str, link: str) -> str | None:
    """Return the URL for a link in a text of a folder; None for a file of the repository without a page."""
    if link.startswith(("#", "/", "https://", "http://")):
        return link
    path, mark, anchor = link.partition("#")
    file = normpath(join(folder, path))
    found = ((pattern.fullmatch(file), url) for pattern, url in PAGES_OF_FILES.items())
    return next((f"{match.expand(url)}{mark}{anchor}" for match, url in found if match), None)
