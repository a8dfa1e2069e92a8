"""Test notifications of invitations: a sender causes one message in a while, and chooses no text of its title."""

from datetime import UTC, datetime

import msgspec
import pytest

from service.playing import notices
from service.store.webhooks import GROUP_SECONDS, MOST_IN_GROUP
from service.webhooks.notification_texts import Notification
from service.webhooks.subject import WEBHOOKS as SUBJECT
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.games.lobby import OPEN
from tests.service.helpers.players.notifications import FUTURE, HERE, PLAY, Browser, created, sent
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import found, organiser
from tests.workers.receivers import receiving
from workers.processes.sweeper import sweep_of

sweep_webhooks = sweep_of(SUBJECT.due)

NOON = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)
SPAM = "Buy gold at evil.example"


@pytest.fixture
def service(start):
    service = start(
        webhook_targets=HERE,
        public_url=PLAY,
        smtp_url="mailto://127.0.0.1:9?from=bottega@example.org",
        anonymous_mail=True,
    )
    service.use(now=lambda: NOON)
    return service


@pytest.fixture
def receiver():
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def browser(receiver):
    return Browser(receiver.url)


@pytest.fixture
def ada(service):
    return player(service, "Ada")


@pytest.fixture
def target(ada, browser):
    return created(ada, web_push=browser.subscription)


@pytest.fixture
def ben(service):
    return player(service, "Ben")


def seat(by, who, **terms):
    """Let a player name another one in a new game; return its id."""
    seats = [{"kind": "human", "player": each.id} for each in (by, who)]
    response = by.post("/games", {"ruleset": "tiny", "seats": seats, **terms})
    assert response.status_code == 201
    return response.json["game_id"]


def messages(browser, receiver):
    return [(shown["title"], shown["body"]) for shown in map(browser.read, receiver.got)]


def send_at(ada, target, seconds):
    """Send what is due some seconds after noon; return the number of messages."""
    return len(sent(ada, target, NOON.timestamp() + seconds))


def test_an_invitation_names_its_sender_and_nothing_that_the_sender_wrote(ada, ben, target, browser, receiver):
    seat(ben, ada, name=SPAM, label=SPAM, metadata={"text": SPAM})
    assert send_at(ada, target, 0) == 1
    assert messages(browser, receiver) == [("Invitation: Stakes", "Ben invites you.")]


def test_a_sender_without_a_name_is_a_player(service, ada, target, browser, receiver):
    seat(player(service), ada)
    send_at(ada, target, 0)
    assert messages(browser, receiver) == [("Invitation: Stakes", "A player invites you.")]


def test_further_invitations_of_a_sender_are_one_message(service, ada, ben, target, browser, receiver):
    for _ in range(6):
        seat(ben, ada)
        service.pass_time(seconds=1)
    assert [send_at(ada, target, each) for each in (6, GROUP_SECONDS - 1, GROUP_SECONDS)] == [1, 0, 1]
    assert messages(browser, receiver)[1] == ("Invitations: 5", "Ben invites you to 5 games.")


def test_a_flood_of_invitations_causes_one_message_in_a_while(service, ada, ben, target):
    total = 0
    for number in range(36):
        service.use(now=lambda number=number: datetime.fromtimestamp(NOON.timestamp() + 100 * number, UTC))
        seat(ben, ada)
        total += send_at(ada, target, 100 * number)
    assert total == 36 * 100 // GROUP_SECONDS


def test_invitations_of_all_strangers_are_one_group(service, ada, ben, target, browser, receiver):
    seat(ben, ada)
    service.pass_time(seconds=1)
    for name in ("Cid", "Dan"):
        seat(player(service, name), ada)
    assert [send_at(ada, target, each) for each in (1, GROUP_SECONDS)] == [1, 1]
    title, body = messages(browser, receiver)[1]
    lines = ["Invitation: Stakes. Cid invites you.", "Invitation: Stakes. Dan invites you."]
    assert (title, sorted(body.splitlines())) == ("Invitations: 2", lines)


def test_an_acquaintance_is_a_group_of_their_own(service, ada, ben, target, browser, receiver):
    game_id = ada.create((OPEN, OPEN), starts="when_seated").json["game_id"]
    for number, each in enumerate((ada, ben)):
        each.claim(game_id, number)
    finish_and_score(service, game_id)
    send_at(ada, target, 0)
    receiver.got.clear()
    seat(player(service, "Cid"), ada)
    seat(ben, ada)
    send_at(ada, target, 0)
    assert [title for title, _ in messages(browser, receiver)] == ["Invitations: 2"]


def test_more_invitations_than_a_message_reports_are_not_stored(service, ada, ben, target):
    seat(ben, ada)
    service.pass_time(seconds=1)
    for _ in range(MOST_IN_GROUP + 10):
        seat(ben, ada)
    assert len(service.installation.store.webhooks.pending(ada.id, target["target_id"], 1000)) == MOST_IN_GROUP + 1


def test_repeated_notices_of_an_invitation_delay_no_other(service, ada, ben, target):
    game_id = seat(ben, ada)
    send_at(ada, target, 0)
    for _ in range(3):
        notices.send_missing(service.installation, game_id)
    service.pass_time(seconds=GROUP_SECONDS)
    seat(ben, ada)
    assert send_at(ada, target, GROUP_SECONDS) == 1


def test_an_invitation_that_ended_before_its_message_is_not_sent(service, ada, ben, target):
    seat(ben, ada)
    send_at(ada, target, 0)
    accepted, aborted = seat(ben, ada), seat(ben, ada)
    ada.claim(accepted, 1)
    assert ben.post(f"/games/{aborted}/abort", {}).status_code == 200
    sweep_webhooks(service.installation, FUTURE)
    bodies = service.installation.store.webhooks.pending(ada.id, target["target_id"], 10)
    assert [each.tag for each in _waiting(bodies) if each.inviter] == []


def _waiting(deliveries):
    return [msgspec.json.decode(each.body, type=Notification) for each in deliveries]


def test_no_message_names_a_sender_who_has_been_deleted(service, ada, ben, target):
    seat(ben, ada)
    send_at(ada, target, 0)
    seat(ben, ada)
    assert ben.send("DELETE", "/me").status_code == 204
    sweep_webhooks(service.installation, FUTURE)
    bodies = service.installation.store.webhooks.pending(ada.id, target["target_id"], 10)
    assert [each.inviter_name for each in _waiting(bodies) if each.inviter] == []


def mailing(service, who):
    """Return a confirmed mail target of a player."""
    target = created(who, email="ada@example.org")
    (stored,) = service.installation.store.webhooks.of(who.id)
    link = f"/notifications/{who.id}.{target['target_id']}.{stored.target.link_token}"
    assert service.client.post(f"{link}/confirm").status_code == 200
    service.installation.store.webhooks.reset(who.id, target["target_id"])
    return target


def waiting_mails(service, who, target):
    pending = service.installation.store.webhooks.pending(who.id, target["target_id"], 100)
    return [msgspec.json.decode(each.body, type=Notification) for each in pending]


def test_no_subject_of_a_mail_has_the_name_of_a_game(service, ada, ben):
    target = mailing(service, ada)
    game_id = ben.create((OPEN, OPEN), name=SPAM).json["game_id"]
    ada.claim(game_id, 0)
    (mail,) = waiting_mails(service, ada, target)
    assert mail.title == "Your turn: Stakes"
    assert mail.body.startswith(f"{SPAM}.")


def test_no_subject_of_a_mail_has_the_name_of_a_tournament(service, ada, ben):
    target = mailing(service, ada)
    who = organiser(service)
    address = found(who, name=SPAM, entrants=[{"player": ada.id}, {"player": ben.id}])
    assert who.post(f"{address}/start", {}).status_code == 200
    titles = {each.title for each in waiting_mails(service, ada, target)}
    assert "Round 1 starts" in titles
    assert SPAM not in "".join(titles)
