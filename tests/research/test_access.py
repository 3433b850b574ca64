"""Access to each page of researchers: members only, whatever their other accounts."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import DatasetUpload, Judgment, User
from annotation.services.datasets.datasets import store_upload
from tests.helpers.pages import signed_in
from tests.research.study import Study

READING = (
    "project",
    "audit",
    "members",
    "tokens",
    "new_dataset",
    "dataset",
    "new_campaign",
    "campaign",
    "live",
    "history",
    "edit_campaign",
    "extend_campaign",
    "duplicate_campaign",
    "export",
    "preview",
    "items",
    "item",
    "move_campaign",
)
WRITING = ("revoke_token", "review_judgment", "import_upload", "discard_upload", "choose_reading")


def address(study: Study, name: str) -> str:
    """Return the address of a page of the study."""
    arguments: dict[str, tuple[object, ...]] = {
        "dataset": (study.dataset.pk,),
        "new_campaign": (study.dataset.pk,),
        "edit_campaign": (study.draft.pk,),
        "item": (study.flat.pk, study.hit.pk),
        "move_campaign": (study.flat.pk, "pause"),
        "revoke_token": (study.project.pk, 1),
        "review_judgment": (Judgment.objects.order_by("pk")[0].pk,),
    }
    of_campaign = {"campaign", "live", "history", "extend_campaign", "export", "preview", "items"}
    of_campaign |= {"duplicate_campaign"}
    of_upload = {"upload", "import_upload", "discard_upload", "choose_reading"}
    default = (study.flat.pk,) if name in of_campaign else (study.project.pk,)
    if name in of_upload:
        default = (an_upload(study).pk,)
    return reverse(f"research:{name}", args=arguments.get(name, default))


def an_upload(study: Study) -> DatasetUpload:
    return DatasetUpload.objects.first() or store_upload(
        project=study.project, user=study.owner, name="More", filename="m.txt", body=b"one two\n"
    )


@pytest.mark.long
def test_only_members_read(study: Study, owner: Client, teammate: Client, stranger: Client) -> None:
    places = {name: address(study, name) for name in READING}
    clients = owner, teammate, stranger
    found = {
        name: [client.get(where).status_code for client in clients]
        for name, where in places.items()
    }
    assert {name: statuses for name, statuses in found.items() if statuses != [200, 200, 404]} == {}
    led_to = {where: Client().get(where).headers["Location"] for where in places.values()}
    assert led_to == {where: f"/account/login/?next={where}" for where in places.values()}


@pytest.mark.long
def test_a_stranger_posts_into_nothing(study: Study, stranger: Client) -> None:
    names = (*READING, *WRITING)
    found = {name: stranger.post(address(study, name)).status_code for name in names}
    assert {name: status for name, status in found.items() if status not in {404, 405}} == {}


@pytest.mark.long
def test_writing_is_a_post(study: Study, owner: Client) -> None:
    found = {name: owner.get(address(study, name)).status_code for name in WRITING}
    assert found == dict.fromkeys(WRITING, 405)


@pytest.mark.parametrize("name", ["project", "campaign", "item", "audit"])
def test_staff_has_no_access(study: Study, name: str) -> None:
    User.objects.filter(pk=study.stranger.pk).update(is_staff=True, is_superuser=True)
    assert signed_in(study.stranger).get(address(study, name)).status_code == 404


@pytest.mark.long
def test_an_upload_is_its_uploaders_alone(study: Study, owner: Client, teammate: Client) -> None:
    where = address(study, "upload")
    assert owner.get(where).status_code == 200
    assert teammate.get(where).status_code == 404


def test_a_post_without_its_token_is_refused(study: Study) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(study.owner)
    assert client.post(address(study, "move_campaign")).status_code == 403


def test_signed_out_dashboards_are_notified_in_place(study: Study) -> None:
    assert Client().get(address(study, "live"), headers={"HX-Request": "true"}).status_code == 401


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "path",
    [
        "projects/99999999999999999999999/",
        "datasets/99999999999999999999999/",
        "campaigns/99999999999999999999999/",
        "campaigns/99999999999999999999999/live/",
        "uploads/99999999999999999999999/",
    ],
)
def test_numbers_past_the_database_lead_nowhere(owner: Client, path: str) -> None:
    assert owner.get(f"/research/{path}").status_code == 404


@pytest.mark.long
def test_pages_are_not_cached(study: Study, owner: Client) -> None:
    assert owner.get(address(study, "campaign")).headers["Cache-Control"] == "private, no-store"
