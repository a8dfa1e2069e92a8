"""Test what commands leave behind when something ends them before their reply."""

import pytest

from service.store.connection import exchange
from tests.service.helpers.client.interruptions import interrupted_client


class Ended(BaseException):
    """A signal that ends a process while it waits."""


def end():
    raise Ended


def test_no_command_reads_the_reply_of_an_interrupted_one(redis_url):
    client = interrupted_client(redis_url, b"BLPOP", end)
    with pytest.raises(Ended):
        exchange(client, ("BLPOP", "missing", 0.1))  # replies when the next command waits already
    assert exchange(client, ("ECHO", "next")) == [b"next"]
