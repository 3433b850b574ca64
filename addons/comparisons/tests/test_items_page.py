"""The page that finds items, with the filter and the order by distance."""

import pytest
from django.test import Client

from addons.comparisons.models import ComparedItem, Comparison
from addons.comparisons.tests.compared import compared
from annotation.models import AnnotationSet
from tasks.fold import fold_all
from tests.helpers.factories import make_campaign
from tests.helpers.sets import annotations_file, make_set
from tests.research.study import Study, judge_all


def of(study: Study) -> str:
    return f"/research/campaigns/{study.flat.pk}/items/"


def make_comparison(study: Study) -> Comparison:
    return compared(study.flat, make_set(study.dataset, "flat", annotations_file(study.dataset)))


@pytest.mark.long
def test_items_are_found_by_their_distance_from_a_set(study: Study, owner: Client) -> None:
    page = owner.get(of(study)).content.decode()
    assert 'name="comparison"' not in page
    assert 'value="apart"' not in page
    one = make_comparison(study)
    page = owner.get(of(study)).content.decode()
    assert all(f'name="{name}"' in page for name in ("comparison", "apart_from", "apart_to"))
    assert 'value="-apart"' in page
    assert "most different first" in page
    query = {"comparison": str(one.pk), "apart_to": "1", "order": "apart"}
    answer = owner.get(of(study), query)
    assert [chip.words for chip in answer.context["chips"]] == ["in “Compared”, distance 1 or less"]
    ranks = ComparedItem.objects.filter(comparison=one).order_by("rank")
    texts = list(ranks.values_list("item__text", flat=True))
    assert [row["hit"].item.text for row in answer.context["rows"]] == texts
    assert answer.context["chips"][0].without == ""
    refused = owner.get(of(study), {"order": "apart"})
    assert refused.status_code == 400
    assert "Choose a comparison first" in refused.content.decode()
    assert owner.get(of(study), {"apart_from": "0.1"}).status_code == 400
    Comparison.objects.filter(pk=one.pk).update(name="Ours")
    other_way = compared(AnnotationSet.objects.get(), study.flat)
    answer = owner.get(of(study), {"comparison": str(other_way.pk), "order": "apart"})
    assert [chip.words for chip in answer.context["chips"]] == ["in “Compared”"]
    assert [row["hit"].item.text for row in answer.context["rows"]] == texts
    Comparison.objects.filter(pk=other_way.pk).update(name="The other way")
    crowd = make_campaign(study.dataset, name="Other")
    judge_all(crowd, "w1", 1)
    fold_all(crowd.pk)
    other = compared(crowd, AnnotationSet.objects.get())
    answer = owner.get(of(study), {"comparison": str(other.pk)})
    assert [chip.words for chip in answer.context["chips"]] == ["in “another comparison”"]
    assert not answer.context["rows"]
