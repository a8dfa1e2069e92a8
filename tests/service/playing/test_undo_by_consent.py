"""Test undo by consent: offers, agreements and their withdrawal."""

from tests.service.helpers.client.responses import at_once, check_problem
from tests.service.helpers.games.undo import THREE, offer, opened, undo, without_counts
from tests.service.helpers.players.player import agree, player


def a_round(game):
    """Play a round that ends with an action no seat can undo alone."""
    for seat in (0, 0, 1, 2):
        assert game.act(seat).status_code == 200


def test_a_game_is_undone_once_all_have_agreed(service):
    game = opened(service, "consent", THREE)
    game.act(0)
    before = game.view(0)
    for seat in (0, 1, 2):
        game.act(seat)
    requested = undo(game, 0)
    assert requested.json["undo_offer"] == {"seat": 0, "to": 1, "agreed": [0]}
    assert undo(game, 2, 1).json["undo_offer"]["agreed"] == [0, 2]
    assert requested.json["version"] == game.view()["version"] == 4
    assert "undo_offer" not in undo(game, 1, 1).json
    assert without_counts(game.view(0)) == without_counts(before)
    last = game.events()[-1]
    assert (last["seat"], last["undoes"]) == (0, 1)


def test_a_draw_is_undone_by_consent(service):
    game = opened(service, "consent", THREE)
    a_round(game)
    hands = [game.view(seat)["view"]["hand"] for seat in range(3)]
    undo(game, 2)
    undo(game, 0, 3)
    undo(game, 1, 3)
    assert game.view(0)["view"]["hand"] != hands[0]
    game.act(2)
    assert [game.view(seat)["view"]["hand"] for seat in range(3)] == hands


def test_an_offer_is_shown_to_seats_only_and_on_request(service):
    game = opened(service, "consent", THREE)
    a_round(game)
    undo(game, 0)
    assert offer(game, 1) == {"seat": 0, "to": 1, "agreed": [0]}
    assert "undo_offer" not in game.view(1)
    assert "undo_offer" not in game.get("/view?include=undo").json


def test_an_offer_changes_the_etag_of_views_that_include_it(service):
    game = opened(service, "consent", THREE)
    a_round(game)
    tags = [game.get("/view?include=undo", 1).headers["ETag"]]
    plain = game.get("/view", 1).headers["ETag"]
    for seat, to in ((0, None), (1, 1)):
        undo(game, seat, to)
        tags.append(game.get("/view?include=undo", 1).headers["ETag"])
    assert len(set(tags)) == 3
    assert game.get("/view", 1).headers["ETag"] == plain


def test_any_action_withdraws_an_offer(service):
    game = opened(service, "consent", THREE)
    a_round(game)
    undo(game, 0)
    game.act(1)
    assert offer(game) is None
    check_problem(undo(game, 1, 1), 409, "nothing_to_undo")


def test_requesting_again_changes_nothing(service):
    game = opened(service, "consent", THREE)
    a_round(game)
    undo(game, 0)
    undo(game, 1, 1)
    before = game.stored
    assert undo(game, 0).json["undo_offer"]["agreed"] == [0, 1]
    assert undo(game, 1, 1).status_code == 200
    assert game.stored == before


def test_another_offer_replaces_the_first(service):
    game = opened(service, "consent", THREE)
    a_round(game)
    undo(game, 0)
    assert undo(game, 1).json["undo_offer"] == {"seat": 1, "to": 2, "agreed": [1]}


def test_a_resigned_player_need_not_agree(service):
    game = opened(service, "consent", THREE)
    a_round(game)
    game.post("/resign", 2)
    undo(game, 0)
    assert undo(game, 1, 1).json["version"] == 6


def test_a_player_who_resigns_withdraws_their_offer(service):
    game = opened(service, "consent", THREE)
    a_round(game)
    undo(game, 0)
    game.post("/resign", 0)
    assert offer(game, 1) is None


def test_players_see_pending_offers_in_their_list(service):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    seats = [{"kind": "human", "player": each.id} for each in (ann, bea)]
    agree(service, bea.id)
    game_id = ann.post("/games", {"ruleset": "tiny", "seats": seats, "undo": "consent"}).json["game_id"]
    for _ in range(2):
        for each in (ann, bea):
            legal = each.get(f"/games/{game_id}/actions").json
            if legal["actions"]:
                body = {"ruleset": "tiny", "decision": legal["decision"], "action": legal["actions"][0]}
                each.post(f"/games/{game_id}/actions", body)
    requested = ann.post(f"/games/{game_id}/undo", {}).json["undo_offer"]
    assert bea.get("/me/games").json["games"][0]["undo_offer"] == requested
    assert "undo_offer" not in service.client.get("/v1/games").json["games"][0]


def test_exactly_one_of_simultaneous_actions_and_undos_is_first(service):
    for _ in range(12):
        game = opened(service)
        game.act(0)
        game.act(0)
        body = game.action_body(1)
        acted, undone = at_once([lambda t=game, b=body: t.post("/actions", 1, b), lambda t=game: undo(t, 0)])
        versions = [(event["seat"], event.get("undoes")) for event in game.events()][2:]
        if undone.status_code == 200 and acted.status_code == 200:
            assert versions == [(0, 1), (1, None)]
        else:
            assert (acted.status_code, undone.status_code, versions) == (200, 409, [(1, None)])


def test_many_simultaneous_undos_of_the_same_action_undo_it_once(service):
    for _ in range(4):
        game = opened(service)
        game.act(0)
        responses = at_once([lambda t=game: undo(t, 0, 0)] * 16)
        assert sorted(response.status_code for response in responses) == [200] + [409] * 15
        assert len(game.events()) == 2


def test_the_last_two_simultaneous_agreements_undo_once(service):
    for _ in range(8):
        game = opened(service, "consent", THREE)
        a_round(game)
        undo(game, 0)
        responses = at_once([lambda t=game, s=seat: undo(t, s, 1) for seat in (1, 2)])
        assert [response.status_code for response in responses] == [200, 200]
        assert [event.get("undoes") for event in game.events()][4:] == [1]


def test_a_simultaneous_offer_and_action_leave_no_old_offer(service):
    for _ in range(8):
        game = opened(service, "consent", THREE)
        a_round(game)
        undo(game, 0)
        undo(game, 1, 1)
        body = game.action_body(1)
        at_once([lambda t=game, b=body: t.post("/actions", 1, b), lambda t=game: undo(t, 2, 1)])
        assert [event.get("undoes") for event in game.events()][4:] in ([1], [None])
        assert offer(game) is None
