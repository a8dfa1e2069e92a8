"""Test signed identities of a real issuer in the tests: their players, and which ones are rejected."""

import base64
import hmac
import json
import time

import pytest

from tests.service.helpers.client.responses import at_once
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.players.issuer import AUDIENCE, MAKERS, issuing
from tests.service.helpers.players.player import Player, player, rejected


@pytest.fixture
def issuer():
    with issuing() as running:
        yield running


@pytest.fixture
def trusting(redis_url, issuer):
    with running(settings(redis_url, oidc_issuer=issuer.address, oidc_audience=AUDIENCE)) as service:
        yield service


def who(service, token):
    return Player(service, "", token).get("/me")


def unsigned(**claims):
    """Return an identity without a signature."""
    return f"{written({'alg': 'none'})}.{written(claims)}."


def written(part):
    """Return one encoded part of an identity."""
    return base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")


def test_each_signed_identity_is_always_the_same_player(trusting, issuer):
    first, again, other = (who(trusting, issuer.sign(subject)).json for subject in ("ann", "ann", "bea"))
    assert first == again == {"player": first["player"], "scopes": ["play", "create"]}
    assert other["player"] != first["player"]
    issuer.rotate("second")
    trusting.pass_time(seconds=61)
    assert who(trusting, issuer.sign("ann")).json == first


@pytest.mark.parametrize("alg", MAKERS)
def test_identities_are_signed_by_any_of_these_algorithms(trusting, issuer, alg):
    issuer.rotate("another", alg)
    assert who(trusting, issuer.sign("ann", alg=alg)).status_code == 200


def test_the_older_name_of_an_algorithm_is_known(trusting, issuer, recwarn):
    issuer.rotate("another", "Ed25519")
    with pytest.warns(UserWarning, match="EdDSA"):
        token = issuer.sign("ann", alg="EdDSA")
    assert who(trusting, token).status_code == 200


def test_a_signed_player_gets_a_ticket_that_opens_the_feed_until_the_player_is_deleted(trusting, issuer):
    ann = Player(trusting, "", issuer.sign("ann"))
    ticket = ann.post("/me/stream-ticket", {}).json["ticket"]
    with trusting.client.get(f"/v1/me/events/ndjson?ticket={ticket}") as response:
        assert response.status_code == 200
    assert ann.send("DELETE", "/me").status_code == 204
    assert rejected(trusting.client.get(f"/v1/me/events/ndjson?ticket={ticket}")) == (401, "invalid_ticket")


def test_a_signed_player_creates_claims_and_plays(trusting, issuer):
    ann, bea = (Player(trusting, "", issuer.sign(subject)) for subject in ("ann", "bea"))
    game_id = ann.create([{"kind": "open"}, {"kind": "open"}]).json["game_id"]
    assert [each.claim(game_id, seat).status_code for seat, each in enumerate((ann, bea))] == [201, 201]
    legal = ann.get(f"/games/{game_id}/actions").json
    body = {"ruleset": "tiny", "decision": legal["decision"], "action": legal["actions"][0]}
    assert ann.post(f"/games/{game_id}/actions", body).status_code == 200
    assert bea.get(f"/games/{game_id}/view").json["seat"] == 1
    assert bea.games() == [game_id]
    assert ann.send("DELETE", f"/games/{game_id}").status_code == 204


def test_a_signed_player_sets_a_name_and_creates_keys(trusting, issuer):
    ann = Player(trusting, "", issuer.sign("ann"))
    assert ann.send("PATCH", "/me", {"name": "Ann"}).json["name"] == "Ann"
    key = ann.post("/me/keys", {"scopes": ["play"]}).json["key"]
    assert Player(trusting, "", key).get("/me").json["player"] == ann.get("/me").json["player"]
    assert rejected(ann.post("/me/keys", {"scopes": ["organise"]})) == (403, "insufficient_scope")


def test_a_signed_player_acts_for_no_other_user(trusting, issuer):
    assert rejected(Player(trusting, "", issuer.sign("ann"), "bea").get("/me")) == (403, "insufficient_scope")


def test_a_signed_player_is_known_to_creators_from_the_first_request_on(trusting, issuer):
    ann = Player(trusting, "", issuer.sign("ann"))
    seat = {"kind": "human", "player": ann.get("/me").json["player"]}
    assert player(trusting, "Bea").create([seat, {"kind": "human"}]).status_code == 201


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://login.example.org"},
        {"iss": None},
        {"aud": "another service"},
        {"aud": ["another service", "and another"]},
        {"aud": None},
        {"exp": None},
        {"exp": 1},
        {"exp": "tomorrow"},
        {"nbf": 2**40},
        {"iat": 2**40},
        {"subject": None},
        {"subject": ""},
        {"subject": 7},
        {"subject": "x" * 256},
    ],
    ids=str,
)
def test_an_identity_for_another_audience_issuer_or_time_is_rejected(trusting, issuer, claims):
    assert rejected(who(trusting, issuer.sign(**claims))) == (401, "invalid_token")


ODD = [
    '"\\ud800"',
    '"a\\udfffb"',
    "null",
    "true",
    "7",
    "-1",
    "1e400",
    "NaN",
    "[]",
    '[["a"]]',
    "{}",
    '""',
    "[" * 900 + "]" * 900,
]
"""JSON texts, some of which no parser should accept."""


def json_object(**members):
    """Return a JSON object of JSON texts; None omits a field."""
    return "{" + ",".join(f"{json.dumps(name)}:{text}" for name, text in members.items()) + "}"


def usual_claims(issuer):
    now = int(time.time())
    claims = {"iss": issuer.address, "aud": AUDIENCE, "sub": "ann", "exp": now + 300, "iat": now, "nbf": now}
    return {name: json.dumps(value) for name, value in claims.items()}


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:12])
def test_a_claim_of_any_shape_is_rejected_clearly_or_ignored(trusting, issuer, odd):
    header = json_object(alg='"ES256"', kid='"first"')
    for name in [*usual_claims(issuer), "jti", "typ", "events", "azp"]:
        response = who(trusting, issuer.sign_text(header, json_object(**usual_claims(issuer) | {name: odd})))
        ignored = name in ("jti", "typ", "events", "azp") or (name in ("iat", "nbf") and odd in ("-1", "7", "true"))
        allowed = [(401, "invalid_token"), *([(200, None)] if ignored else [])]
        assert (response.status_code, response.json.get("code")) in allowed, name


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:12])
def test_a_header_of_any_shape_is_rejected_clearly_or_ignored(trusting, issuer, odd):
    usual = {"alg": '"ES256"', "kid": '"first"', "typ": '"JWT"'}
    for name in [*usual, "crit", "b64", "jwk", "jku", "x5c", "cty", "zip"]:
        response = who(
            trusting, issuer.sign_text(json_object(**usual | {name: odd}), json_object(**usual_claims(issuer)))
        )
        assert (response.status_code, response.json.get("code")) in [(401, "invalid_token"), (200, None)], name


@pytest.mark.parametrize("text", [*ODD, '"ann"', "[", "", '{"sub":"ann"} '], ids=lambda text: text[:12])
def test_claims_and_headers_that_are_no_objects_are_rejected(trusting, issuer, text):
    header, claims = json_object(alg='"ES256"', kid='"first"'), json_object(**usual_claims(issuer))
    assert rejected(who(trusting, issuer.sign_text(header, text))) == (401, "invalid_token")
    assert rejected(who(trusting, issuer.sign_text(text, claims))) == (401, "invalid_token")


def test_a_subject_with_half_of_a_surrogate_pair_is_named_in_the_problem(trusting, issuer):
    claims = json_object(**usual_claims(issuer) | {"sub": '"a\\ud83d"'})
    response = who(trusting, issuer.sign_text(json_object(alg='"ES256"', kid='"first"'), claims))
    assert rejected(response) == (401, "invalid_token")
    assert response.json["detail"] == "The claim `sub` must be Unicode text; it has half of a surrogate pair."
    whole = json_object(**usual_claims(issuer) | {"sub": '"a\\ud83d\\ude00"'})
    assert who(trusting, issuer.sign_text(json_object(alg='"ES256"', kid='"first"'), whole)).status_code == 200


@pytest.mark.parametrize(
    "kind", ["logout+jwt", "application/logout+jwt", "LOGOUT+JWT", "secevent+jwt", "dpop+jwt", "x"]
)
def test_a_token_of_a_type_without_login_is_rejected(trusting, issuer, kind):
    response = who(trusting, issuer.sign("ann", header={"typ": kind}))
    assert rejected(response) == (401, "invalid_token")
    assert (
        response.json["detail"] == "Send an ID token or an access token. A token of this type cannot sign in a player."
    )


@pytest.mark.parametrize("kind", ["JWT", "jwt", "at+jwt", "application/at+jwt"])
def test_an_identity_may_state_the_type_of_an_id_token_or_an_access_token(trusting, issuer, kind):
    assert who(trusting, issuer.sign("ann", header={"typ": kind})).status_code == 200


def test_a_logout_token_without_a_type_is_rejected(trusting, issuer):
    event = {"http://schemas.openid.net/event/backchannel-logout": {}}
    assert rejected(who(trusting, issuer.sign("ann", events=event))) == (401, "invalid_token")


@pytest.mark.parametrize("claimed", ["Refresh", "Offline", "Logout"])
def test_a_token_that_claims_to_be_for_refreshing_or_logging_out_is_rejected(trusting, issuer, claimed):
    assert rejected(who(trusting, issuer.sign("ann", typ=claimed))) == (401, "invalid_token")
    assert who(trusting, issuer.sign("ann", typ="ID")).status_code == 200


@pytest.mark.parametrize(
    "published", [7, "keys", ["a"], {"keys": 7}, {"keys": ["a", 7, None]}, {"keys": [{"kty": []}]}]
)
def test_an_issuer_that_publishes_no_keys_is_unavailable(trusting, issuer, published):
    issuer.published = published
    assert rejected(who(trusting, issuer.sign("ann"))) == (503, "issuer_unavailable")


def test_an_identity_may_be_signed_for_several_services(trusting, issuer):
    assert who(trusting, issuer.sign("ann", aud=["another", AUDIENCE])).status_code == 200


def test_clocks_may_differ_by_a_little(trusting, issuer):
    now = int(time.time())
    assert who(trusting, issuer.sign("ann", exp=now - 5, nbf=now + 5)).status_code == 200
    assert rejected(who(trusting, issuer.sign("ann", exp=now - 60))) == (401, "invalid_token")
    assert rejected(who(trusting, issuer.sign("ann", nbf=now + 60))) == (401, "invalid_token")


def test_an_identity_without_the_signature_of_the_issuer_is_rejected(trusting, issuer):
    good = {"iss": issuer.address, "aud": AUDIENCE, "sub": "ann", "exp": int(time.time()) + 300}
    assert rejected(who(trusting, unsigned(**good))) == (401, "invalid_token")
    stranger = MAKERS["ES256"]("first")
    assert rejected(who(trusting, issuer.sign("ann", key=stranger))) == (401, "invalid_token")


def test_no_published_key_is_a_shared_secret(trusting, issuer):
    claims = {"iss": issuer.address, "aud": AUDIENCE, "sub": "ann", "exp": int(time.time()) + 300}
    signed = ".".join(written(each) for each in ({"alg": "HS256", "kid": "first"}, claims))
    for secret in (issuer.keys["first"].as_pem(private=False), issuer.keys["first"].as_der(private=False), b""):
        mac = base64.urlsafe_b64encode(hmac.digest(secret, signed.encode(), "sha256")).decode().rstrip("=")
        assert rejected(who(trusting, f"{signed}.{mac}")) == (401, "invalid_token")


def test_keys_of_other_purposes_are_not_accepted(trusting, issuer):
    usual = issuer.keys["first"].as_dict(private=False)
    issuer.published = {"keys": [usual | {"use": "enc"}, {"kty": "oct", "k": "AAAA", "kid": "first"}, {"kty": "OKP"}]}
    assert rejected(who(trusting, issuer.sign("ann"))) == (503, "issuer_unavailable")
    issuer.published = {"keys": [*issuer.published["keys"], usual]}
    trusting.pass_time(seconds=6)
    assert who(trusting, issuer.sign("ann")).status_code == 200


@pytest.mark.parametrize("text", ["a.b.c", "..", "eyJ9.e30.x", "a.b", "eyJhbGciOiJFUzI1NiIsImtpZCI6N30.e30.x"])
def test_an_invalid_identity_is_rejected(trusting, text):
    assert rejected(who(trusting, text)) == (401, "invalid_token")


def test_seat_tokens_stay_valid_beside_identities(trusting):
    game = trusting.new_game()
    assert game.get("/actions", 0).status_code == 200
    assert rejected(who(trusting, game.tokens[0])) == (403, "token_mismatch")


def test_where_no_issuer_is_trusted_no_identity_opens_anything(service, issuer):
    assert rejected(who(service, issuer.sign("ann"))) == (401, "invalid_token")
    assert issuer.requested == []


def test_keys_are_fetched_once_by_many_simultaneous_requests(trusting, issuer):
    token = issuer.sign("ann")
    responses = at_once([lambda: who(trusting, token)] * 16)
    assert {response.status_code for response in responses} == {200}
    assert issuer.requested == ["/.well-known/openid-configuration", "/keys"]


def test_an_unknown_key_has_them_fetched_again_at_most_once_a_minute(trusting, issuer):
    assert who(trusting, issuer.sign("ann")).status_code == 200
    issuer.rotate("second")
    assert rejected(who(trusting, issuer.sign("ann"))) == (401, "invalid_token")
    assert issuer.requested.count("/keys") == 1
    trusting.pass_time(seconds=61)
    assert who(trusting, issuer.sign("ann")).status_code == 200
    unknown = issuer.sign("ann", kid="unknown", key=MAKERS["ES256"]("unknown"))
    for _ in range(3):
        assert rejected(who(trusting, unknown)) == (401, "invalid_token")
    assert issuer.requested.count("/keys") == 2


def test_an_unpublished_key_is_no_longer_accepted_after_a_while(trusting, issuer):
    token = issuer.sign("ann", exp=int(time.time()) + 3600)
    assert who(trusting, token).status_code == 200
    del issuer.keys["first"]
    issuer.rotate("second")
    trusting.pass_time(minutes=11)
    assert rejected(who(trusting, token)) == (401, "invalid_token")


def test_during_an_outage_of_the_issuer_its_keys_stay_valid_for_an_hour(trusting, issuer):
    token = issuer.sign("ann", exp=int(time.time()) + 24 * 3600)
    assert who(trusting, token).status_code == 200
    issuer.dead = True
    trusting.pass_time(minutes=50)
    assert who(trusting, token).status_code == 200
    trusting.pass_time(minutes=11)
    response = who(trusting, token)
    assert rejected(response) == (503, "issuer_unavailable")
    assert response.headers["Retry-After"] == "5"
    issuer.dead = False
    trusting.pass_time(minutes=2)
    assert who(trusting, token).status_code == 200


def test_a_discovery_document_of_another_issuer_is_not_believed(trusting, issuer):
    issuer.called = "https://login.example.org"
    assert rejected(who(trusting, issuer.sign("ann"))) == (503, "issuer_unavailable")
    assert issuer.requested == ["/.well-known/openid-configuration"]


def test_the_operator_may_say_where_the_keys_are(redis_url, issuer):
    chosen = settings(
        redis_url, oidc_issuer=issuer.address, oidc_audience=AUDIENCE, oidc_keys=f"{issuer.address}/elsewhere"
    )
    with running(chosen) as service:
        assert who(service, issuer.sign("ann")).status_code == 200
        assert issuer.requested == ["/elsewhere"]


def deleted(trusting, issuer):
    """Return a player with a signed identity who has been deleted."""
    ann = Player(trusting, who(trusting, issuer.sign("ann")).json["player"], issuer.sign("ann"))
    ann.send("PATCH", "/me", {"name": "Ann"})
    assert ann.send("DELETE", "/me").status_code == 204
    return ann


def test_a_late_request_with_an_identity_does_not_bring_a_deleted_player_back(trusting, issuer):
    ann = deleted(trusting, issuer)
    assert rejected(ann.get("/me")) == (401, "invalid_token")
    assert trusting.installation.store.players.profile(ann.id) is None


def test_a_signed_player_who_was_deleted_is_a_new_player_after_a_day(trusting, issuer):
    ann, client = deleted(trusting, issuer), trusting.installation.store.servers.client
    client.delete(*client.keys("bottega:{tombstone:*"))  # as its expiry does
    assert "name" not in ann.get("/me").json
    assert ann.games() == []
