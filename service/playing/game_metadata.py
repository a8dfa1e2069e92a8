"""Change the name, label and metadata of a game, by which lists find it."""

from service.game.game import read_header, rules_of
from service.installation import entity_tags
from service.installation.conflicts import retry_conflicts
from service.installation.entity_tags import Expected
from service.installation.installation import Installation
from service.resources.base import changed
from service.resources.game_info import GameChange
from service.store import ConflictingWrite, GameInfo, Header


def change(
    installation: Installation, game_id: str, changes: GameChange, expected: Expected = entity_tags.always
) -> None:
    """Change `name`, `label` or `metadata` of a game. Each is replaced as a whole.

    Raises GameNotFound, RulesNotHosted, GameBusy, and PreconditionFailed unless the entity tag is `expected`.
    """
    header = read_header(installation, game_id)
    rules_of(installation, header)

    def attempt() -> None:
        seen = installation.store.info(game_id)
        entity_tags.check(expected, entity_tags.tag_of_game_info(seen))
        new = changed(seen, changes)
        if _arrange(installation, header, seen, new):
            return
        if (
            installation.store.header(game_id) is None
        ):  # removed in the meantime, perhaps before the new tags were listed
            installation.store.lists.untag(game_id, new.tags)
        read_header(installation, game_id)
        raise ConflictingWrite

    retry_conflicts(attempt)


def check_entity_tag(installation: Installation, game_id: str, expected: Expected) -> None:
    """Raise PreconditionFailed unless the entity tag of a game is `expected`. Raises GameNotFound."""
    if expected is not entity_tags.always:
        read_header(installation, game_id)
        entity_tags.check(expected, entity_tags.tag_of_game_info(installation.store.info(game_id)))


def _arrange(installation: Installation, header: Header, seen: GameInfo, info: GameInfo) -> bool:
    """Write the game info; False after a conflict.

    New tags are listed before the write, and old tags are removed after it.
    """
    listed = header.visibility == "public"
    new, old = {*info.tags} - {*seen.tags}, {*seen.tags} - {*info.tags}
    if listed and new:
        installation.store.lists.tag(header.game_id, new)
    if not installation.store.replace_info(header.game_id, seen, info):
        return False
    if listed and old:
        installation.store.lists.untag(header.game_id, old)
    return True
