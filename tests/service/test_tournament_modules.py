"""Test the modules of the tournament page on responses of the service, with Node.js."""

import pytest
from bottega_client import format_message

from domain.names import LANGUAGES
from service.tournaments.rules.plan import USUAL_TIE_BREAKS
from tests.service.table_modules import reported

OVER, RUNNING = {"status": "over"}, {"status": "running"}
WANTED = {
    "name": " Cup ",
    "ruleset": "tiny",
    "options": {"board": "", "start": 0},
    "format": "swiss",
    "table_size": 3,
    "rounds": 4,
    "groups": 2,
    "then": False,
    "qualify": 2,
    "advance": 1,
    "matches": 9,
    "games": 2,
    "deal": "match",
    "clock": "budget",
    "seconds": 600,
    "days": 1,
    "registration": "code",
    "check_in": True,
    "late_entries": True,
    "next_round": "automatic",
    "off": False,
    "levels": {"greedy": 2, "hard": 0},
    "tie_breaks": ["wins", "opponents"],
    "begins": "2030-01-31T18:00Z",
}


def closed(tournament, *tables):
    """Return the reason why spectators cannot see the first game of the first match."""
    listed = [{"games": [{"game": number, **game} for number, game in enumerate(games)]} for games in tables]
    expression = "(m, cup, tables) => m.closedUntil(cup, {tables}, tables[0], tables[0].games[0])"
    return reported("tournament/model.js", expression, {"deal": "game", **tournament}, listed)


@pytest.mark.parametrize(
    ("tournament", "tables", "why"),
    [
        ({}, [[RUNNING]], "open"),
        ({"visibility": "private"}, [[OVER]], "private"),
        ({"spectators": {"kind": "off"}}, [[RUNNING]], "until_over"),
        ({"spectators": {"kind": "off"}}, [[OVER]], "open"),
        ({"deal": "match"}, [[RUNNING]], "open"),
        ({"deal": "match"}, [[OVER, RUNNING]], "until_deal"),
        ({"deal": "match"}, [[OVER, OVER], [RUNNING, RUNNING]], "open"),
        ({"deal": "round"}, [[OVER], [RUNNING]], "until_deal"),
        ({"deal": "round"}, [[OVER, RUNNING], [OVER, RUNNING]], "open"),
    ],
)
def test_a_game_is_closed_to_spectators_while_one_of_its_deal_is_played(tournament, tables, why):
    assert closed(tournament, *tables) == why


def plan(**changes):
    called = "(level, number) => `${level} ${number}`"
    return reported("tournament/model.js", f"(m, values) => m.tournamentBody(values, {called})", WANTED | changes)


def test_a_form_becomes_the_body_of_a_new_tournament():
    assert plan() == {
        "name": "Cup",
        "ruleset": "tiny",
        "options": {"start": 0},
        "games": 2,
        "deal": "match",
        "stages": [{"format": "swiss", "table_size": 3, "groups": 2, "rounds": 4}],
        "registration": "code",
        "next_round": "automatic",
        "check_in": True,
        "late_entries": False,
        "tie_breaks": ["wins", "opponents", "random"],
        "starts_at": "2030-01-31T18:00:00.000Z",
        "clock": {"kind": "budget", "seconds": 600},
        "entrants": [{"level": "greedy", "name": "greedy 1"}, {"level": "greedy", "name": "greedy 2"}],
    }


@pytest.mark.parametrize(
    ("changes", "stages"),
    [
        ({"format": "arena"}, [{"format": "arena", "table_size": 3, "matches": 9}]),
        ({"format": "double_knockout"}, [{"format": "double_knockout", "table_size": 2}]),
        (
            {"format": "knockout", "table_size": 4, "advance": 2, "then": True},
            [{"format": "knockout", "table_size": 4, "advance": 2}],
        ),
        (
            {"format": "round_robin", "then": True},
            [
                {"format": "round_robin", "table_size": 3, "groups": 2, "qualify": 2},
                {"format": "knockout", "table_size": 2},
            ],
        ),
    ],
)
def test_a_stage_has_only_the_fields_of_its_format(changes, stages):
    assert plan(**changes)["stages"] == stages


@pytest.mark.parametrize(
    ("at", "name", "order"),
    [
        (0, "wins", ["wins", "difference", "opponents"]),
        (1, "head_to_head", ["opponents", "head_to_head", "wins"]),
        (3, "head_to_head", ["opponents", "difference", "wins", "head_to_head"]),
        (1, "random", ["opponents"]),
    ],
)
def test_a_tie_break_changes_places_with_the_one_it_is_chosen_for_and_random_draws_are_last(at, name, order):
    wanted = ["opponents", "difference", "wins"]
    assert reported("tournament/model.js", "(m, ...asked) => m.changeTieBreak(...asked)", wanted, at, name) == order


def test_two_entrants_swap_places_in_any_two_places():
    drawn = {"tables": [{"entrants": [0, 3], "group": 0}, {"entrants": [4, 1], "group": 0}], "byes": [2]}
    found = reported(
        "tournament/model.js", "(m, drawn) => [m.swapEntrants(drawn, 3, 4), m.swapEntrants(drawn, 2, 0)]", drawn
    )
    assert found == [
        {"tables": [{"entrants": [0, 4]}, {"entrants": [3, 1]}], "byes": [2]},
        {"tables": [{"entrants": [2, 3]}, {"entrants": [4, 1]}], "byes": [0]},
    ]


def test_entries_of_the_log_state_what_is_outdated():
    events = [{"type": "finished", "round": 3}, {"type": "ruled", "round": 1}, {"type": "withdrew", "entrant": 2}]
    found = reported("tournament/model.js", "(m, events) => [m.staleParts(events), m.staleParts([])]", events)
    assert found == [
        {"rounds": [1, 3], "isRoundDeleted": False, "entrants": True},
        {"rounds": [], "isRoundDeleted": False, "entrants": False},
    ]


def test_all_rounds_are_read_again_after_one_was_withdrawn():
    events = [{"type": "taken_back", "round": 2}]
    found = reported("tournament/model.js", "(m, events) => m.staleParts(events)", events)
    assert found == {"rounds": [2], "isRoundDeleted": True, "entrants": False}


def test_a_round_can_be_withdrawn_until_it_has_a_result():
    games = [{"status": "running"}, {"status": "running", "ruled": {}}, {"status": "over"}, {"status": "stopped"}]
    rounds = [{"tables": [{"games": [each]}]} for each in games]
    found = reported("tournament/model.js", "(m, rounds) => rounds.map(m.canDeleteRound)", rounds)
    assert found == [True, False, False, False]


def test_a_change_names_only_the_differences():
    tournament = {"name": "Cup", "max_entrants": 8, "stages": [{"format": "swiss", "rounds": 3}]}
    same = {"name": "Cup", "most": 8, "begins": "", "rounds": 3, "reason": " "}
    other = {"name": " Bowl ", "most": 9, "begins": "", "rounds": 4, "reason": "More."}
    ask = "(m, [cup, ...wanted]) => wanted.map((each) => m.patchBody(cup, each))"
    found = reported("tournament/model.js", ask, [tournament, same, other])
    change = {"name": "Bowl", "max_entrants": 9, "stages": [{"stage": 0, "rounds": 4}], "reason": "More."}
    assert found == [{}, change]


def slot(entrant, source=None, advances=False):
    came = {} if source is None else {"from_round": source[0], "from_table": source[1]}
    return {"entrant": entrant, "advances": advances, **came}


FIRST = [
    {"round": 1, "table": 1, "slots": [slot(0, advances=True), slot(3)]},
    {"round": 1, "table": 2, "slots": [slot(1), slot(2, advances=True)]},
]
FINAL = {"round": 2, "table": 1, "slots": [slot(0, (1, 1)), slot(2, (1, 2))]}


def laid_out(*rounds):
    return reported(
        "tournament/layout.js", "(m, rounds) => m.layOut(rounds.map((matches) => ({matches})), true)", rounds
    )


def test_a_final_is_level_with_the_middle_of_both_semi_finals():
    drawn = laid_out(FIRST, [FINAL])
    heights = {each["key"]: each["y"] for each in drawn["matches"]}
    assert heights["2/1"] == (heights["1/1"] + heights["1/2"]) / 2
    assert [(each["x"] < each["toX"], each["style"]) for each in drawn["connections"]] == [(True, "")] * 2
    assert drawn["upcoming"] == []


def test_the_place_of_an_undrawn_final_is_reserved():
    final = next(each for each in laid_out(FIRST, [FINAL])["matches"] if each["key"] == "2/1")
    assert laid_out(FIRST)["upcoming"] == [{"x": final["x"], "y": final["y"]}]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_tie_break_has_a_name_in_every_language(language):
    text = reported(f"words/{language}.js", "(m) => m.default.tie_break")
    names = {format_message(text, {"name": each}, language) for each in USUAL_TIE_BREAKS}
    assert "" not in names
    assert len(names) == len(USUAL_TIE_BREAKS)
