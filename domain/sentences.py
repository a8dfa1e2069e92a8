"""The sentences for the facts, actions, decisions and rejections of a ruleset, in every language.

They stand in `sentences.json` beside the ruleset's code, in ICU MessageFormat, of which they use

    {name}                                             the value, in the reader's language
    {name, plural, =0 {none} one {# tile} other {# tiles}}   `#` is the number
    {name, select, purple {...} other {...}}           by an id

For each field `m` of a fact, action or rejection there are the arguments

    m           for display: a name, a number, a player's name; lists joined by `, `; mappings of counts as
                `2 × Purple, Green`, mappings of ids to ids as `Small laboratory: Flying machine`
    m_id        the id; `true` or `false`; `none` where the field is omitted: for `select`
    m_count     the length of a list, the sum of counts, the entries of a mapping of ids to ids, or the number: for
                `plural`; 1 for any other value, 0 where the field is omitted
    m_abs       a number without its sign: for display and for `plural`
    m_acc, ...  the grammatical form of that name (`forms` in names.json), or the name where it has no such form

In the sentence of an action, `actor` is the seat that acts. So is `seat` if the action has no field of that name. An
entry of a list of structs is written by the sentence `<type>.<field>` of `parts`; its arguments are the fields of the
entry. A mapping may have such a sentence too, with the arguments `key` and `value`. No sentence has a straight
apostrophe before a brace, or two in a row, which ICU takes for quotes.

`openapi/vectors/sentences.json` has an example of each rule. The browser table and the terminal are tested with it.

Sentences are in the present tense, which needs no player's gender, and leave players' names as they are. Those of facts
and actions have no full stop. Those of decisions state what the reader must do.
"""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Final, Literal

import msgspec

from domain.names import Language, Text

SentencePart = Literal["fact", "action", "decision", "rejection", "part"]


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All sentences of a ruleset, each in every language."""

    facts: Mapping[str, Text] = {}
    """By type."""
    actions: Mapping[str, Text] = {}
    """By type, with the stand-ins for those that a reader may not read."""
    decisions: Mapping[str, Text] = {}
    """By the kind of the decision, as `decision_kind` of the view says it."""
    rejections: Mapping[str, Text] = {}
    """By code."""
    parts: Mapping[str, Text] = {}
    """How an entry of a list of structs is told, by `<type>.<member>`."""

    def listed_in(self, language: Language) -> Iterator[tuple[SentencePart, str, str]]:
        """Go through all sentences: of what, id, text."""
        by_part: tuple[tuple[SentencePart, Mapping[str, Text]], ...] = (
            ("fact", self.facts),
            ("action", self.actions),
            ("decision", self.decisions),
            ("rejection", self.rejections),
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
