"""Write one message about one or several notifications, as long as its target allows. Pure."""

from collections.abc import Sequence

from domain.languages import Language
from service.webhooks.chat_services import SPARE, Room
from service.webhooks.notification_texts import Notification, text

CUT = "\u2026"
"""Follows a text that was cut."""
UNLIMITED = Room(2**31, 2**31)


def written(language: Language, several: Sequence[Notification], footer: Sequence[str], room: Room) -> tuple[str, str]:
    """Return title and body of a message, with as many notifications as fit.

    A last line counts the others. The footer follows, unless it needs more than half of the room.
    """
    title, lines = _content(language, several)
    title = cut(title, room.title, room)
    left = room.body - (room.measure(title) + SPARE if room.is_merged else 0)
    footer = footer if room.measure("\n".join(footer)) <= left // 2 else ()
    for count in range(len(lines), 0, -1):
        body = _body(lines[:count], _rest(language, len(lines) - count, footer))
        if room.measure(body) <= left:
            return title, body
    rest = _rest(language, len(lines) - 1, footer)
    return title, _body([cut(lines[0], left - room.measure(_body(["", *rest], ())) - 1, room)], rest)


def _content(language: Language, several: Sequence[Notification]) -> tuple[str, Sequence[str]]:
    """Return the title, and a line for each notification."""
    if len(several) == 1:
        return several[0].title, [several[0].body]
    invitations = [each for each in several if each.inviter]
    others = [f"{each.title}. {each.body}".rstrip(". ") for each in several if not each.inviter]
    title = text(language, "many" if others else "invitations", count=len(several))
    return title, [*_invitations(language, invitations), *others]


def _invitations(language: Language, invitations: Sequence[Notification]) -> Sequence[str]:
    """Return a line for each player who invites to one or several games."""
    by_inviter: dict[str, list[Notification]] = {}
    for each in invitations:
        by_inviter.setdefault(each.inviter, []).append(each)
    return [_of_inviter(language, each) for each in by_inviter.values()]


def _of_inviter(language: Language, invitations: Sequence[Notification]) -> str:
    first = invitations[0]
    if len(invitations) == 1:
        return f"{first.title}. {first.body}"
    return text(language, "invites_to", inviter=first.inviter_name, count=len(invitations))


def _rest(language: Language, missing: int, footer: Sequence[str]) -> Sequence[str]:
    return [*([text(language, "more", count=missing)] if missing else []), *footer]


def _body(lines: Sequence[str], rest: Sequence[str]) -> str:
    return "\n".join([each for each in (*lines, *rest) if each])


def cut(content: str, most: int, room: Room) -> str:
    """Return a text, cut to a length of at most `most`."""
    if room.measure(content) <= most:
        return content
    while content and room.measure(f"{content}{CUT}") > most:
        content = content[:-1]
    return f"{content.rstrip()}{CUT}" if content else ""
