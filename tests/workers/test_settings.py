"""Test settings from the environment; an error names its variable."""

import secrets
import stat
import uuid
from ipaddress import ip_network

import pytest

from service.runtime.setting_names import ignored
from service.setting_values import SettingsError
from service.settings import MEMORY, OTHER_VARIABLES, VARIABLES, Settings, own_archive, read_settings

URL = "redis://127.0.0.1:6379/0"
SECRET = "a secret of at least 32 characters"


def read(tmp_path, **changes):
    return read_settings({"BOTTEGA_REDIS_URL": URL, "BOTTEGA_DATA": str(tmp_path), "BOTTEGA_SECRET": SECRET, **changes})


def test_everything_but_redis_has_a_default(tmp_path):
    assert read(tmp_path) == Settings(redis_url=URL, rq_url=URL, secrets=(SECRET.encode(),), data_directory=tmp_path)


def test_every_setting_can_be_chosen(tmp_path):
    chosen = read(
        tmp_path,
        BOTTEGA_RQ_URL="unix:///run/redis.sock",
        BOTTEGA_HOST="0.0.0.0",
        BOTTEGA_PORT="9000",
        BOTTEGA_API_WORKERS="3",
        BOTTEGA_SPECTATORS="4",
        BOTTEGA_AI_WORKERS="5",
        BOTTEGA_IDEMPOTENCY_SECONDS="60",
        BOTTEGA_UNCLAIMED_SECONDS="61",
        BOTTEGA_INACTIVE_SECONDS="62",
        BOTTEGA_LISTED_SECONDS="0",
        BOTTEGA_FINISHED_SECONDS="64",
        BOTTEGA_ARCHIVE_URL="file:///var/lib/games",
        BOTTEGA_ARCHIVE_SECONDS="65",
        BOTTEGA_LEASE_SECONDS="7",
        BOTTEGA_HEALTH_PORT="9001",
        BOTTEGA_METRICS=str(tmp_path / "counts"),
        BOTTEGA_METRICS_PORT="9002",
        BOTTEGA_LOG_FORMAT="json",
        BOTTEGA_LOG_LEVEL="debug",
        BOTTEGA_DURABILITY="replica",
        BOTTEGA_REPLICAS="2",
        BOTTEGA_CONNECTIONS_PER_ADDRESS="8",
        BOTTEGA_REQUESTS_PER_MINUTE="11",
        BOTTEGA_CREATIONS_PER_MINUTE="12",
        BOTTEGA_REJECTIONS_PER_MINUTE="13",
        BOTTEGA_PLAYERS_PER_MINUTE="16",
        BOTTEGA_KEY_REQUESTS_PER_MINUTE="17",
        BOTTEGA_KEY_CREATIONS_PER_MINUTE="18",
        BOTTEGA_KEY_STREAMS_PER_MINUTE="19",
        BOTTEGA_PLAYERS="invitation",
        BOTTEGA_OIDC_ISSUER="https://login.example.org/realm",
        BOTTEGA_OIDC_AUDIENCE="bottega",
        BOTTEGA_OIDC_KEYS="https://login.example.org/keys",
        BOTTEGA_STREAMS_PER_MINUTE="14",
        BOTTEGA_LEGAL_ACTIONS_PER_MINUTE="0",
        BOTTEGA_MAX_QUEUED_TURNS="15",
        BOTTEGA_TRUSTED_PROXIES="10.0.0.7, 2001:db8::/32",
        BOTTEGA_ORIGINS="https://example.org, http://[::1]:5173",
        BOTTEGA_WEBHOOK_TARGETS="10.0.0.0/8, 192.168.7.9",
        BOTTEGA_BODY_LIMIT="2048",
        BOTTEGA_SANDBOX="on",
        BOTTEGA_TRACING="on",
        BOTTEGA_LOG_DECISIONS="on",
    )
    assert chosen == Settings(
        redis_url=URL,
        rq_url="unix:///run/redis.sock",
        secrets=(SECRET.encode(),),
        data_directory=tmp_path,
        host="0.0.0.0",
        port=9000,
        api_workers=3,
        spectators=4,
        ai_workers=5,
        idempotency_seconds=60,
        unclaimed_seconds=61,
        inactive_seconds=62,
        listed_seconds=0,
        finished_seconds=64,
        archive_url="file:///var/lib/games",
        archive_seconds=65,
        lease_seconds=7,
        health_port=9001,
        metrics=tmp_path / "counts",
        metrics_port=9002,
        log_format="json",
        log_level="debug",
        durability="replica",
        replicas=2,
        connections_per_address=8,
        requests_per_minute=11,
        creations_per_minute=12,
        rejections_per_minute=13,
        players_per_minute=16,
        key_requests_per_minute=17,
        key_creations_per_minute=18,
        key_streams_per_minute=19,
        players="invitation",
        oidc_issuer="https://login.example.org/realm",
        oidc_audience="bottega",
        oidc_keys="https://login.example.org/keys",
        streams_per_minute=14,
        legal_actions_per_minute=0,
        max_queued_turns=15,
        trusted_proxies=(ip_network("10.0.0.7"), ip_network("2001:db8::/32")),
        origins=("https://example.org", "http://[::1]:5173"),
        webhook_targets=(ip_network("10.0.0.0/8"), ip_network("192.168.7.9")),
        body_limit=2048,
        sandbox=True,
        tracing=True,
        log_decisions=True,
    )


def test_an_embedded_redis_has_an_archive_beside_it_unless_another_is_named(tmp_path):
    own = {"BOTTEGA_DATA": str(tmp_path)}
    assert own_archive(own) == f"sqlite://{tmp_path}/archive.sqlite"
    assert own_archive({**own, "BOTTEGA_ARCHIVE_URL": "file:///games"}) == "file:///games"


@pytest.mark.parametrize("value", ["*", " * ", "", ","])
def test_pages_of_every_origin_may_call_the_api_unless_some_are_named(tmp_path, value):
    assert read(tmp_path, BOTTEGA_ORIGINS=value).origins == ("*",)


def test_an_empty_variable_counts_as_absent(tmp_path):
    assert read(tmp_path, BOTTEGA_PORT="", BOTTEGA_HOST="", BOTTEGA_RQ_URL="") == read(tmp_path)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("BOTTEGA_REDIS_URL", ""),
        ("BOTTEGA_REDIS_URL", "localhost:6379"),
        ("BOTTEGA_REDIS_URL", "redis://localhost:six"),
        ("BOTTEGA_REDIS_URL", "redis+sentinel://localhost"),
        ("BOTTEGA_REDIS_URL", "redis://api:API_PASSWORD@localhost"),
        ("BOTTEGA_RQ_URL", "http://localhost"),
        ("BOTTEGA_RQ_URL", "redis+cluster://localhost"),
        ("BOTTEGA_REPLICAS", "0"),
        ("BOTTEGA_PORT", "65536"),
        ("BOTTEGA_SANDBOX", "yes"),
        ("BOTTEGA_HEALTH_PORT", "-1"),
        ("BOTTEGA_DURABILITY", "paper"),
        ("BOTTEGA_CONNECTIONS_PER_ADDRESS", "0"),
        ("BOTTEGA_CREATIONS_PER_MINUTE", "-1"),
        ("BOTTEGA_PLAYERS_PER_MINUTE", "-1"),
        ("BOTTEGA_PLAYERS", "friends"),
        ("BOTTEGA_OIDC_ISSUER", "https://login.example.org"),
        ("BOTTEGA_OIDC_ISSUER", "login.example.org"),
        ("BOTTEGA_OIDC_KEYS", "file:///keys"),
        ("BOTTEGA_TRUSTED_PROXIES", "10.0.0.1, proxy"),
        ("BOTTEGA_WEBHOOK_TARGETS", "localhost"),
        ("BOTTEGA_ORIGINS", "example.org"),
        ("BOTTEGA_ORIGINS", "https://example.org/"),
        ("BOTTEGA_ORIGINS", "https://example.org, *"),
        ("BOTTEGA_PORT", "http"),
        ("BOTTEGA_API_WORKERS", "0"),
        ("BOTTEGA_SPECTATORS", "-1"),
        ("BOTTEGA_AI_WORKERS", "1.5"),
        ("BOTTEGA_IDEMPOTENCY_SECONDS", "0"),
        ("BOTTEGA_ARCHIVE_URL", "ftp://example.org/games"),
        ("BOTTEGA_ARCHIVE_URL", "sqlite://games.sqlite"),
        ("BOTTEGA_ARCHIVE_SECONDS", "21599"),
        ("BOTTEGA_LEASE_SECONDS", "²"),
        ("BOTTEGA_BODY_LIMIT", "12"),
        ("BOTTEGA_SECRET", "short"),
        ("BOTTEGA_PREVIOUS_SECRET", "short"),
        ("BOTTEGA_PUBLIC_URL", "example.org/bottega"),
        ("BOTTEGA_PUBLIC_URL", "https://example.org/a//b"),
        ("BOTTEGA_PUBLIC_URL", "https://example.org/../b"),
        ("BOTTEGA_PUBLIC_URL", "https://example.org/hry%20na"),
        ("BOTTEGA_PUBLIC_URL", "https://example.org/docs"),
        ("BOTTEGA_PUBLIC_URL", "https://example.org/v1/games"),
    ],
)
def test_a_wrong_setting_is_rejected_and_named(tmp_path, variable, value):
    with pytest.raises(SettingsError, match=f"^{variable} "):
        read(tmp_path, **{variable: value})


def test_a_variable_without_effect_is_described_with_the_nearest_name_and_without_its_value(tmp_path):
    chosen = {
        "BOTTEGA_PLAYRES": "closed",
        "BOTTEGA_XYZ": "on",
        "BOTTEGA_PLAYERS": "open",
        "BOTTEGA_KEY": "k",
        "PATH": "",
    }
    assert ignored(chosen) == ["BOTTEGA_PLAYRES is not a setting: use BOTTEGA_PLAYERS", "BOTTEGA_XYZ is not a setting"]
    assert read(tmp_path, **chosen).players == "open"


@pytest.mark.parametrize(
    ("value", "prefix"),
    [
        ("https://example.org", ""),
        ("https://example.org/", ""),
        ("https://example.org/bottega/", "/bottega"),
        ("http://example.org:8080/games/v1/b-1.0_~", "/games/v1/b-1.0_~"),
    ],
)
def test_the_path_of_the_public_url_is_the_prefix(tmp_path, value, prefix):
    chosen = read(tmp_path, BOTTEGA_PUBLIC_URL=value)
    assert (chosen.prefix, chosen.public_url) == (prefix, value.rstrip("/"))


def test_every_setting_is_known():
    assert ignored(dict.fromkeys((*(each.name for each in VARIABLES.values()), *OTHER_VARIABLES), "")) == []


def test_the_queues_need_a_redis_of_their_own_if_the_store_is_a_cluster(tmp_path):
    with pytest.raises(SettingsError, match=r"^BOTTEGA_RQ_URL "):
        read(tmp_path, BOTTEGA_REDIS_URL="redis+cluster://localhost")
    chosen = read(tmp_path, BOTTEGA_REDIS_URL="redis+cluster://a,b", BOTTEGA_RQ_URL="redis+sentinel://c/jobs")
    assert (chosen.redis_url, chosen.rq_url) == ("redis+cluster://a,b", "redis+sentinel://c/jobs")


def test_no_message_repeats_a_secret(tmp_path):
    with pytest.raises(SettingsError) as caught:
        read(tmp_path, BOTTEGA_SECRET="hush")
    assert "hush" not in str(caught.value)
    assert SECRET not in repr(read(tmp_path))


def test_a_missing_secret_is_created_once_and_stored_for_its_owner_only(tmp_path):
    directory = tmp_path / "data"
    first, second = (read(directory, BOTTEGA_SECRET="").secrets for _ in range(2))
    assert first == second
    assert len(first[0]) >= 32
    assert stat.S_IMODE((directory / "secret").stat().st_mode) == 0o600
    assert [path.name for path in directory.iterdir()] == ["secret"]


@pytest.mark.parametrize("name", ["secret", "secret.previous"])
def test_a_secret_file_that_is_empty_or_short_is_rejected(tmp_path, name):
    read(tmp_path, BOTTEGA_SECRET="")
    (tmp_path / name).write_text("hush")
    with pytest.raises(SettingsError, match=rf"^{tmp_path / name} has 4 characters, fewer than 32$"):
        read(tmp_path, BOTTEGA_SECRET="")


def test_the_secret_before_it_stays_known_while_it_is_named(tmp_path):
    newer = "another secret of at least 32 characters"
    rotated = read(tmp_path, BOTTEGA_SECRET=newer, BOTTEGA_PREVIOUS_SECRET=SECRET)
    assert rotated.secrets == (SECRET.encode(), newer.encode())
    first = read(tmp_path / "data", BOTTEGA_SECRET="").secrets
    (tmp_path / "data" / "secret").rename(tmp_path / "data" / "secret.previous")
    before, after = read(tmp_path / "data", BOTTEGA_SECRET="").secrets
    assert (before,) == first != (after,)


def test_two_installations_make_different_secrets(tmp_path):
    assert read(tmp_path / "a", BOTTEGA_SECRET="").secrets != read(tmp_path / "b", BOTTEGA_SECRET="").secrets


def test_a_secret_that_cannot_be_stored_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match=r"^BOTTEGA_SECRET is not set and "):
        read(tmp_path / "file", BOTTEGA_SECRET="")


def test_metrics_are_counted_in_memory_if_a_port_serves_them(tmp_path):
    first, again, other = (
        read(each, BOTTEGA_HEALTH_PORT="8001").metrics for each in (tmp_path, tmp_path, tmp_path / "b")
    )
    assert first == again != other
    assert first.parent == MEMORY
    assert read(tmp_path, BOTTEGA_HEALTH_PORT="0").metrics is None


def test_metrics_are_counted_beside_the_data_without_a_file_system_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("service.settings.MEMORY", tmp_path / "none")
    assert read(tmp_path, BOTTEGA_HEALTH_PORT="8001").metrics == tmp_path / "metrics"


@pytest.mark.parametrize("name", ["BOTTEGA_SECRET", "BOTTEGA_PREVIOUS_SECRET"])
@pytest.mark.parametrize("secret", [" " * 40, "\t" * 40, "x" + " " * 40, SECRET[:20] + " " * 30])
def test_a_secret_of_blanks_is_rejected(tmp_path, name, secret):
    with pytest.raises(SettingsError, match=f"^{name} has "):
        read(tmp_path, **{name: secret})


@pytest.mark.parametrize("name", ["BOTTEGA_SECRET", "BOTTEGA_PREVIOUS_SECRET"])
@pytest.mark.parametrize(
    "secret",
    [
        *(
            "a" * 40,
            "ab " * 20,
            "abcdefghijkl" * 4,
            "0123456789abcdef" * 2,
            "changeme" * 5,
            "qwertyuiopasdfghjklzxcvbnm123456",
        ),
        *(
            "a1b2c3d4e5f60718293a4b5c6d7e8f90",
            "abcdefghijklmnopqrstuvwxyz0123456789ABCDEF",
            "your-secret-key-here-32-chars-ok",
        ),
        *(
            "1q2w3e4r5t6z7u8i9o0p1q2w3e4r5t6z",
            "00000000-0000-0000-0000-000000000001",
            "ABCDabcdABCDabcdABCDabcdABCDabcd",
        ),
    ],
)
def test_a_secret_that_repeats_or_continues_itself_is_rejected(tmp_path, name, secret):
    with pytest.raises(SettingsError, match=f"^{name} could be guessed: "):
        read(tmp_path, **{name: secret})


@pytest.mark.parametrize(
    "random", [lambda: secrets.token_hex(16), lambda: secrets.token_urlsafe(24), lambda: str(uuid.uuid4())]
)
def test_random_secrets_are_accepted(tmp_path, random):
    for _ in range(100):
        secret = random()
        assert read(tmp_path, BOTTEGA_SECRET=secret).secrets == (secret.encode(),)


@pytest.mark.parametrize("name", ["secret", "secret.previous"])
def test_a_secret_file_of_blanks_is_rejected(tmp_path, name):
    read(tmp_path, BOTTEGA_SECRET="")
    (tmp_path / name).write_bytes(b" " * 40)
    with pytest.raises(SettingsError, match=f"{name} has 0 characters"):
        read(tmp_path, BOTTEGA_SECRET="")
