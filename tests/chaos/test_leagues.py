"""A platform runs a season of two divisions of teams while all processes are killed again and again.

All tables are recomputed from the public records, to the digit. Each webhook arrives, with names, points and a link.
"""

import base64
import csv
import hashlib
import hmac
import json
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from random import Random

import pytest

from domain.registry import RULESETS
from service.tournaments.rules.verification import verify
from tests.chaos.leagues import (
    DIVISIONS,
    EVENTS,
    LATE,
    MEMBERS,
    RISERS,
    Member,
    Platform,
    games_of,
    public,
    record_of,
)
from tests.chaos.recomputed import Event, moves, season_table
from tests.chaos.storm import KILLS, Storm, installed
from tests.chaos.tournaments import organiser
from tests.workers.receivers import NOTHING, receiving
from tests.workers.waiting import until

SEED = 57
DOOMED = (*KILLS, "kill_all")
PAUSES_SECONDS = (0.5, 4.0)
"""The least and the longest time between two kills."""
LONGEST_SECONDS = 1200.0
"""How long an event may take on a machine that is busy with other work."""
PAGE = "https://league.example.org"
SILENT = {"checked_in", "stage_began", "paired", "stopped", "game_opened", "lineup_set", "seat_chosen"}
"""Entries of the log without a message."""


class Season:
    """The league with everything that the platform received."""

    def __init__(self, platform, storm, received):
        self.platform, self.storm, self.received = platform, storm, received
        address = storm.on.served.address
        names = [name for tournaments in platform.divisions.values() for name in tournaments]
        self.records = {name: record_of(address, name) for name in names}
        self.games = {name: games_of(address, record) for name, record in self.records.items()}
        self.events = {name: Event(record, self.games[name]) for name, record in self.records.items()}
        self.shown = self.read(f"/v1/seasons/{platform.season}")

    def read(self, path):
        return json.loads(public(self.storm.on.served.address, path))

    def log(self, name):
        """Return the public log of a tournament."""
        entries, after = [], 0
        while page := self.read(f"/v1/tournaments/{name}/events?after={after}")["events"]:
            entries, after = [*entries, *page], page[-1]["number"]
        return entries

    def messages(self, name):
        """Return the messages of the webhook of a tournament by their id; each was signed."""
        found = {}
        for each in self.received:
            body = json.loads(each.body)
            if body["data"]["tournament"] == name:
                assert is_valid(self.platform.secrets[name], each.headers, each.body.encode())
                assert found.setdefault(each.id, body) == body, "duplicates have the same id and the same content"
        return found


def is_valid(secret, headers, body):
    """Whether a delivery was signed with the secret, as the guide checks it."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    message = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, message, hashlib.sha256)).decode()
    return expected in headers["webhook-signature"].split()


def broken_at_first(_sent, times):
    """Break the first connection of some deliveries, so that they are repeated."""
    return b"" if not times and int(hashlib.sha256(_sent.id.encode()).hexdigest(), 16) % 20 == 0 else NOTHING


def kill(platform, storm, walk):
    """Kill each component once during each event, in random order at random moments."""
    for number in range(EVENTS):
        until(lambda: platform.started > number or walk.done(), "the event starts", LONGEST_SECONDS)  # noqa: B023
        for kind in storm.rng.sample(DOOMED, len(DOOMED)):
            time.sleep(storm.rng.uniform(*PAUSES_SECONDS))
            until(lambda: storm.blows()[kind]() is not False, f"there is something to {kind}")  # noqa: B023
            storm.done[kind] += 1


def walked(platform, storm, playing):
    """Run all events of the season. None begins before all kills of the one before."""
    for number in range(EVENTS):
        platform.play_event(lambda: any(each.done() for each in playing))
        until(lambda: min(storm.done[kind] for kind in DOOMED) > number, "all are killed", LONGEST_SECONDS)  # noqa: B023


@pytest.fixture(scope="module")
def season(tmp_path_factory):
    """Return the season after its last game, while its service still runs."""
    changes = {"BOTTEGA_WEBHOOK_TARGETS": "127.0.0.2/32", "BOTTEGA_PUBLIC_URL": PAGE}
    with ExitStack() as stack:
        running = stack.enter_context(installed(tmp_path_factory.mktemp("league"), **changes))
        receiver = stack.enter_context(receiving(broken_at_first))
        rng, over = Random(SEED), threading.Event()
        storm = Storm(running, Random(SEED))
        platform = Platform(organiser(running.served.address, running.environ), receiver.url, rng)
        stack.callback(platform.close)
        platform.recruit()
        pool = stack.enter_context(ThreadPoolExecutor(len(platform.members) + 1))
        stack.callback(over.set)
        playing = [pool.submit(each.play, over) for each in platform.members]
        walk = pool.submit(walked, platform, storm, playing)
        kill(platform, storm, walk)
        walk.result()
        over.set()  # each bot ends with the next notice of its feed
        yield Season(platform, storm, receiver.got)
        for each in playing:
            each.result()


def test_every_record_of_the_season_verifies(season):
    for name, record in season.records.items():
        assert len(season.games[name]) == 12
        verify(record, season.games[name], RULESETS)


def test_the_standings_follow_from_the_records_to_the_digit(season):
    for name, event in season.events.items():
        listed = season.read(f"/v1/tournaments/{name}/standings")["standings"]
        assert [{key: each[key] for key in each if key != "name"} for each in listed] == event.standings()


def test_the_file_of_the_standings_has_the_same_numbers(season):
    for name, event in season.events.items():
        text = public(season.storm.on.served.address, f"/v1/tournaments/{name}/standings/csv").decode("utf-8-sig")
        rows = [
            (int(row["place"]), int(row["entrant"]), float(row["points"]), int(row["wins"]), row["team"])
            for row in csv.DictReader(text.splitlines())
        ]
        assert rows == [
            (each["place"], each["entrant"], each["points"], each["wins"], event.team_of(each["entrant"]))
            for each in event.standings()
        ]


def test_the_tables_of_the_teams_follow_from_the_records_to_the_digit(season):
    for name, event in season.events.items():
        assert season.read(f"/v1/tournaments/{name}/standings")["teams"] == event.teams()


def by_place(row):
    return row["place"], row["name"]


def tables(season):
    """Return the recomputed table of each division."""
    return [
        season_table({name: season.events[name] for name in tournaments})
        for tournaments in season.platform.divisions.values()
    ]


def test_the_tables_of_the_season_follow_from_the_records_to_the_digit(season):
    shown = [
        [{key: each[key] for key in each if key != "outcome"} for each in division["standings"]]
        for division in season.shown["divisions"]
    ]
    assert season.shown["status"] == "over"
    assert [sorted(each, key=by_place) for each in shown] == [sorted(each, key=by_place) for each in tables(season)]
    outcomes = [
        {each["name"]: each["outcome"] for each in division["standings"]} for division in season.shown["divisions"]
    ]
    assert outcomes == moves(tables(season), RISERS)


def lineups(event):
    """Return the line-ups of the log, by round and team; the latest one counts."""
    return {(each["round"], each["team"]): each["entrants"] for each in event.log if each["type"] == "lineup_set"}


def test_a_team_plays_in_its_line_up_or_by_its_boards(season):
    for event in season.events.values():
        stated = lineups(event)
        assert LATE not in {team for _, team in stated}
        for number in (1, 2, 3):
            seated = Counter(each for board in event.boards if board.round == number for each in board.entrants)
            for team, members in event.members().items():
                assert {each for each in seated if event.team_of(each) == team} == {
                    *stated.get((number, team), members[:2])
                }
    late = next(each for each in season.platform.members if (each.team, each.board) == (LATE, 1))
    assert {*late.rejected_lineups} <= {"lineup_closed"}
    assert late.rejected_lineups


def test_each_webhook_arrives_and_duplicates_have_the_same_id(season):
    def expected(name):
        entries = (each for each in season.log(name) if each["type"] not in SILENT)
        return Counter(
            (each["type"].replace("finished", "game_ended"), each.get("round"), each.get("table")) for each in entries
        )

    def received(name):
        found = (each["data"] for each in season.messages(name).values())
        return Counter((each["tournament_event"], each.get("round"), each.get("table")) for each in found)

    for name in season.records:
        until(lambda: expected(name) - received(name) == Counter(), "every message arrives", 300)  # noqa: B023
        assert received(name) == expected(name)
    ids = Counter(each.id for each in season.received)
    assert max(ids.values()) > 1


def test_a_webhook_has_names_table_points_and_link(season):
    for name, event in season.events.items():
        boards = {(each.round, each.table): each for each in event.boards}
        stands = season.read(f"/v1/tournaments/{name}/standings")
        names = {each["entrant"]: each["name"] for each in stands["standings"]}
        for message in (each["data"] for each in season.messages(name).values()):
            if message["tournament_event"] == "game_ended":
                board = boards[message["round"], message["table"]]
                assert (message["ranks"], message["entrants"]) == ([*board.ranks], [*board.entrants])
                assert [(each["name"], each["match_points"]) for each in message["standings"]] == [
                    (names[each], float(points)) for each, points in board.points(event.scale).items()
                ]
                assert {each["team"] for each in message["teams"]} == {*map(event.team_of, board.entrants)}
                assert message["link"] == f"{PAGE}/#/game/{board.game_id}"
            elif message["tournament_event"] == "ended":
                assert message["teams"] == [each for each in stands["teams"] if each["place"] <= 3]
                assert message["link"] == f"{PAGE}/#/tournament/{name}"
            assert message["name"] in DIVISIONS


def test_the_next_tournaments_begin_with_the_teams_that_rose_and_fell(season):
    before, computed = [{*teams} for teams in DIVISIONS.values()], moves(tables(season), RISERS)
    fall, rise = (
        {team for team, move in of.items() if move == way} for of, way in zip(computed, ("falls", "rises"), strict=True)
    )
    expected = [before[0] - fall | rise, before[1] - rise | fall]
    confirmed = season.platform.confirm()
    for division, teams in zip(confirmed, expected, strict=True):
        assert {each["team"] for each in division["next_entrants"]} == teams
        name = season.platform.found_tournament(division["name"], division["next_entrants"])
        season.platform.start([name])
        until(lambda: season.read(f"/v1/tournaments/{name}/rounds")["rounds"], "the first round exists")  # noqa: B023
        listed = season.read(f"/v1/tournaments/{name}/standings")["teams"]
        assert {each["team"]: len(each["members"]) for each in listed} == dict.fromkeys(teams, MEMBERS)
        season.platform.post(f"/v1/tournaments/{name}/cancel", {})


def test_each_component_was_killed_for_each_event(season):
    assert season.storm.done == dict.fromkeys(DOOMED, EVENTS)
    assert all(isinstance(each, Member) and not each.rejected for each in season.platform.members)
