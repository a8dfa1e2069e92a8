"""Test the modules of the TypeScript client, with Node.js."""

import pytest

from tests.client.typescript_modules import reported

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
    assert reported("messages.js", SAY, forms[language], {"n": count}, language) == words


def test_a_select_reads_an_id_and_may_contain_a_plural():
    text = "{who} {what_id, select, none {passes} other {takes {n, plural, one {one} other {#}}}}"
    assert reported("messages.js", SAY, text, {"who": "Ada", "what_id": "none"}, "en") == "Ada passes"
    assert reported("messages.js", SAY, text, {"who": "Ada", "what_id": "x", "n": 2}, "en") == "Ada takes 2"


def test_an_apostrophe_is_literal():
    assert reported("messages.js", SAY, "l'invenzione di {who}", {"who": "Ada"}, "it") == "l'invenzione di Ada"


def test_a_patch_changes_a_copy():
    patch = [{"op": "replace", "path": "/a/0", "value": 2}, {"op": "move", "from": "/b", "path": "/c~1d"}]
    before = {"a": [1], "b": 3}
    after = reported("patch.js", "(m, before, patch) => [m.applyPatch(before, patch), before]", before, patch)
    assert after == [{"a": [2], "c/d": 3}, before]


def test_a_plain_table_labels_fields_by_the_names_of_the_ruleset():
    ruleset = {"names": [{"kind": "field", "id": "bag_total", "name": "Počet dílků v sáčku"}], "references": []}
    function = (
        '(m, ruleset) => ["bag_total", "own_card"].map((each) => m.fieldName(m.gameTexts(ruleset, "cs", []), each))'
    )
    assert reported("texts.js", function, ruleset) == ["Počet dílků v sáčku", "Own card"]
