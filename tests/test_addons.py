"""The core works without add-ons, and without the folder of any of them."""

import shutil
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from annotation.addons import installed_addons
from annotation.events import Event, emit, subscribers_of
from config.addons import checked_addons
from tests.helpers.tiers import long_only
from tests.helpers.trees import ROOT, check_contracts, copy_project, run_python, run_tests

NAMES = [config.label for config in installed_addons()]
# Every address with its role, scope, help and operation; the mutants; what is emitted; the slots
# for add-ons in pay and in personal data.
TESTS = (
    *("tests/test_permissions.py", "tests/test_mutants.py", "tests/tasks"),
    *("tests/api/test_pages_have_operations.py", "tests/api/test_pages_that_read.py"),
    *("tests/api/test_described.py", "tests/research/test_help.py", "tests/research/test_shell.py"),
    *("tests/services/test_erasure.py", "tests/publishing/test_never_counted.py"),
    *("tests/services/test_pay_of_places.py", "tests/research/test_pay_pages.py"),
    "tests/worker/test_personal_data.py",
)
# Dashboards with their figures, the layout of pages; in the long tier also the help, lists of items
# and objects, and sets compared with a crowd.
SPINE = tuple(
    f"tests/research/test_{name}.py"
    for name in ("course", "shell", *long_only("help", "explorer", "lists", "sets"))
)


def test_an_unknown_addon_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="names toasters, which does not exist"):
        checked_addons(["toasters"])
    assert checked_addons(["none"]) == []
    found = checked_addons([])
    assert found == [file.parent.name for file in sorted(ROOT.glob("addons/*/apps.py"))]


def test_every_addon_is_an_app_of_its_own() -> None:
    assert [config.label for config in installed_addons()] == settings.ADDONS
    for config in installed_addons():
        assert config.name == f"addons.{config.label}"
        assert apps.is_installed(config.name)
        assert all(file.exists() for file in config.help_pages().values())


def test_what_nobody_subscribes_to_is_emitted_in_vain() -> None:
    assert subscribers_of(Event) == ()
    emit(Event())


@pytest.mark.slow
@pytest.mark.skipif(not NAMES, reason="there is no add-on")
def test_the_core_works_without_addons() -> None:
    run_tests(ROOT, SPINE, MIDPATH_ADDONS="none")


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_an_addon_can_be_deleted_with_its_folder(name: str, tmp_path: Path) -> None:
    folder = copy_project(tmp_path / "copy")
    shutil.rmtree(folder / "addons" / name)
    run_python(folder, "-m", "mypy", ".")
    check_contracts(folder)
    run_tests(folder, TESTS)
