"""Errors for illegal events and invalid plans."""


class Illegal(Exception):
    """The event cannot happen now; the message states the reason."""


def expect(condition: bool, message: str) -> None:  # noqa: FBT001  # like `assert`
    """Raise Illegal with `message` unless the condition holds."""
    if not condition:
        raise Illegal(message)
