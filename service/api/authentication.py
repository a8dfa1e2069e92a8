"""The current request with its caller, and the checks of its credentials.

`service.api.principals` says which credentials count.
"""

from collections.abc import Callable, Collection
from functools import cached_property
from typing import Any, TypeVar, cast

from flask import Request, current_app, request
from flask.globals import app_ctx

from service import problems
from service.api.principals import Principal
from service.installation.installation import Installation
from service.players import callers
from service.store import RateLimit

T = TypeVar("T")
ACTING_FOR = "Bottega-Player"
"""The header in which a platform names the user for whom it acts."""
ACTING_FOR_VARIABLE = "HTTP_BOTTEGA_PLAYER"
"""The header as the web server passes it on. Most requests lack it, which werkzeug finds by an exception."""
AUTHORIZATION_VARIABLE = "HTTP_AUTHORIZATION"


class ApiRequest(Request):
    """A request with the facts that several handlers need. Each fact is read once."""

    @property
    def blueprints(self) -> list[str]:
        """Return no blueprints: Flask would search them for hooks, three times per request."""
        return []

    @cached_property
    def installation(self) -> Installation:
        """Return the dependencies of the use cases."""
        return installation()

    @cached_property
    def principal(self) -> Principal:
        """Return who sends the request."""
        sent = self.environ
        return Principal(self.installation, sent.get(AUTHORIZATION_VARIABLE, ""), sent.get(ACTING_FOR_VARIABLE))

    @cached_property
    def view(self) -> Callable[..., Any] | None:
        """Return the view of the requested operation; None for an unknown URL."""
        return _unproxied(current_app).view_functions.get(self.endpoint or "")

    @cached_property
    def allowances(self) -> dict[str, RateLimit]:
        """Return the rate limits that have counted the request, by name."""
        return {}

    @cached_property
    def counted(self) -> dict[tuple[str, str], Any]:
        """Return replies of Redis for rate limits that are not checked yet, by the limit and what it counts."""
        return {}


def current_request() -> ApiRequest:
    """Return the current request."""
    return cast("ApiRequest", _unproxied(request))


def principal() -> Principal:
    """Return who sends the current request."""
    return current_request().principal


def check_acting_for(blueprints: Collection[str]) -> None:
    """Reject an invalid `Bottega-Player` header, or one without the platform's key; runs before each request.

    The header is always validated; the key is required where credentials count. Raises InvalidRequest and
    TokenRequired.
    """
    sent = current_request()
    user: str | None = sent.environ.get(ACTING_FOR_VARIABLE)
    if user is None or sent.blueprint not in blueprints:
        return
    callers.check_user_id(user)
    if _reads_credentials(sent) and not sent.principal.token and "ticket" not in sent.args:
        raise problems.TokenRequired("Send the platform's key as `Authorization: Bearer <key>` with `Bottega-Player`.")


def check_scheme(blueprints: Collection[str]) -> None:
    """Reject credentials of another form than a Bearer token; runs before each request.

    The header is checked where credentials count and no ticket replaces them. Raises InvalidToken.
    """
    sent = current_request()
    if AUTHORIZATION_VARIABLE not in sent.environ or not sent.principal.is_anonymous:
        return
    if sent.blueprint in blueprints and _reads_credentials(sent) and "ticket" not in sent.args:
        raise problems.InvalidToken("Credentials have the form `Bearer <token>`.")


def _reads_credentials(sent: ApiRequest) -> bool:
    """Whether the requested operation takes credentials, as the contract says."""
    access = getattr(sent.view, "access", None)
    return access is not None and bool(access.security)


def installation() -> Installation:
    """Return the dependencies of the use cases."""
    connected: Installation = _unproxied(app_ctx).app.extensions["bottega"]
    return connected


def _unproxied(proxy: T) -> T:
    """Return the object behind a proxy of Flask, which takes a microsecond for each attribute."""
    return proxy._get_current_object()  # type: ignore[attr-defined, no-any-return]  # noqa: SLF001  # Flask documents it
