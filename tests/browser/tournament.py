"""Test the page of a tournament: creation, entering, following it live, and decisions of the organiser."""

import re

import pytest

from tests.browser.accessibility import SMALL_PHONE, assert_axe_is_content, keys_in
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import requested
from tests.workers.running import environ_for
from workers.command import keys

NAMES = ("Ada", "Bruno", "Carla", "Dario")
PATIENCE = 60_000
"""Milliseconds for a few games of AI players on a busy machine."""
SIGN_IN = "key => localStorage.setItem('bottega.key', key)"
STICKS_OUT = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ALL_OPEN = "document.querySelectorAll('.cup details').forEach((each) => { each.open = true; })"


@pytest.fixture(scope="session")
def organiser(service):
    """Create an organiser's key, as the operator does."""
    environ = environ_for(service.errors.with_name("data"))
    return keys.create(environ, None, "Olga", ("play", "create", "organise"), None)["key"]


def computers(level="random"):
    return [{"level": level, "name": name} for name in NAMES]


def founded(service, key, *stages, **terms):
    """Create a tournament of AI players through the API; return its path."""
    plan = {"name": "Cup", "ruleset": "riddle", "stages": [*stages], "entrants": computers(), **terms}
    return f"/tournaments/{requested(service, '/tournaments', plan, token=key)['tournament']}"


def look(open_page, service, path, key="", **settings):
    """Open the page of a tournament, or another page, with a player key."""
    page = open_page(f"{service.address}/table/icon.svg", **settings)
    page.evaluate(SIGN_IN, key)
    page.goto(f"{service.address}/#{path.replace('/tournaments/', '/tournament/')}")
    return page


def new_players(service):
    return [{"player": requested(service, "/players", {"name": name})["player"]} for name in NAMES]


def decide(service, path, key):
    """Set a result for each match of the latest round, as the organiser."""
    latest = requested(service, f"{path}/rounds")["rounds"][-1]
    for table in latest["tables"]:
        result = {"ranks": [1, 2], "reason": "Nobody has come."}
        address = f"{path}/rounds/{latest['round']}/tables/{table['table']}/result"
        requested(service, address, result, token=key, method="PUT")


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def test_an_organiser_creates_starts_and_follows_a_tournament_without_reloading(open_page, service, organiser):
    page = look(open_page, service, "/new-tournament", organiser)
    page.get_by_label("Name", exact=True).fill("Evening cup")
    page.get_by_role("combobox", name="Game", exact=True).select_option("riddle")
    page.get_by_role("spinbutton", name="Rounds", exact=True).fill("1")
    page.get_by_label("Random", exact=True).fill("1")
    page.get_by_label("Greedy", exact=True).fill("1")
    button(page, "Create").click()
    page.wait_for_selector(".cup-name >> nth=1")
    page.evaluate("window.isTheSame = true")
    button(page, "Start").click()
    page.wait_for_selector(".cup-table")
    page.wait_for_selector(".cup-status.over", timeout=PATIENCE)
    assert page.locator(".cup-standings tbody strong").all_inner_texts() in (["12", "0"], ["6", "6"])
    assert page.evaluate("window.isTheSame")
    page.locator(".cup-table a").first.click()
    page.wait_for_selector(".game .players")


def test_the_card_of_a_match_follows_the_score_of_its_series(open_page, service, organiser):
    series = {"kind": "best_of", "games": 3, "tie_break_games": 1}
    path = founded(service, organiser, {"format": "knockout", "series": series})
    page = look(open_page, service, path, organiser)
    requested(service, f"{path}/start", {}, token=organiser, method="POST")
    page.wait_for_selector(".cup-status.over", timeout=PATIENCE)
    (final,) = requested(service, f"{path}/rounds")["rounds"][-1]["tables"]
    shown = " : ".join(f"{each:g}" for each in final["series"]["score"]).replace("0.5", "½").replace(".5", "½")
    assert page.locator(".cup-series").inner_text().split("\n")[-1].strip().endswith(shown)
    assert "best of 3" in page.locator(".cup-rounds .cup-note").first.inner_text()


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_loser_chooses_who_starts_the_next_game(open_page, service, organiser, viewport):
    players = [requested(service, "/players", {"name": name}) for name in NAMES[:2]]
    series = {"kind": "best_of", "games": 3, "break_seconds": 3600, "seats": "loser"}
    entrants = [{"player": each["player"], "rating": 100 - at} for at, each in enumerate(players)]
    path = founded(service, organiser, {"format": "knockout", "series": series}, entrants=entrants)
    requested(service, f"{path}/start", {}, token=organiser, method="POST")
    (match,) = requested(service, f"{path}/rounds")["rounds"][0]["tables"]
    ranks = [each["entrant"] + 1 for each in match["entrants"]]
    result = {"ranks": ranks, "game": 0, "reason": "Bruno is late."}
    requested(service, f"{path}/rounds/1/tables/1/result", result, token=organiser, method="PUT")
    winner = look(open_page, service, path, players[0]["key"], viewport=viewport)
    winner.get_by_text("Bruno chooses a seat in the next game.").wait_for()
    page = look(open_page, service, path, players[1]["key"], viewport=viewport)
    button(page, "I start").wait_for()
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page)
    button(page, "They start").click()
    for each in (page, winner):
        each.get_by_text("Next game: Ada starts.").wait_for()


def test_a_visitor_becomes_a_player_enters_by_code_checks_in_and_plays(open_page, service, organiser):
    terms = {"registration": "code", "check_in": True, "entrants": computers("greedy")[:1]}
    path = founded(service, organiser, {"format": "swiss", "rounds": 1}, **terms)
    page = look(open_page, service, path)
    page.locator(".cup-own .identity").click()
    page.get_by_label("Your name").fill("Emma")
    button(page, "Create a player").click()
    page.get_by_label("Code, from the organiser").fill(requested(service, path, token=organiser)["code"])
    button(page, "Take part").click()
    button(page, "Check in").click()
    page.get_by_text("You take part as Emma.").wait_for()
    own_page = look(open_page, service, path, organiser)
    button(own_page, "Start").click()
    page.locator(".cup-own a.primary").click()
    page.wait_for_selector(".player.own")
    button(page, "Share").click()
    page.wait_for_selector(".link-row")
    assert page.locator(".link-row").count() == 1, "to watch; the player's key is handed to nobody"


def test_a_wrong_code_is_rejected_with_a_message(open_page, service, organiser):
    open_page.expects(r"^4\d\d POST .*/entrants")
    path = founded(service, organiser, {"format": "swiss", "rounds": 1}, registration="code")
    page = look(open_page, service, path, requested(service, "/players", {"name": "Emma"})["key"])
    page.get_by_label("Code, from the organiser").fill("wrong")
    button(page, "Take part").click()
    page.get_by_role("alert").wait_for()
    assert len(requested(service, f"{path}/entrants")["entrants"]) == len(NAMES)


def test_the_organiser_previews_seats_rules_pauses_and_cancels(open_page, service, organiser):
    path = founded(service, organiser, {"format": "swiss", "rounds": 3}, next_round="organiser")
    requested(service, f"{path}/start", {}, token=organiser)
    page = look(open_page, service, path, organiser)
    button(page, "Pair the next round").click()
    page.wait_for_selector(".cup-preview li")
    button(page, "Pair this round").click()
    page.locator(".cup-table-foot button").first.click()
    page.get_by_label("Reason (shown in the log)", exact=True).fill("One of them has left.")
    button(page, "Set the result").click()
    page.locator(".cup-changes, dialog [role=status]").first.wait_for()
    button(page, "Close").last.click()
    page.get_by_text("“One of them has left.”").wait_for()
    button(page, "Pause").click()
    page.locator("dialog input").fill("Supper")
    page.locator("dialog .primary").click()
    page.wait_for_selector(".cup-status.paused")
    button(page, "Resume").click()
    page.wait_for_selector(".cup-status.running")
    button(page, "Cancel the tournament").click()
    page.locator("dialog .primary").click()
    page.wait_for_selector(".cup-status.cancelled")
    page.locator(".cup-log summary").click()
    page.locator(".cup-log", has_text="Supper").wait_for()


def test_the_organiser_orders_tie_breaks_names_the_start_and_seats_a_round_by_hand(open_page, service, organiser):
    page = look(open_page, service, "/new-tournament", organiser, viewport=PHONE, timezone_id="Europe/Prague")
    page.get_by_label("Name", exact=True).fill("Evening cup")
    page.get_by_text("Tie-breaks in order").click()
    page.get_by_label("1st tie-break").select_option("wins")
    page.get_by_label("2nd tie-break").select_option("random")
    page.get_by_label("Next round").select_option("organiser")
    page.get_by_label("Start time").fill("2030-01-31T18:00")
    page.get_by_label("Random", exact=True).fill("5")
    button(page, "Create").click()
    page.get_by_text("starts Jan 31, 2030").wait_for()
    path = f"/tournaments/{page.url.rpartition('/')[2]}"
    founded = requested(service, path)
    assert (founded["tie_breaks"], founded["starts_at"]) == (["wins", "random"], "2030-01-31T17:00:00.000000Z")
    button(page, "Start").click()
    button(page, "Pair the next round").click()
    names = page.locator(".cup-places button")
    names.first.wait_for()
    one, two, three, _, five = names.all_inner_texts()
    for chosen in (0, 2, 3, 4):
        names.nth(chosen).click()
    assert_axe_is_content(page)
    page.get_by_label("Reason (shown in the log)", exact=True).fill("They asked for it.")
    button(page, "Pair this round").click()
    page.get_by_text("paired by the organiser").wait_for()
    seated = requested(service, f"{path}/events?limit=500")["events"]
    called = [each["name"] for each in seated if each["type"] == "entered"]
    paired = next(each for each in seated if each["type"] == "paired")
    assert [[called[each] for each in table["entrants"]] for table in paired["tables"]] == [[three, two], [one, five]]
    page.locator(".cup-log summary").click()
    page.locator(".cup-log", has_text="They asked for it.").wait_for()


def test_computers_have_the_levels_that_differ_with_the_players_at_a_table(open_page, service, organiser):
    ruleset = requested(service, "/rulesets/riddle")
    names = {each["id"]: each["name"] for each in ruleset["names"] if each["kind"] == "level"}
    offered = {each["seats"]: [names[level] for level in each["levels"]] for each in ruleset["levels_by_seats"]}
    page = look(open_page, service, "/new-tournament", organiser, viewport=PHONE)
    page.locator("select[name=ruleset]").select_option("riddle")
    for seats, levels in offered.items():
        page.get_by_label("Players per table").select_option(str(seats))
        assert page.locator(".field:has(input[name=entrants]) > span").all_inner_texts() == levels
    path = founded(service, organiser, {"format": "swiss", "table_size": 4, "rounds": 1}, registration="organiser")
    listed = look(open_page, service, path, organiser).locator(".cup-add option")
    listed.first.wait_for(state="attached")
    assert listed.all_text_contents() == ["Guests, by name", *(f"Computer: {each}" for each in offered[4])]


def test_games_of_one_deal_are_closed_to_spectators_until_all_have_ended(open_page, service, organiser):
    terms = {"entrants": new_players(service)[:4], "games": 2, "deal": "round"}
    path = founded(service, organiser, {"format": "swiss", "rounds": 1}, **terms)
    requested(service, f"{path}/start", {}, token=organiser)
    page = look(open_page, service, path)
    page.wait_for_selector(".cup-closed")
    reported = page.locator(".cup-closed").all_inner_texts()
    assert reported == [
        f"Game {number}: hidden until all games with the same deal have ended" for number in (1, 2, 1, 2)
    ]
    assert page.locator(".cup-table a").count() == 0


def test_the_bracket_leads_to_the_final_and_the_page_verifies_the_commitment_to_the_seed(open_page, service, organiser):
    stages = {"format": "round_robin", "groups": 2, "qualify": 2}, {"format": "knockout"}
    path = founded(service, organiser, *stages, entrants=new_players(service))
    requested(service, f"{path}/start", {}, token=organiser)
    page = look(open_page, service, path)
    page.get_by_role("heading", name="Group B").wait_for()
    for heading in ("Round 2", "Round 3"):
        decide(service, path, organiser)
        page.get_by_role("heading", name=heading).wait_for()
    decide(service, path, organiser)
    page.wait_for_selector(".cup-status.over")
    assert page.locator(".bracket-head").all_text_contents() == ["Semi-finals", "Final"]
    page.evaluate(ALL_OPEN)
    assert page.locator(".cup-valid").count() == 2, (
        "of the random order, and of the dice: rulings have stopped all games"
    )


@pytest.mark.parametrize(
    ("viewport", "scheme", "language"),
    [(DESKTOP, "light", "en-GB"), (PHONE, "dark", "cs"), (DESKTOP, "dark", "it"), (SMALL_PHONE, "light", "ru")],
)
def test_the_page_is_accessible_in_every_size_and_language(open_page, service, organiser, viewport, scheme, language):
    path = founded(service, organiser, {"format": "knockout"})
    requested(service, f"{path}/start", {}, token=organiser)
    settings = {"viewport": viewport, "scheme": scheme, "language": language}
    screens = {"/tournaments": ".game-line", "/new-tournament": "fieldset >> nth=4", path: ".cup-table"}
    for screen, selector in screens.items():
        page = look(open_page, service, screen, organiser, **settings)
        page.wait_for_selector(selector)
        page.evaluate(ALL_OPEN)
        page.wait_for_selector("main")
        assert page.evaluate(STICKS_OUT) == 0
        assert not keys_in(page)
        assert_axe_is_content(page)
    page.wait_for_selector(".bracket-name")
    page.locator(".cup-table-foot button").first.click()
    assert_axe_is_content(page)


def test_an_organiser_starts_a_tournament_with_the_keyboard_only(open_page, service, organiser):
    page = look(open_page, service, founded(service, organiser, {"format": "swiss", "rounds": 1}), organiser)
    button(page, "Start").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".cup-table")


@pytest.mark.parametrize(("viewport", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_the_organiser_corrects_a_semi_final_during_the_final(open_page, service, organiser, viewport, scheme):
    open_page.expects(r"^409 PUT .*/result")
    players = [requested(service, "/players", {"name": name}) for name in NAMES]
    path = founded(
        service, organiser, {"format": "knockout"}, entrants=[{"player": each["player"]} for each in players]
    )
    requested(service, f"{path}/start", {}, token=organiser)
    decide(service, path, organiser)
    final = requested(service, f"{path}/rounds/2")["tables"][0]["games"][0]["game_id"]
    finalist = look(open_page, service, f"/game/{final}", viewport=viewport, scheme=scheme)
    page = look(open_page, service, path, organiser, viewport=viewport, scheme=scheme)
    page.get_by_role("button", name="Round 1", exact=True).click()
    page.get_by_role("button", name="Set the result: Table 1").click()
    for place, rank in enumerate(("2", "1")):
        page.locator(".cup-rank select").nth(place).select_option(rank)
    page.get_by_label("Reason (shown in the log)", exact=True).fill("The score sheet was wrong.")
    button(page, "Set the result").last.click()
    page.get_by_text(re.compile(r"^This stops the final, which started \d+ minutes? ago\.")).wait_for()
    assert_axe_is_content(page)
    assert page.evaluate(STICKS_OUT) == 0
    button(page, "Stop and correct").click()
    page.locator("dialog [role=status]").wait_for()
    button(page, "Close").last.click()
    finalist.get_by_text("The organiser of the tournament stopped it: “The score sheet was wrong.”").wait_for()
    seated = [each["entrant"] for each in requested(service, f"{path}/rounds/2")["tables"][0]["entrants"]]
    right = requested(service, f"{path}/rounds/1")["tables"][0]["entrants"][1]["entrant"]
    assert right in seated
    page.locator(".cup-log summary").click()
    page.locator(".cup-log", has_text="Round 2 is paired again after a correction").wait_for()


def test_the_organiser_deletes_a_round_that_has_a_result(open_page, service, organiser):
    path = founded(service, organiser, {"format": "swiss", "rounds": 2}, entrants=new_players(service))
    requested(service, f"{path}/start", {}, token=organiser)
    result = {"ranks": [1, 2], "reason": "Nobody has come."}
    requested(service, f"{path}/rounds/1/tables/1/result", result, token=organiser, method="PUT")
    page = look(open_page, service, path, organiser)
    button(page, "Delete the round").click()
    page.get_by_text("1 running game is stopped.").wait_for()
    page.locator("dialog input").fill("The wrong boards")
    page.locator("dialog .primary").click()
    page.wait_for_selector(".cup-status.paused")
    assert requested(service, f"{path}/rounds")["rounds"] == []
