"""Samples of pairs by an alignment, on a researcher's pages."""

import pytest
from django.test import Client

from addons.alignment.models import Alignment, PairDraw
from addons.alignment.tests.requested import DRAW, by_part, distinct_group, make_alignment
from annotation.models import AuditEvent, Dataset
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_project
from tests.helpers.jobs import carry_out
from tests.helpers.pages import Response
from tests.helpers.queries import assert_queries
from tests.research.study import Study

pytestmark = pytest.mark.long

SIGNED_IN = 2
TERMS = DRAW | {"name": "Disputed", "edge": "500000"}


@pytest.fixture
def alignment(documents: Dataset) -> Alignment:
    return make_alignment(documents, by_part, by_part, distinct_group)


def new_draw(alignment: Alignment) -> str:
    return f"/research/datasets/{alignment.dataset_id}/draws/new/?alignment={alignment.pk}"


def request_draw(client: Client, alignment: Alignment, **changed: str) -> Response:
    return client.post(new_draw(alignment), {**TERMS, **changed})


def drawn(client: Client, alignment: Alignment, **changed: str) -> str:
    where = request_draw(client, alignment, **changed).headers["Location"]
    carry_out(PairDraw.objects.latest("pk"))
    return where


def source(answer: Response) -> str:
    """Return the page's source with every run of white space as one space."""
    return " ".join(answer.content.decode().split())


def test_the_form_says_what_is_meant_and_leaves_only_the_edge_to_choose(
    owner: Client, alignment: Alignment
) -> None:
    plain = source(owner.get(f"/research/datasets/{alignment.dataset_id}/draws/new/"))
    assert f"?alignment={alignment.pk}" in plain
    page = source(owner.get(new_draw(alignment)))
    assert "The alignment</a> grouped sections in 3 runs, so sections are paired." in page
    assert "sections that more than half of the runs put in the same group" in page
    assert '<option value="250000" selected>.25</option>' in page
    assert 'name="level"' not in page


def test_what_is_drawn_by_an_alignment_says_so_before_it_is_stored_and_after(
    owner: Client, alignment: Alignment
) -> None:
    link = f'<a href="/research/alignments/{alignment.pk}/">By parts</a>'
    where = request_draw(owner, alignment).headers["Location"]
    assert f"where {link} and the cosine similarity disagree" in source(owner.get(where))
    draw = PairDraw.objects.get()
    assert (draw.options.level, draw.alignment, draw.options.edge) == (
        "sections",
        alignment,
        500_000,
    )
    carry_out(draw)
    eligible = draw.results["disagreeing"]["candidates"]
    said = (
        f"Sampled from pairs on which {link} and the cosine similarity disagree: with a cosine of "
        "up to .5, pairs that more than half of its 3 runs grouped together; with a higher "
        f"cosine, pairs that were separated. Of 54 candidates, {eligible} qualify."
    )
    page = source(owner.get(where))
    assert said in page
    assert f"of {eligible} pairs on which the models and the cosine similarity disagree" in page
    assert "<td><bdi>together</bdi></td>" in page
    saved = source(owner.post(f"{where}keep/", follow=True))
    assert said in saved
    pairs = f"{eligible} pairs of sections"
    assert f"of {pairs} on which the models and the cosine similarity disagree" in saved


def test_an_alignment_that_is_gone_is_named_without_a_link(
    owner: Client, alignment: Alignment
) -> None:
    where = drawn(owner, alignment)
    alignment.delete()
    said = "Sampled from pairs on which <bdi>By parts</bdi> and the cosine similarity disagree"
    assert said in source(owner.get(where))
    assert said in source(owner.post(f"{where}keep/", follow=True))


def test_where_models_and_cosine_agree_there_is_nothing_to_keep(
    owner: Client, documents: Dataset
) -> None:
    tied = make_alignment(documents, by_part, distinct_group, name="Tied")
    tied.grouping["runs"] = [[0] * 18, list(range(18))]
    tied.save()
    where = drawn(owner, tied)
    assert "the models and the cosine similarity never disagree" in source(owner.get(where))
    assert owner.post(f"{where}keep/").status_code == 400


def test_the_only_run_counts_alone(owner: Client, documents: Dataset) -> None:
    page = source(owner.get(drawn(owner, make_alignment(documents, by_part))))
    assert "pairs that it grouped together" in page


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"edge": ""}, "Choose .25, .5 or .75."),
        ({"edge": "300000"}, "not one of the available choices"),
        ({"name": ""}, "Give the pairs a name."),
    ],
)
def test_bad_terms_are_reported_at_their_fields(
    owner: Client, alignment: Alignment, changed: dict[str, str], said: str
) -> None:
    page = request_draw(owner, alignment, **changed)
    assert page.status_code == 400
    assert said in source(page)
    assert not PairDraw.objects.exists()


def test_an_alignment_that_will_not_do_is_refused_with_the_reason(
    study: Study, owner: Client, alignment: Alignment
) -> None:
    others = make_documents()
    others.project_id, others.name = study.project.pk, "More"
    others.save()
    elsewhere = f"/research/datasets/{others.pk}/draws/new/?alignment={alignment.pk}"
    refused = owner.get(elsewhere)
    assert refused.status_code == 400
    assert "not an alignment of the documents in More" in source(refused)
    Alignment.objects.update(status="discarded")
    for answer in (owner.get(new_draw(alignment)), request_draw(owner, alignment)):
        assert answer.status_code == 409
        assert "By parts is discarded" in source(answer)
    for broken in ("none", "-1", "9" * 30):
        assert owner.get(elsewhere.replace(f"={alignment.pk}", f"={broken}")).status_code == 404


@pytest.mark.quick
def test_a_strangers_alignment_is_not_there_and_the_attempt_is_audited(
    owner: Client, documents: Dataset
) -> None:
    strange = make_alignment(make_documents(make_project()), by_part)
    address = f"/research/datasets/{documents.pk}/draws/new/?alignment={strange.pk}"
    assert owner.get(address).status_code == 404
    assert owner.post(address, TERMS).status_code == 404
    event = AuditEvent.objects.filter(verb="access.refused").latest("pk")
    assert (event.project, event.object_id) == (strange.dataset.project, strange.pk)


def test_queries_do_not_grow_with_the_alignments(owner: Client, alignment: Alignment) -> None:
    for number in range(8):
        make_alignment(alignment.dataset, by_part, name=f"Another {number}")
    where = drawn(owner, alignment)
    with assert_queries(SIGNED_IN + 4):
        owner.get(new_draw(alignment))
    with assert_queries(SIGNED_IN + 4):
        owner.get(f"/research/datasets/{alignment.dataset_id}/draws/new/")
    with assert_queries(SIGNED_IN + 4):
        owner.get(where)
    pairs = owner.post(f"{where}keep/").headers["Location"]
    owner.get(pairs)
    with assert_queries(SIGNED_IN + 7):
        owner.get(pairs)
