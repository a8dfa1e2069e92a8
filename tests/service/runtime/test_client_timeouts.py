"""Test the timeout of connections whose network is gone."""

import ctypes
import socket
import struct

import pytest

from service.runtime.client_timeouts import limit_silence

SO_ATTACH_FILTER = 26
DROP_ALL = struct.pack("HBBI", 0x06, 0, 0, 0)
"""A packet filter of one instruction, which drops each packet. Nothing is acknowledged."""


def lose_network(client):
    """Let a connection receive no packet any more, and thus send no acknowledgement."""
    code = ctypes.create_string_buffer(DROP_ALL)
    client.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("HL", 1, ctypes.addressof(code)))


def test_a_connection_ends_soon_after_its_network_acknowledges_nothing():
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_connection(listener.getsockname()) as client:
        served, _ = listener.accept()
        with served:
            limit_silence(served, 0.5)
            lose_network(client)
            served.sendall(b":\n\n")
            with pytest.raises(TimeoutError):
                served.recv(1)
