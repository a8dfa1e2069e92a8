"""What can go wrong with a request, as problem details (RFC 9457) with stable codes."""

from typing import Any, Final

import msgspec

TITLES: Final[dict[str, tuple[int, str]]] = {
    "bad_request": (400, "The request cannot be read"),
    "malformed_json": (400, "The body is not JSON"),
    "token_required": (401, "This needs the token of a seat"),
    "invalid_token": (401, "The token is not valid"),
    "foreign_token": (403, "The token belongs to another game"),
    "not_found": (404, "There is nothing at this address"),
    "game_not_found": (404, "There is no such game"),
    "ruleset_not_found": (404, "There is no such ruleset"),
    "method_not_allowed": (405, "The method is not allowed here"),
    "not_acceptable": (406, "The answer cannot be given in that form"),
    "decision_closed": (409, "That decision is no longer open"),
    "action_refused": (409, "The rules do not allow this action"),
    "malformed_action_refused": (422, "The action does not fit its schema"),
    "malformed_setup_refused": (422, "The set-up does not fit its schema"),
    "setup_refused": (409, "The rules do not allow this set-up"),
    "wrong_ruleset": (409, "The game is of another ruleset"),
    "game_not_over": (409, "The game is not over"),
    "seat_not_open": (409, "The seat cannot be claimed"),
    "seat_taken": (409, "The seat is taken"),
    "busy": (503, "Too many are acting in this game at once"),
    "body_too_large": (413, "The body is too large"),
    "unsupported_media_type": (415, "The body must be JSON"),
    "invalid_body": (422, "The body does not fit its schema"),
    "invalid_query": (422, "The query does not fit its schema"),
    "invalid_header": (422, "A header does not fit its schema"),
    "idempotency_key_reused": (422, "The Idempotency-Key was used for another request"),
    "store_unavailable": (503, "The store does not answer"),
    "internal_error": (500, "Something went wrong on our side"),
}
"""Status and title of each code of the service; a ruleset's own codes take the title of `action_refused`."""


class Problem(Exception):
    """A request that is answered with problem details; raised where the fact is known."""

    def __init__(self, code: str, detail: str, *, kind: str = "", headers: dict[str, str] | None = None, **facts: Any):
        """`kind` is the entry of TITLES, where `code` is a ruleset's; `facts` become members of the answer."""
        super().__init__(detail)
        self.code = code
        self.status, self.title = TITLES[kind or code]
        self.detail = detail
        self.headers = headers or {}
        self.facts = facts

    def body(self) -> bytes:
        """Give the members of the answer, as JSON."""
        members = {"type": "about:blank", "title": self.title, "status": self.status, "detail": self.detail}
        return msgspec.json.encode({**members, "code": self.code, **self.facts})
