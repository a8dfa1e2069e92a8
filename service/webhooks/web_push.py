"""Encrypt Web Push messages (RFC 8291), and sign them with the key pair of this installation (VAPID, RFC 8292)."""

import base64
import os
from collections.abc import Mapping
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwt
from joserfc.jwk import ECKey

from service.installation.installation import Installation
from service.resources.notifications import WebPushKeys

CURVE = ec.SECP256R1()
KEY_BYTES = 32
SIGNED_SECONDS = 12 * 60 * 60
"""Validity of a signature; push services accept a day at most."""
STORED_SECONDS = 24 * 60 * 60
"""How long a push service keeps a message for a device that is offline."""


def public_key(installation: Installation) -> str:
    """Return the public key of this installation: an uncompressed point in base64url."""
    return encoded(_point(_private_key(installation).public_key()))


def headers(installation: Installation, endpoint: str, topic: str, now: float) -> Mapping[str, str]:
    """Return the HTTP headers of a message to an endpoint. A later message of a topic replaces a waiting one."""
    private = _private_key(installation)
    point = _point(private.public_key())
    numbers = private.private_numbers().private_value.to_bytes(KEY_BYTES, "big")
    key = ECKey.import_key(
        {"kty": "EC", "crv": "P-256", "x": encoded(point[1:33]), "y": encoded(point[33:]), "d": encoded(numbers)}
    )
    parts = urlsplit(endpoint)
    contact = {"sub": installation.settings.public_url} if installation.settings.public_url else {}
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + SIGNED_SECONDS, **contact}
    return {
        "authorization": f"vapid t={jwt.encode({'alg': 'ES256', 'typ': 'JWT'}, claims, key)}, k={encoded(point)}",
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(STORED_SECONDS),
        "urgency": "high",
        **({"topic": topic} if topic else {}),
    }


def encrypted(keys: WebPushKeys, payload: bytes) -> bytes:
    """Return a payload that only the browser of a subscription can read. Raises ValueError for an invalid key."""
    sent: bytes = http_ece.encrypt(
        payload,
        salt=os.urandom(16),
        private_key=ec.generate_private_key(CURVE),
        dh=decoded(keys.p256dh),
        auth_secret=decoded(keys.auth),
        version="aes128gcm",
    )
    return sent


def is_point(key: str) -> bool:
    """Whether a public key in base64url is a point of the curve."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(key))
    except ValueError:
        return False
    return True


def _private_key(installation: Installation) -> ec.EllipticCurvePrivateKey:
    """Return the private key of the setting, or else the one in Redis, which is generated once."""
    stored = installation.settings.vapid_private_key or installation.store.targets.vapid_key(
        lambda: fresh_key(installation.sources.seed())
    )
    return ec.derive_private_key(int.from_bytes(decoded(stored), "big"), CURVE)


def fresh_key(seed: bytes) -> str:
    """Return a private key in base64url, made of 32 random bytes."""
    return encoded((1 + int.from_bytes(seed, "big") % 2**255).to_bytes(KEY_BYTES, "big"))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encoded(content: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of base64url with or without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
