"""Test that components have the names of the rules and of the table of inventions."""

from msgspec.structs import replace

from domain.data_files import read_names
from domain.leonardo.rules.scoring import ITEMS
from domain.leonardo.wire.card_list import CARDS
from domain.leonardo.wire.constants import AREAS, INVENTIONS, ROBOT_SPACES, TIERS, TYPES
from domain.leonardo.wire.names import NAMES, names_with
from domain.names import Text

AREA_NAMES = (
    ("Council", "Radnice", "Consiglio"),
    ("Workshop", "Dílna", "Officina"),
    ("Academy", "Akademie", "Accademia"),
    ("Smith", "Kovárna", "Fabbro"),
    ("Glassmaker", "Sklenářství", "Vetraio"),
    ("Carpenter", "Stolařství", "Falegname"),
    ("Brickworks", "Cihelna", "Fornace"),
    ("Ropemaker", "Provaznictví", "Cordaio"),
    ("Market", "Tržiště", "Mercato"),
)


def test_the_areas_are_called_as_in_the_rules():
    """1.4"""
    places = NAMES.things["place"]
    found = tuple(tuple(places[area].read_in(language) for language in ("en", "cs", "it")) for area in AREAS)
    assert found == AREA_NAMES


def test_the_laboratories_are_called_by_their_spaces_where_a_rulebook_does():
    """1.3.2"""
    labs = NAMES.things["lab"]
    assert [(lab.read_in("cs"), lab.read_in("it")) for lab in labs.values()] == [
        ("Laboratoř se 3/5 místy", "Laboratorio da 3/5 spazi"),
        ("Laboratoř se 4/6 místy", "Laboratorio da 4/6 spazi"),
    ]
    assert {f"lab:{size}": name for size, name in labs.items()}.items() <= NAMES.things["place"].items()


def test_every_component_of_the_game_has_a_name():
    """1.1.2, 1.1.6"""
    things = NAMES.things["equipment"]
    pieces = ("leonardo", "mayor", "master", "apprentice", "robot", "work_marker", "arrow", "summary")
    assert [(things[piece].read_in("cs"), things[piece].read_in("it")) for piece in pieces] == [
        ("Leonardo", "Leonardo"),
        ("Starosta", "Signore della città"),
        ("Mistr", "Mastro"),
        ("Učeň", "Apprendista"),
        ("Robot", "Omino meccanico"),
        ("Ukazatel odpracované doby", "Pedina segna-lavoro"),
        ("Šipka", "Freccia “ricorda-invenzione”"),
        ("Přehledová tabulka", "Tabellina riassuntiva"),
    ]


def test_the_players_have_five_colours():
    """1.1.1"""
    assert list(NAMES.things["player_colour"]) == ["yellow", "red", "green", "blue", "violet"]


def test_the_owner_of_a_majority_has_most_people_in_czech():
    """11.1.2"""
    assert NAMES.rejections["owner_first_there"].read_in("cs") == "Vlastník tam už má nejvíce lidí"


def test_the_names_of_the_inventions_are_those_of_the_data_file():
    assert read_names("domain.leonardo") == NAMES
    given = {"0": ("Secret invention", "Invenzione segreta")}
    given |= {str(row.number): (row.english, row.italian) for row in CARDS}
    assert {number: (text.en, text.read_in("it")) for number, text in NAMES.things["invention"].items()} == given


def test_an_invention_uses_the_name_that_the_operator_chose():
    table = [replace(row, english="Cannon") if row.number == 16 else row for row in CARDS]
    inventions = names_with(table).things["invention"]
    assert inventions["16"] == Text.of(en="Cannon", cs="Cannon", it="Bombarda doppia", ru="Cannon")
    assert {**inventions, "16": NAMES.things["invention"]["16"]} == NAMES.things["invention"]


def test_ids_that_are_numbers_or_free_words_have_names():
    things = {kind: list(named) for kind, named in NAMES.things.items()}
    assert things["invention"] == ["0", *(str(number) for number in INVENTIONS)]
    assert things["council_space"] == ["1", "2", "3", "4"]
    assert things["lab_side"] == [str(side) for side in sorted(ROBOT_SPACES) if side]
    assert things["invention_type"] == list(TYPES)
    assert things["tier"] == list(TIERS)
    assert things["score_item"][: len(ITEMS)] == [item for item, _ in ITEMS]
