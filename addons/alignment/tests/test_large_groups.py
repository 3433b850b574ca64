"""A group may contain thousands of segments, one as long as a book, or deleted ones: its page
remains readable."""

import json
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from addons.alignment.models import Alignment
from addons.alignment.pages import groups as alignment_groups
from addons.alignment.tests.requested import aligned
from annotation.models import Dataset
from midpath.alignment.options.words import PRESETS
from tests.helpers.documents import import_documents, make_documents
from tests.helpers.pages import page_of
from tests.research.study import Study

ALL = replace(PRESETS["acl"], most_percent=100, bigrams=False)


def make_long(study: Study, sections: list[str]) -> Dataset:
    documents = [{"document": name, "sections": sections} for name in ("one", "two")]
    return import_documents(documents, study.project)


def lines_of_file(client: Client, alignment: Alignment) -> list[dict[str, object]]:
    answer = client.get(reverse("research:groups_jsonl", args=(alignment.pk,)))
    assert answer.status_code == 200
    return [json.loads(line) for line in answer.content.splitlines()]


@pytest.mark.long
def test_of_a_document_with_thousands_of_sections_the_first_are_shown(
    study: Study, owner: Client
) -> None:
    texts = [f"red wine number{number}" for number in range(2000)]
    alignment = aligned(make_long(study, texts), study.owner, groups=1, words=ALL)
    page = page_of(owner, "alignment_group", alignment.pk, 1)
    assert page.count('class="segment"') == 2 * alignment_groups.SEGMENTS_PER_DOCUMENT
    assert page.count("1,970 more of this document") == 2
    found = page_of(owner, "alignment_group", alignment.pk, 1, q="number1999")
    assert found.count("<mark>number1999</mark>") == 2
    assert "more of this document" not in found
    (group,) = lines_of_file(owner, alignment)
    assert isinstance(group["segments"], list)
    assert len(group["segments"]) == 4000


@pytest.mark.long
def test_of_a_text_as_long_as_a_book_the_beginning_is_shown(study: Study, owner: Client) -> None:
    book = "word " * 100_000 + "end"
    alignment = aligned(make_long(study, [book, "word end"]), study.owner, groups=1, words=ALL)
    page = page_of(owner, "alignment_group", alignment.pk, 1)
    assert len(page) < 200_000
    assert page.count("The rest is in <a") == 2
    found = page_of(owner, "alignment_group", alignment.pk, 1, q="end")
    assert "word word <mark>end</mark>\n</p>" in found


@pytest.mark.few(1)
@pytest.mark.parametrize("gone", ["section", "document"])
def test_what_was_taken_from_the_database_is_passed_over(
    study: Study, owner: Client, gone: str
) -> None:
    documents = make_documents(study.project)
    alignment = aligned(documents, study.owner, groups=1)
    item = documents.items.order_by("position")[0]
    if gone == "section":
        item.content["sections"].pop()
        item.save()
    else:
        item.delete()
    page = page_of(owner, "alignment_group", alignment.pk, 1)
    assert ("site-0.example" in page) == (gone == "section")
    assert "site-1.example" in page
    (group,) = lines_of_file(owner, alignment)
    assert isinstance(group["segments"], list)
    assert len(group["segments"]) == (23 if gone == "section" else 20)
