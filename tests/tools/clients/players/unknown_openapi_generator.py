"""Decode a page with the client that openapi-generator makes for Python."""

import json
import sys
from pathlib import Path

from openapi_client.models.pool_page import PoolPage

page = PoolPage.from_json(Path(sys.argv[1]).read_text(encoding="utf-8"))
assert page is not None
print(sum(isinstance(each.actual_instance, dict) for each in page.pools))
print(json.dumps(page.to_dict()))
