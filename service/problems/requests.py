"""Problems of the request itself: syntax, headers, schema and retries."""

from service.problems.problem import ProblemError


class BadRequest(ProblemError):
    """The message is not a valid HTTP request."""

    status = 400
    code = "bad_request"
    title = "Bad Request"


class NotFound(ProblemError):
    """No resource has this URL, for any method."""

    status = 404
    code = "not_found"
    title = "Not Found"


class MethodNotAllowed(ProblemError):
    """The URL does not support this method; the header `Allow` lists the supported ones."""

    status = 405
    code = "method_not_allowed"
    title = "Method Not Allowed"


class RequestTimeout(ProblemError):
    """The body did not arrive before the timeout of the web server."""

    status = 408
    code = "request_timeout"
    title = "Request Timeout"


class UriTooLong(ProblemError):
    """The URL is longer than the web server accepts."""

    status = 414
    code = "uri_too_long"
    title = "URI Too Long"


class ExpectationFailed(ProblemError):
    """The web server does not support the header `Expect` of the request."""

    status = 417
    code = "expectation_failed"
    title = "Expectation Failed"


class UnknownTransferCoding(ProblemError):
    """The web server does not support the transfer coding of the body."""

    status = 501
    code = "unknown_transfer_coding"
    title = "Not Implemented"


class HeadersTooLarge(ProblemError):
    """The headers are longer than the web server accepts."""

    status = 431
    code = "headers_too_large"
    title = "Request Header Fields Too Large"


class InvalidJson(ProblemError):
    """The body is not valid JSON."""

    status = 400
    code = "invalid_json"
    title = "The body is not valid JSON"


class NotJson(ProblemError):
    """The `Content-Type` of the body is not JSON."""

    status = 415
    code = "unsupported_media_type"
    title = "The body must be application/json"


class UnknownContentCoding(ProblemError):
    """The service does not support the content coding of the body, such as gzip."""

    status = 415
    code = "unsupported_content_coding"
    title = "The body must not be compressed"


class ContentTooLarge(ProblemError):
    """The body is longer than the service accepts."""

    status = 413
    code = "content_too_large"
    title = "The body is too long"


class InvalidRequest(ProblemError):
    """Body, query or headers do not match their schema; `errors` lists where."""

    status = 422
    code = "invalid_request"
    title = "The request does not match its schema"


class IdempotencyKeyReused(ProblemError):
    """The key was used for another request."""

    status = 409
    code = "idempotency_key_reused"
    title = "The Idempotency-Key was used for another request"


class RequestInProgress(ProblemError):
    """The first request with this key has no response yet."""

    status = 409
    code = "request_in_progress"
    title = "The first request with this Idempotency-Key is in progress"


class PreconditionFailed(ProblemError):
    """The resource has changed since the client read it."""

    status = 412
    code = "precondition_failed"
    title = "The resource has changed since it was read"
