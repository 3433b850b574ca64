"""The package `midpath` needs neither Django nor any other part of a server."""

import sys

from midpath.recounts import RECOUNTS
from tests.helpers.programs import output_of
from tests.helpers.trees import ROOT
from tests.helpers.wheels import outside

# Programs that another process runs import the libraries of their formats.
PROGRAMS = "midpath.exchange.subprocesses."
PROGRAM = f"""
import sys
from importlib import import_module
from pkgutil import walk_packages

REFUSED = {{
    "addons", "analysis", "annotation", "celery", "config", "django", "icu4py", "openpyxl",
    "psycopg2", "pyarrow", "rest_framework", "tasks",
}}


class Refusal:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in REFUSED:
            raise ImportError(f"{{name}} is refused")


sys.meta_path.insert(0, Refusal())
import midpath

for module in walk_packages(midpath.__path__, "midpath."):
    if not module.name.startswith("{PROGRAMS}"):
        import_module(module.name)
        print(module.name)
"""


def test_no_module_imports_a_part_of_a_server() -> None:
    environment = {**outside(), "PYTHONPATH": str(ROOT)}
    imported = output_of(sys.executable, "-c", PROGRAM, env=environment).split()
    names = {f"midpath.recounts.{name}" for name in RECOUNTS} | {"midpath.snapshots.verifying"}
    assert names < {*imported}
