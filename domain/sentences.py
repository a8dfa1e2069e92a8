"""How the facts, actions, decisions and refusals of a ruleset are told in a sentence, in every language.

They stand in `sentences.json` beside the ruleset's code, in ICU MessageFormat, of which they use

    {name}                                             what is meant, in the reader's language
    {name, plural, =0 {none} one {# tile} other {# tiles}}   `#` is the number
    {name, select, purple {...} other {...}}           by an id

For each member `m` of a fact, action or refusal there are the arguments

    m           for display: a name, a number, a player's name; lists joined by `, `; mappings of counts as
                `2 × Purple, Green`, mappings of ids to ids as `Small laboratory: Flying machine`
    m_id        the id itself; `true` or `false`; `none` where the member is absent: for `select`
    m_count     the length of a list, the sum of counts, the entries of a mapping of ids to ids, or the number itself:
                for `plural`
    m_abs       a number without its sign: for display and for `plural`
    m_acc, ...  the grammatical form of that name (`forms` in names.json), or the name itself where it has none

In the sentence of an action `actor` is who acts; so is `seat`, if the action has no member of that name. A list of
structs is told entry by entry, as `parts` has it for `<type>.<member>`, with the members of the entry as arguments; a
mapping may be, with `key` and `value`. No sentence has a straight apostrophe before a brace, or two in a row, which ICU
takes for quotes.

Sentences are in the present tense, which needs no player's gender, and leave players' names as they
are. Those of facts and actions have no full stop; those of decisions say what the reader is to do.
"""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Final, Literal

import msgspec

from domain.names import Language, Text

SentencePart = Literal["fact", "action", "decision", "refusal", "part"]


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All sentences of a ruleset, each in every language."""

    facts: Mapping[str, Text] = {}
    """By type."""
    actions: Mapping[str, Text] = {}
    """By type, with the stand-ins for those that a reader may not read."""
    decisions: Mapping[str, Text] = {}
    """By the kind of the decision, as `decision_kind` of the view says it."""
    refusals: Mapping[str, Text] = {}
    """By code."""
    parts: Mapping[str, Text] = {}
    """How an entry of a list of structs is told, by `<type>.<member>`."""

    def listed_in(self, language: Language) -> Iterator[tuple[SentencePart, str, str]]:
        """Go through all sentences: of what, id, text."""
        by_part: tuple[tuple[SentencePart, Mapping[str, Text]], ...] = (
            ("fact", self.facts),
            ("action", self.actions),
            ("decision", self.decisions),
            ("refusal", self.refusals),
            ("part", self.parts),
        )
        for part, texts in by_part:
            for each, text in texts.items():
                yield part, each, text.read_in(language)


NO_SENTENCES: Final = Sentences()
"""Of a ruleset in the making."""


def read_sentences(package: str) -> Sentences:
    """Return the sentences of a ruleset: `sentences.json` in its package; none while it is in the making."""
    file = files(package).joinpath("sentences.json")
    return msgspec.json.decode(file.read_bytes(), type=Sentences) if file.is_file() else NO_SENTENCES
