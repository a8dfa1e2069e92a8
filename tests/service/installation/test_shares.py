"""Test that the work of one account uses the share of the account in all queues, however many things it has."""

from msgspec.structs import replace

from service.game.game import load
from service.installation import jobs
from service.installation.shares import account_of, choose, shares_of
from service.playing.pending_jobs import next_job
from service.store import Profile
from tests.service.helpers.players.notifications import DISCORD, PATH
from tests.service.helpers.players.player import Player, player
from tests.service.helpers.players.webhooks import URL
from tests.service.helpers.tournaments import found

IP = "127.0.0.1"
NETWORK = "127.0.0.0/24"
AI = ({"kind": "ai", "level": "random"}, {"kind": "human"})


def profile(who) -> Profile:
    found = who.service.installation.store.players.profile(who.id)
    assert found is not None
    return found


def vouched(service, *scopes):
    """Create a player for whom the operator vouches."""
    who = player(service)
    service.installation.store.players.replace_profile(who.id, profile(who), replace(profile(who), vouched=True))
    return who.with_scopes("play", "create", *scopes)


def bot_of(owner):
    created = owner.post("/players", {"name": "Bot", "bot": True}).json
    return Player(owner.service, created["player"], created["key"])


def shares_used(who):
    """Let a player create games, webhooks and a notification target; return the shares that their jobs use."""
    installation, ids = who.service.installation, [who.create(AI).json["game_id"] for _ in range(2)]
    for each in ids:
        who.post(f"/games/{each}/webhooks", {"url": URL})
    who.post("/me/webhooks", {"url": URL})
    who.post(PATH, {"url": DISCORD})
    of_games = {load(installation, each).header.share for each in ids}
    return of_games | {hook.share for owner in (*ids, who.id) for hook in installation.store.webhooks.of(owner)}


def test_all_that_a_player_and_the_bots_of_the_player_create_uses_the_share_of_the_player(service):
    owner = vouched(service)
    for each in (owner, bot_of(owner), bot_of(owner)):
        assert shares_used(each) <= set(shares_of(profile(owner).alias))


def test_all_users_of_a_platform_use_the_share_of_the_platform(service):
    platform = vouched(service, "organise")
    for each in (platform, platform.acting_for("ann"), platform.acting_for("ben")):
        assert shares_used(each) <= set(shares_of(profile(platform).alias))


def test_players_that_any_client_can_create_use_the_share_of_their_ip_address(service):
    for _ in range(2):
        assert shares_used(player(service)) <= {*shares_of(IP), *shares_of(NETWORK)}


def test_a_game_without_a_key_uses_the_share_of_the_ip_address(service):
    game = service.new_game()
    assert load(service.installation, game.game_id).header.share in shares_of(IP)


def test_all_tournaments_of_an_organiser_and_their_games_use_the_share_of_the_organiser(service):
    organiser = vouched(service, "organise")
    for _ in range(2):
        path = found(organiser)
        assert organiser.post(f"{path}/webhooks", {"url": URL}).status_code == 201
        (hook,) = service.installation.store.webhooks.of(path.rpartition("/")[2])
        assert hook.share in shares_of(profile(organiser).alias)


def test_a_deleted_player_has_an_account(service):
    assert account_of(service.installation, "pl_gone") == "pl_gone"


def test_a_new_webhook_gets_the_share_with_the_shorter_queue(service):
    first, second = shares_of(IP)
    jobs.enqueue(service.installation.queues, jobs.webhook("g" * 20, "wh_a", "0", first))
    assert choose(service.installation, IP, jobs.WEBHOOKS) == second


def test_turns_hints_and_analyses_wait_in_the_share_of_their_game(service):
    game = load(service.installation, service.new_game(AI).game_id)
    share, game_id = game.header.share, game.header.game_id
    own = [jobs.hint(game_id, 0, 0, 0, share), jobs.analysis(game_id, 0, share)]
    assert next_job(game).queue == jobs.QUICK[share]
    assert [each.queue for each in own] == [jobs.HINTS[share], jobs.ANALYSIS[share]]
