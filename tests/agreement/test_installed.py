"""The kernel as its own package: built, installed and used with NumPy alone."""

import doctest
import sys
import tomllib
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import pytest

from agreement.version import VERSION
from tests.helpers.programs import output_of
from tests.helpers.sources import sources_of
from tests.helpers.wheels import LICENCE, ROOT, build_wheel, installed, licence_in, only, outside

KERNEL = ROOT / "agreement"
WALK = """
import importlib, pkgutil, sys
import agreement
names = [one.name for one in pkgutil.walk_packages(agreement.__path__, "agreement.")]
for name in names:
    importlib.import_module(name)
files = [name for name, module in sys.modules.items() if getattr(module, "__file__", None)]
top = {name.partition(".")[0] for name in files} - sys.stdlib_module_names
print(len(names), sorted(name for name in top if not name.startswith("_")))
"""
README = """
import doctest, sys
print(doctest.testfile(sys.argv[1], module_relative=False, encoding="utf-8"))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    names = [path.name for path in KERNEL.iterdir()]
    remaining = [name for name in names if name not in {"__pycache__", "build"}]
    return build_wheel(remaining, KERNEL, tmp_path_factory.mktemp("kernel"))


def test_every_file_of_the_kernel_is_in_its_wheel(wheel: Path) -> None:
    here = {
        f"agreement/{path.relative_to(KERNEL)}"
        for pattern in ("*.py", "*.txt", "*.gz", "py.typed")
        for path in sources_of(KERNEL, pattern)
    }
    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if not name.startswith("midpath_")}
    assert packed == here


@pytest.mark.long
def test_the_wheel_asks_for_numpy_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = HeaderParser().parsestr(archive.read(name).decode())
    assert (metadata["Name"], metadata["Version"]) == ("midpath-agreement", VERSION)
    assert metadata.get_all("Requires-Dist") == ["numpy>=2"]
    assert "Exact inter-annotator agreement" in str(metadata.get_payload())


@pytest.mark.long
def test_the_wheel_includes_the_licence(wheel: Path) -> None:
    assert licence_in(wheel) == LICENCE


def test_the_rooms_that_the_wheel_has_are_those_of_the_tree() -> None:
    declared = tomllib.loads((KERNEL / "pyproject.toml").read_text())["tool"]["setuptools"]
    rooms = {
        ".".join(("agreement", *path.parent.relative_to(KERNEL).parts))
        for path in sources_of(KERNEL, "*/__init__.py")
    }
    assert set(declared["packages"]) == rooms | {"agreement"}


@pytest.mark.long
def test_every_module_is_imported_with_numpy_alone(tmp_path: Path) -> None:
    """Without `site` no other installed package is found."""
    shown = [str(ROOT), str(only(["numpy"], tmp_path))]
    script = f"import sys; sys.path += {shown!r}\n{WALK}"
    printed = output_of(sys.executable, "-I", "-S", "-c", script, cwd=tmp_path)
    assert printed.endswith(" ['agreement', 'numpy']\n")


@pytest.mark.long
def test_installed_with_numpy_alone_it_does_what_it_says(wheel: Path, tmp_path: Path) -> None:
    programs = installed([wheel], tmp_path, only(["numpy"], tmp_path))
    python, elsewhere = str(programs / "python"), tmp_path / "elsewhere"
    elsewhere.mkdir()

    def said(script: str, *arguments: str) -> str:
        command = (python, "-I", "-c", script, *arguments)
        return output_of(*command, cwd=elsewhere, env=outside()).strip()

    place = said("import agreement; print(agreement.__file__)")
    assert place.startswith(str(tmp_path))
    modules, _, others = said(WALK).partition(" ")
    assert int(modules) > 50
    assert others == "['agreement', 'numpy']"
    attempted = doctest.testfile(
        str(KERNEL / "README.md"), module_relative=False, encoding="utf-8"
    ).attempted
    assert (
        said(README, str(KERNEL / "README.md")) == f"TestResults(failed=0, attempted={attempted})"
    )
