"""What others made, in an environment of its own: `make peers`."""

import json
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

PEERS = Path(os.environ.get("MIDPATH_PEERS", Path(__file__).resolve().parents[1] / ".peers"))


@cache
def are_here() -> bool:
    """Says so once where they are not."""
    if (PEERS / "ready").exists():
        return True
    print(f"nltk is not here; `make peers` installs it into {PEERS.name}")
    return False


def run(program: str, given: Any) -> Any:
    """What a program answers to JSON, in JSON."""
    done = subprocess.run(
        [PEERS / "bin" / "python", "-c", program],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)
