"""Test declarations of work as other seats see them."""

from domain.leonardo.wire.actions import ConcealedWork, DeclareWork, observe


def test_declarations_that_look_equal_to_others_are_one_observation():
    """12.3"""
    seen = [observe(DeclareWork((), {"small": invention}), 0, 1) for invention in (3, 7)]
    assert len(set(seen)) == 1
    assert seen == [ConcealedWork((), {"small": 0})] * 2
