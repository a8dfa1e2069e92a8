"""Test the forms of a Redis URL in BOTTEGA_REDIS_URL."""

import pytest

from service.redis_address import read_address

SENTINELS = "redis+sentinel://uno:due@a,b:26380,[::1]/bottega/3?sentinel_password=tre&health_check_interval=5"


@pytest.mark.parametrize("url", ["redis://localhost", "rediss://:pw@localhost:6380/2", "unix:///run/redis.sock?db=1"])
def test_a_server_has_the_url_that_redis_itself_uses(url):
    assert (read_address(url).kind, read_address(url).url) == ("server", url)


def test_sentinels_are_named_with_their_name_of_the_server():
    address = read_address(SENTINELS)
    assert (address.kind, address.name) == ("sentinel", "bottega")
    assert address.nodes == (("a", 26379), ("b", 26380), ("::1", 26379))
    assert address.sentinel == {"password": "tre"}
    assert address.options == {"username": "uno", "password": "due", "db": 3, "health_check_interval": 5}


def test_nodes_of_a_cluster_share_credentials_and_encryption():
    address = read_address("rediss+cluster://:pw@a:7000,b?ssl_ca_certs=/ca.pem")
    assert (address.kind, address.nodes) == ("cluster", (("a", 7000), ("b", 6379)))
    assert address.options == {"password": "pw", "ssl": True, "ssl_ca_certs": "/ca.pem"}
    assert address.url_of("::1", 7001) == "rediss://:pw@[::1]:7001?ssl_ca_certs=/ca.pem"


WRONG = {
    "http://localhost": "scheme",
    "redis+ring://a": "none of",
    "redis+sentinel://a:26379": "name of the server",
    "redis+cluster://a/1": "no numbered databases",
    "redis+cluster://": "names no host",
    "redis+cluster://a:port": "[Pp]ort",
    "redis+sentinel://a/bottega?sentinel_colour=red": "sentinel_username and sentinel_password",
    "redis+sentinel://a/bottega/first": "number",
}


@pytest.mark.parametrize(("url", "reason"), WRONG.items(), ids=list(WRONG))
def test_the_fault_of_a_url_is_stated(url, reason):
    with pytest.raises(ValueError, match=reason):
        read_address(url)
