"""The rejection codes (2.4.1, 17.1.2), each with a short text."""

from typing import Final

from domain.riddle.wire.constants import MAX_SEATS, MIN_SEATS
from domain.ruleset import RejectionCode

REJECTIONS: Final = tuple(
    RejectionCode(*row)
    for row in (
        (
            "bad_player_count",
            "1.1.1",
            f"The game is for {MIN_SEATS} to {MAX_SEATS} players.",
            {"seats": None, "least": None, "most": None},
        ),
        ("unknown_mode", "1.1.3", "The mode is base or expansion.", {"allowed": "mode"}),
        ("bad_first_player", "2.1.1", "The first player must be one of the seats.", {"seats": None}),
        (
            "bad_additional_sets",
            "1.4.7",
            "Name at least three different sets of additional cards.",
            {"allowed": "additional_set", "least": None},
        ),
        ("sets_without_expansion", "1.4.7", "The base game has no additional cards."),
        (
            "too_few_additional_cards",
            "1.4.2",
            "These sets have too few additional cards for this number of players.",
            {"seats": None, "cards": None, "least": None},
        ),
        (
            "malformed",
            "17.1.4",
            "Something in the move is missing, superfluous, or not part of this game.",
            {"parameter": None, "fault": None},
        ),
        ("game_over", "18.1.11", "The game has ended."),
        ("not_your_turn", "16.1.1", "It is not your turn.", {"to_act": "seat"}),
        ("wrong_step", "16.1.1", "The action does not belong to the current step.", {"open": "decision"}),
        ("unknown_card", "1.3.4", "There is no such card in this game.", {"card": "card"}),
        ("unknown_zone", "1.6.1", "There is no such zone in this game.", {"zone": "zone"}),
        ("unknown_symbol", "1.2.2", "There is no such symbol.", {"symbol": "symbol"}),
        ("unknown_deck", "1.8.1", "There is no such deck.", {"deck": "deck"}),
        ("unknown_seat", "1.1.1", "There is no such seat in this game.", {"seat": "seat"}),
        ("card_not_in_hand", "14.1.8", "That card is not in your hand.", {"card": "card"}),
        ("not_symbol_card", "5.2.7", "An action card cannot be played into a zone.", {"card": "card"}),
        ("not_action_card", "11.1.1", "That card is not an action card.", {"card": "card"}),
        (
            "zone_kind",
            "5.2.6",
            "Main cards go into the cross, additional cards into the corners.",
            {"zone": "zone", "allowed": "zone"},
        ),
        ("zone_prohibited", "5.2.8", "That zone is prohibited.", {"zone": "zone"}),
        (
            "play_limit",
            "10.1.4",
            "You may play no more cards of that kind this turn.",
            {"main": None, "additional": None, "extra": None},
        ),
        ("pass_to_required", "12.3.2", "Choose where the replaced card goes."),
        ("pass_to_not_allowed", "12.3.3", "The destination of a card cannot be chosen now."),
        (
            "pass_to_invalid",
            "12.3.2",
            "A replaced card goes to an opponent or to the discard pile.",
            {"pass_to": "seat"},
        ),
        ("must_play", "10.1.6", "You must play a card."),
        ("key_already_owned", "7.1.5", "You own that Key.", {"symbol": "symbol"}),
        ("silenced", "12.11.1", "No player may use action cards now."),
        ("wrong_timing", "11.1.1", "That action card is used in another step.", {"card": "card", "timing": "timing"}),
        ("target_not_opponent", "11.2.1", "The target must be an opponent.", {"target_seat": "seat"}),
        ("target_self_card", "12.6.1", "Name cards other than the card that you use.", {"card": "card"}),
        ("target_not_in_discard", "12.4.1", "That card is not in a discard pile.", {"card": "card"}),
        ("target_not_symbol_card", "12.4.1", "Only a card with symbols can be taken.", {"card": "card"}),
        ("target_sealed", "13.1.1", "That table is sealed.", {"target_seat": "seat"}),
        (
            "target_zone_kind",
            "13.1.1",
            "Blot needs a corner; a swap needs two zones of the same kind.",
            {"zones": "zone"},
        ),
        ("target_same_zone", "12.2.1", "Name two different zones.", {"zones": "zone"}),
        ("target_prohibited", "13.1.1", "That zone is prohibited.", {"zone": "zone"}),
        ("target_zone_empty", "12.7.1", "That zone is empty.", {"zone": "zone"}),
        ("no_effect", "11.1.4", "The card would have no effect.", {"card": "card"}),
    )
)
