"""Documents and pairs on a researcher's pages: uploaded, inspected, sampled, saved."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from addons.alignment.models import PairDraw
from addons.alignment.tests.requested import DRAW
from annotation.models import Dataset
from tasks.run_job import run_job
from tests.helpers.documents import lines, make_documents, policies
from tests.helpers.pages import Response, assert_shows, read, text_of
from tests.helpers.queries import assert_queries
from tests.research.study import Study

pytestmark = pytest.mark.long
SIGNED_IN = 2
TERMS = DRAW | {"level": "sections"}
PAIRS = (
    b"pair,left,right,similarity,stratum,gold,why\n"
    b"1,We keep <b>names</b>.,We sell names.,0.3,,yes,Both name names.\n"
    b"2,Cookies are files.,You may write.,0.1,,no,\n"
)
LABELLED = b"id,a,b,stratum\n1,x,y,easy\n2,x,z,hard\n3,x,w,hard\n"


def upload(study: Study, client: Client, filename: str, body: bytes) -> Response:
    form = {"name": "Uploaded", "file": SimpleUploadedFile(filename, body)}
    return client.post(f"/research/projects/{study.project.pk}/datasets/new/", form, follow=True)


def request_draw(client: Client, documents: Dataset, **changed: str) -> Response:
    return client.post(f"/research/datasets/{documents.pk}/draws/new/", {**TERMS, **changed})


def drawn(client: Client, documents: Dataset, **changed: str) -> str:
    where = request_draw(client, documents, **changed).headers["Location"]
    run_job("draw", PairDraw.objects.latest("pk").pk)
    return where


def test_documents_are_looked_at_and_imported(study: Study, owner: Client) -> None:
    page = upload(study, owner, "policies.jsonl", lines(policies()))
    text = page.content.decode()
    assert "6 documents" in text
    assert '<th scope="row"><bdi>News</bdi></th>' in text
    assert "site-0.example" in text
    assert "Import 6 documents as “Uploaded”" in text
    page = owner.post(f"{page.request['PATH_INFO']}import/", follow=True)
    text = page.content.decode()
    assert "6 documents are imported." in text
    assert '<th scope="row"><bdi>all documents</bdi></th>' in text
    assert "Sample pairs" in text
    assert "New campaign" in text


def test_pairs_are_looked_at_and_imported(study: Study, owner: Client) -> None:
    page = upload(study, owner, "pairs.csv", PAIRS)
    text = " ".join(page.content.decode().split())
    assert "Import 2 pairs as “Uploaded”" in text
    assert "Gold answers: no 1, yes 1" in text
    assert "cosine .300" in text
    assert "(.25, .5]" in text
    assert "We keep &lt;b&gt;names&lt;/b&gt;." in text
    page = owner.post(f"{page.request['PATH_INFO']}import/", follow=True)
    text = page.content.decode()
    assert_shows(text, "2 pairs are imported.", "Why: Both name names.", "New campaign")


def test_strata_of_a_files_own_are_named(study: Study, owner: Client) -> None:
    page = upload(study, owner, "pairs.csv", LABELLED).content.decode()
    assert "Strata: easy 1; hard 2." in " ".join(page.split())


@pytest.mark.quick
def test_errors_in_documents_stand_by_row(study: Study, owner: Client) -> None:
    page = upload(study, owner, "p.jsonl", b'{"document": "a", "sections": []}\n')
    assert "The document contains no text." in text_of(page, 400)


def test_a_draw_is_watched_looked_at_and_saved(owner: Client, documents: Dataset) -> None:
    where = request_draw(owner, documents).headers["Location"]
    assert_shows(read(owner, where), "Waiting for its turn", "Stop")
    assert "HX-Refresh" not in owner.get(f"{where}progress/").headers
    run_job("draw", PairDraw.objects.get().pk)
    assert owner.get(f"{where}progress/").headers["HX-Refresh"] == "true"
    page = read(owner, where)
    assert "of 54 candidate pairs" in page
    assert "First pairs of each stratum" in page
    assert "all available (20 requested)" in page
    assert not Dataset.objects.filter(kind="pairs").exists()
    saved = owner.post(f"{where}keep/", follow=True)
    made = Dataset.objects.get(name="Section pairs")
    text = saved.content.decode()
    assert_shows(
        text, f"{made.item_count} pairs saved.", "How they were sampled", "p-0001", "New campaign"
    )
    assert made.name in read(owner, where)
    assert owner.post(f"{where}keep/").status_code == 409
    assert f"/research/datasets/{made.pk}/" in read(owner, f"/research/datasets/{documents.pk}/")


def test_a_draw_from_what_is_gone_can_be_discarded_only(owner: Client, documents: Dataset) -> None:
    where = drawn(owner, documents)
    documents.items.all().delete()
    for answer in (owner.get(where), owner.post(f"{where}keep/")):
        assert "has since been changed in the database. Sample again." in text_of(answer, 409)
    assert not Dataset.objects.filter(kind="pairs").exists()
    assert owner.post(f"{where}discard/").status_code == 302


def test_a_draw_is_stopped(owner: Client, documents: Dataset) -> None:
    where = request_draw(owner, documents).headers["Location"]
    page = owner.post(f"{where}discard/", follow=True).content.decode()
    assert "was discarded. Nothing else was changed." in page
    assert "No pairs yet. Workers judge pairs" in page
    assert "This was stopped." in read(owner, where)
    assert request_draw(owner, documents).status_code == 302


def test_a_failed_draw_says_why(owner: Client, documents: Dataset) -> None:
    where = request_draw(owner, documents).headers["Location"]
    PairDraw.objects.update(status="failed", problem="There were too many.")
    assert_shows(read(owner, where), "There were too many.", "Sample again")


def test_a_draw_that_found_nothing_cannot_be_saved(study: Study, owner: Client) -> None:
    where = drawn(owner, make_documents(study.project, how_many=1))
    page = read(owner, where)
    assert "No pairs found" in page
    assert f"{where}keep/" not in page
    assert owner.post(f"{where}keep/").status_code == 400


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": ""}, "Give the pairs a name."),
        ({"level": "words"}, "not one of the available choices"),
        ({"per_stratum": "0"}, "greater than or equal to 1"),
        ({"per_stratum": "many"}, "Enter a whole number"),
        ({"seed": "-1"}, "greater than or equal to 0"),
        ({"seed": "9" * 30}, "less than or equal to"),
        ({"document_pairs": "0"}, "greater than or equal to 1"),
        ({"name": "a\x00b"}, ""),
    ],
)
def test_bad_terms_are_reported_at_their_fields(
    owner: Client, documents: Dataset, changed: dict[str, str], said: str
) -> None:
    assert said in text_of(request_draw(owner, documents, **changed), 400)
    assert not PairDraw.objects.exists()


def test_a_second_draw_waits_for_the_first(owner: Client, documents: Dataset) -> None:
    request_draw(owner, documents)
    assert "under way" in text_of(request_draw(owner, documents, name="Others"), 409)


@pytest.mark.quick
def test_pairs_are_drawn_from_documents_only(study: Study, owner: Client) -> None:
    page = owner.get(f"/research/datasets/{study.dataset.pk}/draws/new/")
    assert "sampled from documents" in text_of(page, 400)


def test_a_strangers_draw_is_not_there_and_the_attempt_is_audited(
    study: Study, owner: Client, stranger: Client, documents: Dataset
) -> None:
    where = drawn(owner, documents)
    for path in ("", "progress/"):
        assert stranger.get(where + path).status_code == 404
    for path in ("keep/", "discard/"):
        assert stranger.post(where + path).status_code == 404
    assert "draw" in read(owner, f"/research/projects/{study.project.pk}/audit/")


def test_documents_know_the_pairs_that_were_drawn_from_them(
    owner: Client, documents: Dataset
) -> None:
    address = f"/research/datasets/{documents.pk}/"
    where = drawn(owner, documents, name="Drawn")
    assert f'<a href="{where}">Drawn</a>' in read(owner, address)
    saved = owner.post(f"{where}keep/").headers["Location"]
    page = read(owner, address)
    assert f'<a href="{saved}">Drawn</a></td><td>sections</td>' in page
    assert where not in page


def test_queries_do_not_grow_with_what_is_shown(
    study: Study, owner: Client, documents: Dataset
) -> None:
    where = drawn(owner, documents)
    many = make_documents(how_many=12)
    many.project_id, many.name = study.project.pk, "More"
    many.save()
    more = drawn(owner, many, name="More pairs", per_stratum="40")
    for address in (where, more):
        with assert_queries(SIGNED_IN + 3):
            assert owner.get(address).status_code == 200
        with assert_queries(SIGNED_IN + 1):
            assert owner.get(f"{address}progress/").status_code == 200
    for dataset in (documents, many):
        with assert_queries(SIGNED_IN + 9):
            assert owner.get(f"/research/datasets/{dataset.pk}/").status_code == 200
        with assert_queries(SIGNED_IN + 4):
            assert owner.get(f"/research/datasets/{dataset.pk}/draws/new/").status_code == 200
    for address in (where, more):
        pairs = owner.post(f"{address}keep/").headers["Location"]
        owner.get(pairs)
        with assert_queries(SIGNED_IN + 6):
            assert owner.get(pairs).status_code == 200
