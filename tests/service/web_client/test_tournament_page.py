"""Test that the web client names everything that tournaments declare."""

import pytest
from bottega_client import format_message

from domain.languages import LANGUAGES
from service.tournaments.rules.plan import USUAL_TIE_BREAKS
from tests.client.typescript_modules import reported
from tests.workers.running import ROOT

WORDS = ROOT / "service" / "web_client" / "src" / "words" / "tournament"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_tie_break_has_a_name_in_every_language(language):
    text = reported(WORDS / f"{language}.ts", "(m) => m.default.tie_break")
    names = {format_message(text, {"name": each}, language) for each in USUAL_TIE_BREAKS}
    assert "" not in names
    assert len(names) == len(USUAL_TIE_BREAKS)
