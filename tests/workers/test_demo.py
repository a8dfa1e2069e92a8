"""The demo tells any game in words, from tags, fields and tables alone."""

from workers.command.demo import Style, Teller, score_sheet, seat_members

NAMES = ("Ada", "Bruno")
PLAIN = Style(colours=False)
TABLES = {"paintings": [{"number": 3, "title": "Gioconda"}], "rounds": 9}


def told(event):
    return list(Teller(NAMES, TABLES, PLAIN, {"seat", "order"}).tell(event))


def test_an_event_is_told_with_its_action_and_its_facts_beside_it():
    event = {
        "seat": 0,
        "action": {"type": "sell_painting", "painting": 3, "secretly": True, "framed": False},
        "facts": [
            {"type": "ducats_moved", "seat": 0, "change": 5},
            {"type": "painting_hung", "seat": 1, "room": "great_hall"},
        ],
    }
    assert told(event) == [
        "  Ada    sell painting Gioconda, secretly  Ada: ducats moved +5 · Bruno: painting hung great hall"
    ]


def test_the_actor_is_not_named_again_where_nobody_else_is_concerned():
    event = {"seat": 0, "action": {"type": "rest"}, "facts": [{"type": "ducats_moved", "seat": 0, "change": -1}]}
    assert told(event) == ["  Ada    rest  ducats moved -1"]


def test_more_facts_than_fit_beside_an_action_stand_below_it():
    facts = [{"type": "a_fact_of_some_length", "step": step} for step in range(6)]
    first, second, _ = told({"seat": 1, "action": {"type": "wait"}, "facts": facts})[0].split("\n")
    assert first == "  Bruno  wait"
    assert second.startswith(" " * 11 + "a fact of some length step 0 · a fact of some length step 1 · ")


def test_a_new_round_has_a_headline_after_the_event_that_began_it():
    event = {"seat": 1, "action": {"type": "rest"}, "facts": [{"type": "round_began", "round": 2}]}
    assert told(event) == ["  Bruno  rest", "", "Round 2", ""]


def test_a_round_has_its_headline_once():
    teller = Teller(NAMES, TABLES, PLAIN, {"seat", "order"})
    assert list(teller.begin(1)) == ["", "Round 1", ""]
    assert list(teller.begin(1)) == []


def test_seats_in_lists_are_told_by_name():
    event = {"seat": 0, "action": {"type": "name_order", "order": [1, 0]}, "facts": []}
    assert told(event) == ["  Ada    name order Bruno, Ada"]


def test_members_that_hold_seats_are_found_in_the_contract():
    seat = {"type": "integer", "description": "A seat, from 0."}
    shown = {"properties": {"winner": seat, "order": {"type": "array", "items": seat}, "price": {"type": "integer"}}}
    assert seat_members({"components": {"schemas": {"Shown": shown, "Word": {"type": "string"}}}}) == {
        "winner",
        "order",
    }


def test_the_score_sheet_has_a_column_a_seat_the_winner_first():
    seats = [
        {
            "seat": 0,
            "rank": 2,
            "total": 3,
            "rows": [
                {"item": "paintings", "paragraph": "4.1", "amount": 4},
                {"item": "debts", "paragraph": "4.2", "amount": -1},
            ],
        },
        {"seat": 1, "rank": 1, "total": 12, "rows": [{"item": "paintings", "paragraph": "4.1", "amount": 12}]},
    ]
    assert score_sheet(seats, NAMES, PLAIN).splitlines() == [
        "                      Bruno       Ada",
        "  ───────────────────────────────────",
        "  paintings (4.1)        12         4",
        "  debts (4.2)             ·        -1",
        "  ───────────────────────────────────",
        "  total                  12         3",
        "  rank                   1.        2.",
    ]


def test_a_terminal_gets_a_colour_for_each_seat_and_a_file_gets_none():
    colourful = Style(colours=True)
    assert colourful.seat(0, "Ada") != colourful.seat(1, "Ada")
    assert PLAIN.seat(0, "Ada") == PLAIN.bold("Ada") == PLAIN.faint("Ada") == "Ada"
