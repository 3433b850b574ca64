"""The generated files, formatted as by `make format`."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agreement.version import VERSION
from midpath_generator.methods import methods
from midpath_generator.models import models

ROOT = Path(__file__).parents[2]
RUFF = (sys.executable, "-m", "ruff")
VERSION_MODULE = f'''"""The version of Midpath. Written by `make client`; do not edit."""

VERSION = "{VERSION}"
'''
AS = ("--quiet", "--stdin-filename", "client/midpath/written.py", "-")


def written(schema: Mapping[str, Any]) -> dict[str, str]:
    """Return the text of each generated file."""
    texts = {
        "models.py": models(schema),
        "operations.py": methods(schema),
        "version.py": VERSION_MODULE,
    }
    return {name: laid_out(text) for name, text in texts.items()}


def laid_out(text: str) -> str:
    """Format a module with ruff and remove unused imports."""
    for command in (("check", "--fix", "--select", "F401,I"), ("format",)):
        done = subprocess.run(
            [*RUFF, *command, *AS], input=text, capture_output=True, text=True, check=True, cwd=ROOT
        )
        text = done.stdout
    return text
