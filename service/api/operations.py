"""Declare operations: URL, operation id, credentials, body, query and problems, with one decorator each."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache, lru_cache, partial, update_wrapper, wraps
from typing import Any, cast

import flask_smorest
import msgspec
import orjson
from flask import Response, current_app, request
from marshmallow import EXCLUDE, Schema, ValidationError
from marshmallow.fields import Field
from webargs.multidictproxy import MultiDictProxy

from service import problems as errors
from service.api import idempotent_requests
from service.api.authentication import current_request, installation
from service.api.authorization import Access, View, authorized
from service.api.caching import UNCACHED, tagged
from service.api.declarations import Declared, Shape, declared_of, names_of, schema_at, schema_class
from service.api.descriptions import (
    OLD_RULES,
    REPLAYED,
    always_sent,
    body_of,
    header_texts,
    parameters_in,
    path_parameters,
    problem_responses,
    waiting_headers,
)
from service.contract.fields import ListParameter
from service.installation.clock_and_ids import written
from service.resources.headers import IdempotencyKey
from service.resources.problems import FieldError
from service.store import Idempotency
from service.telemetry import request_id

TIME = "Bottega-Time"
TIME_DESCRIPTION = "Current time of the service, UTC (RFC 3339), whose clock all deadlines use."

METRICS = "/metrics"
"""The URL of the metrics, which is served at the health port only."""
UNCOUNTED = ("/healthz", "/readyz")
"""Paths without rate limits."""
PAGES = (
    *("front_door", "widget", "client_file", "client_package", "client_packages"),
    *("documentation", "documentation_page", "documentation_slash", "notification_link"),
)
"""Endpoints that ignore unknown query parameters, such as tracking suffixes."""
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
QUERIES_KNOWN = 1024
NOTHING: Mapping[str, str] = {}
ARGUMENT = {"json": "body"}
"""Argument names of the views, where they differ from the location."""


class Resource(flask_smorest.Blueprint):  # type: ignore[misc]  # published without types
    """The operations of one resource."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._undocumented: list[Callable[[], None]] = []
        """Functions that document one operation each, in the order of their declaration."""
        super().__init__(*arguments, **named)

    def register_views_in_doc(self, api: Any, *where: Any, **how: Any) -> None:
        """Defer documenting the operations until the contract is requested, since it takes a second."""
        register = super().register_views_in_doc

        def document() -> None:
            while self._undocumented:
                self._undocumented.pop(0)()
            register(api, *where, **how)

        api.documenters.append(document)

    def _store_endpoint_docs(self, endpoint: str, view: Any, *where: Any, **how: Any) -> None:
        """Defer the documentation of a view."""
        document = super()._store_endpoint_docs
        self._undocumented.append(lambda: document(endpoint, view.documented(), *where, **how))

    def operation(  # noqa: PLR0913
        self,
        method: str,
        rule: str,
        name: str,
        *,
        responses: Mapping[int, Shape | str | None],
        sends: Mapping[str, str] = NOTHING,
        access: Access | None = None,
        body: Shape | None = None,
        query: Shape | None = None,
        headers: Shape | None = None,
        conditional: Shape | None = None,
        problems: Sequence[type[errors.ProblemError]] = (),
        may_reject: bool = False,
        fails: bool = True,
        changes: bool = True,
    ) -> Callable[[View], View]:
        """Declare an operation; `name` is its operation id.

        The view is called with its path parameters, with `body`, `query` and `headers` as declared, and with what
        `access` adds. Default: no credentials.

        - `conditional`: headers of conditional requests, which werkzeug reads; the view does not get them.
        - `responses`: schemas by status, or the media type of a text. `sends`: headers of the first response.
        - `problems`: problems of the use case. Those of credentials, body and path are added.
        - `may_reject`: the rules can reject the request with their own codes.
        - `fails=False`: no 500 or 503 is documented, since nothing can fail.
        - `changes=False`: the operation changes nothing. All other operations that do not read `Idempotency-Key` among
          their `headers` are performed once for each key.
        """
        repeats = changes and method in CHANGING and headers is None
        limited = () if rule in UNCOUNTED else (errors.TooManyRequests,)
        usual = [*(_usual_problems(rule, access, body) if fails else (errors.InvalidRequest,)), *limited]
        repeated = (errors.IdempotencyKeyReused, errors.RequestInProgress) if repeats else ()
        all_problems = [*usual, *repeated, *problems]
        sent_again = {idempotent_requests.REPLAYED: REPLAYED} if repeats else {}
        of_game = OLD_RULES if "<game_id>" in rule else NOTHING
        always = always_sent({TIME: TIME_DESCRIPTION, request_id.HEADER: request_id.DESCRIPTION})
        success = always | header_texts({**of_game, **sent_again, **sends})
        read = tuple(each for each in (headers or conditional, IdempotencyKey if repeats else None) if each is not None)
        declared = Declared(name, access, query, read)

        def declare(view: View) -> View:
            sent_in = {"json": body, "query": query, "headers": headers}
            shapes = {location: shape for location, shape in sent_in.items() if shape is not None}
            served = _with_arguments(view, shapes)
            if repeats:
                served = idempotent_requests.carried_out_once(served)
            served = authorized(served, access)
            if repeats:
                served = _with_readable_key(idempotent_requests.recalled(served, name))
            served = update_wrapper(served, view)
            marked = cast("Any", served)
            marked.access, marked.declared = access, declared
            marked.documented = partial(document, view)
            return cast("View", self.route(rule, methods=[method], parameters=path_parameters(rule))(served))

        def document(view: View) -> View:
            """Wrap a view with its documentation; the wrapper is never called."""
            for status, shown in problem_responses(all_problems, may_reject).items():
                view = self.alt_response(status, shown)(view)
            for status, shape in responses.items():
                shown = success if status == next(iter(responses)) else waiting_headers(status)
                returned = shape if isinstance(shape, str) or shape is None else schema_class(shape)
                view = self.alt_response(status, headers=shown or None, success=True, **body_of(returned))(view)
            for location, shape in (*(("headers", each) for each in read), ("query", query), ("json", body)):
                if shape is not None:
                    needed = {"required": _needs_body(schema_at(shape))} if location == "json" else {}
                    view = self.arguments(schema_class(shape), location=location, **needed)(view)
            return cast("View", self.doc(operationId=name, security=access.security if access else [])(view))

        return declare

    def _prepare_arguments_doc(self, doc: Any, doc_info: Any, **kwargs: Any) -> Any:
        """Omit the 422 response of flask-smorest, whose name depends on the Python version; `operation` adds one."""
        doc_info.get("arguments", {}).pop("responses", None)
        return super()._prepare_arguments_doc(doc, doc_info, **kwargs)


def with_query(name: str, view: View, query: Shape) -> View:
    """Return a view outside the contract that accepts the parameters of a query; metrics and logs have its name."""

    def serve(**named: Any) -> Any:
        return view(**named)

    marked = cast("Any", serve)
    marked.declared = Declared(name, None, query, ())
    return cast("View", serve)


def json_response(
    body: bytes | msgspec.Struct, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a response with a struct, or with encoded JSON."""
    encoded = body if isinstance(body, bytes) else msgspec.json.encode(body)
    return Response(encoded, status, dict(headers or {}), content_type="application/json")


def tagged_response(resource: msgspec.Struct, tag: str) -> Response:
    """Return a resource with the entity tag of what the caller can change."""
    return json_response(resource, 200, UNCACHED | tagged(tag))


def no_content() -> Response:
    """Return a response without a body."""
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


def idempotency(headers: IdempotencyKey, scope: str) -> Idempotency | None:
    """Return the idempotency key of this request; None without a key."""
    if not headers.key:
        return None
    return idempotency_of(scope, headers.key, f"{request.method} {request.path}\n".encode() + request.get_data())


def idempotency_of(scope: str, key: str, content: bytes) -> Idempotency:
    """Return an idempotency key with the digest of its request."""
    return Idempotency(scope, key, hashlib.sha256(content).hexdigest())


def replayed(repeated: bool) -> dict[str, str]:  # noqa: FBT001  # a header's value
    """Return the header that marks a repeated response."""
    return {"Idempotent-Replayed": "true"} if repeated else {}


def unfit(messages: Any, path: str | None = "") -> errors.InvalidRequest:
    """Return a problem with every place that does not match its schema; `path` is None for parameters."""
    return errors.InvalidRequest("The request does not fit its schema.", errors=tuple(_faults(messages, path)))


def read_body() -> None:
    """Read the body before the request is processed; runs before each request. Raises ContentTooLarge.

    A chunked body has no length. Werkzeug reads up to the maximum and ignores the rest, so two different bodies might
    look the same.
    """
    sent = current_request()
    environ = sent.environ
    if not environ.get("CONTENT_LENGTH") and "HTTP_TRANSFER_ENCODING" not in environ:
        return
    most = current_app.config["MAX_CONTENT_LENGTH"]
    whole = len(sent.get_data())
    if sent.content_length is None and whole == most and environ["wsgi.input"].read(1):
        raise errors.ContentTooLarge("The body is longer than this service accepts.")


def add_time(response: Response) -> Response:
    """Add the current time as a header of the API. Deadlines in bodies are absolute, so that bodies do not change."""
    if request.endpoint not in PAGES:
        response.headers.add(TIME, written(installation().sources.now()))
    return response


def check_query() -> None:
    """Reject unknown and repeated query parameters; runs before each request."""
    sent = current_request()
    if sent.query_string and sent.endpoint not in PAGES and sent.view is not None:
        _check_fields(sent.view, sent.query_string)


@lru_cache(QUERIES_KNOWN)
def _check_fields(view: View, _query_string: bytes) -> None:
    """Raise InvalidRequest for unknown and repeated parameters of a query. Recent valid queries are cached."""
    known = _query_fields(view)
    faults = [
        FieldError(name, "Unknown parameter." if name not in known else "Given more than once.")
        for name, values in request.args.lists()
        if name not in known or (len(values) > 1 and not isinstance(known[name], ListParameter))
    ]
    if faults:
        raise errors.InvalidRequest("The query does not fit its schema.", errors=tuple(faults))


def _with_arguments(view: View, shapes: Mapping[str, Shape]) -> View:
    """Call a view with the validated parts of the request, read in the order of `shapes`, by location."""

    @wraps(view)
    def with_arguments(**named: Any) -> Any:
        for location, shape in shapes.items():
            named[ARGUMENT.get(location, location)] = READERS[location](schema_at(shape))
        return view(**named)

    return with_arguments if shapes else view


def _with_readable_key(view: View) -> View:
    """Call a view if the idempotency key is valid or missing."""

    @wraps(view)
    def with_readable_key(**named: Any) -> Any:
        _read_headers(schema_at(IdempotencyKey))
        return view(**named)

    return with_readable_key


def _read_json(schema: Schema) -> Any:
    """Read the body, and report every place that does not match. Raises InvalidRequest and what `_parsed` raises."""
    body = _parsed(schema)
    try:
        return schema.load(body)
    except ValidationError as error:
        raise unfit(error.messages) from error


def _parsed(schema: Schema) -> Any:
    """Parse the body; limits depth and numbers, unlike the standard library.

    An empty body must have the right type, too, since pages of other origins cannot send that type without a preflight.
    A request with `Authorization` had a preflight, so it may omit the type with the body.
    """
    sent = request.get_data()
    if sent and any(_codings()):
        raise errors.UnsupportedContentCoding("Send the body without `Content-Encoding`.")
    left_out = not sent and not _needs_body(schema)
    untyped = left_out and not request.mimetype and "Authorization" in request.headers
    if request.mimetype != "application/json" and not untyped:
        raise errors.UnsupportedMediaType("Send the body as `Content-Type: application/json`.")
    if left_out:
        return {}
    try:
        return orjson.loads(sent)
    except orjson.JSONDecodeError as error:
        facts = {"line": error.lineno, "column": error.colno, "fault": error.msg}
        raise errors.InvalidJson("Line {line}, column {column}: {fault}.", facts) from error


def _codings() -> Iterator[str]:
    """Return the content codings of the body, except `identity`."""
    named = (each.strip().lower() for each in request.headers.get("Content-Encoding", "").split(","))
    return (each for each in named if each not in ("", "identity"))


def _read_query(schema: Schema) -> Any:
    """Read the query; `check_query` has rejected unknown parameters."""
    return copy(_query_of(schema, request.query_string, tuple(installation().rulesets)))


@lru_cache(QUERIES_KNOWN)
def _query_of(schema: Schema, query_string: bytes, _hosted: tuple[str, ...]) -> Any:
    """Return the parameters of a query, which may name a hosted ruleset. Recent queries are cached: few differ."""
    return _read_parameters(schema, request.args if query_string else None)


def _read_headers(schema: Schema) -> Any:
    sent = request.headers
    return _read_parameters(schema, sent if any(name in sent for name in names_of(schema)) else None)


def _read_parameters(schema: Schema, sent: Any) -> Any:
    """Read the parameters of a schema, and report every one that does not match. Raises InvalidRequest."""
    try:
        return copy(_of_nothing(schema)) if sent is None else schema.load(MultiDictProxy(sent, schema), unknown=EXCLUDE)
    except ValidationError as error:
        raise unfit(error.messages, None) from error


@cache
def _of_nothing(schema: Schema) -> Any:
    """Return the default values of a schema; most requests send no parameters. Raises ValidationError."""
    return schema.load({})


READERS: Mapping[str, Callable[[Schema], Any]] = {"json": _read_json, "query": _read_query, "headers": _read_headers}
"""Readers by location."""


def _usual_problems(rule: str, access: Access | None, body: Shape | None) -> Iterator[type[errors.ProblemError]]:
    """Return the problems that follow from URL, credentials and body."""
    yield from (errors.InvalidRequest, errors.InternalError, errors.ComputationTooLong)
    if access is not None:
        yield from access.problems
    yield from (problem for each in parameters_in(rule).values() for problem in each.problems)
    if body is not None:
        yield from (
            errors.InvalidJson,
            errors.UnsupportedMediaType,
            errors.UnsupportedContentCoding,
            errors.ContentTooLarge,
        )


def _needs_body(schema: Schema) -> bool:
    return any(field.required for field in schema.fields.values())


@cache
def _query_fields(view: View) -> Mapping[str, Field[Any]]:
    """Return the query parameters that an operation declares, by name."""
    declared = declared_of(view)
    return declared.query_fields if declared else {}


def _faults(messages: Any, path: str | None) -> list[FieldError]:
    """Flatten marshmallow's messages; `path` is None above the names of parameters."""
    if isinstance(messages, Mapping):
        return [fault for key, value in messages.items() for fault in _faults(value, _below(path, str(key)))]
    return [FieldError(path or "", message) for message in messages]


def _below(path: str | None, key: str) -> str:
    if key == "_schema":
        return path or ""
    return key if path is None else f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
