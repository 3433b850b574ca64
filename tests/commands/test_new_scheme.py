"""`manage.py new_scheme`: a scheme that works at once, in new files only."""

import re
import shutil
from pathlib import Path

import pytest

from tests.commands.running import refusal_of, run
from tests.helpers.trees import (
    ROOT,
    check_contracts,
    copy_project,
    run_program,
    run_python,
    run_tests,
)

NAME = "ranking"
# What a server reads.
SERVED = (
    *("addons", "agreement", "analysis", "annotation", "config", "docs/help", "midpath"),
    *("static", "tasks", "templates"),
)
WHOLE = f"""
import django
django.setup()
from django.core.management import call_command
call_command("check")
call_command("makemigrations", check_changes=True, dry_run=True)
from analysis.schemes import ANALYSES
from annotation.research.schemes.registry import VIEWS
from annotation.schemes.{NAME} import scheme
from annotation.schemes.{NAME}.samples import samples
from midpath.recounts import RECOUNTS
from midpath.schemes import ANSWERS
from midpath.schemes.{NAME} import CHOICES
assert VIEWS["{NAME}"].heading and samples.items
assert ANSWERS["{NAME}"].name == scheme.name
kernel = ANALYSES["{NAME}"].kernel
assert kernel is RECOUNTS["{NAME}"].kernel
vectors = [scheme.parse({{"answer": place}}, None, {{}}) for place in (0, 0, 1)]
print(kernel.figures(kernel.contribution(vectors))["pairwise"]["exact"])
print(kernel.summary(vectors)["winner"] == CHOICES[0])
"""
# The tests of all schemes, of all docs, pages and texts, and of the client.
GENERIC = (
    *("tests/schemes", "tests/client/test_generated.py", "tests/attacks/test_costs.py"),
    *(f"tests/test_{name}.py" for name in ("docstrings", "doctests", "imports", "names", "rooms")),
    *(f"tests/test_{name}.py" for name in ("pictures", "scripts", "templates", "vocabulary")),
    *(f"tests/api/test_{name}.py" for name in ("defaults", "described", "docs", "right_answers")),
    *(f"tests/research/test_{name}.py" for name in ("help", "methods", "warm_up", "words")),
    *(f"tests/worker/test_{name}.py" for name in ("languages", "translations", "words")),
    *(f"tests/snapshots/test_{name}.py" for name in ("build", "by_filter", "verify")),
    *("tests/exports/test_folder.py", "tests/exports/test_tables.py"),
    *("tests/commands/test_pair_files.py", "tests/tasks/test_foreseen_figures.py"),
    *("tests/services/test_copies.py", "tests/publishing/test_every_scheme.py"),
    "tests/journeys/test_every_page.py::test_every_scheme_has_its_desk",
)


def write_scheme(project: Path, name: str = NAME) -> list[str]:
    """Write the files, and return the paths that the command lists."""
    said = run("new_scheme", name, "--directory", str(project))
    return re.findall(r"^  (\S+/\S+)$", said, re.MULTILINE)


def files_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_it_lists_the_files_that_it_wrote(tmp_path: Path) -> None:
    listed = write_scheme(tmp_path)
    assert len(listed) == len(set(listed)) == 16
    assert set(listed) == files_in(tmp_path)
    for path in listed:
        assert not re.search("NAME|CLASS|TITLE", path + (tmp_path / path).read_text()), path


def test_the_docs_list_the_same_files(tmp_path: Path) -> None:
    page = (ROOT / "docs/schemes.md").read_text()
    minimum = page.partition("## The minimum\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `([^`]+)` \|", minimum, re.MULTILINE) == write_scheme(tmp_path)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "begin with a letter"),
        ("Ranking", "Use lower-case letters"),
        ("2nd", "begin with a letter"),
        ("my-scheme", "Use lower-case letters, digits and underscores"),
        ("../ranking", "Use lower-case letters"),
        ("r" * 21, "at most 20"),
        ("class", "has another meaning"),
        ("scheme", "has another meaning"),
        ("flat", "There is already a scheme 'flat'"),
        ("overlap", "a module that schemes share"),
    ],
)
def test_a_name_that_no_scheme_can_have_is_refused(name: str, says: str, tmp_path: Path) -> None:
    assert says in refusal_of("new_scheme", name, "--directory", str(tmp_path))
    assert not files_in(tmp_path)


def test_nothing_is_written_if_any_file_exists(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "help" / "dashboard-ranking.md"
    page.parent.mkdir(parents=True)
    page.write_text("Mine.")
    says = refusal_of("new_scheme", NAME, "--directory", str(tmp_path))
    assert "these files exist: docs/help/dashboard-ranking.md" in says
    assert files_in(tmp_path) == {"docs/help/dashboard-ranking.md"}
    assert page.read_text() == "Mine."


def test_the_scheme_is_whole_and_computes(tmp_path: Path) -> None:
    for folder in SERVED:
        shutil.copytree(ROOT / folder, tmp_path / folder)
    write_scheme(tmp_path)
    said = run_python(tmp_path, "-c", WHOLE, DJANGO_SETTINGS_MODULE="config.settings")
    assert said.splitlines()[-2:] == ["1/3", "True"]
    assert "No changes detected" in said


@pytest.mark.slow
@pytest.mark.long
def test_all_checks_and_all_tests_of_schemes_pass_with_it(tmp_path: Path) -> None:
    copy = copy_project(tmp_path / "copy")
    before = {path: (copy / path).read_bytes() for path in files_in(copy)}
    listed = [*write_scheme(copy), *write_scheme(copy, "q"), *write_scheme(copy, "q" * 20)]
    assert {path for path in files_in(copy) if path not in before} == set(listed)
    for check in ("ruff check .", "ruff format --check .", "djlint --lint --quiet templates"):
        run_python(copy, "-m", *check.split())
    run_program(copy, "scripts/check-static")
    run_python(copy, "-m", "mypy", *(path for path in listed if path.endswith(".py")))
    check_contracts(copy)
    run_tests(copy, GENERIC, MIDPATH_LONG="")
    run_tests(copy, ("tests", "-k", NAME), MIDPATH_LONG="1")
    assert {path: (copy / path).read_bytes() for path in before} == before
