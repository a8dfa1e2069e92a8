"""Test webhooks: events, signatures, retries and the states of deliveries."""

import time
from itertools import pairwise

import msgspec
import pytest
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from service.game.game import load
from service.lobby import seating
from service.players import deletion
from service.players.callers import DELEGATED_SCOPES, Caller
from service.playing import games, notices
from service.resources.messages import GameEnd, OverMessage
from service.resources.webhooks import SecretRequest, WebhookSecret
from service.settings import DAY
from service.store.players import Profile
from service.webhooks import deliveries, webhooks
from service.webhooks.deliveries import PAUSES, Attempt
from service.webhooks.subject import WEBHOOKS
from service.webhooks.webhooks import Message
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.players.webhooks import OK, OWNER, SECRET, URL, attempt, bodies, hooked, publish, silent
from workers.processes.sweeper import sweep, sweep_of

OTHER = "whsec_" + "b3RoZXIh" * 4
THIRD = "whsec_" + "dGhpcmQh" * 4
ADA = "pl_" + "a" * 20
BROKEN = Attempt(500, "the response was 500", 5)
NOW = 1_800_000_000.0
FUTURE = 1e10


class Creator:
    """The creator of a game, with requests for its webhooks."""

    def __init__(self, service, **game):
        created = service.create(**game)
        self.service, self.game = service, service.opened(created)
        self.game_id, token = created.json["game_id"], created.json["creator_token"]
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def send_request(self, method, path="", body=None):
        path = f"/v1/games/{self.game_id}/webhooks{path}"
        return self.service.client.open(path, method=method, headers=self.headers, json=body)

    def add(self, **body):
        return self.send_request("POST", "", {"url": URL, **body}).json


@pytest.fixture
def creator(service):
    return Creator(service)


def log(installation, webhook, owner=OWNER, limit=100):
    return msgspec.to_builtins(deliveries.log(installation, owner, webhook.webhook_id, None, limit).deliveries)


def test_a_secret_is_shown_once(creator):
    added = creator.add()
    assert added["secret"].startswith("whsec_")
    assert creator.send_request("GET").json == {"webhooks": [{name: added[name] for name in added if name != "secret"}]}


def test_a_secret_of_the_caller_is_stored(creator):
    assert creator.add(secret=SECRET)["secret"] == SECRET


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"url": ""},
        {"url": "https://exämple.org"},
        {"url": URL, "event_types": []},
        {"url": URL, "event_types": ["lunch"]},
        {"url": URL, "secret": "hush"},
        {"url": URL, "secret": "whsec_c2hvcnQ="},
        {"url": URL, "colour": "red"},
    ],
)
def test_an_invalid_body_is_rejected(creator, body):
    assert creator.send_request("POST", "", body).json["code"] == "invalid_request"


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https://user:word@example.org/",
        "https://example.org/#part",
        "https://example.org:0/",
        "https://127.0.0.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://100.64.0.1/",
    ],
)
def test_a_url_to_which_no_delivery_is_allowed_is_rejected_at_once(creator, url):
    assert creator.send_request("POST", "", {"url": url}).json["code"] == "target_rejected"
    assert creator.send_request("GET").json == {"webhooks": []}


def test_their_number_is_limited_at_any_speed(creator):
    added = at_once([lambda: creator.send_request("POST", "", {"url": URL}).status_code] * (webhooks.MOST_WEBHOOKS + 3))
    assert sorted(added) == [201] * webhooks.MOST_WEBHOOKS + [409] * 3


def test_only_the_creator_manages_them(creator, service):
    added, stranger = creator.add(), Creator(service)
    stranger.game_id = creator.game_id
    for method, path in (
        ("GET", ""),
        ("DELETE", f"/{added['webhook_id']}"),
        ("POST", f"/{added['webhook_id']}/secret"),
    ):
        assert stranger.send_request(method, path).json["code"] == "token_mismatch"
    assert creator.game.post("/webhooks", 0, {"url": URL}).json["code"] == "token_mismatch"


def test_a_webhook_gets_the_current_turn_at_once_and_all_that_follow(creator, service):
    added = creator.add()
    assert bodies(service.installation, creator.game_id, added["webhook_id"]) == [("your_turn", 0, 0)]
    creator.game.play_to_the_end()
    games.score(service.installation, creator.game_id)
    reported = bodies(service.installation, creator.game_id, added["webhook_id"])
    turns = {(seat, decision) for kind, seat, decision in reported if kind == "your_turn"}
    assert {seat for seat, _ in turns} == {0, 1}
    assert len(turns) == len(reported) - 2
    assert reported[-2:] == [("over", None, None), ("scored", None, None)]


def test_a_webhook_gets_the_requested_event_types(creator, service):
    added = creator.add(event_types=["scored"])
    creator.game.play_to_the_end()
    games.score(service.installation, creator.game_id)
    assert bodies(service.installation, creator.game_id, added["webhook_id"]) == [("scored", None, None)]


def test_a_webhook_gets_the_abort_of_its_game_once(creator, service):
    added = creator.add(event_types=["aborted"])
    for seat in (0, 1):
        creator.game.post("/abort", seat)
    sweep(service.installation, FUTURE)
    assert bodies(service.installation, creator.game_id, added["webhook_id"]) == [("aborted", None, None)]


def test_the_turn_of_an_ai_level_is_not_sent(service):
    creator = Creator(service, seats=({"kind": "ai", "level": "random"}, {"kind": "human"}))
    added = creator.add()
    assert bodies(service.installation, creator.game_id, added["webhook_id"]) == []


def test_the_sweeper_sends_what_the_service_could_not_send(creator, service, monkeypatch):
    added = creator.add()
    with monkeypatch.context() as broken:
        broken.setattr(notices, "send_event", lambda *_: None)  # as if killed after the commit
        creator.game.act(0)
    assert len(bodies(service.installation, creator.game_id, added["webhook_id"])) == 1
    sweep(service.installation, FUTURE)
    assert len(bodies(service.installation, creator.game_id, added["webhook_id"])) > 1


def test_a_player_gets_deliveries_of_all_their_games(service):
    installation = service.installation
    installation.store.players.ensure(ADA, Profile("2026-01-01T00:00:00.000000Z", "rp_" + "a" * 20))
    hook = hooked(installation, ADA)
    game = service.new_game(({"kind": "open"}, {"kind": "human"}))

    seating.claim_seat(installation, game.game_id, 0, caller=Caller(ADA, DELEGATED_SCOPES))
    assert bodies(installation, ADA, hook.webhook_id) == [("seated", 0, None), ("your_turn", 0, 0)]
    deletion.delete_caller(installation, Caller(ADA, DELEGATED_SCOPES))
    assert installation.store.webhooks.of(ADA) == []
    assert load(installation, game.game_id).players == {}


def test_a_player_has_webhooks_of_their_own(service):
    key = service.client.post("/v1/players", json={"name": "Ada"}).json["key"]
    headers = {"Authorization": f"Bearer {key}"}
    added = service.client.post("/v1/me/webhooks", json={"url": URL}, headers=headers).json
    path = f"/v1/me/webhooks/{added['webhook_id']}"
    listed = service.client.get("/v1/me/webhooks", headers=headers).json["webhooks"]
    assert [each["webhook_id"] for each in listed] == [added["webhook_id"]]
    assert service.client.get(f"{path}/deliveries", headers=headers).json == {"deliveries": []}
    rotated = service.client.post(f"{path}/secret", json={}, headers=headers).json
    assert rotated["secret"] != added["secret"]
    assert service.client.delete(path, headers=headers).status_code == 204
    assert service.client.delete(path, headers=headers).json["code"] == "webhook_not_found"


def test_a_notice_sent_twice_has_one_delivery_with_the_same_id(service):
    hook = hooked(service.installation)
    publish(service.installation, hook, "a", "a", "b")
    ids = [each["delivery_id"] for each in log(service.installation, hook)]
    assert len(ids) == len(set(ids)) == 2
    first = attempt(service.installation, hook, BROKEN, FUTURE).deliveries[0].delivery_id
    assert attempt(service.installation, hook, OK, FUTURE + 10).deliveries[0].delivery_id in ids
    assert attempt(service.installation, hook, OK, FUTURE + 20).deliveries[0].delivery_id == first


def signed(installation, hook, now):
    """Return body and headers of the next delivery."""
    publish(installation, hook, str(now))
    taken = deliveries.take(installation, OWNER, hook.webhook_id, now)
    body = deliveries.body_of(installation, taken.deliveries[0])
    return body, deliveries.headers(taken, body, now)


def test_deliveries_are_verified_by_the_library_of_the_standard(service):
    body, headers = signed(service.installation, hooked(service.installation), time.time() + 1)
    turn = {"game_id": OWNER, "ruleset": "tiny", "version": 1, "seat": 0, "decision": 1}
    expected = {"type": "your_turn", "timestamp": "2026-01-01T00:00:00.000000Z", "data": turn}
    assert Verifier(SECRET).verify(body, headers) == expected
    for secret, altered in ((OTHER, body), (SECRET, body.replace("1}", "2}"))):
        with pytest.raises(WebhookVerificationError):
            Verifier(secret).verify(altered, headers)


def test_for_a_day_both_secrets_sign(service):
    hook, now = hooked(service.installation), time.time()
    webhooks.rotate(service.installation, OWNER, hook.webhook_id, SecretRequest(OTHER))
    body, headers = signed(service.installation, hook, now + 1)
    for secret in (SECRET, OTHER):
        Verifier(secret).verify(body, headers)
    taken = taken_again(service.installation, hook, now + DAY + 60)
    headers = deliveries.headers(taken, taken.deliveries[0].body, now + DAY + 60)
    assert headers["webhook-signature"].count("v1,") == 1


def test_each_secret_signs_for_a_day_however_often_it_is_rotated(service):
    hook, now = hooked(service.installation), time.time()
    for secret in (OTHER, THIRD):
        webhooks.rotate(service.installation, OWNER, hook.webhook_id, SecretRequest(secret))
    body, headers = signed(service.installation, hook, now + 1)
    for secret in (SECRET, OTHER, THIRD):
        Verifier(secret).verify(body, headers)


def test_a_secret_set_again_signs_once(service):
    hook, now = hooked(service.installation), time.time()
    for secret in (OTHER, SECRET):
        webhooks.rotate(service.installation, OWNER, hook.webhook_id, SecretRequest(secret))
    stored = webhooks.read(service.installation, OWNER, hook.webhook_id)
    assert [each.secret for each in stored.previous] == [OTHER]
    assert signed(service.installation, hook, now + 1)[1]["webhook-signature"].count("v1,") == 2


def test_ten_secrets_sign_at_most(service):
    hook = hooked(service.installation)
    for number in range(12):
        webhooks.rotate(service.installation, OWNER, hook.webhook_id, SecretRequest(f"whsec_{number:032}"))
    stored = webhooks.read(service.installation, OWNER, hook.webhook_id)
    assert [each.secret for each in stored.previous] == [f"whsec_{number:032}" for number in range(10, 1, -1)]


def test_rotating_to_the_present_secret_changes_nothing(service):
    hook = hooked(service.installation)
    rotated = webhooks.rotate(service.installation, OWNER, hook.webhook_id, SecretRequest(SECRET))
    assert rotated == WebhookSecret(hook.webhook_id, SECRET)


@pytest.mark.parametrize(
    ("status", "requested", "waits"),
    [(429, 3600.0, 3600.0), (503, 60.0, 60.0), (429, 0.0, 5.0), (429, 1.0, 5.0), (429, 10 * DAY, DAY)],
)
def test_a_receiver_gets_no_delivery_for_the_time_it_requests_up_to_a_day(service, status, requested, waits):
    hook = hooked(service.installation)
    publish(service.installation, hook, "a", "b")
    attempt(service.installation, hook, Attempt(status, f"the response was {status}", 5, requested), FUTURE)
    assert deliveries.next_check(service.installation, OWNER, hook.webhook_id, FUTURE) == FUTURE + waits


def test_a_simultaneous_attempt_does_not_shorten_the_wait_that_a_receiver_requests(service):
    hook = hooked(service.installation)
    publish(service.installation, hook, "a", "b", "c")
    taken = [deliveries.take(service.installation, OWNER, hook.webhook_id, FUTURE) for _ in range(3)]
    for each, wait in zip(taken, (0.0, 600.0, 0.0), strict=True):
        deliveries.record_attempt(
            service.installation, OWNER, each, Attempt(429, "the response was 429", 5, wait), FUTURE, 0.0
        )
    assert deliveries.next_check(service.installation, OWNER, hook.webhook_id, FUTURE) == FUTURE + 600


def taken_again(installation, hook, now):
    """Lease again a delivery that was leased before and never settled."""
    return deliveries.take(installation, OWNER, hook.webhook_id, now)


def test_it_is_sent_ten_times_within_a_day_and_then_dropped(service):
    hook, now, times = hooked(service.installation), NOW * 2, []
    publish(service.installation, hook, "a")
    while True:
        if attempt(service.installation, hook, BROKEN, now):
            times.append(now)
        when = deliveries.next_check(service.installation, OWNER, hook.webhook_id, now)
        if when is None:
            break
        assert deliveries.take(service.installation, OWNER, hook.webhook_id, when - 0.01) is None
        now = when
    assert len(times) == 10
    assert [round(after - before) for before, after in pairwise(times)] == [round(1.25 * pause) for pause in PAUSES]
    assert DAY * 0.9 < sum(PAUSES) < DAY
    (reported,) = log(service.installation, hook)
    assert (reported["status"], reported["attempts"], reported["response_status"]) == ("failed", 10, 500)


def test_a_delivery_that_was_taken_and_never_settled_is_taken_again(service):
    hook = hooked(service.installation)
    publish(service.installation, hook, "a")
    assert deliveries.take(service.installation, OWNER, hook.webhook_id, FUTURE) is not None
    assert deliveries.take(service.installation, OWNER, hook.webhook_id, FUTURE + 1) is None
    later = FUTURE + deliveries.LEASE_SECONDS + 1
    assert deliveries.take(service.installation, OWNER, hook.webhook_id, later) is not None


def test_few_are_under_way_to_one_webhook_and_one_while_it_fails(service):
    hook = hooked(service.installation)
    publish(service.installation, hook, *map(str, range(10)))
    taken = [deliveries.take(service.installation, OWNER, hook.webhook_id, FUTURE) for _ in range(10)]
    assert sum(each is not None for each in taken) == deliveries.MOST_CONCURRENT
    for each in taken[: deliveries.MOST_CONCURRENT]:
        deliveries.record_attempt(service.installation, OWNER, each, BROKEN, FUTURE, 0.0)
    again = FUTURE + PAUSES[0]
    assert deliveries.take(service.installation, OWNER, hook.webhook_id, again - 0.1) is None
    taken = [deliveries.take(service.installation, OWNER, hook.webhook_id, again) for _ in range(3)]
    assert sum(each is not None for each in taken) == 1
    deliveries.record_attempt(service.installation, OWNER, taken[0], OK, again, 0.0)
    taken = [deliveries.take(service.installation, OWNER, hook.webhook_id, again) for _ in range(10)]
    assert sum(each is not None for each in taken) == deliveries.MOST_CONCURRENT


def test_a_receiver_that_fails_for_days_is_switched_off_with_a_reason(creator, service):
    added, installation, now = creator.add(), service.installation, FUTURE
    hook = webhooks.read(installation, creator.game_id, added["webhook_id"])
    for number in range(100):
        publish(installation, hook, str(number), owner=creator.game_id)  # also by a process with old state
        attempt(installation, hook, BROKEN, now + number * 3600, owner=creator.game_id)
    (listed,) = creator.send_request("GET").json["webhooks"]
    assert listed["disabled_reason"] == "failing"
    path = f"/{hook.webhook_id}"
    (latest,) = creator.send_request("GET", f"{path}/deliveries?limit=1").json["deliveries"]
    assert latest["status"] == "failed"
    assert (
        creator.send_request("POST", f"{path}/deliveries/{latest['delivery_id']}/redeliver").json["code"]
        == "webhook_disabled"
    )
    assert "disabled_reason" not in creator.send_request("POST", f"{path}/resume").json
    again = creator.send_request("POST", f"{path}/deliveries/{latest['delivery_id']}/redeliver").json
    assert again["status"] == "pending"


def test_a_receiver_with_410_is_switched_off_at_once(service):
    hook = hooked(service.installation)
    publish(service.installation, hook, "a", "b")
    attempt(service.installation, hook, Attempt(410, "the response was 410", 1), FUTURE)
    assert webhooks.read(service.installation, OWNER, hook.webhook_id).disabled_reason == "gone"
    assert {each["status"] for each in log(service.installation, hook)} == {"failed"}
    assert deliveries.take(service.installation, OWNER, hook.webhook_id, FUTURE) is None


def test_a_completed_delivery_can_be_sent_again_with_the_same_id(service):
    hook = hooked(service.installation)
    publish(service.installation, hook, "a")
    first = attempt(service.installation, hook, OK, FUTURE).deliveries[0].delivery_id
    assert [each["status"] for each in log(service.installation, hook)] == ["delivered"]
    deliveries.redeliver(service.installation, OWNER, hook.webhook_id, first)
    assert [each["status"] for each in log(service.installation, hook)] == ["pending"]
    assert attempt(service.installation, hook, OK, FUTURE).deliveries[0].delivery_id == first
    (reported,) = log(service.installation, hook)
    assert (reported["status"], reported["attempts"]) == ("delivered", 2)


def test_the_log_is_read_page_by_page_newest_first(creator, service):
    hook = webhooks.read(service.installation, creator.game_id, creator.add(event_types=["over"])["webhook_id"])
    over = OverMessage("2026-01-01T00:00:00.000000Z", GameEnd(creator.game_id, "tiny", 1))
    sent = [Message(str(number), over, silent) for number in range(5)]
    for message in sent:
        webhooks.publish(service.installation, creator.game_id, [hook], message)
    path, seen = f"/{hook.webhook_id}/deliveries?limit=2", []
    page = creator.send_request("GET", path).json
    while True:
        seen += [each["delivery_id"] for each in page["deliveries"]]
        if "next_cursor" not in page:
            break
        page = creator.send_request("GET", f"{path}&cursor={page['next_cursor']}").json
    assert seen == [webhooks.delivery_id(hook.webhook_id, each) for each in reversed(sent)]


def test_the_sweeper_enqueues_due_deliveries_and_removes_completed_ones(service):
    installation, hook = service.installation, hooked(service.installation)
    publish(installation, hook, "a")
    queue = installation.queues["webhooks-0"]
    queue.empty()
    sweep_of(WEBHOOKS.due)(installation, FUTURE)
    assert queue.job_ids == [f"webhook-{hook.webhook_id}-again"]
    attempt(installation, hook, BROKEN, FUTURE)
    queue.empty()
    sweep_of(WEBHOOKS.due)(installation, FUTURE + 5)
    assert queue.job_ids == []
    sweep_of(WEBHOOKS.due)(installation, FUTURE + 20)
    assert queue.job_ids == [f"webhook-{hook.webhook_id}-again"]
    attempt(installation, hook, OK, FUTURE + 20)
    sweep_of(WEBHOOKS.due)(installation, FUTURE + 1000)
    assert installation.store.webhooks.due.before(FUTURE * 2, 10) == []


def test_a_deleted_game_leaves_no_data(creator, service):
    added = webhooks.read(service.installation, creator.game_id, creator.add()["webhook_id"])
    creator.game.act(0)
    assert service.client.delete(f"/v1/games/{creator.game_id}", headers=creator.headers).status_code == 204
    while attempt(service.installation, added, OK, FUTURE, creator.game_id):
        pass
    sweep_of(WEBHOOKS.due)(service.installation, FUTURE + 1000)
    left = [key for key in creator.game.stored if b"webhook" in key or creator.game_id.encode() in key]
    assert left == [f"bottega:{{{creator.game_id}}}:deleted".encode()]
