"""Test the game records of a tournament against the tournament record; `bottega verify` reads all of them."""

import json
from pathlib import Path

import msgspec
import pytest

from domain.record import AFTER_HEAD, seal, write
from domain.registry import RULESETS
from domain.verification import RecordMismatch
from service.tournaments.rules import round_pairings
from service.tournaments.rules.deals import deal_secret
from service.tournaments.rules.entrant_events import Entered
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.seats import seat_order
from service.tournaments.rules.verification import verify
from tests.tournament.building import Log, a_plan
from tests.tournament.playing import SECRET, recorded
from workers.command import cli

RULESET = next(iter(RULESETS.values()))
LEVELS = ("random", "greedy")
PLAN = a_plan(Stage(format="swiss", rounds=1), games=2, ruleset=RULESET.name, rules_version=RULESET.version)


def started(plan=PLAN) -> Log:
    log = Log(plan)
    for entrant, level in enumerate(LEVELS):
        log.add(Entered, entrant=entrant, name=level, kind="level", level=level)
    return log.begin().stage(*round_pairings.next_groups(log.tournament))


PAIRED = len(started().events) + 1
"""The number of the log entry with the pairings."""
SEATED = round_pairings.next_round(started().tournament).tables[0].entrants


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Play a match of two games, and return their records in order; in the second the seats are exchanged."""
    path = tmp_path_factory.mktemp("games") / "game.json"
    records = []
    for game in range(PLAN.games):
        levels = [LEVELS[each] for each in seat_order(SEATED, game)]
        seed = deal_secret(SECRET, PLAN, PAIRED, 1, game).hex()
        assert cli.main(["record", RULESET.name, *levels, "--seed", seed, "--output", str(path)]) == 0
        records.append(json.loads(path.read_bytes()))
    return records


def ended(games, plan=PLAN, **changes) -> bytes:
    """Return the record of a tournament of this match; fields of its first result can be changed."""
    log = started(plan)
    log.ids = iter([record["game_id"] for record in games])
    log.pair(SEATED)
    for game, record in enumerate(games):
        by_seat = record["result"]["seats"]
        by_entrant = dict(zip(seat_order(SEATED, game), by_seat, strict=True))
        ranks, totals = (tuple(by_entrant[each][what] for each in SEATED) for what in ("rank", "total"))
        shown = {"totals": totals, "ranks": ranks, "record": record["hash"]} | (changes if game == 0 else {})
        log.finish(1, shown.pop("totals"), game, **shown)
    return write(recorded(log.end()))


def texts(games) -> dict[str, bytes]:
    return {record["game_id"]: write(record) for record in games}


def fault(tournament: bytes, games) -> str:
    with pytest.raises(RecordMismatch) as caught:
        verify(tournament, texts(games), RULESETS)
    return str(caught.value)


def test_games_of_a_tournament_agree_with_it(games):
    assert verify(ended(games), texts(games), RULESETS)["hash"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"record": "0" * 64}, "hash"), ({"ranks": (1, 1)}, "result.rank"), ({"totals": (-1, -1)}, "result.total")],
)
def test_a_result_that_the_game_did_not_have_is_detected(games, changes, said):
    assert fault(ended(games, **changes), games).startswith(f"game {games[0]['game_id']}: {said}: found ")


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"ruleset": "chess"}, "ruleset"), ({"rules_version": 999}, "rules_version"), ({"deal": "round"}, "seed")],
)
def test_a_game_outside_the_plan_is_detected(games, changes, said):
    plan = msgspec.structs.replace(PLAN, **changes)
    assert fault(ended(games, plan), games).startswith(f"game {games[0]['game_id']}: {said}: found ")


def test_options_unknown_to_the_ruleset_are_detected(games):
    plan = msgspec.structs.replace(PLAN, options=msgspec.Raw(b'{"colour":"red"}'))
    assert "the plan's options do not fit the ruleset" in fault(ended(games, plan), games)


def test_a_game_with_an_invalid_record_is_named(games):
    changed = games[0] | {"created_at": "2026-02-02T00:00:00Z"}
    assert fault(ended(games), [changed]).startswith(f"game {changed['game_id']}: head or setup: ")


def irreproducible(game):
    """Return the record of a game that the service could not repeat, with other points than by the rules."""
    said = {name: value for name, value in game.items() if name not in AFTER_HEAD} | {"irreproducible": True}
    events = [{name: value for name, value in each.items() if name != "hash"} for each in game["events"]]
    seats = [{**each, "total": each["total"] + 1000} for each in game["result"]["seats"]]
    return seal(said, [{"facts": []}, *events, {**game["result"], "seats": seats}])


def test_a_game_that_its_tournament_calls_irreproducible_is_compared_with_it_by_its_hashes(games):
    marked = [irreproducible(games[0]), games[1]]
    verify(ended(marked, irreproducible=True), texts(marked), RULESETS)


def test_a_game_that_only_its_own_record_calls_irreproducible_is_detected(games):
    marked = [irreproducible(games[0]), games[1]]
    with pytest.raises(RecordMismatch, match=r"irreproducible: the service could not repeat this game"):
        verify(ended(marked), texts(marked), RULESETS)


def test_the_command_says_which_game_of_a_tournament_is_unproven(games, tmp_path, capsys):
    marked = [irreproducible(games[0]), games[1]]
    paths = [tmp_path / "tournament.json", *(tmp_path / f"{number}.json" for number in (0, 1))]
    for path, text in zip(paths, [ended(marked, irreproducible=True), *texts(marked).values()], strict=True):
        path.write_bytes(text)
    assert cli.main(["verify", *map(str, paths)]) == 1
    out, err = capsys.readouterr()
    assert "2 games (1 of them cannot be repeated), 1 of them verified" in out
    assert err == (
        f"{paths[1]}: irreproducible: the service could not repeat this game, so only its hashes can be verified\n"
    )


def test_a_game_of_another_tournament_is_detected(games):
    assert "has no finished game with this id" in fault(ended(games), [games[0] | {"game_id": "elsewhere"}])


def placed(record, **place):
    """Return the record of a game as the service writes it: its head names its match in the tournament."""
    named = {"tournament": "tn_1", "round": 1, "table": 1, "game": 0, **place}
    head = {name: value for name, value in record.items() if name not in ("setup", "events", "result", "hash")}
    entries = [record["setup"], *record["events"]]
    bare = [{name: value for name, value in each.items() if name != "hash"} for each in entries]
    return seal(head | {"tournament": named}, [*bare, record["result"]])


def test_a_game_names_its_place_in_the_tournament(games):
    right = [placed(games[0]), placed(games[1], game=1)]
    assert verify(ended(right), texts(right), RULESETS)["hash"]


@pytest.mark.parametrize("place", [{"tournament": "tn_2"}, {"round": 2}, {"table": 2}, {"game": 1}])
def test_a_game_that_names_another_place_in_a_tournament_is_detected(games, place):
    wrong = [placed(games[0], **place), games[1]]
    assert fault(ended(wrong), wrong).startswith(f"game {games[0]['game_id']}: tournament: found ")


def test_the_command_verifies_a_tournament_with_the_games_after_it(games, tmp_path, capsys):
    paths = [tmp_path / f"{name}.json" for name in ("tournament", "first", "second")]
    for path, text in zip(paths, [ended(games), *texts(games).values()], strict=True):
        path.write_bytes(text)
    assert cli.main(["verify", *map(str, paths)]) == 0
    first, *others = capsys.readouterr().out.splitlines()[:3]
    assert first.startswith(f"{paths[0]}: right: tournament of {RULESET.name}, 2 entrants, 1 rounds, seed of ")
    assert first.endswith(", 2 games, 2 of them verified")
    assert [line.split(",")[0] for line in others] == [f"{path}: right: {RULESET.name}" for path in paths[1:]]


def verified(capsys, tmp_path, files):
    """Run `bottega verify`; return the exit code, and the names of the right files and of those with their faults."""
    paths = [tmp_path / name for name in files]
    for path, text in zip(paths, files.values(), strict=True):
        path.write_bytes(text)
    code = cli.main(["verify", *map(str, paths)])
    said = capsys.readouterr()
    right = [line.partition(": right: ")[0] for line in said.out.splitlines() if ": right: " in line]
    faults = dict(line.split(": ", 1) for line in said.err.splitlines())
    return code, [Path(each).name for each in right], {Path(path).name: text for path, text in faults.items()}


def test_a_bad_record_of_a_game_is_not_blamed_on_its_tournament(games, tmp_path, capsys):
    first, second = texts(games).values()
    files = {"cup.json": ended(games), "1.json": first.replace(b'"seat":0', b'"seat":1'), "2.json": second}
    code, right, faults = verified(capsys, tmp_path, files)
    assert (code, right, [*faults]) == (1, ["cup.json", "2.json"], ["1.json"])


def test_a_text_that_is_no_record_is_not_blamed_on_the_tournament_before_it(games, tmp_path, capsys):
    files = {"cup.json": ended(games), "broken.json": b"{", "1.json": texts(games)[games[0]["game_id"]]}
    code, right, faults = verified(capsys, tmp_path, files)
    assert (code, right, [*faults]) == (1, ["cup.json", "1.json"], ["broken.json"])


def test_games_are_right_although_the_record_of_their_tournament_is_bad(games, tmp_path, capsys):
    first, second = texts(games).values()
    bad = ended(games).replace(b'"name":"greedy"', b'"name":"gready"')
    code, right, faults = verified(capsys, tmp_path, {"cup.json": bad, "1.json": first, "2.json": second})
    assert (code, right, faults) == (1, ["1.json", "2.json"], {"cup.json": "log[1]: does not match its hash"})


def test_a_game_that_its_tournament_does_not_have_is_the_fault_of_the_game(games, tmp_path, capsys):
    first, _ = texts(games).values()
    other = write(placed(games[1] | {"game_id": "0" * 20}, game=1))
    code, right, faults = verified(capsys, tmp_path, {"cup.json": ended(games), "1.json": first, "2.json": other})
    assert (code, right) == (1, ["cup.json", "1.json"])
    assert faults == {"2.json": "the tournament has no finished game with this id"}


def test_the_command_reports_where_a_tournament_was_changed(games, tmp_path, capsys):
    path = tmp_path / "tournament.json"
    path.write_bytes(ended(games).replace(b'"name":"greedy"', b'"name":"gready"'))
    assert cli.main(["verify", str(path)]) == 1
    assert capsys.readouterr().err == f"{path}: log[1]: does not match its hash\n"
