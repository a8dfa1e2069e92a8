"""Test webhooks: events, signatures, retries and the states of deliveries."""

import time
from itertools import pairwise

import msgspec
import pytest
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from service.game.game import load
from service.lobby import player_deletion, seating
from service.players.callers import DELEGATED_SCOPES, Caller
from service.playing import games, notices
from service.resources.messages import GameEnd, OverMessage
from service.resources.webhooks import NewSecret, WebhookSecret
from service.settings import DAY
from service.store.players import Profile
from service.webhooks import deliveries, webhooks
from service.webhooks.deliveries import PAUSES, Attempt
from service.webhooks.webhooks import Message
from tests.service.races import at_once
from tests.service.webhooks import OK, OWNER, SECRET, URL, attempt, bodies, hooked, publish, silent
from workers.processes.sweeper import sweep, sweep_webhooks

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
        self.service, self.table = service, service.opened(created)
        self.game_id, token = created.json["game_id"], created.json["creator_token"]
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, method, path="", body=None):
        path = f"/v1/games/{self.game_id}/webhooks{path}"
        return self.service.client.open(path, method=method, headers=self.headers, json=body)

    def add(self, **body):
        return self.ask("POST", "", {"url": URL, **body}).json


@pytest.fixture
def creator(service):
    return Creator(service)


def log(bottega, webhook, owner=OWNER, limit=100):
    return msgspec.to_builtins(deliveries.log(bottega, owner, webhook.webhook_id, None, limit).deliveries)


def test_a_secret_is_shown_once(creator):
    added = creator.add()
    assert added["secret"].startswith("whsec_")
    assert creator.ask("GET").json == {"webhooks": [{name: added[name] for name in added if name != "secret"}]}


def test_a_caller_chosen_secret_is_kept(creator):
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
    assert creator.ask("POST", "", body).json["code"] == "invalid_request"


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
    assert creator.ask("POST", "", {"url": url}).json["code"] == "target_rejected"
    assert creator.ask("GET").json == {"webhooks": []}


def test_their_number_is_limited_at_any_speed(creator):
    added = at_once([lambda: creator.ask("POST", "", {"url": URL}).status_code] * (webhooks.MOST_WEBHOOKS + 3))
    assert sorted(added) == [201] * webhooks.MOST_WEBHOOKS + [409] * 3


def test_only_the_creator_manages_them(creator, service):
    added, stranger = creator.add(), Creator(service)
    stranger.game_id = creator.game_id
    for method, path in (
        ("GET", ""),
        ("DELETE", f"/{added['webhook_id']}"),
        ("POST", f"/{added['webhook_id']}/secret"),
    ):
        assert stranger.ask(method, path).json["code"] == "token_mismatch"
    assert creator.table.post("/webhooks", 0, {"url": URL}).json["code"] == "token_mismatch"


def test_a_webhook_gets_the_current_turn_at_once_and_all_that_follow(creator, service):
    added = creator.add()
    assert bodies(service.bottega, creator.game_id, added["webhook_id"]) == [("your_turn", 0, 0)]
    creator.table.play_to_the_end()
    games.score(service.bottega, creator.game_id)
    reported = bodies(service.bottega, creator.game_id, added["webhook_id"])
    wanted = {(seat, decision) for kind, seat, decision in reported if kind == "your_turn"}
    assert {seat for seat, _ in wanted} == {0, 1}
    assert len(wanted) == len(reported) - 2
    assert reported[-2:] == [("over", None, None), ("scored", None, None)]


def test_a_webhook_gets_the_requested_event_types(creator, service):
    added = creator.add(event_types=["scored"])
    creator.table.play_to_the_end()
    games.score(service.bottega, creator.game_id)
    assert bodies(service.bottega, creator.game_id, added["webhook_id"]) == [("scored", None, None)]


def test_a_webhook_gets_the_abort_of_its_game_once(creator, service):
    added = creator.add(event_types=["aborted"])
    for seat in (0, 1):
        creator.table.post("/abort", seat)
    sweep(service.bottega, FUTURE)
    assert bodies(service.bottega, creator.game_id, added["webhook_id"]) == [("aborted", None, None)]


def test_the_turn_of_an_ai_level_is_not_sent(service):
    creator = Creator(service, seats=({"kind": "ai", "level": "random"}, {"kind": "human"}))
    added = creator.add()
    assert bodies(service.bottega, creator.game_id, added["webhook_id"]) == []


def test_the_sweeper_sends_what_the_service_could_not_send(creator, service, monkeypatch):
    added = creator.add()
    with monkeypatch.context() as broken:
        broken.setattr(notices, "send_event", lambda *_: None)  # as if killed after the commit
        creator.table.act(0)
    assert len(bodies(service.bottega, creator.game_id, added["webhook_id"])) == 1
    sweep(service.bottega, FUTURE)
    assert len(bodies(service.bottega, creator.game_id, added["webhook_id"])) > 1


def test_a_player_gets_deliveries_of_all_their_games(service):
    bottega = service.bottega
    bottega.store.players.ensure(ADA, Profile("2026-01-01T00:00:00.000000Z", "rp_" + "a" * 20))
    kept = hooked(bottega, ADA)
    table = service.table(({"kind": "open"}, {"kind": "human"}))

    seating.claim_seat(bottega, table.game_id, 0, caller=Caller(ADA, DELEGATED_SCOPES))
    assert bodies(bottega, ADA, kept.webhook_id) == [("seated", 0, None), ("your_turn", 0, 0)]
    player_deletion.delete_caller(bottega, Caller(ADA, DELEGATED_SCOPES))
    assert bottega.store.webhooks.of(ADA) == []
    assert load(bottega, table.game_id).players == {}


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
    kept = hooked(service.bottega)
    publish(service.bottega, kept, "a", "a", "b")
    ids = [each["delivery_id"] for each in log(service.bottega, kept)]
    assert len(ids) == len(set(ids)) == 2
    first = attempt(service.bottega, kept, BROKEN, FUTURE).deliveries[0].delivery_id
    assert attempt(service.bottega, kept, OK, FUTURE + 10).deliveries[0].delivery_id in ids
    assert attempt(service.bottega, kept, OK, FUTURE + 20).deliveries[0].delivery_id == first


def signed(bottega, kept, now):
    """Return body and headers of the next delivery."""
    publish(bottega, kept, str(now))
    taken = deliveries.take(bottega, OWNER, kept.webhook_id, now)
    return taken.deliveries[0].body, deliveries.headers(taken, now)


def test_deliveries_are_verified_by_the_library_of_the_standard(service):
    body, headers = signed(service.bottega, hooked(service.bottega), time.time() + 1)
    turn = {"game_id": OWNER, "ruleset": "tiny", "version": 1, "seat": 0, "decision": 1}
    expected = {"type": "your_turn", "timestamp": "2026-01-01T00:00:00.000000Z", "data": turn}
    assert Verifier(SECRET).verify(body, headers) == expected
    for secret, altered in ((OTHER, body), (SECRET, body.replace("1}", "2}"))):
        with pytest.raises(WebhookVerificationError):
            Verifier(secret).verify(altered, headers)


def test_for_a_day_both_secrets_sign(service):
    kept, now = hooked(service.bottega), time.time()
    webhooks.rotate(service.bottega, OWNER, kept.webhook_id, NewSecret(OTHER))
    body, headers = signed(service.bottega, kept, now + 1)
    for secret in (SECRET, OTHER):
        Verifier(secret).verify(body, headers)
    assert (
        deliveries.headers(taken_again(service.bottega, kept, now + DAY + 60), now + DAY + 60)[
            "webhook-signature"
        ].count("v1,")
        == 1
    )


def test_each_secret_signs_for_a_day_however_often_it_is_rotated(service):
    kept, now = hooked(service.bottega), time.time()
    for secret in (OTHER, THIRD):
        webhooks.rotate(service.bottega, OWNER, kept.webhook_id, NewSecret(secret))
    body, headers = signed(service.bottega, kept, now + 1)
    for secret in (SECRET, OTHER, THIRD):
        Verifier(secret).verify(body, headers)


def test_a_secret_set_again_signs_once(service):
    kept, now = hooked(service.bottega), time.time()
    for secret in (OTHER, SECRET):
        webhooks.rotate(service.bottega, OWNER, kept.webhook_id, NewSecret(secret))
    stored = webhooks.read(service.bottega, OWNER, kept.webhook_id)
    assert [each.secret for each in stored.previous] == [OTHER]
    assert signed(service.bottega, kept, now + 1)[1]["webhook-signature"].count("v1,") == 2


def test_ten_secrets_sign_at_most(service):
    kept = hooked(service.bottega)
    for number in range(12):
        webhooks.rotate(service.bottega, OWNER, kept.webhook_id, NewSecret(f"whsec_{number:032}"))
    stored = webhooks.read(service.bottega, OWNER, kept.webhook_id)
    assert [each.secret for each in stored.previous] == [f"whsec_{number:032}" for number in range(10, 1, -1)]


def test_rotating_to_the_present_secret_changes_nothing(service):
    kept = hooked(service.bottega)
    rotated = webhooks.rotate(service.bottega, OWNER, kept.webhook_id, NewSecret(SECRET))
    assert rotated == WebhookSecret(kept.webhook_id, SECRET)


@pytest.mark.parametrize(
    ("status", "wanted", "waits"),
    [(429, 3600.0, 3600.0), (503, 60.0, 60.0), (429, 0.0, 5.0), (429, 1.0, 5.0), (429, 10 * DAY, DAY)],
)
def test_a_receiver_gets_no_delivery_for_the_time_it_requests_up_to_a_day(service, status, wanted, waits):
    kept = hooked(service.bottega)
    publish(service.bottega, kept, "a", "b")
    attempt(service.bottega, kept, Attempt(status, f"the response was {status}", 5, wanted), FUTURE)
    assert deliveries.next_check(service.bottega, OWNER, kept.webhook_id, FUTURE) == FUTURE + waits


def test_a_simultaneous_attempt_does_not_shorten_the_wait_that_a_receiver_requests(service):
    kept = hooked(service.bottega)
    publish(service.bottega, kept, "a", "b", "c")
    taken = [deliveries.take(service.bottega, OWNER, kept.webhook_id, FUTURE) for _ in range(3)]
    for each, wait in zip(taken, (0.0, 600.0, 0.0), strict=True):
        deliveries.record_attempt(
            service.bottega, OWNER, each, Attempt(429, "the response was 429", 5, wait), FUTURE, 0.0
        )
    assert deliveries.next_check(service.bottega, OWNER, kept.webhook_id, FUTURE) == FUTURE + 600


def taken_again(bottega, kept, now):
    """Lease again a delivery that was leased before and never settled."""
    return deliveries.take(bottega, OWNER, kept.webhook_id, now)


def test_it_is_sent_ten_times_within_a_day_and_then_dropped(service):
    kept, now, times = hooked(service.bottega), NOW * 2, []
    publish(service.bottega, kept, "a")
    while True:
        if attempt(service.bottega, kept, BROKEN, now):
            times.append(now)
        when = deliveries.next_check(service.bottega, OWNER, kept.webhook_id, now)
        if when is None:
            break
        assert deliveries.take(service.bottega, OWNER, kept.webhook_id, when - 0.01) is None
        now = when
    assert len(times) == 10
    assert [round(after - before) for before, after in pairwise(times)] == [round(1.25 * pause) for pause in PAUSES]
    assert DAY * 0.9 < sum(PAUSES) < DAY
    (reported,) = log(service.bottega, kept)
    assert (reported["status"], reported["attempts"], reported["response_status"]) == ("failed", 10, 500)


def test_a_delivery_that_was_taken_and_never_settled_is_taken_again(service):
    kept = hooked(service.bottega)
    publish(service.bottega, kept, "a")
    assert deliveries.take(service.bottega, OWNER, kept.webhook_id, FUTURE) is not None
    assert deliveries.take(service.bottega, OWNER, kept.webhook_id, FUTURE + 1) is None
    later = FUTURE + deliveries.LEASE_SECONDS + 1
    assert deliveries.take(service.bottega, OWNER, kept.webhook_id, later) is not None


def test_few_are_under_way_to_one_webhook_and_one_while_it_fails(service):
    kept = hooked(service.bottega)
    publish(service.bottega, kept, *map(str, range(10)))
    taken = [deliveries.take(service.bottega, OWNER, kept.webhook_id, FUTURE) for _ in range(10)]
    assert sum(each is not None for each in taken) == deliveries.MOST_CONCURRENT
    for each in taken[: deliveries.MOST_CONCURRENT]:
        deliveries.record_attempt(service.bottega, OWNER, each, BROKEN, FUTURE, 0.0)
    again = FUTURE + PAUSES[0]
    assert deliveries.take(service.bottega, OWNER, kept.webhook_id, again - 0.1) is None
    taken = [deliveries.take(service.bottega, OWNER, kept.webhook_id, again) for _ in range(3)]
    assert sum(each is not None for each in taken) == 1
    deliveries.record_attempt(service.bottega, OWNER, taken[0], OK, again, 0.0)
    taken = [deliveries.take(service.bottega, OWNER, kept.webhook_id, again) for _ in range(10)]
    assert sum(each is not None for each in taken) == deliveries.MOST_CONCURRENT


def test_a_receiver_that_fails_for_days_is_switched_off_with_a_reason(creator, service):
    added, bottega, now = creator.add(), service.bottega, FUTURE
    kept = webhooks.read(bottega, creator.game_id, added["webhook_id"])
    for number in range(100):
        publish(bottega, kept, str(number), owner=creator.game_id)  # also by a process with old state
        attempt(bottega, kept, BROKEN, now + number * 3600, owner=creator.game_id)
    (listed,) = creator.ask("GET").json["webhooks"]
    assert listed["disabled_reason"] == "failing"
    path = f"/{kept.webhook_id}"
    (latest,) = creator.ask("GET", f"{path}/deliveries?limit=1").json["deliveries"]
    assert latest["status"] == "failed"
    assert (
        creator.ask("POST", f"{path}/deliveries/{latest['delivery_id']}/redeliver").json["code"] == "webhook_disabled"
    )
    assert "disabled_reason" not in creator.ask("POST", f"{path}/resume").json
    again = creator.ask("POST", f"{path}/deliveries/{latest['delivery_id']}/redeliver").json
    assert again["status"] == "pending"


def test_a_receiver_with_410_is_switched_off_at_once(service):
    kept = hooked(service.bottega)
    publish(service.bottega, kept, "a", "b")
    attempt(service.bottega, kept, Attempt(410, "the response was 410", 1), FUTURE)
    assert webhooks.read(service.bottega, OWNER, kept.webhook_id).disabled_reason == "gone"
    assert {each["status"] for each in log(service.bottega, kept)} == {"failed"}
    assert deliveries.take(service.bottega, OWNER, kept.webhook_id, FUTURE) is None


def test_a_completed_delivery_can_be_sent_again_with_the_same_id(service):
    kept = hooked(service.bottega)
    publish(service.bottega, kept, "a")
    first = attempt(service.bottega, kept, OK, FUTURE).deliveries[0].delivery_id
    assert [each["status"] for each in log(service.bottega, kept)] == ["delivered"]
    deliveries.redeliver(service.bottega, OWNER, kept.webhook_id, first)
    assert [each["status"] for each in log(service.bottega, kept)] == ["pending"]
    assert attempt(service.bottega, kept, OK, FUTURE).deliveries[0].delivery_id == first
    (reported,) = log(service.bottega, kept)
    assert (reported["status"], reported["attempts"]) == ("delivered", 2)


def test_the_log_is_read_page_by_page_newest_first(creator, service):
    kept = webhooks.read(service.bottega, creator.game_id, creator.add(event_types=["over"])["webhook_id"])
    over = OverMessage("2026-01-01T00:00:00.000000Z", GameEnd(creator.game_id, "tiny", 1))
    sent = [Message(str(number), over, silent) for number in range(5)]
    for message in sent:
        webhooks.publish(service.bottega, creator.game_id, [kept], message)
    path, seen = f"/{kept.webhook_id}/deliveries?limit=2", []
    page = creator.ask("GET", path).json
    while True:
        seen += [each["delivery_id"] for each in page["deliveries"]]
        if "next_cursor" not in page:
            break
        page = creator.ask("GET", f"{path}&cursor={page['next_cursor']}").json
    assert seen == [webhooks.delivery_id(kept.webhook_id, each) for each in reversed(sent)]


def test_the_sweeper_enqueues_due_deliveries_and_removes_completed_ones(service):
    bottega, kept = service.bottega, hooked(service.bottega)
    publish(bottega, kept, "a")
    queue = bottega.queues["webhooks"]
    queue.empty()
    sweep_webhooks(bottega, FUTURE)
    assert queue.job_ids == [f"webhook-{kept.webhook_id}-again"]
    attempt(bottega, kept, BROKEN, FUTURE)
    queue.empty()
    sweep_webhooks(bottega, FUTURE + 5)
    assert queue.job_ids == []
    sweep_webhooks(bottega, FUTURE + 20)
    assert queue.job_ids == [f"webhook-{kept.webhook_id}-again"]
    attempt(bottega, kept, OK, FUTURE + 20)
    sweep_webhooks(bottega, FUTURE + 1000)
    assert bottega.store.webhooks.due.before(FUTURE * 2, 10) == []


def test_a_deleted_game_leaves_no_data(creator, service):
    added = webhooks.read(service.bottega, creator.game_id, creator.add()["webhook_id"])
    creator.table.act(0)
    assert service.client.delete(f"/v1/games/{creator.game_id}", headers=creator.headers).status_code == 204
    while attempt(service.bottega, added, OK, FUTURE, creator.game_id):
        pass
    sweep_webhooks(service.bottega, FUTURE + 1000)
    left = [key for key in creator.table.stored if b"webhook" in key or creator.game_id.encode() in key]
    assert left == [f"bottega:{{{creator.game_id}}}:deleted".encode()]
