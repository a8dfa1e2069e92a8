"""Verify signed identities: bearer tokens (JWT) of the trusted OpenID Connect issuer.

The published keys of the issuer verify them. The keys are fetched with the first identity and refreshed periodically.
An identity with an unknown key causes a fetch too, once a minute at most. Unsigned tokens and signatures with a shared
secret are rejected.
"""

import json
import threading
import urllib.request
import warnings
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from http.client import HTTPException
from typing import Any, NamedTuple

from joserfc import jwk, jwt
from joserfc.errors import InvalidKeyIdError, JoseError

from service import problems
from service.settings import Settings

ALGORITHMS = ("RS256", "ES256", "EdDSA", "Ed25519")
KINDS = ("RSA", "EC", "OKP")
"""Key types of these algorithms; none is a shared secret."""
LEEWAY_SECONDS = 30
"""Tolerated difference between the issuer's clock and ours."""
REFRESH_AFTER = timedelta(minutes=10)
"""Age after which keys are fetched again."""
USABLE_FOR = timedelta(hours=1)
"""Largest age of keys while the issuer does not respond."""
FETCH_PAUSE = timedelta(minutes=1)
"""Pause between two fetches for identities with an unknown key."""
FAILED_PAUSE = timedelta(seconds=5)
"""Pause between two fetches while there are no keys."""
LONG_AGO = datetime.min.replace(tzinfo=UTC)
FETCH_TIMEOUT_SECONDS = 5
MOST_BYTES = 256 * 1024
LONGEST_SUBJECT = 255
LOGIN_TYPES = frozenset({"", "jwt", "at+jwt"})
"""The header types of tokens that sign in a player. RFC 8725 (3.11) distinguishes types of tokens by this header."""
OTHER_CLAIMED_TYPES = frozenset({"logout", "offline", "refresh"})
"""The claim `typ` of Keycloak tokens that do not sign in a player."""
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"
"""Marks a logout token whose header has no type of its own (OpenID Connect Back-Channel Logout 2.4)."""
UNREADABLE = (JoseError, ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError)
"""Exceptions of reading foreign JSON: any claim or header field may have any type."""


class Identity(NamedTuple):
    """A verified identity."""

    subject: str
    until: float
    """When it expires, in Unix time, with the clock tolerance."""
    email: str = ""
    """The e-mail address that the issuer has verified; empty without one."""


class Issuer:
    """The issuer of identities and its keys; thread-safe."""

    def __init__(self, issuer: str, audience: str, keys: str = "") -> None:
        self.issuer = issuer
        self._audience = audience
        self._configured_url = keys
        self._keys: Any = None
        self._fetched = self._tried = LONG_AGO
        self._fetching = threading.Lock()

    def verify(self, token: str, now: datetime) -> Identity:
        """Return the identity in a token. Raises InvalidToken and IssuerUnavailable."""
        header, claims = self._read(token, now)
        if not _is_login(header, claims):
            raise problems.InvalidToken(
                "Send an ID token or an access token. A token of this type cannot sign in a player."
            )
        rules = jwt.JWTClaimsRegistry(
            now=int(now.timestamp()),
            leeway=LEEWAY_SECONDS,
            iss={"essential": True, "value": self.issuer},
            aud={"essential": True, "value": self._audience},
            exp={"essential": True},
            sub={"essential": True},
        )
        try:
            rules.validate(claims)
        except UNREADABLE:
            raise problems.InvalidToken(
                "Sign in again. The identity has expired or was not issued for this service."
            ) from None
        return Identity(_subject(claims["sub"]), _expiry(claims["exp"]), _verified_email(claims))

    def _read(self, token: str, now: datetime) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the header and the claims of a token. Raises InvalidToken and IssuerUnavailable."""
        keys = self._known(now)
        try:
            try:
                return _decode(token, keys)
            except InvalidKeyIdError:
                return _decode(token, self._renewed(now, keys))
        except UNREADABLE:
            raise problems.InvalidToken("Send an identity signed by the issuer that this service trusts.") from None

    def _known(self, now: datetime) -> Any:
        """Return sufficiently new keys, and fetch them if necessary."""
        if now - self._fetched > REFRESH_AFTER:
            self._fetch(now, FETCH_PAUSE if self._keys else FAILED_PAUSE)
        if now - self._fetched > USABLE_FOR:
            raise problems.IssuerUnavailable("Retry later. The issuer of identities does not return its keys.")
        return self._keys

    def _renewed(self, now: datetime, seen: Any) -> Any:
        """Return newer keys than those `seen`, if there are any."""
        if self._keys is seen:
            self._fetch(now, FETCH_PAUSE)
        return self._keys

    def _fetch(self, now: datetime, pause: timedelta) -> None:
        """Fetch the keys, unless a fetch was tried during `pause`. A failure keeps the previous keys."""
        with self._fetching:  # one of many concurrent requests fetches for all
            if now - self._tried < pause:
                return
            self._tried = now
            try:
                self._keys, self._fetched = self._published(), now
            except (OSError, HTTPException, *UNREADABLE):
                return

    def _published(self) -> Any:
        """Return the keys that the issuer publishes. Raises OSError, HTTPException or one of UNREADABLE."""
        keys = [key for each in _read(self._keys_url())["keys"] if (key := _key(each)) is not None]
        if not keys:
            raise ValueError("The issuer publishes no key.")
        return jwk.KeySet(keys)

    def _keys_url(self) -> str:
        """Return the URL of the keys: the configured one, or that of the issuer's discovery document."""
        if self._configured_url:
            return self._configured_url
        found = _read(f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
        url: str = found["jwks_uri"]
        if found["issuer"] != self.issuer or not url.startswith(("https:", self.issuer.partition("/")[0])):
            raise ValueError("The discovery document is that of another issuer.")
        return url


def open_issuer(settings: Settings) -> Issuer | None:
    """Return the trusted issuer; None if the installation trusts none. Its keys are fetched when needed."""
    if not settings.oidc_issuer:
        return None
    return Issuer(settings.oidc_issuer, settings.oidc_audience, settings.oidc_keys)


def _decode(token: str, keys: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Verify a signature and return the header and the claims. Raises one of UNREADABLE."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # EdDSA has been renamed; most issuers still use it
        signed = jwt.decode(token, keys, algorithms=[*ALGORITHMS])
    if not isinstance(signed.claims, dict):
        raise TypeError("The claims are no JSON object.")
    return dict(signed.header), signed.claims


def _is_login(header: Mapping[str, Any], claims: Mapping[str, Any]) -> bool:
    """Whether a token signs in a player. Logout tokens, for example, also name a subject."""
    kind, claimed, events = header.get("typ", ""), claims.get("typ", ""), claims.get("events")
    if not isinstance(kind, str) or kind.lower().removeprefix("application/") not in LOGIN_TYPES:
        return False
    if isinstance(claimed, str) and claimed.lower() in OTHER_CLAIMED_TYPES:
        return False
    return not (isinstance(events, dict) and LOGOUT_EVENT in events)


def _expiry(claimed: Any) -> float:
    """Return when the claim `exp` ends an identity, in Unix time, with the tolerance. Raises InvalidToken."""
    try:
        return float(claimed) + LEEWAY_SECONDS
    except UNREADABLE:
        raise problems.InvalidToken("The claim `exp` must be a number of seconds.") from None


def _subject(claimed: Any) -> str:
    """Return the claim `sub` if it is a valid subject. Raises InvalidToken."""
    if not isinstance(claimed, str) or not 0 < len(claimed) <= LONGEST_SUBJECT:
        raise problems.InvalidToken(f"The claim `sub` must be a text of 1 to {LONGEST_SUBJECT} characters.")
    if any("\ud800" <= letter <= "\udfff" for letter in claimed):
        raise problems.InvalidToken("The claim `sub` must be Unicode text; it has half of a surrogate pair.")
    return claimed


def _verified_email(claims: Mapping[str, Any]) -> str:
    """Return the claim `email` if `email_verified` is true; empty otherwise."""
    email = claims.get("email")
    return email if isinstance(email, str) and claims.get("email_verified") is True else ""


def _key(published: Any) -> Any:
    """Return a published key; None if it does not sign or has an unsupported type."""
    if not isinstance(published, dict):
        return None
    if published.get("kty") not in KINDS or published.get("use", "sig") != "sig":
        return None
    try:
        return jwk.import_key(published)
    except UNREADABLE:
        return None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Rejects redirects."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _read(url: str) -> Any:
    """Fetch a JSON document. Raises OSError, HTTPException or ValueError."""
    opener = urllib.request.build_opener(_NoRedirects)
    with opener.open(url, timeout=FETCH_TIMEOUT_SECONDS) as response:
        return json.loads(response.read(MOST_BYTES))
