"""The client as its own package: built, installed and imported with httpx alone."""

import tomllib
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import grimp
import pytest

from agreement.version import VERSION
from tests.helpers.programs import output_of
from tests.helpers.wheels import LICENCE, ROOT, build_wheel, installed, licence_in, only, outside

CLIENT = ROOT / "client"
# httpx and its dependencies.
DEPENDENCIES = [
    *("anyio", "certifi", "h11", "httpcore", "httpx", "idna"),
    *("typing_extensions", "typing_extensions.py"),
]
USE = """
import sys, midpath, midpath.webhooks
assert midpath.Midpath("http://localhost:9", "midpath_x")
files = [name for name, module in sys.modules.items() if getattr(module, "__file__", None)]
top = {name.partition(".")[0] for name in files} - sys.stdlib_module_names
print(midpath.__file__, *sorted(name for name in top if not name.startswith("_")))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    names = ["midpath", "pyproject.toml", "README.md", "LICENSE"]
    return build_wheel(names, CLIENT, tmp_path_factory.mktemp("client"))


@pytest.mark.long
def test_every_file_of_the_client_is_in_its_wheel_and_no_other(wheel: Path) -> None:
    package = CLIENT / "midpath"
    here = {
        str(path.relative_to(CLIENT))
        for path in package.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == here


def test_the_wheel_asks_for_httpx_and_pandas_only_if_one_wants_it(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = HeaderParser().parsestr(archive.read(name).decode())
    assert (metadata["Name"], metadata["Version"]) == ("midpath", VERSION)
    needed = metadata.get_all("Requires-Dist") or []
    assert [one.replace(" ", "") for one in needed] == [
        "httpx<1,>=0.27",
        'pandas>=2;extra=="pandas"',
    ]
    assert "The Python client for Midpath" in str(metadata.get_payload())


@pytest.mark.long
def test_the_wheel_includes_the_licence(wheel: Path) -> None:
    assert licence_in(wheel) == LICENCE


def test_its_name_is_no_other_package_s_of_this_tree() -> None:
    names = [
        tomllib.loads((ROOT / folder / "pyproject.toml").read_text())["project"]["name"]
        for folder in (".", "agreement", "client")
    ]
    assert names == ["midpath-tools", "midpath-agreement", "midpath"]


@pytest.mark.long
def test_the_client_and_the_project_import_nothing_of_each_other() -> None:
    graph = grimp.build_graph(
        *("midpath", "addons", "agreement", "analysis", "annotation", "config", "tasks"),
        cache_dir=None,
    )
    for module in graph.modules:
        for other in graph.find_modules_directly_imported_by(module):
            assert (module.partition(".")[0] == "midpath") == (
                other.partition(".")[0] == "midpath"
            ), f"{module} → {other}"


@pytest.mark.long
@pytest.mark.slow
def test_installed_with_httpx_alone_it_can_be_used(wheel: Path, tmp_path: Path) -> None:
    programs = installed(wheel, tmp_path, only(DEPENDENCIES, tmp_path))
    printed = output_of(programs / "python", "-I", "-c", USE, cwd=tmp_path, env=outside())
    place, *others = printed.split()
    assert place.startswith(str(tmp_path))
    assert set(others) <= {*DEPENDENCIES, "midpath"}
