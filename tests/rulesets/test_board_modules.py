"""Test how the promises read the module of a board."""

from workers.promises.board_modules import exported_names, imported, imported_names, syntax_error

VALID = 'import { h } from "bottega/kit-1";\nexport const Board = () => h("svg");\n'


def test_a_module_imports_what_its_statements_name():
    source = 'import "a"; export { b } from "b"; await import(\'c\'); Array.from("d"); import{e}from"e";'
    assert imported(source) == {"a", "b", "c", "e"}


def test_comments_import_nothing():
    source = (
        '/** @type {import("./kit")} */\n// import "a"\nconst url = "http://b"; // from "c"\nimport "bottega/kit-1";'
    )
    assert imported(source) == {"bottega/kit-1"}


def test_names_of_imports_and_exports_are_read():
    source = 'import { at, html as draw } from "bottega/kit-1"; export { a as Board, b }; export async function c() {}'
    assert imported_names(source) == {"at", "html"}
    assert exported_names(source) == {"Board", "b", "c"}


def test_a_syntax_error_is_found_by_node(monkeypatch, tmp_path):
    assert syntax_error(VALID) == ""
    assert "SyntaxError" in syntax_error("export const Board = ;")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert syntax_error("export const Board = ;") == ""
