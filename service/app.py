"""Create the Flask application from the rulesets, the operations and the error handlers."""

import json
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from flask import Flask, Request, request
from flask.sessions import NullSession, SessionInterface

from domain.languages import CODES
from domain.registry import PUBLISHED, RULESETS
from domain.ruleset import AnyRuleset
from service import problems
from service.api import (
    accounts,
    actions,
    advice,
    client_packages,
    compression,
    cross_origin,
    deprecations,
    errors,
    events,
    feeds,
    game_info,
    games,
    health,
    leaving_games,
    limits,
    me,
    notification_links,
    notifications,
    operators,
    pages,
    players,
    ratings,
    records,
    request_metrics,
    rulesets,
    seats,
    traces,
    urls,
    webhooks,
)
from service.api.arguments import check_query, read_body
from service.api.authentication import ApiRequest, check_acting_for, check_scheme
from service.api.contract import CANONICAL, OPENAPI_31, Api
from service.api.operations import METRICS, UNCOUNTED, add_time, with_query
from service.assembly import open_installation
from service.blocks import api as blocks
from service.contract import introduction
from service.contract.document import without_examples, written
from service.docs import routes
from service.matchmaking import api as seeks
from service.resources.contract import ContractQuery
from service.seasons import api as seasons
from service.settings import Settings
from service.telemetry import context, metrics
from service.tournaments.api import (
    calendars,
    claims,
    entrants,
    rounds,
    standings,
    tournament_events,
    tournament_webhooks,
    tournaments,
)

TOURNAMENT_RESOURCES = (tournaments, entrants, rounds, claims, standings, calendars, tournament_events, seasons)
RESOURCES = (
    *(
        rulesets,
        games,
        game_info,
        actions,
        events,
        leaving_games,
        advice,
        seats,
        seeks,
        players,
        me,
        blocks,
        accounts,
        feeds,
    ),
    *(*TOURNAMENT_RESOURCES, ratings, records, webhooks, notifications, operators, health, tournament_webhooks),
)
"""All resources, in the order of their groups in the contract."""
AUTHENTICATED = tuple(each for each in RESOURCES if each not in (rulesets, ratings, health))
"""Resources whose operations authenticate the caller."""

ACCEPT_LANGUAGE: Mapping[str, Any] = {
    "in": "header",
    "name": "Accept-Language",
    "description": f"The language of texts for people: {CODES}. Default: English. Ids and codes do not depend on it.",
    "schema": {"type": "string"},
    "example": "cs, en;q=0.5",
}
ACTING_FOR: Mapping[str, Any] = {
    "in": "header",
    "name": "Bottega-Player",
    "description": "The platform's id of the user for whom it sends the request. The caller is then the player of that "
    "user. The same id always means the same player. Requires a player key with the scope `organise`.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[!-~]([ -~]*[!-~])?$"},
}
CONFIGURATION: Mapping[str, Any] = {
    "API_TITLE": "Bottega",
    "API_VERSION": "1",
    "OPENAPI_VERSION": "3.0.3",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": introduction.SUMMARY,
            "contact": {"name": "Bottega contributors"},
            "license": {"name": "MIT", "url": "https://opensource.org/license/mit"},
        },
        "servers": [{"url": "/"}],
    },
    "PROPAGATE_EXCEPTIONS": False,
    "PROVIDE_AUTOMATIC_OPTIONS": False,
}


class NoSessions(SessionInterface):
    """The sessions of an application without cookies. Flask would create an empty session for each request."""

    empty = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:  # noqa: ARG002  # as Flask calls it
        """Return the empty session of all requests."""
        return self.empty


class Application(Flask):
    """The Flask application. No view is a coroutine."""

    request_class = ApiRequest
    session_interface = NoSessions()
    prefix = ""

    def wsgi_app(self, environ: dict[str, Any], start_response: Any) -> Any:
        """Serve a request, whose path may start with the prefix."""
        if self.prefix:
            urls.remove(self.prefix, environ)
        return super().wsgi_app(environ, start_response)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return a view unchanged: skip Flask's checks for coroutines, several per request."""
        return func

    def log_exception(self, exc_info: Any) -> None:
        """Log an internal error with the operation's name: the URL may contain a token."""
        self.logger.error("%s failed", context.facts().get("operation", request.method), exc_info=exc_info)


def create_app(settings: Settings, rulesets: Mapping[str, AnyRuleset] = RULESETS) -> Flask:
    """Create the application. It connects to Redis with the first request that needs it."""
    app = Application(__name__, static_folder=None)
    app.config.from_mapping(CONFIGURATION, MAX_CONTENT_LENGTH=settings.body_limit)
    app.url_map.merge_slashes = False
    app.prefix = settings.prefix
    app.extensions["bottega"] = open_installation(settings, rulesets)
    _register_operations(app, rulesets)
    pages.register(app, f"/{CANONICAL}")
    client_packages.register(app)
    notification_links.register(app)
    routes.register(app, lambda: contracts(app)[OPENAPI_31], rulesets)
    metrics.start(settings.metrics)
    request_metrics.register(app, serves_metrics=bool(settings.health_port))
    if settings.tracing:
        traces.register(app)
    compression.register(app)
    if settings.health_port:
        app.before_request(partial(_guard_ports, str(settings.health_port)))
    app.before_request(read_body)
    cross_origin.register(app, settings.origins, (each["name"] for each in (ACCEPT_LANGUAGE, ACTING_FOR)))
    app.before_request(limits.check_limits)
    app.before_request(check_query)
    authenticated = {resource.blueprint.name for resource in AUTHENTICATED}
    app.before_request(partial(check_acting_for, authenticated))
    app.before_request(partial(check_scheme, authenticated))
    app.after_request(add_time)
    deprecations.register(app, rulesets)
    app.after_request(limits.add_rate_limits)
    app.after_request(limits.count_rejection)
    errors.register(app)
    return app


def export_contracts(
    rulesets: Mapping[str, AnyRuleset] = RULESETS, names: Collection[str] | None = None
) -> Mapping[str, str]:
    """Return the contract of hosted rulesets, or of those with these names, without a running service.

    The keys are the file names.
    """
    settings = Settings(redis_url="redis://localhost", rq_url="redis://localhost", secrets=(b"",))
    return api_of(create_app(settings, rulesets)).contracts_of(frozenset(rulesets if names is None else names))


def contracts(app: Flask) -> Mapping[str, str]:
    """Return the contract of an application by file name. The first call generates it."""
    return api_of(app).contracts


def api_of(app: Flask) -> Api:
    """Return the API of an application."""
    api: Api = app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    return api


def export_contract(rulesets: Mapping[str, AnyRuleset]) -> str:
    """Return the canonical contract of these rulesets, with its examples."""
    return export_contracts(rulesets)[CANONICAL]


def export_committed(rulesets: Mapping[str, AnyRuleset] = PUBLISHED, names: Collection[str] | None = None) -> str:
    """Return the canonical contract of hosted rulesets, or of those with these names, without examples.

    That of the published ones is committed.
    """
    exported = export_contracts(rulesets, names)[CANONICAL]
    return f"{written(without_examples(json.loads(exported)))}\n"


def _guard_ports(port: str) -> None:
    """Serve only health and metrics at the health port, and metrics nowhere else; raises NotFound."""
    if request.environ.get("SERVER_PORT") != port:
        if request.path == METRICS:
            raise problems.NotFound("No resource has this URL.")
    elif request.path not in (*UNCOUNTED, METRICS):
        raise problems.NotFound("This port serves only /healthz, /readyz and /metrics.")


def _register_operations(app: Application, rulesets: Mapping[str, AnyRuleset]) -> None:
    api = Api(app, rulesets, app.prefix)
    api.spec.components.security_scheme(
        "seatToken",
        {"type": "http", "scheme": "bearer", "description": "The token of a seat, from `createGame` or `claimSeat`."},
    )
    api.spec.components.security_scheme(
        "creatorToken",
        {"type": "http", "scheme": "bearer", "description": "The creator token of a game, from `createGame`."},
    )
    api.spec.components.security_scheme(
        "playerKey",
        {
            "type": "http",
            "scheme": "bearer",
            "description": "A player key, from `createPlayer`, `createKey` or the operator. Or a JSON Web Token of the "
            "OpenID Connect issuer that the operator trusts.",
        },
    )
    authenticated = {resource.blueprint: resource in AUTHENTICATED for resource in RESOURCES}
    for blueprint, acting in authenticated.items():
        api.register_blueprint(blueprint, parameters=[ACCEPT_LANGUAGE, *[ACTING_FOR] * acting])
    for name in (CANONICAL, OPENAPI_31):
        called = name.replace(".", "_")
        app.add_url_rule(f"/{name}", called, with_query(called, partial(api.serve, name), ContractQuery))
