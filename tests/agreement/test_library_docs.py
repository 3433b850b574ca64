"""The page of the library: its examples are right, and every call that it names exists."""

import ast
import doctest
import inspect
import json
import re
from importlib import import_module

import agreement
from tests.agreement.test_dawid_skene import PEERS
from tests.agreement.test_library_peers import have
from tests.agreement.test_shared import ROOT
from tests.helpers.programs import output_of

PAGE = ROOT / "docs" / "library.md"
README = ROOT / "agreement" / "README.md"
CALL = re.compile(r"`(agreement\.\w+\([^`\n]*)`")
OTHERS = re.compile(r"`((?:krippendorff|nltk|sklearn|statsmodels|crowdkit)(?:\.\w+)+)")
INSTALLED = ("krippendorff", "sklearn")
RESOLVE = """
import json, sys
from importlib import import_module

for name in json.load(sys.stdin):
    module, _, attribute = name.rpartition(".")
    getattr(import_module(module), attribute)
print("found")
"""


def calls_of(text: str) -> list[ast.Call]:
    """Return the calls of ours that the page names."""
    nodes = (node for call in CALL.findall(text) for node in ast.walk(ast.parse(call)))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    return [call for call in calls if ast.unparse(call.func).startswith("agreement.")]


def test_the_examples_are_right() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.attempted >= 8
    assert not found.failed


def test_every_call_that_the_page_names_exists() -> None:
    calls = calls_of(PAGE.read_text(encoding="utf-8"))
    assert len(calls) > 20
    named = set()
    for call in calls:
        assert isinstance(call.func, ast.Attribute)
        function = getattr(agreement, call.func.attr)
        keywords = {str(one.arg): None for one in call.keywords}
        inspect.signature(function).bind(*call.args, **keywords)
        named.add(call.func.attr)
    text = PAGE.read_text(encoding="utf-8")
    functions = {name for name in agreement.__all__ if name.islower()}
    assert functions - named == {"jaccard", "masi", "segmentation_alpha", "sliding"}
    assert all(name in text for name in functions)


def test_calls_of_other_packages_exist() -> None:
    names = set(OTHERS.findall(PAGE.read_text(encoding="utf-8")))
    here = {name for name in names if name.split(".")[0] in INSTALLED}
    assert len(here) > 1
    for name in here:
        module, _, attribute = name.rpartition(".")
        assert hasattr(import_module(module), attribute), name
    there = sorted(name for name in names - here if have(name.split(".")[0]))
    if there:
        output_of(PEERS / "bin" / "python", "-c", RESOLVE, typed=json.dumps(there))


def test_the_readme_begins_with_three_lines_of_usage() -> None:
    head = README.read_text(encoding="utf-8").split("\n## ")[0]
    assert len(re.findall(r"^ *>>> ", head, re.MULTILINE)) == 3
    assert "agreement.alpha(" in head


def test_the_page_has_the_tables_that_the_benchmark_writes() -> None:
    text = PAGE.read_text(encoding="utf-8")
    measured = text.split("<!-- measured: begin -->")[1].split("<!-- measured: end -->")[0]
    compared, timed = measured.strip().split("\n\n")
    assert timed.count("\n| α, nominal |") >= 2
    differences = re.findall(r"\| \d+ \| (\S+) \|$", compared, re.MULTILINE)
    assert len(differences) > 6
    assert all(float(one) < 1e-12 for one in differences)
