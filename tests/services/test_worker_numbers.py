"""One number for each worker of a project, assigned once, however many join at the same moment."""

from functools import partial
from importlib import import_module

import pytest
from django.db import connection, transaction
from django.db.models import F, Max
from django.db.utils import IntegrityError

from annotation.models import Dataset, Item, Project, Worker
from annotation.services.audit import record_event
from annotation.services.errors import NotServing
from tests.helpers.factories import at_once, enrol, make_campaign, make_dataset, make_project

NUMBERING = import_module("annotation.migrations.0025_number_workers")


def numbers(project: Project) -> dict[str, int]:
    return dict(project.workers.values_list("external_id", "number"))


@pytest.mark.django_db(transaction=True)
def test_hundreds_who_join_at_once_are_numbered_without_gaps() -> None:
    """Every name comes twice, in two campaigns of a project, and is one worker."""
    project = make_project()
    first, second = (make_campaign(make_dataset(["one two"], project)) for _ in range(2))
    jobs = [partial(enrol, campaign, f"w{n}") for n in range(150) for campaign in (first, second)]
    results = at_once(jobs, threads=24)
    assert not [result for result in results if isinstance(result, Exception)]
    assert sorted(numbers(project).values()) == list(range(1, 151))
    project.refresh_from_db()
    assert project.workers_numbered == 150


@pytest.mark.django_db
def test_whoever_is_turned_away_leaves_no_gap() -> None:
    project = make_project()
    draft, live = (
        make_campaign(make_dataset(["one two"], project), launch=launch) for launch in (False, True)
    )
    with pytest.raises(NotServing):
        enrol(draft, "early")
    enrol(live, "late")
    assert numbers(project) == {"late": 1}


@pytest.mark.long
@pytest.mark.django_db
def test_each_project_numbers_its_own() -> None:
    for _ in range(2):
        campaign = make_campaign()
        for name in ("ada", "bob", "ada"):
            enrol(campaign, name)
        assert numbers(campaign.dataset.project) == {"ada": 1, "bob": 2}


@pytest.mark.django_db
def test_the_database_refuses_one_number_for_two() -> None:
    worker = enrol(make_campaign()).worker
    with (
        pytest.raises(IntegrityError, match="one_number_per_worker_of_a_project"),
        transaction.atomic(),
    ):
        Worker.objects.create(
            project=worker.project, number=worker.number, source="name", external_id="other"
        )


@pytest.mark.django_db
def test_the_migration_numbers_workers_as_they_joined() -> None:
    """Numbers match the files of a project's only campaign; elicited questions name their askers by
    the same."""
    project = make_project()
    campaign = make_campaign(make_dataset(["one two"], project))
    later = make_campaign(make_dataset(["one two"], project))
    for name in ("ada", "bob", "cleo"):
        enrol(campaign, name)
    for name in ("dora", "cleo"):
        enrol(later, name)
    questions = Dataset.objects.create(
        project=project, name="Asked", kind="questions", item_count=2
    )
    for place in (1, 2):
        Item.objects.create(
            dataset=questions, position=place, text=f"q{place}", content={"by": place}
        )
    record_event("dataset.created", project=project, object_id=questions.pk, elicited_by=later.pk)
    Worker.objects.update(number=1000 - F("number"))
    Project.objects.update(workers_numbered=0)
    with connection.cursor() as cursor:
        for statement in (NUMBERING.NUMBER, NUMBERING.COUNT, NUMBERING.RENUMBER_ELICITED):
            cursor.execute(statement)
    assert numbers(project) == {"ada": 1, "bob": 2, "cleo": 3, "dora": 4}
    project.refresh_from_db()
    assert project.workers_numbered == project.workers.aggregate(Max("number"))["number__max"]
    assert [item.content["by"] for item in questions.items.order_by("position")] == [4, 3]
