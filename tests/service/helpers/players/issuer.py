"""An issuer of signed identities for the tests: a web server with a discovery document and keys that rotate."""

import json
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OKPKey, RSAKey
from joserfc.jws import JWSRegistry

AUDIENCE = "bottega-of-the-tests"
MAKERS = {
    "RS256": lambda kid: RSAKey.generate_key(2048, {"kid": kid, "use": "sig"}),
    "ES256": lambda kid: ECKey.generate_key("P-256", {"kid": kid}),
    "Ed25519": lambda kid: OKPKey.generate_key("Ed25519", {"kid": kid}),
}


@dataclass
class Issuer:
    """Signs identities and publishes its keys."""

    address: str
    keys: dict[str, Any] = field(default_factory=dict)
    """The published keys by id."""
    requested: list[str] = field(default_factory=list)
    """The requests that the issuer received, in order."""
    published: Any = None
    """A document that is published in place of the keys."""
    called: str = ""
    """The issuer name in the discovery document, if it differs from the URL."""
    dead: bool = False

    def rotate(self, kid: str, alg: str = "ES256") -> None:
        """Sign with a new key from now on."""
        self.keys[kid] = MAKERS[alg](kid)

    def sign(
        self,
        subject: Any = "ann",
        *,
        kid: str = "",
        alg: str = "ES256",
        key: Any = None,
        header: Any = None,
        **claims: Any,
    ) -> str:
        """Sign an identity; None omits a claim, and `header` contains further fields of the header."""
        now = int(time.time())
        usual = {"iss": self.address, "aud": AUDIENCE, "sub": subject, "iat": now, "exp": now + 300}
        signed = {name: value for name, value in (usual | claims).items() if value is not None}
        name = kid or next(reversed(self.keys))
        return jwt.encode({"alg": alg, "kid": name, **(header or {})}, signed, key or self.keys[name], algorithms=[alg])

    def sign_text(self, header: str, claims: str) -> str:
        """Sign two JSON texts unchanged, valid or not, with the newest key, an ES256 key."""
        parts = (urlsafe_b64encode(each.encode()).rstrip(b"=") for each in (header, claims))
        signed = b".".join(parts)
        mac = JWSRegistry.algorithms["ES256"].sign(signed, next(reversed(self.keys.values())))
        return f"{signed.decode()}.{urlsafe_b64encode(mac).decode().rstrip('=')}"

    def document(self, path: str) -> Any:
        if path == "/.well-known/openid-configuration":
            return {"issuer": self.called or self.address, "jwks_uri": f"{self.address}/keys"}
        return self.published or KeySet(list(self.keys.values())).as_dict(private=False)


@contextmanager
def issuing() -> Iterator[Issuer]:
    """Run an issuer with one key."""
    server = Server(("127.0.0.1", 0), Handler)
    server.issuer = Issuer(f"http://127.0.0.1:{server.server_port}")
    server.issuer.rotate("first")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.issuer
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Server(ThreadingHTTPServer):
    """Serves the documents of an issuer."""

    issuer: Issuer


class Handler(BaseHTTPRequestHandler):
    """Handles the requests of a client of the issuer."""

    server: Server

    def do_GET(self) -> None:
        issuer = self.server.issuer
        issuer.requested.append(self.path)
        self.send_response(503 if issuer.dead else 200)
        self.end_headers()
        if not issuer.dead:
            self.wfile.write(json.dumps(issuer.document(self.path)).encode())

    def log_message(self, *_: Any) -> None:
        """Write no log."""


NAME = "https://login.example.org"
KEY: Any = OKPKey.import_key(
    {
        "kty": "OKP",
        "crv": "Ed25519",
        "kid": "example",
        "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    }
)
"""The key of RFC 8037, A.1. The signatures of this kind of key are always the same."""


def signing(service: Any, subject: str) -> str:
    """Sign an identity for the service that trusts `NAME`, valid for a day."""
    expiry = int(service.installation.sources.now().timestamp()) + 86400
    claims = {"iss": NAME, "aud": AUDIENCE, "sub": subject, "exp": expiry}
    return jwt.encode({"alg": "Ed25519", "kid": "example"}, claims, KEY, algorithms=["Ed25519"])
