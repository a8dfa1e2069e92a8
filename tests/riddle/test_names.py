"""Test that components have the names of the rules and of the list of cards."""

import msgspec
from msgspec.structs import replace

from domain.data_files import read_names
from domain.names import Text
from domain.riddle.rules.cards import CARDS
from domain.riddle.wire.card_list import DATA
from domain.riddle.wire.constants import DURATIONS, OPERATIONS, TIMINGS, ZONE_NAMES, ZONES
from domain.riddle.wire.names import NAMES, names_with


def test_the_names_of_symbols_and_action_cards_are_those_of_the_card_list():
    packaged, things = read_names("domain.riddle").things, NAMES.things
    assert things == {**packaged, "card": things["card"]}
    assert packaged["card"].items() <= things["card"].items()
    given = {each.id: (each.english, each.russian) for each in DATA.symbols}
    given |= {each.id: (each.english, each.russian) for each in DATA.action_designs}
    facts = {**things["symbol"], **packaged["card"]}
    assert {each: (text.en, text.read_in("ru")) for each, text in facts.items()} == given
    texts = {each.id: (each.text_english, each.text_russian) for each in DATA.action_designs}
    assert {each: (text.en, text.read_in("ru")) for each, text in things["card_text"].items()} == texts


def test_a_card_with_symbols_is_called_by_them():
    assert NAMES.things["card"]["N13"] == Text.of(
        en="Face + Hand + Wing", cs="Tvář + Ruka + Křídlo", it="Volto + Mano + Ala", ru="Лик + Рука + Крыло"
    )


def test_every_design_has_a_name():
    designs = [each.id for each in (*DATA.main_designs, *DATA.additional())]
    assert list(NAMES.things["card"])[: len(designs)] == designs


def test_a_copy_of_a_card_is_called_as_its_design():
    cards = NAMES.things["card"]
    assert cards["N21-1"] == cards["N21"]
    assert set(CARDS) <= set(cards)


def test_a_card_that_an_operator_adds_is_called_as_its_list_has_it():
    added = replace(DATA.action_designs[0], id="N99", english="Third Hand", russian="Третья рука")
    cards = names_with(replace(DATA, action_designs=(*DATA.action_designs, added))).things["card"]
    third_hand = Text.of(en="Third Hand", cs="Third Hand", it="Third Hand", ru="Третья рука")
    assert cards["N99"] == cards["N99-1"] == third_hand
    assert {each: text for each, text in cards.items() if text != third_hand} == NAMES.things["card"]


def test_ids_that_are_numbers_or_free_words_have_names():
    things = {kind: list(named) for kind, named in NAMES.things.items()}
    assert things["zone"] == [str(zone) for zone in range(ZONES)]
    assert [text.en.lower() for text in NAMES.things["zone"].values()] == list(ZONE_NAMES)
    assert things["operation"] == list(OPERATIONS)
    assert things["timing"] == list(TIMINGS)
    assert things["duration"] == list(DURATIONS)


def test_names_survive_the_wire():
    assert msgspec.json.decode(msgspec.json.encode(NAMES), type=type(NAMES)) == NAMES


def test_the_components_of_the_rulebook_have_names():
    """1.4.5, 1.8.1"""
    assert list(NAMES.things["equipment"]) == [
        *("main_card", "additional_card", "action_card", "additional_set", "symbol", "key", "key_card"),
        *("main_deck", "additional_deck", "main_discard", "additional_discard", "hand", "table", "cross", "corner"),
    ]
    assert NAMES.things["equipment"]["key"] == Text.of(en="Key", cs="Klíč", it="Chiave", ru="Ключ")


def test_the_free_key_and_opponents_are_called_as_in_the_russian_rulebook():
    texts = [*NAMES.rejections.values(), *(text for named in NAMES.things.values() for text in named.values())]
    facts = [text.read_in("ru") for text in texts]
    assert not [each for each in facts if "соперник" in each.lower() or "свободн" in each.lower()]
    assert NAMES.things["decision"]["free_key"].read_in("ru") == "Любой Ключ по своему выбору"
    assert NAMES.rejections["target_not_opponent"].read_in("ru") == "Это не оппонент"
