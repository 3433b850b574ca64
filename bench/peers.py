"""Other projects' packages for comparison, in a separate environment: `make peers`."""

import json
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

PEERS = Path(os.environ.get("MIDPATH_PEERS", Path(__file__).resolve().parents[1] / ".peers"))


@cache
def are_here() -> bool:
    """Return whether the packages are installed; if not, say so once."""
    if (PEERS / "ready").exists():
        return True
    print(f"nltk is not here; `make peers` installs it into {PEERS.name}")
    return False


def run(program: str, given: object) -> Any:
    """Run a program with JSON as input, and return its JSON output."""
    done = subprocess.run(
        [PEERS / "bin" / "python", "-c", program],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)
