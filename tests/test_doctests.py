"""The examples in docstrings are right.

pytest's own `--doctest-modules` would search every module of the tree in each process."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.helpers.sources import sources_of

ROOT = Path(__file__).parent.parent
EXAMPLE = re.compile(r"^ *>>> ", re.MULTILINE)
FOLDERS = (
    "addons",
    "agreement",
    "analysis",
    "annotation",
    "midpath",
    "tasks",
    "tests/agreement",
)


def modules_with_examples() -> list[str]:
    files = (path for folder in FOLDERS for path in sources_of(ROOT / folder, "*.py"))
    return [module_name(path) for path in files if EXAMPLE.search(path.read_text())]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_are_right(name: str) -> None:
    failed, attempted = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert attempted
    assert not failed
