"""Tables of judgments that are imported as annotation sets, without loss."""

from typing import Any

import pytest

from analysis.exports.export_registry import export_file
from analysis.exports.tables.forms import FORMS
from annotation.models import Annotation, Campaign, Judgment
from annotation.recorded import READERS
from annotation.services.errors import Invalid
from annotation.services.sets.sets import AnnotationFile, upload_set
from annotation.services.work.exclusion import exclude_worker
from tests.helpers.every_scheme import KINDS, judged_campaign
from tests.helpers.factories import make_user

pytestmark = pytest.mark.django_db
SETS = [kind for kind in KINDS if kind.partition(" ")[0] in READERS]


def upload(campaign: Campaign, form: str, body: bytes, like: Campaign | None) -> Any:
    file = AnnotationFile(
        scheme=campaign.scheme, filename=f"judgments.{form}", body=body, like=like
    )
    return upload_set(dataset=campaign.dataset, user=None, name=f"Back {form}", file=file)


@pytest.mark.few(3)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", SETS)
def test_judgments_come_back_as_they_were(kind: str, form: str) -> None:
    campaign = judged_campaign(kind)
    first = campaign.enrolments.order_by("pk")[0]
    exclude_worker(enrolment=first, user=make_user(), reason="a habit")
    body = export_file(campaign.pk, f"table-judgments-{form}").body
    own = upload(campaign, form, body, campaign)
    rows = Judgment.objects.counting().filter(campaign=campaign)
    given = rows.values_list("hit__item", "assignment__enrolment__worker__number", "vector")
    back = Annotation.objects.filter(set=own).values_list("item", "annotator", "vector")
    assert sorted(back) == sorted(given)
    assert first.worker.number not in {annotator for _, annotator, _ in back}


def test_answers_that_mean_others_in_a_campaign_are_refused() -> None:
    campaign = judged_campaign("label one")
    body = export_file(campaign.pk, "table-judgments-csv").body
    labels = campaign.settings["labels"]
    campaign.settings["labels"] = [*labels[1:], labels[0]]
    with pytest.raises(Invalid) as refused:
        upload(campaign, "csv", body, campaign)
    [first, *_] = refused.value.details["errors"]
    assert "the file says" in first["message"]
    with pytest.raises(Invalid) as refused:
        upload(campaign, "csv", body, None)
    assert "Choose the campaign" in refused.value.details["errors"][0]["message"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("cell", "message"),
    [("[1]", "must be an object"), ("{", "not JSON"), ('{""answer"": 99}', "label")],
)
def test_a_faulty_cell_is_reported_by_row(cell: str, message: str) -> None:
    campaign = judged_campaign("label one")
    body = export_file(campaign.pk, "table-judgments-csv").body.decode()
    head, row, *rest = body.split("\r\n")
    before, _, after = row.partition('"{')
    broken = "\r\n".join([head, f'{before}"{cell}"{after.partition("}")[2][1:]}', *rest])
    with pytest.raises(Invalid) as refused:
        upload(campaign, "csv", broken.encode(), campaign)
    [first, *_] = refused.value.details["errors"]
    assert (first["row"], message in first["message"]) == (2, True), first
