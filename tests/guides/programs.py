"""The programs that the guides consist of."""

import re

from tests.workers.running import ROOT

GUIDES = ROOT / "openapi" / "guides"


def program(guide, language):
    """Put the blocks of a guide in one language together."""
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", (GUIDES / guide).read_text(), re.DOTALL | re.MULTILINE)
    return "\n".join(text for tag, text in blocks if tag == language)
