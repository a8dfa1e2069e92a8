"""Sentences for the facts, actions, decisions and rejections of a ruleset, in every language.

They are in `sentences.json` beside the ruleset's code, in ICU MessageFormat with these forms:

    {name}                                             the value, in the player's language
    {name, plural, =0 {none} one {# tile} other {# tiles}}   `#` is the number
    {name, select, purple {...} other {...}}           by an id

Each field `m` of a fact, action or rejection has these arguments:

    m           for display: a name, a number, a player's name; lists joined by `, `, with equal names counted;
                mappings of counts as `2 × Purple, Green`; of ids to ids as `Small laboratory: Flying machine`
    m_id        the id; `true` or `false`; `none` if the field is omitted: for `select`
    m_count     the length of a list, the sum of counts, the entries of a mapping of ids to ids, or the number: for
                `plural`; 1 for any other value, 0 if the field is omitted
    m_abs       a number without its sign: for display and for `plural`
    m_acc, ...  the grammatical form of that name (`forms` in names.json), or the name if it has no such form

In the sentence of an action, `actor` is the seat that acts. If the action has no field `seat`, `seat` is the actor too.
The sentence has two forms, and `actor_id` chooses one of them:

    {actor_id, select, none {Take} other {{seat} takes}} {tiles}

    third person    with an actor, for a game log: "Ada takes 2 × Purple"
    imperative      without an actor (`none`), for a button: "Take 2 × Purple"; infinitive in Czech and Russian

In a game log, `facts` is the list of the types of the facts that follow the sentence of an action. A sentence that says
less than its facts may be the start of one of them there, and the log shows only that fact:

    {seat} {facts_count, plural, =0 {uses the action} other {takes}}    before the fact "Ada takes iron"

The fields of a preview (`previews` of the ruleset) are further arguments of the imperative. Without a preview they are
omitted fields, so a sentence needs a form for that:

    {number_count, plural, =0 {all tiles} one {# tile} other {# tiles}}

The observed forms of hidden actions (`concealed_...`) have the third person only: no player can choose them.

An entry of a list of structs has the sentence `<type>.<field>` of `parts`; its arguments are the fields of the entry. A
mapping may have such a sentence too, with the arguments `key` and `value`. A straight apostrophe must not come before a
brace, and never twice in a row, since ICU reads it as a quote.

`openapi/vectors/sentences.json` has an example of each rule. The web client and the terminal are tested with it.

Sentences of facts and actions are in the present tense, which needs no player's gender. No sentence changes a player's
name. Sentences of facts and actions have no full stop. Sentences of decisions state what the player must do.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal

import msgspec

from domain.languages import Language
from domain.names import Text, read_texts
from domain.package_files import content, reading

FILE: Final = "sentences.json"

SentencePart = Literal["fact", "action", "decision", "rejection", "part"]


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All sentences of a ruleset, each in every language."""

    facts: Mapping[str, Text] = {}
    """The sentences of facts, by type."""
    actions: Mapping[str, Text] = {}
    """The sentences of actions, by type, including the observed forms of actions whose details are hidden.

    Legal actions have two forms.
    """
    decisions: Mapping[str, Text] = {}
    """The sentences of decisions, by kind as in `decision_kind` of the view."""
    rejections: Mapping[str, Text] = {}
    """The sentences of rejections, by code."""
    parts: Mapping[str, Text] = {}
    """The sentence of an entry of a list of structs, by `<type>.<field>`."""

    def listed_in(self, language: Language) -> Iterator[tuple[SentencePart, str, str]]:
        """Yield part, id and text of each sentence in a language."""
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
"""Sentences of a ruleset that has none yet."""


def read_sentences(package: str) -> Sentences:
    """Return the sentences in a ruleset's `sentences.json`; empty if the file is missing."""
    found = content(package, FILE)
    with reading(FILE):
        return NO_SENTENCES if found is None else read_texts(found, Sentences)
