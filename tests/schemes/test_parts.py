"""Every scheme has all of its parts; if one is missing, the server does not start."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find

from analysis import checks
from analysis.schemes import ANALYSES
from analysis.schemes import mixins as analysis_mixins
from annotation.research.schemes.registry import VIEWS
from annotation.schemes import SCHEMES, mixins
from midpath.kernels.segmentation import kind_of
from midpath.recounts import RECOUNTS
from midpath.recounts import base as recounts
from midpath.recounts.base import SchemeRecount
from midpath.schemes import ANSWERS
from tests.helpers.every_scheme import judged_campaign
from tests.helpers.tiers import long_only

PROJECT = Path(__file__).resolve().parent.parent.parent
VIEW_OF_TRIAL = "annotation.research.schemes.trial.view"


def test_every_scheme_is_whole() -> None:
    assert checks.check_schemes(None) == []
    assert set(SCHEMES) == set(VIEWS) == set(ANALYSES) == checks.known_names()
    assert set(ANSWERS) == set(RECOUNTS) == set(SCHEMES)


@pytest.mark.parametrize("name", SCHEMES)
def test_its_files_are_those_that_it_shows(name: str) -> None:
    assert [file.name for file in SCHEMES[name].files] == list(ANALYSES[name].exports)
    assert VIEWS[name].heading
    assert (kind_of(ANALYSES[name].kernel) is not None) == (name in {"flat", "nested"})


def test_the_docs_list_every_mixin() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", (PROJECT / "docs/schemes.md").read_text(), re.MULTILINE)
    made = [
        one
        for module in (mixins, recounts, analysis_mixins)
        for one in vars(module).values()
        if getattr(one, "__module__", "") == module.__name__ and one is not SchemeRecount
    ]
    assert listed == [one.__name__ for one in made]


@pytest.mark.parametrize(("part", "module"), checks.MODULES.items())
def test_a_missing_module_is_named(part: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path, found = module.format("pair"), checks.has_module
    monkeypatch.setattr(checks, "has_module", lambda given: given != path and found(given))
    assert messages() == [f"The scheme 'pair' lacks the module that says {part}: {path}."]


@pytest.mark.parametrize("path", [path.format("pair") for path in checks.STATIC])
def test_a_missing_script_or_style_is_named(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "find", lambda given: None if given == path else find(given))
    assert messages() == [f"The scheme 'pair' lacks the file {path}."]


@pytest.mark.parametrize(
    "path", [path.format("pair") for path in checks.TEMPLATES + checks.TEMPLATES_OF_SETTINGS]
)
def test_a_missing_template_is_named(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_out(path, monkeypatch)
    assert messages() == [f"The scheme 'pair' lacks the template {path}."]


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("worker/schemes/pair_answer.html", "that shows a gold answer"),
        ("research/schemes/pair/kept.html", "that shows a gold answer"),
        ("worker/schemes/pair_example.html", "of its example"),
    ],
)
def test_a_missing_template_of_an_answer_is_named(
    path: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_out(path, monkeypatch)
    assert messages() == [f"The scheme 'pair' lacks the template {what}: {path}."]


def test_a_missing_help_page_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    path = "docs/help/dashboard-pair.md"
    found = checks.has_page
    monkeypatch.setattr(checks, "has_page", lambda given: given != path and found(given))
    assert messages() == [f"The scheme 'pair' lacks the help page {path}."]


def test_a_scheme_without_samples_for_tests_says_what_to_add() -> None:
    with pytest.raises(NotImplementedError, match=r"Add annotation/schemes/trial/samples\.py"):
        judged_campaign("trial")


def test_a_scheme_without_right_answers_needs_no_template_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for path in ("worker/schemes/question_answer.html", "research/schemes/question/kept.html"):
        leave_out(path, monkeypatch)
        assert messages() == []


@pytest.mark.parametrize("path", ["live_strata.html", "summary.html"])
def test_a_missing_template_that_a_part_names_is_named(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"research/schemes/pair/{path}"
    leave_out(path, monkeypatch)
    assert messages() == [f"The scheme 'pair' lacks the template {path}."]


@pytest.mark.parametrize("name", SCHEMES)
def test_a_scheme_has_a_reading_test_or_says_why_not(name: str) -> None:
    assert (ANALYSES[name].reading is None) == bool(ANALYSES[name].no_reading)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("    reading = PairReading()\n", True),
        ('    reading = None\n    no_reading = "No answer is better."\n', True),
        ("    reading = None\n", False),
        ("    kernel = PAIRS\n", False),
    ],
)
def test_a_missing_reading_test_is_named(
    source: str, says: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(checks, "COMPUTATIONS", tmp_path)
    for name in SCHEMES:
        (tmp_path / f"{name}.py").write_text("    reading = Reading()\n")
    (tmp_path / "pair.py").write_text(source)
    lack = "its reading test, or why it has none: reading or no_reading in its computation"
    assert messages() == ([] if says else [f"The scheme 'pair' lacks {lack}."])


def test_a_missing_script_that_another_imports_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    path = "js/worker/pair/keywords.js"
    monkeypatch.setattr(checks, "find", lambda given: None if given == path else find(given))
    assert messages() == [f"The scheme 'pair' lacks the file {path}."]


def test_a_scheme_that_neither_knows_nor_says_why_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    lack = "gold answers, or why it can have none (why_never_known)"
    monkeypatch.setattr(type(SCHEMES["question"]), "why_never_known", "")
    assert messages() == [f"The scheme 'question' lacks {lack}."]


def messages() -> list[str]:
    return [str(error.msg) for error in checks.check_schemes(None)]


def leave_out(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the template at this path from the checks."""
    found = checks.has_template
    monkeypatch.setattr(checks, "has_template", lambda given: given != path and found(given))


@pytest.mark.long
@pytest.mark.parametrize(
    ("part", "said"),
    [
        (
            "analysis/schemes/trial.py",
            "the module that says how it is computed: analysis.schemes.trial",
        ),
        *long_only(
            (
                "annotation/research/schemes/trial/view.py",
                f"the module that says how researchers see it: {VIEW_OF_TRIAL}",
            ),
            (
                "annotation/schemes/trial/__init__.py",
                "the module that says what it is: annotation.schemes.trial",
            ),
            (
                "midpath/recounts/trial.py",
                "the module that says how its figures are recomputed: midpath.recounts.trial",
            ),
            ("templates/worker/schemes/trial.html", "the template worker/schemes/trial.html"),
            (
                "templates/worker/schemes/trial_answer.html",
                "the template that shows a gold answer: worker/schemes/trial_answer.html",
            ),
        ),
    ],
)
def test_a_server_does_not_start_without_a_part(
    trial: Path, tmp_path: Path, part: str, said: str
) -> None:
    (trial / part).rename(tmp_path / "away")
    try:
        done = checked(trial)
    finally:
        (tmp_path / "away").rename(trial / part)
    assert done.returncode == 1
    assert f"The scheme 'trial' lacks {said}." in done.stderr


@pytest.mark.long
def test_a_server_starts_with_one_scheme_more(trial: Path) -> None:
    assert checked(trial).returncode == 0


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with an additional scheme, made of the parts of flat
    segmentation."""
    copy = tmp_path_factory.mktemp("trial")
    for name in ("agreement", "analysis", "annotation", "config", "midpath", "tasks"):
        shutil.copytree(PROJECT / name, copy / name)
    for name in ("templates", "static"):
        shutil.copytree(PROJECT / name, copy / name)
    shutil.copytree(PROJECT / "docs/help", copy / "docs/help")
    shutil.copy(PROJECT / "manage.py", copy)
    give_trial_scheme(copy)
    return copy


def give_trial_scheme(copy: Path) -> None:
    for folder in ("annotation/schemes", "annotation/research/schemes", "midpath/schemes"):
        shutil.copytree(copy / folder / "flat", copy / folder / "trial")
    answers = copy / "midpath/schemes/trial/__init__.py"
    answers.write_text(answers.read_text().replace('name = "flat"', 'name = "trial"'))
    own = copy / "annotation/schemes/trial/__init__.py"
    own.write_text(own.read_text().replace("midpath.schemes.flat", "midpath.schemes.trial"))
    pairs = [
        ("analysis/schemes/flat.py", "analysis/schemes/trial.py"),
        ("midpath/recounts/flat.py", "midpath/recounts/trial.py"),
        *(
            (
                f"templates/worker/schemes/flat{part}.html",
                f"templates/worker/schemes/trial{part}.html",
            )
            for part in ("", "_answer", "_example")
        ),
        ("static/css/worker/flat.css", "static/css/worker/trial.css"),
        ("docs/help/dashboard-flat.md", "docs/help/dashboard-trial.md"),
    ]
    for file, other in pairs:
        shutil.copy(copy / file, copy / other)
    for folder in ("templates/research/schemes", "static/js/worker"):
        shutil.copytree(copy / folder / "flat", copy / folder / "trial")


def checked(copy: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=copy,
        env={**os.environ, "MIDPATH_DEBUG": "1", "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", SCHEMES)
def test_its_desk_can_go_on_from_an_answer_that_was_given(name: str) -> None:
    script = Path(str(find(f"js/worker/{name}/desk.js"))).read_text()
    assert re.search(r"export (const|function|\{) ?(\{ )?draftOf\b", script)
