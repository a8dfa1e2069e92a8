"""Streams end with their game or their credential, and have shown everything that their caller may see."""

from tests.pairs.playing import Play

NAME = "streams end, and miss nothing"


def check(play: Play) -> None:
    """Wait for all streams, and compare what they received with the log."""
    scene = play.scene
    for each in scene.listeners:
        truth = scene.truths.get(each.game_id)
        if truth is None or each.game_id in scene.gone or not (truth.is_over or truth.aborted_at):
            continue
        if not each.is_done():
            scene.journal.fault(NAME, f"{each.name} goes on after the end of the game")
        elif each.fault:
            scene.journal.fault(NAME, f"{each.name} broke: {each.fault}")
        elif each.has_ended or each.status == 204:
            if sorted({*each.versions}) != [*range(1, truth.version + 1)]:
                scene.journal.fault(NAME, f"{each.name} received {_sum(each.versions)} of {truth.version} events")
            if truth.aborted_at and each.has_ended and not each.has_abort:
                scene.journal.fault(NAME, f"{each.name} ended without the abort of the game")
            if len(each.versions) != len({*each.versions}):
                scene.journal.fault(NAME, f"{each.name} received events twice")
        elif each.who in scene.persons and each.status == 401:
            scene.journal.fault(NAME, f"{each.name} was rejected with a valid credential")


def _sum(versions: list[int]) -> str:
    return f"{len({*versions})} (up to {max(versions, default=0)})"
