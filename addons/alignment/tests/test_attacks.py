"""Attacks 4, 5 and 21 to 24 of the promises on alignments and samples by alignment: every field of
every form, every number in every address; and alignments that would delay reports for long."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from addons.alignment.models import Alignment, PairDraw
from addons.alignment.tests.requested import DRAW, OWN, aligned, judged_pairs, request_alignment
from annotation.models import Dataset
from annotation.services.errors import Invalid
from tests.attacks.test_text_side import NUMBERS, ODD
from tests.helpers.documents import import_documents, make_documents
from tests.helpers.factories import make_project, make_user
from tests.helpers.pages import signed_in

pytestmark = pytest.mark.django_db

ALIGN = OWN | {"bigrams": "on", "compare": "", "curves": ""}
BESIDE = DRAW | {"smooth": "", "edge": "250000"}


@dataclass(frozen=True)
class Desk:
    """A researcher's documents with all their results."""

    client: Client
    documents: Dataset
    alignment: Alignment
    gold: str

    @property
    def new(self) -> str:
        return f"/research/datasets/{self.documents.pk}"


def make_desk(name: str) -> Desk:
    user = make_user(name)
    documents = make_documents(make_project(user))
    judged_pairs(documents, user, contrary=True)
    alignment = aligned(documents, user)
    return Desk(signed_in(user), documents, alignment, alignment.results["golds"][0]["key"])


@pytest.fixture
def desk() -> Desk:
    return make_desk("hers")


@pytest.mark.long
@pytest.mark.parametrize(
    ("where", "terms"), [("/alignments/new/", ALIGN), ("/draws/new/?alignment={}", BESIDE)]
)
def test_a_form_takes_what_it_can_and_says_what_it_cannot(
    desk: Desk, where: str, terms: Mapping[str, str]
) -> None:
    address = f"{desk.new}{where.format(desk.alignment.pk)}"
    for field in terms:
        for value in ODD:
            answer = desk.client.post(address, {**terms, field: value})
            assert answer.status_code in {302, 400}, (field, value[:50])
            if answer.status_code == 400:
                assert 'aria-invalid="true"' in answer.content.decode(), (field, value[:50])
            for model in (Alignment, PairDraw):
                model._default_manager.filter(status="waiting").delete()
    assert desk.client.post(address, {"name": "a" * 3_000_000}).status_code == 413


def addresses(desk: Desk, number: str) -> Iterator[str]:
    yield f"{desk.new}/draws/new/?alignment={number}"
    yield f"{desk.new}/alignments/new/?again={number}"
    for page in (
        "",
        "progress/",
        "groups.jsonl",
        "groups/1/",
        "crowd/pairs-1/",
        "methods-votes.csv",
    ):
        yield f"/research/alignments/{number}/{page}"
    own = f"/research/alignments/{desk.alignment.pk}"
    yield from (f"{own}/groups/{number}/", f"{own}/groups/1/?after={number}&q={number}")
    yield from (f"{own}/crowd/pairs-{number}/", f"{own}/crowd/{number}/", f"{own}/{number}.csv")
    yield from (f"{own}/crowd/{desk.gold}/?{key}={number}" for key in ("from", "side"))


@pytest.mark.few(1)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_leads_to_a_page_or_nowhere(desk: Desk, number: str) -> None:
    for address in addresses(desk, number):
        # No text may contain a NUL, wherever it is.
        known = {400, 404} if number == "%00" else {200, 404}
        assert desk.client.get(address).status_code in known, address


@pytest.mark.long
def test_what_is_anothers_is_not_there_by_any_way(desk: Desk) -> None:
    other = make_desk("another's")
    requests: list[tuple[str, dict[str, Any]]] = [
        (f"{desk.new}/draws/new/?alignment={other.alignment.pk}", {**BESIDE}),
        (f"{desk.new}/alignments/new/?again={other.alignment.pk}", {}),
        (f"/research/alignments/{other.alignment.pk}/discard/", {}),
    ]
    for address, terms in requests:
        assert desk.client.post(address, terms).status_code == 404, address
    assert not PairDraw.objects.exists()
    other.alignment.refresh_from_db()
    assert other.alignment.status == Alignment.Status.READY


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
    return import_documents([{"document": "long", "sections": ["red wine"] * sections}])


def count_sections(documents: Dataset, sections: int) -> None:
    documents.details["statistics"] = [{**documents.details["statistics"][0], "sections": sections}]
    documents.save()


def count_words(documents: Dataset, words: int) -> None:
    documents.details["statistics"] = [{**documents.details["statistics"][0], "words": words}]
    documents.save()
