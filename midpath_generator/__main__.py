"""Generate the typed part of the client from the schema on standard input."""

import json
import shutil
import sys
from pathlib import Path

from midpath_generator.output import FOLDERS, written

PACKAGE = Path(__file__).parents[1] / "midpath"

if __name__ == "__main__":
    files = written(json.load(sys.stdin))
    for folder in FOLDERS:
        shutil.rmtree(PACKAGE / folder, ignore_errors=True)
        (PACKAGE / folder).mkdir()
    for name, text in files.items():
        (PACKAGE / name).write_text(text)
