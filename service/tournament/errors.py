"""What is raised for an event that cannot happen, or a plan that cannot be played."""


class Illegal(Exception):
    """An event that cannot happen now; the message says why."""


def expect(is_so: bool, otherwise: str) -> None:  # noqa: FBT001  # the condition is what it is about
    """Raise Illegal unless something is so."""
    if not is_so:
        raise Illegal(otherwise)
