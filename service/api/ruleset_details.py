"""Describe rulesets in a language: in brief for a list, and in full."""

from datetime import date
from functools import lru_cache

import msgspec
from msgspec import UNSET, UnsetType

from domain.actions import action_types
from domain.effects import effects
from domain.introductions import NO_INTRODUCTION
from domain.languages import Language
from domain.levels import LEVELS, differing_levels
from domain.pictures import picture
from domain.references import references
from domain.ruleset import AnyRuleset
from domain.undo_rules import undo_modes
from domain.versions import versions_of
from service.api.authentication import installation
from service.api.caching import MOST_UNCHANGING
from service.api.urls import url
from service.contract.option_forms import set_up_options
from service.game.deals import deals_of
from service.reading import how_to_play
from service.reading.boards import board_path
from service.reading.icons import icon_paths, mark_of, mark_of_icons
from service.resources.how_to_play import HowToPlay
from service.resources.rulesets import (
    Appearance,
    GameHelp,
    HostedVersion,
    LevelsBySeats,
    Name,
    PackagedBoard,
    Ruleset,
    RulesetList,
    RulesetSummary,
    Sentence,
)


def listed(language: Language) -> RulesetList:
    """Return the descriptions in brief of all hosted rulesets."""
    return RulesetList(tuple(_summary(ruleset, language) for ruleset in installation().rulesets.values()))


def _summary(ruleset: AnyRuleset, language: Language) -> RulesetSummary:
    return RulesetSummary(
        ruleset=ruleset.name,
        title=ruleset.names.title.read_in(language),
        rules_version=ruleset.version,
        versions=tuple(map(_version, versions_of(installation().rulesets, ruleset))),
        min_seats=ruleset.min_seats,
        max_seats=ruleset.max_seats,
        levels=tuple(LEVELS),
        levels_by_seats=tuple(_levels(ruleset, seats) for seats in range(ruleset.min_seats, ruleset.max_seats + 1)),
        undo_modes=undo_modes(ruleset),
        deals=deals_of(ruleset),
        duration=ruleset.introduction.duration or UNSET,
        complexity=ruleset.introduction.complexity or UNSET,
        picture=_picture_url(ruleset),
        lesson=ruleset.lesson is not None,
    )


def _levels(ruleset: AnyRuleset, seats: int) -> LevelsBySeats:
    differing = differing_levels(ruleset, seats)
    return LevelsBySeats(seats, differing or tuple(LEVELS), measured=bool(differing))


def _version(ruleset: AnyRuleset) -> HostedVersion:
    return HostedVersion(ruleset.name, ruleset.version, _day(ruleset.deprecated), _day(ruleset.sunset))


def _day(day: date | None) -> str | UnsetType:
    return UNSET if day is None else str(day)


def details(ruleset: AnyRuleset, language: Language) -> Ruleset:
    """Return the description in full of a ruleset."""
    return Ruleset(
        **msgspec.structs.asdict(_summary(ruleset, language)),
        action_types=tuple(action_types(ruleset)),
        options=set_up_options(ruleset, language),
        constants=ruleset.constants,
        ratings=ruleset.ratings,
        names=tuple(Name(*named) for named in ruleset.names.listed_in(language)),
        appearances=_appearances(ruleset),
        icons=_icons_url(ruleset),
        grids=ruleset.grids,
        references=references(ruleset),
        effects=effects(ruleset),
        sentences=tuple(Sentence(*each) for each in ruleset.sentences.listed_in(language)),
        help=_help(ruleset, language),
        board=_board(ruleset),
    )


def _board(ruleset: AnyRuleset) -> PackagedBoard | UnsetType:
    return PackagedBoard(url(board_path(ruleset.name, ruleset.board)), ruleset.board.kit) if ruleset.board else UNSET


def _help(ruleset: AnyRuleset, language: Language) -> GameHelp | UnsetType:
    """Return the paragraphs for new players, in the order of the introduction."""
    introduction = ruleset.introduction
    if introduction == NO_INTRODUCTION:
        return UNSET
    known = {each.paragraph: each for each in ruleset.paragraphs}
    turn, end, scoring = (
        tuple(ruleset.translations.paragraph_in(language, known[number]) for number in numbers)
        for numbers in (introduction.turn, introduction.end, introduction.scoring)
    )
    return GameHelp(turn, end, scoring)


@lru_cache(MOST_UNCHANGING)
def picture_of(ruleset: AnyRuleset) -> bytes:
    """Return the picture of a ruleset; an empty one if its introduction names no icons."""
    icons = tuple(ruleset.appearances.icons[each] for each in ruleset.introduction.picture)
    return picture(icons) if icons else b""


def _picture_url(ruleset: AnyRuleset) -> str:
    """Return the URL path of the picture of a ruleset, with the hash of its drawing; an empty one without a picture."""
    drawing = picture_of(ruleset)
    return url(f"/v1/rulesets/{ruleset.name}/picture?v={mark_of(drawing)}") if drawing else ""


def _icons_url(ruleset: AnyRuleset) -> str:
    """Return the URL path of all icons of a ruleset, with the hash of their drawings; an empty one without icons."""
    has_icons = bool(ruleset.appearances.icons)
    return url(f"/v1/rulesets/{ruleset.name}/icons?v={mark_of_icons(ruleset)}") if has_icons else ""


def how_to_play_page(ruleset: AnyRuleset, language: Language) -> HowToPlay:
    """Return the page "How to play" of a ruleset."""
    return how_to_play.page(ruleset, language, url)


def _appearances(ruleset: AnyRuleset) -> tuple[Appearance, ...]:
    """Return the appearance of each component, with the URL of its icon."""
    path_of = icon_paths(ruleset)
    return tuple(
        Appearance(kind=kind, id=each, icon=url(path_of(kind, each)), **msgspec.structs.asdict(drawing))
        for kind, each, drawing in ruleset.appearances.listed()
    )
