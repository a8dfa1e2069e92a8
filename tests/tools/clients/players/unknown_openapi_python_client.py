"""Decode a filtered page with the client of openapi-python-client; `known` is the filter of the guide."""

import json
import sys
from pathlib import Path

from bottega_client.models.pool_page import PoolPage
from known import known

received = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
page = PoolPage.from_dict(known(received))
print(len(received["pools"]) - len(page.pools))
print(json.dumps(page.to_dict()))
