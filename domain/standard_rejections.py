"""The rejections of the functions in `defaults`, and the paragraphs of the rules that they cite.

A ruleset that declares a code of this name has its own paragraph and its own title.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

import msgspec

from domain.languages import DEFAULT_LANGUAGE, LANGUAGES, Language
from domain.names import Text, in_each
from domain.paragraphs import Paragraph
from domain.ruleset import AnyRuleset, RejectionCode
from domain.standard_texts import TEXTS

CODES: Final[Mapping[str, RejectionCode]] = {
    each.code: each
    for each in (
        RejectionCode("bad_player_count", "0.1", parameters={"seats": None}),
        RejectionCode("bad_first_seat", "0.2", parameters={"first_seat": "seat"}),
        RejectionCode("bad_options", "0.3"),
        RejectionCode("not_your_turn", "0.4", parameters={"to_act": "seat"}),
        RejectionCode("game_over", "0.5"),
        RejectionCode("malformed_action", "0.6", parameters={"fault": None}),
        RejectionCode("illegal_action", "0.6"),
    )
}
"""The codes in the order of their paragraphs, which precede those of `RULES.md`."""
OF_ACTIONS: Final = ("not_your_turn", "game_over", "malformed_action", "illegal_action")
"""The codes of the standard `reject`."""


def codes_of_setups(options_type: type[msgspec.Struct], first_seat_option: str | None) -> tuple[str, ...]:
    """Return the codes of the standard `reject_setup` for options of this type."""
    others = set(options_type.__struct_fields__) - {first_seat_option}
    return ("bad_player_count", *["bad_first_seat"] * bool(first_seat_option), *["bad_options"] * bool(others))


def framework_codes(ruleset: AnyRuleset) -> set[str]:
    """Return the codes of rejections that no function of the game raises."""
    codes = {ruleset.malformed_code, ruleset.unknown_type_code}
    if "reject" in ruleset.defaults:
        codes.update(OF_ACTIONS)
    if "reject_setup" in ruleset.defaults:
        codes.update(codes_of_setups(ruleset.options_type, ruleset.first_seat_option))
    return codes


def completed(declared: Iterable[RejectionCode], raised: Collection[str]) -> tuple[RejectionCode, ...]:
    """Return the declared codes, after those that are raised and not declared."""
    own = tuple(declared)
    known = {each.code for each in own}
    return (*(each for code, each in CODES.items() if code in raised and code not in known), *own)


def paragraphs_of(rejections: Iterable[RejectionCode], fields: Mapping[str, Any]) -> dict[str, Text]:
    """Return the standard paragraphs that rejections of a game cite, by number."""
    standard = {each.paragraph: each.code for each in CODES.values()}
    cited = sorted({each.paragraph for each in rejections} & standard.keys())
    return {number: _filled(TEXTS.paragraphs[standard[number]], fields) for number in cited}


def _filled(text: Text, fields: Mapping[str, Any]) -> Text:
    """Return a paragraph with the numbers of players of a game."""
    return in_each(lambda language: text.read_in(language).replace("{seats}", _players(language, fields)))


def _players(language: Language, fields: Mapping[str, Any]) -> str:
    least, most = fields["min_seats"], fields["max_seats"]
    return str(least) if least == most else TEXTS.ranges.read_in(language).format(least=least, most=most)


def in_english(paragraphs: Mapping[str, Text]) -> tuple[Paragraph, ...]:
    """Return paragraphs by number as those of `RULES.md`."""
    return tuple(Paragraph(number, text.en) for number, text in paragraphs.items())


def translated(paragraphs: Mapping[str, Text]) -> dict[Language, dict[str, str]]:
    """Return the translations of paragraphs by language and number."""
    others = [language for language in LANGUAGES if language != DEFAULT_LANGUAGE]
    return {language: {number: text.read_in(language) for number, text in paragraphs.items()} for language in others}
