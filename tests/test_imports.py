"""Imports contain no cycles; .importlinter says which packages may import each other."""

from graphlib import CycleError, TopologicalSorter

import grimp

PACKAGES = (
    *("addons", "agreement", "analysis", "annotation", "bench", "config", "embedded"),
    *("midpath", "midpath_generator", "pictures", "tasks", "tests"),
)


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    assert len(graph.modules) > len(PACKAGES)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as circle:
        raise AssertionError(" → ".join(circle.args[1])) from None
