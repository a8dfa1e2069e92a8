"""Test what `domain.ruleset` requires of every ruleset in the registry."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from domain import replay
from domain.actions import IllegalAction, check
from domain.dice import Seed
from domain.ruleset import AnyRuleset, teams_of
from workers.promises import score_sheets
from workers.promises.games import (
    GAME_SIZES,
    NAMES,
    PLAYED,
    QUICK,
    Game,
    act,
    differing,
    every_options,
    packed,
    play,
    seed_of,
)
from workers.promises.probes import probes

GAMES = range(3)
"""Numbers of the games for each ruleset and number of seats."""


def games(name: str, seats: int) -> list[Game]:
    """Play some games of a ruleset."""
    return [play(name, seats, 10 * seats + number) for number in GAMES]


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_a_copy_is_equal_and_shares_no_mutable_data(name: str, seats: int) -> None:
    """Let `clone` copy each list, dict, set and mutable struct of the state."""
    for game in games(name, seats):
        for step in game.steps:
            twin = game.ruleset.clone(step.before)
            before = packed(step.before)
            assert packed(twin) == before
            assert not _mutable(twin) & _mutable(step.before), _shared(twin, step.before)
            act(game.ruleset, twin, step.seat, step.action, Random(0))
            assert packed(step.before) == before, "an action in a copy changes the original"


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_looking_at_a_state_does_not_change_it(name: str, seats: int) -> None:
    """Let only `apply` change a state. Legal actions, views, samples, rejections and AI moves leave it as it is. Let
    `default_action` and the heuristics return a legal action.
    """
    rng = Random(seats)
    for game in games(name, seats):
        for state in game.states[:: 1 + len(game.steps) // 40]:
            before = packed(state)
            for seat in range(seats):
                legal = list(game.ruleset.legal_actions(state, seat))
                game.ruleset.view(state, seat)
                game.ruleset.determinize(state, seat, rng)
                for action in probes(game.ruleset, legal, 5, rng):
                    game.ruleset.reject(state, seat, action)
                if legal:
                    default = game.ruleset.default_action(state, seat)
                    assert default in legal, f"`default_action` returns the illegal action {default}"
                    for level, choose in QUICK.items():
                        chosen = choose(game.ruleset, state, seat, rng)
                        assert chosen in legal, f"the AI level {level} chooses the illegal action {chosen}"
            game.ruleset.outcome(state)
            assert packed(state) == before, "reading has changed the state"


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_games_end_with_an_outcome_and_not_before(name: str, seats: int) -> None:
    """Let `to_act` list seats of the game in ascending order, and `outcome` return None exactly as long as it lists
    any.
    """
    for game in games(name, seats):
        for state in game.states:
            waiting = list(game.ruleset.to_act(state))
            assert waiting == sorted(set(waiting))
            assert set(waiting) <= set(range(seats))
            assert (game.ruleset.outcome(state) is None) == bool(waiting)


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_exactly_the_seats_to_act_have_legal_actions(name: str, seats: int) -> None:
    """Let `legal_actions` be empty exactly for seats outside `to_act`, without duplicates, in a fixed order."""
    for game in games(name, seats):
        for state in game.states:
            waiting = game.ruleset.to_act(state)
            for seat in range(seats):
                legal = list(game.ruleset.legal_actions(state, seat))
                assert bool(legal) == (seat in waiting)
                assert len(set(map(packed, legal))) == len(legal)
                assert legal == list(game.ruleset.legal_actions(game.ruleset.clone(state), seat))


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_an_action_is_rejected_exactly_if_it_is_not_among_the_legal_ones(name: str, seats: int) -> None:
    """Let `reject` return None exactly for the actions in `legal_actions`, otherwise a code of `rejections`."""
    rng, verdicts = Random(seats), Counter[bool]()
    codes = {rejection.code for rejection in PLAYED[name].rejections}
    for game in games(name, seats):
        for state in game.states[:: 1 + len(game.steps) // 60]:
            near = [action for seat in range(seats) for action in game.ruleset.legal_actions(state, seat)]
            for seat in range(seats):
                legal = list(game.ruleset.legal_actions(state, seat))
                for action in [*legal, *probes(game.ruleset, near, 30, rng)]:
                    reason = game.ruleset.reject(state, seat, action)
                    assert (reason is None) == (action in legal)
                    assert reason is None or (reason.code in codes and reason.paragraph), "not in `rejections`"
                    verdicts[reason is None] += 1
    assert verdicts[True] > 10, "too few legal actions in three games"
    assert verdicts[False] > 10, "too few rejected actions in three games"


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_a_seat_that_is_not_at_the_table_has_no_legal_action(name: str, seats: int) -> None:
    """Let `legal_actions` and `reject` ask `to_act` before they use the seat as an index."""
    game = play(name, seats, 0)
    for state, action in ((game.states[0], game.steps[0].action), (game.end, game.steps[0].action)):
        assert not game.ruleset.legal_actions(state, seats)
        assert game.ruleset.reject(state, seats, action) is not None


@pytest.mark.parametrize("name", NAMES)
def test_an_illegal_action_raises_its_reason(name: str) -> None:
    """Let `reject` return the same reason each time. List its code in `rejections`."""
    game = play(name, PLAYED[name].min_seats, 0)
    first = game.steps[0]
    check(game.ruleset, first.before, first.seat, first.action)
    with pytest.raises(IllegalAction) as caught:
        check(game.ruleset, game.end, first.seat, first.action)
    assert caught.value.reason == game.ruleset.reject(game.end, first.seat, first.action)
    texts = {rejection.code: rejection.text for rejection in game.ruleset.rejections}
    assert str(caught.value) == texts[caught.value.reason.code]


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_a_sampled_state_shares_no_mutable_data_and_can_be_played_out(name: str, seats: int) -> None:
    """Start `determinize` from `clone`, and leave a state from which the game can end."""
    rng = Random(seats)
    for game in games(name, seats):
        for state in game.states[:: 1 + len(game.steps) // 6]:
            for seat in range(seats):
                sampled = game.ruleset.determinize(state, seat, rng)
                assert not _mutable(sampled) & _mutable(state), _shared(sampled, state)
                _play_out(game.ruleset, sampled, rng)
                assert game.ruleset.outcome(sampled) is not None


def _play_out(ruleset: AnyRuleset, state: Any, rng: Random) -> None:
    """Play a state to its end at random."""
    while waiting := ruleset.to_act(state):
        seat = rng.choice(list(waiting))
        act(ruleset, state, seat, rng.choice(list(ruleset.legal_actions(state, seat))), rng)


def _shared(one: Any, other: Any) -> str:
    """Return which fields of two states share mutable data."""
    names = [name for name, value in vars(one).items() if _mutable(value) & _mutable(getattr(other, name))]
    return f"shared: {', '.join(names)}"


def _mutable(value: Any) -> set[int]:
    """Return the identities of all mutable objects in a value, which must stay alive."""
    if value is None or isinstance(value, int | str | float | bytes):
        return set()
    if isinstance(value, list | dict | set):
        within = [*value.keys(), *value.values()] if isinstance(value, dict) else value
        return {id(value)}.union(*map(_mutable, within))
    if isinstance(value, tuple):
        return set().union(*map(_mutable, value))
    if isinstance(value, msgspec.Struct):
        own = () if value.__struct_config__.frozen else (id(value),)
        return set(own).union(*(_mutable(getattr(value, name)) for name in value.__struct_fields__))
    if hasattr(value, "__dict__"):
        return {id(value)}.union(*map(_mutable, vars(value).values()))
    return set()


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_replaying_the_log_produces_the_same_snapshot_byte_for_byte(name: str, seats: int) -> None:
    """Keep everything that the rules need in the state, and take all random draws from `rng` by `random_for`."""
    for game in games(name, seats):
        position = replay.start(game.ruleset, game.options, seats, game.seed)
        assert position.version == 0
        for step in game.steps:
            assert packed(position.state) == packed(step.before), differing(position.state, step.before)
            emitted = replay.step(game.ruleset, position, step.seat, step.action, game.seed)
            assert emitted == step.emitted
            snapshot = replay.encode(position)
            position = replay.decode(game.ruleset, snapshot)
            assert replay.encode(position) == snapshot
        assert position.version == len(game.log)
        again = replay.replay(game.ruleset, game.options, seats, game.seed, game.log)
        assert replay.encode(again) == replay.encode(position)


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_a_decision_keeps_its_id_until_its_seat_has_acted(name: str, seats: int) -> None:
    """Let an action of one seat leave the pending decisions of other seats pending."""
    for game in games(name, seats):
        position = replay.start(game.ruleset, game.options, seats, game.seed)
        for step in game.steps:
            waiting = set(game.ruleset.to_act(position.state))
            before = list(position.decisions)
            replay.step(game.ruleset, position, step.seat, step.action, game.seed)
            for seat in range(seats):
                is_new = seat in game.ruleset.to_act(position.state) and (seat == step.seat or seat not in waiting)
                assert position.decisions[seat] == (position.version if is_new else before[seat])


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_reporting_the_facts_changes_nothing(name: str, seats: int) -> None:
    """Let `apply` change the state equally with and without `emit`."""
    for game in games(name, seats):
        for number, step in enumerate(game.steps):
            silent = game.ruleset.clone(step.before)
            act(game.ruleset, silent, step.seat, step.action, game.seed.dice)
            assert packed(silent) == packed(game.states[number + 1]), differing(silent, game.states[number + 1])


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_wire_types_survive_the_wire(name: str, seats: int) -> None:
    """Use msgspec structs of plain values, and tuples for lists, in options, actions, facts and views."""
    ruleset = PLAYED[name]
    for game in games(name, seats):
        assert _through_json(game.options, ruleset.options_type) == game.options
        for state in game.states:
            for viewer in (None, *range(seats)):
                shown = ruleset.view(state, viewer)
                assert _through_json(shown, ruleset.view_type) == shown
        for step in game.steps:
            for action in ruleset.legal_actions(step.before, step.seat):
                assert _through_json(action, ruleset.action_type) == action
            for fact, _ in step.emitted:
                assert _through_json(fact, ruleset.fact_type) == fact
            for viewer in (None, *range(seats)):
                observed = ruleset.observe(step.action, step.seat, viewer)
                assert _through_json(observed, ruleset.observed_type) == observed


def _through_json(value: Any, kind: Any) -> Any:
    """Encode a value as JSON and decode it again."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_the_actor_reads_their_action_in_full(name: str, seats: int) -> None:
    """Let `observe` return the action unchanged if the viewer is the actor."""
    for game in games(name, seats):
        for step in game.steps:
            assert game.ruleset.observe(step.action, step.seat, step.seat) == step.action


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_facts_are_public_or_for_seats_of_the_game(name: str, seats: int) -> None:
    """Pass None or a tuple of seats of the game to `emit` as audience."""
    for game in games(name, seats):
        for step in game.steps:
            for _, audience in step.emitted:
                assert audience is None or set(audience) <= set(range(seats))


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_the_rows_of_a_score_sheet_sum_to_the_total_and_rank_the_seats(name: str, seats: int) -> None:
    """Rank by `total`, then by `tie_breaks`. Equal seats share the better rank. The `rows` sum to `total`.

    All seats of a team have the total of the team. Set `result` if the ranks do not say who has won: all have won or
    lost together, or no seat has won.
    """
    for game in games(name, seats):
        score_sheets.check(game.ruleset, game.ruleset.outcome(game.end), seats)


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_the_teams_at_the_table_are_those_of_the_outcome(name: str, seats: int) -> None:
    """Let `teams` return the `team` that `outcome` has for each seat, or nothing if the teams are secret."""
    for game in games(name, seats):
        outcome = game.ruleset.outcome(game.end)
        assert outcome is not None
        assert teams_of(game.ruleset, game.options, seats) in ((), tuple(each.team for each in outcome.seats))


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_produces_the_same_game_and_another_seed_another_if_there_is_chance(name: str) -> None:
    """List in `chance_facts` each fact with a random result; leave it empty exactly if nothing is drawn."""
    ruleset = PLAYED[name]
    seats = ruleset.max_seats

    def ended(seed: Seed) -> bytes:
        position = replay.start(ruleset, every_options(ruleset)[0], seats, seed)
        rng = Random(1)
        while waiting := ruleset.to_act(position.state):
            legal = list(ruleset.legal_actions(position.state, waiting[0]))
            replay.step(ruleset, position, waiting[0], legal[int(rng.random() * len(legal))], seed)
        return replay.encode(position)

    assert ended(seed_of(0)) == ended(seed_of(0))
    differ = len({ended(seed_of(number)) for number in range(8)}) > 1
    assert differ == bool(ruleset.chance_facts), f"other seeds lead to {'other games' if differ else 'the same game'}"


@pytest.mark.parametrize("name", NAMES)
def test_every_combination_of_options_can_be_set_up(name: str) -> None:
    """Let `reject_setup` accept all values of closed options, and let some seat act after `setup`."""
    ruleset = PLAYED[name]
    for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
        for options in every_options(ruleset):
            assert ruleset.reject_setup(options, seats) is None
            assert ruleset.to_act(ruleset.setup(options, seats, Random(0)))


@pytest.mark.parametrize("name", NAMES)
def test_too_few_or_too_many_seats_are_rejected(name: str) -> None:
    """Let `reject_setup` compare the number of seats with `min_seats` and `max_seats`."""
    ruleset = PLAYED[name]
    codes = {rejection.code for rejection in ruleset.rejections}
    for seats in (0, ruleset.min_seats - 1, ruleset.max_seats + 1):
        reason = ruleset.reject_setup(every_options(ruleset)[0], seats)
        assert reason is not None
        assert reason.code in codes


@pytest.mark.parametrize("name", NAMES)
def test_a_ruleset_describes_itself_without_repetition(name: str) -> None:
    """Write a code of its own, a text and a paragraph for each rejection, and number paragraphs once."""
    ruleset = PLAYED[name]
    codes = [rejection.code for rejection in ruleset.rejections]
    assert len(set(codes)) == len(codes)
    assert {ruleset.malformed_code, ruleset.unknown_type_code} <= set(codes)
    assert all(rejection.text and rejection.paragraph for rejection in ruleset.rejections)
    assert len({each.paragraph for each in ruleset.paragraphs}) == len(ruleset.paragraphs)
    assert ruleset.name == name
    assert msgspec.json.encode(ruleset.constants)
    for kind in (
        ruleset.options_type,
        ruleset.action_type,
        ruleset.observed_type,
        ruleset.fact_type,
        ruleset.view_type,
    ):
        assert msgspec.json.schema(kind)


@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_default_actions_bring_a_game_to_its_end(name: str, seats: int) -> None:
    """Choose a `default_action` that moves the game on."""
    ruleset, seed = PLAYED[name], seed_of(0)
    for options in every_options(ruleset):
        position = replay.start(ruleset, options, seats, seed)
        while waiting := ruleset.to_act(position.state):
            replay.step(ruleset, position, waiting[0], ruleset.default_action(position.state, waiting[0]), seed)
            assert position.version < 10_000
