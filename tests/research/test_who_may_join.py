"""The page of who may join: owners enter lists and traits, which others cannot see."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation.models import AuditEvent, Campaign
from tests.helpers.factories import enrol, judge_next, make_member
from tests.helpers.pages import assert_shows, read, signed_in, text_of
from tests.research.study import Study


def address(campaign: Campaign) -> str:
    return reverse("research:who_may_join", args=(campaign.pk,))


def file(campaign: Campaign, side: str) -> str:
    return reverse("research:listed_ids", args=(campaign.pk, side))


@pytest.mark.long
def test_an_owner_gives_a_list_and_takes_it_back(study: Study, owner: Client) -> None:
    page = address(study.flat)
    assert "everyone who is not blocked can join" in owner.get(page).content.decode()
    sent = {"what": "out", "written": "eve\nbob\n"}
    assert "2 ids now" in owner.post(page, sent, follow=True).content.decode()
    assert owner.get(file(study.flat, "out")).content == b"eve\nbob\n"
    event = AuditEvent.objects.get(verb="campaign.listed")
    assert event.details == {"side": "out", "before": 0, "after": 2}
    owner.post(page, {"what": "out", "written": ""})
    assert not study.flat.listed_ids.exists()


@pytest.mark.long
def test_a_file_does_as_well_and_what_is_no_text_is_reported(study: Study, owner: Client) -> None:
    page = address(study.flat)
    listed = SimpleUploadedFile("ids.txt", "\ufeffzoë\r\neve".encode())
    assert owner.post(page, {"what": "in", "written": "", "file": listed}).status_code == 302
    assert sorted(study.flat.listed_ids.values_list("external_id", flat=True)) == ["eve", "zoë"]
    picture = SimpleUploadedFile("ids.png", b"\x89PNG\xff")
    answer = owner.post(page, {"what": "in", "written": "", "file": picture})
    assert "not UTF-8 text" in text_of(answer, 400)
    assert study.flat.listed_ids.count() == 2


def test_a_wrong_line_is_reported_and_nothing_typed_is_lost(study: Study, owner: Client) -> None:
    written = "id,country,language\nada,India,hi"
    answer = owner.post(address(study.flat), {"what": "traits", "written": written})
    assert "Line 2" in text_of(answer, 400)
    assert "ada,India,hi</textarea>" in answer.content.decode().replace("\n</", "</")


def test_a_member_sees_none_of_it(study: Study) -> None:
    client = signed_in(make_member(study.project, study.owner))
    for page in (address(study.flat), file(study.flat, "in")):
        assert client.get(page).status_code == 403
    assert client.post(address(study.flat), {"what": "in", "written": "x"}).status_code == 403
    assert "Who may join" not in read(client, reverse("research:workers", args=(study.flat.pk,)))


@pytest.mark.long
def test_the_terms_are_set_on_the_form_and_shown_after(study: Study, owner: Client) -> None:
    new = reverse("research:edit_campaign", args=(study.draft.pk,))
    assert_shows(read(owner, new), "A13 Table 3", "H14 §4.2", "PQ §3.1", study.flat.name)
    initial = owner.get(new).context["form"].initial
    sent = {name: value for name, value in initial.items() if value is not None}
    terms = {
        "not_who_did": [str(study.flat.pk)],
        "more_tasks_than": "100",
        "approved_above": "60",
        "countries": "US, IN",
        "languages": "",
    }
    assert owner.post(new, sent | terms).status_code == 302
    stored = Campaign.objects.get(pk=study.draft.pk).qualifications
    assert stored == {
        "not_who_did": [study.flat.pk],
        "more_tasks_than": 100,
        "approved_above": "0.6",
        "countries": ["IN", "US"],
    }
    again = owner.get(new)
    assert again.context["form"]["approved_above"].value() == "60"
    assert "Any link, 4 conditions for joining" in again.content.decode()
    text = owner.get(address(study.draft)).content.decode()
    assert_shows(text, "Not workers of", "More than 60 % of the reviewed judgments")
    assert "From India (IN), United States (US)" in text


@pytest.mark.long
@pytest.mark.parametrize("listed", [True, False])
def test_workers_read_why_but_not_the_list(study: Study, owner: Client, listed: bool) -> None:
    judge_next(enrol(study.nested, "eve"))
    if listed:
        owner.post(address(study.flat), {"what": "out", "written": "eve"})
    else:
        terms = {"not_who_did": [study.nested.pk]}
        Campaign.objects.filter(pk=study.flat.pk).update(qualifications=terms)
    worker = enrol(study.nested, "eve").worker
    browser = Client()
    join_page = reverse("worker:join", args=(study.flat.code,))
    answer = browser.post(join_page, {"worker": "eve", "return_code": worker.return_code})
    assert answer.status_code == 403
    text = answer.content.decode()
    assert "This work is not open to you" in text
    assert ("earlier parts of this study" in text) is not listed
    assert "list" not in text.split("<main")[1]
