"""Return the page "How to play" of a ruleset with the icons and positions that it shows."""

from collections.abc import Callable

from domain.actions import read_action
from domain.how_to_play import HowToPosition, Page, all_blocks, all_spans
from domain.languages import Language
from domain.ruleset import AnyRuleset
from service.reading.icons import icon_paths
from service.reading.scenarios import position_of
from service.resources.base import shown
from service.resources.how_to_play import HowToPlay, HowToPlayChapter, HowToPlayIcon, HowToPlayPosition


def page(ruleset: AnyRuleset, language: Language, url: Callable[[str], str]) -> HowToPlay:
    """Return the page of a ruleset in a language; without chapters if it has none. `url` returns the URL of a path."""
    found = ruleset.how_to_play.page_in(language) or Page("", (), ())
    return HowToPlay(
        ruleset=ruleset.name,
        rules_version=ruleset.version,
        title=found.title,
        lead=found.lead,
        chapters=tuple(shown(each, HowToPlayChapter) for each in found.chapters),
        icons=_icons(ruleset, found, url),
        positions=_positions(ruleset, found),
    )


def _icons(ruleset: AnyRuleset, page: Page, url: Callable[[str], str]) -> tuple[HowToPlayIcon, ...]:
    """Return the icons of a page, each once."""
    found = dict.fromkeys(span.icon for span in all_spans(page) if span.icon)
    path_of = icon_paths(ruleset)
    return tuple(HowToPlayIcon(each.kind, each.id, url(path_of(each.kind, each.id))) for each in found)


def _positions(ruleset: AnyRuleset, page: Page) -> tuple[HowToPlayPosition, ...]:
    """Return the positions of a page, each once; none if the operator replaced the data file of the ruleset."""
    names = dict.fromkeys(block.scenario for block in all_blocks(page) if isinstance(block, HowToPosition))
    known = {each.name for each in ruleset.catalogue.scenarios}
    return tuple(_position(ruleset, name) for name in names if name in known)


def _position(ruleset: AnyRuleset, name: str) -> HowToPlayPosition:
    scenario = next(each for each in ruleset.catalogue.scenarios if each.name == name)
    position, seat = position_of(ruleset, name), scenario.shows.seat
    return HowToPlayPosition(
        scenario=name,
        seats=scenario.seats,
        seat=seat,
        version=position.version,
        to_act=ruleset.to_act(position.state),
        view=ruleset.view(position.state, seat),
        action=read_action(ruleset, scenario.shows.action),
    )
