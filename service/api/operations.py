"""Declare operations: URL, operation id, credentials, body, query and problems, with one decorator each."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial, update_wrapper
from typing import Any, cast

import flask_smorest
import msgspec
from flask import Response, request

from service import problems as errors
from service.api import idempotent_requests
from service.api.arguments import PAGES, needs_body, with_arguments, with_readable_key
from service.api.authentication import installation
from service.api.authorization import Access, View, authorized
from service.api.caching import UNCACHED, tagged
from service.api.declarations import Declared, Shape, schema_at, schema_class
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
from service.installation.clock_and_ids import written
from service.resources.headers import IdempotencyKey
from service.store import Idempotency
from service.telemetry import request_id

TIME = "Bottega-Time"
TIME_DESCRIPTION = "Current time of the service, UTC (RFC 3339), whose clock all deadlines use."

METRICS = "/metrics"
"""The URL of the metrics, which is served at the health port only."""
UNCOUNTED = ("/healthz", "/readyz")
"""Paths without rate limits."""
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
NOTHING: Mapping[str, str] = {}


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
            served = with_arguments(view, shapes)
            if repeats:
                served = idempotent_requests.carried_out_once(served)
            served = authorized(served, access)
            if repeats:
                served = with_readable_key(idempotent_requests.recalled(served, name))
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
                    needed = {"required": needs_body(schema_at(shape))} if location == "json" else {}
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


def add_time(response: Response) -> Response:
    """Add the current time as a header of the API. Deadlines in bodies are absolute, so that bodies do not change."""
    if request.endpoint not in PAGES:
        response.headers.add(TIME, written(installation().sources.now()))
    return response


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
