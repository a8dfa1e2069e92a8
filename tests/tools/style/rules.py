"""Find faults in a text: marker words, and sentences that are too long."""

import re
from collections.abc import Iterator
from statistics import fmean

MOST_WORDS = 30
"""Most words in one sentence."""
MOST_MEAN_WORDS = 16
"""Largest mean of the words per sentence in a Markdown or JSON file, or in a package."""
FEWEST_SENTENCES = 10
"""Fewest sentences that have a meaningful mean."""

MARKERS = {
    r"whoever|whosoever": "name the caller, client or player",
    r"(?:told|tells?|telling)(?!\s(?:\S+\s){0,4}apart)": "return, say, send or show",
    r"anew": "again",
    r"likewise|do(?:es)? so|do(?:es)? the same": "repeat the verb and its noun",
    r"be it": "name the cases",
    r"in vain": "without success",
    r"for want of": "without",
    r"thereof": "name the noun",
    r"but for": "except",
    r"the own": "their or your",
    r"all that there is": "drop it",
    r"(?:is|are|was|were) nobody['\u2019]s": "has no host, or no owner",
    r"by itself": "automatically, or alone",
    r"he|him|his|himself": "the player, they",
    r"onlookers?": "spectator",
    r"meanwhile": "in the meantime",
    r"(?<!\bto )(?<!\bby )(?<!\bfor )(?<!\bof )(?<!\bfrom )(?<!\bwith )(?:nobody|somebody|anybody)(?!['\u2019])": (
        "name the subject"
    ),
    r"(?:(?<=CODE )|(?<![^.!?] ))gives?(?! up| way)": "return, or include",
    r"ask(?:s|ed)? for": "request, or require",
    r"colors?(?!-)|colored|behaviors?|neighbors?|favorites?|organiz\w+": "spell it in British English",
}
"""Words that no text may contain, and what to write instead."""

PATTERNS = {
    re.compile(rf"\b(?:{words})\b".replace(" ", r"\s"), re.IGNORECASE): advice for words, advice in MARKERS.items()
}
SUSPECT = re.compile("|".join(pattern.pattern for pattern in PATTERNS), re.IGNORECASE)

FENCE = re.compile(r"^\s*(?:```|~~~)")
ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+|^\s*#+\s+|^\s*>\s?")
CODE_SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
HTML = re.compile(r"<!--.*?-->|</?[a-z][^>\n]*>|https?://\S+", re.DOTALL)
SENTENCE_END = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)[.!?…]+[\"'\u201d\u2019)\]*_]*\s+(?=[^a-z])")
CODE = "CODE"


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """Split Markdown into its paragraphs, list items and table cells, each with the line that it starts in, from 0.

    Code spans become one word. Fenced and indented code, doctests and comments are left out.
    """
    block: list[str] = []
    start, fenced, blank = 0, False, True
    for number, line in enumerate(prose(text).split("\n")):
        fence = FENCE.match(line)
        code = fenced or fence or line.lstrip().startswith(">>>") or (blank and line.startswith("    "))
        fenced ^= fence is not None
        row, item = line.lstrip().startswith("|"), ITEM.match(line)
        if block and (code or row or item or not line.strip()):
            yield start, "\n".join(block)
            block = []
        if row and not code:
            yield from ((number, cell.strip()) for cell in line.split("|") if cell.strip(" -:"))
        elif line.strip() and not code:
            start = start if block else number
            block.append(line[item.end() :].strip() if item else line.strip())
        blank = not line.strip() or bool(code)
    if block:
        yield start, "\n".join(block)


def prose(text: str) -> str:
    """Return a text with code spans as one word each, without URLs and comments, on the same lines."""
    text = CODE_SPAN.sub(lambda found: CODE + "\n" * found[0].count("\n"), text) if "`" in text else text
    text = LINK.sub(r"\1", text) if "](" in text or "][" in text else text
    return HTML.sub(lambda found: "\n" * found[0].count("\n"), text) if "<" in text or "://" in text else text


def sentences(block: str) -> Iterator[tuple[int, str]]:
    """Split a paragraph into sentences, each with the line of the paragraph that it starts in, from 0."""
    start = 0
    for end in [*(found.end() for found in SENTENCE_END.finditer(block)), len(block)]:
        if words(block[start:end]):
            yield block.count("\n", 0, start), block[start:end]
        start = end


def words(sentence: str) -> int:
    """Count the words of a sentence; a code span, a number and a hyphenated word are one each."""
    return sum(any(map(str.isalnum, word)) for word in sentence.split())


def marked(block: str) -> Iterator[tuple[int, str, str]]:
    """List the marker words of a paragraph: the line of each, from 0, the words, and what to write instead."""
    if SUSPECT.search(block):
        for pattern, advice in PATTERNS.items():
            for found in pattern.finditer(block):
                yield block.count("\n", 0, found.start()), " ".join(found[0].split()), advice


def mean_words(lengths: list[int]) -> float:
    """Return the mean words per sentence; 0 if there are too few sentences to judge."""
    return fmean(lengths) if len(lengths) >= FEWEST_SENTENCES else 0
