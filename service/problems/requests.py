"""Problems of a request itself: syntax, headers, schema and retries."""

from service.problems.base import Conflict, Missing, ProblemError


class BadRequest(ProblemError, status=400, title="Bad Request"):
    """The message is not a valid HTTP request."""


class NotFound(Missing, title="Not Found"):
    """No resource has this URL, for any method."""


class MethodNotAllowed(ProblemError, status=405, title="Method Not Allowed"):
    """The URL does not support this method; the header `Allow` lists the supported ones."""


class RequestTimeout(ProblemError, status=408, title="Request Timeout"):
    """The body did not arrive before the timeout of the web server."""


class UriTooLong(ProblemError, status=414, title="URI Too Long"):
    """The URL is longer than the web server accepts."""


class ExpectationFailed(ProblemError, status=417, title="Expectation Failed"):
    """The web server does not support the header `Expect` of the request."""


class UnknownTransferCoding(ProblemError, status=501, title="Not Implemented"):
    """The web server does not support the transfer coding of the body."""


class HeadersTooLarge(ProblemError, status=431, title="Request Header Fields Too Large"):
    """The headers are longer than the web server accepts."""


class InvalidJson(ProblemError, status=400, title="The body is not valid JSON"):
    """The body is not valid JSON."""


class UnsupportedMediaType(ProblemError, status=415, title="The body must be application/json"):
    """The `Content-Type` of the body is not JSON."""


class UnsupportedContentCoding(ProblemError, status=415, title="The body must not be compressed"):
    """The service does not support the content coding of the body, such as gzip."""


class ContentTooLarge(ProblemError, status=413, title="The body is too long"):
    """The body is longer than the service accepts."""


class InvalidRequest(ProblemError, status=422, title="The request does not match its schema"):
    """Body, query or headers do not match their schema; `errors` lists where."""


class IdempotencyKeyReused(Conflict, title="The Idempotency-Key was used for another request"):
    """The key was used for another request."""


class RequestInProgress(Conflict, title="The first request with this Idempotency-Key is in progress"):
    """The first request with this key has no response yet."""


class PreconditionFailed(ProblemError, status=412, title="The resource has changed since it was read"):
    """The resource has changed since the client read it."""
