"""Extract the programs of the guides."""

import re

from tests.workers.running import ROOT

GUIDES = ROOT / "openapi" / "guides"


def program(guide, language):
    """Join the code blocks of a guide in one language."""
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", (GUIDES / guide).read_text(), re.DOTALL | re.MULTILINE)
    return "\n".join(text for tag, text in blocks if tag == language)
