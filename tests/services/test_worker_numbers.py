"""One number for each worker of a project, assigned once, however many join at the same moment."""

from functools import partial

import pytest

from annotation.models import Project, Worker
from annotation.services.errors import NotServing
from tests.helpers.factories import at_once, enrol, make_campaign, make_dataset, make_project
from tests.helpers.refusals import refused_by_database
from tests.helpers.tiers import by_tier


def numbers(project: Project) -> dict[str, int]:
    return dict(project.workers.values_list("external_id", "number"))


@pytest.mark.django_db(transaction=True)
def test_many_who_join_at_once_are_numbered_without_gaps() -> None:
    """Every name comes twice, in two campaigns of a project, and is one worker."""
    project, names = make_project(), by_tier(quick=40, long=150)
    first, second = (make_campaign(make_dataset(["one two"], project)) for _ in range(2))
    jobs = [partial(enrol, campaign, f"w{n}") for n in range(names) for campaign in (first, second)]
    results = at_once(jobs, threads=24)
    assert not [result for result in results if isinstance(result, Exception)]
    assert sorted(numbers(project).values()) == list(range(1, names + 1))
    project.refresh_from_db()
    assert project.workers_numbered == names


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
def test_each_project_numbers_its_own() -> None:
    for _ in range(2):
        campaign = make_campaign()
        for name in ("ada", "bob", "ada"):
            enrol(campaign, name)
        assert numbers(campaign.dataset.project) == {"ada": 1, "bob": 2}


def test_the_database_refuses_one_number_for_two() -> None:
    worker = enrol(make_campaign()).worker
    with refused_by_database("one_number_per_worker_of_a_project"):
        Worker.objects.create(
            project=worker.project, number=worker.number, source="name", external_id="other"
        )
