"""Test that a ruleset gets the texts that it does not state from its names."""

import pytest

from domain.names import Text
from domain.package import Unfinished, ruleset, texts_from_names
from domain.ruleset import RejectionCode
from domain.sentences import NO_SENTENCES, Sentences
from domain.translations import UNTRANSLATED, Texts, Translations
from domain.wire import snake_case
from tests.tiny import TINY
from tests.zoo import goofspiel

TITLE = Text.of(en="Not your turn", cs="Nejste na tahu", it="Non è il tuo turno", ru="Сейчас не ваш ход")
SENTENCE = Text.of(en="Not your turn.", cs="Nejste na tahu.", it="Non è il tuo turno.", ru="Сейчас не ваш ход.")
OWN = Text.of(en="Ada acts.", cs="Hraje Ada.", it="Tocca ad Ada.", ru="Ходит Ада.")
CHOOSE = Text.of(en="Choose", cs="Zvolte", it="Scegli", ru="Выберите")


def fields(rejection, sentences, translations=UNTRANSLATED):
    """Return the texts of a ruleset with one rejection and one decision."""
    names = type(TINY.names)(TITLE, {"not_your_turn": TITLE}, {"decision": {"choose": CHOOSE}})
    given = {"names": names, "rejections": (rejection,), "sentences": sentences, "translations": translations}
    return texts_from_names(given)


def test_a_title_is_the_text_and_the_sentence_of_a_rejection_without_them():
    found = fields(RejectionCode("not_your_turn", "2.1"), Sentences(parts={"a.b": OWN}))
    assert found["rejections"] == (RejectionCode("not_your_turn", "2.1", "Not your turn."),)
    assert found["translations"].texts.rejections == {"not_your_turn": SENTENCE.words}
    assert found["sentences"].rejections == {"not_your_turn": SENTENCE}
    assert found["sentences"].decisions == {"choose": CHOOSE}


def test_own_texts_stay():
    own, texts = (
        RejectionCode("not_your_turn", "2.1", "Ada acts."),
        Texts({"not_your_turn": {"cs": "a", "it": "b", "ru": "c"}}),
    )
    found = fields(own, Sentences(rejections={"not_your_turn": OWN}, decisions={"choose": OWN}), Translations(texts))
    assert (found["rejections"], found["translations"].texts) == ((own,), texts)
    assert (found["sentences"].rejections, found["sentences"].decisions) == ({"not_your_turn": OWN}, {"choose": OWN})


def test_a_ruleset_without_sentences_gets_none():
    assert fields(RejectionCode("not_your_turn", "2.1"), NO_SENTENCES)["sentences"] == NO_SENTENCES


def test_a_rejection_without_a_title_is_named():
    codes = (*goofspiel.RULESET.rejections, RejectionCode("hand_empty", "2.2"))
    with pytest.raises(Unfinished, match=r"^names\.json has no title for the rejections hand_empty$"):
        ruleset(goofspiel.__name__, rejections=codes)


def test_the_tag_of_a_class_is_its_name_in_snake_case():
    assert [snake_case(name) for name in ("Take", "DiscLanded", "BidsRevealed")] == [
        "take",
        "disc_landed",
        "bids_revealed",
    ]
