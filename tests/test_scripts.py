"""The scripts in static/js and of add-ons import only existing files, and never in a circle."""

import re
from graphlib import CycleError, TopologicalSorter
from os.path import normpath
from pathlib import Path

ROOT = Path(__file__).parents[1]
# The server serves them as one folder.
STATIC = (ROOT / "static", *sorted(ROOT.glob("addons/*/static")))
SCRIPTS = sorted(script for folder in STATIC for script in (folder / "js").rglob("*.js"))
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
# import "a"; import b from "a"; export { b } from "a"; import("a")
IMPORT = re.compile(
    r"""^\s*(?:import|export)\b[^;"'`()=]*?["']([^"']+)["'] | \bimport\(\s*["']([^"']+)["']\s*\)""",
    re.MULTILINE | re.VERBOSE,
)


def imported(source: str) -> list[str]:
    """Return what a script imports, as it writes it.

    >>> imported('import { a,\\n  b } from "./a.js";\\nconst c = await import("../c.js");')
    ['./a.js', '../c.js']
    >>> imported('import "./a.js";\\nexport * from "./b.js";\\nexport const c = "./d.js";')
    ['./a.js', './b.js']
    >>> imported('/* import "./a.js"; */\\n// import "./b.js";')
    []
    """
    return [one or other for one, other in IMPORT.findall(COMMENT.sub("", source))]


def named(script: Path, name: str) -> Path:
    """Return the file that a script imports by a relative address, in whichever folder it is."""
    own = next(folder for folder in STATIC if script.is_relative_to(folder))
    address = Path(normpath(script.parent.relative_to(own) / name))
    found = (folder / address for folder in STATIC if (folder / address).is_file())
    return next(found, own / address)


def resolved(script: Path) -> list[Path]:
    """Return the files that a script imports."""
    return [named(script, name) for name in imported(script.read_text())]


def is_there(script: Path, name: str) -> bool:
    """Return whether a script may import this: by a relative address, an existing file of ours."""
    return name.startswith(("./", "../")) and named(script, name).is_file()


def test_scripts_import_files_that_are_there() -> None:
    names = [(script, name) for script in SCRIPTS for name in imported(script.read_text())]
    missing = [
        (str(script.relative_to(ROOT)), name)
        for script, name in names
        if not is_there(script, name)
    ]
    assert missing == []


def test_no_scripts_import_each_other_in_a_circle() -> None:
    imports = {script: resolved(script) for script in SCRIPTS}
    assert sum(map(len, imports.values())) > len(SCRIPTS) / 2
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as circle:
        names = (str(script.relative_to(ROOT)) for script in circle.args[1])
        raise AssertionError(" → ".join(names)) from None
