"""Pictures over the API: of apps, and in instructions and consent."""

from typing import Any

import pytest

from annotation.models import Item, Picture
from annotation.services.accounts.members import add_member
from annotation.services.accounts.tokens import issue_token
from annotation.services.campaigns.campaigns import launch_campaign
from tests.api.studies import API, Study
from tests.helpers.apps import make_apps, picture_bytes, picture_file, question_campaign
from tests.helpers.factories import make_campaign, make_user


@pytest.fixture
def app(study: Study) -> Item:
    return make_apps(study.project).items.get()


def sent(study: Study, address: str, **form: Any) -> Any:
    api = study.researcher
    return api.client.post(f"/api/v1/{address}", form, headers=api.headers)


@pytest.mark.long
def test_a_picture_is_added_once_described_and_removed(study: Study, app: Item) -> None:
    address = f"items/{app.pk}/pictures"
    first = sent(study, address, file=picture_file(), alt="A list of notes.")
    assert (first.status_code, first.json()["item"]) == (200, app.pk)
    assert sent(study, address, file=picture_file()).json() == first.json()
    (picture,) = first.json()["pictures"]
    assert (picture["alt"], picture["width"], picture["height"]) == ("A list of notes.", 40, 60)
    own = f"{address}/{picture['sha256']}"
    body = study.researcher.post(f"{own}/describe", {"alt": ""}).json()
    assert body["pictures"][0]["alt"] == ""
    assert study.researcher.post(f"{address}/none/describe", {"alt": ""}).status_code == 404
    assert study.researcher.post(f"{own}/remove").json()["pictures"] == []
    assert not Picture.objects.exists()


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("body", "status"), [(b"", 400), (b"no picture", 400), (picture_bytes("GIF"), 400)]
)
def test_no_picture_is_refused_by_field(study: Study, app: Item, body: bytes, status: int) -> None:
    for address in (f"items/{app.pk}/pictures", f"{study.path}/shown-pictures"):
        answer = sent(study, address, file=picture_file(body))
        assert (answer.status_code, answer.json()["field"]) == (status, "file")
    assert not Picture.objects.exists()


@pytest.mark.long
def test_who_only_sees_adds_no_picture(study: Study, app: Item) -> None:
    """The table of permissions sends no forms."""
    viewer = make_user()
    add_member(project=study.project, by=study.owner, username=viewer.username, role="viewer")
    _, key = issue_token(project=study.project, user=viewer, name="sees")
    narrow = issue_token(project=study.project, user=study.owner, name="reads", scopes={"read"})[1]
    for address in (f"items/{app.pk}/pictures", f"{study.path}/shown-pictures"):
        for bearer in (key, narrow):
            api = API(bearer)
            form = {"file": picture_file()}
            answer = api.client.post(f"/api/v1/{address}", form, headers=api.headers)
            assert answer.status_code == 403
    assert not Picture.objects.exists()


@pytest.mark.long
def test_pictures_stay_after_a_launch(study: Study, other_study: Study, app: Item) -> None:
    address = f"items/{app.pk}/pictures"
    assert sent(other_study, address, file=picture_file()).status_code == 404
    text = study.campaign.dataset.items.get(position=1)
    assert sent(study, f"items/{text.pk}/pictures", file=picture_file()).status_code == 404
    question_campaign(app.dataset)
    assert sent(study, address, file=picture_file()).status_code == 409
    assert not Picture.objects.exists()


@pytest.mark.long
def test_texts_of_a_draft_show_pictures_by_name(study: Study) -> None:
    draft = make_campaign(study.campaign.dataset, launch=False)
    address = f"campaigns/{draft.pk}/shown-pictures"
    body = sent(study, address, file=picture_file(name="Ein Baum (2).PNG")).json()
    assert body == {"results": [{"name": "ein-baum-2.png", "width": 40, "height": 60}]}
    assert study.researcher.get(address).json() == body
    other = picture_file(picture_bytes(colour="red"), "ein-baum-2.png")
    taken = sent(study, address, file=other)
    assert (taken.status_code, taken.json()["field"]) == (409, "file")
    assert study.researcher.post(f"{address}/hide", {"name": "none.png"}).status_code == 404
    launch_campaign(campaign=draft, user=study.owner)
    assert study.researcher.post(f"{address}/hide", {"name": "ein-baum-2.png"}).status_code == 409
