"""Find notable positions of Azul: Summer Pavilion for scenarios."""

from typing import Any

from domain.azul import RULESET
from domain.azul.rules.state import ACQUIRING, NOBODY, PLACING, State
from domain.azul.rules.tiles import counts
from domain.azul.wire.constants import COLOURS, MOST_KEPT, ROUNDS, STAR, STARS
from workers.promises.scenarios.scenes import Scene, Scenes, Shown, first, last_action


def decision(state: State, kind: str, fits: Any = lambda _seat, _action: True) -> Shown | None:
    """Return the first legal action that fits, if this kind of decision is pending."""
    return first(RULESET, state, fits) if state.decision == kind else None


def held(tiles: int) -> int:
    """Count tiles."""
    return sum(counts(tiles))


def last_tile(state: State) -> Shown | None:
    """Find the one tile left to draft."""
    return decision(state, "draft_tiles") if sum(map(held, state.sources)) == 1 else None


def token(state: State) -> Shown | None:
    """Find a seat that can be the first to take from the table centre."""
    return decision(state, "draft_tiles", lambda _, draft: draft.source == "centre" and state.holder == NOBODY)


def wild_comes_along(state: State) -> Shown | None:
    """Find a factory that yields a wild along with the chosen colour."""

    def has_both(_: int, draft: Any) -> bool:
        source = 0 if draft.source == "centre" else int(draft.source[1:])
        return counts(state.sources[source])[state.wild] > 0 and draft.colour != COLOURS[state.wild]

    return decision(state, "draft_tiles", has_both)


def star_to_complete(state: State) -> Shown | None:
    """Find a star with one empty space, and a tile that fits it."""

    def completes(seat: int, action: Any) -> bool:
        star = getattr(action, "star", None)
        return star is not None and state.star(seat, STAR[star]).bit_count() == 5

    return decision(state, "place_or_pass", completes)


def middle_star(state: State) -> Shown | None:
    """Find a colour for the last but one space of the middle star."""

    def fits(seat: int, action: Any) -> bool:
        return getattr(action, "star", "") == STARS[-1] and state.star(seat, len(STARS) - 1).bit_count() == 3

    return decision(state, "place_or_pass", fits)


def bonus_of(due: int) -> Any:
    """Find a reward of this many tiles."""

    def find(state: State) -> Shown | None:
        return decision(state, "choose_bonus") if state.due == due else None

    return find


def pass_with_too_many(state: State) -> Shown | None:
    """Find a player who passes with more than four tiles."""
    many = state.turn != NOBODY and held(state.hand[state.turn]) > MOST_KEPT + 1
    return decision(state, "place_or_pass", lambda _, action: not hasattr(action, "star")) if many else None


def others_have_passed(state: State) -> Shown | None:
    """Find the last player who has not passed, in a game of more than two."""
    return decision(state, "place_or_pass") if state.passed.count(False) == 1 and state.seats > 2 else None


def payment_of_wilds(state: State) -> Shown | None:
    """Find a payment with at least three possible numbers of wilds."""
    choice = state.decision == "choose_payment" and len(RULESET.legal_actions(state, state.turn)) > 2
    return decision(state, "choose_payment") if choice else None


def grey_star(state: State) -> Shown | None:
    """Find a side B star with one tile, whose second tile decides its kind."""

    def second(seat: int, action: Any) -> bool:
        star = getattr(action, "star", STARS[-1])
        return star != STARS[-1] and state.star(seat, STAR[star]).bit_count() == 1

    return decision(state, "place_or_pass", second) if state.side == 1 else None


def round_begins(phase: int) -> Any:
    """Find the first decision of a phase in the last round."""

    def find(state: State) -> Shown | None:
        first_tiles = phase == PLACING or state.holder == NOBODY
        begins = state.round == ROUNDS and state.phase == phase and first_tiles and state.turn != NOBODY
        return first(RULESET, state, lambda _seat, _action: True) if begins else None

    return find


SCENES = Scenes(
    (
        Scene("last_tile", "One tile is left to draft.", last_tile),
        Scene(
            "first_from_the_centre", "The first player to take from the centre gets the token and loses points.", token
        ),
        Scene("wild_comes_along", "A wild is taken along with the chosen colour.", wild_comes_along),
        Scene("payment_of_wilds", "The payment is a choice of three or more numbers of wilds.", payment_of_wilds),
        Scene("star_to_complete", "One space of a star is empty and can be covered.", star_to_complete),
        Scene("middle_star", "The middle star needs a colour that it does not show yet.", middle_star),
        Scene("second_tile_of_a_grey_star", "On side B the second tile decides a star's kind.", grey_star),
        Scene("bonus_of_one", "A pillar is complete: one tile from the supply.", bonus_of(1)),
        Scene("bonus_of_two", "A statue is complete: two tiles from the supply.", bonus_of(2)),
        Scene("bonus_of_three", "A window is complete: three tiles from the supply.", bonus_of(3)),
        Scene("pass_with_too_many", "Passing now loses tiles, and points for them.", pass_with_too_many),
        Scene("others_have_passed", "All other players have passed.", others_have_passed),
        Scene("last_round", "The last round begins.", round_begins(ACQUIRING)),
        Scene("last_placements", "The last phase of placing begins.", round_begins(PLACING)),
        last_action(RULESET),
    )
)
