"""Test brackets before their first round: they agree with the round that is then paired."""

from itertools import pairwise
from random import Random
from xml.etree import ElementTree as ET

import pytest
from msgspec import UNSET

from service.tournaments.rules import bracket_ahead_image, round_pairings
from service.tournaments.rules.bracket import bracket
from service.tournaments.rules.bracket_ahead import Source
from service.tournaments.rules.folding import apply
from service.tournaments.rules.plan import KeepApart, Stage
from service.tournaments.rules.standings import standings
from service.tournaments.rules.state import Tournament
from tests.tournament.building import Log, a_plan
from tests.tournament.drawing import drawn
from tests.tournament.playing import play_stage
from tests.tournament.test_pictures import words

KNOCKOUTS = (Stage(format="knockout"), Stage(format="double_knockout"))
FEEDERS = [
    Stage(format="swiss", rounds=2, qualify=5),
    Stage(format="round_robin", groups=2, qualify=2),
    Stage(format="round_robin", groups=3, qualify=3),
    Stage(format="swiss", rounds=3, groups=2, qualify=6),
    Stage(format="swiss", table_size=4, rounds=2, qualify=7),
]


def before_the_next_stage(log: Log, seed: int) -> Tournament:
    """Start the next stage of a tournament, and play it to its end."""
    log.stage(*round_pairings.next_groups(log.tournament))
    play_stage(log, Random(seed), quietly=True, leaving=0)
    return log.tournament


def ahead(tournament: Tournament, stage=UNSET):
    """List the kinds and numbers of the sources of each match."""
    return [[(each.kind, each.number) for each in match] for match in bracket(tournament, stage).ahead]


def entrants_of(matches):
    """Return the entrants of each match."""
    return sorted(sorted(each.entrant for each in match) for match in matches)


def first_round(log: Log):
    """Start the next stage, and return the entrants of its tables and byes."""
    log.stage(*round_pairings.next_groups(log.tournament))
    paired = drawn(log)
    return sorted([sorted(each.entrants) for each in paired.tables] + [[each] for each in paired.byes])


def history(log: Log, events: int) -> Tournament:
    """Return a tournament as it was after some events."""
    tournament = Tournament(log.plan, log.tournament.seed)
    for event in log.events[:events]:
        apply(tournament, event)
    return tournament


@pytest.mark.parametrize("knockout", [*KNOCKOUTS, Stage(format="knockout", table_size=4)])
@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 13, 16])
def test_the_seeds_before_the_start_meet_in_the_first_round(knockout, entrants):
    log = Log(a_plan(knockout)).enter(entrants)
    expected = entrants_of(bracket(log.tournament).ahead)
    assert first_round(log.begin()) == expected


@pytest.mark.parametrize("knockout", KNOCKOUTS)
@pytest.mark.parametrize("feeder", FEEDERS)
@pytest.mark.parametrize("entrants", [8, 11, 19])
def test_the_places_of_a_stage_meet_in_the_first_round_of_the_next_one(feeder, knockout, entrants):
    log = Log(a_plan(feeder, knockout)).enter(entrants)
    early = ahead(log.tournament)
    tournament = before_the_next_stage(log.begin(), entrants)
    places = {}
    for group in range(feeder.groups):
        places |= {each.entrant: at for at, each in enumerate(standings(tournament, 0, group), 1)}
    assert ahead(tournament) == early
    stated = bracket(tournament).ahead
    assert [[places[each.entrant] for each in match] for match in stated] == [
        [each.number for each in match] for match in stated
    ]
    expected = entrants_of(stated)
    assert first_round(log) == expected
    if feeder.groups == 1:
        order = [each.entrant for each in standings(tournament, 0)]
        assert sorted(sorted(order[number - 1] for _, number in match) for match in early) == expected


@pytest.mark.parametrize("feeder", FEEDERS)
def test_the_bracket_stays_the_same_while_the_stage_before_is_played(feeder):
    log = Log(a_plan(feeder, KNOCKOUTS[0])).enter(12)
    before_the_next_stage(log.begin(), 7)
    shown = [ahead(history(log, events)) for events in range(12, len(log.events) + 1)]
    assert all(one == other for one, other in pairwise(shown))


def test_a_stage_after_the_next_one_has_its_places_already():
    log = Log(a_plan(Stage(format="swiss", rounds=2, qualify=8), FEEDERS[1], KNOCKOUTS[0])).enter(11)
    early = ahead(log.tournament)
    assert early == [[("group_place", 1), ("group_place", 2)]] * 2
    before_the_next_stage(log.begin(), 1)
    assert ahead(log.tournament) == early
    before_the_next_stage(log, 2)
    assert ahead(log.tournament, 2) == early


def test_a_started_stage_without_a_round_names_its_seeds():
    log = Log(a_plan(KNOCKOUTS[0])).enter(3).start()
    assert bracket(log.tournament).ahead == ((Source("seed", 1, 0),), (Source("seed", 2, 1), Source("seed", 3, 2)))


def test_equal_ratings_and_separated_entrants_leave_the_seeds_open():
    log = Log(a_plan(KNOCKOUTS[0])).enter(2)
    log.tournament.entrants[1].entered = log.tournament.entrants[0].entered
    assert bracket(log.tournament).ahead == ((Source("seed", 1), Source("seed", 2)),)
    log = Log(a_plan(KNOCKOUTS[0], keep_apart=KeepApart(groups=((0, 1),)))).enter(2)
    assert bracket(log.tournament).ahead == ((Source("seed", 1), Source("seed", 2)),)


def test_one_entrant_has_no_matches():
    assert bracket(Log(a_plan(KNOCKOUTS[0])).enter(1).tournament).ahead == ()


def test_who_replaces_an_entrant_who_left_is_named_as_such():
    log = Log(a_plan(Stage(format="swiss", rounds=1, qualify=2), KNOCKOUTS[0], replacement="standings")).enter(4)
    tournament = before_the_next_stage(log.begin(), 1)
    first, second, third, _ = [each.entrant for each in standings(tournament, 0)]
    log.withdraw(second)
    assert bracket(tournament).ahead == ((Source("place", 1, first), Source("replacement", 1, third)),)
    assert first_round(log) == [sorted((first, third))]


def test_the_chart_names_seeds_byes_and_winners():
    log = Log(a_plan(KNOCKOUTS[0])).enter(6)
    drawing = bracket_ahead_image.draw(log.tournament, bracket(log.tournament))
    first, fourth = "Seed 1 (Anna)", "Seed 4 (Dana)"
    assert words(drawing) == [
        *("Spring: bracket", "Quarter-finals", "Semi-finals", "Final"),
        *(first, fourth, "Seed 5 (Emil)", "Seed 2 (Bruno)", "Seed 3 (Cyril)", "Seed 6 (Franta)"),
        *(first, "Winner of quarter-final 2", "Seed 2 (Bruno)", "Winner of quarter-final 4"),
        *("Winner of semi-final 1", "Winner of semi-final 2"),
    ]
    assert ET.fromstring(drawing).find("{http://www.w3.org/2000/svg}desc").text.startswith("The first round is not")


@pytest.mark.parametrize(
    ("stages", "expected"),
    [
        ((FEEDERS[0], Stage(format="knockout", table_size=3)), ["1st place", "3rd place"]),
        ((FEEDERS[1], KNOCKOUTS[1]), ["1st of a group", "2nd of a group"]),
    ],
)
def test_the_chart_names_places(stages, expected):
    log = Log(a_plan(*stages)).enter(9)
    shown = words(bracket_ahead_image.draw(log.tournament, bracket(log.tournament)))
    assert [each for each in expected if each in shown] == expected
