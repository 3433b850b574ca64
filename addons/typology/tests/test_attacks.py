"""Attacks 4, 5 and 21 to 24 of the promises on typologies and proposed word lists: every field of
every form, every number in every address."""

from collections.abc import Iterator

import pytest
from django.test import Client

from addons.typology.models import Typology
from addons.typology.services import ask_for_typology
from addons.typology.tests.requested import TERMS
from midpath.typology.options import TypologyOptions
from tests.attacks.test_text_side import NUMBERS, ODD
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_project, make_user
from tests.helpers.jobs import carry_out
from tests.helpers.pages import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def made_by(name: str) -> tuple[Client, Typology]:
    user = make_user(name)
    options = TypologyOptions(top=10, samples=1, sentences=5)
    typology = ask_for_typology(
        dataset=make_documents(make_project(user)), user=user, language="en", options=options
    )
    return signed_in(user), carry_out(typology)


def test_a_form_takes_what_it_can_and_says_what_it_cannot() -> None:
    client, typology = made_by("hers")
    address = f"/research/datasets/{typology.dataset_id}/typologies/new/"
    for field in TERMS:
        for value in ODD:
            answer = client.post(address, {**TERMS, field: value})
            assert answer.status_code in {302, 400}, (field, value[:50])
            if answer.status_code == 400:
                assert 'aria-invalid="true"' in answer.content.decode(), (field, value[:50])
            Typology.objects.filter(status="waiting").delete()
    assert client.post(address, {"language": "a" * 3_000_000}).status_code == 413


def addresses(typology: Typology, number: str) -> Iterator[str]:
    for page in ("", "progress/", "words.csv"):
        yield f"/research/typologies/{number}/{page}"
    yield f"/research/typologies/{typology.pk}/{number}.csv"
    words = f"/research/projects/{typology.dataset.project_id}/words/en/"
    yield f"{words}?typology={number}"
    yield f"{words}?typology={typology.pk}&side={number}&fill={number}"


@pytest.mark.quick
@pytest.mark.few(1)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_leads_to_a_page_or_nowhere(number: str) -> None:
    client, typology = made_by("hers")
    for address in addresses(typology, number):
        # No text may contain a NUL, wherever it is.
        known = {400, 404} if number == "%00" else {200, 404}
        assert client.get(address).status_code in known, address


def test_what_is_anothers_is_not_there_by_any_way() -> None:
    (client, own), (_, other) = made_by("hers"), made_by("another's")
    assert client.post(f"/research/typologies/{other.pk}/restore/").status_code == 404
    words = f"/research/projects/{own.dataset.project_id}/words/en/"
    assert client.get(f"{words}?typology={other.pk}").status_code == 404
