"""Players create tournaments with scope `create` where the operator lets them: a few, and without strangers."""

from dataclasses import replace

import pytest

from service.tournaments import founding
from service.tournaments.store.own_tournaments import own_tournaments_in
from tests.service.helpers.client.responses import reports
from tests.service.helpers.players.player import player
from tests.service.helpers.tournaments import found, organiser, plan


def let_organise(service, *players, most=3):
    """Set which players may organise, as the operator does."""
    settings = replace(service.installation.settings, organisers=players or ("everybody",), tournaments_per_player=most)
    service.app.extensions["bottega"] = replace(service.installation, settings=settings)


def test_without_the_setting_a_player_creates_no_tournament(service):
    ada = player(service, "Ada")
    assert "organises" not in ada.get("/me").json
    reports(ada.post("/tournaments", plan()), "insufficient_scope")


def test_a_player_creates_and_runs_a_tournament_where_everybody_may(service):
    let_organise(service)
    ada = player(service, "Ada")
    assert ada.get("/me").json["organises"]
    address = found(ada, registration="open", entrants=[{"level": "random"}])
    assert ada.post(f"{address}/entrants", {"level": "random"}).status_code == 201
    assert player(service, "Bea").post(f"{address}/entrants", {}).status_code == 201
    assert ada.post(f"{address}/start").status_code == 200


def test_a_named_player_creates_a_tournament_and_another_one_does_not(service):
    ada, bea = player(service, "Ada"), player(service, "Bea")
    let_organise(service, ada.id)
    found(ada)
    reports(bea.post("/tournaments", plan()), "insufficient_scope")


def test_a_key_without_scope_create_creates_no_tournament(service):
    let_organise(service)
    reports(player(service, "Ada").with_scopes("play").post("/tournaments", plan()), "insufficient_scope")


def test_a_bot_creates_no_tournament(service):
    let_organise(service)
    bot = player(service, "Ada").post("/players", {"name": "Adabot", "bot": True}).json
    sent = service.client.post("/v1/tournaments", json=plan(), headers={"Authorization": f"Bearer {bot['key']}"})
    reports(sent, "insufficient_scope")


@pytest.mark.problem(
    "too_many_tournaments",
    "The player already organises as many tournaments as the operator allows.",
    "createTournament",
)
def test_a_player_organises_a_limited_number_of_tournaments_at_the_same_time(service):
    let_organise(service, most=2)
    ada = player(service, "Ada")
    first = found(ada)
    found(ada)
    reports(ada.post("/tournaments", plan()), "too_many_tournaments")
    assert ada.post(f"{first}/cancel").status_code == 200
    found(ada)
    reports(ada.post("/tournaments", plan()), "too_many_tournaments")


def test_a_retry_counts_once(service):
    let_organise(service, most=1)
    ada = player(service, "Ada")
    sent = [ada.post("/tournaments", plan(), **{"Idempotency-Key": "evening-1"}) for _ in range(2)]
    assert [each.status_code for each in sent] == [201, 201]
    assert sent[0].json["tournament"] == sent[1].json["tournament"]


def test_an_invalid_plan_does_not_count(service):
    let_organise(service, most=1)
    ada = player(service, "Ada")
    reports(ada.post("/tournaments", plan(entrants=[{"player": ada.id}] * 2)), "already_entered")
    found(ada)


def test_a_creation_that_was_never_written_counts_for_a_minute_only(service):
    let_organise(service, most=1)
    ada, now = player(service, "Ada"), service.installation.sources.now().timestamp()
    own = own_tournaments_in(service.installation.store)
    own.add(ada.id, {"t_lost": now})
    reports(ada.post("/tournaments", plan()), "too_many_tournaments")
    own.add(ada.id, {"t_lost": now - founding.UNWRITTEN_SECONDS - 1})
    found(ada)


def test_the_scope_organise_has_no_quota(service):
    let_organise(service, most=1)
    olga = organiser(service)
    found(olga)
    found(olga)


def test_an_organiser_does_not_manage_the_tournament_of_another_player(service):
    let_organise(service)
    ada, bea = player(service, "Ada"), player(service, "Bea")
    address = found(ada, registration="open")
    reports(bea.post(f"{address}/start"), "not_organiser")
    reports(bea.post(f"{address}/entrants", {"level": "random"}), "not_organiser")


def test_a_tournament_stays_with_its_organiser_after_a_change_of_the_setting(service):
    let_organise(service)
    ada = player(service, "Ada")
    address = found(ada)
    let_organise(service, "pl_nobody")
    assert ada.post(f"{address}/cancel").status_code == 200
    reports(ada.post("/tournaments", plan()), "insufficient_scope")


@pytest.mark.problem(
    "invitation_declined",
    "The player has not agreed to be entered by this organiser.",
    "createTournament",
)
def test_a_player_founds_no_tournament_with_a_stranger_without_consent(service):
    let_organise(service)
    ada, bea = player(service, "Ada"), player(service, "Bea")
    reports(ada.post("/tournaments", plan(entrants=[{"player": bea.id}])), "invitation_declined")


@pytest.mark.problem(
    "invitation_declined",
    "The player has not agreed to be entered by this organiser.",
    "addEntrant",
)
def test_a_player_enters_no_stranger_without_consent(service):
    let_organise(service)
    ada, bea = player(service, "Ada"), player(service, "Bea")
    address = found(ada)
    reports(ada.post(f"{address}/entrants", {"player": bea.id}), "invitation_declined")
    assert bea.send("PATCH", "/me", {"seated_by": "everybody"}).status_code == 200
    assert ada.post(f"{address}/entrants", {"player": bea.id}).status_code == 201


def test_a_deleted_player_leaves_no_list_of_tournaments(service):
    let_organise(service)
    ada = player(service, "Ada")
    found(ada)
    assert ada.send("DELETE", "/me").status_code == 204
    assert own_tournaments_in(service.installation.store).of(ada.id) == {}
