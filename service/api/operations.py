"""How an operation is declared: address, name, credentials, body, query and problems, with one decorator each."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial, update_wrapper, wraps
from typing import Any, cast

import flask_smorest
import orjson
from flask import Response, current_app, request
from marshmallow import EXCLUDE, Schema, ValidationError
from marshmallow.fields import Field
from webargs.multidictproxy import MultiDictProxy

from service.api import idempotent_requests
from service.api.authorization import SECURITY, Bearer, View, guarded, problems_of
from service.api.descriptions import (
    REPLAYED,
    body_of,
    header_texts,
    path_parameters,
    problem_responses,
    waiting_headers,
)
from service.contract.schemas.creation import IdempotencyKey
from service.contract.schemas.fields import ListParameter
from service.play.bottega import Bottega
from service.play.clock_and_ids import written
from service.problems import (
    ContentTooLarge,
    GameNotFound,
    IdempotencyKeyReused,
    InternalError,
    InvalidJson,
    InvalidRequest,
    NotJson,
    ProblemError,
    RequestInProgress,
    StoreUnavailable,
    TooManyRequests,
    TournamentNotFound,
    UnknownContentCoding,
)
from service.store import Idempotency
from service.telemetry import request_id

TIME = "Bottega-Time"
TIME_TOLD = "What time it is here, UTC (RFC 3339): every answer has it, and deadlines are told by the same clock."

METRICS = "/metrics"
"""Told at the port of health alone."""
UNCOUNTED = ("/healthz", "/readyz")
"""What may be asked as often as anybody likes."""
PAGES = ("front_door", "table_file", "documentation", "documentation_page")
"""What takes any query: whoever passes on an address that people opened may have added to it."""
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
NOTHING: Mapping[str, str] = {}
REPEATABLE = IdempotencyKey()
ARGUMENT = {"json": "body"}
"""How a view calls what is read from a location, where it is not called as the location."""


class Resource(flask_smorest.Blueprint):  # type: ignore[misc]  # published without types
    """The operations of one resource."""

    def register_views_in_doc(self, api: Any, *where: Any, **how: Any) -> None:
        """Leave telling the contract of the operations until somebody asks for it: that takes a second."""
        api.documenters.append(partial(super().register_views_in_doc, api, *where, **how))

    def operation(  # noqa: PLR0913  # all that there is to say of an operation
        self,
        method: str,
        rule: str,
        name: str,
        *,
        responses: Mapping[int, type[Schema] | str | None],
        sends: Mapping[str, str] = NOTHING,
        bearer: Bearer = "none",
        body: type[Schema] | None = None,
        query: type[Schema] | None = None,
        headers: type[Schema] | None = None,
        conditional: type[Schema] | None = None,
        problems: Sequence[type[ProblemError]] = (),
        may_reject: bool = False,
        fails: bool = True,
        reads_game: bool = False,
        changes: bool = True,
    ) -> Callable[[View], View]:
        """Declare an operation; `name` is its name in the contract.

        The view is called with its path parameters, with `body`, `query` and `headers` as far as they are declared, and
        with the `seat` of the bearer, or its `caller`. Headers that make a request `conditional` are not handed on:
        werkzeug reads them. `responses` holds the schemas by status, or the media type of a text; `sends` describes the
        headers of the first. `problems` are those that the use case raises; those that follow from token, body and path
        are added. One that `may_reject` can be rejected with the codes of the rules. `fails=False`: it touches nothing
        that can fail, so no 500 or 503 is documented. One that `reads_game` is called with the game as it is `stored`,
        too, which has been read together with who has its seats. `changes=False`: it changes nothing, whatever its
        method. All others that do not read `Idempotency-Key` among their `headers` are carried out once for each key.
        """
        repeats = changes and method in CHANGING and headers is None

        def declare(view: View) -> View:
            sent_in = {"json": body, "query": query, "headers": headers}
            schemas = {location: schema() for location, schema in sent_in.items() if schema is not None}
            served = _with_arguments(view, schemas)
            if repeats:
                served = idempotent_requests.carried_out_once(served)
            served = guarded(served, bearer, reads_game=reads_game)
            if repeats:
                served = _with_readable_key(idempotent_requests.recalled(served, name))
            served = update_wrapper(served, document(view))
            return cast("View", self.route(rule, methods=[method], parameters=path_parameters(rule))(served))

        def document(view: View) -> View:
            """Wrap a view in what tells the contract of it; nobody calls the wrapping."""
            limited = () if rule in UNCOUNTED else (TooManyRequests,)
            usual = [*(_usual_problems(rule, bearer, body) if fails else (InvalidRequest,)), *limited]
            repeated = (IdempotencyKeyReused, RequestInProgress) if repeats else ()
            for status, shown in problem_responses([*usual, *repeated, *problems], may_reject).items():
                view = self.alt_response(status, shown)(view)
            sent_again = {idempotent_requests.REPLAYED: REPLAYED} if repeats else {}
            for status, schema in responses.items():
                sent = (
                    header_texts({TIME: TIME_TOLD, request_id.HEADER: request_id.DESCRIPTION, **sent_again, **sends})
                    if status == next(iter(responses))
                    else waiting_headers(status)
                )
                view = self.alt_response(status, headers=sent or None, success=True, **body_of(schema))(view)
            read = ("headers", headers or conditional), ("headers", IdempotencyKey if repeats else None)
            for location, schema in (*read, ("query", query), ("json", body)):
                if schema is not None:
                    needed = {"required": _needs_body(schema())} if location == "json" else {}
                    view = self.arguments(schema, location=location, **needed)(view)
            return cast("View", self.doc(operationId=name, security=SECURITY[bearer])(view))

        return declare

    def _prepare_arguments_doc(self, doc: Any, doc_info: Any, **kwargs: Any) -> Any:
        """Leave out the 422 that flask-smorest names after the Python version; `operation` adds ours."""
        doc_info.get("arguments", {}).pop("responses", None)
        return super()._prepare_arguments_doc(doc, doc_info, **kwargs)


def bottega() -> Bottega:
    """Return what the use cases of this application work with."""
    connected: Bottega = current_app.extensions["bottega"]
    return connected


def json_response(body: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Make a response of JSON that is encoded already."""
    return Response(body, status, dict(headers or {}), content_type="application/json")


def idempotency(headers: Mapping[str, str], scope: str) -> Idempotency | None:
    """Return what makes this request repeatable; None without a key."""
    if "key" not in headers:
        return None
    return idempotency_of(scope, headers["key"], f"{request.method} {request.path}\n".encode() + request.get_data())


def idempotency_of(scope: str, key: str, asked: bytes) -> Idempotency:
    """Return what makes repeatable what is asked for with this key."""
    return Idempotency(scope, key, hashlib.sha256(asked).hexdigest())


def replayed(repeated: bool) -> dict[str, str]:  # noqa: FBT001  # a header's value
    """Mark an answer that was given before."""
    return {"Idempotent-Replayed": "true"} if repeated else {}


def unfit(messages: Any, path: str | None = "") -> InvalidRequest:
    """Report every place that does not fit its schema, from marshmallow's messages; `path` is None for parameters."""
    return InvalidRequest("The request does not fit its schema.", errors=_faults(messages, path))


def read_body() -> None:
    """Read the body before anything is made of it; runs before each request. Raises ContentTooLarge.

    One in chunks does not say how long it is: werkzeug reads as much as is allowed and leaves the rest, so that two
    different bodies might look alike.
    """
    environ = request.environ
    if not environ.get("CONTENT_LENGTH") and "HTTP_TRANSFER_ENCODING" not in environ:
        return  # it has none
    most = current_app.config["MAX_CONTENT_LENGTH"]
    whole = len(request.get_data())
    if request.content_length is None and whole == most and environ["wsgi.input"].read(1):
        raise ContentTooLarge("The body is longer than this service reads.")


def tell_time(response: Response) -> Response:
    """Tell in a header what time it is here: deadlines in bodies are absolute, so that bodies stay the same."""
    response.headers.add(TIME, written(bottega().sources.now()))
    return response


def check_query() -> None:
    """Reject query parameters that the operation does not know, or that come twice; runs before each request."""
    if not request.query_string or request.endpoint in PAGES:
        return
    view = current_app.view_functions.get(request.endpoint or "")
    if view is None:
        return
    known = _query_fields(view)
    faults = [
        {"path": name, "message": "Unknown parameter." if name not in known else "Given more than once."}
        for name, values in request.args.lists()
        if name not in known or (len(values) > 1 and not isinstance(known[name], ListParameter))
    ]
    if faults:
        raise InvalidRequest("The query does not fit its schema.", errors=faults)


def _with_arguments(view: View, schemas: Mapping[str, Schema]) -> View:
    """Call a view with what the request sends, read in the order of these schemas, which are named by location."""

    @wraps(view)
    def with_arguments(**named: Any) -> Any:
        for location, schema in schemas.items():
            named[ARGUMENT.get(location, location)] = READERS[location](schema)
        return view(**named)

    return with_arguments if schemas else view


def _with_readable_key(view: View) -> View:
    """Call a view if the key by which the request may be repeated can be read, or there is none."""

    @wraps(view)
    def with_readable_key(**named: Any) -> Any:
        _read_headers(REPEATABLE)
        return view(**named)

    return with_readable_key


def _read_json(schema: Schema) -> Any:
    """Read the body, and report every place that does not fit. Raises what `_parsed` does, and InvalidRequest."""
    body = _parsed(schema)
    try:
        return schema.load(body)
    except ValidationError as error:
        raise unfit(error.messages) from error


def _parsed(schema: Schema) -> Any:
    """Parse the body; limits depth and numbers, unlike the standard library.

    An empty body, too, must be of the right type: a page of another origin may send anything but that unasked. Whoever
    sends a token has been asked already, so that a body may then be left out altogether.
    """
    sent = request.get_data()
    if sent and any(_codings()):
        raise UnknownContentCoding("Send the body without `Content-Encoding`.")
    left_out = not sent and not _needs_body(schema)
    untyped = left_out and not request.mimetype and "Authorization" in request.headers
    if request.mimetype != "application/json" and not untyped:
        raise NotJson("Send the body as `Content-Type: application/json`.")
    if left_out:
        return {}
    try:
        return orjson.loads(sent)
    except orjson.JSONDecodeError as error:
        facts = {"line": error.lineno, "column": error.colno, "fault": error.msg}
        raise InvalidJson("Line {line}, column {column}: {fault}.", facts) from error


def _codings() -> Iterator[str]:
    """Return how the body is encoded, but for `identity`."""
    named = (each.strip().lower() for each in request.headers.get("Content-Encoding", "").split(","))
    return (each for each in named if each not in ("", "identity"))


def _read_query(schema: Schema) -> Any:
    """Read the query; `check_query` has rejected what it does not know."""
    return _read_parameters(schema, request.args if request.query_string else None)


def _read_headers(schema: Schema) -> Any:
    """Read the headers."""
    sent = request.headers
    return _read_parameters(schema, sent if any(name in sent for name in _names(schema)) else None)


def _read_parameters(schema: Schema, sent: Any) -> Any:
    """Read the parameters that a schema knows, and report every one that does not fit. Raises InvalidRequest."""
    try:
        return {**_of_nothing(schema)} if sent is None else schema.load(MultiDictProxy(sent, schema), unknown=EXCLUDE)
    except ValidationError as error:
        raise unfit(error.messages, None) from error


@cache
def _names(schema: Schema) -> tuple[str, ...]:
    """Return what the parameters of a schema are called on the wire."""
    return tuple(field.data_key or name for name, field in schema.load_fields.items())


@cache
def _of_nothing(schema: Schema) -> Mapping[str, Any]:
    """Return what a schema reads where nothing is sent; most requests send no parameters. Raises ValidationError."""
    read: Mapping[str, Any] = schema.load({})
    return read


READERS: Mapping[str, Callable[[Schema], Any]] = {"json": _read_json, "query": _read_query, "headers": _read_headers}
"""What reads each location."""


def _usual_problems(rule: str, bearer: Bearer, body: type[Schema] | None) -> Iterator[type[ProblemError]]:
    """Return which problems an operation can meet whatever it does."""
    yield from (InvalidRequest, InternalError)
    yield from problems_of(bearer)
    if "<game_id>" in rule:
        yield from (GameNotFound, StoreUnavailable)
    if "<tournament>" in rule:
        yield from (TournamentNotFound, StoreUnavailable)
    if body is not None:
        yield from (InvalidJson, NotJson, UnknownContentCoding, ContentTooLarge)


def _needs_body(schema: Schema) -> bool:
    """Whether a body must be sent: it may be left out where no member of it is required."""
    return any(field.required for field in schema.fields.values())


@cache
def _query_fields(view: View) -> Mapping[str, Field[Any]]:
    """Return the query parameters that an operation declares, by name."""
    parameters = getattr(view, "_apidoc", {}).get("arguments", {}).get("parameters", [])
    declared = [each["schema"]().fields for each in parameters if each["in"] == "query"]
    return {name: field for fields in declared for name, field in fields.items()}


def header_fields(view: View) -> Iterator[str]:
    """Return the headers that an operation declares."""
    parameters = getattr(view, "_apidoc", {}).get("arguments", {}).get("parameters", [])
    return (name for each in parameters if each["in"] == "headers" for name in _names(each["schema"]()))


def response_headers(view: View) -> Iterator[str]:
    """Return the headers that an operation declares of its responses."""
    responses = getattr(view, "_apidoc", {}).get("response", {}).get("responses", {})
    return (name for several in responses.values() for each in several for name in each.get("headers") or ())


def _faults(messages: Any, path: str | None) -> list[dict[str, str]]:
    """Flatten marshmallow's messages; `path` is None above the names of parameters."""
    if isinstance(messages, Mapping):
        return [fault for key, value in messages.items() for fault in _faults(value, _below(path, str(key)))]
    return [{"path": path or "", "message": message} for message in messages]


def _below(path: str | None, key: str) -> str:
    """Name a place inside another."""
    if key == "_schema":
        return path or ""
    return key if path is None else f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
