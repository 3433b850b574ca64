"""Wheels built from this tree, and environments they are installed in, all without a network."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

from tests.helpers.programs import output_of

ROOT = Path(__file__).resolve().parents[2]
LICENCE = ("Apache-2.0", (ROOT / "LICENSE").read_text())
HERE = Path(sysconfig.get_path("purelib"))
NOT_COPIED = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")


def build_wheel(names: Iterable[str], under: Path, folder: Path) -> Path:
    """Return the wheel built from a copy of these files and folders: a build leaves files behind,
    and two at once would collide."""
    source = folder / "source"
    source.mkdir()
    for name in names:
        if (under / name).is_dir():
            shutil.copytree(under / name, source / name, ignore=NOT_COPIED)
        else:
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(under / name, source / name)
    made = folder / "wheels"
    _pip(
        sys.executable,
        *("wheel", "--no-index", "--no-build-isolation", "--no-deps"),
        *("--wheel-dir", str(made), str(source)),
    )
    [wheel] = made.glob("*.whl")
    return wheel


def licence_in(wheel: Path) -> tuple[str, str]:
    """Return the licence that a wheel states, and the licence text that it includes."""
    with ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        stated = HeaderParser().parsestr(archive.read(name).decode())
        text = archive.read(name.replace("METADATA", f"licenses/{stated['License-File']}"))
    return stated["License-Expression"], text.decode()


def installed(wheels: Sequence[Path], folder: Path, dependencies: Path) -> Path:
    """Return the folder of programs of a new environment with the wheels, whose requirements are
    found in `dependencies` only; pip refuses if one is missing there."""
    place = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True, timeout=120)
    [packages] = place.glob("lib/python*/site-packages")
    (packages / "beside.pth").write_text(f"{dependencies}\n")
    _pip(str(place / "bin" / "python"), "install", "--no-index", *map(str, wheels))
    return place / "bin"


def only(names: Iterable[str], folder: Path) -> Path:
    """Return a folder that shows only these installed packages, with their metadata."""
    shown = folder / "beside"
    shown.mkdir()
    for name in names:
        for found in [*HERE.glob(name), *HERE.glob(f"{name}.libs"), *HERE.glob(f"{name}-*.*-info")]:
            (shown / found.name).symlink_to(found)
    return shown


def outside() -> dict[str, str]:
    """Return an environment that does not know this tree."""
    hidden = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "PYTHONPATH", "VIRTUAL_ENV"}
    inherited = {key: value for key, value in os.environ.items() if key not in hidden}
    return {key: value for key, value in inherited.items() if not key.startswith("MIDPATH_")}


def _pip(python: str, *arguments: str) -> None:
    output_of(
        python, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments, env=outside()
    )
