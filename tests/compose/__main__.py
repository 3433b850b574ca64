"""Run the stack of docker-compose.yml in containers, kill some while people work, and compare what
they were told with the database: python -m tests.compose [--swarm] [--folder FOLDER]."""

import argparse
import signal
import sys
from pathlib import Path

from tests.compose.engine import ROOT, Refused, require_programs
from tests.compose.running import work_and_kill
from tests.compose.stack import composed_stack
from tests.compose.swarm import swarm_stack


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.compose", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / ".midpath" / "compose-test")
    parser.add_argument("--swarm", action="store_true", help="in a Swarm of two engines")
    parser.add_argument("--users", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=60)
    chosen = parser.parse_args()
    # Stop as after Ctrl-C: engines and networks must not stay behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    started = swarm_stack if chosen.swarm else composed_stack
    try:
        require_programs()
        with started(chosen.folder) as stack:
            return work_and_kill(stack, chosen.users, chosen.seconds)
    except Refused as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
