"""Sentences are written out as any client of the API would: from names, joins and sentences alone."""

import pytest

from workers.command.sentences import PLURALS, Teller

NAMES = [
    {"kind": "colour", "id": "purple", "name": "Purple", "forms": {"acc": "a purple one"}},
    {"kind": "colour", "id": "green", "name": "Green"},
    {"kind": "lab", "id": "small", "name": "Small lab"},
    {"kind": "invention", "id": "7", "name": "Tank"},
    {"kind": "fact", "id": "silent", "name": "Silence"},
]
JOINS = [
    {"part": "fact", "type": "taken", "member": "seat", "kind": "seat"},
    {"part": "fact", "type": "taken", "member": "colour", "kind": "colour"},
    {"part": "fact", "type": "taken", "member": "tiles", "kind": "colour", "keys": True},
    {"part": "fact", "type": "taken", "member": "work", "kind": "lab", "keys": True},
    {"part": "fact", "type": "taken", "member": "work", "kind": "invention"},
    {"part": "fact", "type": "taken", "member": "secret", "kind": "lab", "keys": True},
    {"part": "fact", "type": "taken", "member": "bids/seat", "kind": "seat"},
    {"part": "fact", "type": "taken", "member": "where/colour", "kind": "colour"},
    {"part": "refusal", "type": "no", "member": "to_act", "kind": "seat"},
]


def tell(text, language="en", parts=None, **fact):
    """Write out the sentence of a fact."""
    sentences = [{"part": "fact", "id": "taken", "text": text}]
    sentences += [{"part": "part", "id": f"taken.{name}", "text": each} for name, each in (parts or {}).items()]
    ruleset = {"names": NAMES, "joins": JOINS, "sentences": sentences}
    return Teller(ruleset, ("Ada", "Bruno"), language).fact({"type": "taken", **fact})


def test_ids_are_called_by_their_names_and_seats_by_their_players():
    assert tell("{seat} takes {colour}", seat=1, colour="green") == "Bruno takes Green"
    assert tell("{seat} takes {colour}", seat=5, colour="grey") == "5 takes grey"


def test_a_grammatical_form_that_a_name_lacks_is_the_name():
    assert tell("takes {colour_acc}", colour="purple") == "takes a purple one"
    assert tell("takes {colour_acc}", colour="green") == "takes Green"


def test_lists_are_joined():
    assert tell("{colour}", colour=["green", "purple"]) == "Green, Purple"
    assert tell("{n_count, plural, one {# thing} other {# things}}", n=[4, 5]) == "2 things"


def test_counts_stand_before_what_they_count_one_goes_without_saying_and_none_is_left_out():
    assert tell("{tiles}", tiles={"purple": 2, "green": 1}) == "2 × Purple, Green"
    assert tell("{tiles_count, plural, =0 {none} other {#}}", tiles={"purple": 2, "green": 1}) == "3"
    assert tell("{tiles}", tiles={"purple": 0, "green": 2}) == "2 × Green"


def test_a_mapping_of_ids_to_ids_names_both_and_counts_its_entries():
    assert tell("{work}: {work_count, plural, other {#}}", work={"small": 7}) == "Small lab: Tank: 1"


def test_entries_are_told_as_their_part_has_it():
    bids = [{"seat": 0, "amount": 2}, {"seat": 1, "amount": 0}]
    assert tell("{bids}", parts={"bids": "{seat} {amount}"}, bids=bids) == "Ada 2, Bruno 0"
    assert tell("{secret}", parts={"secret": "in the {key}"}, secret={"small": 0}) == "in the Small lab"
    assert tell("{work}", parts={"work": "{value} ({key})"}, work={"small": 7}) == "Tank (Small lab)"


def test_an_object_without_a_part_is_told_member_by_member():
    assert tell("{where}", where={"colour": "green", "row": 3}) == "Green, 3"


def test_a_number_may_be_told_without_its_sign():
    assert tell("{change}, {change_abs}", change=-2) == "-2, 2"
    assert tell("{change_abs, plural, one {# florin} other {# florins}}", change=-1) == "1 florin"


def test_select_goes_by_ids_and_tells_what_is_absent():
    text = "{colour_id, select, none {nothing} purple {the best} other {{colour}}}"
    assert [tell(text), tell(text, colour="purple"), tell(text, colour="green")] == ["nothing", "the best", "Green"]
    assert tell("{late_id, select, true {late} other {in time}}", late=True) == "late"
    assert tell("[{colour}{n_count, plural, other {#}}]") == "[0]"


def test_an_action_is_of_who_acts_and_a_refusal_has_its_parameters():
    sentences = [
        {"part": "action", "id": "wait", "text": "{seat} waits"},
        {"part": "action", "id": "wait_for", "text": "{actor} waits for {seat}"},
        {"part": "refusal", "id": "no", "text": "To act: {to_act}."},
    ]
    teller = Teller({"names": NAMES, "joins": JOINS, "sentences": sentences}, ("Ada", "Bruno"))
    assert teller.action({"type": "wait"}, 0) == "Ada waits"
    assert teller.action({"type": "wait_for", "seat": 1}, 0) == "Ada waits for Bruno"
    assert teller.refusal("no", {"to_act": [1]}) == "To act: Bruno."


def test_what_has_no_sentence_is_told_by_its_name():
    teller = Teller({"names": NAMES, "joins": JOINS, "sentences": []}, ())
    assert teller.fact({"type": "silent"}) == "Silence"
    assert teller.fact({"type": "unheard_of"}) == "unheard_of"


@pytest.mark.parametrize(
    ("language", "one", "few", "many"),
    [
        ("en", [1], [], [0, 2, 5, 11, 21, 101]),
        ("it", [1], [], [0, 2, 5, 11, 21, 101]),
        ("cs", [1], [2, 3, 4], [0, 5, 11, 12, 21, 22]),
        ("ru", [1, 21, 101, -1], [2, 3, 4, 22, 104, -2], [0, 5, 11, 12, 14, 20, 25, 111, -5]),
    ],
)
def test_numbers_take_the_plural_form_of_the_language(language, one, few, many):
    assert {PLURALS[language](number) for number in one} == {"one"}
    assert {PLURALS[language](number) for number in few} <= {"few"}
    assert {PLURALS[language](number) for number in many} == {"many" if language == "ru" else "other"}
