"""A tiny ruleset for the tests only: kernel and service play it without knowing anything of it.

Stakes: each seat holds a secret hand of numbers. In each round one seat sets the stake, then all seats seal a card at
the same time. The highest card wins the stake; a tie for the highest card wins nothing. Then each seat draws a card.
There are three rounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.chance import pick, shuffle
from domain.dice import random_for
from domain.heuristics import Heuristics
from domain.levels import LEVELS
from domain.names import Names, Text
from domain.paragraphs import read_paragraphs
from domain.ruleset import Outcome, Rejection, RejectionCode, Ruleset, ScoreRow, SeatOutcome
from domain.scenarios import read_catalogue

ROUNDS = 3
Card = Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": 36})]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The number of cards in each hand, and the seat that sets the first stake."""

    hand: Annotated[Any, Meta(extra_json_schema={"type": "integer", "minimum": 2, "maximum": 5})] = 3
    first_seat: Annotated[Any, Meta(extra_json_schema={"type": "integer", "minimum": 0, "maximum": 3})] = 0


class SetStake(msgspec.Struct, frozen=True, tag_field="type", tag="set_stake", forbid_unknown_fields=True):
    """Set the stake of the round."""

    stake: Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": 2})]


class SealCard(msgspec.Struct, frozen=True, tag_field="type", tag="seal_card", forbid_unknown_fields=True):
    """Choose a card from the hand, face down."""

    card: Card


class ConcealedCard(msgspec.Struct, frozen=True, tag_field="type", tag="concealed_card"):
    """A sealed card as other seats see it."""


class Drew(msgspec.Struct, frozen=True, tag_field="type", tag="drew"):
    """A seat drew a card; only that seat sees it."""

    seat: int
    card: Card


class RoundEnded(msgspec.Struct, frozen=True, tag_field="type", tag="round_ended", omit_defaults=True):
    """The sealed cards are shown, by seat."""

    cards: tuple[Card, ...]
    winner: int | UnsetType = UNSET


@dataclass
class State:
    """The true state; `deck` is a multiset, `sealed` is 0 for a seat that has not chosen."""

    round: int
    stake: int
    hands: list[list[int]]
    sealed: list[int]
    points: list[int]
    deck: list[int]
    first: int


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat, or a spectator, may see."""

    round: int
    stake: int
    points: tuple[int, ...]
    has_sealed: tuple[bool, ...]
    hand: tuple[Card, ...] | UnsetType = UNSET
    own_card: Card | UnsetType = UNSET


class Constants(msgspec.Struct, frozen=True):
    """The constants of the ruleset."""

    rounds: int
    title: str


def reject_setup(options: Options, seats: int) -> Rejection | None:
    if not 2 <= seats <= 4:
        return Rejection("bad_player_count", "1.1", {"seats": seats})
    if type(options.hand) is not int or not 2 <= options.hand <= 5:
        return Rejection("bad_hand", "1.2", {"hand": options.hand}, malformed=True)
    if type(options.first_seat) is not int or not 0 <= options.first_seat < seats:
        return Rejection("bad_first_seat", "2.2", {"seats": seats}, malformed=True)
    return None


def setup(options: Options, seats: int, rng: Random, emit: Any = None) -> State:
    cards = list(range(1, 37))
    shuffle(random_for(rng, "deck"), cards)
    hands = [sorted(cards.pop() for _ in range(options.hand)) for _ in range(seats)]
    for seat, hand in enumerate(hands if emit else ()):
        for card in hand:
            emit(Drew(seat, card), (seat,))
    return State(1, 0, hands, [0] * seats, [0] * seats, sorted(cards), options.first_seat)


def leader(state: State) -> int:
    return (state.first + state.round - 1) % len(state.hands)


def to_act(state: State) -> tuple[int, ...]:
    if state.round > ROUNDS:
        return ()
    return tuple(seat for seat, card in enumerate(state.sealed) if not card) if state.stake else (leader(state),)


def legal_actions(state: State, seat: int) -> list[Any]:
    if seat not in to_act(state):
        return []
    return [SealCard(card) for card in state.hands[seat]] if state.stake else [SetStake(1), SetStake(2)]


def reject(state: State, seat: int, action: Any) -> Rejection | None:
    if isinstance(action, SetStake) and action.stake not in (1, 2):
        return Rejection("bad_stake", "2.1", {"stake": action.stake}, malformed=True)
    if action in legal_actions(state, seat):
        return None
    if not to_act(state):
        return Rejection("game_over", "3.1")
    if seat not in to_act(state):
        return Rejection("already_sealed" if state.stake else "not_your_turn", "2.2")
    if isinstance(action, SealCard) and state.stake:
        return Rejection("not_in_hand", "2.3", {"card": action.card})
    return Rejection("wrong_decision", "2.1")


def apply(state: State, seat: int, action: Any, rng: Random, emit: Any = None) -> None:
    if isinstance(action, SetStake):
        state.stake = action.stake
        return
    state.hands[seat].remove(action.card)
    state.sealed[seat] = action.card
    if all(state.sealed):
        end_round(state, rng, emit or (lambda fact, audience: None))


def end_round(state: State, rng: Random, emit: Any) -> None:
    best = [seat for seat, card in enumerate(state.sealed) if card == max(state.sealed)]
    for seat in best if len(best) == 1 else ():
        state.points[seat] += state.stake
    emit(RoundEnded(tuple(state.sealed), best[0] if len(best) == 1 else UNSET), None)
    for seat, hand in enumerate(state.hands):
        card = pick(random_for(rng, "card", state.round, seat), state.deck)
        state.deck.remove(card)
        hand.append(card)
        hand.sort()
        emit(Drew(seat, card), (seat,))
    state.round, state.stake, state.sealed = state.round + 1, 0, [0] * len(state.hands)


def outcome(state: State) -> Outcome | None:
    if to_act(state):
        return None
    ranks = [1 + sum(other > points for other in state.points) for points in state.points]
    return Outcome(
        tuple(
            SeatOutcome(seat, rank, points, (ScoreRow("stakes", "3.2", points),))
            for seat, (rank, points) in enumerate(zip(ranks, state.points, strict=True))
        )
    )


def view(state: State, seat: int | None) -> View:
    return View(
        round=state.round,
        stake=state.stake,
        points=tuple(state.points),
        has_sealed=tuple(map(bool, state.sealed)),
        hand=UNSET if seat is None else tuple(state.hands[seat]),
        own_card=UNSET if seat is None or not state.sealed[seat] else state.sealed[seat],
    )


def observe(action: Any, actor: int, viewer: int | None) -> Any:
    return ConcealedCard() if isinstance(action, SealCard) and viewer != actor else action


def clone(state: State) -> State:
    hands = [list(hand) for hand in state.hands]
    lists = (list(state.sealed), list(state.points), list(state.deck))
    return State(state.round, state.stake, hands, *lists, state.first)


def determinize(state: State, seat: int, rng: Random) -> State:
    drawn = clone(state)
    others = [other for other in range(len(state.hands)) if other != seat]
    unknown = state.deck + [card for other in others for card in (*state.hands[other], state.sealed[other]) if card]
    unknown.sort()
    shuffle(rng, unknown)
    for other in others:
        drawn.hands[other] = sorted(unknown.pop() for _ in state.hands[other])
        drawn.sealed[other] = unknown.pop() if state.sealed[other] else 0
    drawn.deck = sorted(unknown)
    return drawn


def play_high(state: State, seat: int, rng: Random) -> Any:
    return legal_actions(state, seat)[-1]


def scores(state: State, seat: int, legal: Sequence[Any]) -> list[float]:
    """Return the scores: the card or the stake."""
    return [float(action.card if isinstance(action, SealCard) else action.stake) for action in legal]


def values(state: State) -> list[float]:
    """Value a seat by its points, and a little by the cards of its hand."""
    return [points + sum(hand) / 100 for points, hand in zip(state.points, state.hands, strict=True)]


HEURISTICS = Heuristics(
    rollout_policy=play_high,
    score_actions=scores,
    temperature=10.0,
    evaluate=values,
    win_temperature=1.0,
    rounds_begun=lambda state: state.round,
)


REJECTIONS = tuple(
    RejectionCode(code, paragraph, code.replace("_", " "), dict.fromkeys(parameters))
    for code, paragraph, *parameters in (
        ("malformed_action", "2", "fault"),
        ("bad_player_count", "1.1", "seats"),
        ("bad_hand", "1.2", "hand"),
        ("bad_first_seat", "2.2", "seats"),
        ("bad_stake", "2.1", "stake"),
        ("wrong_decision", "2.1"),
        ("already_sealed", "2.2"),
        ("not_your_turn", "2.2"),
        ("not_in_hand", "2.3", "card"),
        ("game_over", "3.1"),
    )
)


def called(name: str) -> Text:
    return Text.of(en=name.capitalize(), cs=f"{name} cs", it=f"{name} it", ru=f"{name} ru")


THINGS = {
    "option": ("hand", "first_seat"),
    "action": ("set_stake", "seal_card", "concealed_card"),
    "fact": ("drew", "round_ended"),
    "score_item": ("stakes",),
    "level": tuple(LEVELS),
}
NAMES = Names(
    title=called("stakes"),
    rejections={rejection.code: called(rejection.text) for rejection in REJECTIONS},
    things={kind: {each: called(each.replace("_", " ")) for each in ids} for kind, ids in THINGS.items()},
)

TINY: Ruleset[Options, State, Any, View] = Ruleset(
    name="tiny",
    version=1,
    min_seats=2,
    max_seats=4,
    options_type=Options,
    first_seat_option="first_seat",
    state_type=State,
    action_type=SetStake | SealCard,
    observed_type=SetStake | SealCard | ConcealedCard,
    fact_type=Drew | RoundEnded,
    chance_facts=(Drew,),
    view_type=View,
    constants=Constants(ROUNDS, "Stakes"),
    names=NAMES,
    rejections=REJECTIONS,
    package=__name__,
    catalogue=read_catalogue("tiny", __name__),
    paragraphs=read_paragraphs(__name__),
    reject_setup=reject_setup,
    setup=setup,
    to_act=to_act,
    legal_actions=legal_actions,
    reject=reject,
    apply=apply,
    outcome=outcome,
    view=view,
    observe=observe,
    clone=clone,
    determinize=determinize,
    default_action=lambda state, seat: legal_actions(state, seat)[0],
    reveals_nothing=lambda before, seat, action, after: after.round == before.round,
    heuristics=HEURISTICS,
)
