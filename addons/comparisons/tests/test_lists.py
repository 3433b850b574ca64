"""The list of comparisons, its search and the search of the project."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from addons.comparisons.tests.sets import TwoSets, text_of
from tests.helpers.factories import make_project
from tests.research.study import Study
from tests.research.test_lists import SIGNED_IN, main_of, of, seen


def test_it_is_listed_and_found(study: Study, sets: TwoSets, owner: Client) -> None:
    sets.compared(study.owner, "Crowd and experts")
    for query in ("", "?q=AND+EXPERTS"):
        assert "Crowd and experts" in main_of(seen(owner, of(study, f"comparisons/{query}")))
    nothing = main_of(seen(owner, of(study, "comparisons/?q=no such name")))
    assert "No comparison has “no such name” in its name." in nothing
    found = text_of(owner, of(study, "search/?q=and+experts"))
    assert "Crowd and experts" in found
    assert f'href="/research/projects/{study.project.pk}/comparisons/' in found


@pytest.mark.long
def test_the_list_costs_the_same_however_long(
    study: Study, sets: TwoSets, owner: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(2):
        with django_assert_num_queries(SIGNED_IN + 2):
            seen(owner, of(study, "comparisons/"))
        sets.compared(study.owner, f"Comparison {number}")


@pytest.mark.long
def test_an_empty_list_says_what_comparisons_are(study: Study, owner: Client) -> None:
    empty = make_project(study.owner)
    address = f"/research/projects/{empty.pk}/comparisons/"
    assert "Compare the crowd with" in main_of(seen(owner, address))
