"""Hidden information (section 14): views of seats, and random states of an information set.

`view` has a public part and `own` for the seat. `determinize` returns a random state with the same view and memory for
the seat; it reads only what the seat knows.
"""

from random import Random

from msgspec import UNSET

from domain.riddle.rules import effects, flow, plays
from domain.riddle.rules.cards import CARDS, DURATION, SORT, names, symbol_names
from domain.riddle.rules.piles import draw_from, everyone, hand_of, hand_of_kind
from domain.riddle.rules.state import (
    EMPTY,
    END_ACTIONS,
    NOWHERE,
    OVER,
    PLAY,
    START_ACTIONS,
    STEP_NAMES,
    State,
    clone,
    round_of,
)
from domain.riddle.wire.constants import ACTION, ADDITIONAL, CORNER, MAIN, MODES, OPPONENTS, SORTS, ZONES
from domain.riddle.wire.views import KnownHand, LastingCard, Own, Seat, View, ZoneCard


def view(state: State, seat: int | None) -> View:
    """Return the view of a seat, or of a spectator."""
    expansion = state.expansion
    return View(
        mode=MODES[expansion],
        turn=state.turn,
        round=round_of(state),
        keyless_rounds=state.keyless,
        first=state.first,
        active=state.active,
        seats=tuple(_seat(state, each) for each in range(state.seats)),
        main_deck=len(state.deck[MAIN]),
        main_discard=names(state.discard[MAIN]),
        main_played=state.played_main,
        redirecting=state.redirecting,
        decision_kind=UNSET if state.step == OVER else STEP_NAMES[state.step],
        additional_deck=len(state.deck[ADDITIONAL]) if expansion else UNSET,
        additional_discard=names(state.discard[ADDITIONAL]) if expansion else UNSET,
        additional_played=state.played_additional if expansion else UNSET,
        extra_plays=state.extra if expansion else UNSET,
        own=UNSET if seat is None else _own(state, seat),
    )


def _seat(state: State, seat: int) -> Seat:
    row = state.table[ZONES * seat : ZONES * (seat + 1)]
    return Seat(
        seat=seat,
        score=state.keys[seat].bit_count(),
        zones=tuple(ZoneCard(zone, CARDS[card]) for zone, card in enumerate(row) if card != EMPTY),
        keys=symbol_names(state.keys[seat]),
        free_key_used=state.free_used[seat],
        main_in_hand=len(hand_of_kind(state, seat, MAIN)),
        additional_in_hand=len(hand_of_kind(state, seat, ADDITIONAL)),
        in_play=tuple(_lasting(*entry) for entry in state.in_play if entry[1] == seat),
    )


def _lasting(card: int, user: int, target: int, zone: int) -> LastingCard:
    """Return a lasting card; its user is the seat that it lies in front of."""
    return LastingCard(
        CARDS[card],
        DURATION[card],
        UNSET if target == NOWHERE else target,
        UNSET if zone == NOWHERE else zone,
    )


def _own(state: State, seat: int) -> Own:
    """Return the private part of a seat's view, with what it remembers of other hands."""
    known = (
        KnownHand(other, names(cards))
        for other in range(state.seats)
        if other != seat and (cards := known_cards(state, seat, other))
    )
    return Own(seat, names(hand_of(state, seat)), tuple(known))


def known_cards(state: State, seat: int, holder: int) -> list[int]:
    """Return the cards that `seat` knows in the hand of another seat."""
    if not state.known:
        return []
    return [card for card in hand_of(state, holder) if state.known.get(card, 0) >> seat & 1]


def determinize(state: State, seat: int, rng: Random) -> State:
    """Return a random state of the seat's information set, with random cards in other hands and in the decks.

    The hand of the active seat is drawn first. The draw is repeated until the hand agrees with the pending step
    (14.1.10). The other hands are drawn from the rest, so every possible deal is equally likely. The result shares no
    mutable data with `state`.
    """
    sampled = clone(state)
    for other in OPPONENTS[state.seats][seat]:
        _forget(sampled, seat, other)
    for deck in sampled.deck:
        deck.sort()
    if state.known:
        _remember(sampled, seat)
    if state.active != seat:
        _deal_active(sampled, state, rng)
    for other in OPPONENTS[state.seats][seat]:
        if other != state.active:
            _deal(sampled, other, state, rng)
    return sampled


def _forget(state: State, seat: int, holder: int) -> None:
    """Put the cards of another hand that `seat` does not know into their decks."""
    for row in range(SORTS * holder, SORTS * (holder + 1)):
        cards = state.hand[row]
        if cards:
            visible = tuple([card for card in cards if state.known.get(card, 0) >> seat & 1]) if state.known else ()
            state.deck[MAIN if row == SORTS * holder else ADDITIONAL] += [card for card in cards if card not in visible]
            state.hand[row] = visible


def _remember(state: State, seat: int) -> None:
    """Keep only the memories that `seat` knows of: its own memories, and those of cards shown to all."""
    in_hands = {card for cards in state.hand for card in cards}
    shown, own = everyone(state), 1 << seat
    mine = {card for sort in range(SORTS) for card in state.hand[SORTS * seat + sort]}
    state.known = {
        card: mask if mask == shown else own
        for card, mask in sorted(state.known.items())
        if mask == shown or (card in in_hands and card not in mine)
    }


def _deal_active(state: State, like: State, rng: Random) -> None:
    """Deal the hand of the active seat, which has a choice in the pending step."""
    main, additional = state.deck
    hand = state.hand
    while True:
        state.deck, state.hand = [main[:], additional[:]], hand[:]
        _deal(state, state.active, like, rng)
        if _has_choice(state):
            return


def _has_choice(state: State) -> bool:
    """Whether the active seat has a choice in the pending step, as far as that depends on its hand."""
    if state.step == START_ACTIONS:
        return effects.can_start(state, state.active)
    if state.step == PLAY:
        return plays.has_choice(state, state.active)
    return state.step != END_ACTIONS or flow.has_end_choice(state)


def _deal(state: State, seat: int, like: State, rng: Random) -> None:
    """Draw cards until a hand has the size that it has in the state `like`."""
    row = SORTS * seat
    missing = len(like.hand[row]) - len(state.hand[row])
    state.hand[row] = _with_drawn(state.hand[row], [draw_from(state.deck[MAIN], rng) for _ in range(missing)])
    if not state.expansion:
        return
    corner, action = row + CORNER, row + ACTION
    missing = len(like.hand[corner]) + len(like.hand[action]) - len(state.hand[corner]) - len(state.hand[action])
    drawn = [draw_from(state.deck[ADDITIONAL], rng) for _ in range(missing)]
    state.hand[corner] = _with_drawn(state.hand[corner], [card for card in drawn if SORT[card] == CORNER])
    state.hand[action] = _with_drawn(state.hand[action], [card for card in drawn if SORT[card] == ACTION])


def _with_drawn(hand: tuple[int, ...], drawn: list[int]) -> tuple[int, ...]:
    drawn += hand
    drawn.sort()
    return tuple(drawn)
