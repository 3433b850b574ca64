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
from types import ModuleType

REFUSED = {{
    "addons", "analysis", "annotation", "celery", "config", "django", "icu4py", "openpyxl",
    "psycopg2", "pyarrow", "rest_framework", "tasks",
}}


class Refusal:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in REFUSED:
            raise ImportError(f"{{name}} is refused")


sys.meta_path.insert(0, Refusal())
# Slow to import, and no part of a server.
for name in ("cluster", "decomposition", "feature_extraction.text"):
    stand_in = ModuleType(f"sklearn.{{name}}")
    stand_in.__getattr__ = lambda _: frozenset()
    sys.modules[stand_in.__name__] = stand_in
for name in ("sklearn", "sklearn.feature_extraction"):
    sys.modules[name] = ModuleType(name)
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
