"""Errors for illegal events and invalid plans."""


class Illegal(Exception):
    """The event cannot happen now; the message states the reason."""


def expect(is_so: bool, otherwise: str) -> None:  # noqa: FBT001  # the condition is what it is about
    """Raise Illegal with `message` unless the condition holds."""
    if not is_so:
        raise Illegal(otherwise)
