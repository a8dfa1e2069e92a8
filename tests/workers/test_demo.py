"""Test that the demo prints any game in the sentences of its ruleset."""

from bottega_client import GameTexts

from workers.command.demo import COLUMNS, GameLog, Style, packed, score_sheet, with_lines

NAMES = ("Ada", "Bruno")
PLAIN = Style(colours=False)
SENTENCES = {
    ("action", "sell_painting"): "{seat} sells {painting}{secretly_id, select, true { in secret} other {}}",
    ("action", "rest"): "{seat} rests",
    ("fact", "ducats_moved"): "{seat} gets {change_count, plural, one {# ducat} other {# ducats}}",
    ("fact", "painting_hung"): "{seat} hangs a painting in the {room_acc}",
    ("fact", "painting_sold"): "{seat} sells {painting} for {price}",
    ("fact", "round_began"): "Round {round}, and {seat} begins",
    ("fact", "auction_opened"): "Bidders: {bidders}",
    ("fact", "asked"): "Now: {what}",
}
REFERENCES = [
    ("action", "sell_painting", "painting", "painting"),
    ("fact", "painting_sold", "painting", "painting"),
    ("fact", "painting_hung", "room", "room"),
    ("fact", "auction_opened", "bidders", "seat"),
    ("fact", "asked", "what", "decision"),
    *(("fact", fact, "seat", "seat") for fact in ("ducats_moved", "painting_hung", "painting_sold", "round_began")),
]
RULESET = {
    "names": [
        {"kind": "painting", "id": "3", "name": "Gioconda"},
        {"kind": "room", "id": "hall", "name": "Great hall", "forms": {"acc": "great hall"}},
    ],
    "references": [
        {"part": part, "type": tag, "field": member, "kind": kind} for part, tag, member, kind in REFERENCES
    ],
    "sentences": [{"part": part, "id": each, "text": text} for (part, each), text in SENTENCES.items()],
}


def story():
    return GameLog(GameTexts(RULESET, NAMES), PLAIN)


def output(event):
    return list(story().lines(event))


def test_an_event_is_shown_with_its_action_and_its_facts_beside():
    event = {
        "seat": 0,
        "action": {"type": "sell_painting", "painting": 3, "secretly": True},
        "facts": [{"type": "ducats_moved", "seat": 0, "change": 5}],
    }
    assert output(event) == ["  Ada    sells Gioconda in secret · gets 5 ducats"]


def test_the_set_up_is_shown_without_its_round():
    facts = [
        {"type": "painting_hung", "seat": 0, "room": "hall"},
        {"type": "round_began", "round": 1, "seat": 0},
        {"type": "asked", "what": "rest"},
    ]
    assert list(story().set_up(facts)) == ["  Ada hangs a painting in the great hall", ""]


def test_an_event_that_the_next_one_completes_is_not_shown():
    sold = {"seat": 0, "action": {"type": "sell_painting", "painting": 3}, "facts": []}
    paid = {
        "seat": 0,
        "action": {"type": "rest"},
        "facts": [{"type": "painting_sold", "seat": 0, "painting": 3, "price": 7}],
    }
    other = {"seat": 1, "action": {"type": "rest"}, "facts": []}
    writer = GameTexts(RULESET, NAMES)
    assert list(with_lines([sold, paid, other, sold], writer)) == [paid, other, sold]
    assert list(with_lines([sold, other], writer)) == [sold, other]


def test_an_effect_on_others_has_its_own_line():
    facts = [{"type": "painting_hung", "seat": 1, "room": "hall"}, {"type": "auction_opened", "bidders": [1, 0]}]
    event = {"seat": 0, "action": {"type": "rest"}, "facts": facts}
    assert output(event) == ["  Ada    rests", "  Bruno  hangs a painting in the great hall · Bidders: Bruno, Ada"]


def test_an_action_that_a_fact_repeats_is_shown_once():
    fact = {"type": "painting_sold", "seat": 0, "painting": 3, "price": 7}
    action = {"type": "sell_painting", "painting": 3}
    assert output({"seat": 0, "action": action, "facts": [fact]}) == ["  Ada    sells Gioconda for 7"]


def test_the_next_decision_is_not_shown():
    event = {"seat": 0, "action": {"type": "rest"}, "facts": [{"type": "asked", "what": "rest"}]}
    assert output(event) == ["  Ada    rests"]


def test_facts_that_do_not_fit_beside_an_action_are_below_it():
    facts = [{"type": "ducats_moved", "seat": 1, "change": 1000 + step} for step in range(7)]
    first, second, third = output({"seat": 1, "action": {"type": "sell_painting", "painting": 3}, "facts": facts})
    assert first == "  Bruno  sells Gioconda"
    assert second.startswith(" " * 9 + "gets 1000 ducats · gets 1001 ducats · ")
    assert third == " " * 9 + "gets 1004 ducats · gets 1005 ducats · gets 1006 ducats"


def test_lines_break_between_sentences_and_within_one_only_if_it_is_too_long():
    assert packed(["one two", "three", "four five six seven"], 15) == ["one two · three", "four five six", "seven"]
    assert packed([], 15) == []


def test_a_new_round_has_a_headline_above_its_first_facts():
    facts = [{"type": "round_began", "round": 2, "seat": 1}, {"type": "auction_opened", "bidders": [0]}]
    acted, blank, headline, _, prepared, _ = output({"seat": 1, "action": {"type": "rest"}, "facts": facts})
    assert (acted, blank, prepared) == ("  Bruno  rests", "", "  Bidders: Ada")
    assert headline.startswith("  Round 2, and Bruno begins ───")
    assert len(headline) == COLUMNS - 1


def test_a_round_has_its_headline_once():
    teller = story()
    assert len(list(teller.start_round(1, "Round 1"))) == 3
    assert list(teller.start_round(1, "Round 1")) == []
    fact = {"type": "round_began", "round": 1, "seat": 1}
    assert list(teller.lines({"seat": 1, "action": {"type": "rest"}, "facts": [fact]})) == ["  Bruno  rests"]


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
