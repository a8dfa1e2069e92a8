"""Test that every id on the wire has a name: each field with ids names its kind."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.fields import SEAT
from domain.references import Reference, references
from workers.promises.games import NAMES, PLAYED
from workers.promises.previews import offered
from workers.promises.references import met

every_ruleset = pytest.mark.parametrize("name", NAMES)


def values(shown: Any, path: list[str]) -> list[Any]:
    """List the values at a path, through all lists and mappings on the way."""
    if isinstance(shown, list):
        return [value for each in shown for value in values(each, path)]
    if not path:
        return [shown]
    if isinstance(shown, dict) and path[0] in shown:
        return values(shown[path[0]], path[1:])
    return []


def ids(reference: Reference, shown: Any) -> list[str]:
    """List the ids at a reference."""
    found = values(shown, reference.field.split("/"))
    mappings = [each for each in found if isinstance(each, dict)]
    if reference.keys:
        return [key for each in mappings for key in each]
    plain = [each for each in found if not isinstance(each, dict)]
    return [str(each) for each in [*plain, *(value for each in mappings for value in each.values())]]


@every_ruleset
def test_each_kind_of_a_field_has_names(name: str) -> None:
    """Add the kind to `things` in `names.json`, or correct `named=` of the field."""
    assert {reference.kind for reference in references(PLAYED[name])} - {SEAT} <= set(PLAYED[name].names.things)


@pytest.mark.no_cover
@every_ruleset
def test_each_id_that_a_game_shows_has_a_name(name: str) -> None:
    """Add the id to its kind in `names.json`, or correct the kind that the field declares."""
    ruleset, unknown = PLAYED[name], set()
    known = {kind: set(named) for kind, named in ruleset.names.things.items()}
    known[SEAT] = set(map(str, range(ruleset.max_seats)))
    by_place: dict[tuple[str, str], list[Reference]] = {}
    for reference in references(ruleset):
        by_place.setdefault((reference.part, reference.type), []).append(reference)
    for part, tag, shown in (*met(name), *(("preview", "", preview) for _, preview in offered(name))):
        for reference in by_place.get((part, tag), ()):
            unknown |= {
                (tag, reference.field, each) for each in ids(reference, shown) if each not in known[reference.kind]
            }
    assert unknown == set()


@pytest.mark.no_cover
@every_ruleset
def test_each_word_that_a_game_shows_belongs_to_a_kind(name: str) -> None:
    """Declare the kind of the field: `words(..., named="colour")`."""
    ruleset = PLAYED[name]
    joined = {(reference.part, reference.type, reference.field) for reference in references(ruleset)}
    loose = {
        (part, tag, path)
        for part, tag, shown in met(name)
        if part in ("action", "fact", "view", "options")
        for path, value in _texts(shown, "")
        if isinstance(value, str) and path != "type" and not path.endswith("/type")
    }
    assert loose - joined == set()


def _texts(shown: Any, path: str) -> Iterator[tuple[str, Any]]:
    """List the plain values within a value, each with its path."""
    if isinstance(shown, dict):
        for name, value in shown.items():
            yield from _texts(value, f"{path}/{name}" if path else name)
    elif isinstance(shown, list):
        for each in shown:
            yield from _texts(each, path)
    else:
        yield path, shown


@every_ruleset
def test_the_parameters_of_a_rejection_are_declared(name: str) -> None:
    """List the parameters of each `Rejection` in the row of its code in `rejections`."""
    declared = {rejection.code: set(rejection.parameters) for rejection in PLAYED[name].rejections}
    carried = [(code, set(shown)) for part, code, shown in met(name) if part in ("rejection", "malformed")]
    assert {code for code, _ in carried} <= set(declared)
    assert [(code, shown - declared[code]) for code, shown in carried if shown - declared[code]] == []


@every_ruleset
def test_the_parameters_of_a_rejection_are_ids_numbers_or_lists_of_them(name: str) -> None:
    """Pass only words, numbers or lists of them as parameters of a `Rejection`."""
    carried = [shown for part, _, shown in met(name) if part in ("rejection", "malformed")]
    values = [value for shown in carried for value in shown.values()]
    entries = [entry for value in values for entry in (value if isinstance(value, list) else [value])]
    assert {type(entry) for entry in entries} <= {str, int}
    assert all("type" not in rejection.parameters for rejection in PLAYED[name].rejections), "`type` is the code itself"
