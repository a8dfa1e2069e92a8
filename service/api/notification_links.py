"""Serve the pages of links in notifications: confirm an e-mail address, or unsubscribe."""

from collections.abc import Mapping
from http import HTTPStatus

from flask import Flask, Response, request
from markupsafe import Markup

from service import problems
from service.api.authentication import installation
from service.api.languages import requested_language
from service.api.operations import NOTHING
from service.api.pages import CONFINED, MEDIA_TYPES, POLICY, manifest
from service.api.urls import url
from service.store import TargetTerms
from service.webhooks import targets
from service.webhooks.notification_texts import text

LINK = "/notifications/<link>"
HEADERS = {
    **CONFINED,
    "Content-Security-Policy": POLICY.replace("form-action 'none'", "form-action 'self'"),
    "Cache-Control": "no-store",
}
PAGE = Markup(
    '<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Bottega</title>'
    '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="{style}">'
    "<main class=screen><h1>Bottega</h1><p>{sentence}</p>{buttons}</main>"
)
BUTTON = Markup('<form method="post" action="{action}"><button>{label}</button></form>')


def register(app: Flask) -> None:
    """Serve the links of an application."""
    app.add_url_rule(LINK, "notification_link", notification_link, methods=["GET", "POST"])
    app.add_url_rule(f"{LINK}/confirm", "notification_confirmation", confirm, methods=["POST"])


def notification_link(link: str) -> Response:
    """Return the page of a link; with POST, remove its target. Mail programs POST to it (RFC 8058)."""
    try:
        if request.method == "POST":
            return _page(targets.unsubscribe(installation(), link), "unsubscribed")
        _, _, terms = targets.of_link(installation(), link)
    except problems.NotificationTargetNotFound:
        return _invalid()
    if terms.unconfirmed:
        return _page(terms, "ask", {"confirm": f"/notifications/{link}/confirm", "stop": f"/notifications/{link}"})
    return _page(terms, "subscribed", {"stop": f"/notifications/{link}"})


def confirm(link: str) -> Response:
    """Confirm an e-mail address, and return a page."""
    try:
        return _page(targets.confirm(installation(), link), "confirmed")
    except problems.NotificationTargetNotFound:
        return _invalid()


def _page(terms: TargetTerms, sentence: str, actions: Mapping[str, str] = NOTHING) -> Response:
    """Return a page with a sentence about a target, and a button for each action."""
    language = terms.language
    buttons = [BUTTON.format(action=url(action), label=text(language, label)) for label, action in actions.items()]
    shown = text(language, sentence, destination=terms.destination)
    return _html(
        PAGE.format(
            style=url(manifest()["styles"]["page"]), language=language, sentence=shown, buttons=Markup("").join(buttons)
        )
    )


def _invalid() -> Response:
    language = requested_language()
    page = PAGE.format(
        style=url(manifest()["styles"]["page"]), language=language, sentence=text(language, "invalid_link"), buttons=""
    )
    return _html(page, HTTPStatus.NOT_FOUND)


def _html(page: str, status: int = HTTPStatus.OK) -> Response:
    return Response(page, status, HEADERS, content_type=MEDIA_TYPES[".html"])
