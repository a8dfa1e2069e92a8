"""Validate text that users write: names, labels, reasons and values of metadata.

A text is in the normalisation form NFC, without spaces at its ends. It holds letters, marks, digits, punctuation,
symbols and the plain space. It has a visible character, or is empty where that is allowed. Its length is counted in
grapheme clusters, which readers see as one letter. These characters are rejected:

- controls, line feeds, and all spaces except the plain one
- direction marks, and all other format characters
- characters without a shape: fillers, blank braille, tags
- private, unassigned and surrogate code points

Three kinds of invisible characters stay where a script needs them:

- U+200C and U+200D (ZWNJ, ZWJ) between letters of scripts that join or stack: Persian, Urdu, Hindi, Sinhala and others
- U+200D, U+FE0F, U+FE0E and tags within an emoji
- variation selectors after an ideograph, as in some Japanese names
"""

import unicodedata
from dataclasses import dataclass
from typing import Final

import regex

CLUSTER_CODE_POINTS: Final = 4
"""Most code points per cluster, on average. A family emoji has eleven, most letters have one."""
TEXT_RULES = "See `/docs/guides/requests#text-that-users-write`."
"""Where the rules for texts of users stand."""
MOST_MARKS: Final = 4
"""Most marks in a row on Latin and other letters. More marks cover the lines above and below."""
MOST_OWN_MARKS: Final = 8
"""Most marks in a row in scripts with their own marks. Letters of Burmese and Hebrew can have seven."""
JOINING: Final = (
    *("Arabic", "Syriac", "Mandaic", "Nko", "Mongolian", "Phags_Pa", "Manichaean", "Adlam", "Hanifi_Rohingya"),
    *("Sogdian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam"),
    *("Sinhala", "Khmer", "Myanmar", "Tibetan", "Balinese", "Javanese", "Sundanese", "Newa", "Grantha", "Tirhuta"),
    *("Chakma", "Meetei_Mayek", "Tai_Tham", "Limbu", "Lepcha"),
)
"""Scripts in which U+200C and U+200D change how letters join or stack."""

_LETTER = "[[" + "".join(rf"\p{{Script={each}}}" for each in JOINING) + r"]&&[\p{L}\p{M}]]"
_PICTURE = r"\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?"
_FLAG = r"\U0001F3F4[\U000E0030-\U000E0039\U000E0061-\U000E007A]{1,6}\U000E007F"
_NEEDED = regex.compile(
    rf"{_FLAG}"
    rf"|{_PICTURE}(?:\u200D{_PICTURE})*"
    r"|[0-9#*]\uFE0F\u20E3"
    r"|\p{Ideographic}[\uFE00-\uFE0F\U000E0100-\U000E01EF]"
    rf"|(?<={_LETTER})[\u200C\u200D](?={_LETTER})",
    regex.VERSION1,
)
"""The sequences in which invisible characters are allowed."""
_REJECTED = regex.compile(
    r"[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800[\p{Zs}--\u0020]]",
    regex.VERSION1,
)
_VISIBLE = regex.compile(r"[^\p{M}\p{Z}\p{C}]", regex.VERSION1)
_MARKS = regex.compile(
    rf"[\p{{M}}&&\p{{Script=Inherited}}]{{{MOST_MARKS + 1}}}|\p{{M}}{{{MOST_OWN_MARKS + 1}}}", regex.VERSION1
)
_SECRET = regex.compile(
    r"bk_[a-z0-9]{20}"  # a player key
    r"|(?<![a-z0-9])[a-z0-9]{20}\.(?:creator|[0-9]+(?:-[0-9]+)?)\.[A-Za-z0-9_-]{16}"  # a token of a seat or a game
    r"|whsec_[A-Za-z0-9+/=_-]{16}"
    r"|eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\."  # a signed identity
)
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_ISOLATE, _POP = "\u2068", "\u2069"


@dataclass(frozen=True)
class UserText:
    """The marker of a text of a user, in `Annotated`. Limits are in grapheme clusters."""

    longest: int
    shortest: int = 1


class BadText(ValueError):
    """A text is not allowed; the message says why."""


def user_text(text: str, shortest: int, longest: int) -> str:
    """Return a text as it is stored: in NFC, without spaces at its ends. Raises BadText.

    The lengths are in grapheme clusters. If `shortest` is zero, the text may be empty.
    """
    normalised = unicodedata.normalize("NFC", text).strip(" ")
    if not normalised and not shortest:
        return normalised
    _check_characters(normalised)
    clusters = len(regex.findall(r"\X", normalised))
    if not shortest <= clusters <= longest:
        raise BadText(f"Length must be between {shortest} and {longest} characters.")
    if len(normalised) > longest * CLUSTER_CODE_POINTS:
        raise BadText(f"Must have at most {longest * CLUSTER_CODE_POINTS} code points.")
    return normalised


def isolated(text: str) -> str:
    """Return a text between isolates if its direction could change the words around it."""
    needs = any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)
    return f"{_ISOLATE}{text}{_POP}" if needs else text


def one_line(text: str) -> str:
    """Return a text as one line for a terminal, an image or a file. Rejected characters become `�`.

    Isolates stay if each is closed, since `isolated` writes them.
    """
    allowed = {_ISOLATE, _POP} if text.count(_ISOLATE) == text.count(_POP) else set()
    needed = {at for found in _NEEDED.finditer(text) for at in range(*found.span())}
    return "".join(
        letter if at in needed or letter in allowed or not _REJECTED.match(letter) else "\ufffd"
        for at, letter in enumerate(text)
    )


def shortened(text: str, longest: int) -> str:
    """Return at most this many grapheme clusters of a text; an ellipsis replaces the omitted ones."""
    clusters = regex.findall(r"\X", text)
    return text if len(clusters) <= longest else "".join(clusters[: longest - 1]) + "…"


def compared(text: str) -> str:
    r"""Return a name in the form in which names are compared: letter case and compatible forms do not count.

    >>> compared("ANNA") == compared("\uff21nna")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def with_number(text: str, number: int, longest: int) -> str:
    """Return a text with a number after it, shortened to at most this many grapheme clusters.

    >>> [with_number("Anna", 2, 64), with_number("Anna", 10, 5)]
    ['Anna 2', 'A… 10']
    """
    return f"{shortened(text, longest - len(f' {number}'))} {number}"


def _check_characters(text: str) -> None:
    """Raise BadText if a text has a rejected character, no visible character, or a secret."""
    found = _REJECTED.search(_NEEDED.sub("", text))
    if found is not None:
        raise BadText(
            f"Must not contain the character U+{ord(found.group()):04X}: it is invisible or moves other text."
        )
    if not _VISIBLE.search(text):
        raise BadText("Must contain a visible character.")
    if _MARKS.search(text):
        raise BadText("Must not contain so many combining marks in a row.")
    if _SECRET.search(text):
        raise BadText("Must not contain a key or a token: this text is public.")
