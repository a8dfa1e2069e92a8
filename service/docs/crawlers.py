"""Serve what search engines read: `robots.txt`, and the sitemap of the documentation."""

from collections.abc import Callable, Iterable
from typing import Final
from xml.sax.saxutils import escape

from flask import Flask, Response

from service.api.caching import confirmed
from service.api.urls import url

SITEMAP: Final = "/docs/sitemap.xml"
NAMESPACE: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
ROBOTS: Final = """\
User-agent: *
Disallow: {prefix}/v1/
Disallow: {prefix}/docs/examples/
Sitemap: {here}{sitemap}
"""


def register(app: Flask, here: Callable[[], str], pages: Callable[[], Iterable[str]]) -> None:
    """Register the files; `here` returns the URL of this installation, `pages` the paths of all pages."""
    app.add_url_rule("/robots.txt", "robots", lambda: _text(robots(here()), "text/plain"))
    app.add_url_rule(SITEMAP, "sitemap", lambda: _text(sitemap(here(), pages()), "application/xml"))


def robots(here: str) -> str:
    """Return which paths crawlers leave out."""
    return ROBOTS.format(here=here, sitemap=SITEMAP, prefix=url(""))


def sitemap(here: str, pages: Iterable[str]) -> str:
    """Return the sitemap of pages with these paths."""
    urls = "".join(f"<url><loc>{escape(here + path)}</loc></url>\n" for path in pages)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{NAMESPACE}">\n{urls}</urlset>\n'


def _text(text: str, kind: str) -> Response:
    return confirmed(Response(text, content_type=f"{kind}; charset=utf-8"))
