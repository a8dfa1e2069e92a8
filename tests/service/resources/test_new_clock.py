"""Test that one file declares a kind of clock."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
DECLARATION = '''
from domain.clock import SECOND, AnyClock


class HourglassClock(AnyClock, frozen=True, tag="hourglass"):
    """Seconds for all decisions, which count half."""

    seconds: int

    @property
    def is_slow(self) -> bool:
        return False

    @property
    def budget(self) -> int:
        return self.seconds * SECOND

    def deadline(self, since: int, left: int) -> int:
        return since + 2 * left


KIND = HourglassClock
'''
SCRIPT = """
import json, sys
from datetime import datetime
from domain.registry import RULESETS
from service.app import create_app
from tests.service.helpers.client.service import settings

client = create_app(settings(sys.argv[1]), RULESETS).test_client()
terms = {"seats": [{"kind": "human"}] * 2, "clock": {"kind": "hourglass", "seconds": 40}}
created = client.post("/v1/games", json={"ruleset": "azul", **terms})
view = client.get(f"/v1/games/{created.json['game_id']}/view").json
own = next(each for each in view["clocks"] if "deadline" in each)
lasts = datetime.fromisoformat(own["deadline"]) - datetime.fromisoformat(created.json["created_at"])
schemas = client.get("/openapi.json").json["components"]["schemas"]
print(json.dumps({
    "status": created.status_code,
    "clock": view["clock"],
    "left": own["seconds_left"],
    "seconds": round(lasts.total_seconds()),
    "kinds": [each["$ref"].rpartition("/")[2] for each in schemas["Clock"]["oneOf"]],
}))
"""


def test_one_file_declares_a_kind_of_clock(tmp_path, redis_url):
    shutil.copytree(ROOT / "domain", tmp_path / "domain", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "domain" / "clock_hourglass.py").write_text(DECLARATION, encoding="utf-8")
    command = [sys.executable, "-c", SCRIPT, redis_url]
    environment = {"PYTHONPATH": f"{tmp_path}:{ROOT}", "PATH": ""}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "status": 201,
        "clock": {"kind": "hourglass", "seconds": 40},
        "left": 40.0,
        "seconds": 81,
        "kinds": ["PerDecisionClock", "BudgetClock", "DaysClock", "HourglassClock"],
    }
