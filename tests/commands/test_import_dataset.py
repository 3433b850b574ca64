"""`manage.py import_dataset --keep`: a file's annotations become a set, or nothing is imported."""

import json
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from annotation.models import AnnotationSet, Dataset, Project
from tests.commands.running import refusal_of, run, write, write_release_file
from tests.helpers.factories import make_project, make_user
from tests.helpers.sets import of_set

pytestmark = pytest.mark.django_db(transaction=True)
TEXTS = {"first aid course": {"1": "first aid | course", "2": "first | aid course"}}
PAIRS = "worker,pair,left,right,answer\nann,p1,a cat,an animal,yes\nann,p2,a cat,a dog,no\n"


@pytest.fixture
def project() -> Project:
    return make_project(make_user())


def command(path: Path, project: Project, *words: str) -> tuple[str, ...]:
    return ("import_dataset", str(path), "--project", str(project.pk), "--name", "New", *words)


def test_a_release_and_its_annotations(project: Project, tmp_path: Path) -> None:
    path = write_release_file(tmp_path / "release.json", TEXTS)
    options = ("--keep", "flat", "--keep-name", "Theirs", "--made-by", "people")
    origin = ("--source", "A paper", "--licence", "CC BY", "--set-version", "2")
    printed = run(*command(path, project, *options, *origin))
    own = AnnotationSet.objects.get()
    assert f"Set {own.pk} (Theirs) with 2 annotations of 2 annotators." in printed
    assert f"Dataset {own.dataset_id} (New) with 1 texts" in printed
    assert (own.made_by, own.source, own.licence, own.version) == (
        "people",
        "A paper",
        "CC BY",
        "2",
    )
    assert of_set(own) == {("first aid course", 1): [0, 1], ("first aid course", 2): [1, 0]}


def test_pairs_under_the_name_of_the_dataset(project: Project, tmp_path: Path) -> None:
    path = write(tmp_path / "pairs.csv", PAIRS)
    run(*command(path, project, "--keep", "pair"))
    own = AnnotationSet.objects.get()
    assert (own.name, own.made_by, own.annotation_count) == ("New", "unknown", 2)


def test_without_keep_no_set_is_made(project: Project, tmp_path: Path) -> None:
    run(*command(write_release_file(tmp_path / "release.json", TEXTS), project))
    assert Dataset.objects.count() == 1
    assert not AnnotationSet.objects.exists()


@pytest.mark.long
def test_both_or_neither_and_what_fits_nothing_is_left_out_once_seen(
    project: Project, tmp_path: Path
) -> None:
    bad = {**TEXTS, "red shoes": {"1": "(red shoes)"}}
    path = write_release_file(tmp_path / "release.json", bad)
    with pytest.raises(
        CommandError, match=r"1 annotation with errors.*--leave-out 1 leaves them out"
    ):
        run(*command(path, project, "--keep", "flat"))
    assert not Dataset.objects.exists()
    run(*command(path, project, "--keep", "flat", "--leave-out", "1"))
    own = AnnotationSet.objects.get()
    assert (own.annotation_count, own.dataset.item_count) == (2, 2)


def test_what_cannot_be_saved_is_one_clear_line(project: Project, tmp_path: Path) -> None:
    path = write(tmp_path / "texts.jsonl", json.dumps({"text": "red shoes"}) + "\n")
    assert "--source requires --keep SCHEME." in refusal_of(
        *command(path, project, "--source", "A paper")
    )
    refused = refusal_of(*command(path, project, "--keep", "pair"))
    assert "There is no scheme 'pair' for these texts." in refused
    assert not Dataset.objects.exists()
