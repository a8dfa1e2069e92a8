"""Test the checker of the English, on samples of good and bad text."""

from pathlib import Path

import pytest

from tests.tools.style.__main__ import check_text, main, package, place
from tests.tools.style.described import undescribed, weak_summaries
from tests.tools.style.names import parts, unusual, vocabulary
from tests.tools.style.reading import (
    ROOT,
    Text,
    alternatives,
    code,
    configuration,
    contract,
    documented,
    files,
    javascript,
    keys,
    lua,
    reader_of,
)
from tests.tools.style.rules import blocks, marked, mean_words, sentences, words

LONG = " ".join(["word"] * 31) + "."


def found(text):
    """List the marker words of a text."""
    return [word for _, block in blocks(text) for _, word, _ in marked(block)]


def lengths(text):
    """List the words of each sentence of a text."""
    return [words(sentence) for _, block in blocks(text) for _, sentence in sentences(block)]


def findings(text, path="README.md", kind="markdown"):
    """Check one text, which starts in line 5."""
    return [(each.line, each.rule, each.text) for each in check_text(Text(path, 5, kind, text), [])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Whoever sends a key is told so.", ["Whoever", "told"]),
        ("The own hand, drawn anew; likewise the deck.", ["anew", "likewise", "The own"]),
        ("He ends by itself, but for\nhimself.", ["by itself", "but for", "He", "himself"]),
        ("Nobody may read it. It has failed if nobody acts.", ["Nobody", "nobody"]),
        ("The game is nobody's.", ["is nobody's"]),
        ("Gives the score. `getResult` gives it.", ["Gives", "gives"]),
        ("The page asks for an onlooker's behavior.", ["asks for", "onlooker", "behavior"]),
    ],
)
def test_marker_words_are_found(text, expected):
    assert sorted(found(text)) == sorted(expected)


@pytest.mark.parametrize(
    "text",
    [
        "Return the history of a game, so that other clients can read it.",
        "Never write `whoever`, ``told `anew` `` or `the own`.",
        "```\nwhoever is told\n```",
        "The list:\n\n    whoever   told\n",
        ">>> tell(whoever)",
        "See <https://example.org/tell/anew> and [this page](guides/he.md).",
        "<!-- he -->",
        "A line shows a card that gives a Key. The colour of a neighbour.",
        "Ids tell two equal tiles apart. The message is sent to somebody else.",
        "The, then, others, untold, foretell.",
    ],
)
def test_plain_text_has_no_marker_words(text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two words? Three words here!", [1, 2, 3]),
        ("Use one, e.g. `BOTTEGA_REDIS or two`, i.e. Nothing.", [6]),
        ("Version 1.0.0 has 2.5 s.\nIt ends (by a rule.) So.", [5, 5, 1]),
        ("# A title\n- One item\n  of three.\n- Two more\n1. Three\n\nA paragraph", [2, 4, 2, 1, 2]),
        ("| field | meaning |\n|---|---|\n| `id` | the id of it |", [1, 1, 1, 4]),
        ("> A quote - of [four words](there).", [5]),
    ],
)
def test_sentences_are_counted_item_by_item(text, expected):
    assert lengths(text) == expected


def test_a_finding_names_its_line():
    assert findings(f"Good.\n\n- Also good.\n- A\n  client tells.\n\n{LONG}") == [
        (9, "words", "tells"),
        (11, "length", "word word word word word word ..."),
    ]


def test_a_string_of_json_is_one_line():
    assert findings("Good.\n\nA client tells.", kind="contract") == [(5, "words", "tells")]


def test_rules_of_games_may_have_long_sentences():
    assert findings(f"{LONG} Anew.", path="domain/nim/RULES.md") == [(5, "words", "Anew")]


def test_a_mean_needs_some_sentences():
    assert mean_words([40] * 9) == 0
    assert mean_words([40] * 5 + [2] * 5) == 21


def test_docstrings_comments_and_messages_of_code_are_read():
    source = '''"""A module."""
MOST = 3  # a limit
"""Most of it."""
# One text
# on two lines.
x = 1  # noqa: PLR0913  a reason
def f(n):
    """Say it.

    More.
    """
    raise Wrong(f"The seat {n} is " "taken.", "code_name")
'''
    read = [
        (1, "docstring", "A module."),
        (3, "docstring", "Most of it."),
        (8, "docstring", "Say it.\n\nMore."),
        (2, "comment", "a limit"),
        (4, "comment", "One text\non two lines."),
        (6, "comment", " a reason"),
    ]
    assert list(documented(source)) == read
    assert list(code(source)) == [*read, (12, "message", "The seat `value` is taken.")]


def test_comments_of_lua_javascript_and_configuration_are_read():
    assert list(lua("-- Store it.\n-- KEYS  game, log\n--       more\nreturn 1 -- no")) == [
        (1, "comment", "Store it.\n| KEYS  game | log\n|       more")
    ]
    assert list(javascript('/** Draw it. @param {X} x */\nf("https://x");\n// Why.\n\ng(); // Later.\n')) == [
        (1, "comment", "Draw it."),
        (3, "comment", "Why."),
        (5, "comment", "Later."),
    ]
    assert list(configuration("a: 1  # the one\n\n# Two\nlint: x  ## check it\n")) == [
        (1, "comment", "the one"),
        (3, "comment", "Two"),
        (4, "comment", "check it"),
    ]


def test_strings_of_json_are_read_once():
    source = '{"paths": {\n"description": "A \\"b\\".", "summary": "C.",\n"description": "C."}}'
    assert list(contract(source)) == [(2, "contract", 'A "b".'), (2, "contract", "C.")]
    assert list(keys('{\n  "It is full.": {"cs": "Je to plné."}\n}')) == [(2, "message", "It is full.")]


def test_a_type_in_a_string_is_no_text():
    source = 'Kind: TypeAlias = "One | Another | A Third"\nkind: str = "One or another of three"\n'
    assert [*code(source)] == [(2, "message", "One or another of three")]


def test_alternatives_of_a_message_are_texts_of_their_own():
    text = alternatives("{count, plural, one {One move} other {All # moves of {name}}} left")
    assert lengths(text) == [2, 4, 1]


def contracted(summary="List games.", field=None, parameter=None):
    """Return a contract of one operation and one schema."""
    method = {
        "operationId": "listGames",
        "summary": summary,
        "parameters": [parameter or {"$ref": "#/components/parameters/X"}],
        "responses": {"200": {"headers": {"ETag": {"description": "The version."}}}},
    }
    fields = {"a": {"$ref": "#/components/schemas/B"}, "type": {"enum": ["game"]}, "b": field or {"description": "It."}}
    schemas = {"Game": {"description": "A game.", "properties": fields}}
    return {"paths": {"/games": {"get": method}}, "components": {"schemas": schemas}}


def test_a_contract_that_describes_everything_passes():
    assert list(undescribed(contracted())) == []
    assert list(weak_summaries(contracted())) == []


def test_a_missing_description_is_found():
    inner = {"type": "array", "items": {"properties": {"c": {"type": "string"}}}}
    bare = contracted(field=inner, parameter={"name": "limit", "in": "query"})
    bare["components"]["schemas"]["Bare"] = {"type": "object"}
    bare["paths"]["/games"]["get"]["responses"]["200"]["headers"]["Link"] = {}
    assert [name for name, _ in undescribed(bare)] == ["Game.b", "Game.c", "Bare", "listGames limit", "listGames Link"]


def test_a_summary_without_a_verb_is_found():
    assert [name for name, _ in weak_summaries(contracted("Games of a host."))] == ["listGames"]


def test_generated_and_foreign_files_are_not_read():
    read = {path.relative_to(ROOT).as_posix() for path in files(ROOT) if reader_of(path) is not None}
    assert {"README.md", "domain/dice.py", "openapi/openapi.json", "service/web_client/src/words/page/en.ts"} <= read
    assert not {"openapi/released/1.json", "domain/azul/RULES.cs.md", "service/web_client/src/words/page/cs.ts"} & read
    assert not [path for path in read if "/vendor/" in path]


def test_a_place_is_a_package_or_a_page():
    assert [place("service/store/games.py"), place("README.md")] == ["service/store", "README.md"]
    paths = ["service/store/lua/a.lua", "service/store", "service/app.py", "README.md"]
    assert [package(path) for path in paths] == ["service/store", "service/store", "service", "README.md"]


def test_plain_texts_pass(capsys):
    assert main([str(Path(__file__).parent)]) == 0
    assert capsys.readouterr().out == ""


def test_a_path_that_is_missing_is_an_error(capsys):
    with pytest.raises(SystemExit):
        main(["no/such/path"])
    assert capsys.readouterr().err.endswith("no such path: no/such/path\n")


def test_faults_are_printed_with_their_place(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("Good.\n\nA client is told it.\n")
    assert main([str(page)]) == 1
    assert capsys.readouterr().out == f"{page}:3: told: say: return, say, send or show\n"


def test_a_name_is_split_at_underscores_and_capitals():
    assert parts("_as_host") == ["as", "host"]
    assert parts("BottegaHTTPClient2") == ["bottega", "http", "client", "2"]


def test_words_for_names_come_from_the_vocabulary_of_contributing():
    assert vocabulary()["people"] == ("human player", " for players")
    assert vocabulary()["host"] == ("creator (`creator_token`)", " for persons")
    assert "answer" not in vocabulary()


def test_names_that_a_module_defines_are_checked():
    source = """
import a as news
from b import kept
class TheHost: ...
def test_it_is_told(people, *, known): wanted = kept.asks(world=1)
"""
    assert [(line, name) for line, name, _ in unusual("tests/test_editions.py", source)] == [
        (1, "test_editions"),
        (2, "news"),
        (4, "TheHost"),
        (5, "people"),
        (5, "test_it_is_told"),
        (5, "wanted"),
    ]


def test_a_word_with_a_usual_meaning_elsewhere_is_allowed_there():
    assert [name for _, name, _ in unusual("service/runtime/server.py", "host = table = 1")] == ["table"]
    assert [name for _, name, _ in unusual("tests/tournament/test_x.py", "host = table = 1")] == ["host"]


def test_names_are_findings_beside_the_texts(tmp_path, capsys):
    (tmp_path / "module.py").write_text("news = 1\n")
    assert main([str(tmp_path / "module.py")]) == 1
    assert capsys.readouterr().out.endswith("module.py:1: news: say: update\n")


def test_counts_are_per_package_and_kind(tmp_path, capsys):
    (tmp_path / "page.md").write_text(f"Told anew.\n\n{LONG}\n")
    assert main(["--counts", str(tmp_path / "page.md")]) == 0
    assert [line.split()[-3:] for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["markdown", "2", "1"],
        ["total", "2", "1"],
    ]
