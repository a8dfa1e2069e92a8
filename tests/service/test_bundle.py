"""Test that the first modules of the web client are joined, and that a page without this works as well."""

import re
from os.path import normpath
from pathlib import PurePosixPath

import pytest

from service.api.bundle import IMPORT, PRELOAD, REEXPORT, CannotJoin, bundle_of, join, mark, rewritten, with_bundle
from service.api.pages import PAGE, TABLE, WIDGET
from tests.service.table_modules import TABLE as FOLDER

BROWSER = {"Accept": "text/html"}
MODULES = {
    "main.js": 'import { one as first } from "./sub/one.js";\nexport const two = () => first() + 1;\n',
    "sub/one.js": '/** A comment. */\nimport { base } from "../base.js";\nexport function one() {\n  return base;\n}\n',
    "base.js": "export const base = 1;\nconst unused = 2;\n",
}
JOINED = """\
const m_base = (() => {
const base = 1;
const unused = 2;
return { base };
})();
const m_sub_one = (() => {
const { base } = m_base;
function one() {
  return base;
}
return { one };
})();
const m_main = (() => {
const { one: first } = m_sub_one;
const two = () => first() + 1;
return { two };
})();
export { m_base, m_sub_one, m_main };
"""


def imported(name):
    """List the modules that a module imports at once."""
    source = (FOLDER / name).read_text(encoding="utf-8")
    targets = [found[3] for found in IMPORT.finditer(source)] + [found[2] for found in REEXPORT.finditer(source)]
    return {normpath(f"{PurePosixPath(name).parent}/{target}") for target in targets}


def test_modules_are_joined_in_the_order_of_their_imports():
    assert join(MODULES) == JOINED


UNKNOWN = {
    "a circle": {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'},
    "a module that is not listed": {"a.js": 'import { b } from "./b.js";\n'},
    "an unknown form of export": {"a.js": "export let a = 1;\n"},
    "a module that waits": {"a.js": "await 1;\n"},
}


@pytest.mark.parametrize("sources", UNKNOWN.values(), ids=UNKNOWN)
def test_modules_that_cannot_be_joined_are_named(sources):
    with pytest.raises(CannotJoin, match=r"^[ab]\.js: "):
        join(sources)


def test_the_modules_of_the_web_client_can_be_joined():
    page = (FOLDER / PAGE).read_text(encoding="utf-8")
    join({name: (FOLDER / name).read_text() for name in PRELOAD.findall(page) if not name.startswith("vendor/")})
    assert bundle_of(TABLE, PAGE) is not None


def reached_from(names):
    """List all modules that some modules import, at once or through others."""
    reached, waiting = set(), set(names)
    while waiting:
        found = imported(waiting.pop()) - reached
        reached |= found
        waiting |= found
    return reached


def listed():
    """List the modules that the page loads first."""
    return set(PRELOAD.findall((FOLDER / PAGE).read_text(encoding="utf-8")))


def test_the_page_lists_exactly_the_modules_that_its_entry_point_imports():
    assert listed() == reached_from(["main.js"])


def test_screens_that_work_offline_need_no_module_that_is_not_cached():
    source = (FOLDER / "serviceworker.js").read_text(encoding="utf-8")
    later = {f"{name}.js" for name in re.findall(r'"(\w+)"', re.search(r"LATER = \[(.*?)\]", source)[1])}
    assert reached_from(later) <= later | listed()
    assert "record.js" in later


@pytest.mark.parametrize("path", ["/", "/widget"])
def test_a_page_loads_the_joined_files(service, path):
    text = service.client.get(path, headers=BROWSER).text
    script, style = re.findall(r'"(/table/bundle[^"]+)"', text)[::-1]
    for url, kind in ((script, "text/javascript"), (style, "text/css")):
        response = service.client.get(url)
        assert response.content_type.startswith(kind)
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert url.endswith(f"?v={mark(response.text)}")


def test_a_joined_file_with_an_old_mark_is_confirmed(service):
    assert service.client.get("/table/bundle.js?v=old").headers["Cache-Control"] == "public, no-cache"


def test_a_module_that_is_loaded_later_imports_from_the_joined_script():
    bundle = bundle_of(TABLE, PAGE)
    source = 'import { t } from "../i18n.js";\nimport { x as y } from "./model.js";\n'
    assert rewritten("tournament/page.js", source, bundle) == (
        f'import {{ m_i18n }} from "{bundle.script_url}"; const {{ t }} = m_i18n;\n'
        'import { x as y } from "./model.js";\n'
    )


def test_a_page_lists_no_module_that_is_joined():
    bundle = bundle_of(TABLE, PAGE)
    for page in (PAGE, WIDGET):
        shown = with_bundle((FOLDER / page).read_text(encoding="utf-8"), bundle)
        assert set(PRELOAD.findall(shown)) == set(bundle.vendors)
        assert bundle.script_url in shown
