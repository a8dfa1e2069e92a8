"""Read the body, the query and the headers of a request by their schemas, and report every place that does not fit."""

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import cache, lru_cache, wraps
from typing import Any

import orjson
from flask import current_app, request
from marshmallow import EXCLUDE, Schema, ValidationError
from marshmallow.fields import Field
from webargs.multidictproxy import MultiDictProxy

from service import problems as errors
from service.api.authentication import current_request, installation
from service.api.authorization import View
from service.api.declarations import Shape, declared_of, names_of, schema_at
from service.contract.fields import ListParameter
from service.resources.headers import IdempotencyKey
from service.resources.problems import FieldError

PAGES = (
    *("front_door", "widget", "client_file", "client_package", "client_packages"),
    *("documentation", "documentation_page", "documentation_slash", "notification_link"),
)
"""Endpoints that ignore unknown query parameters, such as tracking suffixes."""
QUERIES_KNOWN = 1024
ARGUMENT = {"json": "body"}
"""Argument names of the views, where they differ from the location."""


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


def with_arguments(view: View, shapes: Mapping[str, Shape]) -> View:
    """Call a view with the validated parts of the request, read in the order of `shapes`, by location."""

    @wraps(view)
    def called(**named: Any) -> Any:
        for location, shape in shapes.items():
            named[ARGUMENT.get(location, location)] = READERS[location](schema_at(shape))
        return view(**named)

    return called if shapes else view


def with_readable_key(view: View) -> View:
    """Call a view if the idempotency key is valid or missing."""

    @wraps(view)
    def called(**named: Any) -> Any:
        _read_headers(schema_at(IdempotencyKey))
        return view(**named)

    return called


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
    left_out = not sent and not needs_body(schema)
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


def needs_body(schema: Schema) -> bool:
    """Whether a request must have a body: the schema has a required field."""
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
