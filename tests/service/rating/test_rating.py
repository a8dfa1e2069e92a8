"""Test the rating computation: which games count, the scale, anchors, and time."""

from collections import Counter
from functools import cache
from itertools import permutations, product
from random import Random
from xml.etree import ElementTree as ET

import pytest

from domain.registry import RULESETS
from service.rating import BEGINNER, RatedGame, Seated, Skill
from service.rating.chart import Point, draw
from service.rating.pools import anchors, pool_of
from service.rating.recompute import Decision, RankedPlayer, decided_by, leaderboard, rated_game, rated_ranks, recompute
from service.rating.scale import MODEL, mu_of, rating_of, sigma_of, uncertainty_of
from service.rating.skills import _rated, aged, fold, fold_all, is_provisional, listed_until, strict_orders
from tests.service.helpers.games.rated import POOL, RATED

DAY_1, DAY_2, LATER = (f"2026-{month}T12:00:00.000000Z" for month in ("01-01", "01-02", "04-02"))
ANN, BEA, CID = (f"pl_{name * 20}" for name in "abc")


MET = ("pl_x", "pl_y", "pl_z")
SURE = Skill(25.0, 2.0, 50, DAY_1, MET)


def game(*seats, game_id="g1", at=DAY_1):
    return RatedGame(game_id, at, tuple(Seated(who, rank) for who, rank in seats))


def seat(who):
    """Return a seat as in records."""
    if not who.startswith("pl_"):
        return {"kind": "ai", "level": who} if who else {"kind": "human"}
    return {"kind": "human", "player": who}


def record(game_id, at, *ranks, **more):
    """Return the fields of a record that ratings use; `ranks` lists the player and the rank of each seat."""
    return {
        "ruleset": "tiny",
        "game_id": game_id,
        "options": {},
        "rated": True,
        "seats": [seat(who) for who, _ in ranks],
        "events": [{"at": at, "seat": number, "action": {}} for number in range(len(ranks))],
        "result": {"seats": [{"rank": rank} for _, rank in ranks]},
        **more,
    }


def counting(*who):
    found = rated_game(
        "g1", DAY_1, [seat(each) for each in who], [*range(1, len(who) + 1)], [""] * len(who), range(len(who))
    )
    return None if found is None else [(each.who, each.rank) for each in found.seats]


def test_191_points_are_an_expected_three_of_four_between_two_who_are_known_for_certain():
    won, lost = (MODEL.rating(mu=mu_of(rating), sigma=1e-6) for rating in (1191, 1000))
    c = (2 * MODEL.beta**2) ** 0.5
    assert 1 / (1 + 2.718281828 ** ((lost.mu - won.mu) / c)) == pytest.approx(0.75, abs=0.0005)


def test_points_and_the_unit_of_the_model_convert_to_each_other():
    assert [rating_of(mu_of(rating)) for rating in (-843, 1000, 2168)] == [-843, 1000, 2168]
    assert uncertainty_of(sigma_of(98)) == 98
    assert (rating_of(BEGINNER.mu), uncertainty_of(BEGINNER.sigma)) == (1000, 482)


def test_omitted_and_explicit_options_are_one_pool_and_others_another():
    options = RATED.options_type
    assert pool_of(RATED, options(hand=3), 2) == POOL
    assert {pool_of(RATED, options(hand=5), 2).pool, pool_of(RATED, options(), 3).pool} & {POOL.pool} == set()
    assert (POOL.pool[:7], bytes(POOL.options)) == ("tiny-2-", b'{"hand":3}')


def test_the_starting_seat_does_not_make_a_pool_of_its_own():
    assert [pool_of(RATED, RATED.options_type(first_seat=seat), 2) for seat in (0, 1)] == [POOL] * 2


def test_levels_are_anchors_where_they_were_measured():
    fixed = {"ai_greedy": (1000, 98), "ai_random": (600, 98)}
    assert {
        who: (rating_of(each.mu), uncertainty_of(each.sigma)) for who, each in anchors(RATED, POOL).items()
    } == fixed
    elsewhere = (pool_of(RATED, RATED.options_type(), 3), pool_of(RATED, RATED.options_type(hand=5), 2))
    assert [anchors(RATED, pool) for pool in elsewhere] == [{}, {}]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.name)
def test_each_published_level_has_its_measured_rating(ruleset):
    for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
        fixed = anchors(ruleset, pool_of(ruleset, ruleset.options_type(), seats))
        reported = {who: rating_of(skill.mu) for who, skill in fixed.items()}
        assert reported == {f"ai_{each.level}": each.rating for each in ruleset.ratings if each.seats == seats}


def test_seats_of_unknown_players_are_left_out():
    assert counting(ANN, "", BEA) == [(ANN, 1), (BEA, 3)]
    assert counting(ANN, "greedy") == [(ANN, 1), ("ai_greedy", 2)]


@pytest.mark.parametrize("who", [(ANN,), (ANN, ""), (ANN, BEA, ANN), ("greedy", "greedy")])
def test_a_game_of_less_than_two_or_of_one_at_two_seats_does_not_count(who):
    assert counting(*who) is None


def test_a_game_between_anchors_only_changes_no_rating():
    assert fold(game(("ai_greedy", 1), ("ai_random", 2)), {}, anchors(RATED, POOL)) == {}


def test_the_winner_gains_what_the_loser_loses_and_both_become_more_certain():
    after = fold(game((ANN, 1), (BEA, 2)), {}, {})
    assert {who: (rating_of(each.mu), uncertainty_of(each.sigma), each.games) for who, each in after.items()} == {
        ANN: (1078, 466, 1),
        BEA: (922, 466, 1),
    }


def test_a_tie_with_an_equal_player_changes_no_rating():
    after = fold(game((ANN, 1), (BEA, 1)), {}, {})
    assert [rating_of(after[who].mu) for who in (ANN, BEA)] == [1000, 1000]


def test_places_count_among_several():
    after = fold(game((CID, 3), (ANN, 1), (BEA, 2)), {}, {})
    assert rating_of(after[ANN].mu) > rating_of(after[BEA].mu) > rating_of(after[CID].mu)


@cache
def shared_places(seats):
    """List all ways in which this number of seats can share places, as ranks in seat order."""
    orders = (tuple(sorted(places)) for places in product(range(1, seats + 1), repeat=seats))
    shared = {tuple(1 + sum(other < each for other in places) for each in places) for places in orders}
    return sorted({ranks for each in shared for ranks in permutations(each)})


SHARED = [ranks for seats in range(2, 6) for ranks in shared_places(seats)]
"""All ways for 2 to 5 seats: 3, 13, 75 and 541 of them."""


@pytest.mark.parametrize("skill", [BEGINNER, SURE])
def test_a_better_place_never_earns_less_and_equal_places_earn_the_same(skill):
    assert Counter(map(len, SHARED)) == {2: 3, 3: 13, 4: 75, 5: 541}
    for ranks in SHARED:
        players = [f"pl_{seat}" for seat in range(len(ranks))]
        after = fold(game(*zip(players, ranks, strict=True)), dict.fromkeys(players, skill), {})
        earned = [(rank, after[who].mu) for who, rank in zip(players, ranks, strict=True)]
        for (rank, mu), (other_rank, other_mu) in product(earned, repeat=2):
            assert mu == other_mu if rank == other_rank else (mu > other_mu) == (rank < other_rank)
        assert len({after[who].sigma for who, rank in zip(players, ranks, strict=True) if rank == 1}) == 1
        assert sum(mu for _, mu in earned) == pytest.approx(len(ranks) * skill.mu, abs=1e-5)


def test_three_winners_earn_more_than_the_fourth_who_gave_up():
    players = [f"pl_{seat}" for seat in range(5)]
    after = fold(game(*zip(players, (1, 1, 1, 4, 5), strict=True)), {}, {})
    assert [rating_of(after[who].mu) for who in players] == [1051, 1051, 1051, 972, 874]


def test_a_shared_place_has_the_mean_of_its_strict_orders():
    weak, strong = Skill(22.0, 3.0, 9, DAY_1), Skill(28.0, 2.5, 9, DAY_1)
    before = {ANN: weak, BEA: strong}
    drawn, won, lost = (fold(game((ANN, a), (BEA, b)), before, {}) for a, b in ((1, 1), (1, 2), (2, 1)))
    for who in before:
        assert drawn[who].mu == pytest.approx((won[who].mu + lost[who].mu) / 2, abs=1e-6)
        assert drawn[who].sigma == pytest.approx((won[who].sigma + lost[who].sigma) / 2, abs=1e-6)


def test_seats_in_any_order_earn_the_same():
    places = {ANN: 1, BEA: 1, CID: 3}
    before = {ANN: SURE, BEA: BEGINNER, CID: Skill(29.0, 4.0, 9, DAY_1)}
    folded = {
        tuple(sorted(fold(game(*((who, places[who]) for who in order)), before, {}).items()))
        for order in permutations(places)
    }
    assert len(folded) == 1


def tables(rng, number):
    """Return random games of 2 to 5 seats with the players' earlier ratings; the last is sometimes a fixed anchor."""
    for _ in range(number):
        seats = rng.randint(2, 5)
        who = [f"pl_{seat}" for seat in range(seats)]
        before = {each: Skill(rng.uniform(5, 60), rng.uniform(1, 25 / 3), 9, DAY_1) for each in who}
        ranks = rng.choice(shared_places(seats))
        fixed = {who[-1]: before[who[-1]]} if rng.random() < 0.3 else {}
        yield who, before, fixed, game(*zip(who, ranks, strict=True))


def established(before, fixed):
    return {who for who, skill in before.items() if who in fixed or not is_provisional(skill)}


def uncapped(played, before, fixed):
    """Return the means that the model alone computes."""
    skills = [before[each.who] for each in played.seats]
    rated = _rated(skills, [each.rank for each in played.seats])
    return {each.who: skill.mu for each, skill in zip(played.seats, rated, strict=True) if each.who not in fixed}


def without(played, left_out):
    return game(*((each.who, each.rank) for each in played.seats if each.who not in left_out))


def test_provisional_opponents_raise_no_player_above_1200_and_take_no_points_from_others():
    capped = 0
    for who, before, fixed, played in tables(Random(30), 1500):
        sure, free = established(before, fixed), uncapped(played, before, fixed)
        for each, skill in fold(played, before, fixed).items():
            others = {*who} - sure - {each}
            alone = without(played, others)
            least = uncapped(alone, before, fixed)[each] if len(alone.seats) > 1 else before[each].mu
            highest = max(before[each].mu, mu_of(1200), least) if others else free[each]
            assert skill.mu == pytest.approx(min(free[each], highest), abs=2e-6)
            assert skill.mu >= min(free[each], before[each].mu) - 2e-6
            capped += skill.mu < free[each] - 1e-5
    assert capped > 100


def test_among_established_opponents_only_the_model_decides():
    for _, drawn, _, played in tables(Random(31), 300):
        before = {who: Skill(skill.mu, 2.0, 9, DAY_1) for who, skill in drawn.items()}
        after = fold(played, before, {})
        assert {who: skill.mu for who, skill in after.items()} == pytest.approx(uncapped(played, before, {}), abs=2e-6)


def test_many_new_players_who_act_once_and_resign_raise_a_farmer_to_1200_and_list_no_player():
    played = [game(("farmer", 1), (f"pl_{number}", 2), game_id=f"{number:03}") for number in range(210)]
    skills = {}
    for _, after in fold_all(played, {}, {}):
        skills |= after
    assert (rating_of(skills["farmer"].mu), skills["farmer"].met) == (1200, ())
    assert leaderboard(skills, DAY_1) == []


def test_the_first_three_established_players_are_noted_once_each_and_no_ai_level():
    fixed = anchors(RATED, POOL)
    before = {ANN: SURE, BEA: BEGINNER, "pl_d": SURE}
    first = fold(game((ANN, 1), (BEA, 2), ("ai_greedy", 3)), before, fixed)
    assert {who: each.met for who, each in first.items()} == {ANN: MET, BEA: (ANN,)}
    second = fold(game((BEA, 1), (CID, 2), ("ai_greedy", 3), ("pl_d", 4), (ANN, 5)), before | first, fixed)
    assert (second[BEA].met, second[CID].met) == ((ANN, "pl_d"), (ANN, "pl_d"))


@pytest.mark.parametrize(
    ("results", "absent", "ranks"),
    [
        ([(1, False), (2, False)], (), [1, 2]),
        ([(1, False), (2, False)], (0,), [2, 1]),
        ([(1, False), (2, False)], (0, 1), [1, 1]),
        ([(1, False), (2, False), (3, False)], (0, 1), [2, 2, 1]),
        ([(1, False), (2, False), (4, True), (3, True)], (0,), [2, 1, 4, 2]),
        ([(1, False), (2, True)], (0,), [1, 1]),
    ],
)
def test_absent_seats_share_the_rank_behind_those_that_were_present(results, absent, ranks):
    assert rated_ranks(results, absent) == ranks


LATE, HELP = ("clock", "time"), ("level", "time")


@pytest.mark.parametrize(
    ("decisions", "absent"),
    [
        ([(), LATE, ()], set()),
        ([(), LATE], {0}),
        ([(), HELP], {0}),
        ([(), HELP, ()], {0}),
        ([(), ("level", "resigned")], set()),
        ([(), ("clock", "decided")], set()),
    ],
    ids=str,
)
def test_a_seat_is_absent_if_a_level_decided_once_or_the_service_decided_last(decisions, absent):
    assert decided_by(Decision(0, *each) for each in decisions) == ({0}, absent)


def test_a_record_rates_a_seat_that_was_absent_at_the_end_behind_the_other():
    by = {"kind": "level", "reason": "time", "level": "hard"}
    events = [{"at": DAY_1, "seat": number, "action": {}} for number in (0, 1)]
    late = [*events, {"at": DAY_1, "seat": 0, "action": {}, "by": by}]
    found = [
        recompute([record("g1", DAY_1, (ANN, 1), (BEA, 2), events=each)], {"tiny": RATED})[POOL.pool]
        for each in (events, late)
    ]
    assert [skills[ANN].mu > skills[BEA].mu for skills in found] == [True, False]


def test_the_strict_orders_of_shared_places_are_all_listed():
    assert strict_orders([1, 3, 1]) == [[0, 2, 1], [2, 0, 1]]
    assert strict_orders([2, 1]) == [[1, 0]]
    assert len(strict_orders([1] * 5)) == 120


def test_an_anchor_stays_and_leads_a_player_to_its_own_rating():
    rng, fixed, now = Random(1), anchors(RATED, POOL), {}
    for _ in range(400):
        rank = 1 if rng.random() < 0.75 else 2
        after = fold(game((ANN, rank), ("ai_greedy", 3 - rank)), now, fixed)
        assert [*after] == [ANN]
        now = after
    assert rating_of(now[ANN].mu) == pytest.approx(1191, abs=60)


def test_a_level_that_is_no_anchor_is_rated_once_for_all_its_seats():
    after = fold(game((ANN, 1), ("ai_hard", 2), ("ai_hard", 3)), {}, {})
    assert [(who, each.games) for who, each in after.items()] == [(ANN, 1), ("ai_hard", 1)]
    assert rating_of(after["ai_hard"].mu) < 1000


def test_uncertainty_grows_with_each_whole_day_up_to_that_of_a_beginner():
    assert aged(SURE, DAY_1) == aged(SURE, "2026-01-02T11:59:59.999999Z") == SURE
    assert SURE.sigma < aged(SURE, DAY_2).sigma < aged(SURE, LATER).sigma
    assert aged(SURE, "2036-01-01T00:00:00.000000Z") == Skill(25.0, round(BEGINNER.sigma, 6), 50, DAY_1, MET)


def test_active_players_with_certain_ratings_are_listed_the_best_first():
    unsure, gone = Skill(30.0, 7.0, 2, DAY_1, MET), Skill(40.0, 2.0, 50, "2025-06-01T00:00:00.000000Z", MET)
    skills = {BEA: SURE, ANN: SURE, CID: unsure, "ai_hard": Skill(26.0, 2.0, 50, DAY_1, MET), "pl_d": gone}
    skills["pl_e"] = Skill(40.0, 2.0, 50, DAY_1, MET[:2])
    assert leaderboard(skills, DAY_1) == [
        RankedPlayer(1, "ai_hard", 1029, 116, 50),
        RankedPlayer(2, ANN, 1000, 116, 50),
        RankedPlayer(2, BEA, 1000, 116, 50),
    ]
    assert leaderboard(skills, LATER) == []
    assert listed_until(unsure) == 0


def test_records_are_rated_in_the_order_of_their_ends_and_once():
    records = [
        record("g2", DAY_1, (ANN, 2), (BEA, 1)),
        record("g3", DAY_2, (ANN, 1), ("greedy", 2)),
        record("g1", DAY_1, (ANN, 1), (BEA, 2)),
    ]
    first = fold(game((ANN, 1), (BEA, 2)), {}, {})
    second = fold(game((ANN, 2), (BEA, 1)), first, {})
    third = fold(game((ANN, 1), ("ai_greedy", 2), at=DAY_2), second, anchors(RATED, POOL))
    assert recompute([*records, records[0]], {"tiny": RATED}) == {POOL.pool: second | third}


@pytest.mark.parametrize(
    "more", [{"rated": False}, {"sandbox": True}, {"undo": "own"}, {"visibility": "unlisted"}, {"ruleset": "gone"}]
)
def test_records_that_do_not_count_are_passed_over(more):
    assert recompute([record("g1", DAY_1, (ANN, 1), (BEA, 2), **more)], {"tiny": RATED}) == {}


MOVE, RESIGNED = {"at": DAY_1, "action": {}}, {"at": DAY_1, "change": {"kind": "resigned"}}


@pytest.mark.parametrize(
    "second",
    [[], [RESIGNED], [MOVE | {"by": {"kind": "clock"}}], [RESIGNED, MOVE | {"by": {"kind": "level"}}]],
    ids=["no event", "resigned", "default action", "level"],
)
def test_a_game_in_which_a_human_seat_has_not_acted_changes_no_rating(second):
    events = [MOVE | {"seat": 0}, *(each | {"seat": 1} for each in second)]
    for other in (BEA, ""):
        assert recompute([record("g1", DAY_1, (ANN, 1), (other, 2), (CID, 3), events=events)], {"tiny": RATED}) == {}
    acted = [*events, MOVE | {"seat": 1}, MOVE | {"seat": 2}]
    (skills,) = recompute([record("g1", DAY_1, (ANN, 1), (BEA, 2), (CID, 3), events=acted)], {"tiny": RATED}).values()
    assert {*skills} == {ANN, BEA, CID}


def test_an_ai_level_need_not_act():
    events = [MOVE | {"seat": 0}]
    (skills,) = recompute([record("g1", DAY_1, (ANN, 1), ("greedy", 2), events=events)], {"tiny": RATED}).values()
    assert {*skills} == {ANN}


def test_a_chart_is_an_svg_with_a_band_a_line_and_its_last_rating():
    points = [Point("2026-01-01", 1078, 466), Point("2026-01-02", 1010, 440)]
    drawn = ET.fromstring(draw(points, "Ann & <Bea>"))
    texts = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] == "Ann & <Bea>"
    assert texts[-3:] == ["1010 ± 440", "2026-01-01", "2026-01-02"]
    classes = [each.get("class") for each in drawn.iter("{http://www.w3.org/2000/svg}path")]
    assert [each for each in classes if each != "line"] == ["band", "way"]


@pytest.mark.parametrize("points", [[], [Point("2026-01-01", 1000, 0)]])
def test_a_nearly_empty_chart_is_valid_too(points):
    assert ET.fromstring(draw(points, "Ann")).tag == "{http://www.w3.org/2000/svg}svg"
