"""Test a game of two friends by its link: the free seat, who takes it, and the seat of a signed-in player."""

from urllib.request import Request, urlopen

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.conftest import PHONE
from tests.browser.contacts import signed_in
from tests.browser.playing import created, human, requested, sit_down
from tests.browser.starting import OPEN, join

LONG_NAME = "Benedikt-Alexander Konstantinopolitanski"


def test_the_page_of_a_running_game_shows_its_free_seat_and_who_takes_it(open_page, service):
    game = created(service, "azul", human("Ada"), OPEN, options={"start_seat": 0})
    ada = sit_down(open_page, service, game, 0, viewport=PHONE)
    ada.locator(".players", has_text="Free seat").wait_for()
    assert_axe_is_content(ada, SCHEMES)
    ada.locator(".free-seats").get_by_role("button", name="Share").click()
    ada.get_by_text("Join the free seat").wait_for()
    ada.keyboard.press("Escape")
    join(open_page, service, game)
    ada.locator(".players", has_text="Bruno").wait_for()
    assert ada.locator(".free-seats").count() == 0


def test_the_lobby_names_the_player_who_took_a_free_seat(open_page, service):
    game = created(service, "azul", human("Ada"), OPEN, options={"start_seat": 0})
    ada = sit_down(open_page, service, game, 0)
    bruno = join(open_page, service, game)
    ada.locator(".players", has_text="Bruno").wait_for()
    for page in (ada, bruno):
        page.get_by_role("link", name="Lobby").click()
        assert page.locator("[aria-labelledby=mine-title] .game-names").inner_text() == "Ada, Bruno"


def test_the_link_of_a_game_opens_the_seat_of_a_signed_in_player(open_page, service):
    ada = requested(service, "/players", {"name": "Ada"})
    body = {"ruleset": "azul", "seats": [{"kind": "human", "player": ada["player"]}, human("Bruno")]}
    game = requested(service, "/games", body | {"options": {"start_seat": 0}}, token=ada["key"])["game_id"]
    page = signed_in(open_page, service, ada, f"/game/{game}")
    page.wait_for_selector(".panel.deciding")


def test_a_long_name_is_readable_beside_the_message_of_a_block(open_page, service):
    ada, ben = (requested(service, "/players", {"name": name}) for name in ("Ada", LONG_NAME))
    seats = [{"kind": "human", "player": each["player"]} for each in (ben, ada)]
    game = requested(service, "/games", {"ruleset": "riddle", "seats": seats}, token=ben["key"])["game_id"]
    page = signed_in(open_page, service, ada, f"/join/{game}", viewport=PHONE)
    page.get_by_role("button", name=f"Block {LONG_NAME}").click()
    page.get_by_text("This player can no longer invite you.").wait_for()
    assert page.locator(".seat-row bdi").first.bounding_box()["height"] < 100


def test_the_screen_of_all_seats_says_that_its_game_was_deleted(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"))
    page = open_page(f"{service.address}/#/watch/{game['game_id']}")
    open_page.expects("^404 GET ")
    page.wait_for_selector(".watch .board")
    headers = {"Authorization": f"Bearer {game['creator_token']}"}
    with urlopen(
        Request(f"{service.address}/v1/games/{game['game_id']}", headers=headers, method="DELETE"), timeout=100
    ):
        page.locator(".watch-latest", has_text="The game was deleted").wait_for()
