"""The list of a project's alignments, the search for them, their number in the navigation; and
renaming alignments and samples of pairs."""

import re

import pytest
from django.test import Client

from addons.alignment.models import Alignment
from addons.alignment.tests.requested import request_alignment, request_draw
from annotation.services.errors import Conflict, NotFound
from annotation.services.jobs.jobs import discard_job
from annotation.services.names import rename
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_project
from tests.helpers.queries import assert_queries
from tests.research.study import Study
from tests.research.test_lists import SIGNED_IN, main_of, of, seen
from tests.research.test_renaming import assert_renamed


@pytest.fixture
def alignment(study: Study) -> Alignment:
    return request_alignment(make_documents(study.project), study.owner)


def test_the_list_is_searched_by_name(study: Study, owner: Client, alignment: Alignment) -> None:
    request_alignment(make_documents(make_project()), name="Not of this project")
    for query in ("", "?q=ROUPS"):
        text = main_of(seen(owner, of(study, f"alignments/{query}")))
        assert "Groups" in text
        assert "Not of this project" not in text
    nothing = main_of(seen(owner, of(study, "alignments/?q=no such name")))
    assert "No alignment has “no such name” in its name." in nothing
    assert "Groups" not in nothing.partition("Documents to align")[0]


@pytest.mark.long
def test_the_list_costs_few_queries(study: Study, owner: Client, alignment: Alignment) -> None:
    with assert_queries(SIGNED_IN + 3):
        seen(owner, of(study, "alignments/"))


@pytest.mark.long
def test_whatever_is_looked_for_is_text(study: Study, owner: Client) -> None:
    for wanted in ("%", "'", "<script>", "x" * 3000):
        answer = owner.get(of(study, "alignments/"), {"q": wanted})
        assert answer.status_code == 200
        assert "<script>" not in main_of(answer.content.decode())
    assert owner.get(of(study, "alignments/?q=%00")).status_code == 400
    assert owner.get(of(study, "alignments/?before=x")).status_code == 404


def test_an_empty_project_says_what_comes_first(study: Study, owner: Client) -> None:
    empty = make_project(study.owner)
    assert "no documents yet" in main_of(seen(owner, f"/research/projects/{empty.pk}/alignments/"))


def test_the_search_and_the_navigation_know_alignments(
    study: Study, owner: Client, alignment: Alignment
) -> None:
    assert "Groups" in main_of(seen(owner, of(study, "search/?q=groups")))
    counted = r'alignments/">\s*Alignments\s+<span class="count">1</span>'
    assert re.search(counted, seen(owner, of(study)))
    discard_job(job=alignment, user=study.owner)
    assert re.search(r'alignments/">\s*Alignments\s+</a>', seen(owner, of(study)))


@pytest.mark.long
def test_an_alignment_gets_another_name(study: Study, owner: Client) -> None:
    alignment = request_alignment(make_documents(study.project), study.owner)
    assert_renamed(alignment, "alignments", study, owner)


@pytest.mark.long
def test_a_draw_gets_another_name(study: Study, owner: Client) -> None:
    draw = request_draw(make_documents(study.project), study.owner)
    assert_renamed(draw, "draws", study, owner)


def test_a_draw_bears_a_name_that_its_dataset_can_have(study: Study, owner: Client) -> None:
    draw = request_draw(make_documents(study.project), study.owner)
    taken = owner.post(f"/research/draws/{draw.pk}/rename/", {"name": study.dataset.name})
    assert f"already has a dataset named {study.dataset.name}" in taken.content.decode()
    discard_job(job=draw, user=study.owner)
    with pytest.raises(Conflict, match="Rename the dataset"):
        rename(thing=draw, user=study.owner, name="Late")


def test_what_is_discarded_is_not_renamed(study: Study) -> None:
    alignment = request_alignment(make_documents(study.project), study.owner)
    discard_job(job=alignment, user=study.owner)
    with pytest.raises(NotFound):
        rename(thing=alignment, user=study.owner, name="Late")
    assert Alignment.objects.get().name == "Groups"
