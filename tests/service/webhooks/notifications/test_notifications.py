"""Test what notifications say: texts, push messages, and messages to chats."""

import json
import re
from typing import Any

import msgspec
import pytest
from apprise.plugins.discord import NotifyDiscord
from apprise.plugins.telegram import NotifyTelegram
from joserfc import jwt
from joserfc.jwk import ECKey

from domain import replay
from domain.languages import LANGUAGES
from service.game.game import load
from service.playing import notices
from service.playing.expected_notices import expected_notices
from service.playing.notification_texts import notification
from service.resources.messages import message_types
from service.store import Delivery, StoredNotice
from service.webhooks.notification_texts import TEXTS, Notification
from service.webhooks.web_push import decoded, encoded
from tests.rulesets.games import NAMES, PLAYED, play, redeals
from tests.service.helpers.players.notices import ADA, LONG_AGO, game_in
from tests.service.helpers.players.notifications import (
    DISCORD,
    HERE,
    PATH,
    PLAY,
    Browser,
    created,
    game_of,
    play_out,
    sent,
    target_terms,
)
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import found, new_players, organiser
from tests.workers.receivers import receiving

TELEGRAM = "tgram://123456789:abcdefghijklmnopqrstuvwxyz123456789/12315544/"


def test_a_push_message_reaches_the_browser_encrypted_and_signed(service, receiver, ada, ben):
    browser = Browser(receiver.url)
    target = created(ada, web_push=browser.subscription, language="cs")
    game = game_of(ada, ben, name="Friday")
    assert sent(ada, target) == [""]
    (push,) = receiver.got
    assert browser.read(push) == {
        "title": "Jste na tahu: stakes cs (Friday)",
        "body": "Hráči: Ben.",
        "url": f"{PLAY}/#/game/{game.game_id}",
        "tag": game.game_id,
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
        game_of(ada, ben)
        assert sent(ada, target) == ["the response was 404"]
    shown = ada.get(f"{PATH}/{target['target_id']}").json
    assert (shown["disabled_reason"], shown["last_delivery"]["error"]) == ("gone", "the response was 404")
    changed = ada.send("PATCH", f"{PATH}/{target['target_id']}", {"events": ["invited"]}).json
    assert ("disabled_reason" in changed, changed["events"]) == (False, ["invited"])


def test_a_chat_service_gets_the_message_in_its_own_format(ada, ben, receiver, monkeypatch):
    target = created(ada, url=DISCORD, events=["your_turn"])
    assert (target["kind"], target["destination"]) == ("service", "discord")
    game = game_of(ada, ben)
    monkeypatch.setattr(NotifyDiscord, "notify_url", receiver.url)
    assert sent(ada, target) == [""]
    (posted,) = receiver.got
    assert posted.target == "/hooks/1234567890/abcdefghijklmnopqrstuvwxyz"
    content = json.loads(posted.body)["content"]
    assert content.splitlines()[:3] == ["Your turn: Stakes", "Players: Ben.", f"{PLAY}/#/game/{game.game_id}"]


@pytest.mark.parametrize(("url", "plugin"), [(DISCORD, NotifyDiscord), (TELEGRAM, NotifyTelegram)])
def test_names_are_no_mentions_links_or_tags_in_a_chat(service, ada, receiver, monkeypatch, url, plugin):
    target = created(ada, url=url, events=["your_turn"])
    game_of(ada, player(service, "@everyone"), name="<3 & [free](https://evil.example)")
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
    game = game_of(ada, ben)
    for each in targets:
        sent(ada, each)
        ada.post(f"{PATH}/{each['target_id']}/test")
        sent(ada, each)
    topics = [each.headers["topic"] for each in receiver.got]
    assert len({*topics}) == 4
    assert all(re.fullmatch("[A-Za-z0-9_-]{32}", each) and game.game_id not in each for each in topics)


@pytest.mark.parametrize("filler", ["a", '"', "я", "\U0001f0a1"])
def test_a_push_message_about_many_events_fits_and_counts_what_it_omits(service, receiver, ada, filler):
    browser = Browser(receiver.url)
    target = created(ada, web_push=browser.subscription)
    for number in range(100):
        message = msgspec.json.encode(Notification(f"Your turn: {filler * 40}", "Players: Ben.", "/", "bottega"))
        delivery = Delivery(f"msg_{number:032x}", "your_turn", message.decode(), LONG_AGO)
        service.installation.store.webhooks.notify(ada.id, target["target_id"], delivery, 0.0, 0.0)
    assert sent(ada, target) == [""]
    (push,) = receiver.got
    assert len(push.body.encode(errors="surrogateescape")) <= 4096
    body = browser.read(push)["body"]
    shown = body.count("Players: ")
    assert (shown > 5, body.endswith(f"\nFurther notifications: {100 - shown}")) == (True, True)


def test_a_target_gets_the_chosen_events_only(service, receiver, ada, ben):
    browser = Browser(receiver.url)
    target = created(ada, web_push=browser.subscription, events=["game_over", "invited"], language="it")
    game = game_of(ada, ben)
    play_out(game)
    invited = ben.create([{"kind": "human"}, {"kind": "open"}]).json["game_id"]
    ben.post(f"/games/{invited}/seats/1/invitation", {"player": ada.id})
    assert sent(ada, target) == [""]
    assert sorted(browser.read(receiver.got[0])["body"].splitlines()) == [
        "Invito: stakes it. Ben ti invita a giocare.",
        "Partita finita: stakes it. Giocatori: Ben",
    ]


def test_players_are_notified_when_a_round_of_their_tournament_starts(service, receiver):
    ann, bea = new_players(service, 2)
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
    game = game_of(ada, ben, clock={"kind": "per_decision", "seconds": 3600})
    loaded = load(service.installation, game.game_id)
    notices.send_clock_low(service.installation, loaded, 0)
    assert sent(ada, target) == [""]
    push = browser.read(receiver.got[0])
    assert (push["title"], push["url"]) == ("Little time left: Stakes", f"/#/game/{game.game_id}")
    assert re.fullmatch(r"Players: Ben\. Act before \d{4}-\d\d-\d\d \d\d:\d\d \(Asia/Tokyo\)\.", push["body"])


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
    due = expected_notices(game, seat, LONG_AGO, scored=True)
    low = StoredNotice(
        "clock_low", LONG_AGO, "g" * 20, ruleset.name, 1, seat, position.decisions[seat], deadline=LONG_AGO
    )
    due.append(low)
    return [notification(game, ADA, each, target_terms()) for each in due if message_types()[each.type].notifies]


def test_every_text_has_its_facts_in_every_language():
    for name, each in TEXTS.items():
        found = {language: sorted(re.findall(r"{(\w+)}", each.read_in(language))) for language in LANGUAGES}
        assert len({*map(tuple, found.values())}) == 1, name
