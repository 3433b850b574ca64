"""The list of comparisons with its search and the search of the project; and the page that finds
items, with the filter and the order by distance."""

import pytest
from django.test import Client

from addons.comparisons.models import ComparedItem, Comparison
from addons.comparisons.tests.compared import compared
from addons.comparisons.tests.sets import TwoSets
from annotation.models import AnnotationSet
from tasks.fold import fold_all
from tests.helpers.factories import make_campaign, make_project
from tests.helpers.pages import assert_hides, assert_shows, read, read_words, text_of
from tests.helpers.queries import assert_queries
from tests.helpers.sets import annotations_file, make_set
from tests.research.study import Study, judge_all
from tests.research.test_lists import SIGNED_IN, main_of, of, seen


def items_of(study: Study) -> str:
    return f"/research/campaigns/{study.flat.pk}/items/"


def make_comparison(study: Study) -> Comparison:
    return compared(study.flat, make_set(study.dataset, "flat", annotations_file(study.dataset)))


@pytest.mark.long
def test_items_are_found_by_their_distance_from_a_set(study: Study, owner: Client) -> None:
    assert_hides(read(owner, items_of(study)), 'name="comparison"', 'value="apart"')
    one = make_comparison(study)
    page = read(owner, items_of(study))
    assert all(f'name="{name}"' in page for name in ("comparison", "apart_from", "apart_to"))
    assert_shows(page, 'value="-apart"', "most different first")
    query = {"comparison": str(one.pk), "apart_to": "1", "order": "apart"}
    answer = owner.get(items_of(study), query)
    assert [chip.words for chip in answer.context["chips"]] == ["in “Compared”, distance 1 or less"]
    ranks = ComparedItem.objects.filter(comparison=one).order_by("rank")
    texts = list(ranks.values_list("item__text", flat=True))
    assert [row["hit"].item.text for row in answer.context["rows"]] == texts
    assert answer.context["chips"][0].without == ""
    refused = owner.get(items_of(study), {"order": "apart"})
    assert "Choose a comparison first" in text_of(refused, 400)
    assert owner.get(items_of(study), {"apart_from": "0.1"}).status_code == 400
    Comparison.objects.filter(pk=one.pk).update(name="Ours")
    other_way = compared(AnnotationSet.objects.get(), study.flat)
    answer = owner.get(items_of(study), {"comparison": str(other_way.pk), "order": "apart"})
    assert [chip.words for chip in answer.context["chips"]] == ["in “Compared”"]
    assert [row["hit"].item.text for row in answer.context["rows"]] == texts
    Comparison.objects.filter(pk=other_way.pk).update(name="The other way")
    crowd = make_campaign(study.dataset, name="Other")
    judge_all(crowd, "w1", 1)
    fold_all(crowd.pk)
    other = compared(crowd, AnnotationSet.objects.get())
    answer = owner.get(items_of(study), {"comparison": str(other.pk)})
    assert [chip.words for chip in answer.context["chips"]] == ["in “another comparison”"]
    assert not answer.context["rows"]


@pytest.mark.xdist_group("two sets")
def test_it_is_listed_and_found(study: Study, sets: TwoSets, owner: Client) -> None:
    sets.compared(study.owner, "Crowd and experts")
    for query in ("", "?q=AND+EXPERTS"):
        assert "Crowd and experts" in main_of(seen(owner, of(study, f"comparisons/{query}")))
    nothing = main_of(seen(owner, of(study, "comparisons/?q=no such name")))
    assert "No comparison has “no such name” in its name." in nothing
    found = read_words(owner, of(study, "search/?q=and+experts"))
    assert_shows(found, "Crowd and experts", 'Comparisons <span class="count">1</span>')
    assert "Crowd and experts" not in main_of(seen(owner, of(study, "search/?q=round")))
    assert f'href="/research/projects/{study.project.pk}/comparisons/' in found


@pytest.mark.long
def test_the_list_costs_the_same_however_long(study: Study, sets: TwoSets, owner: Client) -> None:
    for number in range(2):
        with assert_queries(SIGNED_IN + 2):
            seen(owner, of(study, "comparisons/"))
        sets.compared(study.owner, f"Comparison {number}")


@pytest.mark.long
def test_an_empty_list_says_what_comparisons_are(study: Study, owner: Client) -> None:
    empty = make_project(study.owner)
    address = f"/research/projects/{empty.pk}/comparisons/"
    assert "Compare the crowd with" in main_of(seen(owner, address))
