"""Test the way of an organiser on the page alone: founding, a list of guests, late entries, a dropout, the podium."""

import json
import random
from urllib.request import urlopen

import pytest

from tests.browser.accessibility import SCHEMES, assert_axe_is_content, keys_in
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.evening import play_game
from tests.browser.playing import requested
from tests.browser.tournament import ALL_OPEN, PATIENCE, STICKS_OUT, button, look, organiser

__all__ = ["organiser"]
FORMATS = ("Swiss", "Round robin", "Knock-out", "Double knock-out", "Arena")
"""The formats of plans with several stages."""
NOT_ON_THE_PAGE = {
    "rules_version": "the page creates games of the latest rules",
    "texts.metadata": "it is for programs",
    "keep_apart.groups": "its entrants enter later, and the page names them then",
}
"""The settings that the founding page does not offer, and why."""
NESTED = {
    "stages": "StageRequest",
    "stages.series": "SeriesRequest",
    "texts": "TournamentTextsRequest",
    "keep_apart": "KeepApartRequest",
    "team_matches": "TeamMatchesRequest",
    "repeats": "RepeatsRequest",
}
"""Settings with settings of their own, and their schemas."""
USUAL_FINAL = "Cup match, best of 3"
GUESTS = [f"Guest {number}" for number in range(1, 20)]
"""Nineteen guests; two players, a late guest and a late player make 23."""


def settings_of(contract):
    """Return the names of all settings of `createTournament` in the contract, with those of their parts."""
    schemas = contract["components"]["schemas"]
    plan = schemas["RiddleTournamentRequest"]["properties"]
    parts = {f"{name}.{part}" for name, schema in NESTED.items() for part in schemas[schema]["properties"]}
    return {*plan, *parts} - NESTED.keys()


def names_on(page):
    """Return the settings whose fields the page shows now."""
    names = page.locator("form [name]").evaluate_all("all => all.map((each) => each.name)")
    options = {"options"} if page.locator("summary", has_text="Options").count() else set()
    return {*names, *options} - {""}


def test_the_founding_page_has_every_setting_of_the_contract(open_page, service, organiser):
    with urlopen(f"{service.address}/openapi.json", timeout=100) as response:
        contract = json.loads(response.read())
    page = look(open_page, service, "/new-tournament", organiser, viewport=DESKTOP)
    page.get_by_role("combobox", name="Game", exact=True).select_option("azul")
    page.get_by_text("Matches of teams").click()
    page.get_by_label("Boards of a match of teams").fill("2")
    page.get_by_label("Start time").fill("2099-01-04T18:00")
    page.get_by_label("Repeats").select_option(label="Every few days")
    shown = names_on(page)
    page.get_by_label("Repeats").select_option(label="Every week")
    shown |= names_on(page)
    page.get_by_label("Players per table").select_option("4")
    page.get_by_label("Allow late entries").check()
    button(page, "Add a stage, such as a final").click()
    page.get_by_label("Games of a match").last.select_option(label=USUAL_FINAL)
    for name in FORMATS:
        page.get_by_label("Format").first.select_option(label=name)
        shown |= names_on(page)
    button(page, "Remove the last stage").click()
    page.get_by_label("Format").select_option(label="Ladder")
    shown |= names_on(page)
    assert shown | NOT_ON_THE_PAGE.keys() == settings_of(contract)
    assert shown.isdisjoint(NOT_ON_THE_PAGE)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_final_has_a_usual_series_or_its_own_breaks_tie_breaks_and_clock(open_page, service, organiser, viewport):
    page = look(open_page, service, "/new-tournament", organiser, viewport=viewport)
    page.get_by_label("Name", exact=True).fill("Cup")
    page.get_by_role("combobox", name="Game", exact=True).select_option("riddle")
    page.get_by_label("Format").first.select_option(label="Knock-out")
    page.get_by_label("Games of a match").select_option(label=USUAL_FINAL)
    page.get_by_text("5 minutes between games. If level: up to 3 tie-break games with half the time.").wait_for()
    page.get_by_text("Breaks and tie-break games").click()
    page.get_by_label("Tie-break games at most").fill("9")
    chosen = page.get_by_label("Games of a match").evaluate("each => each.selectedOptions[0].label")
    assert chosen == "Your own, see below"
    page.get_by_label("Seats after the first game").select_option(label="The loser chooses")
    page.get_by_label("Time control of tie-break games").select_option(label="Time per decision")
    page.get_by_label("Seconds").first.fill("20")
    assert page.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(page)
    button(page, "Create").click()
    page.get_by_role("heading", name="Cup").wait_for()
    (stage,) = requested(service, f"/tournaments/{page.url.rpartition('/')[2]}", token=organiser)["stages"]
    assert stage["series"] == {
        "kind": "best_of",
        "games": 3,
        "break_seconds": 300,
        "seats": "loser",
        "tie_break_games": 9,
        "tie_break_clock": {"kind": "per_decision", "seconds": 20},
    }


def found_evening(page):
    """Fill in the founding page: two rounds of pods of four, late entries, and a final of the best four."""
    page.get_by_label("Name", exact=True).fill("Club evening")
    page.get_by_role("combobox", name="Game", exact=True).select_option("riddle")
    page.get_by_text("Description and house rules").click()
    page.get_by_label("Description").fill("Our Friday evening.")
    page.get_by_label("House rules").fill("Phones stay silent.\nNo help from others.")
    page.get_by_label("Players per table").select_option("4")
    page.get_by_role("spinbutton", name="Rounds", exact=True).fill("2")
    button(page, "Add a stage, such as a final").click()
    page.get_by_label("Players per table").last.select_option("4")
    page.get_by_label("Allow late entries").check()
    page.get_by_label("Time control").select_option("none")
    page.get_by_label("Next round").select_option("organiser")
    page.get_by_label("Expected players").fill("23")
    page.get_by_text("23 players: 3 rounds, 6 tables, about").wait_for()
    assert page.evaluate(STICKS_OUT) == 0
    button(page, "Create").click()
    page.get_by_text("Phones stay silent.").wait_for()


def add(page, names):
    page.get_by_label("Names, one a line").fill(names)
    page.locator(".cup-add button[type=submit]").click()


def keys_of(service, path, token, known):
    """Sign in all guests with their PINs; return the keys of all entrants, in their order."""
    keys = []
    for each in requested(service, f"{path}/entrants", token=token)["entrants"]:
        if "pin" in each and each["entrant"] not in known:
            sent = requested(service, f"{path}/entrants/{each['entrant']}/sign-in", {"pin": each["pin"]})
            known[each["entrant"]] = sent["key"]
        keys.append(known.get(each["entrant"]) or known[each["player"]])
    return keys


def finish_round(service, path, token, keys):
    """Play the game of the first guest at random, and set the results of all other tables."""
    latest = requested(service, f"{path}/rounds")["rounds"][-1]
    for table in latest["tables"]:
        (game,) = table["games"]
        if 0 in game["seats"]:
            play_game(service, game["game_id"], [keys[each] for each in game["seats"]], random.Random(23))
        else:
            result = {"ranks": [*range(1, len(game["seats"]) + 1)], "reason": "Played in the hall."}
            place = f"{path}/rounds/{latest['round']}/tables/{table['table']}/result"
            requested(service, place, result, token=token, method="PUT")


def pair_next(page):
    button(page, "Pair the next round").click(timeout=PATIENCE)
    button(page, "Pair this round").click()


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_club_evening_of_23_in_pods_of_four_is_run_on_the_page_alone(open_page, service, organiser, viewport):
    page = look(open_page, service, "/new-tournament", organiser, viewport=viewport)
    found_evening(page)
    path = f"/tournaments/{page.url.rpartition('/')[2]}"
    add(page, "\n".join([*GUESTS, "guest 1", "A\u202eB"]))
    page.get_by_text("19 players were added.").wait_for()
    assert page.locator(".cup-rejected li").count() == 2
    assert_axe_is_content(page, SCHEMES)
    known = {}
    for name in ("Ada", "Bruno", "Late Lea"):
        created = requested(service, "/players", {"name": name})
        known[created["player"]] = created["key"]
        if name != "Late Lea":
            requested(service, f"{path}/entrants", {}, token=created["key"])
    late_key = created["key"]
    guest = look(open_page, service, path, viewport=PHONE)
    pin = requested(service, f"{path}/entrants", token=organiser)["entrants"][0]["pin"]
    guest.get_by_label("Your name").select_option("Guest 1")
    guest.get_by_label("PIN from the organiser").fill(pin)
    assert guest.evaluate(STICKS_OUT) == 0
    assert_axe_is_content(guest, SCHEMES)
    button(guest, "Sign in as a guest").click()
    guest.get_by_text("You take part as Guest 1.").wait_for()
    assert guest.get_by_text("PIN").count() == 0, "no guest sees the PIN of another one"
    button(page, "Start").click()
    pair_next(page)
    guest.get_by_text("Guest 1, your table is ready. Please sit down.").wait_for(timeout=PATIENCE)
    finish_round(service, path, organiser, keys_of(service, path, organiser, known))
    late = look(open_page, service, path, late_key, viewport=PHONE)
    button(late, "Take part").click()
    late.get_by_text("You take part as Late Lea.").wait_for()
    page.locator(".cup-entrants summary").first.click()
    add(page, "Late Leo")
    page.get_by_text("1 player was added.").wait_for()
    page.get_by_role("heading", name="23 entrants").wait_for()
    button(page, "Withdraw: Guest 2").click()
    page.locator("dialog input").fill("Has to leave")
    page.locator("dialog .primary").click()
    page.get_by_role("heading", name="22 entrants").wait_for()
    for _ in range(2):
        pair_next(page)
        page.locator(".cup-table").first.wait_for()
        wait_for_running(page)
        finish_round(service, path, organiser, keys_of(service, path, organiser, known))
    page.wait_for_selector(".cup-podium", timeout=PATIENCE)
    page.evaluate(ALL_OPEN)
    assert page.evaluate(STICKS_OUT) == 0
    assert not keys_in(page)


def wait_for_running(page):
    """Wait until the page shows a match that is being played."""
    page.get_by_text("playing").first.wait_for(timeout=PATIENCE)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_guest_with_a_new_pin_signs_in_to_a_private_tournament(open_page, service, organiser, viewport):
    open_page.expects(r"^404 ")
    plan = {"name": "Home cup", "ruleset": "riddle", "stages": [{"format": "swiss", "rounds": 1}]}
    made = requested(service, "/tournaments", {**plan, "visibility": "private"}, token=organiser)
    path = f"/tournaments/{made['tournament']}"
    lines = {"entrants": [{"name": "Gino"}, {"name": "Lia"}]}
    old = requested(service, f"{path}/entrants:batch", lines, token=organiser)["lines"][1]["entrant"]["pin"]
    own = look(open_page, service, path, organiser, viewport=viewport)
    own.get_by_text(f"No. 2 · PIN {old}").wait_for()
    button(own, "New PIN: Lia").click()
    button(own, "New PIN").click()
    own.get_by_text(f"No. 2 · PIN {old}").wait_for(state="detached")
    pin = requested(service, f"{path}/entrants", token=organiser)["entrants"][1]["pin"]
    own.get_by_text(f"No. 2 · PIN {pin}").wait_for()
    page = look(open_page, service, path, viewport=viewport)
    for sent in (old, pin):
        page.get_by_label("Number from the organiser").fill("2")
        page.get_by_label("PIN from the organiser").fill(sent)
        assert "Home cup" not in page.content()
        assert "Lia" not in page.content()
        button(page, "Sign in as a guest").click()
        if sent == old:
            page.get_by_text("The number or the PIN is wrong, or the link is.").wait_for()
            assert page.evaluate(STICKS_OUT) == 0
            assert_axe_is_content(page)
    page.get_by_text("You take part as Lia.").wait_for()


def test_a_player_enters_a_private_tournament_with_the_code_of_the_link(open_page, service, organiser):
    open_page.expects(r"^404 ")
    plan = {"name": "Home cup", "ruleset": "riddle", "stages": [{"format": "swiss", "rounds": 1}]}
    terms = {"visibility": "private", "registration": "code"}
    made = requested(service, "/tournaments", {**plan, **terms}, token=organiser)
    path, key = f"/tournaments/{made['tournament']}", requested(service, "/players", {"name": "Emma"})["key"]
    page = look(open_page, service, f"{path}/wrong", key)
    button(page, "Take part").click()
    page.locator(".cup-own [role=alert]").wait_for()
    assert "Home cup" not in page.content()
    page = look(open_page, service, f"{path}/{made['code']}", key)
    button(page, "Take part").click()
    page.get_by_text("You take part as Emma.").wait_for()
