"""A TLS server in front of a Unix socket, as a Redis with TLS is."""

import socket
import ssl
import threading
from contextlib import contextmanager, suppress


@contextmanager
def tls_front(path, context):
    """Pass on all bytes of encrypted connections to a Unix socket; yield the port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_accept, args=(listener, path, context), daemon=True).start()
        yield listener.getsockname()[1]


def _accept(listener, path, context):
    with suppress(OSError):  # the listener is closed
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=_serve, args=(connection, path, context), daemon=True).start()


def _serve(connection, path, context):
    """Serve one connection; a client that does not trust the certificate ends it."""
    with (
        suppress(OSError),
        context.wrap_socket(connection, server_side=True) as client,
        socket.socket(socket.AF_UNIX) as server,
    ):
        server.connect(path)
        threading.Thread(target=_copy, args=(server, client), daemon=True).start()
        _copy(client, server)


def _copy(origin: socket.socket | ssl.SSLSocket, target: socket.socket | ssl.SSLSocket):
    with suppress(OSError):
        while some := origin.recv(65536):
            target.sendall(some)
        target.shutdown(socket.SHUT_WR)
