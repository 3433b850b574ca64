"""Generate the typed part of the client from the schema on standard input."""

import json
import sys
from pathlib import Path

from midpath_generator.output import written

PACKAGE = Path(__file__).parents[1] / "midpath"

if __name__ == "__main__":
    for name, text in written(json.load(sys.stdin)).items():
        (PACKAGE / name).write_text(text)
