"""Test what Apprise builds from the URLs of chat and push services, and messages within the limits of each service."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from apprise import Apprise
from apprise.plugins.discord import NotifyDiscord
from apprise.plugins.google_chat import NotifyGoogleChat
from apprise.plugins.ntfy import NotifyNtfy
from apprise.plugins.pushover import NotifyPushover
from apprise.plugins.slack import NotifySlack
from apprise.plugins.telegram import NotifyTelegram
from apprise.plugins.zulip import NotifyZulip

from service.settings import Settings
from service.webhooks import chat_services
from service.webhooks.chat_services import NotAllowed, Room, plugin_of
from service.webhooks.notification_texts import Notification, text
from tests.workers.receivers import receiving
from workers.jobs import apprise_delivery
from workers.jobs.message_texts import written

HERE = (ip_network("127.0.0.2/32"),)
PLAIN_SCHEMES = ("gotify", "matrix", "mmost")
SETTINGS = Settings(redis_url="redis://localhost", rq_url="redis://localhost", secrets=(), webhook_targets=HERE)
OPEN = Settings(
    redis_url="redis://localhost",
    rq_url="redis://localhost",
    secrets=(),
    webhook_targets=HERE,
    notification_schemes=(*SETTINGS.notification_schemes, *PLAIN_SCHEMES),
)

URLS = [
    "discord://1234567890/abcdefghijklmnopqrstuvwxyz?thread=12345",
    "discord://Name@1234567890/abcdefghijklmnopqrstuvwxyz",
    "https://discord.com/api/webhooks/1234567890/abcdefghijklmnopqrstuvwxyz",
    "slack://name@T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/?to=general",
    "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/#general",
    "slack://xoxb-1234-1234-abc124/#channel",
    "https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ",
    "https://hooks.slack.com/workflows/T01ABC123/A02DEF456/123456789/abcdefGHI",
    "https://hooks.slack.com/triggers/T01ABC123/123456789/abcdefGHI",
    "ntfy://topic",
    "ntfys://ntfy.example.org/topic?priority=high&tags=dog",
    "ntfys://user:pass@ntfy.example.org:8443/topic",
    "ntfys://tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2@ntfy.example.org/topic",
    "ntfys://ntfy.example.org/topic?token=tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2",
    "https://ntfy.sh/topic",
    "tgram://123456789:abcdefghijklmnopqrstuvwxyz123456789/12315544/?topic=3&silent=yes",
    "tgram://123456789:abcdefghijklmnopqrstuvwxyz123456789/",
    "matrixs://user:pass@matrix.example.org/#room?version=3",
    "matrixs://token@matrix.example.org/!room:matrix.example.org",
    "matrixs://user:token@matrix.example.org?mode=slack",
    "pover://uuuuuuuuuuuuuuuuuuuuuuuuuuuuuu@tttttttttttttttttttttttttttttt/device?priority=high&sound=spacealarm",
    "pover://uuuuuuuuuuuuuuuuuuuuuuuuuuuuuu@tttttttttttttttttttttttttttttt?key=" + "ab" * 32,
    "gotifys://gotify.example.org:8080/path/AbCdEfGhIjKlMnO?priority=high",
    "mmosts://name@mm.example.org:8065/path/3ccdd113474722377935511fc85d3dd4?to=general",
    "zulip://botname@org/abcdefghijklmnopqrstuvwxyz123456/general",
    "zulip://botname@org?token=abcdefghijklmnopqrstuvwxyz123456&to=general",
    "gchat://workspace/key/token",
    "https://chat.googleapis.com/v1/spaces/workspace/messages?key=kkk&token=ttt",
]
FORBIDDEN = """
    verify rto cto redirect retry wait optional attach template tz overflow format emojis store user pass password port
    botname avatar_url url href image footer path filename click actions delay email discovery e2ee detect content
    preview album mdv flags ping tts batch blocks timestamp interval expire icon_url team channel
""".split()  # noqa: SIM905


@pytest.mark.parametrize("url", URLS)
def test_a_plugin_is_as_apprise_builds_it(url):
    expected: Any = Apprise.instantiate(url)
    assert plugin_of(url, SETTINGS).url() == expected.url().replace("overflow=upstream", "overflow=truncate").replace(
        "format=markdown&" if "thread=" in url else "overflow=upstream", ""
    )


@pytest.mark.parametrize("url", URLS)
def test_no_parameter_passes_that_is_not_named(url):
    for each in [form for name in FORBIDDEN for form in forms_of(f"{url}{'&' if '?' in url else '?'}", name)]:
        with pytest.raises(NotAllowed):
            plugin_of(each, SETTINGS)


def forms_of(start, name):
    """Return URLs with a parameter, as different parsers of queries read it."""
    upper, coded = name.upper(), f"%{ord(name[0]):02x}{name[1:]}"
    forms = [f"{start}{each}=no" for each in (name, upper, coded, f"+{name}", f"-{name}", f":{name}", f"%0a{name}")]
    forms += [f"{start}{each}{name}=no" for each in (";", "x=1;", "to=a;", "to=a&", "to=a&to=b;", "x#", "#&", "%20")]
    forms += [f"{start}{name}", f"{start}{name}%3Dno", f"{start};;{name}=no;", f"{start}to=a;{coded}=no"]
    return forms


@pytest.mark.parametrize("url", URLS)
def test_a_parameter_within_a_value_or_a_path_has_no_effect(url):
    template = "template=/etc/passwd%26verify=no%3Brto=1"
    start = f"{url}{'&' if '?' in url else '?'}"
    for each in (f"{start}to=a%26{template}", f"{start}to=a%3B{template}", f"{url}%3F{template}", f"{url}/;{template}"):
        try:
            plugin = plugin_of(each, SETTINGS)
        except NotAllowed:
            continue
        assert plugin.verify_certificate is plugin.redirects is True
        assert (plugin.socket_read_timeout, plugin.socket_connect_timeout, plugin.retry) == (4.0, 4.0, 0)
        assert plugin.overflow_mode.value == "truncate"
        assert not len(getattr(plugin, "template", None) or ())


@pytest.mark.parametrize(
    "url",
    [
        *("", "discord", "discord:", "discord://", "://", "https://", "json://example.org", "file:///etc/passwd"),
        *("discord://[/x", "tgram://1:", "tgram://", "matrixs://?", "https://example.org/discord://1234567890/abc"),
        *(" json://example.org", "discord:\\\\1234567890\\abcdefghijklmnopqrstuvwxyz", "ntfy://ntfy.example.org/topic"),
        "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/?to=a,b,c,d,e,f",
    ],
)
def test_a_url_that_names_no_allowed_service_is_rejected(url):
    with pytest.raises(NotAllowed):
        plugin_of(url, SETTINGS)


def test_the_guide_lists_the_allowed_parameters():
    guide = Path("openapi/guides/notifications.md").read_text()
    rows = re.findall(r"^\| [\w ]+ \| `(\w+)` \| (`.+`) \|$", guide, re.MULTILINE)
    assert {scheme: tuple(re.findall(r"`(\w+)`", names)) for scheme, names in rows} == {
        scheme: service.parameters for scheme, service in chat_services.SERVICES.items()
    }


def test_a_service_that_only_the_operator_knows_has_no_query():
    settings = Settings(redis_url="", rq_url="", secrets=(), notification_schemes=("rockets",))
    assert plugin_of("rockets://user:pass@chat.example.org/#room", settings).host == "chat.example.org"
    with pytest.raises(NotAllowed):
        plugin_of("rockets://user:pass@chat.example.org/#room?to=a", settings)


def test_a_redirect_of_a_service_to_an_internal_address_is_not_followed():
    with receiving(host="127.0.0.1") as inner:
        moved = f"HTTP/1.1 307 Temporary Redirect\r\nLocation: {inner.url}\r\nContent-Length: 0\r\n\r\n".encode()
        with receiving(lambda *_: moved) as receiver:
            url = f"gotify://{receiver.address[0]}:{receiver.address[1]}/AbCdEfGhIjKlMnO"
            attempt = apprise_delivery.send(url, lambda _: ("title", "body"), OPEN)
    assert attempt.error == "not sent: http is only allowed to networks that the operator names"
    assert (len(receiver.got), inner.got) == (1, [])


@dataclass
class Chat:
    """A service with a limit, whose plugin sends to a receiver."""

    url: str
    texts: Callable[[Any], tuple[str, ...]]
    """Returns the texts of a request that the service limits."""
    longest: int
    """The limit of the service."""
    measure: Callable[[str], int] = chat_services.utf16_length
    attribute: tuple[Any, str, str] | None = None
    """The URL of the service: plugin, attribute, and what follows the URL of the receiver."""


def content_of(request, name="text"):
    return (json.loads(request.body)[name],)


def attachment_of(request):
    return (json.loads(request.body)["attachments"][0]["text"],)


def form_of(request, name):
    """Return a field of a form, or of JSON."""
    from urllib.parse import parse_qs  # noqa: PLC0415

    return json.loads(request.body)[name] if request.body.startswith("{") else parse_qs(request.body)[name][0]


CHATS = {
    "discord": Chat(
        URLS[1], lambda sent: content_of(sent, "content"), 2000, attribute=(NotifyDiscord, "notify_url", "")
    ),
    "gchat": Chat("gchat://workspace/key/token", content_of, 4096, attribute=(NotifyGoogleChat, "notify_url", "")),
    "gotifys": Chat("gotify://{host}/AbCdEfGhIjKlMnO", lambda sent: content_of(sent, "message"), 10**6),
    "matrixs": Chat("matrix://user:token@{host}?mode=slack", attachment_of, 32_000, chat_services.utf8_length),
    "mmosts": Chat("mmost://{host}/3ccdd113474722377935511fc85d3dd4", content_of, 4000),
    "ntfys": Chat(
        "ntfys://topic",
        lambda sent: content_of(sent, "message"),
        4096,
        chat_services.utf8_length,
        (NotifyNtfy, "cloud_notify_url", ""),
    ),
    "pover": Chat(
        URLS[20], lambda sent: (form_of(sent, "message"),), 1024, attribute=(NotifyPushover, "notify_url", "")
    ),
    "slack": Chat(
        URLS[4],
        attachment_of,
        40_000,
        attribute=(NotifySlack, "webhook_url", ""),
    ),
    "tgram": Chat(URLS[15], content_of, 4096, attribute=(NotifyTelegram, "notify_url", "/")),
    "zulip": Chat(
        URLS[24], lambda sent: (form_of(sent, "content"),), 10_000, attribute=(NotifyZulip, "notify_url", "")
    ),
}
SENT = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
FOOTER = (f"https://play.example.org/#/game/{'g' * 20}", f"Unsubscribe: https://play.example.org/{'x' * 90}")
LANGUAGES: Any = ("en", "ru")


def notifications(number, filler):
    """Return notifications about games with long names."""
    return [
        Notification(f"Your turn {index}: Leonardo ({filler * 40})", f"Players: {filler * 60}.", "/", "bottega")
        for index in range(number)
    ]


def test_every_default_service_has_a_test():
    assert {*CHATS} == {*SETTINGS.notification_schemes} == {*chat_services.SERVICES}


@pytest.mark.parametrize("filler", ["a", "я", "\U0001f0a1", '"'])
@pytest.mark.parametrize("name", sorted(CHATS))
def test_a_message_about_1_to_100_notifications_fits_and_shows_or_counts_each(name, filler, monkeypatch):
    chat = CHATS[name]

    def answer(sent, _):
        fits = all(chat.measure(each) <= chat.longest for each in chat.texts(sent))
        return SENT if fits else SENT.replace(b"200 OK", b"400 Too long")

    with receiving(answer) as receiver:
        if chat.attribute is not None:
            plugin, attribute, rest = chat.attribute
            monkeypatch.setattr(plugin, attribute, f"{receiver.url}{rest}")
        url = chat.url.format(host=f"{receiver.address[0]}:{receiver.address[1]}")
        for number in (1, 2, 4, 5, 14, 15, 25, 49, 50, 100):
            several, language = notifications(number, filler), LANGUAGES[number % 2]
            attempt = apprise_delivery.send(url, lambda room: written(language, several, FOOTER, room), OPEN)  # noqa: B023
            assert attempt.error == "", number
            (shown,) = chat.texts(receiver.got[-1])
            found = shown.count("Players: ")
            assert found == number or text(language, "more", count=number - found) in shown
            assert found > 0
            assert shown.rstrip().endswith(FOOTER[1])
    assert len(receiver.got) == 10


@pytest.mark.parametrize("is_merged", [False, True])
@pytest.mark.parametrize("number", [1, 2, 100])
def test_a_message_never_exceeds_its_room(number, is_merged):
    several = notifications(number, "\U0001f0a1")
    for longest in range(80, 2000, 7):
        room = Room(longest // 3, longest, chat_services.utf8_length, is_merged)
        title, body = written("en", several, FOOTER, room)
        assert room.measure(title) <= room.title
        assert room.measure(f"{title}\r\n{body}" if is_merged else body) <= room.body
        assert body
