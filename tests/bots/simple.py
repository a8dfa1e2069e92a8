"""A bot in plain Python: takes the legal action of the type that it has used least often."""

import json
import sys
from collections import Counter

taken = Counter()

for line in sys.stdin:
    question = json.loads(line)
    actions = question["actions"]
    chosen = min(range(len(actions)), key=lambda index: taken[actions[index]["type"]])
    taken[actions[chosen]["type"]] += 1
    print(json.dumps({"id": question["id"], "action": chosen}), flush=True)
