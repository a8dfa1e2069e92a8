"""An HTTP proxy that serves one service under a path of its host, as nginx and Caddy do."""

import threading
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

OF_ONE_CONNECTION = {"connection", "keep-alive", "transfer-encoding", "upgrade"}
"""Headers that a proxy does not forward (RFC 9110, 7.6.1)."""
LARGEST = 65536
IDLE_SECONDS = 60
"""Longer than a stream is silent."""


class PathProxy(ThreadingHTTPServer):
    """Forwards what is below a path to a service, and nothing else. `outside` lists the other requested paths."""

    daemon_threads = True

    def __init__(self, prefix, *, keeps):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.prefix, self.keeps = prefix, keeps
        self.host = f"http://127.0.0.1:{self.server_port}"
        self.address = f"{self.host}{prefix}"
        self.service, self.outside = "", []


@contextmanager
def proxying(prefix, *, keeps):
    """Run a proxy in a block; it `keeps` the prefix in the path or removes it. Set its `service` to a URL."""
    with PathProxy(prefix, keeps=keeps) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        try:
            yield proxy
        finally:
            proxy.shutdown()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: PathProxy

    def log_message(self, *_):
        """Log nothing."""

    def forward(self):
        """Forward a request, and each part of the response as soon as it arrives."""
        proxy = self.server
        if not self.path.startswith(f"{proxy.prefix}/"):
            proxy.outside.append(self.path)
            self.send_error(404)
            return
        path = self.path if proxy.keeps else self.path.removeprefix(proxy.prefix)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        connection = HTTPConnection(urlsplit(proxy.service).netloc, timeout=IDLE_SECONDS)
        try:
            connection.putrequest(self.command, path, skip_host=True, skip_accept_encoding=True)
            self._send_headers(self.headers.items(), connection.putheader)
            connection.endheaders(body or None)
            self._return(connection.getresponse())
        except (OSError, ValueError):  # the client or the service has closed its connection
            self.close_connection = True
        finally:
            connection.close()

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = forward  # noqa: N815  # as the base calls them

    def _send_headers(self, headers, send):
        for name, value in headers:
            if name.lower() not in OF_ONE_CONNECTION:
                send(name, value)

    def _return(self, response):
        self.send_response_only(response.status, response.reason)
        self._send_headers(response.getheaders(), self.send_header)
        is_chunked = response.length is None and self.command != "HEAD"
        if is_chunked:
            self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while some := response.read1(LARGEST):
            self.wfile.write(b"%x\r\n%b\r\n" % (len(some), some) if is_chunked else some)
        if is_chunked:
            self.wfile.write(b"0\r\n\r\n")
