"""Test keys: those created with a key end with it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from service import problems
from service.players import players
from service.resources.players import KeyRequest
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import Service, settings
from tests.service.helpers.players.credentials import key_id, made_with, revoke
from tests.service.helpers.players.issuer import AUDIENCE, issuing
from tests.service.helpers.players.player import Player, player


@pytest.fixture
def ada(service: Service) -> Player:
    return player(service, "Ada")


def opens(who: Player) -> bool:
    return bool(who.get("/me").status_code == 200)


def expiry(who: Player) -> datetime | None:
    listed = next(each for each in who.get("/me/keys").json["keys"] if each["key_id"] == key_id(who))
    return datetime.fromisoformat(listed["expires_at"]) if "expires_at" in listed else None


@pytest.mark.parametrize("requested", [{}, {"expires_in": 3600}])
def test_a_key_expires_no_later_than_the_key_it_was_made_with(ada: Player, requested: Any) -> None:
    parent = made_with(ada, expires_in=120)
    child = made_with(parent, **requested)
    grandchild = made_with(child, **requested)
    assert expiry(grandchild) == expiry(child) == expiry(parent)
    assert expiry(made_with(parent, expires_in=60)) < expiry(parent)
    ada.service.pass_time(seconds=121)
    assert [opens(each) for each in (ada, parent, child, grandchild)] == [True, False, False, False]


def test_revoking_a_key_revokes_all_that_were_made_with_it_and_no_other(ada: Player) -> None:
    parent, other = made_with(ada), made_with(ada)
    child = made_with(parent)
    grandchild = made_with(child)
    revoke(parent, by=ada)
    assert [opens(each) for each in (ada, other, parent, child, grandchild)] == [True, True, False, False, False]


def test_a_key_is_exchanged_by_one_that_was_made_with_it(ada: Player) -> None:
    new, other = made_with(ada), made_with(ada)
    revoke(ada, by=new)
    assert [opens(each) for each in (ada, other, new)] == [False, False, True]
    newest = made_with(new)
    revoke(new, by=newest)
    assert [opens(each) for each in (new, newest)] == [False, True]


def test_an_exchanged_key_expires_as_the_first_one(ada: Player) -> None:
    parent = made_with(ada, expires_in=120)
    child = made_with(parent)
    revoke(parent, by=child)
    assert expiry(child) is not None
    revoke_all = made_with(child)
    revoke(child, by=ada)
    assert [opens(each) for each in (child, revoke_all)] == [False, False]


def test_no_key_is_made_with_one_that_is_revoked_at_that_moment(ada: Player) -> None:
    parent = made_with(ada)
    caller = parent.caller
    revoke(parent, by=ada)
    with pytest.raises(problems.InvalidToken):
        players.add_key(ada.service.installation, caller, KeyRequest())


def test_no_key_remains_of_those_created_while_their_parent_is_revoked(ada: Player) -> None:
    parent = made_with(ada)

    make, end = partial(parent.post, "/me/keys", {}), partial(ada.send, "DELETE", f"/me/keys/{key_id(parent)}")
    responses = at_once([make, make, make, end, make, make, make])
    assert {each.status_code for each in responses} <= {201, 204, 401}
    assert [each["key_id"] for each in ada.get("/me/keys").json["keys"]] == [key_id(ada)]


def test_keys_of_a_platforms_user_end_with_the_platforms_key(ada: Player) -> None:
    platform = ada.with_scopes("play", "create", "organise")
    own = replace(made_with(platform.acting_for("user 1")), user="")
    further = made_with(own)
    assert opens(own)
    revoke(platform, by=replace(platform, key=ada.with_scopes("play", "create", "organise", "admin").key))
    assert [opens(each) for each in (own, further)] == [False, False]


def test_a_key_made_with_an_identity_expires_with_it(redis_url: str) -> None:
    with (
        issuing() as issuer,
        running(settings(redis_url, oidc_issuer=issuer.address, oidc_audience=AUDIENCE)) as trusting,
    ):
        ann = Player(trusting, "", issuer.sign("ann"))
        own = made_with(ann, expires_in=86400)
        assert expiry(own) < datetime.now(UTC) + timedelta(seconds=400)
        trusting.pass_time(seconds=400)
        assert not opens(own)
