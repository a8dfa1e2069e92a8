"""What the platform keeps with a game, by which it is found: its name, a label, and a few pairs of words."""

from collections.abc import Mapping
from typing import Any

import msgspec

from service.play import entity_tags
from service.play.bottega import Bottega
from service.play.entity_tags import Expected
from service.play.game import read_header, rules_of
from service.play.games import MOST_ATTEMPTS
from service.problems import GameBusy
from service.store import GameInfo, Header


def change(bottega: Bottega, game_id: str, changes: Mapping[str, Any], expected: Expected = entity_tags.always) -> None:
    """Change `name`, `label` or `metadata` of a game, each as a whole.

    Raises GameNotFound, RulesNotHosted, PreconditionFailed for another edition than is `expected`, and GameBusy.
    """
    header = read_header(bottega, game_id)
    rules_of(bottega, header)
    for _ in range(MOST_ATTEMPTS):
        seen = bottega.store.info(game_id)
        entity_tags.check(expected, entity_tags.tag_of_table(seen))
        if _arrange(bottega, header, seen, msgspec.structs.replace(seen, **changes)):
            return
        if bottega.store.header(game_id) is None:  # removed in the meantime, maybe before it was listed by new tags
            bottega.store.lists.untag(game_id, msgspec.structs.replace(seen, **changes).tags)
        read_header(bottega, game_id)
    raise GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})


def check_edition(bottega: Bottega, game_id: str, expected: Expected) -> None:
    """Raise PreconditionFailed unless the edition of a game is one that is `expected`."""
    if expected is not entity_tags.always:
        entity_tags.check(expected, entity_tags.tag_of_table(bottega.store.info(game_id)))


def _arrange(bottega: Bottega, header: Header, seen: GameInfo, table: GameInfo) -> bool:
    """Arrange a table anew; a game is listed under what it bears before it does, and no more once it does not."""
    listed = header.visibility == "public"
    new, old = {*table.tags} - {*seen.tags}, {*seen.tags} - {*table.tags}
    if listed and new:
        bottega.store.lists.tag(header.game_id, new)
    if not bottega.store.replace_info(header.game_id, seen, table):
        return False
    if listed and old:
        bottega.store.lists.untag(header.game_id, old)
    return True
