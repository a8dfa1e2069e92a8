"""Test notifications: targets, texts, quiet hours, digests, and messages to real receivers."""

import json
import re
import socket
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from aiosmtpd.controller import Controller
from apprise.plugins.discord import NotifyDiscord
from apprise.plugins.telegram import NotifyTelegram
from joserfc import jwt
from joserfc.jwk import ECKey

from domain import replay
from domain.names import LANGUAGES
from service.game.game import load
from service.playing import notices
from service.playing.notification_texts import notification
from service.resources.messages import message_types
from service.resources.notifications import QuietHours, time_zones
from service.store import Delivery, StoredNotice, TargetTerms
from service.webhooks import quiet_hours, web_push
from service.webhooks.destinations import MOST_TARGETS
from service.webhooks.notification_texts import TEXTS, Notification
from service.webhooks.web_push import decoded, encoded
from tests.rulesets.games import NAMES, PLAYED, play, redeals
from tests.service.notices import ADA, LONG_AGO, act, game_in
from tests.service.notifications import (
    DISCORD,
    FUTURE,
    HERE,
    PATH,
    PLAY,
    Browser,
    Mailbox,
    created,
    known,
    sent,
    table_of,
)
from tests.service.players import player
from tests.service.races import at_once
from tests.service.tournaments_api import found, organiser, people
from tests.workers.receivers import BROKEN, receiving
from workers.processes.sweeper import sweep_webhooks

TELEGRAM = "tgram://123456789:abcdefghijklmnopqrstuvwxyz123456789/12315544/"
NIGHT = {"start": "22:00", "end": "07:00", "time_zone": "Europe/Prague"}

OF_A_MACHINE = ("localtime", "posixrules", "posix/Europe/Prague", "right/Europe/Prague", "Factory", "europe/prague")
"""Names of zone files on some machines, which are no time zones."""


@pytest.fixture
def service(start):
    return start(webhook_targets=HERE, public_url=PLAY)


@pytest.fixture
def receiver():
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def ada(service):
    return player(service, "Ada")


@pytest.fixture
def ben(service):
    return player(service, "Ben")


@pytest.fixture
def mail(start):
    """Return a service with a mail server, and the mailbox."""
    mailbox = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    server = Controller(mailbox, hostname="127.0.0.1", port=port)
    server.start()
    smtp_url = f"mailto://127.0.0.1:{port}?from=bottega@example.org"
    yield start(public_url=PLAY, smtp_url=smtp_url, anonymous_mail=True), mailbox
    server.stop()


def test_a_push_message_reaches_the_browser_encrypted_and_signed(service, receiver, ada, ben):
    browser = Browser(receiver.url)
    target = created(ada, web_push=browser.subscription, language="cs")
    table = table_of(ada, ben, name="Friday")
    assert sent(ada, target) == [""]
    (push,) = receiver.got
    assert browser.read(push) == {
        "title": "Jste na tahu: stakes cs (Friday)",
        "body": "Hráči: Ben.",
        "url": f"{PLAY}/#/game/{table.game_id}",
        "tag": table.game_id,
    }
    key = service.client.get("/v1/notification-settings").json["vapid_public_key"]
    token, _, shown = push.headers["authorization"].removeprefix("vapid t=").partition(", k=")
    point = decoded(shown)
    public: dict[str, Any] = {"kty": "EC", "crv": "P-256", "x": encoded(point[1:33]), "y": encoded(point[33:])}
    claims = jwt.decode(token, ECKey.import_key(public)).claims
    assert (shown, claims["aud"], claims["sub"]) == (key, receiver.url.removesuffix("/hooks"), PLAY)


def test_a_push_subscription_that_has_ended_disables_its_target(service, ada, ben):
    with receiving(lambda *_: b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n") as receiver:
        target = created(ada, web_push=Browser(receiver.url).subscription)
        table_of(ada, ben)
        assert sent(ada, target) == ["the response was 404"]
    shown = ada.get(f"{PATH}/{target['target_id']}").json
    assert (shown["disabled_reason"], shown["last_delivery"]["error"]) == ("gone", "the response was 404")
    changed = ada.send("PATCH", f"{PATH}/{target['target_id']}", {"events": ["invited"]}).json
    assert ("disabled_reason" in changed, changed["events"]) == (False, ["invited"])


def test_a_chat_service_gets_the_message_in_its_own_format(ada, ben, receiver, monkeypatch):
    target = created(ada, url=DISCORD, events=["your_turn"])
    assert (target["kind"], target["destination"]) == ("service", "discord")
    table = table_of(ada, ben)
    monkeypatch.setattr(NotifyDiscord, "notify_url", receiver.url)
    assert sent(ada, target) == [""]
    (posted,) = receiver.got
    assert posted.target == "/hooks/1234567890/abcdefghijklmnopqrstuvwxyz"
    content = json.loads(posted.body)["content"]
    assert content.splitlines()[:3] == ["Your turn: Stakes", "Players: Ben.", f"{PLAY}/#/game/{table.game_id}"]


@pytest.mark.parametrize(("url", "plugin"), [(DISCORD, NotifyDiscord), (TELEGRAM, NotifyTelegram)])
def test_names_are_no_mentions_links_or_tags_in_a_chat(service, ada, receiver, monkeypatch, url, plugin):
    target = created(ada, url=url, events=["your_turn"])
    table_of(ada, player(service, "@everyone"), name="<3 & [free](https://evil.example)")
    monkeypatch.setattr(plugin, "notify_url", receiver.url)
    sent(ada, target)
    (posted,) = receiver.got
    (written,) = [text for name, text in json.loads(posted.body).items() if name in ("content", "text")]
    shown = re.sub("</?b>", "", written).split("https://play")[0]
    assert "everyone" in shown
    assert "free" in shown
    assert set(shown).isdisjoint("@<>[]&")


def test_a_push_service_cannot_read_the_game_from_the_topic(service, receiver, ada, ben):
    browsers = [Browser(receiver.url), Browser(f"{receiver.url}/2")]
    targets = [created(ada, web_push=each.subscription) for each in browsers]
    table = table_of(ada, ben)
    for each in targets:
        sent(ada, each)
        ada.post(f"{PATH}/{each['target_id']}/test")
        sent(ada, each)
    topics = [each.headers["topic"] for each in receiver.got]
    assert len({*topics}) == 4
    assert all(re.fullmatch("[A-Za-z0-9_-]{32}", each) and table.game_id not in each for each in topics)


@pytest.mark.parametrize(
    ("url", "detail"),
    [
        (
            f"{DISCORD}?thread=1;template=/etc/passwd",
            "Remove the other query parameters. URLs of this service may have: thread.",
        ),
        ("json://example.org/?a=1", "Remove the query parameters. URLs of this service have none."),
        ("xml://example.org/", "Send the URL of an allowed service: discord, json."),
    ],
)
def test_a_rejected_url_gets_what_its_service_allows(start, url, detail):
    ada = player(start(notification_schemes=("discord", "json")), "Ada")
    rejected = ada.post(PATH, {"url": url})
    assert (rejected.status_code, rejected.json["code"], rejected.json["detail"]) == (409, "target_rejected", detail)


@pytest.mark.parametrize(
    "body",
    [
        {"web_push": Browser("https://127.0.0.1/push").subscription},
        {"web_push": Browser("http://push.example.org/").subscription},
        {
            "web_push": Browser("https://push.example.org/").subscription
            | {"keys": {"p256dh": "B" * 87, "auth": "a" * 22}}
        },
        {"url": "ntfys://10.0.0.1/topic"},
        {"url": "ntfy://ntfy.example.org/topic"},
        {"url": "json://example.org/"},
        {"url": "file:///etc/passwd"},
        {"url": "syslog://"},
        {"url": "https://example.org/hook"},
        {"url": f"{DISCORD}?template=/etc/passwd"},
        {"url": "mailtos://user:password@mail.example.org"},
        {"email": "ada@example.org"},
    ],
)
def test_a_destination_that_is_not_allowed_is_rejected(start, body):
    ada = player(start(), "Ada")
    assert ada.post(PATH, body).json["code"] == "target_rejected"
    assert ada.get(PATH).json == {"targets": []}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"url": DISCORD, "email": "ada@example.org"},
        {"email": "ada@example.org\r\nBcc: ben@example.org"},
        {"url": DISCORD, "events": []},
        {"url": DISCORD, "events": ["lunch"]},
        {"url": DISCORD, "quiet_hours": NIGHT | {"time_zone": "Europe/Atlantis"}},
        {"url": DISCORD, "quiet_hours": NIGHT | {"time_zone": "../../etc/passwd"}},
        *({"url": DISCORD, "quiet_hours": NIGHT | {"time_zone": name}} for name in OF_A_MACHINE),
        {"url": DISCORD, "quiet_hours": NIGHT | {"start": "25:00"}},
        {"url": DISCORD, "digest_minutes": 1441},
        {"url": DISCORD, "language": "de"},
        {"web_push": {"endpoint": "https://push.example.org/"}},
    ],
)
def test_an_invalid_target_is_rejected(ada, body):
    assert ada.post(PATH, body).json["code"] == "invalid_request"


def test_a_host_name_of_an_internal_address_gets_no_message(start, ben):
    ada = player(start(notification_schemes=("gotifys",)), "Ada")
    target = created(ada, url="gotifys://localhost/secret-token")
    ada.post(f"{PATH}/{target['target_id']}/test")
    assert sent(ada, target) == ["not sent: the host name has no public IP address"]


def test_no_response_contains_a_secret(ada):
    browser = Browser("https://push.example.org/send/secret-path")
    first, second = created(ada, web_push=browser.subscription), created(ada, url=DISCORD)
    assert first["destination"] == "push.example.org"
    responses = [ada.get(PATH), ada.send("PATCH", f"{PATH}/{first['target_id']}", {"language": "it"})]
    responses += [ada.get(f"{PATH}/{each['target_id']}") for each in (first, second)]
    responses += [ada.post(f"{PATH}/{each['target_id']}/test") for each in (first, second)]
    shown = json.dumps([first, second]) + "".join(each.text for each in responses)
    for secret in ("secret-path", browser.subscription["keys"]["auth"], "abcdefghij", "link_token"):
        assert secret not in shown


def test_targets_are_no_webhooks(ada):
    target = created(ada, url=DISCORD)
    assert ada.get("/me/webhooks").json == {"webhooks": []}
    for method, path in (("DELETE", ""), ("POST", "/secret"), ("POST", "/resume"), ("GET", "/deliveries")):
        response = ada.send(method, f"/me/webhooks/{target['target_id']}{path}", *([{}] if method == "POST" else []))
        assert response.json["code"] == "webhook_not_found"
    webhook = ada.post("/me/webhooks", {"url": "https://example.org/"}).json
    assert ada.get(f"{PATH}/{webhook['webhook_id']}").json["code"] == "notification_target_not_found"
    assert ada.get(PATH).json["targets"] == [target]


def test_a_player_has_a_limited_number_of_targets(ada):
    for number in range(MOST_TARGETS):
        created(ada, url=f"{DISCORD}{number}")
    assert ada.post(PATH, {"url": DISCORD}).json["code"] == "too_many_notification_targets"
    assert ada.post(PATH, {"url": f"{DISCORD}0"}).status_code == 200
    assert ada.post("/me/webhooks", {"url": "https://example.org/"}).status_code == 201


def test_a_destination_that_is_registered_again_is_the_same_target_with_the_new_values(service, receiver, ada, ben):
    browser = Browser(receiver.url)
    for body in ({"web_push": browser.subscription}, {"url": DISCORD}):
        first = created(ada, **body, events=["your_turn"], language="cs", digest_minutes=5)
        again = ada.post(PATH, {**body, "events": ["game_over", "your_turn"], "digest_minutes": 9})
        assert again.status_code == 200
        assert again.json == {**first, "events": ["game_over", "your_turn"], "digest_minutes": 9}
    assert len(ada.get(PATH).json["targets"]) == 2
    renewed = Browser(receiver.url)
    target = ada.post(PATH, {"web_push": renewed.subscription, "digest_minutes": 0}).json
    table_of(ada, ben)
    assert sent(ada, target) == [""]
    (push,) = receiver.got
    assert renewed.read(push)["title"].startswith("Jste na tahu")


@pytest.mark.parametrize(
    ("url", "other"),
    [
        (DISCORD, "discord://1234567890/abcdefghijklmnopqrstuvwxyz"),
        (DISCORD, "DISCORD://1234567890/abcdefghijklmnopqrstuvwxyz/"),
        ("ntfy://my-topic", "ntfys://my-topic/"),
        ("gotifys://example.org/abcdefghijklmno", "gotifys://example.org/abcdefghijklmno/?priority=5"),
    ],
)
def test_a_chat_service_is_one_target_in_each_spelling_of_its_url(ada, url, other):
    first = created(ada, url=url)
    assert known(ada, url=other)["target_id"] == first["target_id"]
    assert len(ada.get(PATH).json["targets"]) == 1


def test_another_thread_of_a_chat_service_is_another_target(ada):
    assert created(ada, url=f"{DISCORD}?thread=1")["target_id"] != created(ada, url=f"{DISCORD}?thread=2")["target_id"]


def test_two_requests_at_once_create_one_target(service, ada):
    browser = Browser("https://push.example.org/")
    for body in ({"web_push": browser.subscription}, {"url": DISCORD}):
        responses = at_once([lambda body=body: ada.post(PATH, body)] * 8)
        assert {each.status_code for each in responses} <= {200, 201}
    assert len(ada.get(PATH).json["targets"]) == 2


def test_a_disabled_target_that_is_registered_again_is_enabled(ada, ben):
    with receiving(lambda *_: b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n") as receiver:
        body = {"web_push": Browser(receiver.url).subscription}
        target = created(ada, **body)
        table_of(ada, ben)
        sent(ada, target)
        assert ada.get(f"{PATH}/{target['target_id']}").json["disabled_reason"] == "gone"
        assert "disabled_reason" not in ada.post(PATH, body).json


def test_a_push_subscription_moves_to_the_player_who_registers_it(service, receiver, ada, ben):
    browser = Browser(receiver.url)
    of_ada = created(ada, web_push=browser.subscription)
    created(ada, url=DISCORD)
    of_ben = created(ben, web_push=browser.subscription)
    assert [each["destination"] for each in ada.get(PATH).json["targets"]] == ["discord"]
    table_of(ada, ben)
    assert (sent(ada, of_ada), sent(ben, of_ben)) == ([], [])
    back = created(ada, web_push=browser.subscription)
    assert ben.get(PATH).json == {"targets": []}
    ada.post(f"{PATH}/{back['target_id']}/test")
    assert sent(ada, back) == [""]
    assert ada.send("DELETE", f"{PATH}/{back['target_id']}").status_code == 204
    assert not service.bottega.store.servers.client.keys("*:endpoint")


def test_of_players_who_register_a_push_subscription_at_once_one_gets_it(service):
    players = [player(service) for _ in range(4)]
    body = {"web_push": Browser("https://push.example.org/").subscription}
    for _ in range(4):
        responses = at_once([lambda each=each: each.post(PATH, body) for each in players * 2])
        assert {each.status_code for each in responses} <= {200, 201}
        assert sum(len(each.get(PATH).json["targets"]) for each in players) == 1


def test_players_may_share_a_channel_of_a_chat(ada, ben):
    assert created(ada, url=DISCORD)["target_id"] != created(ben, url=DISCORD)["target_id"]


def test_a_push_subscription_that_another_target_holds_gets_no_message(service, receiver, ada, ben):
    target = created(ada, web_push=Browser(receiver.url).subscription)
    service.bottega.store.webhooks.hold_endpoint(receiver.url, ben.id, "nt_" + "b" * 20)
    table_of(ada, ben)
    assert sent(ada, target) == ["the push subscription belongs to another target"]
    assert receiver.got == []
    assert ada.get(f"{PATH}/{target['target_id']}").json["disabled_reason"] == "gone"


def test_an_address_that_is_registered_again_stays_confirmed(mail):
    service, mailbox = mail
    ada = player(service, "Ada")
    target = created(ada, email="ada@example.org")
    sent(ada, target)
    link = re.search(rf"{PLAY}(/notifications/\S+)", mailbox.got[0][1].get_content())[1]
    service.client.post(f"{link}/confirm")
    again = known(ada, email="ada@example.org", language="it")
    assert (again["language"], "unconfirmed" in again) == ("it", False)
    assert (sent(ada, target), len(mailbox.got)) == ([], 1)


def test_tests_and_new_targets_are_limited_per_minute(start):
    ada = player(start(targets_per_minute=2), "Ada")
    path = f"{PATH}/{created(ada, url=DISCORD)['target_id']}/test"
    assert [ada.post(path).status_code for _ in range(2)] == [200, 429]


def test_only_the_player_sees_and_changes_a_target(ada, ben):
    path = f"{PATH}/{created(ada, url=DISCORD)['target_id']}"
    for method, rest in (("GET", ""), ("DELETE", ""), ("PATCH", ""), ("POST", "/test")):
        response = ben.send(method, f"{path}{rest}", *([{}] if method in ("PATCH", "POST") else []))
        assert response.json["code"] == "notification_target_not_found"
    assert ada.send("DELETE", path).status_code == 204
    assert ada.get(PATH).json == {"targets": []}


@pytest.mark.parametrize(
    ("moment", "sent_at"),
    [
        ("2026-11-26T20:59:59", "2026-11-26T20:59:59"),
        ("2026-11-26T21:00:00", "2026-11-27T06:00:00"),
        ("2026-11-27T05:59:59", "2026-11-27T06:00:00"),
        ("2026-11-27T06:00:00", "2026-11-27T06:00:00"),
        ("2026-07-01T20:30:00", "2026-07-02T05:00:00"),
        ("2026-03-28T23:00:00", "2026-03-29T05:00:00"),
    ],
)
def test_quiet_hours_end_at_the_local_time_also_when_clocks_change(moment, sent_at):
    terms = target_terms(quiet_hours=QuietHours(**NIGHT))
    assert quiet_hours.after(terms, unix(moment)) == unix(sent_at)


def test_quiet_hours_can_be_within_a_day_and_equal_times_mean_none():
    office = QuietHours("09:00", "17:00", "UTC")
    assert quiet_hours.after(target_terms(quiet_hours=office), unix("2026-11-26T12:00:00")) == unix(
        "2026-11-26T17:00:00"
    )
    never = QuietHours("09:00", "09:00", "UTC")
    assert quiet_hours.due_at(target_terms(quiet_hours=never, digest_minutes=5), 60.0) == 360.0


def target_terms(**terms):
    return TargetTerms("service", "discord", ("your_turn",), "en", "token", **terms)


def unix(moment):
    return datetime.fromisoformat(moment).replace(tzinfo=UTC).timestamp()


def test_nothing_is_sent_in_quiet_hours_and_all_of_it_as_one_message_afterwards(service, receiver, ada, ben):
    evening = datetime(2026, 11, 26, 22, 30, tzinfo=UTC)
    service.use(now=lambda: evening)
    browser = Browser(receiver.url)
    target = created(ada, web_push=browser.subscription, quiet_hours=NIGHT | {"time_zone": "UTC"})
    tables = [table_of(ada, ben) for _ in range(2)]
    morning = datetime(2026, 11, 27, 7, 0, tzinfo=UTC).timestamp()
    assert sent(ada, target, morning - 1) == []
    assert sent(ada, target, morning + 1) == [""]
    (push,) = receiver.got
    line = "Your turn: Stakes. Players: Ben"
    assert browser.read(push) == {
        "title": "Notifications: 2",
        "body": f"{line}\n{line}",
        "url": f"{PLAY}/",
        "tag": "bottega",
    }
    assert len({each.game_id for each in tables}) == 2


@pytest.mark.parametrize("filler", ["a", '"', "я", "\U0001f0a1"])
def test_a_push_message_about_many_events_fits_and_counts_what_it_omits(service, receiver, ada, filler):
    browser = Browser(receiver.url)
    target = created(ada, web_push=browser.subscription)
    for number in range(100):
        message = msgspec.json.encode(Notification(f"Your turn: {filler * 40}", "Players: Ben.", "/", "bottega"))
        delivery = Delivery(f"msg_{number:032x}", "your_turn", message.decode(), LONG_AGO)
        service.bottega.store.webhooks.notify(ada.id, target["target_id"], delivery, 0.0, 0.0)
    assert sent(ada, target) == [""]
    (push,) = receiver.got
    assert len(push.body.encode(errors="surrogateescape")) <= 4096
    body = browser.read(push)["body"]
    shown = body.count("Players: ")
    assert (shown > 5, body.endswith(f"\nFurther notifications: {100 - shown}")) == (True, True)


def test_a_failed_message_is_not_retried_in_quiet_hours(service, ada, ben):
    now = datetime(2026, 11, 26, 21, 59, 58, tzinfo=UTC)
    service.use(now=lambda: now)
    with receiving(lambda *_: BROKEN) as receiver:
        target = created(ada, web_push=Browser(receiver.url).subscription, quiet_hours=NIGHT | {"time_zone": "UTC"})
        table_of(ada, ben)
        assert sent(ada, target, now.timestamp()) == ["the response was 500"]
    morning = datetime(2026, 11, 27, 7, 0, tzinfo=UTC).timestamp()
    assert service.bottega.store.webhooks.next_check(ada.id, target["target_id"]) == morning


def test_a_digest_collects_the_events_of_several_games(service, receiver, ada, ben):
    start = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
    service.use(now=lambda: start)
    browser = Browser(receiver.url)
    target = created(ada, web_push=browser.subscription, digest_minutes=30)
    table_of(ada, ben)
    service.pass_time(minutes=20)
    table_of(ada, ben)
    due = start.timestamp() + 30 * 60
    assert sent(ada, target, due - 1) == []
    assert sent(ada, target, due) == [""]
    assert sent(ada, target, due + 30 * 60) == []
    assert [browser.read(each)["title"] for each in receiver.got] == ["Notifications: 2"]


def test_a_turn_that_is_over_when_the_message_is_due_is_not_sent(service, receiver, ada, ben):
    target = created(ada, web_push=Browser(receiver.url).subscription, events=["your_turn"], digest_minutes=5)
    play_out(table_of(ada, ben))
    service.bottega.queues["webhooks"].empty()
    sweep_webhooks(service.bottega, FUTURE)
    assert sent(ada, target) == receiver.got == []
    assert "last_delivery" not in ada.get(f"{PATH}/{target['target_id']}").json


def test_a_turn_that_is_still_pending_is_sent_after_a_sweep(service, receiver, ada, ben):
    target = created(ada, web_push=Browser(receiver.url).subscription, events=["your_turn"], digest_minutes=5)
    table_of(ada, ben)
    sweep_webhooks(service.bottega, FUTURE)
    assert sent(ada, target) == [""]


def test_no_text_is_stored_after_it_was_sent(service, receiver, ada, ben):
    target = created(ada, web_push=Browser(receiver.url).subscription)
    table_of(ada, ben)
    (waiting,) = service.bottega.store.webhooks.pending(ada.id, target["target_id"], 10)
    assert "Ben" in waiting.body
    sent(ada, target)
    (entry,) = service.bottega.store.webhooks.log(ada.id, target["target_id"], None, 10)
    assert (entry.due, entry.delivery.body) == (None, "")


def test_a_target_gets_the_chosen_events_only(service, receiver, ada, ben):
    browser = Browser(receiver.url)
    target = created(ada, web_push=browser.subscription, events=["game_over", "invited"], language="it")
    table = table_of(ada, ben)
    play_out(table)
    invited = ben.create([{"kind": "human"}, {"kind": "open"}]).json["game_id"]
    ben.post(f"/games/{invited}/seats/1/invitation", {"player": ada.id})
    assert sent(ada, target) == [""]
    assert sorted(browser.read(receiver.got[0])["body"].splitlines()) == [
        "Invito: stakes it. Ben ti invita a giocare.",
        "Partita finita: stakes it. Giocatori: Ben",
    ]


def test_players_are_notified_when_a_round_of_their_tournament_starts(service, receiver):
    ann, bea = people(service, 2)
    browser = Browser(receiver.url)
    target = created(ann, web_push=browser.subscription, events=["round_starts"], language="ru")
    who = organiser(service)
    address = found(who, entrants=[{"player": ann.id}, {"player": bea.id}])
    assert who.post(f"{address}/start", {}).status_code == 200
    assert sent(ann, target) == [""]
    tournament = address.rpartition("/")[2]
    assert [browser.read(each) for each in receiver.got] == [
        {
            "title": "Начинается тур 1: Cup",
            "body": "",
            "url": f"{PLAY}/#/tournament/{tournament}",
            "tag": tournament,
        }
    ]


def test_a_low_clock_is_reported_with_the_deadline_in_the_time_zone_of_the_player(start, receiver):
    service = start(webhook_targets=HERE)
    ada, ben = player(service, "Ada"), player(service, "Ben")
    browser = Browser(receiver.url)
    target = created(
        ada,
        web_push=browser.subscription,
        events=["clock_low"],
        quiet_hours={"start": "00:00", "end": "00:00", "time_zone": "Asia/Tokyo"},
    )
    table = table_of(ada, ben, clock={"kind": "per_decision", "seconds": 3600})
    game = load(service.bottega, table.game_id)
    notices.send_clock_low(service.bottega, game, 0)
    assert sent(ada, target) == [""]
    push = browser.read(receiver.got[0])
    assert (push["title"], push["url"]) == ("Little time left: Stakes", f"/#/game/{table.game_id}")
    assert re.fullmatch(r"Players: Ben\. Act before \d{4}-\d\d-\d\d \d\d:\d\d \(Asia/Tokyo\)\.", push["body"])


def test_an_address_gets_no_message_before_its_recipient_confirms_it(mail):
    service, mailbox = mail
    ada, ben = player(service, "Ada"), player(service, "Ben")
    target = created(ada, email="ada@example.org", events=["your_turn"])
    assert (target["destination"], target["unconfirmed"]) == ("ada@example.org", True)
    table_of(ada, ben)
    assert ada.post(f"{PATH}/{target['target_id']}/test").json["code"] == "target_rejected"
    assert sent(ada, target) == [""]
    ((recipients, message),) = mailbox.got
    assert (recipients, message["Subject"], message["From"]) == (
        ["ada@example.org"],
        "Confirm notifications",
        "bottega@example.org",
    )
    link = re.search(rf"{PLAY}(/notifications/\S+)", message.get_content())[1]
    assert "Send notifications about games to ada@example.org?" in service.client.get(link).text
    assert service.client.post(f"{link}/confirm").status_code == 200
    assert "unconfirmed" not in ada.get(f"{PATH}/{target['target_id']}").json
    table = table_of(ada, ben)
    assert sent(ada, target) == [""]
    assert mailbox.got[1][1]["Subject"] == "Your turn: Stakes"
    assert f"{PLAY}/#/game/{table.game_id}" in mailbox.got[1][1].get_content()


def test_a_message_goes_to_the_whole_address_also_if_it_has_a_quotation_mark(mail):
    service, mailbox = mail
    ada = player(service, "Ada")
    target = created(ada, email="o'brien@example.org")
    assert (target["destination"], sent(ada, target)) == ("o'brien@example.org", [""])
    ((recipients, message),) = mailbox.got
    assert (recipients, message["To"]) == (["o'brien@example.org"], "o'brien@example.org")


def test_mail_programs_unsubscribe_with_one_request(mail):
    service, mailbox = mail
    ada = player(service, "Ada")
    target = created(ada, email="ada@example.org")
    sent(ada, target)
    message = mailbox.got[0][1]
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = message["List-Unsubscribe"].strip("<>").removeprefix(PLAY)
    response = service.client.post(link, data={"List-Unsubscribe": "One-Click"})
    assert (response.status_code, "No more notifications are sent" in response.text) == (200, True)
    assert ada.get(PATH).json == {"targets": []}
    assert service.client.get(link).status_code == service.client.post(link).status_code == 404


def test_a_wrong_link_changes_nothing(mail):
    service, _ = mail
    ada = player(service, "Ada")
    target = created(ada, email="ada@example.org")
    right = f"/notifications/{ada.id}.{target['target_id']}."
    for link in (
        f"{right}",
        f"{right}AAAAAAAAAAAAAAAAAAAAAAAA",
        f"{right}é",
        "/notifications/x",
        "/notifications/*.a.b",
    ):
        for method, path in (("GET", link), ("POST", link), ("POST", f"{link}/confirm")):
            assert service.client.open(path, method=method).status_code == 404
    assert ada.get(PATH).json["targets"][0]["unconfirmed"] is True


def test_targets_are_removed_with_their_player(service, ada):
    created(ada, url=DISCORD)
    assert ada.send("DELETE", "/me").status_code == 204
    assert not service.bottega.store.webhooks.of(ada.id)


def test_an_unreadable_target_is_removed_with_its_player(service, ada):
    target = created(ada, url=DISCORD, quiet_hours=NIGHT)
    name, client = f"bottega:{{{ada.id}}}:webhooks", service.bottega.store.servers.client
    stored = json.loads(client.hget(name, target["target_id"]))
    stored["target"]["quiet_hours"]["start"] = "22:00\n"
    client.hset(name, target["target_id"], json.dumps(stored))
    assert ada.send("DELETE", "/me").status_code == 204
    assert client.exists(name) == 0


def test_every_accepted_time_zone_can_be_read():
    assert {ZoneInfo(each).key for each in time_zones()} == time_zones()


def test_a_test_message_is_sent_also_in_quiet_hours(service, receiver, ada):
    service.use(now=lambda: datetime(2026, 11, 26, 23, 0, tzinfo=UTC))
    browser = Browser(receiver.url)
    target = created(ada, web_push=browser.subscription, quiet_hours=NIGHT, digest_minutes=60, language="ru")
    delivery = ada.post(f"{PATH}/{target['target_id']}/test").json
    assert (delivery["status"], delivery["attempts"]) == ("pending", 0)
    assert sent(ada, target, datetime(2026, 11, 26, 23, 0, tzinfo=UTC).timestamp()) == [""]
    assert browser.read(receiver.got[0])["title"] == "Проверка"


def test_the_key_pair_is_stable_and_can_be_a_setting(service, start, redis_url):
    shown = [each.client.get("/v1/notification-settings").json for each in (service, start())]
    assert shown[0] == shown[1]
    key = web_push.fresh_key(b"k" * 32)
    first, second = (
        start(vapid_private_key=key).client.get("/v1/notification-settings").json["vapid_public_key"] for _ in range(2)
    )
    assert first == second != shown[0]["vapid_public_key"]


def play_out(table):
    while waiting := load(table.service.bottega, table.game_id).to_act:
        act(table, waiting[0])


@pytest.mark.parametrize("name", NAMES)
def test_notifications_do_not_depend_on_what_the_player_cannot_know(name):
    ruleset, seats = PLAYED[name], PLAYED[name].min_seats
    game = play(name, seats, seats)
    position = replay.start(ruleset, game.options, seats, game.seed)
    for step in game.steps[:20]:
        for seat in range(seats):
            for state in redeals(ruleset, position.state, seat, "notifications"):
                assert texts(ruleset, position, state, seat) == texts(ruleset, position, position.state, seat)
        replay.step(ruleset, position, step.seat, step.action, game.seed)


def texts(ruleset, position, state, seat):
    """Return the notifications about all notices that the player of a seat can get in a state."""
    game = game_in(ruleset, position, state, seat)
    due = notices.expected_notices(game, seat, LONG_AGO, scored=True)
    low = StoredNotice(
        "clock_low", LONG_AGO, "g" * 20, ruleset.name, 1, seat, position.decisions[seat], deadline=LONG_AGO
    )
    due.append(low)
    return [notification(game, ADA, each, target_terms()) for each in due if message_types()[each.type].notifies]


def test_every_text_has_its_facts_in_every_language():
    for name, each in TEXTS.items():
        found = {language: sorted(re.findall(r"{(\w+)}", each.read_in(language))) for language in LANGUAGES}
        assert len({*map(tuple, found.values())}) == 1, name
