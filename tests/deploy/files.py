"""The files of deploy/ that tests read."""

from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
WORKERS = {kind: ["worker", kind] for kind in ("scoring", "thinking", "webhooks")}
OWN = {"api": ["api"], **WORKERS, "sweeper": ["sweeper"]}
