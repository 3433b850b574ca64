"""Apps and their pictures on the researchers' pages."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotation.models import AuditEvent, Dataset, Item, Picture
from annotation.services.datasets.pictures import MAX_PICTURES, add_pictures
from annotation.services.errors import Conflict, Invalid
from tests.helpers.apps import KEEP, MAPS, make_apps, picture_bytes, picture_file, question_campaign
from tests.helpers.documents import make_documents
from tests.helpers.pages import assert_shows, read, text_of
from tests.helpers.queries import assert_queries
from tests.research.study import Study

pytestmark = pytest.mark.long
FILE = b"name,description,category\nKeep,Notes that follow you.,Tools\nMaps,Ways.,Travel\n"


@pytest.fixture
def app(study: Study) -> Item:
    return make_apps(study.project, (("Keep", KEEP), ("Maps", MAPS))).items.get(text="Keep")


def shown(item: Item) -> list[dict[str, object]]:
    return list(Item.objects.get(pk=item.pk).content["pictures"])


def test_apps_are_looked_at_and_imported(study: Study, owner: Client) -> None:
    form = {"name": "Apps", "file": SimpleUploadedFile("apps.csv", FILE)}
    where = owner.post(f"/research/projects/{study.project.pk}/datasets/new/", form).headers[
        "Location"
    ]
    assert_shows(read(owner, where), "Import 2 apps as “Apps”", "Notes that follow you.")
    dataset = Dataset.objects.get(
        pk=int(owner.post(f"{where}import/").headers["Location"].split("/")[3])
    )
    assert (dataset.kind, dataset.item_count) == ("apps", 2)
    page = owner.get(f"/research/datasets/{dataset.pk}/").content.decode()
    assert "2 apps, imported" in page
    assert page.count("add<span") == 2


def test_pictures_are_added_described_and_taken_away(app: Item, owner: Client) -> None:
    where = f"/research/apps/{app.pk}/"
    assert "No pictures yet." in owner.get(where).content.decode()
    sent = {"pictures": [picture_file(), picture_file(picture_bytes("JPEG"))], "alt": " A  list. "}
    assert owner.post(where, sent).status_code == 302
    assert [one["alt"] for one in shown(app)] == ["A list.", "A list."]
    assert [one["width"] for one in shown(app)] == [40, 40]
    assert 'alt="A list."' in read(owner, where)
    owner.post(where, {"pictures": picture_file()})
    assert len(shown(app)) == 2, "the same picture is shown once"
    assert owner.post(f"{where}pictures/{shown(app)[0]['sha256']}/remove/").status_code == 302
    assert len(shown(app)) == Picture.objects.count() == 1


def test_editing_a_description_is_audited(app: Item, owner: Client, study: Study) -> None:
    where = f"/research/apps/{app.pk}/"
    bodies = [picture_bytes(), picture_bytes(colour="tan")]
    add_pictures(item=app, user=study.owner, bodies=bodies, alt="A list.")
    second = shown(app)[1]["sha256"]
    describe = f"{where}pictures/{second}/describe/"
    assert owner.get(where).content.decode().count('value="A list."') == 2
    assert owner.post(describe, {"alt": " A <note>\n  opened. "}).status_code == 302
    assert [one["alt"] for one in shown(app)] == ["A list.", "A <note> opened."]
    assert "A &lt;note&gt; opened." in owner.get(where).content.decode()
    event = AuditEvent.objects.get(verb="pictures.described")
    assert (event.object_id, event.user) == (app.pk, study.owner)
    assert event.details["before"] == "A list."
    audit = owner.get(f"/research/projects/{study.project.pk}/audit/").content.decode()
    assert "changed the description of a picture of Keep to “A &lt;note&gt; opened.”" in audit
    owner.post(describe, {"alt": "A <note> opened."})
    assert AuditEvent.objects.filter(verb="pictures.described").count() == 1
    assert owner.post(describe, {"alt": ""}).status_code == 302
    assert [one["alt"] for one in shown(app)] == ["A list.", ""]


@pytest.mark.parametrize(
    ("alt", "why"),
    [("x" * 301, "at most 300 characters"), ("a\x00b", "Null characters"), ("a\x07b", "U+0007")],
)
def test_a_description_that_cannot_be_is_refused_at_its_picture(
    app: Item, owner: Client, study: Study, alt: str, why: str
) -> None:
    add_pictures(item=app, user=study.owner, bodies=[picture_bytes()], alt="A list.")
    sha256 = str(shown(app)[0]["sha256"])
    page = owner.post(f"/research/apps/{app.pk}/pictures/{sha256}/describe/", {"alt": alt})
    assert page.status_code == 400
    assert why in page.content.decode()
    assert f'id="id_{sha256[:12]}_alt_error"' in page.content.decode()
    assert shown(app)[0]["alt"] == "A list."


def test_only_what_is_shown_is_described_and_only_before_a_launch(
    app: Item, owner: Client, study: Study
) -> None:
    add_pictures(item=app, user=study.owner, bodies=[picture_bytes()], alt="A list.")
    where = f"/research/apps/{app.pk}/pictures"
    assert owner.post(f"{where}/{'0' * 64}/describe/", {"alt": "x"}).status_code == 404
    question_campaign(app.dataset)
    sha256 = str(shown(app)[0]["sha256"])
    assert owner.post(f"{where}/{sha256}/describe/", {"alt": "x"}).status_code == 409
    assert shown(app)[0]["alt"] == "A list."
    assert "/describe/" not in owner.get(f"/research/apps/{app.pk}/").content.decode()


@pytest.mark.quick
def test_an_app_says_whether_its_policy_is_there(app: Item, owner: Client, study: Study) -> None:
    Item.objects.filter(pk=app.pk).update(content=app.content | {"policy": "Keep Privacy"})
    page = owner.get(f"/research/apps/{app.pk}/").content.decode()
    assert_shows(page, "This project has no document called", "Keep Privacy")
    table = owner.get(f"/research/datasets/{app.dataset_id}/").content.decode()
    assert table.count("no document<span") == 2

    elsewhere, documents = make_documents(), make_documents(study.project)
    elsewhere.items.filter(position=1).update(text="Keep Privacy")
    assert (
        "This project has no document called"
        in owner.get(f"/research/apps/{app.pk}/").content.decode()
    ), "another project's documents are none of its"

    documents.items.filter(position=1).update(text="Keep Privacy")
    page = owner.get(f"/research/apps/{app.pk}/").content.decode()
    assert "This project has no document called" not in page
    assert f'<a href="/research/datasets/{documents.pk}/">{documents.name}</a>' in page
    table = owner.get(f"/research/datasets/{app.dataset_id}/").content.decode()
    assert table.count("no document<span") == 1
    assert "<bdi>Keep Privacy</bdi>" in table


def test_a_file_stays_while_another_app_shows_it(app: Item, owner: Client, study: Study) -> None:
    other = app.dataset.items.get(text="Maps")
    for item in (app, other):
        add_pictures(item=item, user=study.owner, bodies=[picture_bytes()])
    assert Picture.objects.count() == 1
    sha256 = str(shown(app)[0]["sha256"])
    owner.post(f"/research/apps/{app.pk}/pictures/{sha256}/remove/")
    assert Picture.objects.count() == 1
    owner.post(f"/research/apps/{other.pk}/pictures/{sha256}/remove/")
    assert not Picture.objects.exists()


def test_no_file_or_too_many_are_named_on_the_form(app: Item, owner: Client, study: Study) -> None:
    where = f"/research/apps/{app.pk}/"
    assert "Choose a picture to add." in text_of(owner.post(where, {"alt": "x"}), 400)
    bodies = [picture_bytes(size=(4, n)) for n in range(1, MAX_PICTURES + 2)]
    with pytest.raises(Invalid, match="These are 13 pictures"):
        add_pictures(item=app, user=study.owner, bodies=bodies)
    add_pictures(item=app, user=study.owner, bodies=bodies[:2])
    with pytest.raises(Conflict, match="would have 13 pictures"):
        add_pictures(item=app, user=study.owner, bodies=bodies[1:])
    page = owner.post(where, {"pictures": picture_file(), "alt": "x" * 301})
    assert 'id="id_alt_error"' in text_of(page, 400)


@pytest.mark.quick
def test_only_apps_have_pages(study: Study, owner: Client) -> None:
    item = study.dataset.items.first()
    assert item is not None
    assert owner.get(f"/research/apps/{item.pk}/").status_code == 404


def test_the_pages_cost_the_same_however_many_there_are(
    app: Item, owner: Client, study: Study
) -> None:
    bodies = [picture_bytes(size=(4, n)) for n in range(1, 7)]
    add_pictures(item=app, user=study.owner, bodies=bodies)
    with assert_queries(6):
        owner.get(f"/research/apps/{app.pk}/")
    with assert_queries(8):
        owner.get(f"/research/datasets/{app.dataset_id}/")
