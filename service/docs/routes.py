"""Serve the documentation: its pages, examples, the search index, and static files."""

import json
from collections.abc import Callable, Mapping
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from flask import Flask, Response, render_template, request
from jinja2 import PackageLoader

from domain.ruleset import AnyRuleset
from service import problems
from service.api.authentication import installation
from service.api.caching import confirmed
from service.api.pages import CONFINED, file_response
from service.api.urls import moved, url
from service.contract.document import resolved
from service.contract.examples import example_named
from service.contract.shared_fields import inlined
from service.docs import crawlers
from service.docs.origin import WRITTEN, origin_of
from service.docs.reference import title_of

if TYPE_CHECKING:
    from service.docs.site import Site

ROOT: Final = Path(__file__).parents[2]
STATIC: Final = Path(__file__).with_name("static")
SYNONYMS: Final = Path(__file__).with_name("texts") / "synonyms.json"
"""Words of the documentation for words of its readers."""
ICON: Final = "/table/icon.svg"
VECTORS: Final = ROOT / "openapi" / "vectors"
VECTORS_FILE: Final = "sentences.json"


def register(app: Flask, contract: Callable[[], str], rulesets: Mapping[str, AnyRuleset]) -> None:
    """Register the documentation of an application; `contract` returns its contract (OpenAPI 3.1)."""
    app.jinja_loader = PackageLoader("service.docs")
    app.jinja_env.filters.update(title_of=title_of, url=url)
    served = Served(contract, rulesets)
    app.add_url_rule("/docs", "documentation", served.page)
    app.add_url_rule("/docs/", "documentation_slash", served.page)
    app.add_url_rule("/docs/<path:name>", "documentation_page", served.page)
    app.add_url_rule("/docs/examples/<name>", "documentation_example", example)
    app.add_url_rule("/docs/search.json", "documentation_index", served.index)
    app.add_url_rule("/docs/vectors.json", "documentation_vectors", vectors)
    app.add_url_rule("/docs/static/<path:name>", "documentation_file", static_file)
    app.add_url_rule("/favicon.ico", "favicon", lambda: moved(ICON))
    crawlers.register(app, here, lambda: served.site.paths)


class Served:
    """The served site; the first request builds it."""

    def __init__(self, contract: Callable[[], str], rulesets: Mapping[str, AnyRuleset]) -> None:
        self._contract, self._rulesets = contract, rulesets

    @cached_property
    def site(self) -> "Site":
        """Build the site."""
        from service.docs.site import Site  # noqa: PLC0415  # with the Markdown parser, which few processes need

        return Site(resolved(inlined(json.loads(self._contract()))), self._rulesets)

    @cached_property
    def _index(self) -> bytes:
        synonyms = msgspec.Raw(SYNONYMS.read_bytes())
        return msgspec.json.encode({"entries": list(self.site.index()), "synonyms": synonyms})

    def page(self, name: str = "") -> Response:
        """Serve a page, or redirect from its URL with a slash at the end; raises NotFound."""
        if request.path.endswith("/"):
            return moved(request.path.rstrip("/"))
        page = self.site.page(f"/docs/{name}" if name else "/docs")
        if page is None:
            raise problems.NotFound("No resource has this URL.")
        text = render_template(page.template, site=self.site, page=page).replace(WRITTEN, escape(here()))
        response = Response(text, content_type="text/html; charset=utf-8")
        response.headers.update(CONFINED)
        return confirmed(response)

    def index(self) -> Response:
        """Serve the search index."""
        return confirmed(Response(self._index, content_type="application/json"))


def here() -> str:
    """Return the URL of this installation for the samples that a request reads."""
    return origin_of(request, installation().settings)


def example(name: str) -> Response:
    """Serve a recorded response by its name in the contract; raises NotFound."""
    found = example_named(name)
    if found is None or "body" not in found:
        raise problems.NotFound("No resource has this URL.")
    body = found["body"]
    content = body if isinstance(body, str) else msgspec.json.encode(body)
    return confirmed(Response(content, content_type=found["media_type"], headers=dict(CONFINED)))


def vectors() -> Response:
    """Serve the test vectors of the sentence format."""
    return file_response(str(VECTORS), VECTORS_FILE)


def static_file(name: str) -> Response:
    """Serve a file of the pages; raises NotFound."""
    return file_response(str(STATIC), name)
