"""The request itself, whatever it asks for."""

from service.problems.problem import ProblemError


class BadRequest(ProblemError):
    """What was sent is no HTTP request that can be understood."""

    status = 400
    code = "bad_request"
    title = "Bad Request"


class NotFound(ProblemError):
    """There is nothing at this address, whatever the method."""

    status = 404
    code = "not_found"
    title = "Not Found"


class MethodNotAllowed(ProblemError):
    """The address knows other methods, which the header `Allow` lists."""

    status = 405
    code = "method_not_allowed"
    title = "Method Not Allowed"


class RequestTimeout(ProblemError):
    """The body did not come within the time that the web server waits for it."""

    status = 408
    code = "request_timeout"
    title = "Request Timeout"


class UriTooLong(ProblemError):
    """The address is longer than the web server reads."""

    status = 414
    code = "uri_too_long"
    title = "URI Too Long"


class ExpectationFailed(ProblemError):
    """The request expects what no web server does."""

    status = 417
    code = "expectation_failed"
    title = "Expectation Failed"


class UnknownTransferCoding(ProblemError):
    """The body comes in a transfer coding that the web server does not know."""

    status = 501
    code = "unknown_transfer_coding"
    title = "Not Implemented"


class HeadersTooLarge(ProblemError):
    """The headers are longer than the web server reads."""

    status = 431
    code = "headers_too_large"
    title = "Request Header Fields Too Large"


class InvalidJson(ProblemError):
    """The body is not JSON that can be read."""

    status = 400
    code = "invalid_json"
    title = "The body is not readable JSON"


class NotJson(ProblemError):
    """The body is announced as something else than JSON."""

    status = 415
    code = "unsupported_media_type"
    title = "The body must be application/json"


class UnknownContentCoding(ProblemError):
    """The body comes in a content coding, such as gzip, that the service does not read."""

    status = 415
    code = "unsupported_content_coding"
    title = "The body must not be compressed"


class ContentTooLarge(ProblemError):
    """The body is longer than the service reads."""

    status = 413
    code = "content_too_large"
    title = "The body is too long"


class InvalidRequest(ProblemError):
    """Body, query or headers do not fit their schema; `errors` lists where."""

    status = 422
    code = "invalid_request"
    title = "The request does not fit its schema"


class IdempotencyKeyReused(ProblemError):
    """The key has been used for another request."""

    status = 409
    code = "idempotency_key_reused"
    title = "The Idempotency-Key belongs to another request"


class RequestInProgress(ProblemError):
    """The first request with this key has not been answered yet."""

    status = 409
    code = "request_in_progress"
    title = "The first request with this Idempotency-Key is in progress"


class PreconditionFailed(ProblemError):
    """The resource has changed since the client read it."""

    status = 412
    code = "precondition_failed"
    title = "The resource has changed since it was read"
