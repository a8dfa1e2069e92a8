"""Test the limits of mails that confirm e-mail addresses: strangers may enter any address."""

import pytest

from service.mailboxes import domain_of, mailbox_of
from service.runtime.client_addresses import network_of
from service.store import StoredIdentity
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.players.notifications import DISCORD, PATH, PLAY, created, known
from tests.service.helpers.players.player import LONG_AGO, Player, player, rejected

LIMITED = (429, "too_many_confirmations")
NO_LIMITS = dict.fromkeys(("mailbox", "domain", "network"), 0)
SMTP = "mailto://127.0.0.1:9?from=bottega@example.org"


@pytest.fixture
def mailing(start):
    """Return a function that starts a service with some limits of confirmation mails, and no others."""

    def started(per_day=0, **limits):
        named = {f"confirmations_per_{name}": most for name, most in (NO_LIMITS | limits).items()}
        return start(public_url=PLAY, smtp_url=SMTP, anonymous_mail=True, confirmations_per_day=per_day, **named)

    return started


def enter(who, address):
    return who.post(PATH, {"email": address})


def from_address(service, origin, address):
    """Let a new player enter an e-mail address from an IP address."""
    who = player(service)
    client = service.client
    client.environ_base["REMOTE_ADDR"] = origin
    return client.post(f"/v1{PATH}", json={"email": address}, headers=who.authorization)


@pytest.mark.parametrize(
    "other",
    [
        "victim+1@gmail.com",
        "v.ictim@gmail.com",
        "V.I.C.T.I.M+x+y@GoogleMail.com",
    ],
)
def test_all_addresses_of_a_mailbox_share_a_limit(mailing, other):
    service = mailing(mailbox=1)
    created(player(service), email="victim@gmail.com")
    assert rejected(enter(player(service), other)) == LIMITED
    created(player(service), email="victims@gmail.com")


@pytest.mark.parametrize(
    ("address", "mailbox"),
    [
        ("Ada.Byron+games@GoogleMail.com", "adabyron@gmail.com"),
        ("Ada.Byron+games@example.org", "ada.byron@example.org"),
        ("a-d_a.b@pm.me", "adab@proton.me"),
        ("ivan-ivanov@ya.ru", "ivanivanov@yandex.ru"),
        ("+tag@example.org", "+tag@example.org"),
    ],
)
def test_an_address_is_folded_to_its_mailbox(address, mailbox):
    assert mailbox_of(address) == mailbox


@pytest.mark.parametrize(
    ("address", "domain"),
    [
        ("ada@mail.example.org", "example.org"),
        ("ada@a.b.example.co.uk", "example.co.uk"),
        ("ada@example.co.uk", "example.co.uk"),
        ("ada@googlemail.com", "gmail.com"),
        ("ada@co.uk", "co.uk"),
    ],
)
def test_an_address_belongs_to_a_registered_domain(address, domain):
    assert domain_of(address) == domain


@pytest.mark.parametrize(
    ("origin", "network"),
    [
        ("203.0.113.9", "203.0.113.0/24"),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("local", "local"),
    ],
)
def test_a_client_belongs_to_a_network(origin, network):
    assert network_of(origin) == network


def test_a_mailbox_gets_exactly_its_limit_of_a_day(mailing):
    service = mailing(mailbox=3)
    statuses = [enter(player(service), f"victim+{number}@example.org").status_code for number in range(5)]
    assert statuses == [201, 201, 201, 429, 429]


def test_a_domain_gets_exactly_its_limit_of_a_day(mailing):
    service = mailing(domain=2)
    addresses = ["a@example.org", "b@mail.example.org", "c@deep.mail.example.org", "c@example.com"]
    assert [enter(player(service), each).status_code for each in addresses] == [201, 201, 429, 201]


def test_a_network_causes_exactly_its_limit_of_a_day(mailing):
    service = mailing(network=2)
    origins = ["203.0.113.1", "203.0.113.200", "203.0.113.7", "203.0.114.7"]
    statuses = [
        from_address(service, each, f"a{number}@example.org").status_code for number, each in enumerate(origins)
    ]
    assert statuses == [201, 201, 429, 201]


def test_an_installation_sends_exactly_its_limit_of_a_day(mailing):
    service = mailing(per_day=2)
    statuses = [enter(player(service), f"a@example{number}.org").status_code for number in range(3)]
    assert statuses == [201, 201, 429]


def test_simultaneous_requests_exceed_no_limit(mailing):
    service = mailing(per_day=5)
    callers = [player(service) for _ in range(12)]
    statuses = at_once(
        [
            lambda who=each, number=number: enter(who, f"a@example{number}.org").status_code
            for number, each in enumerate(callers)
        ]
    )
    assert (statuses.count(201), statuses.count(429)) == (5, 7)


def test_a_rejected_mail_states_when_to_retry(mailing):
    service = mailing(mailbox=1)
    created(player(service), email="ada@example.org")
    assert 86_300 < int(enter(player(service), "ada@example.org").headers["Retry-After"]) <= 86_400


def test_a_request_rejected_by_one_limit_counts_for_no_other(mailing):
    service = mailing(domain=1, mailbox=1, per_day=2)
    created(player(service), email="a@example.org")
    assert rejected(enter(player(service), "victim@example.org")) == LIMITED
    created(player(service), email="a@example.com")
    assert rejected(enter(player(service), "a@example.net")) == LIMITED


def test_a_player_with_too_many_targets_locks_no_address(mailing):
    service = mailing(mailbox=1, domain=1)
    full = player(service)
    for number in range(10):
        created(full, url=f"{DISCORD}{number}")
    assert rejected(enter(full, "ada@example.org")) == (409, "too_many_notification_targets")
    created(player(service), email="ada@example.org")


def test_a_mailbox_is_one_target_of_its_player(mailing):
    service = mailing(mailbox=2)
    ada = player(service)
    first = created(ada, email="ada@gmail.com", language="it")
    again = known(ada, email="a.da+games@gmail.com", events=["invited"])
    assert again == first | {"events": ["invited"], "last_delivery": again["last_delivery"]}
    assert [each["target_id"] for each in ada.get(PATH).json["targets"]] == [first["target_id"]]
    assert rejected(enter(ada, "ada@gmail.com")) == LIMITED


def test_a_confirmed_mailbox_is_not_confirmed_again(mailing):
    service = mailing(mailbox=1)
    ada = player(service)
    first = created(ada, email="ada@example.org")
    (stored,) = service.installation.store.webhooks.of(ada.id)
    link = f"/notifications/{ada.id}.{first['target_id']}.{stored.target.link_token}"
    assert service.client.post(f"{link}/confirm").status_code == 200
    assert known(ada, email="ada+1@example.org")["target_id"] == first["target_id"]


def test_anonymous_players_enter_no_address_unless_the_operator_allows_it(start):
    mail = {"public_url": PLAY, "smtp_url": SMTP}
    response = enter(player(start(**mail)), "ada@example.org")
    assert rejected(response) == (409, "target_rejected")
    assert "Anonymous players" in response.json["detail"]
    created(player(start(**mail, anonymous_mail=True)), email="ada@example.org")


def test_the_users_of_a_platform_and_invited_players_enter_addresses(start):
    service = start(public_url=PLAY, smtp_url=SMTP, confirmations_per_network=1)
    platform = player(service).with_scopes("play", "organise")
    for number in range(2):
        created(platform.acting_for(f"ada{number}"), email=f"ada{number}@example.org")
    assert rejected(enter(platform, "platform@example.org")) == (409, "target_rejected")
    closed = start(public_url=PLAY, smtp_url=SMTP, players="invitation")
    created(Player(closed, platform.id, platform.key), email="platform@example.org")


def test_a_player_with_a_linked_identity_enters_an_address(start):
    service = start(public_url=PLAY, smtp_url=SMTP)
    ada = player(service)
    linked = StoredIdentity("https://login.example.org", "ada", LONG_AGO)
    service.installation.store.identities.add(ada.id, "pl_" + "i" * 20, linked)
    created(ada, email="ada@example.org")
