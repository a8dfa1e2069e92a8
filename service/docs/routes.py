"""Serve the documentation: its pages, the contract for Scalar, the search index, and static files."""

import json
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import msgspec
from flask import Flask, Response, render_template
from jinja2 import PackageLoader

from domain.ruleset import AnyRuleset
from service.api.caching import confirmed
from service.api.pages import CONFINED, file_response
from service.docs.reference import title_of
from service.docs.site import ROOT, Page, Site
from service.problems import NotFound

STATIC: Final = Path(__file__).with_name("static")
VECTORS: Final = ROOT / "openapi" / "vectors"
VECTORS_FILE: Final = "sentences.json"
SCALAR: Final = "scalar.standalone.js"
STYLED: Final[Mapping[str, str]] = {
    **CONFINED,
    "Content-Security-Policy": CONFINED["Content-Security-Policy"].replace(
        "style-src 'self'", "style-src 'self' 'unsafe-inline'"
    ),
}
"""The headers of a page with Scalar, which writes its own style sheet into the page."""


def register(app: Flask, contract: Callable[[], str], rulesets: Mapping[str, AnyRuleset]) -> None:
    """Register the documentation of an application; `contract` returns its contract (OpenAPI 3.1)."""
    app.jinja_loader = PackageLoader("service.docs")
    app.jinja_env.filters["title_of"] = title_of
    served = Served(contract, rulesets)
    app.add_url_rule("/docs", "documentation", served.page)
    app.add_url_rule("/docs/<path:name>", "documentation_page", served.page)
    app.add_url_rule("/docs/reference/<tag>.json", "documentation_reference", served.document)
    app.add_url_rule("/docs/search.json", "documentation_index", served.index)
    app.add_url_rule("/docs/vectors.json", "documentation_vectors", vectors)
    app.add_url_rule("/docs/static/<path:name>", "documentation_file", static_file)


class Served:
    """The served site; the first request builds it."""

    def __init__(self, contract: Callable[[], str], rulesets: Mapping[str, AnyRuleset]) -> None:
        self._contract, self._rulesets = contract, rulesets

    @cached_property
    def site(self) -> Site:
        """Build the site."""
        return Site(json.loads(self._contract()), self._rulesets)

    @cached_property
    def _index(self) -> bytes:
        return msgspec.json.encode(list(self.site.index()))

    def page(self, name: str = "") -> Response:
        """Serve a page; raises NotFound."""
        page = self.site.pages.get(f"/docs/{name}" if name else "/docs")
        if page is None:
            raise NotFound("No resource has this URL.")
        response = Response(
            render_template(page.template, site=self.site, page=page), content_type="text/html; charset=utf-8"
        )
        response.headers.update(STYLED if _shows_operations(page) else CONFINED)
        return confirmed(response)

    def document(self, tag: str) -> Response:
        """Serve the contract of a tag; raises NotFound."""
        if tag not in self.site.documents:
            raise NotFound("No resource has this URL.")
        return confirmed(Response(self.site.documents[tag], content_type="application/json"))

    def index(self) -> Response:
        """Serve the search index."""
        return confirmed(Response(self._index, content_type="application/json"))


def vectors() -> Response:
    """Serve the test vectors of the sentence format."""
    return file_response(str(VECTORS), VECTORS_FILE)


def static_file(name: str) -> Response:
    """Serve a file of the pages; raises NotFound."""
    return file_response(_scalar() if name == SCALAR else str(STATIC), name)


def _shows_operations(page: Page) -> bool:
    """Whether a page uses Scalar."""
    return page.template == "reference.html"


def _scalar() -> str:
    """Return the folder of Scalar's bundle, without importing its package, which would load a web framework."""
    found: Any = find_spec("flask_openapi_scalar")
    return str(Path(found.origin).parent / "templates" / "scalar" / "js")
