"""The rejection codes (section 14), each with a short text."""

from typing import Final

from domain.leonardo.wire.constants import MAX_SEATS, MIN_SEATS
from domain.ruleset import RejectionCode

REJECTIONS: Final = tuple(
    RejectionCode(*row)
    for row in (
        (
            "bad_player_count",
            "3.1.1",
            f"The game is for {MIN_SEATS} to {MAX_SEATS} players.",
            {"seats": None, "least": None, "most": None},
        ),
        ("bad_first_player", "3.1.2", "The first player must be a seat of the game.", {"seats": None}),
        ("bad_setup", "3.1.3", "The set-up must be beginner or expert.", {"allowed": "setup"}),
        ("bad_codex", "3.1.4", "A Codex must be on or off."),
        ("not_a_player", "14.1.2", "You have no seat in this game.", {"seats": None}),
        (
            "malformed_action",
            "14.1.2",
            "Something in the move is missing, superfluous, or not part of this game.",
            {"action": "action", "parameter": None, "fault": None},
        ),
        ("game_over", "9.1.4", "The game has ended."),
        ("already_bid", "8.6.3", "A sealed bid cannot be changed."),
        ("not_your_turn", "13.1.1", "It is not your turn.", {"to_act": "seat"}),
        ("wrong_decision", "13.1.3", "Your pending decision is of another kind.", {"open": "decision"}),
        ("no_such_favour", "3.6.1", "There is no such favour.", {"favour": "favour"}),
        ("letter_limit", "3.6.2", "A player may not take the same letter three times.", {"letter": None}),
        (
            "improvement_not_possible",
            "7.4.7",
            "That lab is already turned or taken, or you do not have it yet.",
            {"improvement": "improvement", "side": None},
        ),
        ("no_such_lab", "1.3.2", "You have no such lab.", {"lab": "lab", "place": "place"}),
        ("no_robot_space", "7.4.10", "That lab has no free robot space.", {"lab": "lab"}),
        (
            "wrong_component_count",
            "3.6.4",
            "This favour provides another number of components.",
            {"given": None, "due": None},
        ),
        ("no_such_component", "1.1.4", "There is no such component.", {"component": "component"}),
        (
            "too_many_alike",
            "3.6.4",
            "At most two of the components may be of one kind.",
            {"component": "component", "most": None},
        ),
        (
            "out_of_stock",
            "7.6.1",
            "There is not enough left.",
            {"area": "place", "component": "component", "stock": None},
        ),
        ("lab_not_working", "6.1.5", "That lab is idle.", {"lab": "lab", "place": "place"}),
        ("no_such_invention", "1.1.5", "The inventions are numbered 1 to 25.", {"invention": "invention"}),
        ("lab_working", "7.4.8", "That lab is working.", {"lab": "lab"}),
        (
            "same_invention_again",
            "5.3.4",
            "A lab cannot restart the invention that it abandons in the same turn.",
            {"lab": "lab", "invention": "invention"},
        ),
        (
            "invention_not_available",
            "5.2.3",
            "That invention cannot be started now.",
            {"invention": "invention", "round": None},
        ),
        ("already_in_work", "5.2.6", "Your two labs may not work on the same invention.", {"invention": "invention"}),
        (
            "components_missing",
            "5.2.1",
            "You do not have the components.",
            {"component": "component", "held": None, "inventions": "invention", "missing": "component"},
        ),
        ("no_such_place", "6.1.3", "There is no such place.", {"place": "place"}),
        ("not_in_this_game", "11.2.1", "The market is not part of this game.", {"place": "place"}),
        ("city_closed", "4.2", "In the last two rounds people work in labs only.", {"round": None}),
        ("master_not_available", "6.1.6", "Your master is already placed.", {"standing_at": "place"}),
        ("bad_count", "6.1.1", "Place at least one apprentice.", {"count": None}),
        ("already_placed_here", "6.1.4", "You have already placed apprentices there this round.", {"place": "place"}),
        (
            "not_enough_apprentices",
            "6.1.1",
            "You do not have that many apprentices in your supply.",
            {"count": None, "supply": None},
        ),
        ("lab_full", "6.1.5", "That lab does not have enough free spaces.", {"place": "place", "free": None}),
        ("no_such_player", "7.2.6", "There is no such player.", {"seat": "seat", "seats": None}),
        ("no_such_space", "7.2.8", "The Council has spaces 1 to 4.", {"space": "council_space"}),
        ("withdraw_not_allowed", "7.2.8", "The first player at the Council must take a space."),
        ("space_taken", "7.2.9", "That space is taken.", {"space": "council_space", "seat": "seat"}),
        ("not_your_apprentice", "7.3.1", "Only your own apprentice may be moved.", {"owner": "seat"}),
        ("source_not_allowed", "11.1.1", "An apprentice may not be moved from that place.", {"from": "place"}),
        ("target_not_allowed", "7.3.1", "An apprentice may not be moved to that place.", {"to": "place"}),
        ("no_apprentice_there", "7.3.1", "That player has no apprentice there.", {"owner": "seat", "from": "place"}),
        ("owner_first_there", "11.1.2", "That player is already first there.", {"owner": "seat", "to": "place"}),
        ("bad_order", "7.3.6", "Put back exactly the cards you saw.", {"cards": None}),
        ("cannot_afford", "7.4.2", "You do not have enough florins.", {"price": None, "florins": None}),
        ("no_such_improvement", "7.4.7", "There is no such improvement.", {"improvement": "improvement"}),
        ("bad_swap_size", "11.2.3", "Lay one or two cards.", {"laid": None, "most": None}),
        ("swap_sizes_differ", "11.2.3", "Take as many cards as you lay.", {"laid": None, "taken": None}),
        ("same_kind_both_sides", "11.2.4", "You may not lay and take the same kind.", {"component": "component"}),
        ("not_on_market", "11.2.3", "Those cards are not on the market.", {"component": "component", "stock": None}),
        ("not_shared_by_you", "8.5.2", "Choose one of your two shared inventions.", {"invention": "invention"}),
        ("bad_amount", "8.6.2", "A bid must be at least 0.", {"amount": None}),
    )
)
