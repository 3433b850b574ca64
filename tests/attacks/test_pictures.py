"""Pictures: fake ones are refused, and stored ones are served to no one else and only as images."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import AuditEvent, Dataset, Item, Picture
from annotation.services.datasets.pictures import add_pictures
from tests.api.studies import Study
from tests.exchange.test_pictures import HTML, SCRIPT, SVG, png_that_claims
from tests.helpers.apps import make_apps, picture_bytes, picture_file
from tests.helpers.factories import make_dataset
from tests.helpers.pages import text_of


@pytest.fixture
def apps(study: Study) -> Dataset:
    return make_apps(study.project, (("Keep", "Notes."), ("Maps", "Ways.")))


@pytest.fixture
def app(study: Study, apps: Dataset) -> Item:
    return add_pictures(
        item=apps.items.get(text="Keep"), user=study.owner, bodies=[picture_bytes()]
    )


def address(item: Item) -> str:
    sha256 = item.content["pictures"][0]["sha256"]
    return f"/research/datasets/{item.dataset_id}/pictures/{sha256}"


@pytest.mark.attack(11)
@pytest.mark.few(8)
@pytest.mark.parametrize(
    "body",
    [SVG, HTML, b"", SVG + picture_bytes(), picture_bytes("GIF"), png_that_claims(40_000, 40_000)],
)
@pytest.mark.parametrize("name", ["screen.png", "../../etc/passwd.png", "a.svg", "<b>.html"])
def test_what_is_no_picture_is_refused_by_any_name(
    apps: Dataset, owner: Client, body: bytes, name: str
) -> None:
    item = apps.items.get(text="Keep")
    sent = {"pictures": SimpleUploadedFile(name, body, "image/png")}
    assert 'id="id_pictures_error"' in text_of(owner.post(f"/research/apps/{item.pk}/", sent), 400)
    assert not Picture.objects.exists()


def test_one_bad_file_of_several_stores_none(apps: Dataset, owner: Client) -> None:
    item = apps.items.get(text="Keep")
    sent = {"pictures": [picture_file(), picture_file(SVG)]}
    assert "Picture 2 of 2" in text_of(owner.post(f"/research/apps/{item.pk}/", sent), 400)
    assert not Picture.objects.exists()


@pytest.mark.attack(12)
def test_a_polyglot_leaves_as_a_picture_only(app: Item, study: Study, owner: Client) -> None:
    body = picture_bytes(colour="red") + SCRIPT
    item = add_pictures(item=app, user=study.owner, bodies=[body])
    response = owner.get(
        address(item).rsplit("/", 1)[0] + "/" + item.content["pictures"][1]["sha256"]
    )
    assert SCRIPT not in response.content
    assert response.headers["Content-Type"] == "image/png"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Disposition"] == 'inline; filename="picture.png"'
    assert "sandbox" in response.headers["Content-Security-Policy"]
    assert response.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    again = owner.get(
        address(app), headers={"If-None-Match": f'"{app.content["pictures"][0]["sha256"]}"'}
    )
    assert (again.status_code, again.content) == (304, b"")


def test_a_picture_is_not_there_for_others(app: Item, study: Study, other_study: Study) -> None:
    stranger = Client()
    assert stranger.get(address(app)).status_code == 302
    stranger.force_login(other_study.owner)
    assert stranger.get(address(app)).status_code == 404
    assert AuditEvent.objects.filter(verb="access.refused", object_id=app.dataset_id).exists()
    theirs = make_apps(other_study.project)
    mixed = address(app).replace(f"datasets/{app.dataset_id}", f"datasets/{theirs.pk}")
    assert stranger.get(mixed).status_code == 404


def test_a_picture_exists_only_next_to_its_item(app: Item, owner: Client, study: Study) -> None:
    other = make_dataset(["a b"], study.project)
    mixed = address(app).replace(f"datasets/{app.dataset_id}", f"datasets/{other.pk}")
    assert owner.get(mixed).status_code == 404
    for wrong in ("0" * 64, "x", "a-b_c"):
        assert owner.get(address(app).rsplit("/", 1)[0] + "/" + wrong).status_code == 404


def test_a_worker_of_another_campaign_is_shown_none(app: Item, desk: Client, study: Study) -> None:
    """Their campaign is in the same project, but shows no apps."""
    sha256 = app.content["pictures"][0]["sha256"]
    assert desk.get(f"/w/{study.campaign.code}/pictures/{sha256}").status_code == 404


@pytest.mark.attack(9)
def test_markup_in_a_description_is_inert(app: Item, owner: Client, study: Study) -> None:
    add_pictures(
        item=app, user=study.owner, bodies=[picture_bytes(colour="red")], alt='"><script>x</script>'
    )
    page = owner.get(f"/research/apps/{app.pk}/").content.decode()
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page
