"""The generated files, formatted as by `make format`."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from midpath_generator.methods import methods
from midpath_generator.models import models

ROOT = Path(__file__).parents[1]
FOLDERS = ("models", "operations")  # they contain nothing but generated files
RUFF = (sys.executable, "-m", "ruff")
AS = ("--quiet", "--no-cache", "--config", "pyproject.toml")


def written(schema: Mapping[str, Any]) -> dict[str, str]:
    """Return the text of each generated file."""
    return formatted({**models(schema), **methods(schema)})


def formatted(texts: Mapping[str, str]) -> dict[str, str]:
    """Format modules with ruff and remove unused imports."""
    with TemporaryDirectory() as folder:
        for name, text in texts.items():
            file = Path(folder, name)
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
        for command in (("check", "--fix", "--select", "F401,I"), ("format",)):
            subprocess.run([*RUFF, *command, *AS, folder], check=True, cwd=ROOT)
        return {name: Path(folder, name).read_text() for name in texts}
