"""Test changes of seats: where each may occur, who may decide after it, and its form in records."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from domain import replay
from domain.record import NotOver, Origin, TimedAction, TimedChange, Wire, build, seal, write
from domain.resignations import Resignation, placed
from domain.ruleset import Outcome, SeatOutcome
from domain.seat_changes import SeatChange, is_decided, resigned
from domain.seat_control import InvalidSeatChange, Presence
from domain.verification import RecordMismatch, verify
from tests.rulesets.games import PLAYED, play
from workers.promises.games import Game
from workers.promises.records import moment, origin

HUMAN, AI = {"kind": "human"}, {"kind": "ai", "level": "random"}
CLOCK = {"clock": {"kind": "per_decision", "seconds": 60}}
FORFEIT = {**CLOCK, "absence": {"on_timeout": "forfeit"}}
LEVEL = {**CLOCK, "absence": {"on_timeout": "level", "level": "greedy"}}
RESIGNED, FORFEITED, RETURNED = SeatChange("resigned"), SeatChange("forfeited"), SeatChange("returned")
TAKEN_OVER = SeatChange("taken_over", "greedy")
VACATION = SeatChange("vacation", until="2026-08-01T12:00:00.000000Z")
PAUSED = SeatChange("paused", hours=24)
REPLACED = SeatChange("resigned", "normal")
TIME, PLAYED_OUT = {"kind": "clock", "reason": "time"}, {"kind": "clock", "reason": "decided"}
GREEDY = {"kind": "level", "level": "greedy", "reason": "time"}
NORMAL = {"kind": "level", "level": "normal", "reason": "resigned"}

ENDED = "all seats but one have resigned or forfeited, which has ended the game"

Step = tuple[int, SeatChange | Mapping[str, Any] | None]
"""A seat, and its change, or who decides its action in place of its player."""


def follow(terms: Mapping[str, Any], *steps: Step, seats: Sequence[Mapping[str, Any]] = (HUMAN, HUMAN, HUMAN)) -> str:
    """Check a log entry by entry; return the fault of its last entry, empty if there is none."""
    presence = Presence(seats, terms)
    *before, last = steps
    for seat, what in before:
        _take(presence, seat, what)
    try:
        _take(presence, *last)
    except InvalidSeatChange as error:
        return str(error)
    return ""


def _take(presence: Presence, seat: int, what: SeatChange | Mapping[str, Any] | None) -> None:
    if isinstance(what, SeatChange):
        presence.change(seat, what)
    else:
        presence.action(seat, 4, what)


@pytest.mark.parametrize(
    ("terms", "steps"),
    [
        ({}, [(0, RESIGNED)]),
        ({}, [(0, REPLACED), (0, NORMAL), (0, NORMAL)]),
        ({}, [(0, RESIGNED), (0, {"kind": "clock", "reason": "resigned"})]),
        ({}, [(0, RESIGNED), (1, RESIGNED), (2, PLAYED_OUT)]),
        (FORFEIT, [(0, FORFEITED), (0, TIME)]),
        (FORFEIT, [(0, FORFEITED), (1, FORFEITED), (2, FORFEITED)]),
        (CLOCK, [(1, TIME), (1, None)]),
        (LEVEL, [(0, TAKEN_OVER), (0, GREEDY), (0, RETURNED), (0, None)]),
        (LEVEL, [(0, TAKEN_OVER), (0, None)]),
        (LEVEL, [(0, SeatChange("taken_over", "greedy", 4)), (0, GREEDY)]),
        (CLOCK, [(0, PAUSED), (1, SeatChange("resumed")), (0, SeatChange("time_given", seconds=15))]),
        (LEVEL, [(0, TAKEN_OVER), (0, PAUSED), (0, GREEDY)]),
        (CLOCK, [(0, VACATION), (1, None), (0, SeatChange("vacation"))]),
    ],
)
def test_a_change_is_valid_where_the_terms_of_the_game_allow_it(terms: Any, steps: Any) -> None:
    assert follow(terms, *steps) == ""


@pytest.mark.parametrize(
    ("terms", "steps", "wrong"),
    [
        ({}, [(0, RESIGNED), (0, RESIGNED)], "the seat has resigned or forfeited before"),
        ({}, [(0, RESIGNED), (1, RESIGNED), (2, RESIGNED)], "all seats but one have resigned or forfeited before"),
        ({}, [(0, FORFEITED)], "the game has no clock"),
        (CLOCK, [(0, FORFEITED)], "the game has default_action when time is up"),
        (FORFEIT, [(0, TAKEN_OVER)], "the game has forfeit when time is up"),
        (LEVEL, [(0, SeatChange("taken_over"))], "no level takes over"),
        (LEVEL, [(0, RETURNED)], "no level plays the seat"),
        ({}, [(0, RETURNED)], "no level plays the seat"),
        ({}, [(0, PAUSED)], "the game has no clock"),
        (CLOCK, [(0, SeatChange("paused", seconds=15))], "only given time has seconds"),
        (CLOCK, [(0, SeatChange("paused", until=VACATION.until))], "only a vacation has an end"),
        (CLOCK, [(0, SeatChange("time_given"))], "only given time has seconds"),
        (LEVEL, [(0, TAKEN_OVER), (0, SeatChange("returned", "greedy"))], "the player returns, and no level"),
        ({}, [(0, RESIGNED), (0, None)], "the seat has resigned or forfeited, so its player decides nothing"),
        ({}, [(0, RESIGNED), (1, RESIGNED), (2, None)], ENDED),
        ({}, [(0, PLAYED_OUT)], "the game is not decided"),
        (LEVEL, [(0, {**PLAYED_OUT, "kind": "level"})], "the game is not decided"),
        (LEVEL, [(0, GREEDY)], "no level plays the seat"),
        ({}, [(0, REPLACED), (0, {**NORMAL, "reason": "time"})], "the seat's latest change is resigned"),
        (LEVEL, [(0, TAKEN_OVER), (0, {**GREEDY, "level": "expert"})], "greedy plays the seat"),
        (LEVEL, [(0, SeatChange("taken_over", "greedy", 3)), (0, GREEDY)], "the level makes decision 3 only"),
        (CLOCK, [(0, {**TIME, "level": "greedy"})], "default actions have no level"),
        ({}, [(0, TIME)], "no deadline passed, and no player resigned"),
    ],
)
def test_an_impossible_log_is_detected(terms: Any, steps: Any, wrong: str) -> None:
    assert follow(terms, *steps) == wrong


def test_an_ai_level_seated_at_the_creation_neither_leaves_nor_is_replaced() -> None:
    seats = (AI, HUMAN)
    assert follow(LEVEL, (0, TAKEN_OVER), seats=seats) == "an AI level plays the seat from the beginning"
    assert follow(LEVEL, (0, TIME), seats=seats) == "an AI level plays the seat and decides all its actions"
    assert follow(LEVEL, (0, None), seats=seats) == ""


def test_resigned_seats_are_listed_in_order() -> None:
    changes = [(2, RESIGNED), (1, TAKEN_OVER), (0, FORFEITED), (1, RETURNED)]
    assert resigned(changes) == (Resignation(2, "resigned"), Resignation(0, "forfeit"))


@pytest.mark.parametrize(("gone", "seats", "decided"), [(0, 1, False), (0, 2, False), (1, 2, True), (2, 4, False)])
def test_a_game_is_decided_once_all_seats_but_one_have_resigned(gone: int, seats: int, decided: bool) -> None:  # noqa: FBT001
    assert is_decided(range(gone), seats, anyone_present=True) is decided


@pytest.mark.parametrize(("gone", "seats", "decided"), [(1, 2, False), (2, 2, True), (3, 4, False), (4, 4, True)])
def test_the_last_seat_has_not_won_yet_if_no_seat_has_acted(gone: int, seats: int, decided: bool) -> None:  # noqa: FBT001
    assert is_decided(range(gone), seats, anyone_present=False) is decided


@pytest.mark.parametrize(
    ("gone", "teams", "decided"),
    [
        ([0, 2], ("red", "blue", "red", "blue"), True),
        ([0, 1], ("red", "blue", "red", "blue"), False),
        ([0], ("all", "all", "all"), False),
        ([0, 1], ("all", "all", "all"), True),
    ],
)
def test_a_game_is_decided_once_one_team_is_left_or_one_player_of_a_cooperative_game(gone, teams, decided) -> None:
    assert is_decided(gone, len(teams), teams, anyone_present=True) is decided


def _resigned(seat: int = 0) -> Wire:
    """Record a game of an older service: a player resigns at the start, and default actions continue to the end."""
    game, facts = _game_of_two()
    by = {"kind": "clock", "reason": "resigned"}
    moves = [
        TimedAction(each, moment(version + 1), action, by if each == seat else PLAYED_OUT)
        for version, (each, action) in enumerate(game.log, 1)
    ]
    return build(PLAYED["tiny"], facts, [TimedChange(seat, moment(1), RESIGNED), *moves])


def _game_of_two(name: str = "tiny") -> tuple[Game, Origin]:
    """Play a game of two human players."""
    game = play(name, 2, 1)
    began = origin(game, 3)
    seats = [{"seat": each, "kind": "human"} for each in range(2)]
    return game, replace(began, seats=seats)


def _altered(record: Wire, number: int, **changes: Any) -> str:
    """Change an event, compute all hashes again, and return the result of the verification."""
    names = ("setup", "events", "result", "hash")
    events = [{**event} for event in record["events"]]
    events[number] = {name: each for name, each in (events[number] | changes).items() if each is not UNSET}
    bare = [{name: each for name, each in entry.items() if name != "hash"} for entry in (record["setup"], *events)]
    head = {name: each for name, each in record.items() if name not in names}
    with pytest.raises(RecordMismatch) as found:
        verify(write(seal(head, [*bare, record["result"]])), PLAYED)
    return str(found.value)


def test_a_record_has_a_change_as_an_event_and_ranks_the_seat_behind_all_others() -> None:
    record = _resigned()
    first = record["events"][0]
    assert {name: each for name, each in first.items() if name != "hash"} == {
        "version": 1,
        "seat": 0,
        "at": moment(1),
        "change": {"kind": "resigned"},
    }
    assert [event["version"] for event in record["events"]] == list(range(1, len(record["events"]) + 1))
    assert [each["rank"] for each in record["result"]["seats"]] == [2, 1]
    assert verify(write(record), PLAYED) == record


def test_a_record_of_two_ends_with_the_resignation_and_the_points_as_they_stand() -> None:
    game, facts = _game_of_two("azul")
    moves = [TimedAction(seat, moment(at), action) for at, (seat, action) in enumerate(game.log[:40], 1)]
    record = build(PLAYED["azul"], facts, [*moves, TimedChange(0, moment(50), RESIGNED)])
    result = record["result"]
    state = replay.replay(PLAYED["azul"], facts.options, 2, facts.seed, game.log[:40]).state
    points = [each.score for each in PLAYED["azul"].view(state, None).seats]
    assert (len(record["events"]), result["winners"], result["ended_by"]) == (41, [1], "resignation")
    assert [(each["rank"], each.get("reason"), each["total"]) for each in result["seats"]] == [
        (2, "resigned", points[0]),
        (1, None, points[1]),
    ]
    assert verify(write(record), PLAYED) == record


def test_a_record_without_a_result_of_the_rules_needs_the_resignation_that_ends_it() -> None:
    game, facts = _game_of_two()
    moves = [TimedAction(seat, moment(at), action) for at, (seat, action) in enumerate(game.log[:3], 1)]
    with pytest.raises(NotOver):
        build(PLAYED["tiny"], facts, moves)


def test_a_ruleset_without_points_as_they_stand_has_empty_score_sheets() -> None:
    _, facts = _game_of_two()
    record = build(PLAYED["tiny"], facts, [TimedChange(0, moment(1), RESIGNED)])
    sheets = record["result"]["seats"]
    assert [(each["rank"], each["total"], each["rows"]) for each in sheets] == [
        (2, 0, ()),
        (1, 0, ()),
    ]
    assert verify(write(record), PLAYED) == record


def test_nothing_follows_the_resignation_that_ends_a_game() -> None:
    record = _resigned()
    number = next(number for number, each in enumerate(record["events"]) if each["seat"] == 1)
    assert "which has ended the game" in _altered(record, number, by=UNSET)


def test_an_altered_change_is_detected() -> None:
    record = _resigned()
    assert _altered(record, 0, change={"kind": "returned"}) == "events[0].change: no level plays the seat"
    assert "`decision`, `action` and `facts`" in _altered(record, 0, change=UNSET)
    assert "neither action nor facts" in _altered(record, 0, action={"type": "pass"})


def test_another_hash_than_the_published_one_is_detected() -> None:
    record = _resigned()
    assert verify(write(record), PLAYED, record["hash"].upper()) == record
    with pytest.raises(RecordMismatch, match="is not the published hash"):
        verify(write(record), PLAYED, "0" * 64)


def test_no_seat_wins_if_all_have_resigned_or_forfeited() -> None:
    outcome = Outcome(tuple(SeatOutcome(seat, seat + 1, 10 - seat, ()) for seat in range(2)))
    gone = (Resignation(1, "resigned"), Resignation(0, "forfeit"))
    assert [(each.rank, each.reason) for each in placed(outcome, gone).seats] == [(2, "forfeit"), (2, "resigned")]
