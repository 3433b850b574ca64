"""A study with two researchers, a stranger, and a flat and a nested campaign that were judged."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from annotation.models import HIT, Campaign, Dataset, Project, User
from annotation.services.projects import add_member
from tasks import fold
from tests.factories import enrol, judge_next, make_campaign, make_dataset, make_project, make_user

TEXTS = ("apply first aid course on line", "barbie dress up games", "red wine stain")


@dataclass
class Study:
    owner: User
    teammate: User
    stranger: User
    project: Project
    dataset: Dataset
    flat: Campaign
    nested: Campaign
    draft: Campaign

    @property
    def hit(self) -> HIT:
        return HIT.objects.filter(campaign=self.flat).order_by("item__position")[0]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """Folds do not rest, and passwords are not costly to check."""
    monkeypatch.setattr(fold, "REST_SECONDS", 0.0)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def study(db: None) -> Study:
    owner, teammate, stranger = make_user("olga"), make_user("tara"), make_user("sam")
    project = make_project(owner)
    add_member(project=project, by=owner, username="tara")
    dataset = make_dataset(TEXTS, project)
    flat = make_campaign(dataset, name="Flat round", redundancy=4)
    nested = make_campaign(dataset, name="Nested round", scheme="nested", redundancy=4)
    draft = make_campaign(dataset, name="Later round", launch=False)
    for worker, cut in (("w1", 1), ("w2", 0)):
        judge_all(flat, worker, cut)
        judge_all(nested, worker)
    fold.fold_all(flat.pk)
    fold.fold_all(nested.pk)
    return Study(owner, teammate, stranger, project, dataset, flat, nested, draft)


def judge_all(campaign: Campaign, worker: str, cut: int | None = None) -> None:
    """One worker judges every text; `cut` says what each flat boundary becomes."""
    enrolment = enrol(campaign, worker)
    texts: Sequence[int] = list(
        HIT.objects.filter(campaign=campaign).order_by("position").values_list("pk", flat=True)
    )
    lengths = {
        hit.pk: len(hit.item.words)
        for hit in HIT.objects.filter(campaign=campaign).select_related("item")
    }
    for pk in texts:
        payload = None if cut is None else {"boundaries": [cut] * (lengths[pk] - 1)}
        judge_next(enrolment, payload)


@pytest.fixture
def sign_in() -> Callable[[User], Client]:
    def client_of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return client_of


@pytest.fixture
def owner(study: Study, sign_in: Callable[[User], Client]) -> Client:
    return sign_in(study.owner)


@pytest.fixture
def teammate(study: Study, sign_in: Callable[[User], Client]) -> Client:
    return sign_in(study.teammate)


@pytest.fixture
def stranger(study: Study, sign_in: Callable[[User], Client]) -> Client:
    return sign_in(study.stranger)
