"""Alignments that would delay reports for long are refused, with the reason and what to do."""

from typing import Any

import pytest

from addons.alignment.models import Alignment
from addons.alignment.tests.requested import request_alignment
from annotation.models import Dataset
from annotation.services.datasets.datasets import import_dataset
from annotation.services.errors import Invalid
from tests.helpers.documents import lines, make_documents
from tests.helpers.factories import make_project

pytestmark = pytest.mark.django_db
Status = Alignment.Status


@pytest.mark.parametrize(
    ("changed", "field"), [({"compare": True}, "runs"), ({"curves": 20}, "curves")]
)
def test_more_work_than_a_page_may_ask_for_is_refused_with_the_command_that_does_it(
    changed: dict[str, Any], field: str
) -> None:
    documents = make_documents()
    count_words(documents, 30_000_000)
    with pytest.raises(Invalid, match=r"manage\.py align") as refused:
        request_alignment(documents, groups=10, **changed)
    assert refused.value.field == field
    assert request_alignment(documents, groups=10).status == Status.WAITING


@pytest.mark.long
@pytest.mark.parametrize(
    ("changed", "field", "said"),
    [
        ({}, "runs", "A document of 20,000 sections would block"),
        ({"compare": True, "level": "paragraphs"}, "runs", "A document of 20,000 paragraphs"),
        ({"runs": 1, "curves": 20}, "curves", "A document of 20,000 sections would block"),
    ],
)
def test_long_documents_take_long_whatever_they_say(
    changed: dict[str, Any], field: str, said: str
) -> None:
    """Models take one step after the other."""
    documents = make_long(20_000)
    with pytest.raises(Invalid, match=said) as refused:
        request_alignment(documents, **{"runs": 20, **changed})
    assert refused.value.field == field
    assert request_alignment(documents, runs=9).status == Status.WAITING
    Alignment.objects.all().delete()
    assert request_alignment(documents, runs=20, method="clustering").status == Status.WAITING


def test_many_groups_of_many_segments_take_long_and_too_many_are_for_the_command() -> None:
    documents = make_documents()
    count_sections(documents, 100_000)
    with pytest.raises(Invalid, match=r"^100,000 sections would block"):
        request_alignment(documents, groups=50, runs=10)
    assert request_alignment(documents, groups=50, runs=5).status == Status.WAITING
    count_sections(documents, 200_001)
    with pytest.raises(Invalid, match=r"has 200,001 sections; .*manage\.py align") as refused:
        request_alignment(documents, groups=2, runs=1, method="clustering")
    assert refused.value.field == "level"


def make_long(sections: int) -> Dataset:
    """Make one document of this many sections of two words."""
    return import_dataset(
        project=make_project(),
        user=None,
        name="Long",
        filename="long.jsonl",
        body=lines([{"document": "long", "sections": ["red wine"] * sections}]),
    )


def count_sections(documents: Dataset, sections: int) -> None:
    documents.details["statistics"] = [{**documents.details["statistics"][0], "sections": sections}]
    documents.save()


def count_words(documents: Dataset, words: int) -> None:
    documents.details["statistics"] = [{**documents.details["statistics"][0], "words": words}]
    documents.save()
