"""Build the pages of the site, their navigation and the search index, from the contract and the packaged texts."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from posixpath import dirname, join, normpath
from re import Pattern
from textwrap import shorten
from typing import Any, Final

from domain.languages import DEFAULT_LANGUAGE
from domain.package_files import required_text
from domain.paragraphs import parse_paragraphs
from domain.ruleset import AnyRuleset
from service.api.client_packages import newest
from service.api.urls import url
from service.contract import introduction
from service.contract.document import operations as declared_operations
from service.docs.catalogue import Entry, entries
from service.docs.descriptions import SCHEMAS, operation_text, schema_text, users_of
from service.docs.how_to_play import markdown_of
from service.docs.markdown import Rendered, Section, render
from service.docs.reference import Operation, operations, title_of

IN_EVERY_GAME: Final = "## 0 In every game"
"""The heading of the paragraphs that are the same in all games."""
LONGEST_DESCRIPTION: Final = 160
"""The most characters that search engines show of a description."""
ROOT: Final = Path(__file__).parents[2]
"""The folder of the packages: the repository, or the installation of the wheel."""
TEXTS: Final = "service/docs/texts"
GUIDE_ORDER: Final = (
    "front-end",
    "bot",
    "playing",
    "requests",
    "players",
    "lobby",
    "display",
    "front-end-fetch",
    "front-end-more",
    "bots",
    "bot-ladder",
    "pettingzoo",
    "mcp",
    "packages",
    "boards",
    "tournament",
    "ratings",
    "records",
    "versions",
)
"""The order of the guides for beginners; all other guides follow."""
FOR_OPERATORS: Final[Mapping[str, str]] = {
    f"/docs/operations/{name}": f"deploy/{file}.md"
    for name, file in {
        "deployment": "README",
        "runbook": "RUNBOOK",
        "settings": "SETTINGS",
        "sizing": "SIZING",
        "network": "NETWORK",
        "storage": "STORAGE",
        "players": "PLAYERS",
        "monitoring": "MONITORING",
        "upgrading": "UPGRADING",
        "promises": "PROMISES",
    }.items()
}
"""The pages for operators in their order, with their files."""
PAGES_OF_FILES: Final[Mapping[Pattern[str], str]] = {
    re.compile(pattern): url
    for pattern, url in {
        r"openapi/guides/([a-z-]+)\.md": r"/docs/guides/\1",
        r"openapi/openapi\.json": "/openapi.json",
        r"openapi/vectors/sentences\.json": "/docs/vectors.json",
        r"domain/README\.md": "/docs/rulesets",
        **{re.escape(file): path for path, file in FOR_OPERATORS.items()},
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

    @property
    def description(self) -> str:
        """Return the first text of the page, for search engines; the title without one."""
        text = next((each.text for each in self.sections if each.text), self.title)
        return shorten(text, LONGEST_DESCRIPTION, placeholder="…")


@dataclass(frozen=True)
class Found:
    """An entry of the search index."""

    url: str
    """The URL without the prefix of the installation, which the script of the search adds."""
    title: str
    place: str
    """The title of the page, or of its section."""
    text: str


def rules_text(ruleset: AnyRuleset) -> str:
    """Return the rules of a game as Markdown: its `RULES.md`, and the paragraphs that this file need not have."""
    text = required_text(ruleset.package, "RULES.md")
    own = {each.paragraph for each in parse_paragraphs(text)}
    further = [f"- **{each.paragraph}** {each.text}" for each in ruleset.paragraphs if each.paragraph not in own]
    return "\n".join([text, f"{IN_EVERY_GAME}\n", *further]) if further else text


class Site:
    """All pages by path, and the search index."""

    def __init__(self, contract: Mapping[str, Any], rulesets: Mapping[str, AnyRuleset]) -> None:
        self.operations = operations(contract)
        self._urls = {each.name: url(each.url) for each in self.operations}
        self.tags: Mapping[str, Mapping[str, str]] = {tag["name"]: tag for tag in contract["tags"]}
        self.by_tag: Mapping[str, Sequence[Operation]] = {
            tag: [each for each in self.operations if each.tag == tag] for tag in self.tags
        }
        self.catalogue = entries(rulesets.values(), self.operations)
        self.pages = {page.path: page for page in self._pages(rulesets)}
        """The pages of the navigation and the catalogue."""
        self._described = dict([*_operation_texts(contract), *_schema_texts(contract)])
        self._rendered: dict[str, Page] = {}

    def page(self, path: str) -> Page | None:
        """Return a page; the one of an operation or schema is rendered when it is first read."""
        if path in self._described and path not in self._rendered:
            self._rendered[path] = self._written(path, "Operations", self._described[path]())
        return self.pages.get(path) or self._rendered.get(path)

    @property
    def paths(self) -> list[str]:
        """Return the paths of all pages."""
        return [*self.pages, *self._described]

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
            text = operation.text.replace("`", "")
            yield Found(operation.url, f"{operation.summary} ({operation.name})", place, text)
        for entry in self.catalogue:
            text = " ".join([entry.meaning, entry.advice, *(each.text for each in entry.rejections)])
            yield Found(entry.url, f"{entry.title} ({entry.code})", "Error codes", text)

    def _pages(self, rulesets: Mapping[str, AnyRuleset]) -> Iterator[Page]:
        """Return all pages in the order of the navigation."""
        yield self._page("/docs", "Start", f"{TEXTS}/start.md")
        yield self._written("/docs/introduction", "Start", introduction.text(), title="How the API works")
        yield self._page("/docs/questions", "Start", f"{TEXTS}/questions.md")
        yield self._page("/docs/glossary", "Look up", f"{TEXTS}/glossary.md")
        for name in _guides():
            yield self._page(f"/docs/guides/{name}", "Guides", f"openapi/guides/{name}.md")
        yield self._page("/docs/rulesets", "Guides", "domain/README.md")
        for path, file in FOR_OPERATORS.items():
            yield self._page(path, "Operate", file)
        yield Page("/docs/reference", "All operations", "Reference", template="operations.html")
        for tag in self.tags:
            yield Page(f"/docs/reference/{tag}", title_of(tag), "Reference", template="reference.html")
        for name, ruleset in rulesets.items():
            yield self._rules(name, ruleset)
            yield from self._how_to_play(name, ruleset)
        yield Page("/docs/errors", "Error codes", "Look up", template="errors.html")
        for entry in self.catalogue:
            yield self._error(entry)
        yield self._page("/docs/changelog", "Look up", f"{TEXTS}/CHANGELOG.md")

    def _page(self, path: str, group: str, file: str) -> Page:
        """Return the page of a Markdown file, named by its path in the repository."""
        text = _with_versions((ROOT / file).read_text(encoding="utf-8"))
        return self._written(path, group, text, folder=dirname(file))

    def _written(self, path: str, group: str, text: str, *, title: str = "", folder: str = "") -> Page:
        """Return the page of a Markdown text; its first heading is the title unless one is passed."""
        rendered = self._render(f"# {title}\n\n{text}" if title else text, folder)
        return Page(path, rendered.title, group, rendered.html, rendered.sections)

    def _rules(self, name: str, ruleset: AnyRuleset) -> Page:
        """Return the rules of a game, from the package of its ruleset."""
        return self._written(f"/docs/rules/{name}", "Rules", rules_text(ruleset), folder=f"domain/{name}")

    def _how_to_play(self, name: str, ruleset: AnyRuleset) -> Iterator[Page]:
        """Return the page "How to play" of a game, if it has one."""
        if found := ruleset.how_to_play.page_in(DEFAULT_LANGUAGE):
            yield self._written(f"/docs/how-to-play/{name}", "Rules", markdown_of(ruleset, found))

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


def _with_versions(text: str) -> str:
    """Replace the names of facts about the client packages of this installation."""
    module = newest()["bottega-client.js"]
    return text.replace("VERSION_OF_CLIENT", module.version).replace("INTEGRITY_OF_CLIENT", module.integrity)


def _operation_texts(contract: Mapping[str, Any]) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the URL of each operation and a function that describes it."""
    for path, method, operation in declared_operations(contract):
        url = f"/docs/reference/{operation['tags'][0]}/{operation['operationId']}"
        yield url, partial(operation_text, contract, path, method, operation)


def _schema_texts(contract: Mapping[str, Any]) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the URL of each schema and a function that describes it."""
    users = users_of(contract)
    for name in contract["components"]["schemas"]:
        yield f"{SCHEMAS}{name}", partial(schema_text, contract, users, name)


def _guides() -> Iterator[str]:
    known = sorted(path.stem for path in (ROOT / "openapi/guides").glob("*.md"))
    yield from sorted(known, key=lambda each: GUIDE_ORDER.index(each) if each in GUIDE_ORDER else len(GUIDE_ORDER))


def _target(folder: str, link: str) -> str | None:
    """Return the URL for a link in a text of a folder; None for a file of the repository without a page."""
    if link.startswith(("#", "https://", "http://")):
        return link
    if link.startswith("/"):
        return url(link)
    path, mark, anchor = link.partition("#")
    file = normpath(join(folder, path))
    found = ((pattern.fullmatch(file), page) for pattern, page in PAGES_OF_FILES.items())
    return next((url(f"{match.expand(page)}{mark}{anchor}") for match, page in found if match), None)
