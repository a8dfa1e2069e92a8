"""Read the samples of the documentation as a reader of a running service sees them."""

import re
from html import unescape

SECTION = re.compile(r'<section class="tab" data-tab="([^"]+)">(.*?)</section>', re.DOTALL)
SAMPLE = re.compile(r"<pre[^>]*><code>(.*?)</code></pre>", re.DOTALL)
PART = re.compile(r"<h2 ")


def samples(page, number):
    """Return the samples of each tab in the part of a page with this number; the text before the first part is 0."""
    part = PART.split(page)[number]
    return {tab: [unescape(each) for each in SAMPLE.findall(text)] for tab, text in SECTION.findall(part)}
