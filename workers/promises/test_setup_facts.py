"""Test that the facts of a set-up, which a view offers, show a seat nothing that its view hides."""

from typing import Any

import pytest

from domain.fields import SEAT
from domain.references import references
from domain.ruleset import AnyRuleset, Audience
from workers.promises.games import GAME_SIZES, NAMES, PLAYED, every_options, packed, readable, seed_of
from workers.promises.references import as_json
from workers.promises.test_references import ids

SETUPS = 100


def set_up(ruleset: AnyRuleset, options: Any, seats: int, number: int) -> tuple[Any, list[tuple[Any, Audience]]]:
    """Return a set-up, and its facts with their audiences."""
    facts: list[tuple[Any, Audience]] = []
    state = ruleset.setup(options, seats, seed_of(number).dice, lambda *fact: facts.append(fact))
    return state, facts


def telling(ruleset: AnyRuleset, seats: int) -> set[tuple[int | None, bytes]]:
    """List the views, each with its viewer, for which the facts differ between set-ups."""
    known: dict[tuple[int | None, bytes], list[bytes]] = {}
    found = set()
    for number in range(SETUPS):
        state, facts = set_up(ruleset, every_options(ruleset)[0], seats, number)
        for viewer in (None, *range(seats)):
            view = viewer, packed(ruleset.view(state, viewer))
            read = sorted(map(packed, readable(facts, viewer)))
            if known.setdefault(view, read) != read:
                found.add(view)
    return found


@pytest.mark.no_cover
@pytest.mark.parametrize(("name", "seats"), GAME_SIZES)
def test_set_ups_with_the_same_view_have_the_same_facts(name: str, seats: int) -> None:
    """Limit the audience of a set-up fact to seats whose view shows the same, or add it to the view."""
    assert telling(PLAYED[name], seats) == set()


@pytest.mark.parametrize("name", NAMES)
def test_a_set_up_fact_for_some_seats_has_only_ids_of_their_views(name: str) -> None:
    """Limit the audience of the fact to seats whose view has its ids."""
    ruleset, missing = PLAYED[name], set()
    declared = [each for each in references(ruleset) if each.kind != SEAT]
    for number, options in enumerate(every_options(ruleset)):
        state, facts = set_up(ruleset, options, ruleset.max_seats, number)
        for fact, audience in facts:
            shown = as_json(fact)
            for viewer in audience or ():
                view = as_json(ruleset.view(state, viewer))
                seen = {(each.kind, id_) for each in declared if each.part == "view" for id_ in ids(each, view)}
                named = [each for each in declared if (each.part, each.type) == ("fact", shown["type"])]
                missing |= {(each.kind, id_) for each in named for id_ in ids(each, shown)} - seen
    assert missing == set()
