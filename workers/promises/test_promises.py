"""Test that a failure of any promise says what to change: each test of a ruleset has a docstring."""

import pytest

from workers.promises.games import PLAYED


def test_each_promise_says_what_to_change(request: pytest.FixtureRequest) -> None:
    tests = [item for item in request.session.items if isinstance(item, pytest.Function)]
    here = [each for each in tests if each.path.parent == request.path.parent and hasattr(each, "callspec")]
    promises = {each.function for each in here if each.callspec.params.get("name") in PLAYED}
    assert [each.__name__ for each in promises if not each.__doc__] == []
