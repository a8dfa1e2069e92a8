"""Test that verification reproduces a tournament record, and finds and names each change."""

from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest
import rfc8785

from domain.record import write
from domain.verification import RecordMismatch
from service.tournaments.rules.deals import deal_secret
from service.tournaments.rules.plan import Challenges, Stage
from service.tournaments.rules.record import AFTER_HEAD, NotOver, Origin, build, seal
from service.tournaments.rules.round_pairings import next_groups
from service.tournaments.rules.verification import verify
from tests.tournament.building import SEED, Log, a_plan
from tests.tournament.playing import SECRET, play, recorded
from workers.promises.records import tampered

PLANS = {
    "swiss": a_plan(Stage(format="swiss", rounds=3), late_entries=True, late_points=2, games=2),
    "pods": a_plan(Stage(format="swiss", rounds=3, table_size=4), check_in=False),
    "arena": a_plan(Stage(format="arena", table_size=3, matches=4)),
    "ladder": a_plan(Stage("ladder", challenges=Challenges(rematch_hours=0)), late_entries=True, games=2),
    "league": a_plan(Stage(format="round_robin", groups=2, qualify=2), Stage(format="knockout"), games=2, deal="match"),
    "double": a_plan(Stage(format="double_knockout"), deal="round"),
}
EARLIER = Path(__file__).parent / "earlier"
"""Records of tournaments that were played before their plans had a `pairing_priority`."""
TEXT = write(recorded(play(PLANS["league"], 7, Random(5), quietly=True)))


def fault(text: bytes, **more) -> str:
    """Return what is wrong with a record."""
    with pytest.raises(RecordMismatch) as caught:
        verify(text, **more)
    return str(caught.value)


def parts(value: dict) -> tuple[dict, list, list]:
    """Return the parts of a record, without its hashes; all parts may be changed."""
    log = [{name: each for name, each in event.items() if name != "hash"} for event in value["log"]]
    return {name: each for name, each in value.items() if name not in AFTER_HEAD}, log, value["standings"]


def forged(change) -> bytes:
    """Change parts of the record and compute all hashes again."""
    head, log, standings = parts(msgspec.json.decode(TEXT))
    change(head, log, standings)
    return write(seal(head, log, standings))


def numbers(value) -> list[tuple]:
    """List the places of numbers in a record: the container of each, and its key."""
    if not isinstance(value, dict | list):
        return []
    members = list(value.items() if isinstance(value, dict) else enumerate(value))
    here = [(value, key) for key, each in members if isinstance(each, int) and not isinstance(each, bool)]
    return here + [found for _, each in members for found in numbers(each)]


def find(log: list, kind: str, number: int = 0) -> dict:
    return [event for event in log if event["type"] == kind][number]


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("entrants", [6, 9])
def test_a_random_tournament_is_drawn_again_from_its_record(name, entrants):
    record = recorded(play(PLANS[name], entrants, Random(f"{name} {entrants}")))
    assert verify(write(record)) == record


def test_a_record_is_canonical_json():
    assert rfc8785.dumps(msgspec.json.decode(TEXT)) + b"\n" == TEXT


def test_a_changed_byte_is_detected_everywhere():
    rng = Random(1)
    for _ in range(100):
        assert fault(tampered(TEXT, rng)[1])


CHANGES = [
    (b'"format_version":1', b'"format_version":2', "format: bottega-tournament 2 is not bottega-tournament 1"),
    (b'"name":"Spring"', b'"name":"Sprung"', "log[0] or head: does not match its hash"),
    (b'"name":"Bruno"', b'"name":"Brunx"', "log[1]: does not match its hash"),
    (b'"place":1', b'"place":9', "standings: do not match their hash"),
    (b'"seed":"', b'"sead":"', "record: Object contains unknown field `sead`"),
    (b"}\n", b"}", "not canonical JSON with a line feed after it"),
    (TEXT, b"[" * 100_000, "not JSON: "),
    (TEXT, b"[]\n", "record: Expected `object`, got `array`"),
]


@pytest.mark.parametrize(("before", "after", "said"), CHANGES)
def test_where_a_record_was_changed_is_said(before, after, said):
    assert before in TEXT
    assert said in fault(TEXT.replace(before, after, 1))


def change(kind: str, at: int = 0, /, **members):
    """Return a function that changes one event."""
    return lambda head, log, standings: find(log, kind, at).update(members)


def change_head(**members):
    return lambda head, log, standings: head.update(members)


def swap_seats(head, log, standings):
    table = find(log, "paired")["tables"][0]
    table["entrants"] = table["entrants"][::-1]


def drop(kind: str, number: int = 0):
    def drop_event(head, log, standings):
        log.remove(find(log, kind, number))
        for at, event in enumerate(log, 1):
            event["number"] = at

    return drop_event


FORGERIES = [
    (change_head(seed="1" * 64), "seed: does not match its commitment"),
    (change_head(seed="x"), "seed: not hexadecimal digits"),
    (change_head(deal_secret="1" * 64), "deal_secret: does not match its commitment"),
    (change_head(plan={"name": "Spring"}), "plan: Object missing required field"),
    (lambda head, log, standings: head["plan"].update(colour="red"), 'plan.colour: found "red", expected nothing'),
    (lambda head, log, standings: head["plan"].update(games=1), "a match has 1 games"),
    (lambda head, log, standings: head["plan"].update(games=0), "plan.games: Expected `int` >= 1"),
    (
        lambda head, log, standings: head["plan"]["stages"][0].update(table_size=9),
        "plan.stages[0].table_size: Expected `int` <= 7",
    ),
    (lambda head, log, standings: head["plan"]["points"].update({"2": [1]}), "plan.points.2: needs 2 values"),
    (change("entered", 1, entrant=5), "log[1]: entrant numbers must have no gaps"),
    (change("entered", 1, level=""), "log[1].level: found"),
    (change("entered", 1, points=60), "log[1]: an entrant who joins now has 0 initial points"),
    (change("entered", 1, rating="1"), "log[1].rating: Expected `int`, got `str`"),
    (change("entered", 1, number=7), "log[1]: event numbers must have no gaps"),
    (change("started", type="resumed"), "the tournament is registration"),
    (change("stage_began", groups=[[0, 1, 2, 3], [4, 5, 6]]), ".groups[0]"),
    (change("stage_began", groups=[[0, 0], [4, 5, 6]]), "an entrant is listed twice"),
    (swap_seats, ".tables[0].entrants[0]: found"),
    (change("paired", byes=[]), ".byes: found"),
    (change("paired", round=2), "round numbers must have no gaps"),
    (change("opened", round=4), "there is no round 4"),
    (change("finished", table=9), "there is no table 9 in round 1"),
    (change("finished", game=2), "there is no game 2 at the table"),
    (change("finished", game_id="1" * 20), "the game is 0"),
    (change("finished", game_id="1"), ".game_id: Expected `str` matching regex"),
    (change("finished", ranks=[2, 2]), "the ranks are invalid"),
    (change("finished", ranks=[1, 2, 3]), "each entrant needs a rank"),
    (change("finished", ranks=[1]), ".ranks: Expected `array` of length >= 2"),
    (change("finished", record=""), "log["),
    (drop("finished"), "the previous round is not closed"),
    (drop("paired"), "there is no round 1"),
    (drop("ended"), "log: the tournament is not over after the last event"),
    (lambda head, log, standings: standings[0].update(points=1), "standings[0].points: found 1, expected "),
    (lambda head, log, standings: standings.reverse(), "standings[0]."),
]


@pytest.mark.parametrize(("forge", "said"), FORGERIES)
def test_a_record_with_recomputed_hashes_is_still_checked_against_the_rules(forge, said):
    assert said in fault(forged(forge))


def test_a_changed_result_is_found_by_its_consequences():
    def turn_round(head, log, standings):
        event = next(event for event in log if event["type"] == "finished" and event["ranks"] != [1, 1])
        event.update(ranks=event["ranks"][::-1], totals=event["totals"][::-1])

    assert "found" in fault(forged(turn_round))


@pytest.mark.parametrize("name", PLANS)
def test_a_forged_number_in_the_log_is_found_unless_it_has_no_consequences(name):
    rng, text = Random(name), write(recorded(play(PLANS[name], 6, Random(name), quietly=True)))
    unseen = set()
    for _ in range(60):
        value = msgspec.json.decode(text)
        place, key = rng.choice(numbers(value["log"]))
        place[key] += rng.choice((-1, 1, 1000))
        with suppress(RecordMismatch):
            unseen.add(key if verify(write(seal(*parts(value)))) else None)
    assert unseen <= {"rating"}


def test_every_forged_number_of_a_plan_leads_to_a_verdict():
    for place in range(len(numbers(msgspec.json.decode(TEXT)["plan"]))):
        for change in (-1, 1, 10**12):
            value = msgspec.json.decode(TEXT)
            member, key = numbers(value["plan"])[place]
            member[key] += change
            with suppress(RecordMismatch):
                verify(write(seal(*parts(value))))


def test_a_round_seated_by_the_organiser_is_not_drawn_again():
    log = Log(a_plan(Stage(format="swiss", rounds=1))).enter(2).begin()
    log.stage(*next_groups(log.tournament)).pair((1, 0), manual=True)
    assert verify(write(recorded(log.finish(1, (1, 2)).end())))


def test_a_running_tournament_has_no_record():
    origin = Origin("tn_1", "", a_plan(), SEED, SECRET)
    with pytest.raises(NotOver):
        build(origin, Log(a_plan()).enter(2).events)


@pytest.mark.parametrize(
    ("deal", "alike"),
    [("game", {(1, 1, 0)}), ("match", {(1, 1, 0), (1, 1, 1)}), ("round", {(1, 1, 0), (1, 2, 0)})],
)
def test_games_that_share_a_deal_have_one_secret(deal, alike):
    games = [(number, table, game) for number in (1, 2) for table in (1, 2) for game in (0, 1)]
    plan = a_plan(deal=deal)
    secret = deal_secret(SECRET, plan, 1, 1, 0)
    assert {each for each in games if deal_secret(SECRET, plan, *each) == secret} == alike
    assert len(secret) == 32


@pytest.mark.parametrize("deal", ["game", "round"])
@pytest.mark.parametrize("name", PLANS)
def test_no_entrant_plays_a_deal_twice(name, deal):
    """Over all stages, with late entries and set results: an entrant has one match per round, and its deals differ."""
    plan = msgspec.structs.replace(PLANS[name], deal=deal, games=2)
    for number in range(3):
        log = play(plan, 9, Random(number))
        met = [
            (entrant, deal_secret(SECRET, plan, played.paired, table.number, game))
            for played in log.tournament.rounds
            for table in played.tables
            for entrant in table.entrants
            for game in range(plan.games)
        ]
        assert met
        assert len(met) == len({*met})


@pytest.mark.parametrize("deal", ["game", "match", "round"])
def test_a_round_that_is_seated_again_has_other_deals(deal):
    """The round number is the same, but the number of the log entry that creates the round differs."""
    plan = a_plan(deal=deal)
    log = Log(plan).enter(4).start()
    first = log.pair((0, 1), (2, 3)).tournament.rounds.pop()
    again = log.pair((0, 2), (1, 3)).tournament.rounds[-1]
    assert (first.number, again.number) == (1, 1)
    assert again.paired > first.paired == len(Log(plan).enter(4).start().events) + 1
    met = {deal_secret(SECRET, plan, each.paired, 1, 0) for each in (first, again)}
    assert len(met) == 2


@pytest.mark.parametrize("path", sorted(EARLIER.glob("*.json")), ids=lambda path: path.stem)
def test_the_record_of_an_earlier_version_is_verified_by_its_rules(path):
    record = msgspec.json.decode(path.read_bytes())
    assert "pairing_priority" not in record["plan"]
    assert verify(path.read_bytes()) == record
