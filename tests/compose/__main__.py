"""Run the stack of docker-compose.yml in containers, kill some while people work, and compare what
they were told with the database: python -m tests.compose [--folder FOLDER]."""

import argparse
import sys
from pathlib import Path

from tests.compose.engine import ROOT, Refused, build_images, engine, require_programs
from tests.compose.stack import checked_stack


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.compose", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / ".midpath" / "compose-test")
    parser.add_argument("--users", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=60)
    chosen = parser.parse_args()
    try:
        require_programs()
        with engine(chosen.folder) as it:
            build_images(it)
            return checked_stack(it, chosen.folder / "stack", chosen.users, chosen.seconds)
    except Refused as error:
        sys.stderr.write(f"{error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
