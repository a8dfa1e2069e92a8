"""Test the identities of a player: link, list and unlink them, in any order and if a process dies."""

import pytest

from service.accounts import identities
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.games.archiving import Killed, kill
from tests.service.helpers.players.issuer import AUDIENCE, issuing
from tests.service.helpers.players.player import Player, player, rejected


@pytest.fixture
def issuer():
    with issuing() as running:
        yield running


@pytest.fixture
def trusting(redis_url, issuer):
    with running(settings(redis_url, oidc_issuer=issuer.address, oidc_audience=AUDIENCE)) as service:
        yield service


@pytest.fixture
def ann(trusting):
    return player(trusting, "Ann")


@pytest.fixture
def sign_in(trusting, issuer):
    """Return a function that signs in a subject."""
    return lambda subject: Player(trusting, "", issuer.sign(subject))


def id_of(who):
    return who.get("/me").json["player"]


def link(who, identity):
    return who.post("/me/identities", {"token": identity.key})


def unlink(who, identity):
    return who.send("DELETE", f"/me/identities/{identity}")


def listed(who, part="subject"):
    return [each[part] for each in who.get("/me/identities").json["identities"]]


def test_a_linked_identity_signs_in_the_player(issuer, ann, sign_in):
    linked = link(ann, sign_in("work"))
    assert (linked.status_code, linked.json["issuer"], linked.json["subject"]) == (201, issuer.address, "work")
    assert link(ann, sign_in("home")).status_code == 201
    assert {id_of(sign_in("work")), id_of(sign_in("home"))} == {ann.id}
    assert ann.get("/me/identities").json["identities"][0] == linked.json
    assert listed(sign_in("home")) == ["work", "home"]
    assert [each["subject"] for each in ann.get("/me/export").json["identities"]] == ["work", "home"]


def test_a_repeated_link_changes_nothing(ann, sign_in):
    first, again = (link(ann, sign_in("work")) for _ in range(2))
    assert (again.status_code, again.json) == (201, first.json)


def test_the_identity_of_a_new_player_is_listed(sign_in):
    signed = sign_in("ann")
    assert listed(signed) == ["ann"]
    assert link(signed, sign_in("home")).status_code == 201
    assert id_of(sign_in("home")) == id_of(signed)
    assert link(signed, signed).status_code == 201


def test_an_identity_of_another_player_is_rejected(trusting, ann, sign_in):
    own = id_of(sign_in("work"))
    assert rejected(link(ann, sign_in("work"))) == (409, "identity_in_use")
    bea = player(trusting)
    assert link(bea, sign_in("home")).status_code == 201
    assert rejected(link(ann, sign_in("home"))) == (409, "identity_in_use")
    assert (id_of(sign_in("work")), id_of(sign_in("home"))) == (own, bea.id)


def test_an_unlinked_identity_signs_in_a_new_player(ann, sign_in):
    identity = link(ann, sign_in("work")).json["identity"]
    assert unlink(ann, identity).status_code == 204
    new = id_of(sign_in("work"))
    assert new != ann.id
    assert id_of(sign_in("work")) == new
    assert (listed(ann), listed(sign_in("work"))) == ([], ["work"])
    assert rejected(unlink(ann, identity)) == (404, "identity_not_found")


def test_the_first_identity_of_a_player_can_be_unlinked_and_linked_again(sign_in):
    signed = sign_in("ann")
    own, (identity,) = id_of(signed), listed(signed, "identity")
    key = Player(signed.service, own, "").with_scopes("play", "create")
    assert unlink(key, identity).status_code == 204
    assert link(key, sign_in("ann")).status_code == 201
    assert (id_of(sign_in("ann")), listed(key)) == (own, ["ann"])


def test_the_last_way_to_sign_in_stays(sign_in):
    signed = sign_in("ann")
    (identity,) = listed(signed, "identity")
    assert rejected(unlink(signed, identity)) == (409, "last_identity")
    link(signed, sign_in("home"))
    assert unlink(signed, identity).status_code == 204
    (left,) = listed(sign_in("home"), "identity")
    assert rejected(unlink(sign_in("home"), left)) == (409, "last_identity")


def test_a_key_that_expires_is_no_lasting_way_to_sign_in(sign_in):
    signed = sign_in("ann")
    (identity,) = listed(signed, "identity")
    assert signed.post("/me/keys", {}).status_code == 201
    assert rejected(unlink(signed, identity)) == (409, "last_identity")


def test_simultaneous_requests_leave_one_identity(sign_in):
    signed = sign_in("ann")
    link(signed, sign_in("home"))
    at_once([lambda each=each: unlink(signed, each).status_code for each in listed(signed, "identity")])
    assert sorted([*listed(sign_in("ann")), *listed(sign_in("home"))]) == ["ann", "home"]
    assert id_of(signed) != id_of(sign_in("home"))


@pytest.mark.parametrize("scopes", [("play",), ("create", "organise")])
def test_a_key_with_fewer_scopes_cannot_link_or_unlink(ann, sign_in, scopes):
    identity = link(ann, sign_in("work")).json["identity"]
    weak = ann.with_scopes(*scopes)
    assert rejected(link(weak, sign_in("home"))) == (403, "insufficient_scope")
    assert rejected(unlink(weak, identity)) == (403, "insufficient_scope")


def test_a_key_that_expires_cannot_link(trusting, ann, sign_in):
    key = ann.post("/me/keys", {"expires_in": 60}).json["key"]
    assert rejected(link(Player(trusting, "", key), sign_in("work"))) == (403, "token_mismatch")


def test_only_a_token_of_the_issuer_proves_an_identity(ann, issuer):
    for token in (ann.key, issuer.sign("work", exp=1), "x"):
        assert rejected(ann.post("/me/identities", {"token": token})) == (401, "invalid_token")


def test_a_service_without_an_issuer_links_nothing(service):
    assert rejected(player(service).post("/me/identities", {"token": "x.y.z"})) == (401, "invalid_token")


def test_a_ticket_of_an_unlinked_identity_opens_no_stream(trusting, ann, sign_in):
    identity, signed = link(ann, sign_in("work")).json["identity"], sign_in("work")
    ticket = signed.post("/me/stream-ticket", {}).json["ticket"]
    assert unlink(ann, identity).status_code == 204
    assert rejected(trusting.client.get(f"/v1/me/events/ndjson?ticket={ticket}")) == (401, "invalid_ticket")


def test_the_identities_of_a_deleted_player_sign_in_new_players(ann, sign_in):
    link(ann, sign_in("work"))
    assert ann.send("DELETE", "/me").status_code == 204
    client = ann.service.installation.store.servers.client
    assert ann.id.encode() not in [client.get(key) for key in client.keys("*:linked")]
    assert rejected(sign_in("work").get("/me")) == (401, "invalid_token")
    client.delete(*client.keys("bottega:{tombstone:*"))  # as its expiry does
    assert id_of(sign_in("work")) != ann.id


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("done", [False, True])
def test_a_retry_completes_a_link_that_was_killed(ann, sign_in, issuer, monkeypatch, number, done):
    installation = ann.service.installation
    with monkeypatch.context() as patch:
        kill(patch, installation.store.servers, "write", number, done=done)
        with pytest.raises(Killed):
            identities.link(installation, ann.caller, issuer.sign("work"))
    assert link(ann, sign_in("work")).status_code == 201
    assert (id_of(sign_in("work")), listed(ann)) == (ann.id, ["work"])


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("signs_in_between", [False, True])
def test_a_retry_completes_an_unlinking_that_was_killed(ann, sign_in, monkeypatch, number, done, signs_in_between):
    installation = ann.service.installation
    identity = link(ann, sign_in("work")).json["identity"]
    with monkeypatch.context() as patch:
        kill(patch, installation.store.servers, "write", number, done=done)
        with pytest.raises(Killed):
            identities.unlink(installation, ann.caller, identity)
    is_unlinked = number == 3 or (number, done) == (2, True)
    between = id_of(sign_in("work")) if signs_in_between or is_unlinked else ""
    assert (between not in ("", ann.id)) is is_unlinked
    assert unlink(ann, identity).status_code == (404 if (number, done) == (3, True) else 204)
    assert id_of(sign_in("work")) != ann.id
    assert not is_unlinked or id_of(sign_in("work")) == between
    assert listed(ann) == []
