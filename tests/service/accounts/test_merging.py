"""Test the merge of two players of one person: everything moves once, also if a process dies at any step."""

import pytest

from service.accounts import merge
from service.players.owners import relatives
from service.store.merges import Merges
from service.webhooks.destinations import MOST_TARGETS
from service.webhooks.targets import link_to, read
from tests.service.helpers.client.responses import at_once
from tests.service.helpers.games.archiving import Killed, kill, move, settle
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.players.issuer import AUDIENCE, issuing
from tests.service.helpers.players.notifications import DISCORD, PATH, Browser, created
from tests.service.helpers.players.player import Player, player, rejected
from tests.service.helpers.tournaments import entries, found, new_players, organiser

ALL_SCOPES = ("play", "create", "organise")
HOOK = {"url": "https://example.org/hook"}


@pytest.fixture
def ann(service):
    return player(service, "Ann")


@pytest.fixture
def phone(service):
    """Return the player whom Ann created on her phone."""
    return player(service, "Ann's phone")


@pytest.fixture
def bea(service):
    return player(service, "Bea")


def merged(who, other):
    return who.post("/me/merge", {"credential": other.key})


def seats(*players):
    return [{"kind": "human", "player": each.id} for each in players]


def holders(service, game_id):
    return [holder.player for _, holder in sorted(service.installation.store.seats.all(game_id).items())]


def trace_of(service, who):
    """Return the Redis keys that name a player."""
    return [
        key for key in service.installation.store.servers.client.keys(f"*{who.id}*") if not key.endswith(b":deleted")
    ]


def test_games_seats_and_lists_move(service, ann, phone, bea):
    running = phone.create(seats(phone, bea)).json["game_id"]
    over = bea.create(seats(bea, phone), visibility="private").json["game_id"]
    finish_and_score(service, over)
    waiting = phone.create([*seats(bea), {"kind": "open"}], starts="when_seated").json["game_id"]
    own = ann.create(seats(ann, bea)).json["game_id"]
    response = merged(ann, phone)
    assert (response.status_code, response.json["player"], response.json["name"]) == (200, ann.id, "Ann")
    assert (holders(service, running), holders(service, over)) == ([ann.id, bea.id], [bea.id, ann.id])
    assert ann.games() == [own, over, running]
    assert ann.games("?status=over") == [over]
    assert ann.get(f"/games/{running}/view").json["seat"] == 0
    assert ann.post(f"/games/{waiting}/seats/1/invitation", {}).status_code == 201
    assert rejected(phone.get("/me")) == (401, "invalid_token")
    assert trace_of(service, phone) == []


def test_the_action_queue_of_a_seat_stays(service, ann, phone, bea):
    game = bea.new_game(seats(bea, phone))
    queue = f"/games/{game.game_id}/queue"
    actions = [{"action": {"type": "set_stake", "stake": 1}}]
    sent = phone.send("PUT", queue, {"ruleset": "tiny", "version": 0, "actions": actions})
    assert sent.status_code == 200, sent.text
    assert merged(ann, phone).status_code == 200
    assert ann.get(queue).json == sent.json
    assert ann.get("/me/export").json["games"][0]["queue"]["actions"] == sent.json["actions"]


def test_archived_games_move(archival):
    ann, phone = player(archival, "Ann"), player(archival)
    game = phone.new_game(seats(phone, player(archival)))
    finish_and_score(archival, game.game_id)
    settle(archival)
    move(game)
    assert merged(ann, phone).status_code == 200
    assert ann.games("?status=over") == [game.game_id]
    assert ann.get("/me/export").json["games"][0]["seat"] == 0


def test_ratings_end_and_those_of_the_caller_stay(service, ann, phone, bea):
    for who in (ann, phone):
        finish_and_score(service, bea.create(seats(who, bea), rated=True).json["game_id"])
    alias = service.installation.store.players.profile(phone.id).alias
    before = [each.get(f"/players/{each.id}/ratings").json["ratings"] for each in (ann, bea)]
    assert merged(ann, phone).status_code == 200
    assert [each.get(f"/players/{each.id}/ratings").json["ratings"] for each in (ann, bea)] == before
    assert service.installation.store.players.by_alias(alias) == ""
    assert service.installation.store.ratings.of(alias) == {}
    assert ann.get(f"/players/{ann.id}").json["results"][0]["games"] == 2


def test_webhooks_bots_and_invitations_move(service, ann, phone, bea):
    hook = phone.post("/me/webhooks", HOOK).json["webhook_id"]
    bot = phone.post("/players", {"name": "Bot", "bot": True}).json
    assert Player(service, bot["player"], bot["key"]).send("PATCH", "/me", {"public": True}).status_code == 200
    game_id = bea.create([*seats(bea), {"kind": "open"}]).json["game_id"]
    bea.post(f"/games/{game_id}/seats/1/invitation", {"player": phone.id})
    assert merged(ann, phone).status_code == 200
    assert [each["webhook_id"] for each in ann.get("/me/webhooks").json["webhooks"]] == [hook]
    assert relatives(service.installation, ann.id) == {bot["player"]}
    assert service.client.get(f"/v1/players/{bot['player']}/ratings").json["owner"] == ann.id
    assert ann.claim(game_id, 1).status_code == 201


def test_of_two_targets_with_one_destination_one_remains(service, ann, phone):
    browser = Browser("https://push.example.org/")
    for body in ({"url": DISCORD}, {"url": "ntfys://topic"}):
        created(phone, **body, events=["game_over"])
    same = created(ann, url="discord://1234567890/abcdefghijklmnopqrstuvwxyz/")  # another spelling
    moved = created(phone, web_push=browser.subscription)
    assert merged(ann, phone).status_code == 200
    shown = ann.get(PATH).json["targets"]
    assert sorted(each["destination"] for each in shown) == ["discord", "ntfys", "push.example.org"]
    assert same in shown
    assert ann.post(PATH, {"web_push": browser.subscription}).json["target_id"] == moved["target_id"]
    holder = service.installation.store.targets.holder_of_endpoint("https://push.example.org/")
    assert holder == (ann.id, moved["target_id"])


def test_targets_with_one_destination_count_once_in_a_merge(ann, phone):
    for who in (ann, phone):
        for number in range(MOST_TARGETS):
            created(who, url=f"{DISCORD}{number}")
    assert merged(ann, phone).status_code == 200
    assert len(ann.get(PATH).json["targets"]) == MOST_TARGETS


def test_tournaments_move(service, ann, phone):
    creator, strong = organiser(service), phone.with_scopes(*ALL_SCOPES)
    entered, created = found(creator, registration="open", rated=False), found(strong)
    assert phone.post(f"{entered}/entrants", {}).status_code == 201
    assert merged(ann, strong).status_code == 200
    assert [each.get("player") for each in entries(creator, entered)] == [ann.id]
    assert ann.get(created).json["organiser"] == ann.id
    assert ann.get("/me/export").json["tournaments"] == sorted(each.rpartition("/")[2] for each in (entered, created))


def test_the_identities_of_both_players_sign_in_one_player(start):
    with issuing() as issuer:
        service = start(oidc_issuer=issuer.address, oidc_audience=AUDIENCE)
        ann, work = player(service, "Ann"), Player(service, "", issuer.sign("work"))
        other = work.get("/me").json["player"]
        assert merged(ann, work).status_code == 200
        assert work.get("/me").json["player"] == ann.id != other
        assert merged(ann, work).status_code == 200
        home = Player(service, "", issuer.sign("home"))
        assert merged(home, ann).status_code == 200
        assert len({each.get("/me").json["player"] for each in (home, work)}) == 1


def not_mergeable(ann, phone):
    """Whether a merge is rejected, and the other player stays."""
    before = phone.get("/me").json
    response = merged(ann, phone)
    assert phone.get("/me").json == before
    return rejected(response) == (409, "players_not_mergeable")


def test_players_with_a_common_game_stay_two(service, ann, phone):
    game_id = ann.create(seats(ann, phone)).json["game_id"]
    assert not_mergeable(ann, phone)
    finish_and_score(service, game_id)
    assert not_mergeable(ann, phone)
    assert holders(service, game_id) == [ann.id, phone.id]


def test_players_with_a_common_tournament_stay_two(service, ann, phone):
    tournament = found(organiser(service), registration="open")
    for each in (ann, phone):
        assert each.post(f"{tournament}/entrants", {}).status_code == 201
    assert not_mergeable(ann, phone)


def test_a_player_in_a_running_rated_game_cannot_be_merged(service, ann, phone, bea):
    game_id = bea.create(seats(bea, phone), rated=True).json["game_id"]
    assert not_mergeable(ann, phone)
    finish_and_score(service, game_id)
    assert merged(ann, phone).status_code == 200


def test_an_entrant_of_a_rated_tournament_that_is_not_over_cannot_be_merged(service, ann, phone):
    creator = organiser(service)
    tournament = found(
        creator, registration="open", entrants=[{"player": each.id} for each in (phone, *new_players(service))]
    )
    assert not_mergeable(ann, phone)
    assert creator.post(f"{tournament}/start").status_code == 200
    assert not_mergeable(ann, phone)
    assert creator.post(f"{tournament}/cancel").status_code == 200
    for game_id in phone.games("?status=running"):
        finish_and_score(service, game_id)
    assert merged(ann, phone).status_code == 200


def test_an_entrant_who_withdrew_and_was_merged_cannot_return_to_a_rated_tournament(service, ann, phone):
    creator = organiser(service)
    for is_rated, status in ((True, (409, "reentry_closed")), (False, (200, ""))):
        tournament, other = found(creator, registration="open", rated=is_rated), player(service)
        assert other.post(f"{tournament}/entrants", {}).status_code == 201
        assert other.post(f"{tournament}/entrants/0/withdraw").status_code == 200
        assert merged(ann, other).status_code == 200
        response = creator.post(f"{tournament}/entrants/0/reenter", {})
        assert (response.status_code, response.json.get("code", "")) == status


def test_a_bot_cannot_be_merged(service, ann):
    bot = ann.post("/players", {"bot": True}).json
    assert not_mergeable(ann, Player(service, bot["player"], bot["key"]))


def test_a_waiting_seek_prevents_a_merge(ann, phone):
    seek = phone.post("/seeks", {"ruleset": "tiny", "seats": [3]}).json["seek"]
    assert not_mergeable(ann, phone)
    assert phone.send("DELETE", f"/seeks/{seek}").status_code == 204
    assert merged(ann, phone).status_code == 200


def test_too_many_webhooks_prevent_a_merge(ann, phone):
    assert phone.post("/me/webhooks", HOOK).status_code == 201
    while ann.post("/me/webhooks", HOOK).status_code == 201:
        pass
    assert not_mergeable(ann, phone)


def test_too_many_notification_targets_prevent_a_merge(ann, phone):
    created(phone, url=DISCORD)
    for number in range(MOST_TARGETS):
        created(ann, url=f"{DISCORD}{number}")
    assert not_mergeable(ann, phone)


def test_the_links_of_moved_notification_targets_still_unsubscribe(service, ann, phone, bea):
    other = f"{DISCORD}2"
    moved = {phone: [created(phone, url=DISCORD), created(phone, url=other)], bea: [created(bea, url=DISCORD)]}
    links = [link(service, who, each) for who, targets in moved.items() for each in targets]
    assert merged(bea, phone).status_code == 200
    assert merged(ann, bea).status_code == 200
    assert len(ann.get(PATH).json["targets"]) == 2
    assert [service.client.get(each).status_code for each in links] == [200] * 3
    assert service.client.post(links[1]).status_code == 200
    assert [each["target_id"] for each in ann.get(PATH).json["targets"]] == [moved[bea][0]["target_id"]]
    assert [service.client.get(each).status_code for each in links] == [200, 404, 200]
    assert ann.send("DELETE", "/me").status_code == 204
    assert service.client.get(links[0]).status_code == 404
    assert service.installation.store.servers.client.keys("bottega:{nt_*") == []


def test_the_link_of_a_target_that_was_merged_into_another_unsubscribes_that_one(service, ann, phone):
    links = [link(service, who, created(who, url=DISCORD)) for who in (ann, phone)]
    assert merged(ann, phone).status_code == 200
    assert service.client.post(links[1]).status_code == 200
    assert ann.get(PATH).json == {"targets": []}
    assert [service.client.get(each).status_code for each in links] == [404, 404]
    assert service.installation.store.servers.client.keys("bottega:{nt_*") == []


def link(service, who, target):
    """Return the path of the link with which the recipient unsubscribes a target."""
    _, terms = read(service.installation, who.id, target["target_id"])
    return link_to(who.id, target["target_id"], terms)


def test_a_merge_needs_strong_credentials_of_both(service, ann, phone, game):
    assert rejected(merged(ann.with_scopes("play"), phone)) == (403, "insufficient_scope")
    assert rejected(merged(ann, phone.with_scopes("play"))) == (403, "insufficient_scope")
    for wrong in (game.tokens[0], "bk_x", "x.y.z"):
        assert rejected(ann.post("/me/merge", {"credential": wrong})) == (401, "invalid_token")
    assert trace_of(service, phone)


def test_a_repeated_merge_changes_nothing(ann, phone):
    first, again = merged(ann, phone), merged(ann, phone)
    assert (again.status_code, again.json) == (200, first.json)
    assert merged(ann, ann).status_code == 200


def test_two_players_who_merge_each_other_at_once_do_not_both_vanish(ann, phone):
    responses = at_once([lambda: merged(ann, phone), lambda: merged(phone, ann)])
    assert [each.status_code for each in responses].count(200) <= 1
    assert 200 in {each.get("/me").status_code for each in (ann, phone)}


def test_a_merge_that_begins_as_the_opposite_one_ends_removes_no_player(service, ann, phone, monkeypatch):
    begin = Merges.begin

    def begun_late(merges, other, player, is_gone):
        monkeypatch.undo()
        (first,) = at_once([lambda: merged(ann, phone)])
        assert first.status_code == 200
        return begin(merges, other, player, is_gone)

    monkeypatch.setattr(Merges, "begin", begun_late)
    assert rejected(merged(phone, ann)) == (409, "players_not_mergeable")
    assert ann.get("/me").status_code == 200


@pytest.mark.parametrize("name", ["write", "write_before"])
@pytest.mark.parametrize("done", [False, True])
def test_a_merge_that_is_killed_at_any_step_is_completed_by_a_retry(service, monkeypatch, name, done):
    bea, number, killed = player(service, "Bea"), 0, True
    while killed:
        number += 1
        ann, phone = player(service, "Ann"), player(service)
        game_id = phone.create(seats(phone, bea)).json["game_id"]
        over = phone.create(seats(bea, phone)).json["game_id"]
        finish_and_score(service, over)
        phone.post("/me/webhooks", HOOK)
        phone.post("/players", {"bot": True})
        unsubscribing = link(service, phone, created(phone, url=DISCORD))
        with monkeypatch.context() as patch:
            kill(patch, service.installation.store.servers, name, number, done=done)
            killed = is_killed(service.installation, ann, phone)
        assert merged(ann, phone).status_code == 200
        assert (holders(service, game_id), holders(service, over)) == ([ann.id, bea.id], [bea.id, ann.id])
        assert (ann.games(), ann.games("?status=over")) == ([over, game_id], [over])
        assert len(ann.get("/me/webhooks").json["webhooks"]) == len(relatives(service.installation, ann.id)) == 1
        assert (len(ann.get(PATH).json["targets"]), service.client.get(unsubscribing).status_code) == (1, 200)
        assert trace_of(service, phone) == []
    assert number > 5


def is_killed(installation, ann, phone):
    """Merge two players; return whether the process was killed."""
    try:
        merge.merge(installation, ann.caller, phone.key)
    except Killed:
        return True
    return False
