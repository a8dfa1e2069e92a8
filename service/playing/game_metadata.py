"""Change the name, label and metadata of a game, by which lists find it."""

from service.game.game import MOST_ATTEMPTS, read_header, rules_of
from service.installation import entity_tags
from service.installation.bottega import Bottega
from service.installation.entity_tags import Expected
from service.problems import outpaced
from service.resources.base import changed
from service.resources.game_info import GameChange
from service.store import GameInfo, Header


def change(bottega: Bottega, game_id: str, changes: GameChange, expected: Expected = entity_tags.always) -> None:
    """Change `name`, `label` or `metadata` of a game. Each is replaced as a whole.

    Raises GameNotFound, RulesNotHosted, GameBusy, and PreconditionFailed unless the entity tag is `expected`.
    """
    header = read_header(bottega, game_id)
    rules_of(bottega, header)
    for _ in range(MOST_ATTEMPTS):
        seen = bottega.store.info(game_id)
        entity_tags.check(expected, entity_tags.tag_of_game_info(seen))
        new = changed(seen, changes)
        if _arrange(bottega, header, seen, new):
            return
        if bottega.store.header(game_id) is None:  # removed in the meantime, perhaps before the new tags were listed
            bottega.store.lists.untag(game_id, new.tags)
        read_header(bottega, game_id)
    raise outpaced(MOST_ATTEMPTS)


def check_entity_tag(bottega: Bottega, game_id: str, expected: Expected) -> None:
    """Raise PreconditionFailed unless the entity tag of a game is `expected`. Raises GameNotFound."""
    if expected is not entity_tags.always:
        read_header(bottega, game_id)
        entity_tags.check(expected, entity_tags.tag_of_game_info(bottega.store.info(game_id)))


def _arrange(bottega: Bottega, header: Header, seen: GameInfo, info: GameInfo) -> bool:
    """Write the game info; False after a conflict.

    New tags are listed before the write, and old tags are removed after it.
    """
    listed = header.visibility == "public"
    new, old = {*info.tags} - {*seen.tags}, {*seen.tags} - {*info.tags}
    if listed and new:
        bottega.store.lists.tag(header.game_id, new)
    if not bottega.store.replace_info(header.game_id, seen, info):
        return False
    if listed and old:
        bottega.store.lists.untag(header.game_id, old)
    return True
