"""Function words and adpositions on a researcher's pages: started, watched, read, proposed."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from addons.typology.figures import TABLE
from addons.typology.models import Typology
from addons.typology.tests.requested import computed_typology, request_typology, words
from annotation.models import Dataset, User
from annotation.research.common.charts import Chart
from tasks.run_job import run_job
from tests.helpers.documents import make_documents
from tests.helpers.factories import make_dataset, make_project
from tests.helpers.languages import ADPOSITIONS, make_texts
from tests.helpers.pages import assert_shows, read, text_of
from tests.helpers.queries import assert_queries
from tests.research.study import Study
from tests.research.test_renaming import assert_renamed

pytestmark = pytest.mark.long
SIGNED_IN = 2


@pytest.fixture
def texts(study: Study) -> Dataset:
    return make_texts(study.project)


def rows(client: Client, address: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(read(client, address))))


def chart(client: Client, address: str) -> Chart:
    [found] = client.get(address).context["charts"]
    assert isinstance(found, Chart)
    return found


def test_it_is_watched_and_then_read(owner: Client, texts: Dataset) -> None:
    where = request_typology(owner, texts).headers["Location"]
    assert_shows(read(owner, where), "Waiting for its turn", "Stop")
    assert "HX-Refresh" not in owner.get(f"{where}progress/").headers
    Typology.objects.update(done=120, total=304)
    assert "120 of 300 texts read." in read(owner, f"{where}progress/")
    Typology.objects.update(done=302)
    assert "All texts read." in read(owner, f"{where}progress/")
    run_job("typology", Typology.objects.get().pk)
    assert owner.get(f"{where}progress/").headers["HX-Refresh"] == "true"
    page = read(owner, where)
    assert "Prepositional at first sight" in page
    assert "Only 300 sentences: the paper’s smallest corpora had 10,000." in page
    assert "Use as word list for en" in page
    assert "the entropy, in bits, of the words next to a word" in page
    assert "Sorted by 2 LCE − RCE." in page


def test_figures_say_how_far_they_go(owner: Client, texts: Dataset) -> None:
    where = computed_typology(owner, texts)
    found = Typology.objects.get().results
    cells = {cell.label: cell for cell in owner.get(where).context["cells"]}
    assert cells["ρ(TL)"].value == f"{found['rho_left']:.3f}"
    assert cells["ρ(TL)"].note == f"{found['shared_left']} of 50 words shared"
    assert "ranked among themselves" in cells["ρ(TL)"].definition
    assert cells["ρ(TL) − ρ(TR)"].value == f"{found['difference']:.3f}"
    assert cells["ρ(TL) − ρ(TR)"].note.startswith("margin 0.010 · by Pearson’s r ")
    assert "4 of 150 sentences" in cells["Over samples, mean"].note
    assert cells["Sentences"].value == "300"
    assert cells["Sentences"].note == f"2,400 words, {found['types']:,} distinct"


def test_it_is_shown_next_to_the_languages_of_the_paper(owner: Client, texts: Dataset) -> None:
    where = computed_typology(owner, texts)
    found = chart(owner, where)
    results = Typology.objects.get().results
    assert found.rows[0].values[2:5] == [
        results["rho_left"],
        results["rho_right"],
        results["difference"],
    ]
    assert [row.label for row in found.rows[1:24]] == [one.language for one in TABLE]
    assert [row.series for row in found.rows[24:]] == ["its samples"] * 4
    exported = rows(owner, f"{where}languages.csv")
    assert exported[0][:3] == ["language", "code", "family"]
    assert exported[2] == [
        *("Bulgarian", "bg", "Slavic", "0.726", "0.518", "0.208"),
        *("prepositional", "prepositional"),
    ]


@pytest.mark.quick
def test_the_table_is_the_papers() -> None:
    """19 of 23 are correct, and the differences are those of the correlations up to rounding."""
    assert len(TABLE) == 23
    assert sum(one.predicted == one.true for one in TABLE) == 19
    for one in TABLE:
        assert one.difference == pytest.approx(one.rho_left - one.rho_right, abs=0.0011)
        assert (one.difference > 0) == (one.predicted == "prepositional")


def test_words_stand_side_by_side_and_all_are_taken_away(owner: Client, texts: Dataset) -> None:
    where = computed_typology(owner, texts, top="60")
    ranked = owner.get(where).context["ranked"]
    assert [band.words for band in ranked.bands] == ["either side, TCE", "left, LCE", "right, RCE"]
    assert [row.label for row in ranked.rows] == [str(rank) for rank in range(1, 51)]
    exported = rows(owner, f"{where}words.csv")
    assert exported[0][:4] == ["rank", "word by TCE", "TCE", "times (TCE)"]
    assert len(exported) == 61
    assert {row[1] for row in exported[1:9]} == set(ADPOSITIONS)
    proposed = rows(owner, f"{where}adpositions.csv")
    assert proposed[0] == ["word", "side", "times", "LCE", "RCE", "score"]
    assert len(proposed) == 51
    assert owner.get(f"{where}nothing.csv").status_code == 404


def test_counts_are_reported_as_counts(owner: Client, texts: Dataset) -> None:
    ranked = owner.get(computed_typology(owner, texts, by="counts")).context["ranked"]
    assert [band.words for band in ranked.bands] == ["either side, TCC", "left, LCC", "right, RCC"]
    assert "." not in ranked.bodies[0][0].cells[1].shown


def test_of_too_little_it_says_why_nothing_is_reported(study: Study, owner: Client) -> None:
    where = computed_typology(owner, make_dataset(["red wine", "…"], study.project))
    page = read(owner, where)
    assert "Undetermined: there is too little to compare" in page
    assert "The lists share only 2 words." in page
    assert "The lists contain 2 of 2 distinct words" in page
    assert "none was drawn" in page
    assert '<span class="value untold">–</span>' in page
    nothing = read(owner, computed_typology(owner, make_dataset(["…"], study.project)))
    assert "These texts contain no words." in nothing
    assert "There is too little text to propose words." in nothing


def test_samples_that_say_otherwise_are_a_doubt(owner: Client, texts: Dataset) -> None:
    where = computed_typology(owner, texts)
    typology = Typology.objects.get()
    typology.results["samples"]["decision"] = "postpositional"
    typology.save()
    assert "The samples together give a different result: postpositional." in read(owner, where)


def test_enough_sentences_that_agree_are_reported_without_doubts(
    owner: Client, texts: Dataset
) -> None:
    where = computed_typology(owner, texts)
    typology = Typology.objects.get()
    typology.results |= {"sentences": 10_000, "types": 4_000}
    typology.save()
    for decision, heading in (
        ("prepositional", "Prepositional: adpositions come before their nouns"),
        ("postpositional", "Postpositional: adpositions come after their nouns"),
    ):
        typology.results["decision"] = typology.results["samples"]["decision"] = decision
        typology.save()
        page = owner.get(where)
        assert heading in page.content.decode()
        assert page.context["doubts"] == []


def test_documents_are_accepted_too_and_pairs_are_refused(study: Study, owner: Client) -> None:
    page = read(owner, computed_typology(owner, make_documents(study.project)))
    assert "Only 42 sentences:" in page
    pairs = make_dataset(["red wine"], study.project)
    Dataset.objects.filter(pk=pairs.pk).update(kind="pairs")
    refused = owner.get(f"/research/datasets/{pairs.pk}/typologies/new/")
    assert "texts, documents and questions" in text_of(refused, 400)


def test_what_is_discarded_can_be_undone_where_it_was_done(
    study: Study, owner: Client, texts: Dataset
) -> None:
    where = computed_typology(owner, texts)
    page = owner.post(f"{where}discard/", follow=True).content.decode()
    assert_shows(page, "This was discarded.", "Undo")
    assert where not in read(owner, f"/research/projects/{study.project.pk}/typologies/")
    page = owner.post(f"{where}restore/", follow=True).content.decode()
    assert_shows(page, "Restored.", "Prepositional")


def test_what_is_stopped_says_so_and_begins_again(owner: Client, texts: Dataset) -> None:
    where = request_typology(owner, texts).headers["Location"]
    assert "This was stopped." in owner.post(f"{where}discard/", follow=True).content.decode()
    assert "Waiting for its turn" in (owner.post(f"{where}restore/", follow=True).content.decode())
    run_job("typology", Typology.objects.get().pk)
    assert "Prepositional" in read(owner, where)


def test_a_failure_says_why(owner: Client, texts: Dataset) -> None:
    where = request_typology(owner, texts).headers["Location"]
    Typology.objects.update(status="failed", problem="There were too many words.")
    assert_shows(read(owner, where), "There were too many words.", "Run again")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"language": ""}, "Give the code of the language"),
        ({"language": "English"}, "Give the code of the language"),
        ({"language": "a\x00b"}, ""),
        ({"by": "letters"}, "not one of the available choices"),
        ({"top": "9"}, "greater than or equal to 10"),
        ({"samples": "many"}, "Enter a whole number"),
        (
            {"samples": "100", "sentences": "20000"},
            "With 100 samples, each can have at most 10,000 sentences",
        ),
        ({"margin": "NaN"}, "Enter a number"),
        ({"margin": "0.0001"}, "decimal places"),
        ({"seed": "9" * 30}, "less than or equal to"),
        ({"resamples": "1001"}, "less than or equal to 1000"),
        ({"known_words": "of e-mail"}, "“e-mail” is read as 2 words. Give single words."),
    ],
)
def test_bad_terms_are_reported_at_their_fields(
    owner: Client, texts: Dataset, changed: dict[str, str], said: str
) -> None:
    page = request_typology(owner, texts, **changed)
    assert said in text_of(page, 400)
    in_front = {"language", "known_words"} & changed.keys()
    assert ("<details open>" in page.content.decode()) == (not in_front)
    assert not Typology.objects.exists()


def test_a_second_waits_for_the_first(owner: Client, texts: Dataset) -> None:
    request_typology(owner, texts)
    assert "An analysis of the function words" in text_of(request_typology(owner, texts), 409)


def test_a_project_lists_what_was_reported_and_what_can_be_requested(
    study: Study, owner: Client, mine: Client, member: User, texts: Dataset
) -> None:
    computed_typology(owner, texts)
    request_typology(owner, study.dataset)
    page = read(owner, f"/research/projects/{study.project.pk}/typologies/")
    assert ">prepositional</td>" in page
    assert "waiting" in page
    assert f"/research/datasets/{study.dataset.pk}/typologies/new/" in page
    assert "Earlier results" in read(owner, f"/research/datasets/{texts.pk}/typologies/new/")
    project = make_project(member)
    empty = read(mine, f"/research/projects/{project.pk}/typologies/")
    assert "no dataset of texts, documents or questions yet" in empty


def test_the_laboratory_and_the_dataset_lead_to_it(
    study: Study, owner: Client, texts: Dataset
) -> None:
    lab = read(owner, f"/research/projects/{study.project.pk}/lab/")
    assert f"/research/projects/{study.project.pk}/typologies/" in lab
    for dataset in (texts, make_documents(study.project)):
        page = read(owner, f"/research/datasets/{dataset.pk}/")
        assert f"/research/datasets/{dataset.pk}/typologies/new/" in page


def test_teammates_see_it_and_strangers_do_not(
    study: Study, owner: Client, teammate: Client, stranger: Client, texts: Dataset
) -> None:
    where = computed_typology(owner, texts)
    addresses = (where, f"{where}progress/", f"{where}words.csv")
    listed = f"/research/projects/{study.project.pk}/typologies/"
    for address in (*addresses, listed, f"/research/datasets/{texts.pk}/typologies/new/"):
        assert teammate.get(address).status_code == 200
        assert stranger.get(address).status_code == 404
    for path in ("discard/", "restore/"):
        assert stranger.post(where + path).status_code == 404


def test_queries_do_not_grow_with_what_is_shown(
    study: Study, owner: Client, texts: Dataset
) -> None:
    few = computed_typology(owner, texts)
    many = computed_typology(owner, make_texts(study.project, 400), top="100", samples="8")
    pages: dict[str, Any] = {few: 2, many: 2, f"{few}progress/": 1, f"{few}words.csv": 1}
    pages[words(study, f"?typology={Typology.objects.latest('pk').pk}")] = 5
    for address, queries in pages.items():
        with assert_queries(SIGNED_IN + queries):
            assert owner.get(address).status_code == 200
    listed = f"/research/projects/{study.project.pk}/typologies/"
    for _ in range(2):
        with assert_queries(SIGNED_IN + 4):
            assert owner.get(listed).status_code == 200
        with assert_queries(SIGNED_IN + 3):
            assert owner.get(f"/research/datasets/{texts.pk}/typologies/new/").status_code == 200
        computed_typology(owner, texts, seed="2")
        make_dataset(["a b"], study.project)


def test_it_gets_another_name(study: Study, owner: Client) -> None:
    request_typology(owner, study.dataset)
    assert_renamed(Typology.objects.get(), "typologies", study, owner)
