"""Documents downloaded as XML and uploaded again."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Dataset
from midpath.exchange.readers import read_upload
from tests.helpers.documents import make_documents
from tests.helpers.pages import page_of
from tests.research.study import Study

pytestmark = pytest.mark.django_db


def test_the_file_has_the_documents_of_the_dataset(study: Study, owner: Client) -> None:
    documents = make_documents(study.project)
    address = reverse("research:documents_xml", args=(documents.pk,))
    assert address in page_of(owner, "dataset", documents.pk)
    found = owner.get(address)
    assert found.headers["Content-Type"] == "application/xml"
    assert found.headers["Content-Disposition"].endswith('-documents.xml"')
    parsed = read_upload("a.xml", found.content)
    items = documents.items.order_by("position").values_list("text", "content")
    assert [(item.text, item.content) for item in parsed.items] == list(items)


def test_only_whole_documents_are_written(study: Study, owner: Client) -> None:
    documents = make_documents(study.project)
    Dataset.objects.filter(pk=documents.pk).update(details={"parts": "sections"})
    assert owner.get(reverse("research:documents_xml", args=(documents.pk,))).status_code == 400
    texts = reverse("research:documents_xml", args=(study.dataset.pk,))
    assert owner.get(texts).status_code == 400
