"""The dashboard's labels, a text with its votes and one judgment, as researchers see spans."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from analysis.exports.export_registry import export_file
from annotation.models import Campaign, Dataset
from annotation.services.work.claim import claim_hit
from tasks.fold import fold_all
from tests.helpers.factories import enrol, submit
from tests.helpers.pages import assert_shows, page_of, signed_in, text_of
from tests.helpers.spans import ADA, BANK, campaign_of_spans, document_to_mark

pytestmark = [pytest.mark.django_db, pytest.mark.long]
ANSWERS: list[list[list[int]]] = [
    [[0, 2, 0], [6, 7, 1]],
    [[0, 2, 0], [8, 10, 1]],
    [[0, 1, 0], [6, 7, 1]],
    [],
]


@pytest.fixture
def campaign() -> Campaign:
    campaign = campaign_of_spans(ADA, redundancy=4)
    for spans in ANSWERS:
        enrolment = enrol(campaign)
        submit(enrolment, claim_hit(enrolment_id=enrolment.pk), {"spans": spans})
    fold_all(campaign.pk)
    return campaign


def words(html: str) -> str:
    return " ".join(strip_tags(html).split())


def test_the_dashboard_shows_the_labels(campaign: Campaign, insider: Client) -> None:
    shown = words(page_of(insider, "campaign", campaign.pk))
    assert_shows(shown, "α for unitizing", "Label by label")
    assert "A judgment has 1.5 spans on average; 1 have none." in shown
    assert "1 text has a span marked by exactly half of the workers." in shown


def test_a_text_shows_who_marked_what(campaign: Campaign, insider: Client) -> None:
    html = page_of(insider, "item", campaign.pk, campaign.hits.get().pk)
    assert "css/research/schemes/spans" in html
    assert '<mark class="span-share-8">Ada</mark>' in " ".join(html.split())
    assert_shows(words(html), "Ada Brandt Person 2 of 4", "nothing marked 1 of 4")
    assert "nothing marked" in words(page_of(insider, "judgments", campaign.pk))


def test_the_list_of_texts_is_found_by_its_words(campaign: Campaign, insider: Client) -> None:
    address = reverse("research:items", args=(campaign.pk,))
    assert "Ada Brandt took" in insider.get(address, {"q": "ferry"}).content.decode()
    assert "Ada Brandt took" not in insider.get(address, {"q": "tram"}).content.decode()


@pytest.mark.quick
def test_documents_can_get_questions() -> None:
    dataset = document_to_mark()
    insider = signed_in(dataset.project.memberships.get().user)
    assert reverse("research:new_campaign", args=(dataset.pk,)) in page_of(
        insider, "dataset", dataset.pk
    )
    form = page_of(insider, "new_campaign", dataset.pk)
    assert 'value="spans"' in form
    assert 'value="flat"' not in form


def test_the_page_says_why_there_is_no_conll() -> None:
    campaign = campaign_of_spans(ADA, settings={"unit": "characters"}, redundancy=1)
    enrolment = enrol(campaign)
    submit(enrolment, claim_hit(enrolment_id=enrolment.pk), {"spans": [[0, 2, "Person"]]})
    insider = signed_in(campaign.dataset.project.memberships.get().user)
    answer = insider.get(reverse("export_file", args=(campaign.pk, "conll")))
    assert "begins or ends within a word" in text_of(answer, 409)
    assert insider.get(reverse("export_file", args=(campaign.pk, "brat"))).status_code == 200
    shown = page_of(insider, "export", campaign.pk)
    assert "Label Studio" in shown
    assert "CoNLL" not in shown
    of_words = campaign_of_spans(BANK)
    insider = signed_in(of_words.dataset.project.memberships.get().user)
    assert "CoNLL" in page_of(insider, "export", of_words.pk)


def test_an_archive_of_brat_is_previewed_and_imported() -> None:
    campaign = campaign_of_spans(ADA, redundancy=1)
    enrolment = enrol(campaign)
    submit(enrolment, claim_hit(enrolment_id=enrolment.pk), {"spans": [[0, 2, "Person"]]})
    project = campaign.dataset.project
    insider = signed_in(project.memberships.get().user)
    file = SimpleUploadedFile("a.zip", export_file(campaign.pk, "brat").body)
    address = reverse("research:new_dataset", args=(project.pk,))
    answer = insider.post(address, {"name": "From brat", "file": file})
    assert answer.status_code == 302
    shown = words(insider.get(answer.headers["Location"]).content.decode())
    assert_shows(shown, "brat’s standoff (ZIP)", "1 gold span with the labels Person")
    insider.post(f"{answer.headers['Location']}import/")
    item = Dataset.objects.get(name="From brat").items.get()
    assert item.text == ADA
    assert item.content["columns"]["gold"].endswith('"spans": [[0, 10, "Person"]]}')
