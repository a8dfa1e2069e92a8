"""Test the modules of the web client without a page, with Node.js."""

import hashlib
import itertools
import re
from typing import get_args

import pytest
from bottega_client.messages import parse, render

from domain.record import write
from domain.seat_changes import ChangeKind
from tests.service.table_modules import TABLE, reported
from workers.promises.records import recorded

TILES = [
    {"type": "keep", "tiles": {"purple": 1}},
    {"type": "keep", "tiles": {"purple": 2}},
    {"type": "keep", "tiles": {"purple": 1, "green": 1}},
    {"type": "pass"},
]
WORK = [
    {"type": "work", "start": {}},
    {"type": "work", "start": {"small": 1}},
    {"type": "work", "start": {"small": 1, "large": 2}},
    {"type": "work", "start": {"small": 2, "large": 1}},
]
REFERENCES = [
    {"part": "action", "type": "keep", "field": "tiles", "kind": "colour", "keys": True},
    {"part": "action", "type": "work", "field": "start", "kind": "lab", "keys": True},
    {"part": "action", "type": "work", "field": "start", "kind": "invention"},
    {"part": "action", "type": "place", "field": "from", "kind": "space"},
]
PLACES = [{"type": "place", "from": 1, "to": 2}, {"type": "place", "from": 2, "to": 1}]


def evaluated(expression, actions, chosen, *target):
    """Return the value of an expression over the parsed actions."""
    parsed = "const parsed = actions.map(m.actionParser(references));"
    function = f"(m, references, actions, chosen, target) => {{ {parsed} return {expression}; }}"
    return reported("selection.js", function, REFERENCES, actions, chosen, *target)


def left(actions, *chosen):
    return evaluated("m.matchingActions(parsed, chosen).map((each) => each.action)", actions, chosen)


def selected(actions, *chosen):
    return evaluated("m.selectedAction(m.matchingActions(parsed, chosen), chosen)", actions, chosen)


def toggled(actions, chosen, target):
    return evaluated("m.toggleTarget(parsed, chosen, target)", actions, chosen, target)


def test_a_choice_keeps_the_actions_that_contain_it():
    assert left(TILES, {"colour": "green"}) == [TILES[2]]


def test_a_value_chosen_twice_must_occur_twice():
    assert left(TILES, {"colour": "purple"}, {"colour": "purple"}) == [TILES[1]]


def test_a_kind_selects_every_field_that_refers_to_it_and_a_field_itself_only():
    assert left(PLACES, {"space": 1}) == [PLACES[0]]
    assert left(PLACES, {"to": 1}) == [PLACES[1]]


def test_two_simultaneous_pointers_select_the_same_entry():
    assert left(WORK, {"lab": "small", "invention": 1}) == [WORK[1], WORK[2]]
    assert left(WORK, {"lab": "large", "invention": 2}) == [WORK[2]]


def test_the_last_remaining_action_is_selected():
    assert selected(TILES, {"colour": "green"}) == TILES[2]


def test_an_action_without_further_choices_is_offered_although_others_continue():
    assert selected(TILES, {"colour": "purple"}) == TILES[0]


@pytest.mark.parametrize("order", [*itertools.permutations([3, 5, 7])])
def test_the_order_of_the_selection_is_the_order_of_the_list(order):
    actions = [{"type": "sort", "order": list(each)} for each in itertools.permutations([3, 5, 7])]
    assert selected(actions, *({"order": each} for each in order))["order"] == list(order)
    assert selected(actions, *({"order": each} for each in order[:2])) is None


def test_no_action_matches_before_the_first_choice():
    assert selected(TILES[3:]) is None


def test_a_choice_that_fits_once_more_is_added_and_one_that_does_not_is_removed():
    assert toggled(TILES, [{"colour": "purple"}], {"colour": "purple"}) == [{"colour": "purple"}] * 2
    assert toggled(TILES, [{"colour": "purple"}] * 2, {"colour": "purple"}) == []


def test_a_choice_replaces_those_that_it_excludes():
    assert toggled(PLACES, [{"from": 1}], {"from": 2}) == [{"from": 2}]


def test_a_value_without_an_action_cannot_be_chosen():
    assert toggled(PLACES, [], {"from": 9}) is None


SAY = "(m, text, values, language) => m.formatMessage(text, values, language)"


@pytest.mark.parametrize(
    ("language", "count", "words"),
    [
        ("en", 1, "1 tile"),
        ("en", 0, "no tiles"),
        ("cs", 3, "3 dlaždice"),
        ("cs", 5, "5 dlaždic"),
        ("ru", 21, "21 плитка"),
        ("ru", 12, "12 плиток"),
    ],
)
def test_a_plural_is_that_of_its_language(language, count, words):
    forms = {
        "en": "{n, plural, =0 {no tiles} one {# tile} other {# tiles}}",
        "cs": "{n, plural, one {# dlaždice} few {# dlaždice} other {# dlaždic}}",
        "ru": "{n, plural, one {# плитка} few {# плитки} many {# плиток} other {# плитки}}",
    }
    assert reported("client/messages.js", SAY, forms[language], {"n": count}, language) == words


def test_a_select_reads_an_id_and_may_contain_a_plural():
    text = "{who} {what_id, select, none {passes} other {takes {n, plural, one {one} other {#}}}}"
    assert reported("client/messages.js", SAY, text, {"who": "Ada", "what_id": "none"}, "en") == "Ada passes"
    assert reported("client/messages.js", SAY, text, {"who": "Ada", "what_id": "x", "n": 2}, "en") == "Ada takes 2"


def test_an_apostrophe_is_literal():
    assert reported("client/messages.js", SAY, "l'invenzione di {who}", {"who": "Ada"}, "it") == "l'invenzione di Ada"


@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 65, 1000])
def test_the_page_s_own_sha_256_is_that_of_the_standard(length):
    found = reported("sha256.js", "(m, length) => [...m.sha256(new Uint8Array(length).fill(7))]", length)
    assert bytes(found) == hashlib.sha256(b"\7" * length).digest()


def test_a_patch_changes_a_copy():
    patch = [{"op": "replace", "path": "/a/0", "value": 2}, {"op": "move", "from": "/b", "path": "/c~1d"}]
    before = {"a": [1], "b": 3}
    after = reported("client/patch.js", "(m, before, patch) => [m.applyPatch(before, patch), before]", before, patch)
    assert after == [{"a": [2], "c/d": 3}, before]


def words_of(language):
    return reported(f"words/{language}.js", "(m) => m.default")


def names(text):
    """List the arguments of a text."""
    found = set()
    render(parse(text), lambda name: found.add(name) or 1, "en")
    return found


def test_the_texts_of_the_page_have_the_same_gaps_in_every_language_and_callers_fill_them():
    english, *others = (words_of(language) for language in ("en", "cs", "it", "ru"))
    for words in others:
        assert words.keys() == english.keys()
    for key, text in english.items():
        assert all(names(words[key]) == names(text) for words in others), key
    code = "\n".join(path.read_text() for path in TABLE.glob("**/*.js") if path.parent.name not in ("vendor", "words"))
    bare = re.findall(r'\bt\("(\w+)"\)', code)
    assert [key for key in bare if names(english[key])] == []


CHANGES = {
    ("resigned", "no"): ("Ada resigns", "Ada vzdává hru", "Ada abbandona", "Ada сдаётся"),
    ("forfeited", "no"): (
        "Ada loses on time",
        "Ada prohrává na čas",
        "Ada perde per il tempo",
        "Ada проигрывает по времени",
    ),
    ("taken_over", "no"): (
        "Hard plays for Ada",
        "Hard hraje za: Ada",
        "Hard gioca per Ada",
        "Hard играет за игрока Ada",
    ),
    ("taken_over", "yes"): (
        "Hard makes one move for Ada",
        "Hard odehraje jeden tah za: Ada",
        "Hard fa una mossa per Ada",
        "Hard делает один ход за игрока Ada",
    ),
    ("returned", "no"): ("Ada plays again", "Ada hraje znovu", "Ada torna a giocare", "Ada снова в игре"),
}


@pytest.mark.parametrize(("change", "sentences"), CHANGES.items())
def test_a_change_of_who_plays_a_seat_is_described_in_every_language(change, sentences):
    kind, once = change
    values = {"kind": kind, "once": once, "name": "Ada", "level": "Hard"}
    for language, sentence in zip(("en", "cs", "it", "ru"), sentences, strict=True):
        say = "(m, text, values, language) => m.formatMessage(text, values, language)"
        assert reported("client/messages.js", say, words_of(language)["seat_change"], values, language) == sentence


def test_every_kind_of_change_has_its_texts():
    assert {kind for kind, _ in CHANGES} == set(get_args(ChangeKind))


@pytest.mark.parametrize("number", [0, 1])
def test_a_valid_record_is_verified(number):
    text = write(recorded("tiny", 2, number)).decode()
    checks = reported("verify.js", "(module, text) => module.checks(text, JSON.parse(text))", text)
    assert checks == [{"name": name, "isRight": True} for name in ("form", "chain", "seed")]


def test_a_right_to_left_name_does_not_move_the_words_around_it():
    names = ["Ann", "דנה", "مریم", "Zoë 🎲", ""]
    assert reported("bidi.js", "(m, names) => names.map(m.isolateRtl)", names) == [
        "Ann",
        "\u2068דנה\u2069",
        "\u2068مریم\u2069",
        "Zoë 🎲",
        "",
    ]
    assert reported(
        "bidi.js", "(m, names) => names.map(m.initial)", ["Ann", "\u2068דנה\u2069", "👩🏽\u200d🚀 x", ""]
    ) == [
        *("A", "ד", "👩🏽\u200d🚀", ""),
    ]


def test_a_new_game_is_offered_in_the_latest_version_only():
    versions = [{"ruleset": "chess_v2"}, {"ruleset": "chess"}]
    listed = [{"ruleset": "chess", "versions": versions}, {"ruleset": "chess_v2", "versions": versions}]
    found = reported("api.js", "({isLatest}, all) => all.filter(isLatest).map(({ruleset}) => ruleset)", listed)
    assert found == ["chess_v2"]


def test_a_plain_table_labels_fields_by_the_names_of_the_ruleset():
    ruleset = {"names": [{"kind": "field", "id": "bag_total", "name": "Počet dílků v sáčku"}], "references": []}
    function = (
        '(m, ruleset) => ["bag_total", "own_card"].map((each) => m.fieldName(m.gameTexts(ruleset, "cs", []), each))'
    )
    assert reported("client/texts.js", function, ruleset) == ["Počet dílků v sáčku", "Own card"]


def test_a_deleted_game_asks_for_no_decision_and_leaves_the_lobby():
    end = """async (module, client) => {
        const games = [{ game: "g1", seats: [] }, { game: "g2", seats: [] }];
        const stored = new Map([["bottega.games", JSON.stringify(games)]]);
        globalThis.localStorage = { getItem: (name) => stored.get(name), setItem: (...entry) => stored.set(...entry) };
        const { Problem } = await import(client);
        const session = { state: { game: "g1", view: { version: 4, to_act: [0], decision: 3 }, actions: [1] } };
        session.change = (changes) => (session.state = { ...session.state, ...changes });
        module.endWith(session, new Problem({ status: 404, code: "game_not_found", title: "Gone" }));
        const { view, actions = null, loadError } = session.state;
        return [view, actions, loadError.code, JSON.parse(stored.get("bottega.games")).map(({ game }) => game)];
    }"""
    client = (TABLE / "client" / "http.js").as_uri()
    assert reported("session.js", end, client) == [{"version": 4, "to_act": []}, None, "game_not_found", ["g2"]]


def test_the_last_resignation_is_named_while_the_service_plays_a_game_to_its_end():
    log = [{"version": 1, "seat": 2, "change": {"kind": "resigned"}}, {"version": 2, "seat": 0, "action": {}}]
    log.append({"version": 3, "seat": 1, "change": {"kind": "forfeited"}})
    found = "(module, log, status, to_act) => module.lastResignation(log, { status, to_act })?.version"
    assert [reported("log.js", found, log, *view) for view in (("running", []), ("running", [0]), ("over", []))] == [
        3,
        None,
        None,
    ]
