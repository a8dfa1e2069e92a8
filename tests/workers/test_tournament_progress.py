"""Test the progress of a running tournament, computed from its log only."""

from workers.command.tournament_progress import Progress, rounds_of, seating_bar, standings_table

LOG = [
    *({"type": "entered", "entrant": number, "name": name} for number, name in enumerate(["Ada", "Bo", "Cy"])),
    {"type": "started"},
    {
        "type": "paired",
        "round": 1,
        "tables": [{"table": 1, "entrants": [1, 0], "games": ["g", "h"]}],
        "byes": [2],
    },
    {"type": "opened", "round": 1},
    {"type": "finished", "round": 1, "table": 1, "game": 0, "game_id": "g", "ranks": [2, 1]},
]
RULED = {"type": "ruled", "round": 1, "table": 1, "ranks": [1, 1], "reason": "power cut"}


def taken(log, rounds=None):
    """Return the progress after these entries, and the output."""
    progress = Progress(rounds)
    output = [progress.take({"number": number, **entry}) for number, entry in enumerate(log, 1)]
    return progress, output


def test_each_entry_is_described_in_a_line():
    assert taken([*LOG, RULED, {"type": "of_a_later_version"}, {"type": "cancelled", "reason": "rain"}])[1] == [
        "Ada takes part",
        "Bo takes part",
        "Cy takes part",
        "the tournament starts",
        "round 1: 1 table; a bye for Cy",
        "",
        "round 1, table 1, game 1 of 2: 1. Ada, 2. Bo",
        "round 1, table 1: 1. Ada, 1. Bo, by the organiser: power cut",
        "",
        "the tournament is cancelled: rain",
    ]


def test_the_bar_fills_as_tables_close():
    assert taken(LOG[:3])[0].bar() == "No round has started yet."
    assert taken(LOG, 5)[0].bar() == f"Round 1 of 5  {'░' * 30}  0 of 1 tables"
    assert taken([*LOG, RULED])[0].bar() == f"Round 1  {'█' * 30}  1 of 1 tables"


def test_running_games_are_listed_with_their_players():
    assert list(taken(LOG)[0].open_games()) == [("h", [1, 0])]


def test_the_rounds_of_a_plan_are_known_if_each_stage_states_them():
    assert rounds_of({"stages": [{"rounds": 3}, {"rounds": 2}]}) == 5
    assert rounds_of({"stages": [{"rounds": 3}, {"format": "knockout"}]}) is None


def test_standings_are_a_table():
    compared = [{"tie_break": "wins", "value": 2.0}, {"tie_break": "random", "value": 7.0}]
    rows = [
        {"place": 1, "name": "Ada", "points": 16.3333, "tie_breaks": compared, "played": 2},
        {"place": 2, "name": "Bruno", "points": 4.0, "tie_breaks": compared, "played": 2},
    ]
    assert standings_table(rows) == [
        "      name    points  wins  games",
        "  1.  Ada    16.3333     2      2",
        "  2.  Bruno        4     2      2",
    ]
    assert standings_table([]) == ["    name  points  games"]


def test_rulings_that_are_withdrawn_have_their_games_played_again():
    ruled = {"type": "ruled", "round": 1, "table": 1, "ranks": [1, 1], "double_loss": True}
    stopped = {"type": "stopped", "round": 1, "table": 1, "game": 1, "game_id": "h"}
    replayed = {"type": "ruling_withdrawn", "round": 1, "table": 1, "replays": [{"game": 1, "game_id": "k"}]}
    progress, output = taken([*LOG, ruled, stopped])
    assert (output[-2], [*progress.open_games()]) == ("round 1, table 1: double loss, by the organiser", [])
    progress, output = taken([*LOG, ruled, stopped, replayed])
    assert output[-1] == "round 1, table 1: the organiser's result is withdrawn"
    assert [*progress.open_games()] == [("k", [1, 0])]


def test_a_withdrawn_round_has_no_games():
    stopped = {"type": "stopped", "round": 1, "table": 1, "game": 1, "game_id": "h"}
    progress, output = taken([*LOG, {"type": "taken_back", "round": 1, "reason": "a protest"}, stopped])
    assert output[-2:] == ["round 1 is taken back: a protest", ""]
    assert [*progress.open_games()] == []


def test_a_match_that_continues_after_a_correction_keeps_its_results():
    tables = [{"table": 1, "entrants": [1, 0], "games": ["g"]}, {"table": 2, "entrants": [2, 3], "games": ["h"]}]
    again = [tables[0], {"table": 2, "entrants": [2, 4], "games": ["k"]}]
    ended = {"type": "finished", "round": 1, "game": 0, "ranks": [2, 1]}
    log = [
        *LOG[:3],
        *({"type": "entered", "entrant": number, "name": name} for number, name in ((3, "Di"), (4, "Ed"))),
        {"type": "paired", "round": 1, "tables": tables},
        {**ended, "table": 1, "game_id": "g"},
        {"type": "taken_back", "round": 1, "corrected": True, "reason": "a protest"},
        {"type": "paired", "round": 1, "tables": again},
        {**ended, "table": 2, "game_id": "h"},
    ]
    progress, output = taken(log)
    assert (output[-1], [*progress.open_games()]) == ("", [("k", [2, 4])])
    assert progress.bar() == f"Round 1  {'█' * 15}{'░' * 15}  1 of 2 tables"


def test_changes_of_an_entrant_and_of_the_plan_are_described():
    entrant = {"entrant": 0}
    log = [
        *LOG[:3],
        {"type": "disqualified", **entrant},
        {"type": "reentered", **entrant},
        {"type": "penalised", **entrant, "stage": 0, "penalty": 3},
        {"type": "penalised", **entrant, "stage": 0, "penalty": 0},
        {"type": "changed", "change": {}},
        {"type": "postponed"},
    ]
    assert taken(log)[1][3:] == [
        "Ada is disqualified",
        "Ada re-enters",
        "Ada loses 3 points",
        "Ada no longer has a penalty",
        "the organiser changes the tournament",
        "the tournament waits for more entrants",
    ]


def test_the_bar_of_a_round_that_is_being_created_shows_how_many_games_exist():
    seating = {"round": 2, "games_created": 125, "games": 500}
    assert seating_bar(seating) == f"Creating round 2  {'█' * 7}{'░' * 23}  125 of 500 games"


def test_the_next_game_of_a_series_is_listed_once_it_exists():
    paired = {"type": "paired", "round": 1, "tables": [{"table": 1, "entrants": [1, 0], "games": ["g"]}]}
    announced = {"type": "next_game", "round": 1, "table": 1, "game": 1, "game_id": "h"}
    opened = {**announced, "type": "game_opened"}
    stopped = {**announced, "type": "stopped"}
    again = {**opened, "game_id": "k"}
    progress, _ = taken([*LOG[:4], paired, LOG[5], LOG[6], announced])
    assert [*progress.open_games()] == []
    assert [*taken([*LOG[:4], paired, LOG[5], LOG[6], announced, opened])[0].open_games()] == [("h", [1, 0])]
    assert [*taken([*LOG[:4], paired, *LOG[5:], opened, stopped, again])[0].open_games()] == [("k", [1, 0])]


def test_a_match_that_entrants_have_left_is_described():
    left = {"type": "forfeited", "round": 1, "table": 1, "entrants": [1]}
    assert taken([*LOG, left])[1][-1] == "round 1, table 1: the match is forfeited by Bo"
