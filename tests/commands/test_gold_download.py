"""The gold download on its page: who may open it, and that it only reads."""

import hashlib

import pytest
from django.test import Client
from django.urls import reverse

from analysis.exports.export_registry import export_file
from annotation.models import AgreementState, Campaign, Judgment, Project, User
from tests.helpers.factories import judge_all_at_random, make_campaign, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture
def flat() -> Campaign:
    return judge_all_at_random(make_campaign(redundancy=4), workers=4, seed=1)


@pytest.fixture
def owner(flat: Campaign) -> User:
    project: Project = flat.dataset.project
    user = project.members.first()
    assert user is not None
    return user


@pytest.fixture
def path(flat: Campaign) -> str:
    return reverse("export_gold", args=[flat.pk])


def test_members_get_the_file_with_its_digest(
    flat: Campaign, owner: User, path: str, client: Client
) -> None:
    client.force_login(owner)
    rows = list(Judgment.objects.values())
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.content == export_file(flat.pk, "gold").body
    assert answer["ETag"] == f'"{hashlib.sha256(answer.content).hexdigest()}"'
    assert answer["Content-Disposition"].startswith("attachment;")
    assert answer["Content-Type"] == "application/json"
    assert list(Judgment.objects.values()) == rows
    assert AgreementState.objects.get(campaign=flat).version == 0
    assert client.get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_strangers_find_nothing(path: str, client: Client) -> None:
    client.force_login(make_user())
    assert client.get(path).status_code == 404


@pytest.mark.quick
def test_whoever_is_not_signed_in_must_sign_in(path: str, client: Client) -> None:
    answer = client.get(path)
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))


def test_it_is_only_read(owner: User, path: str, client: Client) -> None:
    client.force_login(owner)
    for method in (client.post, client.put, client.delete):
        assert method(path).status_code == 405
