"""Signed identities: bearer tokens (JWT) of the OpenID Connect issuer that the operator trusts.

They are verified by the keys that the issuer publishes. Its keys are fetched when the first identity comes, looked at
again now and then, and at once, though not more often than once a minute, when an identity names one that is unknown.
Signatures by a shared secret, and none at all, are rejected.
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

from service.problems import InvalidToken, IssuerUnavailable
from service.settings import Settings

ALGORITHMS = ("RS256", "ES256", "EdDSA", "Ed25519")
KINDS = ("RSA", "EC", "OKP")
"""The kinds of keys that these algorithms use; none of them is a shared secret."""
LEEWAY_SECONDS = 30
"""So far may the issuer's clock be from ours."""
CONFIRMED = timedelta(minutes=10)
"""So old may keys be before they are fetched again."""
TRUSTED = timedelta(hours=1)
"""So old may they be while the issuer does not answer."""
PAUSE = timedelta(minutes=1)
"""Between two attempts to fetch them for an identity that names another one."""
FAILED_PAUSE = timedelta(seconds=5)
"""Between two attempts while there are none."""
LONG_AGO = datetime.min.replace(tzinfo=UTC)
PATIENCE_SECONDS = 5
MOST_BYTES = 256 * 1024
LONGEST_SUBJECT = 255
LOGIN_TYPES = frozenset({"", "jwt", "at+jwt"})
"""The header types of tokens that log somebody in. RFC 8725 (3.11) tells kinds of tokens apart by this header."""
OTHER_CLAIMED_TYPES = frozenset({"logout", "offline", "refresh"})
"""What Keycloak writes into the claim `typ` of tokens that log nobody in."""
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"
"""Marks a logout token whose header has no type of its own (OpenID Connect Back-Channel Logout 2.4)."""
UNREADABLE = (JoseError, ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError)
"""What reading foreign JSON can raise: any claim and any member of a header may be of any type."""


class Identity(NamedTuple):
    """Who somebody is, as an issuer has signed."""

    subject: str
    until: float
    """When it expires, in Unix time, with the tolerance for other clocks."""


class Issuer:
    """Who signs identities, and its keys; safe to share between threads."""

    def __init__(self, issuer: str, audience: str, keys: str = "") -> None:
        self.issuer = issuer
        self._audience = audience
        self._address = keys
        self._keys: Any = None
        self._fetched = self._tried = LONG_AGO
        self._fetching = threading.Lock()

    def verify(self, token: str, now: datetime) -> Identity:
        """Return who the issuer says it is, and until when. Raises InvalidToken and IssuerUnavailable."""
        header, claims = self._read(token, now)
        if not _is_login(header, claims):
            raise InvalidToken("The token is of a type that logs nobody in. Send an ID token or an access token.")
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
            raise InvalidToken("The identity has expired, or was not signed for this service.") from None
        return Identity(_subject(claims["sub"]), _expiry(claims["exp"]))

    def _read(self, token: str, now: datetime) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the header and the claims that were signed. Raises InvalidToken and IssuerUnavailable."""
        keys = self._known(now)
        try:
            try:
                return _decode(token, keys)
            except InvalidKeyIdError:
                return _decode(token, self._renewed(now, keys))
        except UNREADABLE:
            raise InvalidToken("The identity was not signed by the issuer that this service trusts.") from None

    def _known(self, now: datetime) -> Any:
        """Return keys that are new enough, fetched if need be."""
        if now - self._fetched > CONFIRMED:
            self._fetch(now, PAUSE if self._keys else FAILED_PAUSE)
        if now - self._fetched > TRUSTED:
            raise IssuerUnavailable("The issuer of identities does not give its keys.")
        return self._keys

    def _renewed(self, now: datetime, seen: Any) -> Any:
        """Return newer keys than those `seen`, if there may be any."""
        if self._keys is seen:
            self._fetch(now, PAUSE)
        return self._keys

    def _fetch(self, now: datetime, pause: timedelta) -> None:
        """Fetch the keys, unless that has been tried a moment ago; what fails leaves those there are."""
        with self._fetching:  # of many who come at once, one asks for all
            if now - self._tried < pause:
                return
            self._tried = now
            try:
                self._keys, self._fetched = self._published(), now
            except (OSError, HTTPException, *UNREADABLE):
                return

    def _published(self) -> Any:
        """Read the keys that the issuer publishes; raises what can go wrong."""
        keys = [key for each in _read(self._keys_address())["keys"] if (key := _key(each)) is not None]
        if not keys:
            raise ValueError("The issuer publishes no key.")
        return jwk.KeySet(keys)

    def _keys_address(self) -> str:
        """Return where the keys are: what the operator says, or else the issuer itself."""
        if self._address:
            return self._address
        found = _read(f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
        address: str = found["jwks_uri"]
        if found["issuer"] != self.issuer or not address.startswith(("https:", self.issuer.partition("/")[0])):
            raise ValueError("The discovery document is that of another issuer.")
        return address


def open_issuer(settings: Settings) -> Issuer | None:
    """Name the issuer whose identities are taken; it is asked for its keys when they are needed."""
    if not settings.oidc_issuer:
        return None
    return Issuer(settings.oidc_issuer, settings.oidc_audience, settings.oidc_keys)


def _decode(token: str, keys: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Check a signature and return the header and the claims; raises one of UNREADABLE."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # EdDSA has been renamed, and most issuers do not know yet
        signed = jwt.decode(token, keys, algorithms=[*ALGORITHMS])
    if not isinstance(signed.claims, dict):
        raise TypeError("The claims are no JSON object.")
    return dict(signed.header), signed.claims


def _is_login(header: Mapping[str, Any], claims: Mapping[str, Any]) -> bool:
    """Whether a signed token says who logs in: logout tokens, for example, name a subject too."""
    kind, claimed, events = header.get("typ", ""), claims.get("typ", ""), claims.get("events")
    if not isinstance(kind, str) or kind.lower().removeprefix("application/") not in LOGIN_TYPES:
        return False
    if isinstance(claimed, str) and claimed.lower() in OTHER_CLAIMED_TYPES:
        return False
    return not (isinstance(events, dict) and LOGOUT_EVENT in events)


def _expiry(claimed: Any) -> float:
    """Return when the claim `exp` ends an identity, in Unix time, with the tolerance; raises InvalidToken."""
    try:
        return float(claimed) + LEEWAY_SECONDS
    except UNREADABLE:
        raise InvalidToken("The claim `exp` must be a number of seconds.") from None


def _subject(claimed: Any) -> str:
    """Return the claim `sub` if it is a text that can name somebody; raises InvalidToken."""
    if not isinstance(claimed, str) or not 0 < len(claimed) <= LONGEST_SUBJECT:
        raise InvalidToken(f"The claim `sub` must be a text of 1 to {LONGEST_SUBJECT} characters.")
    if any("\ud800" <= letter <= "\udfff" for letter in claimed):
        raise InvalidToken("The claim `sub` must be Unicode text; it has half of a surrogate pair.")
    return claimed


def _key(published: Any) -> Any:
    """Read one key; None of one that signs nothing, or is of a kind that is not known."""
    if not isinstance(published, dict):
        return None
    if published.get("kty") not in KINDS or published.get("use", "sig") != "sig":
        return None
    try:
        return jwk.import_key(published)
    except UNREADABLE:
        return None


class _Straight(urllib.request.HTTPRedirectHandler):
    """Goes where it was told, and nowhere else."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _read(address: str) -> Any:
    """Read a JSON document of the web; raises OSError, HTTPException or ValueError."""
    opener = urllib.request.build_opener(_Straight)
    with opener.open(address, timeout=PATIENCE_SECONDS) as answer:
        return json.loads(answer.read(MOST_BYTES))
