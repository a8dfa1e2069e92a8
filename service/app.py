"""Create the Flask application from the rulesets, the operations and the error handlers."""

import json
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache, partial
from threading import Lock
from typing import Any

import flask_smorest
import msgspec
from flask import Flask, Request, Response, request
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
from service.api.authentication import ApiRequest, check_acting_for, check_scheme
from service.api.caching import Unchanging, served, tag_of
from service.api.operations import METRICS, UNCOUNTED, add_time, check_query, read_body, with_query
from service.assembly import open_installation
from service.blocks import api as blocks
from service.contract import (
    examples,
    introduction,
    openapi_links,
    openapi_streams,
    openapi_webhooks,
    placing,
    shared_fields,
    sharing,
)
from service.contract.components import ContractPlugin
from service.contract.document import without_examples, written
from service.contract.openapi_versions import canonical, twin
from service.contract.selection import UnknownRulesets, names_in, of_rulesets, without_unused
from service.contract.structs import schema_of
from service.docs import routes
from service.matchmaking import api as seeks
from service.resources.contract import ContractQuery
from service.resources.problems import FieldError, Problem
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

CANONICAL = "openapi.json"
"""The contract in OpenAPI 3.0.3, which every generator reads."""
OPENAPI_31 = "openapi-3.1.json"
"""The contract in OpenAPI 3.1."""

RULESETS_PARAMETER = "rulesets"
"""The query parameter that names the rulesets of a contract."""
MOST_SELECTIONS = 32
"""The number of contracts that a process keeps encoded, of a megabyte at most."""

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


class Api(flask_smorest.Api):  # type: ignore[misc]  # published without types
    """The contract of the application."""

    ERROR_SCHEMA = schema_of(Problem)
    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Application, rulesets: Mapping[str, AnyRuleset]) -> None:
        self.rulesets, self.prefix = rulesets, app.prefix
        self.documenters: list[Callable[[], None]] = []
        """Functions that add operations to the contract; each runs once."""
        self.run_apart: Callable[[Callable[[], Mapping[str, str]]], Mapping[str, str]] = lambda generate: generate()
        self._generating, self._document = Lock(), ""
        self._contracts: dict[frozenset[str], Mapping[str, str]] = {}
        self._bodies = lru_cache(MOST_SELECTIONS)(self._encoded)
        self._plugin = ContractPlugin(rulesets)
        super().__init__(app, spec_kwargs={"marshmallow_plugin": self._plugin})

    def _register_error_handlers(self) -> None:
        """Do nothing: `service.api.errors` handles errors."""

    def _register_responses(self) -> None:
        """Do nothing: each operation declares its own problems."""

    def _register_etag_headers(self) -> None:
        """Do nothing: headers are described where they are used."""

    def _register_pagination_header(self) -> None:
        """Do nothing: flask-smorest's own pagination is not used."""

    def serve(self, name: str) -> Response:
        """Return a version of the contract, for the rulesets that the request names. Raises InvalidRequest."""
        try:
            listed = request.args.get(RULESETS_PARAMETER)
            chosen = frozenset(self.rulesets) if listed is None else names_in(listed, self.rulesets)
        except UnknownRulesets as error:
            fault = FieldError(RULESETS_PARAMETER, str(error))
            raise problems.InvalidRequest("The query does not fit its schema.", errors=(fault,)) from error
        return served(self._bodies(name, chosen), "application/json", {})

    def _encoded(self, name: str, rulesets: frozenset[str]) -> Unchanging:
        """Return a version of the contract with its entity tag."""
        body = self.contracts_of(rulesets)[name].encode()
        return Unchanging(body, tag_of(body))

    @property
    def contracts(self) -> Mapping[str, str]:
        """Return the contract of all rulesets with its examples, by file name."""
        return self.contracts_of(frozenset(self.rulesets))

    def contracts_of(self, names: frozenset[str]) -> Mapping[str, str]:
        """Return the contract of some of the rulesets with its examples, by file name.

        The first call takes half a second of processor time. A web server process does this in another thread, and
        serves its games in the meantime. The contract of all rulesets is kept; the caller keeps the others.
        """
        with self._generating:
            found = self._contracts.get(names)
            if found is None:
                found = self.run_apart(partial(self._generate, names))
            if len(names) == len(self.rulesets):
                self._contracts[names] = found
        return found

    def _generate(self, names: Collection[str]) -> Mapping[str, str]:
        if not self._document:
            self._document = self._describe()
        document = of_rulesets(json.loads(self._document), names)
        examples.embed(document, names)
        openapi_links.embed(document)
        openapi_streams.embed(document)
        openapi_webhooks.embed(document)
        sharing.share(document)
        document = without_unused(document)
        placing.place(document, self.prefix)
        versions = {CANONICAL: canonical(document), OPENAPI_31: twin(document)}
        return {name: msgspec.json.encode(each, order="sorted").decode() for name, each in versions.items()}

    def _describe(self) -> str:
        """Return the document of all rulesets as JSON, before a choice."""
        openapi_webhooks.add_schemas(self.spec)
        openapi_streams.add_schemas(self.spec)
        for document_operation in self.documenters:
            document_operation()
        document = self.spec.to_dict()
        shared_fields.share(document["components"]["schemas"], self._plugin.variants)
        return json.dumps(document)


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
    api = Api(app, rulesets)
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
