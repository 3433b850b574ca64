"""The packages midpath and midpath-agreement, built and used together without a server."""

import json
import subprocess
import tomllib
from collections.abc import Sequence
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import pytest
from setuptools import find_packages

from agreement.version import VERSION
from midpath.program import COMMANDS
from tests.commands.running import write, write_release_file
from tests.helpers.programs import capture, output_of
from tests.helpers.wheels import LICENCE, ROOT, build_wheel, installed, licence_in, only, outside

SOURCES = (
    *("pyproject.toml", "setup.py", "README.md", "LICENSE", "midpath"),
    "agreement/version.py",
)
# The distributions that a plain installation may find, with those that they need.
NEEDED = [
    *("numpy", "orjson", "cryptography", "_cffi_backend*.so", "cffi", "pycparser"),
    *("httpx", "httpcore", "h11", "anyio", "certifi", "idna"),
    *("typing_extensions", "typing_extensions.py"),
    *("rich", "pygments", "markdown_it", "markdown_it_py", "mdurl"),
    *("argcomplete", "confusable_homoglyphs", "defusedxml"),
]
MAX_MEGABYTES = 120
WITHOUT_EXTRAS = {"score", "compare", "verify", "null", "papers"}
USE = """
import agreement, midpath, midpath.webhooks
assert midpath.Midpath("http://localhost:9", "midpath_x")
print(repr(agreement.alpha([["a", "b", "a"], ["a", "b", "b"]])))
"""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return the wheels of midpath-agreement and midpath."""
    kernel = [path.name for path in (ROOT / "agreement").iterdir() if path.name != "__pycache__"]
    return [
        build_wheel(kernel, ROOT / "agreement", tmp_path_factory.mktemp("agreement")),
        build_wheel(SOURCES, ROOT, tmp_path_factory.mktemp("midpath")),
    ]


def test_every_package_is_in_the_wheel() -> None:
    """A package whose import works in the tree must also be listed for the wheel."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    here = {
        str(path.parent.relative_to(ROOT)).replace("/", ".")
        for path in (ROOT / "midpath").rglob("*.py")
    }
    assert set(find_packages(str(ROOT), **declared["packages"]["find"])) == here


@pytest.mark.long
def test_the_wheels_share_no_file_and_need_no_server(wheels: Sequence[Path]) -> None:
    files = [set(ZipFile(wheel).namelist()) for wheel in wheels]
    assert not files[0] & files[1]
    for wheel, names, top in zip(wheels, files, ("agreement", "midpath"), strict=True):
        assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {top}
        assert licence_in(wheel) == LICENCE
        assert metadata_of(wheel)["Version"] == VERSION
    needed = metadata_of(wheels[1]).get_all("Requires-Dist") or []
    assert f"midpath-agreement=={VERSION}" in needed
    plain = {one.partition(";")[0] for one in needed if "extra ==" not in one}
    names = {one.partition("=")[0].partition(">")[0].partition("<")[0].strip() for one in plain}
    assert names == {
        *("midpath-agreement", "numpy", "orjson", "cryptography", "httpx", "rich"),
        *("argcomplete", "confusable-homoglyphs", "defusedxml"),
    }


def metadata_of(wheel: Path) -> Message:
    with ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return HeaderParser().parsestr(archive.read(name).decode())


@pytest.mark.long
@pytest.mark.slow
def test_together_in_one_empty_environment(wheels: Sequence[Path], tmp_path: Path) -> None:
    """Each command runs with what a plain installation brings, and either package can go."""
    programs = installed(wheels, tmp_path, only(NEEDED, tmp_path))
    megabytes = (
        sum(
            path.stat().st_size
            for folder in (
                tmp_path / "beside",
                *(tmp_path / "environment").glob("lib/*/site-packages/*/"),
            )
            for path in folder.resolve().rglob("*")
            if path.is_file() and "pip" not in path.parts and "setuptools" not in path.parts
        )
        / 2**20
    )
    assert megabytes < MAX_MEGABYTES
    flat = write_release_file(tmp_path / "flat.json", {"a b c": {"1": "a | b c", "2": "a b | c"}})
    labels = write(tmp_path / "labels.csv", "worker,item,label", "a,1,x", "b,1,x", "a,2,y", "b,2,x")
    editions = ROOT / "tests" / "snapshots" / "kept" / "2"

    def said(*words: str | Path) -> subprocess.CompletedProcess[str]:
        return capture(programs / "midpath", *words, cwd=tmp_path, env=outside(), timeout=60)

    assert said("--version").stdout == f"midpath {VERSION}\n"
    scored = said("score", "--labels", labels, "--json")
    assert (scored.returncode, scored.stderr) == (0, "")
    assert json.loads(scored.stdout)["judgments"] == 4
    assert "Flat segmentation" in said("score", "--flat", flat, "--bias").stdout
    compared = said("compare", "--crowd-labels", labels, "--gold-labels", labels)
    assert (compared.returncode, compared.stderr) == (0, "")
    verified = said("verify", editions / "flat.zip", "--key", editions / "keys.json")
    assert (verified.returncode, verified.stderr) == (0, "")
    for command in WITHOUT_EXTRAS:
        assert said(command, "--help").returncode == 0
    assert "Mean distance: 0.500." in said("null", "flat", "5").stdout
    assert "L13: 4 printed cells: 4 equal" in said("papers", "L13-T1").stdout
    for command in set(COMMANDS) - WITHOUT_EXTRAS:
        refused = said(command, write(tmp_path / "documents.jsonl", "{}"))
        assert refused.returncode == 1
        assert "'.[text]'" in refused.stderr
    assert "pip install openpyxl" in said("score", "--labels", workbook(tmp_path)).stderr

    python = str(programs / "python")

    def alone(script: str) -> str:
        return output_of(python, "-I", "-c", script, cwd=tmp_path, env=outside()).strip()

    def remove(name: str) -> None:
        output_of(python, "-m", "pip", "uninstall", "--yes", "--quiet", name, env=outside())

    assert alone(USE).startswith("nominal α")
    remove("midpath")
    assert not (programs / "midpath").exists()
    assert alone("import agreement; print(agreement.jaccard({1}, {1}))") == "0"
    remove("midpath-agreement")
    [packages] = (tmp_path / "environment").glob("lib/*/site-packages")
    assert not [path for path in packages.iterdir() if path.name in {"agreement", "midpath"}]


def workbook(folder: Path) -> Path:
    """Return a file that begins like an Excel workbook."""
    with ZipFile(folder / "labels.xlsx", "w") as file:
        file.writestr("xl/workbook.xml", "<workbook/>")
    return folder / "labels.xlsx"
