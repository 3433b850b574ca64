"""The items of a comparison: both answers, in three orders, page by page."""

from typing import Any

import pytest
from django.test import Client

from addons.comparisons import item_pages
from addons.comparisons.models import ComparedItem, Comparison
from addons.comparisons.tasks import make_comparison
from addons.comparisons.tests.compared import compared
from annotation.models import Membership
from annotation.services.accounts.tokens import issue_token
from tests.api.studies import API
from tests.helpers.labels import texts_to_label
from tests.helpers.queries import assert_queries
from tests.helpers.sets import make_set
from tests.research.study import Study

pytestmark = [pytest.mark.django_db, pytest.mark.long]
TEXTS = [f"text number {number}" for number in range(1, 6)]
SAID = (("a", "a", "b", "a", "b"), ("a", "b", "b", "b", "b"), ("a", "a", "b", "a", "a"))
# The session, its account, the comparison and the page's navigation; items, documents and answers.
QUERIES = 8
# The token and its last use; the comparison with its sides, its items, documents and answers.
API_QUERIES = 6


@pytest.fixture
def one(study: Study) -> Comparison:
    """Compare a model's labels of five texts with those of two people."""
    dataset = texts_to_label(*TEXTS, project=study.project)
    files = [(("1", SAID[0]),), (("1", SAID[1]), ("2", SAID[2]))]
    sets = [
        make_set(
            dataset,
            "label",
            "worker,item,label\n"
            + "".join(
                f"{who},{text},{label}\n"
                for who, said in rows
                for text, label in zip(TEXTS, said, strict=True)
            ),
            name=name,
        )
        for name, rows in zip(("model", "people"), files, strict=True)
    ]
    return compared(*sets)


def lines_of(client: Client, one: Comparison, query: str = "") -> Any:
    context = client.get(f"/research/comparisons/{one.pk}/items/{query}").context
    return [(line.item.text[-1], line.alike, line.same) for line in context["lines"]]


@pytest.mark.quick
def test_the_farthest_apart_come_first_and_pages_go_on(
    one: Comparison, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lines_of(owner, one) == [
        ("2", "50%", None),
        ("4", "50%", None),
        ("5", "50%", None),
        ("1", "100%", True),
        ("3", "100%", True),
    ]
    assert [name for name, *_ in lines_of(owner, one, "?order=alike")] == list("31542")
    assert [name for name, *_ in lines_of(owner, one, "?order=dataset")] == list("12345")
    monkeypatch.setattr(item_pages, "ITEMS_PER_PAGE", 2)
    for order, wanted in (("apart", "24513"), ("alike", "31542"), ("dataset", "12345")):
        found, after = "", ""
        while len(found) < len(TEXTS):
            query = f"?order={order}{after}"
            found += "".join(name for name, *_ in lines_of(owner, one, query))
            page = owner.get(f"/research/comparisons/{one.pk}/items/{query}")
            after = f"&after={page.context['last']}"
        assert found == wanted
    for wrong in ("?order=x", "?after=x", "?after=-1"):
        assert owner.get(f"/research/comparisons/{one.pk}/items/{wrong}").status_code == 404


def test_both_answers_stand_there_with_how_many_gave_each(one: Comparison, owner: Client) -> None:
    first = owner.get(f"/research/comparisons/{one.pk}/items/").context["lines"][0]
    assert first.crowd == [("a", 1)]
    assert first.gold == [("a", 1), ("b", 1)]


def test_queries_do_not_grow_with_the_items(one: Comparison, owner: Client) -> None:
    for left in (5, 2):
        ComparedItem.objects.filter(comparison=one, position__gt=left).delete()
        with assert_queries(QUERIES):
            assert len(lines_of(owner, one)) == left


def test_made_again_it_replaces_its_items(one: Comparison) -> None:
    before = list(ComparedItem.objects.values_list("rank", "item", "alike"))
    make_comparison(one.pk)
    assert list(ComparedItem.objects.values_list("rank", "item", "alike")) == before


def test_the_api_shows_the_same_in_each_order(one: Comparison, study: Study, owner: Client) -> None:
    _, key = issue_token(project=study.project, user=study.owner, name="reader", scopes={"read"})
    api, path = API(key), f"comparisons/{one.pk}/items"
    for order, wanted in (("apart", "24513"), ("alike", "31542"), ("dataset", "12345")):
        whole = api.get(path, order=order).json()
        assert "".join(line["text"][-1] for line in whole["results"]) == wanted
        found, following = [], f"{path}?limit=2&order={order}"
        while following:
            page = api.get(following).json()
            found += page["results"]
            following = (page["next"] or "").removeprefix("/api/v1/")
        assert found == whole["results"]
    first = api.get(path).json()["results"][0]
    assert (first["alike"], first["same"], first["rank"]) == (0.5, None, 1)
    assert first["crowd"] == [{"form": "a", "times": 1}]
    assert first["gold"] == [{"form": "a", "times": 1}, {"form": "b", "times": 1}]


def test_the_api_shows_them_nobody_else(one: Comparison, study: Study) -> None:
    _, key = issue_token(project=None, user=study.stranger, name="other", scopes={"read"})
    assert API(key).get(f"comparisons/{one.pk}/items").status_code == 404
    Membership.objects.filter(user=study.owner).update(role="auditor")
    _, key = issue_token(project=study.project, user=study.owner, name="reader", scopes={"read"})
    assert API(key).get(f"comparisons/{one.pk}/items").status_code == 403


@pytest.mark.parametrize("left", [5, 2])
def test_queries_of_the_api_do_not_grow_with_the_items(
    one: Comparison, study: Study, left: int
) -> None:
    _, key = issue_token(project=study.project, user=study.owner, name="reader", scopes={"read"})
    ComparedItem.objects.filter(comparison=one, position__gt=left).delete()
    with assert_queries(API_QUERIES):
        assert len(API(key).get(f"comparisons/{one.pk}/items").json()["results"]) == left
