"""Imports of a process at startup: nothing that is needed later or never."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.checks.urls import check_url_namespaces_unique
from django.urls import URLPattern, URLResolver, get_resolver

from annotation.lazy import LazyResolver
from midpath.lazy import Registry

pytestmark = pytest.mark.xdist_group("startup")
# Allowed imports of the URL list besides the settings and the models: no view of any part, no
# analysis.
URL_LIST = {
    *("agreement.segmentation", "annotation.lazy"),
    *("midpath.exchange", "midpath.schemes", "midpath.snapshots"),
    "config.urls",
    *("_cffi_backend", "_openssl", "cryptography"),
}
SETUP = {
    *("addons", *(f"addons.{name}" for name in settings.ADDONS), "annotation.addons"),
    *(
        f"midpath.{name}"
        for name in ("alignment", "sampling", "typology")
        if name in settings.ADDONS
    ),
    *("agreement", "agreement.version", "analysis", "analysis.apps", "analysis.checks"),
    *("annotation", "annotation.apps", "annotation.capabilities", "midpath.json_types"),
    "annotation.models",
    *("annotation.scopes", "annotation.services", "annotation.text", "annotation.web"),
    *("midpath", "midpath.lazy", "midpath.options", "midpath.program", "midpath.text"),
    *("config", "config.addons", "config.databases", "config.env", "config.lanes", "config.logs"),
    *("config.prepared_postgresql", "config.safety", "config.settings", "config.templates"),
    *("tasks", "tasks.apps"),
}
# Packages that no view imports before a request needs what they compute.
HEAVY = {
    *("babel", "numpy", "pandas", "pyarrow", "scipy", "sklearn"),
    *("analysis.schemes", "midpath.corpus"),
}
OURS = ("addons", "agreement", "analysis", "annotation", "config", "midpath", "tasks")
PROGRAM = """
import json, sys
import django
django.setup()
setup = set(sys.modules)
import config.urls
urls = set(sys.modules)
from django.core.checks import run_checks
assert run_checks() == []
checked = set(sys.modules)
import config.wsgi, analysis.urls, config.research_urls, annotation.research.accounts.urls
views = set(sys.modules)
from config.celery import app
app.loader.import_default_modules()
for names in setup, urls - setup, checked, views, set(sys.modules):
    print(json.dumps(sorted(names)))
"""
# Prints how many threads and sockets there are, and which modules a web process still loads.
SHARED = """
import json, sys, threading
import psutil
import config.before_fork
print(threading.active_count())
print(len(psutil.Process().net_connections("all")))
shared = set(sys.modules)
import config.wsgi
from django.urls import get_resolver
for part in get_resolver().url_patterns:
    getattr(part, "url_patterns", None)
print(json.dumps(sorted(set(sys.modules) - shared - {"config.wsgi"})))
"""


@pytest.fixture(scope="module")
def loaded() -> list[set[str]]:
    """Return modules of ours to the second level and other packages: after `django.setup()`,
    additional ones of the URL list, after the checks, after all views, and after all tasks."""
    surroundings = {**os.environ, "MIDPATH_DEBUG": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        env=surroundings,
        check=True,
    )
    return [set(map(part_of, json.loads(line))) for line in done.stdout.splitlines()]


def part_of(module: str) -> str:
    """Return a module of ours to its second level, and the package of any other.

    >>> part_of("annotation.models.work.hit"), part_of("django.urls.base")
    ('annotation.models', 'django')
    """
    first, *rest = module.split(".")
    return ".".join([first, *rest[:1]]) if first in OURS else first


def test_setup_imports_models_and_nothing_that_computes(loaded: list[set[str]]) -> None:
    setup, *_ = loaded
    assert {part for part in setup if part.startswith(OURS)} == SETUP
    assert not setup & HEAVY


def test_url_list_imports_no_views(loaded: list[set[str]]) -> None:
    setup, urls, *_ = loaded
    assert urls - setup - set(sys.stdlib_module_names) == URL_LIST


def test_checks_import_no_views(loaded: list[set[str]]) -> None:
    _, _, checked, *_ = loaded
    assert not checked & {*HEAVY, "analysis.exports", "annotation.api", "annotation.worker"}


def test_views_import_nothing_that_computes(loaded: list[set[str]]) -> None:
    *_, views, _ = loaded
    assert {"analysis.exports", "annotation.api", "annotation.research"} < views
    assert not views & HEAVY


def test_tasks_import_no_large_library_before_a_job_needs_it(loaded: list[set[str]]) -> None:
    """Each process of a worker has them in memory; scipy and sklearn alone take 100 MB."""
    *_, tasks = loaded
    assert {"tasks.run_job", "tasks.sweep"} < tasks
    assert not tasks & {"pandas", "pyarrow", "scipy", "sklearn"}


def test_what_web_processes_share_is_all_of_it_and_opens_nothing() -> None:
    """A thread does not survive a fork, and two processes must not speak on one connection."""
    done = subprocess.run(
        [sys.executable, "-c", SHARED],
        capture_output=True,
        text=True,
        env={**os.environ, "MIDPATH_DEBUG": "1"},
        check=True,
    )
    threads, sockets, later = map(json.loads, done.stdout.splitlines())
    assert (threads, sockets) == (1, 0)
    parts = {part_of(name) for name in later if name.startswith(OURS)}
    assert parts <= {"annotation.services", "annotation.web"}


def test_each_part_of_the_url_list_is_in_order() -> None:
    """Django's own checks of lazily included URLs, which `manage.py check` skips."""
    included = [one for one in get_resolver().url_patterns if isinstance(one, LazyResolver)]
    assert included
    for resolver in included:
        assert resolver.url_patterns
        assert URLResolver.check(resolver) == []
    assert check_url_namespaces_unique(None) == []


def test_lazily_included_urls_are_in_namespaces_or_found_by_name() -> None:
    for resolver in get_resolver().url_patterns:
        if isinstance(resolver, LazyResolver) and resolver.namespace is None:
            names = [url.name for url in resolver.url_patterns if isinstance(url, URLPattern)]
            assert names
            assert set(names) <= set(get_resolver().reverse_dict)


def test_a_registry_knows_its_keys_without_importing() -> None:
    registry = Registry[str]({"absent": "no.such.module"}, "value")
    assert list(registry) == ["absent"]
    assert len(registry) == 1
    assert "absent" in registry
    with pytest.raises(ModuleNotFoundError):
        registry["absent"]
