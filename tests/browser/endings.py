"""Test the end of a game: who has won and why, the score sheet, and the rematch that takes everybody along."""

import random
import re

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.contacts import signed_in
from tests.browser.playing import computer, created, finished, human, requested, sit_down
from tests.browser.starting import OPEN, join
from tests.workers.waiting import until

FIRST = {"options": {"start_seat": 0}}
WAYS = pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
FOCUSED = "document.activeElement.id"
WON = 6
"""The tones of the sound that a winner hears."""
SIGNALS = """() => {
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...moment) {
    window.tones++;
    return start.apply(this, moment);
  };
}"""


def two_pages(open_page, service, viewport=DESKTOP, **terms):
    """Open a game of two players, one on a desktop and one in a viewport; return both pages and the game."""
    game = created(service, "azul", human("Ada"), human("Bruno"), **{**FIRST, **terms})
    ada = sit_down(open_page, service, game, 0)
    bruno = sit_down(open_page, service, game, 1, viewport=viewport, has_touch=viewport == PHONE)
    return ada, bruno, game


def resign(page):
    """Resign in a page, and return the text of the confirmation."""
    page.get_by_role("button", name="Resign", exact=True).click()
    text = page.locator("dialog p").first.inner_text()
    page.locator("dialog .primary").click()
    return text


def seat_of(page):
    """Return the seat that a page has stored for its game, with the token."""
    return page.evaluate("JSON.parse(localStorage.getItem('bottega.games'))[0].seats[0]")


def act(service, game, times):
    """Take random actions for all seats through the API, until the game is over or so many were taken."""
    tokens = {each["seat"]: each["token"] for each in game["tokens"]}
    path, dice = f"/games/{game['game_id']}", random.Random(5)
    for _ in range(times):
        to_act = requested(service, f"{path}/view")["to_act"]
        if not to_act:
            return
        token = tokens[to_act[0]]
        listed = requested(service, f"{path}/actions", token=token)
        body = {"ruleset": "azul", "decision": listed["decision"], "action": dice.choice(listed["actions"])}
        requested(service, f"{path}/actions", body, token=token)


@WAYS
def test_a_resignation_of_one_of_two_ends_the_game_on_both_pages(open_page, service, viewport):
    ada, bruno, game = two_pages(open_page, service, viewport)
    act(service, game, 14)
    points = [each["score"] for each in requested(service, f"/games/{game['game_id']}/view")["view"]["seats"]]
    ada.evaluate(SIGNALS)
    ada.locator(".log h2").click()  # browsers play no sound before the first click
    assert resign(bruno) == "The game ends, and Ada wins."
    for page, title, why in ((ada, "You win!", "Bruno resigned."), (bruno, "Ada wins", "You resigned.")):
        page.wait_for_selector(f"#over-title:has-text('{title}')")
        assert page.evaluate(FOCUSED) == "over-title"
        assert why in page.locator(".verdict").inner_text()
        page.wait_for_selector(".score-sheet tbody:not([aria-busy=true]) tr")
        heads = page.locator(".score-sheet thead th").all_inner_texts()
        assert ["1st" in heads[0], "resigned" in heads[1]] == [True, True]
        assert page.locator(".score-sheet tfoot td strong").all_inner_texts() == [str(each) for each in points]
        assert_axe_is_content(page, SCHEMES)
    until(lambda: ada.evaluate("window.tones") >= WON, "the sound of the winner is played")


def test_a_game_that_was_played_to_its_end_shows_the_score_sheet_at_once(open_page, service):
    ada, bruno, game = two_pages(open_page, service, PHONE)
    act(service, game, 1000)
    for page in (ada, bruno):
        page.wait_for_selector(".score-sheet tbody:not([aria-busy=true]) tr", timeout=60_000)
        assert page.evaluate(FOCUSED) == "over-title"
        assert page.locator(".verdict").get_by_text("The points count as they stood.").count() == 0
    ada.get_by_role("button", name="Replay", exact=True).click()
    ada.wait_for_selector(".is-past")


@WAYS
def test_both_players_of_a_link_game_get_to_the_rematch_with_one_click_each(open_page, service, viewport):
    game = created(service, "azul", human("Ada"), OPEN, **FIRST)
    ada, bruno = sit_down(open_page, service, game, 0, viewport=viewport), join(open_page, service, game)
    watching = open_page(f"{service.address}/#/game/{game['game_id']}")
    watching.wait_for_selector(".game")
    resign(bruno)
    for page in (ada, bruno):
        page.wait_for_selector("#over-title")
    ada.get_by_role("button", name="Rematch", exact=True).click()
    ada.wait_for_url(lambda url: game["game_id"] not in url)
    bruno.get_by_text("Ada wants a rematch.").wait_for()
    assert_axe_is_content(bruno, SCHEMES)
    bruno.get_by_role("button", name="Join the rematch").click()
    bruno.wait_for_url(lambda url: game["game_id"] not in url)
    watching.get_by_role("link", name="Watch the rematch").click()
    for page, name in ((ada, "Ada"), (bruno, "Bruno")):
        page.wait_for_selector(f".player.own:has-text('{name}')")
    watching.wait_for_selector(".player:has-text('Bruno')")
    assert {page.url.rpartition("/")[2] for page in (ada, bruno, watching)} == {ada.url.rpartition("/")[2]}


@WAYS
def test_the_clock_of_a_rematch_waits_until_both_players_are_there(open_page, service, viewport):
    game = created(service, "azul", human("Ada"), OPEN, clock={"kind": "budget", "seconds": 600}, **FIRST)
    ada, bruno = sit_down(open_page, service, game, 0, viewport=viewport), join(open_page, service, game)
    act(service, {**game, "tokens": [*game["tokens"], seat_of(bruno)]}, 2)
    resign(bruno)
    for page in (ada, bruno):
        page.wait_for_selector("#over-title")
    ada.get_by_role("button", name="Rematch", exact=True).click()
    ada.get_by_text("Waiting for Bruno").wait_for()
    assert_axe_is_content(ada, SCHEMES)
    view = requested(service, f"/games/{ada.url.rpartition('/')[2]}/view")
    assert (view["status"], [each for each in view["clocks"] if "deadline" in each]) == ("open", [])
    bruno.get_by_role("button", name="Join the rematch").click()
    for page in (ada, bruno):
        page.wait_for_selector(".player.acting .clock.running")
    assert ada.locator(".panel.deciding").count() + bruno.locator(".panel.deciding").count() == 1


def test_a_player_joins_a_rematch_with_a_clock_from_the_link_of_a_notice(open_page, service):
    ada, bea = (requested(service, "/players", {"name": name}) for name in ("Ada", "Bea"))
    requested(service, "/me", {"seated_by": "everybody"}, token=bea["key"], method="PATCH")
    seats = [{"kind": "human", "player": each["player"]} for each in (ada, bea)]
    body = {"ruleset": "azul", "seats": seats, "clock": {"kind": "days", "days": 3}, **FIRST}
    game = requested(service, "/games", body, token=ada["key"])
    act(service, {**game, "tokens": [{"seat": 0, "token": ada["key"]}, {"seat": 1, "token": bea["key"]}]}, 2)
    requested(service, f"/games/{game['game_id']}/resign", {}, token=ada["key"])
    until(lambda: requested(service, f"/games/{game['game_id']}/view")["status"] == "over", "the game is over")
    new = requested(service, f"/games/{game['game_id']}/rematch", {}, token=ada["key"])["game_id"]
    page = signed_in(open_page, service, bea, f"/game/{new}", viewport=PHONE)
    page.get_by_role("button", name="Join the rematch").click()
    page.wait_for_selector(".player.own .clock")


def two_results(open_page, service, viewport=DESKTOP):
    """Open a game of two players that has ended; return their pages and the game."""
    ada, bruno, game = two_pages(open_page, service, viewport)
    resign(ada)
    for page in (ada, bruno):
        page.wait_for_selector("#over-title")
    return ada, bruno, game


def assert_get_to_one_rematch(game, *pages):
    """Check that pages leave a game for one and the same rematch."""
    for page in pages:
        page.wait_for_url(lambda url: game["game_id"] not in url)
        page.wait_for_selector(".player.own")
    assert len({page.url.rpartition("/")[2] for page in pages}) == 1


def test_two_requests_at_the_same_time_lead_to_one_rematch(open_page, service):
    *pages, game = two_results(open_page, service)
    held = []

    def hold(route):
        held.append(route)

    for page in pages:
        page.route("**/rematch", hold)
        with page.expect_request("**/rematch"):
            page.get_by_role("button", name="Rematch", exact=True).click()
    for route in held:
        route.continue_()
    assert len(held) == len(pages)
    assert_get_to_one_rematch(game, *pages)


@WAYS
def test_a_click_on_rematch_counts_while_the_offer_of_the_other_player_arrives(open_page, service, viewport):
    ada, bruno, game = two_results(open_page, service, viewport)
    own = bruno.get_by_role("button", name="ematch")
    own.hover()
    bruno.mouse.down()
    place = own.bounding_box()
    ada.get_by_role("button", name="Rematch", exact=True).click()
    bruno.get_by_text("Ada wants a rematch.").wait_for()
    assert own.bounding_box() == place | {"width": own.bounding_box()["width"]}
    bruno.mouse.up()
    assert_get_to_one_rematch(game, ada, bruno)


def test_a_rematch_against_the_computer_starts_at_once(open_page, service):
    game = created(service, "azul", human("Ada"), computer(), **FIRST)
    ada = sit_down(open_page, service, game, 0)
    ada.wait_for_selector(".player:has-text('Lapo')")
    assert resign(ada) == "The game ends, and Lapo wins."
    ada.get_by_role("button", name="Rematch", exact=True).click()
    ada.wait_for_url(lambda url: game["game_id"] not in url)
    ada.wait_for_selector(".player.own:has-text('Ada')")
    assert ada.locator(".player .face").count() == 1


def test_all_seats_of_a_device_move_to_the_rematch(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"), **FIRST)
    page = sit_down(open_page, service, game, 0, 1)
    ready = page.locator(".hotseat .primary")
    ready.or_(page.get_by_role("button", name="Resign", exact=True)).first.wait_for()
    if ready.count():
        ready.click()
    resign(page)
    page.get_by_role("button", name="Rematch", exact=True).click()
    page.wait_for_url(lambda url: game["game_id"] not in url)
    page.wait_for_selector(".game, .hotseat")
    stored = page.evaluate("JSON.parse(localStorage.getItem('bottega.games'))[0].seats.length")
    assert stored == 2


def test_a_player_who_has_resigned_from_a_game_of_three_is_offered_nothing_more(open_page, service):
    game = created(service, "azul", human("Ada"), human("Bruno"), human("Carla"), **FIRST)
    ada = sit_down(open_page, service, game, 0)
    assert resign(ada).startswith("You lose this game.")
    ada.locator(".notice", has_text="You have resigned.").wait_for()
    assert ada.get_by_role("button", name="Resign", exact=True).count() == 0


def test_a_player_whose_time_ran_out_reads_what_has_happened(open_page, service):
    clock = {"clock": {"kind": "per_decision", "seconds": 1}}
    game = created(service, "azul", human("Ada"), human("Bruno"), **clock, **FIRST)
    ada = sit_down(open_page, service, game, 0)
    ada.locator(".notice", has_text="so one move was made for you").wait_for(timeout=60_000)


def test_the_time_of_one_of_two_ends_the_game_if_the_terms_say_that_the_seat_loses(open_page, service):
    clock = {"clock": {"kind": "budget", "seconds": 4}, "absence": {"on_timeout": "forfeit"}}
    ada, bruno, game = two_pages(open_page, service, **clock)
    act(service, game, 1)
    ada.wait_for_selector("#over-title", timeout=60_000)
    texts = [page.locator(".verdict").inner_text() for page in (ada, bruno)]
    assert sorted("ran out of time." in text for text in texts) == [True, True]


def test_an_analysis_names_the_three_worst_decisions_what_was_better_and_by_how_much(open_page, service):
    page = sit_down(open_page, service, finished(service, "riddle"), 0)
    page.get_by_role("button", name="Analyse the game").click()
    page.wait_for_selector(".chart", timeout=60_000)
    found = [re.sub(r"\s+", " ", each).strip() for each in page.locator(".chart .choices li").all_inner_texts()]
    assert 1 <= len(found) <= 3
    for each in found:
        named = re.fullmatch(
            r"Move \d+: .+ Better: .+\. Chance to win: (\d+)% instead of (\d+)%, (\d+) percentage points? more\.", each
        )
        assert named, each
        better, chosen, gain = map(int, named.groups())
        assert better - chosen == gain > 0
